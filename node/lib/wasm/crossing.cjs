// Values on their way into the module's memory and out of it: a byte that tells the kind, then what it is (wasm/src/values.rs).
'use strict';

const { isBigInt64Array, isBigUint64Array, isInt32Array, isUint8Array } = require('../kinds.cjs');

const [NOTHING, FALSE, TRUE, NUMBER, TEXT, BIG_INT, LIST, BYTES, WORDS, LONG_WORDS] = Array(10).keys();
const [OBJECT, ERROR, THROWN, TYPE_ERROR, STATE_ERROR] = [10, 11, 12, 13, 14];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** As many bytes as a count or a typed array's place takes beside what it counts. */
const HEAD = 16;
const WORD_BITS = 64n;

/** The kind of a typed array. */
function kindOf(view) {
  if (isUint8Array(view)) return BYTES;
  if (isInt32Array(view)) return WORDS;
  return isBigUint64Array(view) || isBigInt64Array(view) ? LONG_WORDS : NOTHING;
}

function wordsOf(int) {
  const words = [];
  for (let rest = int < 0n ? -int : int; rest > 0n; rest >>= WORD_BITS) words.push(BigInt.asUintN(64, rest));
  return words;
}

/** At most so many bytes. */
function boundOf(value) {
  switch (typeof value) {
    case 'string':
      return HEAD + 3 * value.length;
    case 'bigint':
      return HEAD + 8 * wordsOf(value).length;
    case 'object':
      if (Array.isArray(value)) return value.reduce((sum, item) => sum + boundOf(item), HEAD);
      return HEAD + (ArrayBuffer.isView(value) ? value.byteLength : 0);
    default:
      return HEAD;
  }
}

/** Writes values into memory, from a place on, and notes where typed arrays went. */
class Writer {
  constructor(buffer, at) {
    this.view = new DataView(buffer);
    this.bytes = new Uint8Array(buffer);
    this.at = at;
    this.views = [];
  }

  #head(kind, count) {
    this.view.setUint8(this.at, kind);
    this.view.setUint32(this.at + 1, count, true);
    this.at += 5;
  }

  write(value) {
    switch (typeof value) {
      case 'boolean':
        this.view.setUint8(this.at++, value ? TRUE : FALSE);
        break;
      case 'number':
        this.view.setUint8(this.at, NUMBER);
        this.view.setFloat64(this.at + 1, value, true);
        this.at += 9;
        break;
      case 'string': {
        const { written } = encoder.encodeInto(value, this.bytes.subarray(this.at + 5));
        this.#head(TEXT, written);
        this.at += written;
        break;
      }
      case 'bigint': {
        const words = wordsOf(value);
        this.#head(BIG_INT, words.length);
        this.view.setUint8(this.at++, value < 0n ? 1 : 0);
        for (const word of words) {
          this.view.setBigUint64(this.at, word, true);
          this.at += 8;
        }
        break;
      }
      default:
        this.#object(value);
    }
  }

  #object(value) {
    if (Array.isArray(value)) {
      this.#head(LIST, value.length);
      for (const item of value) this.write(item);
      return;
    }
    const kind = ArrayBuffer.isView(value) ? kindOf(value) : NOTHING;
    if (kind === NOTHING) {
      this.view.setUint8(this.at++, NOTHING);
      return;
    }
    this.#head(kind, value.length);
    this.at = Math.ceil(this.at / 8) * 8;
    this.bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), this.at);
    this.views.push({ value, at: this.at });
    this.at += value.byteLength;
  }
}

/** Reads values from memory; errors are made, and thrown, by who made the reader. */
class Reader {
  constructor(buffer, at, errors) {
    this.view = new DataView(buffer);
    this.at = at;
    this.errors = errors;
  }

  #count() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  #some(count) {
    this.at += count;
    return new Uint8Array(this.view.buffer, this.at - count, count);
  }

  #many(count) {
    return Array.from({ length: count }, () => this.read());
  }

  read() {
    switch (this.view.getUint8(this.at++)) {
      case FALSE:
        return false;
      case TRUE:
        return true;
      case NUMBER:
        this.at += 8;
        return this.view.getFloat64(this.at - 8, true);
      case TEXT:
        return decoder.decode(this.#some(this.#count()));
      case BIG_INT:
        return this.#bigInt();
      case LIST:
        return this.#many(this.#count());
      case BYTES:
        return this.#some(this.#count()).slice();
      case OBJECT:
        return Object.fromEntries(Array.from({ length: this.#count() }, () => [this.read(), this.read()]));
      case ERROR:
        return this.errors.made(...this.#many(8));
      case THROWN:
        throw this.read();
      case TYPE_ERROR:
        throw this.errors.type(this.read());
      case STATE_ERROR:
        throw this.errors.state(this.read());
      default:
        return null;
    }
  }

  #bigInt() {
    const count = this.#count();
    const isNegative = this.view.getUint8(this.at++) === 1;
    let int = 0n;
    for (let i = 0; i < count; i++) int |= this.view.getBigUint64(this.at + 8 * i, true) << (BigInt(i) * WORD_BITS);
    this.at += 8 * count;
    return isNegative ? -int : int;
  }
}

module.exports = { Reader, Writer, boundOf, decoder };
