// Times relative to a custom epoch. Passing options to the native part takes most of a microsecond;
// as an epoch shifts all times of a format by the same duration, that is cached.
'use strict';

const native = require('./load.cjs');
const { getTime, setTime } = require('./registers.cjs');

const NS_PER_SECOND = 1_000_000_000;
const NS_PER_MS = 1_000_000;
const MS_PER_SECOND = 1000;

/** The last epoch of each format, with its distance from the format's own. */
const shifts = new Map();

/** Whether options are an epoch and nothing else. */
function isEpoch(options) {
  for (const key in options) if (key !== 'epoch' && key !== 'epochUnixMs') return false;
  return true;
}

/** The cached shift for options. */
function shiftFor(format, options) {
  const last = shifts.get(format);
  const isSame =
    last !== undefined &&
    typeof options === 'object' &&
    options !== null &&
    isEpoch(options) &&
    options.epoch === last.epoch &&
    options.epochUnixMs === last.epochUnixMs;
  return isSame ? last : undefined;
}

/** Adds a shift to the time in the first register. */
function shift({ seconds, nanos }) {
  const time = getTime();
  const sum = time.nanos + nanos;
  const carry = sum >= NS_PER_SECOND;
  setTime(0, time.seconds + seconds + (carry ? 1n : 0n), carry ? sum - NS_PER_SECOND : sum);
}

/** A shift in milliseconds, if that is a safe integer. */
function wholeMs(seconds, nanos) {
  const ms = Number(seconds) * MS_PER_SECOND + nanos / NS_PER_MS;
  return nanos % NS_PER_MS === 0 && Number.isSafeInteger(ms) ? ms : undefined;
}

/** Caches the shift of options from an id in the first slot, and its time in the first register. */
function keepShift(format, options) {
  if (format.resolutionNs === null || !isEpoch(options)) return;
  const { epoch, epochUnixMs } = options;
  const by = getTime();
  native.timestamp();
  const own = getTime();
  setTime(0, by.seconds, by.nanos);
  const borrow = by.nanos < own.nanos;
  const nanos = by.nanos - own.nanos + (borrow ? NS_PER_SECOND : 0);
  const seconds = by.seconds - own.seconds - (borrow ? 1n : 0n);
  shifts.set(format, { epoch, epochUnixMs, seconds, nanos, ms: wholeMs(seconds, nanos) });
}

module.exports = { keepShift, shift, shiftFor };
