// Standard Schema, version 1: what validation libraries and frameworks ask of a schema, whoever made it.
'use strict';

const { SortidError } = require('./error.cjs');

/** A schema that gives back what `read` makes of a value; what is refused is an issue with the reason. */
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
