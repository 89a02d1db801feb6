// The classes of formats: like `AnyId`, but without the argument `format`, and text in JSON.
'use strict';

const native = require('./load.cjs');
const { Id, OURS, compare, inherit, loadId, loadIdOf } = require('./id.cjs');
const { typeError } = require('./error.cjs');
const { formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { AnyId } = require('./any-id.cjs');
const { INSPECT } = require('./kinds.cjs');
const { camelCase } = require('./options.cjs');
const { isValid } = require('./read.cjs');
const { IdRange } = require('./range.cjs');
const { schema, textSchema } = require('./schema.cjs');

/** The class of each format, by the format's name. */
const classes = {};

function readTyped(format, slot) {
  return new classes[format.name](OURS, slot);
}

/** The name of a format's class. */
const pascalCase = (name) => camelCase(`_${name}`);

/** The static members of a class, which need no receiver. */
function statics(Typed, format) {
  const { code } = format;
  /** Creates the id in a slot. Throws for a receiver that extends the class. */
  const create = (receiver, slot) => {
    if (receiver === Typed || !(receiver?.prototype instanceof Typed)) return new Typed(OURS, slot);
    throw typeError(`${Typed.name} cannot be extended: declare a type with idType, or store the id in a property`);
  };
  const both = (receiver) => new IdRange(create(receiver, 0), create(receiver, 1));
  let generator;
  const from = function (id) {
    if (typeof id === 'bigint') given.fromBigInt(id, format);
    else loadIdOf(format, id);
    return create(this, 0);
  };
  const parse = function (text) {
    native.parse(text, code);
    return create(this, 0);
  };
  const now = function (first = undefined, second = undefined) {
    if (first !== undefined) given.refuseArguments(format, first, second);
    generator ??= native.defaultGenerator(code);
    native.nextId(generator);
    return create(this, 0);
  };
  const at = function (time) {
    given.newAt(time, format);
    return create(this, 0);
  };
  const keyed = function (time, key, namespace, secret) {
    AnyId.keyed(time, key, format, namespace, secret);
    return create(this, 0);
  };
  return {
    format,
    from,
    parse,
    ...(format.canGenerate && { now }),
    ...(format.canGenerate && format.resolutionNs !== null && { at, keyed }),
    isValid: (text) => isValid(text, format),
    tryParse(text) {
      return isValid(text, format) ? parse.call(this, text) : null;
    },
    parseForm(text, form) {
      given.parseForm(text, format, form);
      return create(this, 0);
    },
    parseLenient(text) {
      const corrections = given.parseLenient(text, format);
      return { id: create(this, 0), corrections };
    },
    fromBytesIn(bytes, order) {
      given.fromBytesIn(bytes, format, order);
      return create(this, 0);
    },
    fromBytes(bytes) {
      given.fromBytes(bytes, format);
      return create(this, 0);
    },
    fromUuid(uuid) {
      given.fromUuid(uuid, format);
      return create(this, 0);
    },
    fromBigInt(int) {
      given.fromBigInt(int, format);
      return create(this, 0);
    },
    fromFields(fields) {
      given.fromFields(fields, format);
      return create(this, 0);
    },
    minAt(time, options) {
      given.at(time, format, options);
      return create(this, 0);
    },
    maxAt(time, options) {
      given.at(time, format, options);
      return create(this, 1);
    },
    range(begin, end, options) {
      given.range(begin, end, format, options);
      return both(this);
    },
    prefixRange(prefix) {
      given.prefixRange(prefix, format);
      return both(this);
    },
    compare,
    '~standard': schema(
      (value) => (value instanceof Id ? from(value) : parse(value)),
      () => textSchema(format),
    ),
  };
}

/** The members of a class's ids, except those of `Id`. */
function methods(Typed, format) {
  return {
    format,
    convert(to) {
      const target = formatOf(to);
      loadId(this, 0);
      native.convertTo(target.code);
      return readTyped(target, 0);
    },
    successor() {
      loadId(this, 0);
      native.neighbor(1);
      return new Typed(OURS, 0);
    },
    predecessor() {
      loadId(this, 0);
      native.neighbor(0);
      return new Typed(OURS, 0);
    },
    toJSON() {
      return this.toString();
    },
    [INSPECT]() {
      return `${Typed.name}(${this.toString()})`;
    },
  };
}

/** Defines properties that are not enumerable, like those of a class. */
function define(object, properties, isWritable) {
  for (const key of Reflect.ownKeys(properties)) {
    const value = properties[key];
    Object.defineProperty(object, key, { value, configurable: true, writable: isWritable(value) });
  }
}

/** Defines a getter for each field, by its name in camel case, unless a member has that name. */
function defineFields(prototype, { fields }) {
  for (const [i, field] of fields.entries()) {
    const property = camelCase(field.name);
    if (property in prototype) continue;
    Object.defineProperty(prototype, property, {
      configurable: true,
      get() {
        loadId(this, 0);
        return native.fields()[i];
      },
    });
  }
}

/** Adds the members of a format's ids to a class that copies a slot and writes it back. */
function equip(Typed, name) {
  const format = formatOf(name);
  inherit(Typed);
  define(Typed, statics(Typed, format), (value) => typeof value === 'function');
  define(Typed.prototype, methods(Typed, format), () => false);
  defineFields(Typed.prototype, format);
  if (name === 'any_uuid') {
    const [NIL, MAX] = [0, 0xff].map((byte) => Typed.fromBytes(new Uint8Array(format.byteLength).fill(byte)));
    define(Typed, { NIL, MAX }, () => false);
  }
  classes[name] = Typed;
  return Typed;
}

module.exports = { classes, equip, pascalCase, readTyped };
