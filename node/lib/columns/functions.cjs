// The functions for columns of one kind, each synchronous and asynchronous.
'use strict';

const { typeError } = require('../error.cjs');
const { formatOf } = require('../format.cjs');
const { IdType } = require('../id-type.cjs');
const { nextTurn } = require('../turns.cjs');
const questions = require('./questions.cjs');
const { TURN } = require('./read.cjs');

/** Runs all steps. Returns the result of the last. */
function atOnce(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs each step in a turn of the event loop. Returns the result of the last. */
async function byTurns(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

const shortFields = ({ fields }) => fields.filter(({ bits }) => bits <= 64).map(({ name }) => name);

/** The questions for fields; by default all up to 64 bits. Only the first counts invalid rows. */
function questionsOf(format, names, options) {
  const known = names ?? shortFields(format instanceof IdType ? format.format : formatOf(format));
  if (!Array.isArray(known)) throw typeError('the names of fields must be an array of strings');
  const uncounted = { ...options, counts: undefined };
  return known.map((name, i) => [name, questions.field(format, name, i === 0 ? options : uncounted)]);
}

/** The functions; `steps` answers a question from a column, some rows per step. */
function functionsOf(steps) {
  const sync = (question, column) => atOnce(steps(question, column, Infinity));
  const later = (question, column) => byTurns(steps(question, column, TURN));
  return {
    times: (column, format, options) => sync(questions.times(format, options), column),
    timesAsync: async (column, format, options) => later(questions.times(format, options), column),

    parseColumn: (column, format, options) => sync(questions.ids(format, options), column),
    parseColumnAsync: async (column, format, options) => later(questions.ids(format, options), column),

    texts: (column, format, options) => sync(questions.texts(format, options), column),
    textsAsync: async (column, format, options) => later(questions.texts(format, options), column),

    fields(column, format, names, options) {
      const fieldQuestions = questionsOf(format, names, options);
      return Object.fromEntries(fieldQuestions.map(([name, question]) => [name, sync(question, column)]));
    },
    async fieldsAsync(column, format, names, options) {
      const answers = {};
      for (const [name, question] of questionsOf(format, names, options)) answers[name] = await later(question, column);
      return answers;
    },

    between: (column, format, from, to, options) => sync(questions.between(format, from, to, options), column),
    betweenAsync: async (column, format, from, to, options) =>
      later(questions.between(format, from, to, options), column),
  };
}

module.exports = { functionsOf };
