// Instants: conversion from the types that callers pass, and to those that methods return.
'use strict';

const { rangeError, refusal, typeError } = require('./error.cjs');
const { isDate } = require('./kinds.cjs');
const { getTime, setTime } = require('./registers.cjs');

const NS_PER_SECOND = 1_000_000_000n;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;
/** The year 1973 in milliseconds, 5138 in seconds. Smaller numbers are assumed to be seconds. */
const LEAST_MS = 1e11;
/** The range of a Date around 1970 (ECMA-262, "Time Values and Time Range"). */
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

/** Converts milliseconds, as of `Date.now()`. A double is too inexact for nanoseconds. */
function fromNumber(ms, name) {
  if (ms !== 0 && Math.abs(ms) < LEAST_MS) {
    throw rangeError(`${name}, ${ms}, looks like seconds: multiply by 1000 or pass a Date`);
  }
  if (Number.isSafeInteger(ms)) return fromMs(ms);
  throw rangeError(
    `${name} must be whole milliseconds since 1970, not ${ms}: pass a bigint of nanoseconds for a finer time`,
  );
}

function instant(value, name) {
  switch (typeof value) {
    case 'bigint':
      return floorDivide(value);
    case 'number':
      return fromNumber(value, name);
    case 'string':
      throw typeError(`${name} must not be a string, which may lack a time zone: pass new Date(text)`);
    default:
      if (isDate(value)) return fromDate(value, name);
      if (typeof value?.seconds === 'bigint' && typeof value.nanos === 'number') return value;
      // Temporal.Instant and Temporal.ZonedDateTime, also of a polyfill.
      if (typeof value?.epochNanoseconds === 'bigint') return floorDivide(value.epochNanoseconds);
      throw typeError(
        `${name} must be a Date, a number of milliseconds or a bigint of nanoseconds since 1970, a Temporal.Instant ` +
          'or ZonedDateTime, or {seconds: bigint, nanos: number}',
      );
  }
}

const isInstant = (value) =>
  isDate(value) || typeof value.epochNanoseconds === 'bigint' || typeof value.seconds === 'bigint';

/** Writes a caller's instant into a register. */
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

/** Throws if milliseconds since 1970 exceed `max`, in either direction. */
function msUpTo(max, ms) {
  if (Math.abs(ms) > max)
    throw refusal('timestamp_out_of_range', `the time is beyond ${max} ms from 1970: call unixNs`);
  return ms;
}

const unixMs = (ms) => msUpTo(Number.MAX_SAFE_INTEGER, ms);
const toDate = (ms) => new Date(msUpTo(MAX_DATE_MS, ms));

module.exports = { date: toDate, isInstant, putTime, timestamp: getTime, unixMs, unixNs };
