// Encodes values in the module's memory, and decodes them: a byte for the kind, then the content
// (wasm/src/values.rs).
'use strict';

const { isBigInt64Array, isBigUint64Array, isInt32Array, isUint8Array } = require('../kinds.cjs');

const [NOTHING, FALSE, TRUE, NUMBER, TEXT, BIG_INT, LIST, BYTES, WORDS, LONG_WORDS] = Array(10).keys();
const [OBJECT, ERROR, THROWN, TYPE_ERROR, STATE_ERROR] = [10, 11, 12, 13, 14];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The largest size of kind, count and alignment, in addition to the content. */
const HEAD = 16;
const WORD_BITS = 64n;

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

/** The largest number of bytes that a value takes. */
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

/** Views of the module's memory, created anew when it has grown, which detaches the old buffer. */
class Window {
  #memory;

  constructor(memory) {
    this.#memory = memory;
    this.refresh();
  }

  refresh() {
    const { buffer } = this.#memory;
    if (this.buffer === buffer) return;
    this.buffer = buffer;
    this.view = new DataView(buffer);
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
  }
}

/** Up to these lengths, a loop encodes and decodes texts faster than the encoder and decoder. */
const SHORT = 64;
const SHORT_READ = 16;

/** Writes values into memory, and lists the addresses of typed arrays. */
class Writer {
  begin({ view, bytes }, at) {
    this.view = view;
    this.bytes = bytes;
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
        const written = this.#text(value, this.at + 5);
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

  #text(value, at) {
    const { length } = value;
    let all = length > SHORT ? 0x80 : 0;
    for (let i = 0; i < length && all < 0x80; i++) {
      const unit = value.charCodeAt(i);
      all |= unit;
      this.bytes[at + i] = unit;
    }
    return all < 0x80 ? length : encoder.encodeInto(value, this.bytes.subarray(at)).written;
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

/** Reads values from memory; `errors` creates the errors. */
class Reader {
  constructor(errors) {
    this.errors = errors;
  }

  begin({ view, bytes }, at) {
    this.view = view;
    this.bytes = bytes;
    this.at = at;
  }

  #count() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  #some(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  #text(count) {
    const end = this.at + count;
    let text = '';
    let all = count > SHORT_READ ? 0x80 : 0;
    for (let at = this.at; at < end && all < 0x80; at++) {
      all |= this.bytes[at];
      text += String.fromCharCode(this.bytes[at]);
    }
    const some = this.#some(count);
    return all < 0x80 ? text : decoder.decode(some);
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
        return this.#text(this.#count());
      case BIG_INT:
        return this.#bigInt();
      case LIST:
        return this.#many(this.#count());
      case BYTES:
        return this.#some(this.#count()).slice();
      case OBJECT:
        return Object.fromEntries(Array.from({ length: this.#count() }, () => [this.read(), this.read()]));
      case ERROR:
        return this.errors.create(...this.#many(8));
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

module.exports = { Reader, Window, Writer, boundOf };
