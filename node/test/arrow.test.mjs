// Functions for vectors of apache-arrow, compared with those for single ids.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { someIds } from './support/columns.mjs';
import { app, installed, refused, sortid } from './support/installed.mjs';

const require = createRequire(path.join(app, 'package.json'));
// The ES module in the user's project.
const arrow = await import(pathToFileURL(path.join(app, 'node_modules', 'apache-arrow', 'Arrow.node.mjs')));
const columns = await import(pathToFileURL(path.join(installed, 'arrow.mjs')));
const { AnyId, Format } = sortid;
const { times, parseColumn, fields, between } = columns;

const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const TID = '3jzfcijpj2z2a';

const vector = (values, type) => arrow.vectorFromArray(values, type);
const textsOf = (ids) => ids.map((id) => id && String(id));
const bytesOf = (ids) => ids.map((id) => id && id.toBytes());

/** Vectors of the same ids in every type. */
function vectorsOf(ids, { bits, byteLength, isSigned }) {
  const [texts, bytes] = [textsOf(ids), bytesOf(ids)];
  const {
    Utf8,
    LargeUtf8,
    Binary,
    LargeBinary,
    FixedSizeBinary,
    Dictionary,
    Int8,
    Int32,
    Int64,
    Uint64,
    Utf8View,
    BinaryView,
  } = arrow;
  const vectors = {
    utf8: vector(texts, new Utf8()),
    'large utf8': vector(texts, new LargeUtf8()),
    'utf8 views': vector(texts, new Utf8View()),
    binary: vector(bytes, new Binary()),
    'large binary': vector(bytes, new LargeBinary()),
    'binary views': vector(bytes, new BinaryView()),
    'fixed size': vector(bytes, new FixedSizeBinary(byteLength)),
    'a dictionary of texts': vector(texts, new Dictionary(new Utf8(), new Int32())),
    'a dictionary of bytes': vector(bytes, new Dictionary(new FixedSizeBinary(byteLength), new Int8())),
  };
  if (bits === 64) {
    const ints = ids.map((id) => id && id.toBigInt());
    vectors.integers = vector(ints, isSigned ? new Int64() : new Uint64());
    vectors['a dictionary of integers'] = vector(
      ints,
      new Dictionary(isSigned ? new Int64() : new Uint64(), new Int32()),
    );
  }
  return vectors;
}

/** A vector itself, its slices, and a copy from an IPC file. */
function* formsOf(column) {
  const { length } = column;
  yield [column, 0, length];
  yield [column.slice(13, length - 3), 13, length - 3];
  yield [column.slice(0, 20).concat(column.slice(21, 40)), 0, 40, 20];
  const table = arrow.tableFromIPC(arrow.tableToIPC(new arrow.Table({ column }), 'file'));
  yield [table.getChild('column'), 0, length];
  yield [table.getChild('column').slice(9, 9), 9, 9];
}

test('each row of every vector type equals its id in every format', () => {
  for (const format of Format.all) {
    const ids = someIds(format, 70);
    const middle = format.resolutionNs && ids[0].unixNs();
    for (const [name, column] of Object.entries(vectorsOf(ids, format))) {
      for (const [form, from, to, without] of formsOf(column)) {
        const about = `${format}, ${name}, ${from}–${to}`;
        const rows = ids.slice(from, to).filter((_, i) => i + from !== without);
        const one = (read) => rows.map((id) => id && read(id));
        assert.equal(form.length, rows.length, about);
        const parsed = parseColumn(form, format);
        const shown = [...parsed].map((id) => (id instanceof Uint8Array ? Buffer.from(id).toString('hex') : id));
        assert.deepEqual(
          shown,
          one((id) => (format.bits === 64 ? id.toBigInt() : Buffer.from(id.toBytes()).toString('hex'))),
          about,
        );
        assert.deepEqual([...columns.texts(form, format)], textsOf(rows), about);
        assert.equal(parsed.nullCount, rows.filter((id) => id === null).length);
        const taken = fields(form, format);
        for (const [i, { name: field, bits }] of format.fields.entries()) {
          if (bits <= 64)
            assert.deepEqual(
              [...taken[field]],
              one((id) => id.field(format.fields[i].name)),
              about,
            );
        }
        if (!format.resolutionNs) {
          assert.throws(() => times(form, format), refused('not_applicable'));
          continue;
        }
        const ms = times(form, format);
        assert.equal(String(ms.type), 'Timestamp<MILLISECOND, UTC>');
        assert.deepEqual(
          [...ms],
          one((id) => id.date().getTime()),
          about,
        );
        const ns = times(form, format, { unit: 'ns' });
        const words = ns.data.flatMap(({ values }) => [...values]);
        assert.deepEqual(
          words.map((time, i) => rows[i] && time),
          one((id) => id.unixNs()),
          about,
        );
        const end = middle + 3_600_000_000_000n;
        // A read-only format may have no bounds.
        const sorts = format.canGenerate;
        const isLate = (id) =>
          sorts ? sortid.Id.compare(AnyId.minAt(middle, format), id) <= 0 : id.unixNs() >= middle;
        const inside = one((id) => isLate(id) && id.unixNs() < end);
        assert.deepEqual([...between(form, format, middle, end)], inside, about);
      }
    }
  }
});

test('throws for an invalid row with its number in the whole vector, or counts it as null', async () => {
  const texts = Array(50).fill(TID);
  texts[40] = 'nothing';
  for (const type of [new arrow.Utf8(), new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())]) {
    const whole = vector(texts, type);
    const chunks = whole.slice(0, 30).concat(whole.slice(30));
    assert.equal(chunks.data.length, 2);
    for (const column of [whole, chunks]) {
      const error = refused('invalid_length', { row: 40, offset: 7 });
      assert.throws(() => times(column, 'tid'), error);
      await assert.rejects(columns.timesAsync(column, 'tid'), error);
      const counts = {};
      const ms = times(column, 'tid', { onInvalid: 'null', counts });
      assert.deepEqual([ms.nullCount, ms.get(40), ms.get(41)], [1, null, 1_688_137_381_887]);
      assert.deepEqual(counts, { invalid_length: 1 });
      for (const name of ['times', 'parseColumn', 'texts']) {
        const later = await columns[`${name}Async`](column, 'tid', { onInvalid: 'null' });
        assert.deepEqual(later.toJSON(), columns[name](column, 'tid', { onInvalid: 'null' }).toJSON());
      }
    }
  }
});

test('ignores unused values of a dictionary, and rejects keys out of range', () => {
  const dictionary = vector([TID, 'nothing'], new arrow.Utf8());
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  const withKeys = (...keys) => new arrow.Vector([arrow.makeData({ type, data: Int32Array.from(keys), dictionary })]);
  assert.deepEqual([...columns.texts(withKeys(0, 0), 'tid')], [TID, TID]);
  assert.throws(() => times(withKeys(0, 1), 'tid'), refused('invalid_length', { row: 1 }));
  const gone = { type, data: Int32Array.of(1, 0), dictionary: vector([TID, null], new arrow.Utf8()) };
  const withNull = new arrow.Vector([arrow.makeData(gone)]);
  assert.deepEqual([...columns.texts(withNull, 'tid')], [null, TID]);
  for (const key of [2, -1]) {
    const read = () => times(withKeys(0, key), 'tid', { onInvalid: 'null' });
    assert.throws(read, refused('invalid_length', { row: 1 }));
  }
});

test('rejects offsets outside the memory', () => {
  for (const [type, Offsets, as, width] of [
    [new arrow.Utf8(), Int32Array, Number, 13],
    [new arrow.LargeUtf8(), BigInt64Array, BigInt, 13],
    [new arrow.Binary(), Int32Array, Number, 8],
  ]) {
    for (const ends of [
      [0, width, 2 * width + 1],
      [0, width, width - 1],
      [-1, width, 2 * width],
    ]) {
      const valueOffsets = Offsets.from(ends, as);
      const data = arrow.makeData({ type, data: new Uint8Array(2 * width).fill(0x32), valueOffsets });
      const own = new arrow.Vector([data]);
      assert.throws(() => times(own, 'tid', { onInvalid: 'null' }), refused('invalid_length', { subject: 'memory' }));
      const keys = new arrow.Dictionary(type, new arrow.Int32());
      const pointed = new arrow.Vector([arrow.makeData({ type: keys, data: Int32Array.of(0, 1), dictionary: own })]);
      assert.throws(
        () => times(pointed, 'tid', { onInvalid: 'null' }),
        refused('invalid_length', { subject: 'memory' }),
      );
    }
  }
});

test('throws a TypeError for other values than vectors of ids', () => {
  for (const column of [
    undefined,
    [TID],
    new Uint8Array(8),
    vector([1.5]),
    vector([1], new arrow.Int32()),
    vector([true]),
  ]) {
    assert.throws(() => times(column, 'tid'), TYPE);
  }
  assert.throws(() => times(vector([TID]), 'tid', { as: 'array' }), refused('invalid_option', { subject: 'as' }));
});

test('returns vectors of the calling module’s apache-arrow', () => {
  const required = require('apache-arrow');
  const answer = require('sortid/arrow').times(required.vectorFromArray([TID]), 'tid');
  assert.ok(answer instanceof required.Vector);
  assert.ok(times(vector([TID]), 'tid') instanceof arrow.Vector);
  const table = new arrow.Table({ at: times(vector([TID, null]), 'tid') });
  assert.deepEqual(
    arrow
      .tableFromIPC(arrow.tableToIPC(table))
      .toArray()
      .map(({ at }) => at),
    [1_688_137_381_887, null],
  );
});
