// Columns of ids in every kind of memory and array.
import { anId, sortid } from './installed.mjs';

const { AnyId } = sortid;

const classOf = ({ name }) => sortid[`_${name}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase())];

export const has = (bitmap, row) => bitmap === null || ((bitmap[row >> 3] >> (row & 7)) & 1) === 1;

/** New ids of a format, with null in every fifth row. */
export const someIds = (format, rows) =>
  Array.from({ length: rows }, (_, row) => (row % 5 === 3 ? null : AnyId.from(anId(format))));

/** A bitmap of the rows that are not null, from bit `offset` on, with noise before and after. */
export function bitmapOf(ids, offset = 0) {
  const bitmap = new Uint8Array(Math.ceil((ids.length + offset) / 8) + 1).fill(0b10110101);
  ids.forEach((id, i) => {
    const at = i + offset;
    if (id === null) bitmap[at >> 3] &= ~(1 << (at & 7));
    else bitmap[at >> 3] |= 1 << (at & 7);
  });
  return bitmap;
}

/** Rows one after another, with their offsets from byte `from` on; a null row is noise. */
export function rowsOf(rows, Offsets, from = 0) {
  const parts = rows.map((row) => row ?? Buffer.from('noise'));
  const offsets = new Offsets(rows.length + 1);
  let end = from;
  const as = Offsets === Int32Array ? Number : BigInt;
  offsets[0] = as(end);
  parts.forEach((part, i) => (offsets[i + 1] = as((end += part.length))));
  return { data: Buffer.concat([Buffer.alloc(from, 0x20), ...parts]), offsets };
}

/** Arrow views of rows; the data of long rows is in two buffers, in turns. */
export function viewsOf(rows) {
  const buffers = [[], []];
  const views = Buffer.alloc(16 * rows.length);
  const little = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const put = (value, at) => (little ? views.writeInt32LE(value, at) : views.writeInt32BE(value, at));
  rows.forEach((row, i) => {
    if (row === null) return;
    put(row.length, 16 * i);
    if (row.length <= 12) row.copy(views, 16 * i + 4);
    else {
      const into = buffers[i % 2];
      row.copy(views, 16 * i + 4, 0, 4);
      put(i % 2, 16 * i + 8);
      put(into.length, 16 * i + 12);
      into.push(...row);
    }
  });
  return { data: views, buffers: buffers.map((bytes) => Uint8Array.from(bytes)) };
}

export const fixed = (rows, width) =>
  Buffer.concat(rows.map((row) => Buffer.concat([row ?? Buffer.alloc(0), Buffer.alloc(width)]).subarray(0, width)));

/** The same ids in every kind of column, by name. */
export function columnsOf(ids, format) {
  const { byteLength, textLength, bits } = format;
  const texts = ids.map((id) => id && Buffer.from(String(id)));
  const bytes = ids.map((id) => id && Buffer.from(id.toBytes()));
  const columns = {};
  for (const [content, rows, width] of [
    ['texts', texts, textLength],
    ['bytes', bytes, byteLength],
  ]) {
    const short = rowsOf(rows, Int32Array);
    const sliced = rowsOf(rows, Int32Array, 7);
    const long = rowsOf(rows, BigInt64Array);
    const views = viewsOf(rows);
    const shared = new Uint8Array(new SharedArrayBuffer(width * rows.length));
    shared.set(fixed(rows, width));
    for (const [name, column] of Object.entries({
      width: { [content]: fixed(rows, width), width },
      default: { [content]: fixed(rows, width) },
      offsets: { [content]: short.data, offsets: short.offsets },
      sliced: { [content]: sliced.data, offsets: sliced.offsets },
      long: { [content]: long.data, offsets: long.offsets },
      views: { [content]: views.data, buffers: views.buffers },
      shared: { [content]: shared },
    })) {
      columns[`${content}, ${name}`] = { ...column, validity: bitmapOf(ids) };
      columns[`${content}, ${name}, a bitmap that begins inside`] = {
        ...column,
        validity: bitmapOf(ids, 13),
        validityOffset: 13,
      };
    }
  }
  if (bits === 64) {
    const ints = BigUint64Array.from(ids, (id) => BigInt.asUintN(64, id?.toBigInt() ?? 0n));
    columns.ints = { ints, validity: bitmapOf(ids) };
    columns['ints with a sign'] = { ints: new BigInt64Array(ints.buffer), validity: bitmapOf(ids) };
  }
  columns['array of texts'] = ids.map((id) => id && String(id));
  columns['array of bytes'] = ids.map((id) => id && id.toBytes());
  columns['array of ids'] = ids;
  const Typed = classOf(format);
  if (Typed) columns['array of typed ids'] = ids.map((id) => id && Typed.from(id));
  if ([64, 128].includes(bits)) columns['array of bigints'] = ids.map((id) => id && id.toBigInt());
  return columns;
}
