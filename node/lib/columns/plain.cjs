// Columns without apache-arrow: typed arrays, memory, arrays.
'use strict';

const { typeError } = require('../error.cjs');
const { functionsOf } = require('./functions.cjs');
const { List } = require('./list.cjs');
const { memoryOf } = require('./memory.cjs');
const { countAll, read } = require('./read.cjs');

function columnOf(given, format) {
  const column = Array.isArray(given) ? new List(given, format) : memoryOf(given, format);
  if (column !== undefined) return column;
  throw typeError(
    'a column must be a BigUint64Array, BigInt64Array, Uint8Array or array, or an object with ints, bytes or texts',
  );
}

/** Returns the answer, of the type of the input unless another is requested. */
function* steps(question, given, step) {
  const column = columnOf(given, question.format);
  const asList = (question.as ?? (Array.isArray(given) ? 'array' : 'memory')) === 'array';
  const { list, answer } = yield* read({ ...question, asList }, column, step);
  countAll(question.counts, answer.invalid);
  return asList ? list : answer;
}

module.exports = functionsOf(steps);
