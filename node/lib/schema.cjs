// Standard Schema, version 1, and Standard JSON Schema.
'use strict';

const { SortidError } = require('./error.cjs');

/** The length of the text of UUIDs; no other format has it. */
const UUID_LENGTH = 36;
const UUID_BYTES = 16;

/** The JSON Schema of canonical texts. */
function textSchema({ textLength, textLengthMin }) {
  const isUuid = textLength === UUID_LENGTH;
  const lengths = { minLength: textLengthMin, maxLength: textLength };
  return { type: 'string', ...(isUuid && { format: 'uuid' }), ...lengths };
}

/** A schema whose output is the result of `read`, and whose issue is its error. */
function schema(read, json) {
  const validate = (value) => {
    try {
      return { value: read(value) };
    } catch (error) {
      if (!(error instanceof SortidError) && !(error instanceof TypeError)) throw error;
      return { issues: [{ message: error.message }] };
    }
  };
  const copy = () => ({ ...json });
  const converters = json && { jsonSchema: Object.freeze({ input: copy, output: copy }) };
  return Object.freeze({ version: 1, vendor: 'sortid', validate, ...converters });
}

module.exports = { UUID_BYTES, UUID_LENGTH, schema, textSchema };
