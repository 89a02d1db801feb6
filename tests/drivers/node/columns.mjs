// The operation `columns`: passes rows to the package's batch functions, as texts or bytes.
import { fromHex, toHex } from './hex.mjs';

/** The column that begins at row `first`. */
function columnFrom({ texts, hex }, first) {
  if (texts !== undefined) return texts.slice(first);
  const rows = hex.slice(first).map((row) => (row === null ? null : fromHex(row)));
  const offsets = new Int32Array(rows.length + 1);
  const validity = new Uint8Array(Math.ceil(rows.length / 8));
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + (row?.length ?? 0);
    if (row !== null) validity[i >> 3] |= 1 << (i & 7);
  });
  const bytes = new Uint8Array(offsets.at(-1));
  rows.forEach((row, i) => row !== null && bytes.set(row, offsets[i]));
  return { bytes, offsets, validity };
}

/** The errors of the rows: after an error, continues with the next row. */
function refusedRows({ SortidError }, request, ask) {
  const refused = new Map();
  for (let first = 0; ;) {
    try {
      ask(columnFrom(request, first));
      return refused;
    } catch (error) {
      if (!(error instanceof SortidError) || error.row === undefined) throw error;
      refused.set(first + error.row, { error: error.code, offset: error.offset });
      first += error.row + 1;
    }
  }
}

/** The times of the rows if the format has any: digits, or the error. */
function timesOf(sortid, request, options) {
  const asked = { ...options, unit: request.unit, as: 'memory' };
  const ask = (column, more) => sortid.times(column, request.format, { ...asked, ...more });
  try {
    const { values } = ask(columnFrom(request, 0), { onInvalid: 'null' });
    const refused = refusedRows(sortid, request, ask);
    return (row) => refused.get(row) ?? String(values[row]);
  } catch (error) {
    if (error.code !== 'not_applicable') throw error;
    return () => null;
  }
}

/** The stored bytes of an id; those of an integer are big-endian. */
function hexOf(id, { byteLength }) {
  if (typeof id !== 'bigint') return toHex(id);
  return BigInt.asUintN(8 * byteLength, id)
    .toString(16)
    .padStart(2 * byteLength, '0');
}

export function columns(sortid, request, options) {
  const format = sortid.Format.named(request.format);
  const [column, counts] = [columnFrom(request, 0), {}];
  const ids = sortid.parseColumn(column, format, { onInvalid: 'null', as: 'array', counts });
  const texts = sortid.texts(column, format, { onInvalid: 'null', as: 'array' });
  const refused = refusedRows(sortid, request, (rest) => sortid.parseColumn(rest, format));
  const time = timesOf(sortid, request, options);
  const shown = (id, row) => (id === null ? null : { hex: hexOf(id, format), text: texts[row], time: time(row) });
  return { rows: ids.map((id, row) => refused.get(row) ?? shown(id, row)), counts };
}
