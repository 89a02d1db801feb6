'use strict';

const native = require('./load.cjs');

/** Every code, in the order of the numbers. */
const ERROR_CODES = Object.freeze(
  native.errorCodes().map(([code, number, message]) => Object.freeze({ code, number, message })),
);

const messages = new Map(ERROR_CODES.map(({ code, message }) => [code, message]));

class SortidError extends Error {
  /** Made by this package alone; the text of the message is the core's. */
  constructor(code, message, about) {
    super(message);
    this.code = code;
    for (const [name, value] of Object.entries(about)) {
      if (value !== null && value !== undefined) this[name] = value;
    }
  }
}

Object.defineProperty(SortidError.prototype, 'name', {
  value: 'SortidError',
  configurable: true,
  writable: true,
});

/** An error of the core, from the native part's values; missing ones are null. */
function fromNative(code, message, offset, subject, made, path, errno, row) {
  return new SortidError(code, message, { offset, subject, made, path, errno, row });
}

/** An error for an argument that is refused before the core is called, with details beyond the code's sentence. */
function refusal(code, subject, more) {
  const about = subject === undefined ? '' : ` (${subject})`;
  const rest = more === undefined ? '' : `: ${more}`;
  return new SortidError(code, `${code}: ${messages.get(code)}${about}${rest}`, { subject });
}

/** An error whose message takes the place of the code's sentence. */
function explained(code, message, subject) {
  return new SortidError(code, `${code}: ${message}`, { subject });
}

/** The same for a row of a column, as the core says it. */
function rowRefusal(code, row) {
  return new SortidError(code, `${code}: ${messages.get(code)}, in row ${row}`, { row });
}

/** A mistake in the program that calls, as Node itself reports it. */
function typeError(message) {
  return Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function rangeError(message) {
  return Object.assign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' });
}

module.exports = { ERROR_CODES, SortidError, explained, fromNative, rangeError, refusal, rowRefusal, typeError };
