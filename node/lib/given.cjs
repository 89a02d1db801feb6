// Converts arguments (text, bytes, integers, fields, times) to an id in the first slot.
'use strict';

const native = require('./load.cjs');
const { checkUuid, correctionsOf, formIndex, orderIndex } = require('./id.cjs');
const { bytesOfUuid } = require('./driver.cjs');
const { rangeError, typeError } = require('./error.cjs');
const { unshared } = require('./memory.cjs');
const { isOption, packed, toNative } = require('./options.cjs');
const { isInstant, putTime } = require('./time.cjs');

/** An integer from a bigint, or from a number that is exact. */
function integer(value, name) {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number') throw typeError(`${name} must be a bigint or a safe integer`);
  const exact = toNative(value);
  if (exact === null) throw rangeError(`${name} must be a bigint or a safe integer, not ${value}`);
  return exact;
}

/** The value of a field: an integer, or its decimal digits, as in JSON. */
function fieldValue(value, name) {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : integer(value, name);
}

function fromBytes(bytes, { code }) {
  native.fromBytes(unshared(bytes), code);
}

function fromBytesIn(bytes, { code }, order) {
  native.fromBytesIn(unshared(bytes), code, orderIndex(order));
}

function parseForm(text, { code }, form) {
  native.parseForm(text, code, formIndex(form));
}

function parseLenient(text, { code }) {
  return correctionsOf(native.parseLenient(text, code));
}

/** Reads the UUID with the bits of an id of a 128-bit format. */
function fromUuid(uuid, format) {
  const data = bytesOfUuid(uuid);
  checkUuid(format);
  fromBytes(data, format);
}

function fromBigInt(int, { code }) {
  if (typeof int !== 'bigint') throw typeError('the integer of an id must be a bigint');
  native.fromInt(int, code);
}

function fromFields(fields, { code }) {
  if (typeof fields !== 'object' || fields === null) throw typeError('fields must be an object');
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  const values = given.map(([name, value]) => fieldValue(value, name));
  native.fromFields(names, values, code);
}

/** Writes the smallest id of an instant to the first slot, the largest to the second. */
function at(time, format, options) {
  const [names, values] = packed(options, true);
  putTime(0, time, 'time');
  native.at(format.code, names, values);
}

/** Writes a new id at an instant to the first slot. */
function newAt(time, { code }) {
  putTime(0, time, 'time');
  native.newAt(code);
}

/** Writes the bounds of an interval to both slots. */
function range(from, to, format, options) {
  const [names, values] = packed(options, true);
  native.range(format.code, names, values, interval(from, to));
}

/** The smallest argument that may be a time. A smaller one may be the index of a callback. */
const LEAST_TIME = 1e8;

/** Options of the package `uuid`. */
const FOREIGN = ['msecs', 'nsecs', 'clockseq', 'seq', 'random', 'rng'];

/** Describes an argument that would have no effect; undefined for the arguments of a callback. */
function expected(first, second) {
  const isObject = typeof first === 'object' && first !== null;
  if (isObject && isInstant(first)) return 'time';
  // Called by `map` or `Array.from`.
  if (typeof second === 'number') return undefined;
  if (typeof first === 'bigint' || (typeof first === 'number' && Math.abs(first) >= LEAST_TIME)) return `time ${first}`;
  // Mongoose passes a document, and servers a request.
  if (!isObject || Object.getPrototypeOf(first) !== Object.prototype) return undefined;
  const option = Object.keys(first).find((key) => isOption(key) || FOREIGN.includes(key));
  return option && `option ${option}`;
}

/** Throws for arguments that a call for a new id would ignore. */
function refuseArguments(format, first, second) {
  const argument = expected(first, second);
  if (argument === undefined) return;
  const forTime = format.resolutionNs === null ? '' : ` call at(time) of the class or`;
  throw typeError(`unexpected ${argument} for a new ${format}:${forTime} new Generator('${format}', options)`);
}

/** Writes the given ends of an interval into the registers. Returns the sum of 1 (from), 2 (to). */
function interval(from, to) {
  let given = 0;
  if (from !== null && from !== undefined) {
    putTime(0, from, 'from');
    given |= 1;
  }
  if (to !== null && to !== undefined) {
    putTime(1, to, 'to');
    given |= 2;
  }
  return given;
}

/** Writes the bounds of a prefix to both slots. */
function prefixRange(prefix, { code }) {
  native.prefixRange(prefix, code);
}

module.exports = {
  at,
  fromBigInt,
  fromBytes,
  fromBytesIn,
  fromFields,
  fromUuid,
  integer,
  interval,
  newAt,
  parseForm,
  parseLenient,
  prefixRange,
  range,
  refuseArguments,
};
