// Columns of JavaScript's own: typed arrays, memory, arrays.
'use strict';

const { typeError } = require('../error.cjs');
const { functionsOf } = require('./functions.cjs');
const { List } = require('./list.cjs');
const { memoryOf } = require('./memory.cjs');
const { countAll, read } = require('./read.cjs');

/** The column that a program gives. */
function columnOf(given, format) {
  const column = Array.isArray(given) ? new List(given, format) : memoryOf(given, format);
  if (column !== undefined) return column;
  throw typeError(
    'a column is a BigUint64Array, BigInt64Array or Uint8Array, an array, or {ints}, {bytes} or {texts} with more about them',
  );
}

/** The final answer, of the type of the input unless another is requested. */
function* steps(question, given, step) {
  const column = columnOf(given, question.format);
  const asList = (question.as ?? (Array.isArray(given) ? 'array' : 'memory')) === 'array';
  const { list, answer } = yield* read({ ...question, asList }, column, step);
  countAll(question.counts, answer.refused);
  return asList ? list : answer;
}

module.exports = functionsOf(steps);
