// Standard Schema, version 1, and Standard JSON Schema.
'use strict';

const native = require('./load.cjs');
const { SortidError } = require('./error.cjs');

/** The length of the text of UUIDs; no other format has it. */
const UUID_LENGTH = 36;
const UUID_BYTES = 16;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Splits a list between two neighbours for which `isNext` is false. */
function runs(items, isNext) {
  const found = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last !== undefined && isNext(last.at(-1), item)) last.push(item);
    else found.push([item]);
  }
  return found;
}

/** A character class of members in ascending order. A hyphen comes first, where it is literal. */
function classOf(members) {
  if (members.length === 1) return members[0];
  const spans = runs(members, (before, next) => next.charCodeAt(0) === before.charCodeAt(0) + 1);
  return `[${spans.map((span) => (span.length < 3 ? span.join('') : `${span[0]}-${span.at(-1)}`)).join('')}]`;
}

/** A regular expression for the canonical texts, in both cases if the format is case-insensitive. */
function patternOf({ code, textLength, textLengthMin }) {
  if (textLengthMin !== textLength) return native.typePattern(native.idType(code, '', [], []))[1];
  native.fromFields([], [], code);
  const smallest = native.text();
  const isValidAt = (at) => (character) =>
    native.isValid(smallest.slice(0, at) + character + smallest.slice(at + 1), code);
  const classes = Array.from(smallest, (_, at) => classOf(ASCII.filter(isValidAt(at))));
  const repeated = runs(classes, (before, next) => before === next);
  return `^${repeated.map(({ 0: one, length }) => (length === 1 ? one : `${one}{${length}}`)).join('')}$`;
}

const patterns = new Map();

/** The JSON Schema of canonical texts, the same as Python's. */
function textSchema(format) {
  const { name, textLength, textLengthMin } = format;
  if (!patterns.has(name)) patterns.set(name, patternOf(format));
  return {
    type: 'string',
    format: textLength === UUID_LENGTH ? 'uuid' : name,
    minLength: textLengthMin,
    maxLength: textLength,
    pattern: patterns.get(name),
  };
}

/** A schema whose output is the result of `read`, and whose issue is its error. `json` returns its JSON Schema. */
function schema(read, json) {
  const validate = (value) => {
    try {
      return { value: read(value) };
    } catch (error) {
      if (!(error instanceof SortidError) && !(error instanceof TypeError)) throw error;
      return { issues: [{ message: error.message }] };
    }
  };
  const converters = json && { jsonSchema: Object.freeze({ input: () => json(), output: () => json() }) };
  return Object.freeze({ version: 1, vendor: 'sortid', validate, ...converters });
}

module.exports = { UUID_BYTES, UUID_LENGTH, schema, textSchema };
