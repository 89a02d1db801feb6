// What a caller gives for an id: text, bytes, integers, fields, times. Each comes out as an id in the first slot.
'use strict';

const native = require('./load.cjs');
const { rangeError, typeError } = require('./error.cjs');
const { unshared } = require('./memory.cjs');
const { crossing, packed, withOptions } = require('./options.cjs');
const { putTime, unixNs } = require('./time.cjs');

/** A time of 2026: every format has ids of it. */
const EXAMPLE_NS = 1_767_225_600_000_000_000n;
/** A power of two. All steps together, from here down to 1, are fewer nanoseconds than 64 bits of seconds. */
const LARGEST_STEP_NS = 2n ** 91n;
const MOST_KNOWN = 200;

/** An integer; a number where it is exact. */
function integer(value, name) {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number') throw typeError(`${name} must be a bigint or a safe integer`);
  const exact = crossing(value);
  if (exact === null) throw rangeError(`${name} must be a bigint or a safe integer, not ${value}`);
  return exact;
}

/** The value of a field: an integer, also as the decimal digits that JSON has. */
function fieldValue(value, name) {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : integer(value, name);
}

function fromBytes(bytes, { code }) {
  native.fromBytes(unshared(bytes), code);
}

function fromBigInt(int, { code }) {
  if (typeof int !== 'bigint') throw typeError('an id as an integer is a bigint');
  native.fromInt(int, code);
}

function fromFields(fields, { code }) {
  if (typeof fields !== 'object' || fields === null) throw typeError('fields must be an object');
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  const values = given.map(([name, value]) => fieldValue(value, name));
  native.fromFields(names, values, code);
}

/** The bounds of an instant: the smallest id to the first slot, the largest to the second. */
function at(time, format, options) {
  const [names, values] = packed(options);
  putTime(0, time, 'time');
  withOptions(options, format, () => native.at(format.code, names, values));
}

/** A new id at an instant, to the first slot. */
function newAt(time, { code }) {
  putTime(0, time, 'time');
  native.newAt(code);
}

/** The bounds of an interval, to both slots. */
function range(from, to, format, options) {
  const [names, values] = packed(options);
  interval(from, to, edgesOf(`${format} ${names} ${values}`), () =>
    withOptions(options, format, () => native.range(format.code, names, values)),
  );
}

/** The edges of formats with options. */
const known = new Map();

function edgesOf(key) {
  let edges = known.get(key);
  if (edges === undefined) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(key, (edges = {}));
  }
  return edges;
}

/**
 * Calls `bound` with an interval in the registers. An end that is null or undefined is the first or last time that `bound` accepts:
 * `edges` keeps both.
 */
function interval(from, to, edges, bound) {
  const between = (begin, end) => {
    putTime(0, begin, 'from');
    putTime(1, end, 'to');
    bound();
  };
  if (!isOpen(from) && !isOpen(to)) {
    between(from, to);
    return;
  }
  // An end that is given must have ids beside it.
  const begin = isOpen(from) ? undefined : nsOf(from, 'from');
  if (begin !== undefined) between(begin, begin + 1n);
  const end = isOpen(to) ? undefined : nsOf(to, 'to');
  if (end !== undefined) between(end - 1n, end);
  between(begin ?? (edges.first ??= edge(-1n, between)), end ?? (edges.last ??= edge(1n, between)));
}

const isOpen = (time) => time === null || time === undefined;

function nsOf(time, name) {
  putTime(0, time, name);
  return unixNs();
}

/** The first time (-1) or the end of the last time (1) that `between` accepts, in nanoseconds since 1970. */
function edge(direction, between) {
  const accepts = (ns) => {
    try {
      between(ns, ns + 1n);
      return true;
    } catch (error) {
      if (error.code !== 'timestamp_out_of_range') throw error;
      return false;
    }
  };
  let inside = EXAMPLE_NS;
  for (let step = LARGEST_STEP_NS; step > 0n; step /= 2n) {
    if (accepts(inside + direction * step)) inside += direction * step;
  }
  return direction > 0n ? inside + 1n : inside;
}

/** The bounds of a prefix, to both slots. */
function prefixRange(prefix, { code }) {
  native.prefixRange(prefix, code);
}

module.exports = { at, fromBigInt, fromBytes, fromFields, integer, interval, newAt, prefixRange, range };
