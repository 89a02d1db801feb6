// Standard Schema, version 1: what validation libraries and frameworks ask of a schema, whoever made it.
'use strict';

const { SortidError } = require('./error.cjs');

/** A schema that returns the result of `read`; a refused value is an issue with the reason. */
function schema(read) {
  const validate = (value) => {
    try {
      return { value: read(value) };
    } catch (error) {
      if (!(error instanceof SortidError) && !(error instanceof TypeError)) throw error;
      return { issues: [{ message: error.message }] };
    }
  };
  return Object.freeze({ version: 1, vendor: 'sortid', validate });
}

module.exports = { schema };
