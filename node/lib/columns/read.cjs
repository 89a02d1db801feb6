// The loop over a column: passes blocks of rows to the core, and collects its answers.
'use strict';

const native = require('../load.cjs');
const { rowRefusal } = require('../error.cjs');
const answers = require('./answers.cjs');

/** The rows per turn of the event loop and per block of a list: less than 1 ms, a multiple of 8. */
const TURN = 8192;

/** An empty bitmap, for answers without nulls. */
const NO_BITMAP = new Uint8Array(0);

const bitmaps = answers.bits();

/** Counts invalid rows by error code. */
function count(counts, code, rows) {
  counts[code] = (counts[code] ?? 0) + rows;
}

/** Adds to the program's counts, if it passed any. */
function countAll(counts, invalid) {
  if (counts !== undefined) for (const [code, rows] of Object.entries(invalid)) count(counts, code, rows);
}

/** Passes some rows to the core. Returns the number of nulls. */
function readBlock(question, { cells, invalid }, memory, counts) {
  const { format, operation, argument, reading, toNull } = question;
  question.prepare?.();
  const request = [operation, argument, ...reading, toNull];
  const [nulls, codes, rows] = native.column(format.code, cells, request, memory);
  codes.forEach((code, i) => count(counts, code, rows[i]));
  for (const { code } of invalid) count(counts, code, 1);
  return nulls;
}

/** Reads all rows in steps, yielding in between, and returns the answer. */
function* read(question, column, step) {
  const { kind, asList, toNull } = question;
  const { rows } = column;
  const size = Math.min(rows, asList ? Math.min(step, TURN) : step);
  const capacity = asList ? size : rows;
  const values = kind.memory(capacity);
  const valid = toNull || asList || column.mayHaveNulls ? bitmaps.memory(capacity) : NO_BITMAP;
  const [list, invalid] = [[], {}];
  let nullCount = 0;

  const append = (to, first, some, nulls) =>
    kind.append(to, values, valid, some, nulls, (row) => {
      if (!toNull) throw rowRefusal('timestamp_out_of_range', 'a number is too inexact for the time', first + row);
      count(invalid, 'timestamp_out_of_range', 1);
    });
  const readRows = (first, some) => {
    const block = column.block(first, some);
    const bad = toNull ? undefined : block.invalid[0];
    if (bad !== undefined) {
      // An earlier row may be invalid for the core.
      readRows(first, bad.row - first);
      throw rowRefusal(bad.code, bad.sentence, bad.row);
    }
    const at = asList ? 0 : first;
    let nulls;
    try {
      const memory = [kind.part(values, at, some), bitmaps.part(valid, at, some)];
      nulls = readBlock(question, block, memory, invalid);
    } catch (error) {
      if (asList && error.row !== undefined) append([], first, error.row - first);
      throw error;
    }
    if (asList) append(list, first, some, nulls);
    nullCount += nulls;
  };

  let first = 0;
  do {
    if (first > 0) yield;
    readRows(first, Math.min(size, rows - first));
    first += size;
  } while (first < rows);
  return { list, answer: { values, validity: nullCount > 0 ? valid : null, nullCount, invalid } };
}

module.exports = { TURN, countAll, read };
