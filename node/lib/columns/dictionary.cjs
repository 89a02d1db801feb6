// Dictionary columns: the keys are replaced by views of the ids, or by integers.
'use strict';

const { rowRefusal, typeError } = require('../error.cjs');

/** The words of a view: length, then the id, or its first bytes, a buffer and an offset. */
const WORDS = 4;

/** The longest id that a view contains itself, in bytes. */
const INSIDE = 12;

const MAX_OFFSET = 2 ** 31 - 1;

/** Returns a function for the start and end of an id in the dictionary's memory. */
function endsOf({ offsets, width }) {
  if (offsets === undefined) return (id) => [id * width, (id + 1) * width];
  return (id) => [Number(offsets[id]), Number(offsets[id + 1])];
}

/** The views of all ids of a dictionary. The core rejects the view of an id outside the memory. */
function viewsOf(parts, rows) {
  const words = new Int32Array(rows * WORDS);
  const bytes = new Uint8Array(words.buffer);
  let row = 0;
  for (const [nth, { cells, length }] of parts.entries()) {
    const [data, ends] = [cells.texts ?? cells.bytes, endsOf(cells)];
    for (let id = 0; id < length; id++, row++) {
      const [from, to] = ends(id);
      const isInside = 0 <= from && from <= to && to <= data.length && to <= MAX_OFFSET;
      words[row * WORDS] = isInside ? to - from : -1;
      if (!isInside) continue;
      bytes.set(data.subarray(from, Math.min(to, from + INSIDE)), row * WORDS * 4 + 4);
      if (to - from > INSIDE) words.set([nth, from], row * WORDS + 2);
    }
  }
  return words;
}

/** The integers of all ids of a dictionary. */
function intsOf(parts, rows) {
  const all = new BigUint64Array(rows);
  let at = 0;
  for (const { cells } of parts) {
    all.set(cells.ints, at);
    at += cells.ints.length;
  }
  return all;
}

/** For each id of a dictionary, 1 if it is null. */
function nullsOf(parts, rows) {
  const nulls = new Uint8Array(rows);
  let at = 0;
  for (const { length, chunk } of parts) {
    if (chunk.nullCount > 0) for (let id = 0; id < length; id++) nulls[at + id] = chunk.getValid(id) ? 0 : 1;
    at += length;
  }
  return nulls;
}

/** Copies `perRow` elements of each row's id; those of rows without an id are zero. */
function picked(all, ids, perRow) {
  const rows = new all.constructor(ids.length * perRow);
  for (let row = 0; row < ids.length; row++) {
    if (ids[row] < 0) continue;
    for (let nth = 0; nth < perRow; nth++) rows[row * perRow + nth] = all[ids[row] * perRow + nth];
  }
  return rows;
}

/** Converts a chunk of a dictionary column to memory; `first` is the number of its first row. */
function gathered(chunk, first, memoryIn) {
  const { values: keys, length, dictionary } = chunk;
  const parts = dictionary.data.map((part) => ({ chunk: part, cells: memoryIn(part), length: part.length }));
  if (parts.some(({ cells }) => cells.buffers !== undefined)) throw typeError('a dictionary of views is not supported');
  const known = parts.reduce((sum, part) => sum + part.length, 0);
  const nulls = nullsOf(parts, known);
  const validity = new Uint8Array(Math.ceil(length / 8));
  const ids = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    if (!chunk.getValid(row)) continue;
    const id = Number(keys[row]);
    if (id < 0 || id >= known) throw rowRefusal('invalid_length', `the dictionary has no id ${id}`, first + row);
    if (nulls[id] === 1) continue;
    ids[row] = id;
    validity[row >> 3] |= 1 << (row & 7);
  }
  if (parts[0]?.cells.ints !== undefined) return { ints: picked(intsOf(parts, known), ids, 1), validity };
  const rows = new Uint8Array(picked(viewsOf(parts, known), ids, WORDS).buffer);
  const buffers = parts.map(({ cells }) => cells.texts ?? cells.bytes);
  return { [parts[0]?.cells.bytes === undefined ? 'texts' : 'bytes']: rows, buffers, validity };
}

module.exports = { gathered };
