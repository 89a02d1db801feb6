// Functions that validate, recognize, find and convert texts.
'use strict';

const native = require('./load.cjs');
const { correctionsOf } = require('./id.cjs');
const { typeError } = require('./error.cjs');
const { byCode, formatOf } = require('./format.cjs');
const { AnyId, readId } = require('./any-id.cjs');
const { unshared } = require('./memory.cjs');
const { isUuidOf } = require('./patterns.cjs');

function isValid(text, format) {
  const known = formatOf(format);
  return typeof text === 'string' && (isUuidOf(known, text) || native.isValid(text, known.code));
}

/** A possible reading of a text, with the epoch of its time. */
class Reading {
  constructor(id, epoch) {
    this.id = id;
    this.epoch = epoch;
  }

  timestamp() {
    return this.id.timestamp(this.epoch === null ? undefined : { epoch: this.epoch });
  }
}

/** The possible meanings of a text. Each property is computed on access. */
class Inspection {
  #text;

  constructor(text) {
    if (typeof text !== 'string') throw typeError('a string is expected');
    this.#text = text;
  }

  /** Every reading, likeliest first. */
  get readings() {
    return native.readings(this.#text).map((epoch, slot) => new Reading(readId(slot), epoch ?? null));
  }

  /** Likely ids for a text without readings, with the corrections. */
  get suggestions() {
    const bits = native.suggestions(this.#text);
    return bits.map((each, slot) => ({ id: readId(slot), corrections: correctionsOf(each) }));
  }

  /** The errors of the formats that reject the text, in the order of the format codes. */
  get errors() {
    const [codes, errors] = native.errors(this.#text);
    return codes.map((code, i) => ({ format: byCode.get(code), error: errors[i] }));
  }
}

const inspect = (text) => new Inspection(text);

/** The ids in a text in order, with the start and end of each. */
function findIds(text, formats) {
  const codes = formats && Uint8Array.from(formats, (format) => formatOf(format).code);
  return native
    .findIds(text, codes)
    .map(([code, start, end, bytes]) => ({ id: AnyId.fromBytes(bytes, byCode.get(code)), start, end }));
}

/** The name of a format or conversion for the native part, which checks strings. */
function nameOf(format) {
  return typeof format === 'string' ? format : formatOf(format).name;
}

function convert(id, from, to) {
  const names = [nameOf(from), nameOf(to)];
  const [text, bytes] =
    typeof id === 'string' ? native.convert(id, ...names) : native.convertBytes(unshared(id), ...names);
  return { text, bytes };
}

module.exports = { convert, findIds, inspect, isValid };
