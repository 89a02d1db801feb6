// Options: the core's closed list, in the spelling of JavaScript.
'use strict';

const native = require('./load.cjs');
const { SortidError, explained, refusal, typeError } = require('./error.cjs');
const { fileURLToPath } = require('./node.cjs');
const { isUint8Array } = require('./kinds.cjs');

/** `clock_id` as `clockId`, `_tid` as `Tid`. */
const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const table = native.options().map(([coreName, summary, reads, kind, words]) => ({
  coreName,
  name: camelCase(coreName),
  summary,
  reads,
  kind,
  words,
}));

/** Every option there is. */
const OPTIONS = Object.freeze(table.map(({ name, summary, reads }) => Object.freeze({ name, summary, reads })));

const byName = new Map(table.map((option) => [option.name, option]));
const byCoreName = new Map(table.map((option) => [option.coreName, option]));

/** Whether an option has this name. */
const isOption = (name) => byName.has(name);

/** The kinds whose values are no texts, except for some words. */
const NO_TEXTS = ['int', 'flag'];

/** The value of an option as it crosses; null is what the option does not take. */
function optionValue({ kind, words }, value) {
  // As in node:fs; a URL of no file is a mistake that Node reports.
  if (kind === 'path' && value instanceof URL) return fileURLToPath(value);
  if (typeof value === 'string' && NO_TEXTS.includes(kind) && !words.includes(value)) return null;
  return crossing(value);
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

const orListed = (words) => words.map((word) => `'${word}'`).join(' or ');

/** The values that an option accepts, by their kind. */
const TAKES = {
  int: ({ words }) => ['an integer', ...words.map((word) => `'${word}'`)].join(' or '),
  flag: () => 'true or false',
  choice: ({ words }) => orListed(words),
  seed: () => 'a Uint8Array of 32 bytes, or 64 hexadecimal digits',
  path: () => 'the path of a file: a string, a Uint8Array or a file: URL',
};

/** A rejected value, in words. Seeds and paths may be secrets: only their length is shown. */
function shown(value, kind) {
  switch (typeof value) {
    case 'bigint':
      return `${value}n`;
    case 'number':
    case 'boolean':
      return String(value);
    case 'string':
      return kind === 'seed' || kind === 'path' ? `a string of ${value.length} characters` : `'${value}'`;
    case 'object':
      if (value === null) return 'null';
      return isUint8Array(value) ? `a Uint8Array of ${value.length} bytes` : 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** The error for an unknown option: suggests the camelCase name, or lists all options. */
function unknown(key) {
  const meant = byCoreName.get(key);
  const known = meant === undefined ? `there are ${[...byName.keys()].join(', ')}` : `did you mean ${meant.name}?`;
  return explained('invalid_option', `no option is named ${key}; ${known}`, key);
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
    if (option === undefined) throw unknown(key);
    if (isReading && !option.reads) {
      throw explained('invalid_option', `${key} has no effect on reading; pass it to a Generator`, key);
    }
    names.push(option.coreName);
    values.push(optionValue(option, value));
  }
  return [names, values];
}

/** Why a format rejects an option. */
function reason({ name, summary, kind, words }, value, format) {
  if (!format.options.includes(name)) return `${format} has no option ${name}; it has ${format.options.join(', ')}`;
  const about = summary.trim().replace(/\.$/, '');
  const refused = `${name} of ${format} cannot be ${shown(value, kind)}`;
  if (words.includes(value)) return `${refused} beside the other options`;
  return `${refused}: ${about} (${TAKES[kind]({ words })})`;
}

/** Runs a function with options. The error for an option names the value and what the option accepts. */
function withOptions(options, format, run) {
  try {
    return run();
  } catch (error) {
    const option = byCoreName.get(error.subject);
    if (!(error instanceof SortidError) || error.code !== 'invalid_option' || option === undefined) throw error;
    throw explained('invalid_option', reason(option, options?.[option.name], format), option.name);
  }
}

/** Runs a call that the option `maxLeadMs` may refuse, and spells that option as it is given. */
function withLead(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SortidError) || error.code !== 'lead_exceeded') throw error;
    throw refusal('lead_exceeded', byCoreName.get(error.subject).name);
  }
}

module.exports = { OPTIONS, camelCase, crossing, isOption, packed, withLead, withOptions };
