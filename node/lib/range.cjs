'use strict';

const { compare } = require('./id.cjs');

/** The smallest and the largest id of an interval or of a prefix, both included. */
class IdRange {
  #compare;

  constructor(min, max, order = compare) {
    this.#compare = order;
    this.min = min;
    this.max = max;
    Object.freeze(this);
  }

  /** For `const [min, max] = range`. */
  *[Symbol.iterator]() {
    yield this.min;
    yield this.max;
  }

  contains(id) {
    return this.#compare(this.min, id) <= 0 && this.#compare(id, this.max) <= 0;
  }
}

module.exports = { IdRange };
