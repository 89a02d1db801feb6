// Options: the core's closed list, in the spelling of JavaScript.
'use strict';

const native = require('./load.cjs');
const { SortidError, refusal, typeError } = require('./error.cjs');
const { fileURLToPath } = require('./node.cjs');
const { isUint8Array } = require('./kinds.cjs');

/** Converts `clock_id` to `clockId`, `_tid` to `Tid`. */
const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const table = native
  .options()
  .map(([coreName, summary, reads, kind]) => ({ coreName, name: camelCase(coreName), summary, reads, kind }));

const OPTIONS = Object.freeze(table.map(({ name, summary, reads }) => Object.freeze({ name, summary, reads })));

const byName = new Map(table.map((option) => [option.name, option]));
const byCoreName = new Map(table.map((option) => [option.coreName, option]));

const isOption = (name) => byName.has(name);

/** Converts an option for the native part. An invalid value becomes text, or null for a path. */
function optionValue({ kind }, value) {
  // As in node:fs; Node throws for a URL that is not of a file.
  if (kind === 'path') return value instanceof URL ? fileURLToPath(value) : toNative(value);
  return toNative(value) ?? String(value);
}

/** Converts a value for the native part; null for a type that no option accepts. */
function toNative(value) {
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
 * The names and values of options, without those that are undefined. With `isReading`, throws for
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

/** The codes of errors whose messages name options. */
const OF_OPTIONS = ['invalid_option', 'lead_exceeded', 'clock_rollback'];

/** Quoted texts, which stay unchanged, and words in snake case, which may name options. */
const WORDS = /"(?:[^"\\]|\\.)*"|[a-z]+(?:_[a-z0-9]+)+/g;

/** An error of the core, with options spelled as in JavaScript. Absent values are null. */
function fromNative(code, message, offset, subject, made, path, errno, row) {
  const about = { offset, subject, made, path, errno, row };
  if (!OF_OPTIONS.includes(code)) return new SortidError(code, message, about);
  const spelled = (word) => byCoreName.get(word)?.name ?? word;
  about.subject = spelled(subject);
  return new SortidError(code, message.replace(WORDS, spelled), about);
}

module.exports = { OPTIONS, camelCase, fromNative, isOption, packed, toNative };
