// Columns that are arrays of texts, bytes, bigints or ids: rows are copied into memory in blocks.
'use strict';

const { Id, loadId } = require('../id.cjs');
const { refusal, typeError } = require('../error.cjs');
const { isUint8Array } = require('../kinds.cjs');
const { unshared, viewOf } = require('../memory.cjs');
const { TextEncoder } = require('../node.cjs');
const { BYTES_AT, bytes: registers } = require('../registers.cjs');

const encoder = new TextEncoder();

const BITS = 64;

/** The types of elements, by their names in messages. */
const KINDS = {
  strings: (item) => typeof item === 'string',
  bigints: (item) => typeof item === 'bigint',
  Uint8Arrays: isUint8Array,
  ids: (item) => item instanceof Id,
};

/** Packs texts by encoding them as one joined text, into `buffer` if it is long enough. */
function packedTexts(texts, offsets, buffer) {
  const text = texts.join('');
  const data = buffer.length < text.length ? new Uint8Array(text.length) : buffer.subarray(0, text.length);
  const { read, written } = encoder.encodeInto(text, data);
  if (read === written && read === text.length) {
    let end = 0;
    for (let i = 0; i < texts.length; i++) offsets[i + 1] = end += texts[i].length;
    return [true, data, offsets];
  }
  // With other characters than ASCII, the lengths of texts are not those in bytes.
  const encoded = texts.map((item) => encoder.encode(item));
  return [true, packedBytes(encoded, offsets)[1], offsets];
}

function packedBytes(rows, offsets) {
  let end = 0;
  for (let i = 0; i < rows.length; i++) offsets[i + 1] = end += rows[i].length;
  const data = new Uint8Array(end);
  for (let i = 0; i < rows.length; i++) data.set(rows[i], offsets[i]);
  return [false, data, offsets];
}

/** Whether a bigint is in the format's range of integers. */
const fits = (int, isSigned) => (isSigned ? BigInt.asIntN(BITS, int) : BigInt.asUintN(BITS, int)) === int;

const outside = (format, int) => `no id of ${format} has the integer ${int}`;

/** Packs 64-bit integers unchanged, 128-bit ones as bytes; `refuse`s those out of range. */
function packedInts(ints, format, refuse) {
  const { bits, byteLength, isSigned } = format;
  if (bits === BITS) {
    const data = new BigUint64Array(ints.length);
    for (let i = 0; i < ints.length; i++) {
      if (fits(ints[i], isSigned)) data[i] = ints[i];
      else refuse(i, 'out_of_range', outside(format, ints[i]));
    }
    return [false, data, undefined];
  }
  const data = new DataView(new ArrayBuffer(ints.length * byteLength));
  for (let i = 0; i < ints.length; i++) {
    if (BigInt.asUintN(bits, ints[i]) !== ints[i]) {
      refuse(i, 'out_of_range', outside(format, ints[i]));
      continue;
    }
    data.setBigUint64(i * byteLength, ints[i] >> BigInt(BITS));
    data.setBigUint64(i * byteLength + byteLength / 2, BigInt.asUintN(BITS, ints[i]));
  }
  return [false, new Uint8Array(data.buffer), byteLength];
}

function packedIds(ids, format, refuse) {
  const { byteLength } = format;
  const data = new Uint8Array(ids.length * byteLength);
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === null) continue;
    if (ids[i].format !== format) {
      refuse(i, 'not_applicable', `an id of ${format} is expected, not of ${ids[i].format}`);
      continue;
    }
    loadId(ids[i], 0);
    data.set(registers.subarray(BYTES_AT, BYTES_AT + byteLength), i * byteLength);
  }
  return [false, data, byteLength];
}

/** The placeholder for null, by kind. */
const NOTHING = { strings: '', bigints: 0n, Uint8Arrays: new Uint8Array(0), ids: null };

class List {
  /** Nulls are found only when rows are read. */
  mayHaveNulls = true;
  #list;
  #format;
  #kind;
  /** The memory of the last block of texts, for reuse. */
  #buffer = NOTHING.Uint8Arrays;

  constructor(list, format) {
    this.#list = list;
    this.#format = format;
    this.rows = list.length;
    // The first element determines the type of all.
    const item = list.find((row) => row !== null);
    this.#kind = Object.keys(KINDS).find((kind) => KINDS[kind](item)) ?? 'strings';
    if (this.#kind === 'bigints' && ![BITS, 2 * BITS].includes(format.bits)) {
      throw refusal('not_applicable', `${format} ids have ${format.bits} bits: bigints have 64 or 128`, format.name);
    }
  }

  /** Converts a block of rows for the native part; `invalid` lists the rows rejected here. */
  block(first, count) {
    const [kind, is, nothing] = [this.#kind, KINDS[this.#kind], NOTHING[this.#kind]];
    const items = new Array(count);
    let bitmap;
    const clear = (i) => {
      bitmap ??= new Uint8Array(Math.ceil(count / 8)).fill(0xff);
      bitmap[i >> 3] &= ~(1 << (i & 7));
    };
    for (let i = 0; i < count; i++) {
      const item = this.#list[first + i];
      if (is(item)) items[i] = item;
      else {
        if (item !== null) throw typeError(`row ${first + i} must be null or one of the ${kind} of this column`);
        items[i] = nothing;
        clear(i);
      }
    }
    const invalid = [];
    const packed = this.#packed(items, (i, code, sentence) => {
      invalid.push({ row: first + i, code, sentence });
      clear(i);
    });
    return { cells: [...packed, bitmap, bitmap && 0, first], invalid };
  }

  #packed(items, refuse) {
    switch (this.#kind) {
      case 'strings': {
        const packed = packedTexts(items, new Int32Array(items.length + 1), this.#buffer);
        [, this.#buffer] = packed;
        return packed;
      }
      case 'Uint8Arrays':
        return packedBytes(
          items.map((item) => unshared(viewOf(item))),
          new Int32Array(items.length + 1),
        );
      case 'bigints':
        return packedInts(items, this.#format, refuse);
      default:
        return packedIds(items, this.#format, refuse);
    }
  }
}

module.exports = { List };
