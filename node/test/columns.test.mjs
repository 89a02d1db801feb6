// Functions for columns, compared with those for single ids.
import assert from 'node:assert/strict';
import test from 'node:test';
import { columnsOf, has, someIds } from './support/columns.mjs';
import { refused, sortid } from './support/installed.mjs';

const { Format, AnyId, Id, between, fields, texts, parseColumn, times } = sortid;

/** Converts an answer in memory to an array. */
function listOf({ values, validity, nullCount, invalid: counts }, rows, read) {
  assert.deepEqual(counts, {});
  const list = Array.from({ length: rows }, (_, row) => (has(validity, row) ? read(values, row) : null));
  assert.equal(list.filter((value) => value === null).length, nullCount);
  return list;
}

const each = (values, row) => values[row];
const bytesOf = (width) => (values, row) =>
  Buffer.from(values.subarray(row * width, (row + 1) * width)).toString('hex');
const textOf = (width) => (values, row) =>
  Buffer.from(values.subarray(row * width, (row + 1) * width))
    .toString()
    .replace(/\0+$/, '');

test('each row of every kind of column equals its id in every format', () => {
  for (const format of Format.all) {
    const ids = someIds(format, 70);
    const rows = ids.length;
    const tellsTime = format.resolutionNs !== null;
    const one = (read) => ids.map((id) => id && read(id));
    const expected = {
      ms: tellsTime && one((id) => id.date().getTime()),
      ns: tellsTime && one((id) => id.unixNs()),
      ids: one((id) => (format.bits === 64 ? id.toBigInt() : Buffer.from(id.toBytes()).toString('hex'))),
      texts: one(String),
      fields: format.fields.map(({ name }) => one((id) => id.field(name))),
    };
    const middle = tellsTime && ids[0].unixNs();
    for (const [name, column] of Object.entries(columnsOf(ids, format))) {
      const about = `${format}, ${name}`;
      const isArray = Array.isArray(column);
      const short = format.fields.flatMap(({ name: field, bits }, i) => (bits <= 64 ? [[field, i]] : []));
      for (const as of ['memory', 'array', undefined]) {
        const asList = as === 'array' || (as === undefined && isArray);
        const list = (answer, read) => (asList ? answer : listOf(answer, rows, read));
        const shown = (answer) => (asList ? answer.map((id) => id && Buffer.from(id).toString('hex')) : answer);
        const parsed = parseColumn(column, format, { as });
        assert.deepEqual(
          format.bits === 64 ? list(parsed, each) : list(shown(parsed), bytesOf(format.byteLength)),
          expected.ids,
          about,
        );
        const written = texts(column, format, { as });
        assert.deepEqual(list(written, textOf(format.textLength)), expected.texts, about);
        const taken = fields(column, format, undefined, { as });
        assert.deepEqual(
          Object.keys(taken),
          short.map(([field]) => field),
        );
        for (const [field, i] of short) assert.deepEqual(list(taken[field], each), expected.fields[i], about);
        if (!tellsTime) {
          assert.throws(() => times(column, format, { as }), refused('not_applicable'));
          continue;
        }
        const ms = list(times(column, format, { as }), each);
        assert.deepEqual(asList ? ms : ms.map((time) => time && Number(time)), expected.ms, about);
        assert.deepEqual(list(times(column, format, { as, unit: 'ns' }), each), expected.ns, about);
        const inside = list(between(column, format, middle, middle + 3_600_000_000_000n, { as }), has);
        // A read-only format may have no bounds.
        const sorts = format.canGenerate;
        const isLate = (id) => (sorts ? Id.compare(AnyId.minAt(middle, format), id) <= 0 : id.unixNs() >= middle);
        assert.deepEqual(
          inside,
          one((id) => isLate(id) && id.unixNs() < middle + 3_600_000_000_000n),
          about,
        );
      }
    }
  }
});

test('a declared type reads columns by its options', () => {
  const messages = sortid.idType('snowflake', { epoch: 'discord' });
  const id = messages.parse('175928847299117063');
  const rows = [id.toBigInt(), null];
  assert.deepEqual(times(rows, messages), [1462015105796, null]);
  assert.deepEqual(times(rows, messages), times(rows, 'snowflake', { epoch: 'discord' }));
  assert.deepEqual(between(rows, messages, id.timestamp(), null), [true, null]);
  assert.deepEqual(texts(rows, messages), ['175928847299117063', null]);
  assert.deepEqual(parseColumn([String(id)], messages), [id.toBigInt()]);
  assert.deepEqual(fields(rows, messages), fields(rows, 'snowflake'));
});
