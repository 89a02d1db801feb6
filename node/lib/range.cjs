'use strict';

const { compare } = require('./any-id.cjs');

/** The smallest and the largest id of an interval or of a prefix, both inside. */
class IdRange {
  constructor(min, max) {
    this.min = min;
    this.max = max;
    Object.freeze(this);
  }

  contains(id) {
    return compare(this.min, id) <= 0 && compare(id, this.max) <= 0;
  }
}

module.exports = { IdRange };
