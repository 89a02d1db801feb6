// What every id has, whether its class tells the format (typed.cjs) or not (id.cjs).
'use strict';

const native = require('./load.cjs');
const { refusal, typeError } = require('./error.cjs');
const { byCode } = require('./format.cjs');
const { packed, withOptions } = require('./options.cjs');
const { BYTES_AT, bytes, slotWords, words } = require('./registers.cjs');
const time = require('./time.cjs');

const OURS = Symbol('made by sortid');
const forms = new Map(native.forms().map((name, index) => [name, index]));

/** Puts an id into a slot: a TypeError for what is none. */
let loadId;

class AnyId {
  // The words of a slot: numbers, so that an id is one object and nothing else.
  #format;
  #a;
  #b;
  #c;
  #d;
  #e;

  /** Of what the native part left in a slot. */
  constructor(ours, slot) {
    if (ours !== OURS) throw typeError('ids are made by parse, from…, now, or a Generator');
    const at = slot * slotWords;
    this.#format = words[at];
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
    this.#e = words[at + 5];
  }

  /** Puts the id into a slot. */
  #load(slot) {
    const at = slot * slotWords;
    words[at] = this.#format;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
    words[at + 5] = this.#e;
  }

  static {
    loadId = (id, slot) => {
      if (!(typeof id === 'object' && id !== null && #format in id)) throw typeError('an id is expected, not its text');
      id.#load(slot);
    };
  }

  get format() {
    return byCode.get(this.#format);
  }

  get isReserved() {
    this.#load(0);
    return native.isReserved();
  }

  get nodeClass() {
    this.#load(0);
    return native.nodeClass();
  }

  toString() {
    this.#load(0);
    return native.text();
  }

  toForm(form) {
    const index = forms.get(form);
    if (index === undefined) throw refusal('not_applicable', String(form));
    this.#load(0);
    return native.form(index);
  }

  toBytes() {
    this.#load(0);
    return bytes.slice(BYTES_AT, BYTES_AT + this.format.byteLength);
  }

  toBigInt() {
    this.#load(0);
    return native.integer();
  }

  fields() {
    this.#load(0);
    const values = native.fields();
    const fields = Object.fromEntries(this.format.fields.map(({ name }, i) => [name, values[i]]));
    // Not enumerable: to look at, and to compare, these are the fields alone.
    return Object.defineProperty(fields, 'toJSON', { value: () => inJson(this.format, values) });
  }

  field(name) {
    const index = this.format.fields.findIndex((field) => field.name === name);
    if (index < 0) throw refusal('invalid_field', String(name));
    this.#load(0);
    return native.fields()[index];
  }

  #readTime(options) {
    if (options === undefined) {
      this.#load(0);
      native.timestamp();
      return;
    }
    const [names, values] = packed(options);
    this.#load(0);
    withOptions(options, this.format, true, () => native.timestamp(names, values));
  }

  timestamp(options) {
    this.#readTime(options);
    return time.timestamp();
  }

  unixNs(options) {
    this.#readTime(options);
    return time.unixNs();
  }

  date(options) {
    this.#readTime(options);
    return time.date();
  }

  equals(other) {
    return (
      typeof other === 'object' &&
      other !== null &&
      #format in other &&
      this.#format === other.#format &&
      this.#a === other.#a &&
      this.#b === other.#b &&
      this.#c === other.#c &&
      this.#d === other.#d &&
      this.#e === other.#e
    );
  }

  /** As a string alone: `<` would compare texts, which is not the order of every format. */
  [Symbol.toPrimitive](hint) {
    if (hint === 'number') throw typeError('an id is no number: compare with Id.compare');
    return this.toString();
  }
}

/** Fields as JSON has them: a number where every value of the field's width is one, else decimal digits. */
function inJson({ fields }, values) {
  const told = (value, bits) => (bits <= EXACT_BITS ? Number(value) : String(value));
  return Object.fromEntries(fields.map(({ name, bits }, i) => [name, told(values[i], bits)]));
}

/** As many bits as a `number` holds exactly. */
const EXACT_BITS = 53;

/** The order of two ids. */
function compare(a, b) {
  loadId(a, 0);
  loadId(b, 1);
  return native.compare();
}

module.exports = { AnyId, OURS, compare, loadId };
