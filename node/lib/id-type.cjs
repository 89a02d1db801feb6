// Declared types (`idType`) and their ids (`TypeId`).
'use strict';

const native = require('./load.cjs');
const { Id, LOAD, OURS, READ_TIME, compare, inherit, loadId } = require('./id.cjs');
const { refusal, typeError } = require('./error.cjs');
const { Format, formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { INSPECT } = require('./kinds.cjs');
const { packed } = require('./options.cjs');
const { IdRange } = require('./range.cjs');
const { isValid } = require('./read.cjs');
const { schema, textSchema } = require('./schema.cjs');
const { putTime } = require('./time.cjs');
const { readTyped } = require('./typed.cjs');

/** An id of a declared type. Deep equality in tests compares the own properties. */
class TypeId {
  type;
  value;
  #of;

  constructor(ours, of, slot) {
    if (ours !== OURS) throw typeError('ids have no public constructor: call parse, from or now of a type');
    this.type = of.prefix;
    this.value = readTyped(of.format, slot);
    this.#of = of;
  }

  static parse(text, name = 'any_uuid', prefix = undefined) {
    const format = formatOf(name);
    if (prefix !== undefined) return idType(prefix, format).parse(text);
    const of = idType(native.parseTypeId(text, format.code), format);
    return of[READ](0);
  }

  static from(id, prefix) {
    loadId(id, 0);
    return idType(prefix, id.format).from(id);
  }

  [LOAD](slot) {
    this.value[LOAD](slot);
  }

  [READ_TIME]() {
    native.typeTimestamp(this.#of[HANDLE]);
  }

  get prefix() {
    return this.type;
  }

  get format() {
    return this.value.format;
  }

  get id() {
    return this.value;
  }

  toString() {
    loadId(this.value, 0);
    return native.typeText(this.#of[HANDLE]);
  }

  toJSON() {
    return this.toString();
  }

  toUuid() {
    return this.value.toUuid();
  }

  convert(to) {
    return this.value.convert(to);
  }

  successor() {
    return this.#of.from(this.value.successor());
  }

  predecessor() {
    return this.#of.from(this.value.predecessor());
  }

  /** Called by `pg`, which does not distinguish columns of text from columns of ids. */
  toPostgres() {
    return this.#parameter().toPostgres();
  }

  /** Called by `mysql2`. */
  toSqlString() {
    return this.#parameter().toSqlString();
  }

  #parameter() {
    if (this.type === null) return this.value;
    throw typeError(
      'an id with a prefix cannot be a parameter: pass String(id) for a column of text, id.id for a column of ids',
    );
  }

  [INSPECT]() {
    return `TypeId(${this.toString()})`;
  }
}

inherit(TypeId);

/** The native part's handle of the type, also used for the type's generator. */
const HANDLE = Symbol('handle');

/** The method that returns the id in a slot. */
const READ = Symbol('reads a slot');

/** A declared type. Its functions need no receiver. */
class IdType {
  constructor(ours, prefix, format, options) {
    if (ours !== OURS) throw typeError('types have no public constructor: call idType');
    const [names, values] = packed(options, true);
    const handle = native.idType(format.code, prefix ?? undefined, names, values);
    const [generated, pattern] = native.typePattern(handle);
    const generatedFormat = formatOf(generated);
    const read = (slot) => new TypeId(OURS, this, slot);
    const parse = (text) => {
      native.typeParse(handle, text);
      return read(0);
    };
    const from = (id) => {
      if (typeof id === 'bigint') {
        given.fromBigInt(id, format);
        return read(0);
      }
      loadId(id, 0);
      if (id.prefix !== null && id.prefix !== prefix) {
        throw refusal('wrong_prefix', `expected the prefix "${prefix ?? ''}", not "${id.prefix}"`);
      }
      if (id.format === format || id.format === generatedFormat) return read(0);
      throw refusal('not_applicable', `expected an id of ${format}, not of ${id.format}`, 'format');
    };
    const accepts = (text) => {
      if (prefix === null) return isValid(text, format);
      return typeof text === 'string' && native.typeIsValid(handle, text);
    };
    let nextText;
    Object.assign(this, {
      prefix,
      format,
      generatedFormat,
      options: Object.freeze({ ...options }),
      pattern,
      now: (first = undefined, second = undefined) => {
        if (first !== undefined) given.refuseArguments(generatedFormat, first, second);
        native.nextId(handle);
        return read(0);
      },
      nowText: (first = undefined, second = undefined) => {
        if (first !== undefined) given.refuseArguments(generatedFormat, first, second);
        nextText ??= native.typeNextOf(handle, handle);
        return nextText();
      },
      at: (time) => {
        putTime(0, time, 'time');
        native.typeAt(handle);
        return read(0);
      },
      parse,
      tryParse: (text) => (accepts(text) ? parse(text) : null),
      isValid: accepts,
      from,
      fromUuid: (uuid) => {
        given.fromUuid(uuid, format);
        return read(0);
      },
      minAt: (time) => {
        given.at(time, generatedFormat, options);
        return read(0);
      },
      maxAt: (time) => {
        given.at(time, generatedFormat, options);
        return read(1);
      },
      range: (begin, end) => {
        given.range(begin, end, generatedFormat, options);
        return new IdRange(read(0), read(1));
      },
      compare,
      equals: (other) => other instanceof IdType && native.typesEqual(handle, other[HANDLE]),
      '~standard': schema(
        (value) => (value instanceof Id ? from(value) : parse(value)),
        () => (pattern === null ? textSchema(format) : { type: 'string', pattern }),
      ),
    });
    Object.defineProperties(this, { [HANDLE]: { value: handle }, [READ]: { value: read } });
    Object.freeze(this);
  }

  [INSPECT]() {
    const { prefix, format } = this;
    return prefix === null ? `IdType(${format})` : `IdType(${prefix}: ${format})`;
  }
}

/** Whether an argument is options, and not a format. */
const isOptions = (value) => typeof value === 'object' && value !== null && !(value instanceof Format);

/** `idType(prefix, format, options)`, or `idType(format, options)` for ids without a prefix. */
function idType(first, second = undefined, options = undefined) {
  if (typeof first !== 'string' || isOptions(second)) return new IdType(OURS, null, formatOf(first), second);
  return new IdType(OURS, first, formatOf(second ?? 'any_uuid'), options);
}

const prefixOf = (text) => native.prefixOf(text);

module.exports = { HANDLE, IdType, READ, TypeId, idType, prefixOf };
