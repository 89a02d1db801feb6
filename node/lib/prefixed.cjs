// Prefixed ids: dynamic (PrefixedId), and of a type that a program declares (prefixedType).
'use strict';

const native = require('./load.cjs');
const { compare, loadId, loadIdOf, makeImmutable } = require('./any-id.cjs');
const { refusal, typeError } = require('./error.cjs');
const { formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { Id, readId } = require('./id.cjs');
const { INSPECT } = require('./kinds.cjs');
const { IdRange } = require('./range.cjs');
const { getMs } = require('./registers.cjs');
const { schema } = require('./schema.cjs');
const { date, timestamp, unixMs, unixNs } = require('./time.cjs');
const { readTyped } = require('./typed.cjs');

const OURS = Symbol('made by sortid');

/** The members of both kinds. Deep equality in tests compares the own properties. */
class AnyPrefixed {
  type;
  value;

  constructor(ours, prefix, id) {
    if (ours !== OURS) throw typeError('prefixed ids have no public constructor: call parse or from');
    this.type = prefix;
    this.value = id;
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

  timestamp() {
    readTime(this.value);
    return timestamp();
  }

  unixNs() {
    readTime(this.value);
    return unixNs();
  }

  unixMs() {
    readTime(this.value);
    return unixMs(getMs());
  }

  date() {
    readTime(this.value);
    return date(getMs());
  }

  toString() {
    loadId(this.value, 0);
    return native.prefixedText(this.type);
  }

  equals(other) {
    return isPrefixed(other) && other.type === this.type && this.value.equals(other.value);
  }

  /** See {@link AnyId.toBSON}. */
  toBSON() {
    return this.toJSON();
  }

  /** Called by `pg`, which does not tell a column of text from one of ids without a prefix. */
  toPostgres() {
    throw typeError(
      'a prefixed id cannot be a parameter: pass String(id) for a column of text, id.id for a column of ids',
    );
  }

  /** Called by `mysql2`. */
  toSqlString() {
    return this.toPostgres();
  }

  /** Throws for `<`, as ids do. */
  [Symbol.toPrimitive](hint) {
    if (hint === 'number') throw typeError('a prefixed id cannot be a number: compare with PrefixedId.compare');
    return this.toString();
  }
}

const isPrefixed = (value) => value instanceof AnyPrefixed;

/** Writes the time of a prefixed id into the first register. */
function readTime(id) {
  loadId(id, 0);
  native.prefixedTimestamp();
}

/** Throws unless a value is a prefixed id. */
function known(value) {
  if (!isPrefixed(value)) throw typeError('a prefixed id is expected, not its text');
  return value;
}

function inOrder(a, b) {
  const [x, y] = [known(a).prefix, known(b).prefix];
  if (x === y) return compare(a.id, b.id);
  return x < y ? -1 : 1;
}

class PrefixedId extends AnyPrefixed {
  static parse(text, format, prefix) {
    const found = native.parsePrefixed(text, formatOf(format).code, prefix);
    return new PrefixedId(OURS, found, readId(0));
  }

  static isValid(text, format, prefix) {
    const { code } = formatOf(format);
    return typeof text === 'string' && native.isPrefixed(text, code, prefix);
  }

  static from(id, prefix) {
    if (isPrefixed(id) && prefix === undefined) return new PrefixedId(OURS, id.prefix, Id.from(id.id));
    const own = Id.from(id);
    return new PrefixedId(OURS, native.checkPrefix(prefix, own.format.code), own);
  }

  static fromJSON(json) {
    if (typeof json !== 'object' || json === null) throw typeError('an id in JSON must be {format, text}');
    return PrefixedId.parse(json.text, json.format);
  }

  static compare(a, b) {
    return inOrder(a, b);
  }

  static get '~standard'() {
    return dynamicSchema;
  }

  toJSON() {
    return { format: this.format.name, text: this.toString() };
  }

  [INSPECT]() {
    return `PrefixedId(${this.format.name} ${this.toString()})`;
  }
}

const dynamicSchema = schema((value) => (isPrefixed(value) ? PrefixedId.from(value) : PrefixedId.fromJSON(value)));

/** An id of a declared type, which is its text in JSON. */
class Prefixed extends AnyPrefixed {
  toJSON() {
    return this.toString();
  }

  [INSPECT]() {
    return `PrefixedId(${this.toString()})`;
  }
}

makeImmutable(AnyPrefixed, PrefixedId, Prefixed);

/** The ids of one prefix and one format. */
function prefixedType(wanted, name = 'any_uuid') {
  const format = formatOf(name);
  const { code } = format;
  // The format of new ids and bounds: version 7 for any UUID.
  const made = formatOf(native.madeWithPrefix(code));
  const prefix = native.checkPrefix(wanted, code);
  const pattern = native.prefixedPattern(prefix, code);
  const read = (slot) => new Prefixed(OURS, prefix, readTyped(format, slot));
  const from = (id) => {
    const had = isPrefixed(id) ? id.prefix : prefix;
    if (had !== prefix) throw refusal('wrong_prefix', `expected the prefix "${prefix}", not "${had}"`);
    const own = isPrefixed(id) ? id.id : id;
    loadIdOf(format, own, made);
    return id instanceof Prefixed && own.format === format ? id : read(0);
  };
  const parse = (text) => {
    native.parsePrefixed(text, code, prefix);
    return read(0);
  };
  const order = (a, b) => compare(from(known(a)).id, from(known(b)).id);
  const at = (time, options, slot) => {
    given.at(time, made, options);
    return read(slot);
  };
  // Created at the first call.
  let next;
  let generator;
  const type = {
    prefix,
    format,
    now: (first = undefined, second = undefined) => {
      if (first !== undefined) given.refuseArguments(made, first, second);
      generator ??= native.defaultGenerator(made.code);
      native.nextId(generator);
      return read(0);
    },
    new: (first = undefined, second = undefined) => {
      if (first !== undefined) given.refuseArguments(made, first, second);
      next ??= native.prefixedNextOf(native.defaultGenerator(made.code), prefix);
      return next();
    },
    parse,
    isValid: (text) => typeof text === 'string' && native.isPrefixed(text, code, prefix),
    from,
    minAt: (time, options) => at(time, options, 0),
    maxAt: (time, options) => at(time, options, 1),
    range(begin, end, options) {
      given.range(begin, end, made, options);
      return new IdRange(read(0), read(1), order);
    },
    compare: order,
    pattern,
    '~standard': schema((value) => (isPrefixed(value) ? from(value) : parse(value)), {
      type: 'string',
      pattern,
    }),
  };
  return Object.freeze(type);
}

function prefixOf(text) {
  return native.prefixOf(text);
}

module.exports = { PrefixedId, prefixOf, prefixedType };
