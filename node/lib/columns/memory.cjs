// Columns in memory: integers, rows of one width, rows with offsets, or Arrow views with buffers.
'use strict';

const { rangeError, typeError } = require('../error.cjs');
const { isBigInt64Array, isBigUint64Array, isInt32Array, isUint8Array } = require('../kinds.cjs');
const { unshared, viewOf } = require('../memory.cjs');

/** The size of an Arrow view in bytes. */
const VIEW = 16;

/** The largest width of a row. */
const MAX_WIDTH = 2 ** 32 - 1;

const isInts = (value) => isBigUint64Array(value) || isBigInt64Array(value);
const isOffsets = (value) => isInt32Array(value) || isBigInt64Array(value);

/** Checks the type of a view, and that it is not detached; copies shared memory. */
function checked(value, name, is, kinds) {
  if (!is(value)) throw typeError(`${name} must be ${kinds}`);
  return unshared(viewOf(value));
}

const checkedBytes = (value, name) => checked(value, name, isUint8Array, 'a Uint8Array');

/** Checks the type and range of a count. */
function counted(value, name, least, most) {
  if (typeof value !== 'number') throw typeError(`${name} must be a number`);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw rangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`);
  }
  return value;
}

/** The only one of these properties that is given, if any. */
function oneOf(given, names) {
  const found = names.filter((name) => given[name] !== undefined);
  if (found.length > 1) throw typeError(`${found.join(' and ')} cannot be combined`);
  return found[0];
}

/** The layouts of rows in memory: the number of rows, and the memory of some of them. */
const SHAPES = {
  ints: (ints) => ({
    rows: ints.length,
    part: (first, end) => [ints.subarray(first, end), undefined],
  }),
  width: (data, width) => ({
    rows: Math.floor(data.length / width),
    part: (first, end, isLast) => [data.subarray(first * width, isLast ? undefined : end * width), width],
  }),
  offsets: (data, offsets) => ({
    rows: Math.max(offsets.length - 1, 0),
    part: (first, end) => [data, offsets.subarray(first, end + 1)],
  }),
  buffers: (views, buffers) => ({
    rows: Math.floor(views.length / VIEW),
    part: (first, end, isLast) => [views.subarray(first * VIEW, isLast ? undefined : end * VIEW), buffers],
  }),
};

class Memory {
  #isText;
  #shape;
  #bitmap;
  #bit;
  #firstRow;
  #views;
  #lengths;

  /** `firstRow` is the number of the first row in the whole column, of which this may be a part. */
  constructor({ isText, shape, bitmap, bit, firstRow = 0, views }) {
    this.#isText = isText;
    this.#shape = shape;
    this.#bitmap = bitmap;
    this.#bit = bit;
    this.#firstRow = firstRow;
    this.#views = bitmap === undefined ? views : [...views, bitmap];
    this.#lengths = this.#views.map(({ length }) => length);
  }

  get rows() {
    return this.#shape.rows;
  }

  get mayHaveNulls() {
    return this.#bitmap !== undefined;
  }

  /** A block of rows for the native part, which rejects memory after the last row. */
  block(first, count) {
    if (this.#views.some(({ length }, i) => length !== this.#lengths[i])) {
      throw typeError('the column was resized or detached while it was read');
    }
    const end = first + count;
    const [data, shape] = this.#shape.part(first, end, end === this.rows);
    const bit = this.#bitmap === undefined ? undefined : this.#bit + first;
    return { cells: [this.#isText, data, shape, this.#bitmap, bit, this.#firstRow + first], invalid: [] };
  }
}

function intsIn(given, common) {
  const other = oneOf(given, ['width', 'offsets', 'buffers']);
  if (other !== undefined) throw typeError(`ints and ${other} cannot be combined`);
  const ints = checked(given.ints, 'ints', isInts, 'a BigUint64Array or BigInt64Array');
  return new Memory({ isText: false, shape: SHAPES.ints(ints), views: [ints], ...common });
}

function rowsIn(given, content, defaultWidth, common) {
  const isText = content === 'texts';
  const data = checkedBytes(given[content], content);
  const layout = oneOf(given, ['width', 'offsets', 'buffers']) ?? 'width';
  const views = [data];
  let detail;
  if (layout === 'width') {
    detail = counted(given.width ?? defaultWidth, 'width', 1, MAX_WIDTH);
  } else if (layout === 'offsets') {
    detail = checked(given.offsets, 'offsets', isOffsets, 'an Int32Array or BigInt64Array');
    views.push(detail);
  } else {
    if (!Array.isArray(given.buffers)) throw typeError('buffers must be an array of Uint8Arrays');
    detail = Array.from(given.buffers, (buffer, i) => checkedBytes(buffer, `buffers[${i}]`));
    views.push(...detail);
  }
  return new Memory({ isText, shape: SHAPES[layout](data, detail), views, ...common });
}

/** Creates a column from an argument; undefined for another type. */
function memoryOf(column, format, firstRow) {
  if (isInts(column)) return memoryOf({ ints: column }, format, firstRow);
  if (isUint8Array(column)) return memoryOf({ bytes: column }, format, firstRow);
  if (typeof column !== 'object' || column === null) return undefined;
  // Reads each property once, as it may be a getter.
  const { ints, bytes, texts, width, offsets, buffers, validity, validityOffset = 0 } = column;
  const given = { ints, bytes, texts, width, offsets, buffers };
  const content = oneOf(given, ['ints', 'bytes', 'texts']);
  if (content === undefined) return undefined;
  const common = { firstRow, bit: counted(validityOffset, 'validityOffset', 0, Number.MAX_SAFE_INTEGER) };
  // Answers without nulls have `validity: null`.
  if (validity !== undefined && validity !== null) common.bitmap = checkedBytes(validity, 'validity');
  if (content === 'ints') return intsIn(given, common);
  return rowsIn(given, content, content === 'texts' ? format.textLength : format.byteLength, common);
}

module.exports = { memoryOf };
