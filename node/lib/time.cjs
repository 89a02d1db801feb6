// Instants: what a caller may give, and what is given back.
'use strict';

const { rangeError, refusal, typeError } = require('./error.cjs');
const { isDate } = require('./kinds.cjs');
const { getTime, setTime } = require('./registers.cjs');

const NS_PER_SECOND = 1_000_000_000n;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;
/** March 1973. A smaller number of milliseconds is one of seconds: as such it reaches the year 5138. */
const LEAST_MS = 1e11;
/** Either way from 1970 (ECMA-262, "Time Values and Time Range"). */
const MAX_DATE_MS = 8.64e15;

function floorDivide(ns) {
  const rest = ((ns % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  return { seconds: (ns - rest) / NS_PER_SECOND, nanos: Number(rest) };
}

function fromMs(ms) {
  const seconds = Math.floor(ms / MS_PER_SECOND);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * MS_PER_SECOND) * NS_PER_MS };
}

function fromDate(date, name) {
  const ms = Date.prototype.getTime.call(date);
  if (Number.isNaN(ms)) throw rangeError(`${name} is an invalid Date`);
  return fromMs(ms);
}

/** As `Date.now()` returns it. A double does not hold the digits of nanoseconds. */
function fromNumber(ms, name) {
  if (ms !== 0 && Math.abs(ms) < LEAST_MS) {
    throw rangeError(`${name}, ${ms}, looks like seconds: multiply by 1000 or pass a Date`);
  }
  if (Number.isSafeInteger(ms)) return fromMs(ms);
  throw rangeError(
    `${name}, a number, must be whole milliseconds since 1970, not ${ms}: give a bigint of nanoseconds for what is finer`,
  );
}

function instant(value, name) {
  switch (typeof value) {
    case 'bigint':
      return floorDivide(value);
    case 'number':
      return fromNumber(value, name);
    case 'string':
      throw typeError(`${name} must not be a text, which may leave its zone unsaid: give new Date(text)`);
    default:
      if (isDate(value)) return fromDate(value, name);
      if (typeof value?.seconds === 'bigint' && typeof value.nanos === 'number') return value;
      // Temporal.Instant and Temporal.ZonedDateTime, whoever made them.
      if (typeof value?.epochNanoseconds === 'bigint') return floorDivide(value.epochNanoseconds);
      throw typeError(
        `${name} must be a Date, a number of milliseconds or a bigint of nanoseconds since 1970, a Temporal.Instant, ` +
          'or {seconds: bigint, nanos: number}',
      );
  }
}

/** Whether an object is an instant, and nothing else. */
const isInstant = (value) =>
  isDate(value) || typeof value.epochNanoseconds === 'bigint' || typeof value.seconds === 'bigint';

/** Puts an instant that a caller gave into a register. */
function putTime(register, value, name) {
  const { seconds, nanos } = instant(value, name);
  if (!Number.isInteger(nanos) || nanos < 0 || BigInt(nanos) >= NS_PER_SECOND) {
    throw rangeError(`${name}.nanos must be an integer from 0 to 999999999`);
  }
  if (BigInt.asIntN(64, seconds) !== seconds)
    throw refusal('timestamp_out_of_range', `${name} must be within 2^63 seconds of 1970`);
  setTime(register, seconds, nanos);
}

/** The instant in the first register as nanoseconds since 1970. */
function unixNs() {
  const { seconds, nanos } = getTime();
  return seconds * NS_PER_SECOND + BigInt(nanos);
}

/** Milliseconds since 1970 of at most `max` either way. */
function msUpTo(max, ms) {
  if (Math.abs(ms) > max)
    throw refusal('timestamp_out_of_range', `the time is beyond ${max} ms from 1970: call unixNs`);
  return ms;
}

const unixMs = (ms) => msUpTo(Number.MAX_SAFE_INTEGER, ms);
const toDate = (ms) => new Date(msUpTo(MAX_DATE_MS, ms));

module.exports = { date: toDate, isInstant, putTime, timestamp: getTime, unixMs, unixNs };
