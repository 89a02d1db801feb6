// What is a text? And what is it in another format?
'use strict';

const native = require('./load.cjs');
const { correctionsOf } = require('./any-id.cjs');
const { byCode, formatOf } = require('./format.cjs');
const { Id, readId } = require('./id.cjs');
const { unshared } = require('./memory.cjs');
const { isUuidOf } = require('./patterns.cjs');

/** Whether a value is the text of an id. */
function isValid(text, format) {
  const known = formatOf(format);
  return typeof text === 'string' && (isUuidOf(known, text) || native.isValid(text, known.code));
}

/** An id that a text may be, with the epoch of its time. */
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

/** What a rejected text perhaps means, with the corrections. */
function nearMisses(text) {
  return native.nearMisses(text).map((bits, slot) => ({ id: readId(slot), corrections: correctionsOf(bits) }));
}

/** The ids in a text, from first to last, and where each begins and ends. */
function findIds(text, formats) {
  const codes = formats && Uint8Array.from(formats, (format) => formatOf(format).code);
  return native
    .findIds(text, codes)
    .map(([code, start, end, bytes]) => ({ id: Id.fromBytes(bytes, byCode.get(code)), start, end }));
}

/** Why formats refuse a text, in the order of their codes. */
function refusals(text) {
  const [codes, errors] = native.refusals(text);
  return codes.map((code, i) => ({ format: byCode.get(code), error: errors[i] }));
}

/** A name for the native part, which knows more names here than the formats'. */
function nameOf(format) {
  return typeof format === 'string' ? format : formatOf(format).name;
}

/** Text or bytes in another format. */
function convert(id, from, to) {
  const names = [nameOf(from), nameOf(to)];
  const [text, bytes] =
    typeof id === 'string' ? native.convert(id, ...names) : native.convertBytes(unshared(id), ...names);
  return { text, bytes };
}

module.exports = { convert, findIds, inspect, isValid, nearMisses, refusals };
