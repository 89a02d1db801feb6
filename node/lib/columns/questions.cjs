// Questions about a column, from a program's arguments.
'use strict';

const native = require('../load.cjs');
const { refusal, typeError } = require('../error.cjs');
const { formatOf } = require('../format.cjs');
const { packed } = require('../options.cjs');
const { getTime, setTime } = require('../registers.cjs');
const { putTime } = require('../time.cjs');
const answers = require('./answers.cjs');

const ERRORS = ['throw', 'null'];
const KINDS = ['memory', 'array'];
const UNITS = ['s', 'ms', 'us', 'ns'];
/** Those in which a number is exact for the times of nearly all formats. */
const NUMBERS = ['s', 'ms'];

/** The ends of all times. */
const FIRST = { seconds: -(2n ** 63n), nanos: 0 };
const LAST = { seconds: 2n ** 63n - 1n, nanos: 999_999_999 };

/** One of a few words. */
function choice(value, name, words) {
  if (words.includes(value)) return value;
  const given = typeof value === 'string' ? `"${value}"` : `a ${typeof value}`;
  throw refusal('invalid_option', `${name} must be one of ${words.join(', ')}, not ${given}`, name);
}

function objectOf(options = {}) {
  if (typeof options !== 'object' || options === null) throw typeError('options must be an object');
  return options;
}

/** Reads the arguments of every question: how to handle errors, the type of the answer, and options for reading if there are any. */
function common(name, options, takesReading = false) {
  const { errors = 'throw', as, counts, ...rest } = objectOf(options);
  if (counts !== undefined && (typeof counts !== 'object' || counts === null)) {
    throw typeError('counts must be an object');
  }
  const reading = packed(rest, true);
  const [other] = takesReading ? [] : Object.keys(rest).filter((key) => rest[key] !== undefined);
  if (other !== undefined) throw refusal('invalid_option', `${other} is an option of times and between alone`, other);
  return {
    format: formatOf(name),
    toNull: choice(errors, 'errors', ERRORS) === 'null',
    as: as === undefined ? undefined : choice(as, 'as', KINDS),
    counts,
    reading,
  };
}

/** Times since 1970. */
function times(name, given) {
  const { unit = 'ms', ...options } = objectOf(given);
  choice(unit, 'unit', UNITS);
  const list = NUMBERS.includes(unit) ? answers.numbers() : answers.ints(true);
  return { ...common(name, options, true), what: 'times', about: unit, kind: list };
}

/** Ids as they are kept in 64 bits, or else in bytes. */
function ids(name, options) {
  const question = common(name, options);
  const { bits, byteLength, isSigned } = question.format;
  const kind = bits === 64 ? answers.ints(isSigned) : answers.bytes(byteLength);
  return { ...question, what: 'ids', kind };
}

/** Canonical texts. */
function texts(name, options) {
  const question = common(name, options);
  return { ...question, what: 'texts', kind: answers.texts(question.format.textLength) };
}

/** One field; where ids have a sign, it is the first field's. */
function field(name, about, options) {
  if (typeof about !== 'string') throw typeError('the name of a field is a string');
  const question = common(name, options);
  const { code, fields, isSigned } = question.format;
  // Throws.
  if (!fields.some((known) => known.name === about)) native.fromFields([about], [0n], code);
  return { ...question, what: 'field', about, kind: answers.ints(isSigned && fields[0].name === about) };
}

/** Whether times lie in an interval, which is put into the registers before the core is called. */
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
  return { ...question, what: 'between', kind: answers.bits(), prepare };
}

module.exports = { between, field, ids, texts, times };
