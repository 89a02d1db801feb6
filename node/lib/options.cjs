// Options: the core's closed list, in the spelling of JavaScript.
'use strict';

const native = require('./load.cjs');
const { SortidError, refusal, typeError } = require('./error.cjs');
const { fileURLToPath } = require('./node.cjs');
const { isUint8Array } = require('./kinds.cjs');

/** `clock_id` as `clockId`, `_tid` as `Tid`. */
const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const table = native
  .options()
  .map(([coreName, summary, reads, kind]) => ({ coreName, name: camelCase(coreName), summary, reads, kind }));

/** Every option there is. */
const OPTIONS = Object.freeze(table.map(({ name, summary, reads }) => Object.freeze({ name, summary, reads })));

const byName = new Map(table.map((option) => [option.name, option]));
const byCoreName = new Map(table.map((option) => [option.coreName, option]));

/** Whether an option has this name. */
const isOption = (name) => byName.has(name);

/** The value of an option as it crosses; null for a path of another type, and the text of any other such value. */
function optionValue({ kind }, value) {
  // As in node:fs; a URL of no file is a mistake that Node reports.
  if (kind === 'path') return value instanceof URL ? fileURLToPath(value) : crossing(value);
  return crossing(value) ?? String(value);
}

/** A value as it crosses; null is what no option takes. */
function crossing(value) {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : null;
    case 'bigint':
    case 'boolean':
    case 'string':
      return value;
    default:
      return isUint8Array(value) ? new Uint8Array(value) : null;
  }
}

/**
 * The names and the values of the options given; those that are undefined are not given. A call that reads or bounds ids refuses
 * options that affect only generators.
 */
function packed(options, isReading = false) {
  if (options === undefined) return [undefined, undefined];
  if (typeof options !== 'object' || options === null) throw typeError('options must be an object');
  const names = [];
  const values = [];
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const option = byName.get(key);
    if (option === undefined) throw Object.assign(native.unknownOption(key), { subject: key });
    if (isReading && !option.reads) {
      throw refusal('invalid_option', `${key} has no effect on reading; pass it to a Generator`, key);
    }
    names.push(option.coreName);
    values.push(optionValue(option, value));
  }
  return [names, values];
}

/** The codes of errors about options. */
const OF_OPTIONS = ['invalid_option', 'lead_exceeded', 'clock_rollback'];

/** Quoted texts, and the words of the core that may name options. */
const WORDS = /"(?:[^"\\]|\\.)*"|[a-z]+(?:_[a-z0-9]+)+/g;

/** An error of the core, from the native part's values; missing ones are null. Options are spelled as in JavaScript. */
function fromNative(code, message, offset, subject, made, path, errno, row) {
  const about = { offset, subject, made, path, errno, row };
  if (!OF_OPTIONS.includes(code)) return new SortidError(code, message, about);
  const spelled = (word) => byCoreName.get(word)?.name ?? word;
  about.subject = spelled(subject);
  return new SortidError(code, message.replace(WORDS, spelled), about);
}

module.exports = { OPTIONS, camelCase, crossing, fromNative, isOption, packed };
