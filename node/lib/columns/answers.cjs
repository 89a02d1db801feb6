// The answers for the rows of a column: typed memory, and its conversion to an array.
'use strict';

const native = require('../load.cjs');
const { appendTo } = require('../turns.cjs');

/** The indexes of the low and the high word of a 64-bit integer, by the machine's byte order. */
const [LOW, HIGH] = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? [0, 1] : [1, 0];

const has = (bitmap, row) => ((bitmap[row >> 3] >> (row & 7)) & 1) === 1;

/** Memory with `perRow` elements a row; `push` appends them to a list, undefined if inexact. */
class Answers {
  #Type;
  #perRow;
  #push;

  constructor(Type, perRow, push) {
    this.#Type = Type;
    this.#perRow = perRow;
    this.#push = push;
  }

  memory(rows) {
    return new this.#Type(Math.ceil(rows * this.#perRow));
  }

  /** The memory of some rows. */
  part(memory, first, count) {
    return memory.subarray(first * this.#perRow, Math.ceil((first + count) * this.#perRow));
  }

  /** Appends values to a list, null for missing and inexact ones; calls `refuse` for the latter. */
  append(list, memory, valid, count, nulls, refuse) {
    const at = list.length;
    const hasNone = this.#push(list, memory, count) === true;
    if (nulls === 0 && !hasNone) return;
    for (let row = 0; row < count; row++) {
      const isThere = has(valid, row);
      if (isThere && list[at + row] !== undefined) continue;
      list[at + row] = null;
      if (isThere) refuse(row);
    }
  }
}

const Ints = (isSigned) => (isSigned ? BigInt64Array : BigUint64Array);

const ints = (isSigned) =>
  new Answers(Ints(isSigned), 1, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(memory[row]);
  });

/** Integers of 64 bits; in an array, numbers. Reading words is faster than creating bigints. */
const numbers = () =>
  new Answers(BigInt64Array, 1, (list, memory, count) => {
    const words = new Int32Array(memory.buffer, memory.byteOffset);
    let hasNone = false;
    for (let row = 0; row < count; row++) {
      const number = words[2 * row + HIGH] * 2 ** 32 + (words[2 * row + LOW] >>> 0);
      const isExact = Number.isSafeInteger(number);
      hasNone ||= !isExact;
      list.push(isExact ? number : undefined);
    }
    return hasNone;
  });

/** The bytes of ids, one after another; in an array, a Uint8Array each. */
const bytes = (width) =>
  new Answers(Uint8Array, width, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(memory.slice(row * width, (row + 1) * width));
  });

/** Texts padded with zero bytes; in an array, strings. */
const texts = (width) =>
  new Answers(Uint8Array, width, (list, memory, count) =>
    native.passTexts(appendTo(list), memory.subarray(0, count * width), width),
  );

/** A bitmap; in an array, booleans. */
const bits = () =>
  new Answers(Uint8Array, 1 / 8, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(has(memory, row));
  });

module.exports = { bits, bytes, has, ints, numbers, texts };
