// The dynamic id, whose format is known only at run time.
'use strict';

const native = require('./load.cjs');
const { Id, LOAD, OURS, constructorError, inherit, loadId, typeOf } = require('./id.cjs');
const { refusal, typeError } = require('./error.cjs');
const { byCode, formatOf, generatedFormat } = require('./format.cjs');
const given = require('./given.cjs');
const { INSPECT, isUint8Array } = require('./kinds.cjs');
const { unshared } = require('./memory.cjs');
const { TextEncoder } = require('./node.cjs');
const { IdRange } = require('./range.cjs');
const { slotWords, words } = require('./registers.cjs');
const { schema } = require('./schema.cjs');
const { putTime } = require('./time.cjs');

const TYPE = typeOf('AnyId');
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The bytes of a key or of a namespace; a text is encoded as UTF-8. */
function octets(value, name) {
  if (isUint8Array(value)) return unshared(value);
  if (typeof value !== 'string') throw typeError(`${name} must be a string or a Uint8Array`);
  if (LONE_SURROGATE.test(value)) throw refusal('invalid_character', `${name} contains a lone surrogate`, name);
  return new TextEncoder().encode(value);
}

class AnyId {
  // The words of a slot, as numbers: so an id is a single object.
  type = TYPE;
  word0 = 0;
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;
  word5 = 0;

  /** Reads the id in a slot. */
  constructor(ours, slot) {
    if (ours !== OURS) throw constructorError();
    const at = slot * slotWords;
    this.word0 = words[at];
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
    this.word5 = words[at + 5];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = this.word0;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
    words[at + 5] = this.word5;
  }

  static parse(text, format) {
    native.parse(text, formatOf(format).code);
    return new AnyId(OURS, 0);
  }

  static parseForm(text, format, form) {
    given.parseForm(text, formatOf(format), form);
    return new AnyId(OURS, 0);
  }

  static parseLenient(text, format) {
    const corrections = given.parseLenient(text, formatOf(format));
    return { id: new AnyId(OURS, 0), corrections };
  }

  static fromBytesIn(bytes, format, order) {
    given.fromBytesIn(bytes, formatOf(format), order);
    return new AnyId(OURS, 0);
  }

  static fromBytes(bytes, format) {
    given.fromBytes(bytes, formatOf(format));
    return new AnyId(OURS, 0);
  }

  static fromUuid(uuid, format) {
    given.fromUuid(uuid, formatOf(format));
    return new AnyId(OURS, 0);
  }

  static fromBigInt(int, format) {
    given.fromBigInt(int, formatOf(format));
    return new AnyId(OURS, 0);
  }

  static fromFields(fields, format) {
    given.fromFields(fields, formatOf(format));
    return new AnyId(OURS, 0);
  }

  static from(id) {
    loadId(id, 0);
    return new AnyId(OURS, 0);
  }

  static now(format) {
    native.nextId(native.defaultGenerator(generatedFormat(format).code));
    return new AnyId(OURS, 0);
  }

  static at(time, format) {
    given.newAt(time, generatedFormat(format));
    return new AnyId(OURS, 0);
  }

  static fromJSON(json) {
    if (typeof json !== 'object' || json === null) throw typeError('an id in JSON must be {format, text}');
    return AnyId.parse(json.text, json.format);
  }

  static keyed(time, key, format, namespace = '', secret = undefined) {
    const { code } = formatOf(format);
    const bytes = [octets(key, 'key'), octets(namespace, 'namespace')];
    if (secret !== undefined && !isUint8Array(secret)) throw typeError('secret must be a Uint8Array of 16 to 64 bytes');
    putTime(0, time, 'time');
    native.keyed(code, ...bytes, unshared(secret));
    return new AnyId(OURS, 0);
  }

  static minAt(time, format, options) {
    given.at(time, formatOf(format), options);
    return new AnyId(OURS, 0);
  }

  static maxAt(time, format, options) {
    given.at(time, formatOf(format), options);
    return new AnyId(OURS, 1);
  }

  static range(from, to, format, options) {
    given.range(from, to, formatOf(format), options);
    return new IdRange(new AnyId(OURS, 0), new AnyId(OURS, 1));
  }

  static prefixRange(prefix, format) {
    given.prefixRange(prefix, formatOf(format));
    return new IdRange(new AnyId(OURS, 0), new AnyId(OURS, 1));
  }

  static get '~standard'() {
    return idSchema;
  }

  get format() {
    return byCode.get(this.word0);
  }

  convert(to) {
    const { code } = formatOf(to);
    loadId(this, 0);
    native.convertTo(code);
    return new AnyId(OURS, 0);
  }

  successor() {
    loadId(this, 0);
    native.neighbor(1);
    return new AnyId(OURS, 0);
  }

  predecessor() {
    loadId(this, 0);
    native.neighbor(0);
    return new AnyId(OURS, 0);
  }

  toJSON() {
    return { format: this.format.name, text: this.toString() };
  }

  [INSPECT]() {
    return `AnyId(${this.format.name} ${this.toString()})`;
  }
}

inherit(AnyId);

const idSchema = schema((value) => (value instanceof Id ? AnyId.from(value) : AnyId.fromJSON(value)));

/** Reads the id in a slot. */
function readId(slot) {
  return new AnyId(OURS, slot);
}

module.exports = { AnyId, readId };
