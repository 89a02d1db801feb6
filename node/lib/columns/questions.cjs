// Questions about a column, created from arguments.
'use strict';

const native = require('../load.cjs');
const { refusal, typeError } = require('../error.cjs');
const { formatOf } = require('../format.cjs');
const { IdType } = require('../id-type.cjs');
const { packed } = require('../options.cjs');
const { getTime, setTime } = require('../registers.cjs');
const { putTime } = require('../time.cjs');
const answers = require('./answers.cjs');

const ON_INVALID = ['throw', 'null'];
const KINDS = ['memory', 'array'];
const UNITS = ['s', 'ms', 'us', 'ns'];
/** The units in which numbers are exact for the times of nearly all formats. */
const NUMBERS = ['s', 'ms'];

/** The bounds of an instant. */
const FIRST = { seconds: -(2n ** 63n), nanos: 0 };
const LAST = { seconds: 2n ** 63n - 1n, nanos: 999_999_999 };

/** Checks that a value is one of these words. */
function choice(value, name, words) {
  if (words.includes(value)) return value;
  const given = typeof value === 'string' ? `"${value}"` : `a ${typeof value}`;
  throw refusal('invalid_option', `${name} must be one of ${words.join(', ')}, not ${given}`, name);
}

function objectOf(options = {}) {
  if (typeof options !== 'object' || options === null) throw typeError('options must be an object');
  return options;
}

/**
 * Reads the options of every question: treatment of invalid rows, type of answer, reading options. A declared type has
 * reading options of its own.
 */
function common(kind, options, takesReading = false) {
  const { onInvalid = 'throw', as, counts, ...rest } = objectOf(options);
  if (counts !== undefined && (typeof counts !== 'object' || counts === null)) {
    throw typeError('counts must be an object');
  }
  const isDeclared = kind instanceof IdType;
  const reading = packed(isDeclared && takesReading ? { ...kind.options, ...rest } : rest, true);
  const [other] = takesReading ? [] : Object.keys(rest).filter((key) => rest[key] !== undefined);
  if (other !== undefined) throw refusal('invalid_option', `${other} is only an option of times and between`, other);
  return {
    format: isDeclared ? kind.format : formatOf(kind),
    toNull: choice(onInvalid, 'onInvalid', ON_INVALID) === 'null',
    as: as === undefined ? undefined : choice(as, 'as', KINDS),
    counts,
    reading,
  };
}

function times(name, given) {
  const { unit = 'ms', ...options } = objectOf(given);
  choice(unit, 'unit', UNITS);
  const list = NUMBERS.includes(unit) ? answers.numbers() : answers.ints(true);
  return { ...common(name, options, true), operation: 'times', argument: unit, kind: list };
}

/** Ids as integers of a 64-bit format, else as bytes. */
function ids(name, options) {
  const question = common(name, options);
  const { bits, byteLength, isSigned } = question.format;
  const kind = bits === 64 ? answers.ints(isSigned) : answers.bytes(byteLength);
  return { ...question, operation: 'ids', kind };
}

function texts(name, options) {
  const question = common(name, options);
  return { ...question, operation: 'texts', kind: answers.texts(question.format.textLength) };
}

/** One field. Only the first field of signed ids is signed. */
function field(name, argument, options) {
  if (typeof argument !== 'string') throw typeError('the name of a field must be a string');
  const question = common(name, options);
  const { code, fields, isSigned } = question.format;
  // Throws.
  if (!fields.some((known) => known.name === argument)) native.fromFields([argument], [0n], code);
  return { ...question, operation: 'field', argument, kind: answers.ints(isSigned && fields[0].name === argument) };
}

/** Whether times are in an interval, which is written into the registers before each call. */
function between(name, from, to, options) {
  const question = common(name, options, true);
  const ends = [
    [from ?? FIRST, 'from'],
    [to ?? LAST, 'to'],
  ].map(([time, end]) => {
    putTime(0, time, end);
    return getTime();
  });
  const prepare = () => ends.forEach(({ seconds, nanos }, register) => setTime(register, seconds, nanos));
  return { ...question, operation: 'between', kind: answers.bits(), prepare };
}

module.exports = { between, field, ids, texts, times };
