// A clock and a seed for tests, used by the generators of the plain functions.
'use strict';

const native = require('./load.cjs');
const { rangeError, refusal } = require('./error.cjs');
const { unshared } = require('./memory.cjs');
const { putTime } = require('./time.cjs');

/** A date, which is its midnight in UTC, or a date and a time with a time zone. */
const TIME = /^\d{4}-\d\d-\d\d([T ].*(Z|[+-]\d\d:?\d\d))?$/i;

/** Writes an instant into the first register. Unlike elsewhere, it may be a text. */
function putInstant(time) {
  if (typeof time === 'string' && !TIME.test(time)) {
    throw rangeError(
      `time must be a date, or have a time zone, as in 2026-01-01T00:00:00Z, not ${JSON.stringify(time)}`,
    );
  }
  putTime(0, typeof time === 'string' ? new Date(time) : time, 'time');
}

class TestClock {
  #scope;

  constructor(scope) {
    this.#scope = scope;
  }

  set(time) {
    putInstant(time);
    native.setTest(this.#scope);
  }

  advance(ms) {
    if (!Number.isSafeInteger(ms) || ms < 0) throw rangeError(`ms must be a safe integer of at least 0, not ${ms}`);
    native.advanceTest(this.#scope, ms);
  }

  restore() {
    native.endTest(this.#scope);
  }

  /** For `using`. The oldest supported Node has no such symbol; Babel then uses this one. */
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.restore();
  }
}

let atExit;

function begin(time, now, { seed } = {}) {
  if (native.beginTest === undefined) {
    throw refusal(
      'not_applicable',
      'WebAssembly reads Date.now at each call: use fake timers without a test clock',
      'testing',
    );
  }
  // Otherwise the exiting process would wait for a worker that waits for this thread's clock.
  atExit ??= process.once('exit', () => native.endTests());
  putInstant(time);
  return new TestClock(native.beginTest(now, unshared(seed)));
}

exports.freeze = (time, options) => begin(time, undefined, options);
exports.follow = (options) => begin(new Date(), () => Date.now(), options);
