// The memory that passes ids and times to the native part and back: see src/registers.rs.
'use strict';

const native = require('./load.cjs');
const { fromNative } = require('./options.cjs');

const { memory, slotWords, timesAt } = native.start(fromNative);

const TIME_BYTES = 16;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;
const times = [0, 1].map((register) => new DataView(memory, timesAt + register * TIME_BYTES, TIME_BYTES));
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** The slots: the code of the format, then the id's bytes. */
const words = new Int32Array(memory, 0, Math.floor(timesAt / Int32Array.BYTES_PER_ELEMENT));

/** The slots as bytes. */
const bytes = new Uint8Array(memory, 0, timesAt);

/** The offset of the id's bytes in the first slot. */
const BYTES_AT = Int32Array.BYTES_PER_ELEMENT;

/** Compares two different words by the first byte in memory that differs. */
function orderOfWords(x, y) {
  const differing = x ^ y;
  const bit = littleEndian ? 31 - Math.clz32(differing & -differing) : 31 - Math.clz32(differing);
  const shift = bit & ~7;
  return ((x >>> shift) & 0xff) < ((y >>> shift) & 0xff) ? -1 : 1;
}

/** Writes an instant into a register; the seconds fit into 64 bits. */
function setTime(register, seconds, nanos) {
  times[register].setBigInt64(0, seconds, littleEndian);
  times[register].setUint32(8, nanos, littleEndian);
}

/** Reads the instant in the first register. */
function getTime() {
  return { seconds: times[0].getBigInt64(0, littleEndian), nanos: times[0].getUint32(8, littleEndian) };
}

/** Reads the instant as floored milliseconds, without bigints. Inexact beyond safe integers. */
function getMs() {
  const [high, low] = littleEndian ? [4, 0] : [0, 4];
  const seconds = times[0].getInt32(high, littleEndian) * 2 ** 32 + times[0].getUint32(low, littleEndian);
  return seconds * MS_PER_SECOND + Math.floor(times[0].getUint32(8, littleEndian) / NS_PER_MS);
}

module.exports = { BYTES_AT, bytes, getMs, getTime, orderOfWords, setTime, slotWords, words };
