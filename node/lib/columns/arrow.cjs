// Columns of apache-arrow: vectors in, vectors out, chunk by chunk.
'use strict';

const { rangeError, refusal, typeError } = require('../error.cjs');
const { has } = require('./answers.cjs');
const { gathered } = require('./dictionary.cjs');
const { functionsOf } = require('./functions.cjs');
const { memoryOf } = require('./memory.cjs');
const { countAll, read } = require('./read.cjs');

const TIMESTAMPS = {
  s: 'TimestampSecond',
  ms: 'TimestampMillisecond',
  us: 'TimestampMicrosecond',
  ns: 'TimestampNanosecond',
};

/** The largest 32-bit offset. */
const MAX_OFFSET = 2 ** 31 - 1;

/** Removes the padding between texts, and computes their offsets. */
function closedUp(values, validity, rows, width) {
  const offsets = new Int32Array(rows + 1);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    const from = row * width;
    let to = from;
    if (validity === null || has(validity, row)) {
      to += width;
      while (to > from && values[to - 1] === 0) to--;
    }
    if (end !== from) values.copyWithin(end, from, to);
    end += to - from;
    offsets[row + 1] = end;
  }
  return { data: values.subarray(0, end), valueOffsets: offsets };
}

/** The functions for a program's own module `arrow`, whose classes their vectors have. */
function arrowFunctions(arrow) {
  const { DataType, Vector, makeData } = arrow;

  /** The memory of a chunk, cut to its rows. */
  function memoryIn(chunk) {
    const { type, length, values } = chunk;
    const offsets = (Type) => (length === 0 ? new Type(1) : chunk.valueOffsets.subarray(0, length + 1));
    if (DataType.isUtf8(type)) return { texts: values ?? new Uint8Array(0), offsets: offsets(Int32Array) };
    if (DataType.isLargeUtf8(type)) return { texts: values ?? new Uint8Array(0), offsets: offsets(BigInt64Array) };
    if (DataType.isBinary(type)) return { bytes: values ?? new Uint8Array(0), offsets: offsets(Int32Array) };
    if (DataType.isLargeBinary(type)) return { bytes: values ?? new Uint8Array(0), offsets: offsets(BigInt64Array) };
    const { stride, variadicBuffers } = chunk;
    if (DataType.isFixedSizeBinary(type)) return { bytes: values.subarray(0, length * stride), width: stride };
    const views = () => values.subarray(0, length * 16);
    if (DataType.isUtf8View?.(type)) return { texts: views(), buffers: variadicBuffers };
    if (DataType.isBinaryView?.(type)) return { bytes: views(), buffers: variadicBuffers };
    if (DataType.isInt(type) && type.bitWidth === 64) return { ints: values.subarray(0, length) };
    throw typeError(`a column of ${type} cannot contain ids`);
  }

  const validityOf = ({ nullBitmap, nullCount, offset }) =>
    nullCount > 0 ? { validity: nullBitmap, validityOffset: offset } : {};

  /** The Arrow type of a question's answers. */
  function typeOf({ operation, argument, format, kind }) {
    switch (operation) {
      case 'times':
        return new arrow[TIMESTAMPS[argument]]('UTC');
      case 'texts':
        return new arrow.Utf8();
      case 'between':
        return new arrow.Bool();
      default:
        break;
    }
    const memory = kind.memory(0);
    if (memory instanceof BigInt64Array) return new arrow.Int64();
    if (memory instanceof BigUint64Array) return new arrow.Uint64();
    return new arrow.FixedSizeBinary(format.byteLength);
  }

  function dataOf({ operation, format }, type, length, { values, validity, nullCount }) {
    const common = { type, length, nullCount, nullBitmap: validity };
    if (operation !== 'texts') return makeData({ ...common, data: values });
    if (values.length > MAX_OFFSET) throw rangeError('the chunk is too long for offsets of 32 bits: slice it');
    return makeData({ ...common, ...closedUp(values, validity, length, format.textLength) });
  }

  function* steps(question, vector, step) {
    if (question.as !== undefined) throw refusal('invalid_option', 'the option as has no effect on vectors', 'as');
    if (!(vector instanceof Vector)) throw typeError('a column must be a Vector of apache-arrow');
    const type = typeOf(question);
    const [chunks, invalid] = [[], {}];
    let first = 0;
    for (const chunk of vector.data) {
      if (first > 0) yield;
      const cells = DataType.isDictionary(chunk.type)
        ? gathered(chunk, first, memoryIn)
        : { ...memoryIn(chunk), ...validityOf(chunk) };
      const { answer } = yield* read({ ...question, asList: false }, memoryOf(cells, question.format, first), step);
      countAll(invalid, answer.invalid);
      chunks.push(dataOf(question, type, chunk.length, answer));
      first += chunk.length;
    }
    countAll(question.counts, invalid);
    return new Vector(chunks);
  }

  return functionsOf(steps);
}

module.exports = { arrowFunctions };
