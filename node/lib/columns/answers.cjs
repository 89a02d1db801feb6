// What is answered for the rows of a column: memory of a type, and what becomes of it in an array.
'use strict';

const native = require('../load.cjs');
const { appendTo } = require('../turns.cjs');

/** The low and the high word of an integer of 64 bits, as the machine orders them. */
const [LOW, HIGH] = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** Whether the bit of a row is set. */
const has = (bitmap, row) => ((bitmap[row >> 3] >> (row & 7)) & 1) === 1;

/** Memory with this number of elements a row, and the conversion of its values to a list; it reports values that JavaScript lacks. */
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

  /** Puts the first values of the memory into a list, null for missing and invalid ones: the latter are refused. */
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

/** Integers of 64 bits. */
const ints = (isSigned) =>
  new Answers(Ints(isSigned), 1, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(memory[row]);
  });

/** The same, in an array as numbers; one that is not exact is none. To read words is quicker than to make bigints. */
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

/** Ids one after another, in an array each by itself. */
const bytes = (width) =>
  new Answers(Uint8Array, width, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(memory.slice(row * width, (row + 1) * width));
  });

/** Texts filled up with zero bytes, in an array strings. */
const texts = (width) =>
  new Answers(Uint8Array, width, (list, memory, count) =>
    native.giveTexts(appendTo(list), memory.subarray(0, count * width), width),
  );

/** A bit each, in an array booleans. */
const bits = () =>
  new Answers(Uint8Array, 1 / 8, (list, memory, count) => {
    for (let row = 0; row < count; row++) list.push(has(memory, row));
  });

module.exports = { bits, bytes, has, ints, numbers, texts };
