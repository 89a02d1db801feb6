'use strict';

const native = require('./load.cjs');
const { rangeError, refusal, typeError } = require('./error.cjs');
const { byCode, formatOf } = require('./format.cjs');
const { loadId } = require('./id.cjs');
const { integer, interval, refuseArguments } = require('./given.cjs');
const { HANDLE, IdType, READ } = require('./id-type.cjs');
const { INSPECT, isUint8Array } = require('./kinds.cjs');
const { substitute, unshared, viewOf } = require('./memory.cjs');
const { packed } = require('./options.cjs');
const { IdRange } = require('./range.cjs');
const { putTime, timestamp } = require('./time.cjs');
const { appendTo, nextTurn } = require('./turns.cjs');
const { readTyped } = require('./typed.cjs');

/** The ids per turn of the event loop in asynchronous methods: less than 1 ms without waits. */
const TURN = 1024;

/** The largest index of an array. */
const MAX_COUNT = 2 ** 32 - 2;

function countOf(count) {
  if (typeof count !== 'number') throw typeError('count must be a number');
  if (!Number.isInteger(count) || count < 0 || count > MAX_COUNT) {
    throw rangeError(`count must be an integer from 0 to ${MAX_COUNT}, not ${count}`);
  }
  return count;
}

/** The prototype of all iterators, with iterator helpers if the engine has them. */
const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** An endless iterator of texts. Its asynchronous form yields to the event loop. */
class Texts {
  #generator;

  static {
    Object.setPrototypeOf(Texts.prototype, IteratorPrototype);
  }

  constructor(generator) {
    this.#generator = generator;
  }

  next() {
    return { value: this.#generator.nextText(), done: false };
  }

  async *[Symbol.asyncIterator]() {
    for (let count = 1; ; count++) {
      if (count % TURN === 0) await nextTurn();
      yield this.#generator.nextText();
    }
  }
}

const OURS = Symbol('created by sortid');

/** The options of a generator for a declared type, including those of the type. */
function optionsFor(of, options) {
  for (const [name, value] of Object.entries(of.options)) {
    if (value === undefined || options?.[name] === undefined || options[name] === value) continue;
    throw refusal(
      'invalid_option',
      `${name} is ${value} in the declared type: declare a type with another value`,
      name,
    );
  }
  return { ...options, ...of.options };
}

class Generator {
  /** Makes generators differ in deep equality, and `structuredClone` throw. */
  type = Symbol('generator: send share()');
  #native;
  #format;
  /** The declared type of the ids, if any. */
  #of;
  #nextText;

  constructor(format, options, ours) {
    if (ours === OURS) {
      this.#native = options;
      this.#format = byCode.get(native.code(options));
    } else if (format instanceof IdType) {
      this.#of = format;
      this.#format = format.format;
      const [names, values] = packed(optionsFor(format, options));
      this.#native = native.generator(format.generatedFormat.code, names, values);
    } else {
      this.#format = formatOf(format);
      const [names, values] = packed(options);
      this.#native = native.generator(this.#format.code, names, values);
    }
    this.#nextText = this.#of ? native.typeNextOf(this.#native, this.#of[HANDLE]) : native.nextOf(this.#native);
  }

  static default(format) {
    return new Generator(undefined, native.defaultGenerator(formatOf(format).code), OURS);
  }

  static shared(handle) {
    if (typeof handle !== 'bigint') throw typeError('handle must be a bigint');
    const generator = native.shared(handle);
    if (generator === undefined) {
      throw new Error('no generator of this process has this handle: it was closed, or belongs to another process');
    }
    return new Generator(undefined, generator, OURS);
  }

  get format() {
    return this.#format;
  }

  next(first = undefined, second = undefined) {
    if (first !== undefined) refuseArguments(this.#format, first, second);
    native.nextId(this.#native);
    return this.#read(0);
  }

  nextText(first = undefined, second = undefined) {
    if (first !== undefined) refuseArguments(this.#format, first, second);
    return this.#nextText();
  }

  nextBigInt(first = undefined, second = undefined) {
    if (first !== undefined) refuseArguments(this.#format, first, second);
    return native.nextInt(this.#native);
  }

  nextAt(time) {
    putTime(0, time, 'time');
    native.nextAt(this.#native);
    return this.#read(0);
  }

  nextAfter(id) {
    this.#load(id);
    native.nextAfter(this.#native);
    return this.#read(0);
  }

  nextAfterAt(id, time) {
    putTime(0, time, 'time');
    this.#load(id);
    native.nextAfterAt(this.#native);
    return this.#read(0);
  }

  timestamp(id) {
    this.#load(id);
    native.timestampOf(this.#native);
    return timestamp();
  }

  range(from, to) {
    native.rangeOf(this.#native, interval(from, to));
    return new IdRange(this.#read(0), this.#read(1));
  }

  /** The id in a slot. */
  #read(slot) {
    return this.#of ? this.#of[READ](slot) : readTyped(this.#format, slot);
  }

  /** Writes an id, or the id of a text, into the first slot. */
  #load(id) {
    const of = this.#of;
    if (of) {
      loadId(typeof id === 'string' ? of.parse(id) : of.from(id), 0);
      // A TypeID's format is `any_uuid`.
      if (of.format !== of.generatedFormat) native.convertTo(of.generatedFormat.code);
    } else if (typeof id === 'string') {
      native.parse(id, this.#format.code);
    } else {
      loadId(id, 0);
    }
  }

  nextTexts(count) {
    const texts = [];
    this.#append(texts, appendTo(texts), countOf(count));
    return texts;
  }

  async nextTextsAsync(count) {
    const texts = [];
    const append = appendTo(texts);
    for (let left = countOf(count); left > 0; left -= TURN) {
      if (texts.length > 0) await nextTurn();
      this.#append(texts, append, Math.min(TURN, left));
    }
    return texts;
  }

  #append(texts, append, count) {
    if (!this.#of?.pattern) native.nextTexts(this.#native, append, count);
    else for (let i = 0; i < count; i++) texts.push(this.#nextText());
  }

  fill(target) {
    return this.#fill(native.fill, target);
  }

  fillText(target) {
    return this.#fill(this.#fillText, target);
  }

  fillAsync(target) {
    return this.#fillAsync(native.fill, target, this.#width(target));
  }

  fillTextAsync(target) {
    return this.#fillAsync(this.#fillText, target, this.#format.textLength);
  }

  get #fillText() {
    if (!this.#of?.pattern) return native.fillText;
    throw refusal('not_applicable', 'memory cannot be filled with prefixed texts: call nextTexts', 'prefix');
  }

  /** The number of elements of a target per id. */
  #width(target) {
    return isUint8Array(target) ? this.#format.byteLength : 1;
  }

  #fill(fill, target) {
    const view = viewOf(target);
    const own = substitute(view);
    try {
      return fill(this.#native, own);
    } finally {
      if (own !== view) view.set(own);
    }
  }

  async #fillAsync(fill, target, width) {
    const { length } = viewOf(target);
    // Throws, before any id is written, unless the length is a whole number of ids.
    if (length % width !== 0) return this.#fill(fill, target);
    let filled = 0;
    for (let at = 0; at < length; at += TURN * width) {
      if (at > 0) await nextTurn();
      if (target.length !== length) throw typeError('the target was resized or detached while it was filled');
      try {
        filled += this.#fill(fill, target.subarray(at, at + TURN * width));
      } catch (error) {
        if (error.made !== undefined) error.made += filled;
        throw error;
      }
    }
    return filled;
  }

  texts() {
    return new Texts(this);
  }

  status() {
    const [[ids, leadNs, rollbacks], nodeOrigin, nodeReason] = native.status(this.#native);
    return { ids, leadNs, rollbacks, nodeOrigin, nodeReason };
  }

  node() {
    return native.node(this.#native);
  }

  reseed({ seed, node, ...rest } = {}) {
    const [other] = Object.keys(rest);
    if (other !== undefined) throw typeError(`reseed takes seed and node, not ${other}`);
    native.reseedGenerator(this.#native, unshared(seed), node === undefined ? undefined : integer(node, 'node'));
  }

  share() {
    return native.share(this.#native);
  }

  close() {
    native.close(this.#native);
  }

  /** For `using`. The oldest supported Node has no such symbol; Babel then uses this one. */
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.close();
  }

  [INSPECT]() {
    return `Generator(${this.#format.name})`;
  }
}

module.exports = { Generator };
