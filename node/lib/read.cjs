// Functions that validate, recognize, find and convert texts.
'use strict';

const native = require('./load.cjs');
const { correctionsOf } = require('./any-id.cjs');
const { byCode, formatOf } = require('./format.cjs');
const { Id, readId } = require('./id.cjs');
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

/** Every reading of a text, likeliest first. */
function inspect(text) {
  return native.inspect(text).map((epoch, slot) => new Reading(readId(slot), epoch ?? null));
}

/** The ids that a rejected text may stand for, with the corrections. */
function nearMisses(text) {
  return native.nearMisses(text).map((bits, slot) => ({ id: readId(slot), corrections: correctionsOf(bits) }));
}

/** The ids in a text in order, with the start and end of each. */
function findIds(text, formats) {
  const codes = formats && Uint8Array.from(formats, (format) => formatOf(format).code);
  return native
    .findIds(text, codes)
    .map(([code, start, end, bytes]) => ({ id: Id.fromBytes(bytes, byCode.get(code)), start, end }));
}

/** The errors of the formats that reject a text, in the order of the format codes. */
function refusals(text) {
  const [codes, errors] = native.refusals(text);
  return codes.map((code, i) => ({ format: byCode.get(code), error: errors[i] }));
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

module.exports = { convert, findIds, inspect, isValid, nearMisses, refusals };
