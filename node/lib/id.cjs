// The base class of all ids: of the formats' classes (typed.cjs), `AnyId` (any-id.cjs) and `TypeId` (id-type.cjs).
'use strict';

const native = require('./load.cjs');
const { columnOf, hexOf, uuidOf, valueOf } = require('./driver.cjs');
const { keepShift, shift, shiftFor } = require('./epochs.cjs');
const { refusal, typeError } = require('./error.cjs');
const { packed } = require('./options.cjs');
const { BYTES_AT, bytes, getMs, orderOfWords, slotWords, words } = require('./registers.cjs');
const { UUID_BYTES, UUID_LENGTH } = require('./schema.cjs');
const time = require('./time.cjs');

const indices = (names) => new Map(names.map((name, index) => [name, index]));
const forms = indices(native.forms());
const orders = indices(native.byteOrders());
const corrections = native.corrections();

/** The index of a name in a list of the native part. */
function indexOf(list, subject, name) {
  const index = list.get(name);
  if (index !== undefined) return index;
  throw refusal(
    'not_applicable',
    `${subject} must be one of ${[...list.keys()].join(', ')}, not "${String(name)}"`,
    String(name),
  );
}

const formIndex = (form) => indexOf(forms, 'the form', form);
const orderIndex = (order) => indexOf(orders, 'the order', order);

const correctionsOf = (bits) => corrections.filter((_, index) => bits & (1 << index));

/** The kind of column for a format's ids, by database. */
const kinds = { postgresql: new Map(), mysql: new Map() };

/**
 * The SQL parameter for an id that a program passes to a driver directly. Throws if the format's
 * column does not store the text: drivers do not pass the column's type, so a text column would
 * store that other value, and a search by text would miss the row.
 */
function parameter(id, database) {
  const { format } = id;
  let kind = kinds[database].get(format);
  if (kind === undefined) kinds[database].set(format, (kind = columnOf(format, database, false).kind));
  loadId(id, 0);
  const value = valueOf(kind, format);
  if (String(value) === native.text()) return value;
  throw typeError(
    `a ${format} cannot be a parameter, because columns may store another value than its text: ` +
      `pass String(id) or storage('${format}', '${database}').toDriver(id)`,
  );
}

/** The argument by which constructors of ids recognize calls from this package. */
const OURS = Symbol('created by sortid');

/** The method that writes an id into a slot. */
const LOAD = Symbol('writes an id into a slot');

/** The method that writes the time of an id into the first register. */
const READ_TIME = Symbol('reads the time');

/**
 * The own property `type` of a class's ids. Deep equality in tests compares own properties with
 * string keys, not private fields. `structuredClone` throws for a symbol, with its description,
 * instead of returning an object without the text.
 */
const typeOf = (name) => Symbol.for(`${name}: send String(id)`);

/** The byte whose upper half is a UUID's version (RFC 9562, section 4.2). */
const VERSION_BYTE = 6;

/** Writes an id into a slot. Throws a TypeError for another value. */
function loadId(id, slot) {
  // A prototype has the method, but no words.
  if (id?.[LOAD] === undefined || id.type === undefined) {
    throw typeError(`expected an id, not a ${typeof id}: call parse for a text`);
  }
  id[LOAD](slot);
}

/** Writes an id of one of two formats into the first slot. */
function loadIdOf(format, id, other = format) {
  loadId(id, 0);
  if (id.format === format || id.format === other) return;
  throw refusal('not_applicable', `expected an id of ${format}, not of ${id.format}`, 'format');
}

/** Throws unless a format's ids have the 128 bits of a UUID. */
function checkUuid({ name, bits, byteLength }) {
  if (byteLength !== UUID_BYTES) throw refusal('not_applicable', `${name} ids have ${bits} bits, and a UUID 128`, name);
}

/** The error for a program that calls a constructor of ids. */
const constructorError = () => typeError('ids have no public constructor: call parse, from…, now, or a Generator');

/** Identifies ids of every copy of this package in the process. */
const IS_ID = Symbol.for('sortid.isId');

const isId = (value) => value?.[IS_ID] === true;

/**
 * The class that all classes of ids inherit from.
 *
 * Each class stores its words in own properties, which deep equality in tests compares. No class
 * calls a shared constructor: V8 cannot optimize one, and ids would be several times slower.
 */
class Id {
  constructor() {
    throw constructorError();
  }

  static compare(a, b) {
    return compare(a, b);
  }

  /** The prefix of a `TypeId`. */
  get prefix() {
    return null;
  }

  get [IS_ID]() {
    return true;
  }

  /** The id is in the first slot. */
  [READ_TIME]() {
    native.timestamp();
  }

  get isReserved() {
    loadId(this, 0);
    return native.isReserved();
  }

  get nodeClass() {
    loadId(this, 0);
    return native.nodeClass();
  }

  get node() {
    loadId(this, 0);
    return native.nodeOf();
  }

  get kind() {
    loadId(this, 0);
    return native.kind();
  }

  get version() {
    const { textLength } = this.format;
    // An `any_uuid` has a version only if its kind is one.
    if (textLength !== UUID_LENGTH || /^[^v]/.test(this.kind ?? '')) return null;
    loadId(this, 0);
    return bytes[BYTES_AT + VERSION_BYTE] >> 4;
  }

  toString() {
    loadId(this, 0);
    return native.text();
  }

  /** Called by `bson`, which does not recognize ids. */
  toBSON() {
    return this.toJSON();
  }

  /** Called by `pg`, which would otherwise send the id's JSON. */
  toPostgres() {
    return parameter(this, 'postgresql');
  }

  /** Called by `mysql2` and `mysql`, which would otherwise write the object's properties. */
  toSqlString() {
    return `'${parameter(this, 'mysql')}'`;
  }

  toForm(form) {
    const index = formIndex(form);
    loadId(this, 0);
    return native.form(index);
  }

  toUuid() {
    if (this.format.textLength === UUID_LENGTH) return this.toString();
    checkUuid(this.format);
    return uuidOf(this.toBytes());
  }

  toBytes() {
    loadId(this, 0);
    return bytes.slice(BYTES_AT, BYTES_AT + this.format.byteLength);
  }

  toBytesIn(order) {
    const index = orderIndex(order);
    loadId(this, 0);
    return native.bytesIn(index);
  }

  toHex() {
    loadId(this, 0);
    return hexOf(bytes.subarray(BYTES_AT, BYTES_AT + this.format.byteLength));
  }

  toBigInt() {
    loadId(this, 0);
    return native.integer();
  }

  fields() {
    loadId(this, 0);
    const values = native.fields();
    const fields = Object.fromEntries(this.format.fields.map(({ name }, i) => [name, values[i]]));
    // Not enumerable, so that the object is printed and compared by its fields alone.
    return Object.defineProperty(fields, 'toJSON', { value: () => inJson(this.format, values) });
  }

  field(name) {
    const index = this.format.fields.findIndex((field) => field.name === name);
    // Throws.
    if (index < 0) native.fromFields([String(name)], [0n], this.format.code);
    loadId(this, 0);
    return native.fields()[index];
  }

  timestamp(options) {
    readTime(this, options);
    return time.timestamp();
  }

  unixNs(options) {
    readTime(this, options);
    return time.unixNs();
  }

  unixMs(options) {
    return time.unixMs(readMs(this, options));
  }

  date(options) {
    return time.date(readMs(this, options));
  }

  equals(other) {
    if (other?.[LOAD] === undefined || this.prefix !== other.prefix) return false;
    loadId(this, 0);
    loadId(other, 1);
    // The words of the format, and its code before them.
    for (let i = Math.ceil(other.format.bits / 32); i >= 0; i--) {
      if (words[i] !== words[slotWords + i]) return false;
    }
    return true;
  }

  /** Throws for `<`, which would compare texts: these do not sort like the ids in every format. */
  [Symbol.toPrimitive](hint) {
    if (hint === 'number') throw typeError('an id cannot be a number: compare with Id.compare');
    return this.toString();
  }
}

/** Writes the time of an id into the first register. */
function readTime(id, options) {
  if (options === undefined) {
    loadId(id, 0);
    id[READ_TIME]();
    return;
  }
  const known = shiftFor(id.format, options);
  if (known !== undefined) {
    loadId(id, 0);
    native.timestamp();
    shift(known);
    return;
  }
  const [names, values] = packed(options, true);
  loadId(id, 0);
  native.timestamp(names, values);
  keepShift(id.format, options);
}

/** The time of an id in milliseconds. A shift by whole milliseconds needs no bigints. */
function readMs(id, options) {
  const shiftMs = options === undefined ? 0 : shiftFor(id.format, options)?.ms;
  if (shiftMs !== undefined) {
    loadId(id, 0);
    if (options === undefined) id[READ_TIME]();
    else native.timestamp();
    const ms = getMs();
    if (Number.isSafeInteger(ms)) return ms + shiftMs;
  }
  readTime(id, options);
  return getMs();
}

/** Fields for JSON: numbers if all values of the field's width are exact, else decimal digits. */
function inJson({ fields }, values) {
  const encode = (value, bits) => (bits <= EXACT_BITS ? Number(value) : String(value));
  return Object.fromEntries(fields.map(({ name, bits }, i) => [name, encode(values[i], bits)]));
}

/** The width of the integers that a `number` represents exactly. */
const EXACT_BITS = 53;

/** The order of two ids: by prefix, format and bits. */
function compare(a, b) {
  loadId(a, 0);
  loadId(b, 1);
  if (a.prefix !== b.prefix) return (a.prefix ?? '') < (b.prefix ?? '') ? -1 : 1;
  const { bits, bytesSort } = a.format;
  if (!bytesSort || words[0] !== words[slotWords]) return native.compare();
  // Bits after the last one of an id are zero.
  for (let i = 1; i < bits / 32 + 1; i++) {
    const x = words[i];
    const y = words[slotWords + i];
    if (x !== y) return orderOfWords(x, y);
  }
  return 0;
}

/** Rejects new properties of inheriting objects. `preventExtensions` makes ids 25 % slower. */
const IMMUTABLE = new Proxy(
  {},
  {
    set(_, name) {
      throw typeError(`an id is immutable: ${String(name)} cannot be set`);
    },
  },
);

/** Makes assigning to an inherited method throw. */
function protect(prototype) {
  for (const key of Reflect.ownKeys(prototype)) {
    const { writable } = Object.getOwnPropertyDescriptor(prototype, key);
    if (writable) Object.defineProperty(prototype, key, { writable: false });
  }
}

Object.setPrototypeOf(Id.prototype, IMMUTABLE);
protect(Id.prototype);

/** Adds the members of `Id` to a class. */
function inherit(of) {
  Object.setPrototypeOf(of.prototype, Id.prototype);
  protect(of.prototype);
}

module.exports = {
  Id,
  LOAD,
  OURS,
  READ_TIME,
  checkUuid,
  compare,
  constructorError,
  correctionsOf,
  formIndex,
  inherit,
  isId,
  loadId,
  loadIdOf,
  orderIndex,
  typeOf,
};
