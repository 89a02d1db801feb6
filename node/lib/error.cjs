'use strict';

const native = require('./load.cjs');

/** Every code, in the order of the numbers. */
const ERROR_CODES = Object.freeze(
  native.errorCodes().map(([code, number, message]) => Object.freeze({ code, number, message })),
);

class SortidError extends Error {
  /** Only for this package: the core composes the message. */
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

/** An error for an argument that is rejected before the core is called. */
function refusal(code, sentence, subject) {
  return new SortidError(code, `${code}: ${sentence}`, { subject });
}

/** An error for a row of a column. */
function rowRefusal(code, sentence, row) {
  return new SortidError(code, `${code}: ${sentence}, in row ${row}`, { row });
}

/** An error in the calling program, with the code that Node uses. */
function typeError(message) {
  return Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function rangeError(message) {
  return Object.assign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' });
}

module.exports = { ERROR_CODES, SortidError, rangeError, refusal, rowRefusal, typeError };
