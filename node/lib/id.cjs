'use strict';

const { inspect } = require('node:util');
const native = require('./load.cjs');
const { rangeError, refusal, typeError } = require('./error.cjs');
const { byCode, formatOf } = require('./format.cjs');
const { unshared } = require('./memory.cjs');
const { crossing, packed } = require('./options.cjs');
const { BYTES_AT, bytes, slotWords, words } = require('./registers.cjs');
const time = require('./time.cjs');

const OURS = Symbol('made by sortid');
const forms = new Map(native.forms().map((name, index) => [name, index]));

/** An integer that a caller gave; a number where it is exact. */
function integer(value, name) {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number') throw typeError(`${name} must be a bigint or a safe integer`);
  const exact = crossing(value);
  if (exact === null) throw rangeError(`${name} must be a bigint or a safe integer`);
  return exact;
}

/** Puts an id into a slot: a TypeError for what is none. */
let loadId;

class Id {
  // The words of a slot: numbers, so that an id is one object and nothing else.
  #format;
  #a;
  #b;
  #c;
  #d;
  #e;

  constructor(ours, slot) {
    if (ours !== OURS) throw typeError('ids are made by Id.parse, Id.from… or a Generator');
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
      if (!(typeof id === 'object' && id !== null && #format in id)) throw typeError('an Id is expected');
      id.#load(slot);
    };
  }

  static parse(text, format) {
    native.parse(text, formatOf(format).code);
    return new Id(OURS, 0);
  }

  static fromBytes(from, format) {
    native.fromBytes(unshared(from), formatOf(format).code);
    return new Id(OURS, 0);
  }

  static fromBigInt(int, format) {
    if (typeof int !== 'bigint') throw typeError('an id as an integer is a bigint');
    native.fromInt(int, formatOf(format).code);
    return new Id(OURS, 0);
  }

  static fromFields(fields, format) {
    if (typeof fields !== 'object' || fields === null) throw typeError('fields must be an object');
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const names = given.map(([name]) => name);
    const values = given.map(([name, value]) => integer(value, name));
    native.fromFields(names, values, formatOf(format).code);
    return new Id(OURS, 0);
  }

  static fromJSON(json) {
    if (typeof json !== 'object' || json === null) throw typeError('{format, text} is expected');
    return Id.parse(json.text, json.format);
  }

  static compare(a, b) {
    loadId(a, 0);
    loadId(b, 1);
    return native.compare();
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
    return Object.fromEntries(this.format.fields.map(({ name }, i) => [name, values[i]]));
  }

  field(name) {
    const index = this.format.fields.findIndex((field) => field.name === name);
    if (index < 0) throw refusal('invalid_field', String(name));
    this.#load(0);
    return native.fields()[index];
  }

  #readTime(options) {
    const [names, values] = packed(options);
    this.#load(0);
    native.timestamp(names, values);
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

  convert(to) {
    const { code } = formatOf(to);
    this.#load(0);
    native.convertTo(code);
    return new Id(OURS, 0);
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

  toJSON() {
    return { format: this.format.name, text: this.toString() };
  }

  /** As a string alone: `<` would compare texts, which is not the order of every format. */
  [Symbol.toPrimitive](hint) {
    if (hint === 'number') throw typeError('an Id is no number: compare with Id.compare');
    return this.toString();
  }

  [inspect.custom]() {
    return `Id(${this.format.name} ${this.toString()})`;
  }
}

/** The id that the native part left in a slot. */
function readId(slot) {
  return new Id(OURS, slot);
}

/** Whether a value is the text of an id. */
function isValid(text, format) {
  const { code } = formatOf(format);
  return typeof text === 'string' && native.isValid(text, code);
}

/** Every reading of a text, likeliest first. */
function inspectText(text) {
  const count = native.inspect(text);
  return Array.from({ length: count }, (_, slot) => readId(slot));
}

/** Why formats refuse a text, in the order of their codes. */
function refusals(text) {
  const [codes, errors] = native.refusals(text);
  return codes.map((code, i) => ({ format: byCode.get(code), error: errors[i] }));
}

/** A name for the native part; here alone `uuid1` is one too. */
function nameOf(format) {
  return format === 'uuid1' ? format : formatOf(format).name;
}

/** Text or bytes in another format. */
function convert(from, fromFormat, toFormat) {
  const names = [nameOf(fromFormat), nameOf(toFormat)];
  const isText = typeof from === 'string';
  const [text, converted] = isText ? native.convert(from, ...names) : native.convertBytes(unshared(from), ...names);
  return { text, bytes: converted };
}

module.exports = { Id, convert, inspect: inspectText, integer, isValid, loadId, readId, refusals };
