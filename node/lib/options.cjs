// Options: the core's closed list, in the spelling of JavaScript.
'use strict';

const { fileURLToPath } = require('node:url');
const { isUint8Array } = require('node:util').types;
const native = require('./load.cjs');
const { refusal, typeError } = require('./error.cjs');

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

const table = native.options();

/** Every option there is. */
const OPTIONS = Object.freeze(
  table.map(([name, summary, reads]) => Object.freeze({ name: camelCase(name), summary, reads })),
);

/** The options that are the path of a file. */
const paths = new Set(table.filter(([, , , isPath]) => isPath).map(([name]) => name));

const coreNames = new Map(table.map(([name]) => [camelCase(name), name]));

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

/** The names and the values of the options given; those that are undefined are not given. */
function packed(options) {
  if (options === undefined) return [undefined, undefined];
  if (typeof options !== 'object' || options === null) throw typeError('options must be an object');
  const names = [];
  const values = [];
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const name = coreNames.get(key);
    if (name === undefined) throw refusal('invalid_option', key);
    names.push(name);
    // As in node:fs; a URL of no file is a mistake that Node reports.
    values.push(crossing(paths.has(name) && value instanceof URL ? fileURLToPath(value) : value));
  }
  return [names, values];
}

module.exports = { OPTIONS, camelCase, crossing, packed };
