// Times by an epoch of the caller's. To hand options to the native part takes most of a microsecond: an epoch only moves all times of a
// format, so how far is kept.
'use strict';

const native = require('./load.cjs');
const { getTime, setTime } = require('./registers.cjs');

const NS_PER_SECOND = 1_000_000_000;
const NS_PER_MS = 1_000_000;
const MS_PER_SECOND = 1000;

/** For each format the last epoch, and how much later times are than by the format's own. */
const shifts = new Map();

/** Whether options are an epoch and nothing else. */
function isEpoch(options) {
  for (const key in options) if (key !== 'epoch' && key !== 'epochUnixMs') return false;
  return true;
}

/** The shift that is known for options. */
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

/** Moves the time in the first register. */
function shift({ seconds, nanos }) {
  const time = getTime();
  const sum = time.nanos + nanos;
  const carry = sum >= NS_PER_SECOND;
  setTime(0, time.seconds + seconds + (carry ? 1n : 0n), carry ? sum - NS_PER_SECOND : sum);
}

/** A shift in milliseconds, if it is a whole number of them that a number holds. */
function wholeMs(seconds, nanos) {
  const ms = Number(seconds) * MS_PER_SECOND + nanos / NS_PER_MS;
  return nanos % NS_PER_MS === 0 && Number.isSafeInteger(ms) ? ms : undefined;
}

/** Keeps the shift of options by which the time of the id in the first slot is the one in the first register. */
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
