// Columns: errors, changes of memory, and long columns.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { bitmapOf, fixed, has, rowsOf } from './support/columns.mjs';
import { refused, sortid } from './support/installed.mjs';

const { Generator, AnyId, SortidError, between, fields, parseColumn, times } = sortid;

const TID = '3jzfcijpj2z2a';
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const RANGE = { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' };

/** The error of AnyId for a text that is not a tid. */
function parseError(text) {
  try {
    return AnyId.parse(text, 'tid') && undefined;
  } catch ({ code, offset }) {
    return { code, offset };
  }
}

test('throws for an invalid row with its number, or counts it as null', () => {
  for (const text of ['x', '3jzfcijpj2z2!', '3jzfcijpj2z2é', '\ud800', 'kjzfcijpj2z2a', '']) {
    const { code, offset } = parseError(text);
    for (const rows of [1, 65, 20_000]) {
      const column = Array(rows).fill(TID);
      column[rows - 1] = text;
      const { data, offsets } = rowsOf(
        column.map((row) => Buffer.from(row)),
        Int32Array,
      );
      for (const given of [column, { texts: data, offsets }]) {
        assert.throws(
          () => parseColumn(given, 'tid'),
          (error) => {
            assert.ok(error instanceof SortidError);
            assert.deepEqual([error.code, error.offset, error.row], [code, offset, rows - 1], text);
            assert.match(error.message, new RegExp(`^${code}: .*, in row ${rows - 1}$`));
            return true;
          },
        );
        const counts = { [code]: 3, other: 1 };
        const answer = parseColumn(given, 'tid', { onInvalid: 'null', as: 'memory', counts });
        assert.deepEqual(counts, { [code]: 4, other: 1 });
        assert.deepEqual([answer.nullCount, answer.invalid], [1, { [code]: 1 }]);
        assert.equal(answer.values.at(-1), 0n);
        assert.ok(!has(answer.validity, rows - 1) && (rows === 1 || has(answer.validity, rows - 2)));
        assert.equal(parseColumn(given, 'tid', { onInvalid: 'null', as: 'array' }).at(-1), null);
      }
    }
  }
});

test('throws for the first of several invalid rows', () => {
  const column = Array(20_000).fill(TID);
  column[9000] = '';
  column[15_000] = 'x';
  assert.throws(() => times(column, 'tid'), refused('invalid_length', { row: 9000, offset: 0 }));
  // A value of another type throws first, also with `onInvalid: 'null'`.
  column[8999] = undefined;
  assert.throws(() => times(column, 'tid', { onInvalid: 'null' }), TYPE);
  // Rows that JavaScript rejects, before and after rows that the core rejects.
  const wide = [0n, 2n ** 64n, -1n, 0n];
  assert.throws(() => parseColumn(wide, 'snowflake'), refused('out_of_range', { row: 1 }));
  assert.throws(() => parseColumn([2n ** 63n, ...wide], 'snowflake'), refused('out_of_range', { row: 0 }));
  assert.deepEqual(parseColumn(wide, 'snowflake', { onInvalid: 'null' }), [0n, null, null, 0n]);
  const counts = {};
  assert.deepEqual(parseColumn([2n ** 63n, ...wide], 'snowflake', { onInvalid: 'null', counts }), [
    null,
    0n,
    null,
    null,
    0n,
  ]);
  assert.deepEqual(counts, { out_of_range: 3 });
  assert.throws(() => parseColumn([-1n], 'uuid7'), refused('out_of_range', { row: 0 }));
  assert.throws(() => parseColumn([2n ** 128n], 'uuid7'), refused('out_of_range', { row: 0 }));
  assert.deepEqual(parseColumn([-(2n ** 63n), -(2n ** 63n) - 1n], 'timeid', { onInvalid: 'null' }), [
    -(2n ** 63n),
    null,
  ]);
  const ids = [AnyId.parse(TID, 'tid'), AnyId.parse(V7, 'uuid7')];
  assert.throws(() => parseColumn(ids, 'tid'), refused('not_applicable', { row: 1 }));
  assert.deepEqual(sortid.texts(ids, 'uuid7', { onInvalid: 'null' }), [null, V7]);
});

test('rejects a time that a number cannot represent exactly', () => {
  // A flake has 64 bits of milliseconds.
  const flakes = [1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 62n].map((ms) =>
    AnyId.fromFields({ timestamp_ms: ms }, 'flake'),
  );
  const counts = {};
  assert.deepEqual(times(flakes, 'flake', { onInvalid: 'null', counts }), [1, 2 ** 53 - 1, null, null]);
  assert.deepEqual(counts, { timestamp_out_of_range: 2 });
  assert.throws(() => times(flakes, 'flake'), refused('timestamp_out_of_range', { row: 2 }));
  const { values, validity } = times(flakes, 'flake', { onInvalid: 'null', as: 'memory' });
  assert.deepEqual([[...values], validity], [[1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 62n], null]);
  assert.deepEqual(
    times(flakes, 'flake', { unit: 's' }),
    [0, 9_007_199_254_740, 9_007_199_254_740, 4_611_686_018_427_387],
  );
  assert.throws(() => times(flakes, 'flake', { unit: 'us' }), refused('timestamp_out_of_range', { row: 3 }));
  // The inexact row is before the one that the core rejects.
  const texts = [...flakes.map(String), '!'];
  assert.throws(() => times(texts, 'flake'), refused('timestamp_out_of_range', { row: 2 }));
  assert.throws(() => times([...texts.slice(0, 2), texts[4]], 'flake'), refused('invalid_character', { row: 2 }));
  const early = [AnyId.fromFields({ timestamp_us: -2 }, 'timeid')];
  assert.deepEqual([times(early, 'timeid'), times(early, 'timeid', { unit: 'us' })], [[-1], [-2n]]);
  assert.deepEqual(fields(early, 'timeid'), { timestamp_us: [-2n], node: [0n] });
});

test('rejects memory that is too short, with the row', () => {
  const texts = Buffer.from(TID + TID);
  const whole = refused('invalid_length', { subject: 'memory', offset: undefined });
  for (const onInvalid of ['throw', 'null']) {
    const read = (column) => () => times(column, 'tid', { onInvalid });
    for (const [offsets, row] of [
      [[0, 13, 27], 1],
      [[0, 13, 12], 1],
      [[-1, 13], 0],
      [[], 0],
    ]) {
      const given = { ...whole, row };
      delete given.offset;
      assert.throws(read({ texts, offsets: Int32Array.from(offsets) }), given);
      assert.throws(read({ texts, offsets: BigInt64Array.from(offsets, BigInt) }), given);
    }
    assert.throws(read({ texts, width: 12 }), refused('invalid_length', { row: 2 }));
    assert.throws(read(new Uint8Array(9)), refused('invalid_length', { row: 1 }));
    assert.throws(read({ texts: new Uint8Array(17), buffers: [] }), refused('invalid_length', { subject: 'views' }));
    assert.throws(read({ texts: new Uint8Array(16).fill(1), buffers: [texts] }), refused('invalid_length', { row: 0 }));
    assert.throws(read({ texts, validity: new Uint8Array(0) }), refused('invalid_length', { subject: 'validity' }));
    const behind = { texts, validity: Uint8Array.of(255), validityOffset: 7 };
    assert.throws(read(behind), refused('invalid_length', { subject: 'validity' }));
    const far = { ...behind, validityOffset: Number.MAX_SAFE_INTEGER };
    assert.throws(read(far), refused('invalid_length', { subject: 'validity' }));
  }
});

test('throws a TypeError for other values than columns', () => {
  for (const column of [
    undefined,
    null,
    TID,
    1,
    new Float64Array(3),
    new Uint16Array(3),
    new ArrayBuffer(8),
    {},
    { texts: TID },
    { ints: new Uint8Array(8) },
    { bytes: new Uint8Array(8), texts: new Uint8Array(8) },
    { texts: new Uint8Array(13), width: 13, offsets: new Int32Array(1) },
    { texts: new Uint8Array(13), offsets: new Uint32Array(1) },
    { texts: new Uint8Array(13), offsets: [0] },
    { texts: new Uint8Array(13), width: '13' },
    { texts: new Uint8Array(16), buffers: new Uint8Array(1) },
    { texts: new Uint8Array(16), buffers: ['text'] },
    { texts: new Uint8Array(13), validity: [1] },
    { ints: new BigUint64Array(1), width: 8 },
    [TID, 1n],
    [1n, TID],
    [1],
    [undefined],
    [TID, , TID], // eslint-disable-line no-sparse-arrays
    [new Date()],
    [{}],
  ]) {
    for (const onInvalid of ['throw', 'null']) assert.throws(() => times(column, 'tid', { onInvalid }), TYPE);
  }
  for (const width of [0, -1, 1.5, NaN, 2 ** 32]) {
    assert.throws(() => times({ texts: new Uint8Array(13), width }, 'tid'), RANGE);
  }
  assert.throws(() => times({ texts: new Uint8Array(13), validityOffset: -1 }, 'tid'), RANGE);
  assert.throws(() => times(new BigUint64Array(1), 'uuid7'), refused('not_applicable'));
  assert.throws(() => times([1n], 'ksuid'), refused('not_applicable'));
});

test('rejects invalid options, and applies valid ones', () => {
  assert.throws(() => times([TID], 'nothing'), refused('unknown_format'));
  assert.throws(() => times([TID], 'tid', null), TYPE);
  assert.throws(() => times([TID], 'tid', { counts: 1 }), TYPE);
  for (const [options, subject, message] of [
    [{ unit: 'minutes' }, 'unit', 'unit must be one of s, ms, us, ns, not "minutes"'],
    [{ onInvalid: 'raise' }, 'onInvalid', 'onInvalid must be one of throw, null, not "raise"'],
    [{ as: Array }, 'as', 'as must be one of memory, array, not a function'],
    [{ epoch: 'discord' }, 'epoch', 'a tid has no option epoch; its own are '],
    [{ node: 1 }, 'node', 'node has no effect on reading'],
    [{ colour: 1 }, 'colour', 'no option is named "colour"'],
  ]) {
    assert.throws(
      () => times([TID], 'tid', options),
      (error) => {
        assert.deepEqual([error.code, error.subject], ['invalid_option', subject]);
        assert.ok(error.message.includes(message), error.message);
        return true;
      },
    );
  }
  for (const read of [
    parseColumn,
    sortid.texts,
    (column, format, options) => fields(column, format, undefined, options),
  ]) {
    assert.throws(() => read([TID], 'tid', { epoch: 'discord' }), refused('invalid_option', { subject: 'epoch' }));
    assert.throws(() => read([TID], 'tid', { unit: 'ms' }), refused('invalid_option', { subject: 'unit' }));
    assert.deepEqual(read([], 'tid', { onInvalid: undefined, as: undefined, counts: undefined }).length ?? 0, 0);
  }
  const discord = AnyId.fromFields({ timestamp_ms: 1 }, 'snowflake');
  assert.deepEqual(times([discord], 'snowflake', { epoch: 'discord' }), [1_420_070_400_001]);
  const [from, to] = [1_420_070_400_001, 1_420_070_400_002];
  assert.deepEqual(between([discord, null], 'snowflake', from, to, { epoch: 'discord' }), [true, null]);
  assert.deepEqual(between([discord], 'snowflake', from, to), [false]);
  assert.throws(() => between([discord], 'snowflake', to, to), refused('invalid_option'));
  assert.throws(() => between([discord], 'snowflake', '2024', to), TYPE);
  assert.throws(() => fields([TID], 'tid', ['node']), refused('invalid_field', { subject: 'node' }));
  assert.throws(() => fields([TID], 'tid', 'clock_id'), TYPE);
  assert.throws(() => fields([TID], 'tid', [1]), TYPE);
  assert.throws(() => fields(['01arz3ndektsv4rrffq69g5fav'], 'ulid', ['randomness']), refused('not_applicable'));
});

test('returns an empty column for no rows', () => {
  for (const column of [
    [],
    new Uint8Array(0),
    new BigUint64Array(0),
    { texts: new Uint8Array(0), offsets: new Int32Array(1) },
  ]) {
    const isArray = Array.isArray(column);
    assert.equal((isArray ? times(column, 'tid') : times(column, 'tid').values).length, 0);
    assert.equal((isArray ? between(column, 'tid', 0n, 1n) : between(column, 'tid', 0n, 1n).values).length, 0);
    assert.throws(() => times(column, 'uuid4'), refused('not_applicable'));
  }
  assert.deepEqual(times([null, null], 'tid'), [null, null]);
  assert.deepEqual(times([null, null], 'tid', { as: 'memory' }).nullCount, 2);
});

test('rejects detached memory, and reads resized memory', () => {
  const { port1, port2 } = new MessageChannel();
  for (const make of [
    (view) => view,
    (view) => ({ bytes: view }),
    (view) => ({ texts: view, width: 13 }),
    (view) => ({ texts: new Uint8Array(13), validity: view }),
    (view) => [view],
  ]) {
    const view = new Uint8Array(26);
    const column = make(view);
    port1.postMessage(view, [view.buffer]);
    assert.throws(() => times(column, 'tid'), TypeError);
  }
  port1.close();
  port2.close();
  if (ArrayBuffer.prototype.resize === undefined) return;
  const buffer = new ArrayBuffer(16, { maxByteLength: 64 });
  const [tracking, both] = [new Uint8Array(buffer), new Uint8Array(buffer, 0, 16)];
  buffer.resize(24);
  assert.equal(times(tracking, 'tid').values.length, 3);
  buffer.resize(8);
  assert.equal(times(tracking, 'tid').values.length, 1);
  assert.throws(() => times(both, 'tid'), TypeError);
});

test('reads shared memory of every kind from a copy', async () => {
  const shared = (view) => {
    const own = new view.constructor(new SharedArrayBuffer(view.byteLength));
    own.set(view);
    return own;
  };
  const texts = new TextEncoder().encode(TID + TID);
  const expected = times({ texts }, 'tid');
  assert.equal(expected.values[0], 1_688_137_381_887n);
  for (const column of [
    { texts: shared(texts), offsets: shared(Int32Array.of(0, 13, 26)) },
    { texts, offsets: shared(BigInt64Array.of(0n, 13n, 26n)) },
    { texts: shared(texts), validity: shared(Uint8Array.of(3)) },
    shared(parseColumn({ texts }, 'tid').values),
    { ints: new BigInt64Array(shared(parseColumn({ texts }, 'tid').values).buffer) },
    shared(
      Uint8Array.from(
        Array(2)
          .fill([...AnyId.parse(TID, 'tid').toBytes()])
          .flat(),
      ),
    ),
  ]) {
    assert.deepEqual(times(column, 'tid'), expected);
  }
  // Later changes of the shared memory have no effect.
  const long = shared(new Uint8Array(13 * 20_000).fill(0x32));
  const reading = sortid.parseColumnAsync({ texts: long }, 'tid');
  long.fill(0x33);
  const { values, nullCount } = await reading;
  assert.ok(nullCount === 0 && values.every((int) => int === 0n));
});

test('asynchronous functions return the same for long columns', async (t) => {
  const rows = 30_000;
  const texts = new Generator('tid').nextTexts(rows);
  texts[20_001] = null;
  const { data, offsets } = rowsOf(
    texts.map((row) => row && Buffer.from(row)),
    Int32Array,
  );
  const memory = { texts: data, offsets, validity: bitmapOf(texts, 3), validityOffset: 3 };
  for (const column of [
    texts,
    memory,
    parseColumn(
      {
        texts: fixed(
          texts.map((row) => Buffer.from(row ?? TID)),
          13,
        ),
      },
      'tid',
    ).values,
  ]) {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    t.after(() => clearInterval(counting));
    for (const [name, ...args] of [
      ['times', column, 'tid', { unit: 'us' }],
      ['times', column, 'tid', { as: 'array' }],
      ['parseColumn', column, 'tid', { as: 'memory' }],
      ['texts', column, 'tid'],
      ['fields', column, 'tid', ['clock_id']],
      ['between', column, 'tid', 0, Date.now() + 10_000, { onInvalid: 'null' }],
    ]) {
      assert.deepEqual(await sortid[`${name}Async`](...args), sortid[name](...args), name);
    }
    clearInterval(counting);
    assert.ok(turns > 0);
  }
  texts[25_000] = 'x';
  await assert.rejects(sortid.timesAsync(texts, 'tid'), refused('invalid_length', { row: 25_000, offset: 1 }));
  await assert.rejects(sortid.timesAsync(undefined, 'tid'), TYPE);
  // Concurrent calls do not mix up their intervals.
  const [all, none] = await Promise.all([
    sortid.betweenAsync(memory, 'tid', 0, Date.now() + 10_000),
    sortid.betweenAsync(memory, 'tid', 0, 1n),
  ]);
  assert.ok(all.values.some((byte) => byte !== 0) && none.values.every((byte) => byte === 0));
  const taken = new Uint8Array(8 * rows);
  const reading = sortid.timesAsync(taken, 'tid');
  structuredClone(taken.buffer, { transfer: [taken.buffer] });
  await assert.rejects(reading, TYPE);
});

test('does not change a column, and returns separate memory each time', () => {
  const bytes = new Uint8Array(16).fill(7);
  const before = bytes.slice();
  const [a, b] = [
    parseColumn(bytes, 'uuid8', { onInvalid: 'null' }),
    parseColumn(bytes, 'uuid8', { onInvalid: 'null' }),
  ];
  assert.ok(a.values.buffer !== b.values.buffer && a.values.buffer !== bytes.buffer);
  assert.deepEqual(bytes, before);
  const [one, two] = parseColumn([V7, V7], 'uuid7');
  assert.ok(one.buffer !== two.buffer && one.buffer.byteLength === 16);
});
