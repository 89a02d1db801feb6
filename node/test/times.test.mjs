// Times: accepted types, results, and the ids of an interval.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { anId, app, refused, sortid, tools } from './support/installed.mjs';

const { Generator, AnyId, Tid, idType } = sortid;
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

test('accepts times as Date, nanoseconds, or seconds and nanoseconds', () => {
  const ns = 1688137381887007000n;
  const minAt = (time, format = 'tid') => String(AnyId.minAt(time, format));
  assert.equal(minAt({ seconds: 1688137381n, nanos: 887007999 }), minAt(ns));
  assert.equal(minAt(new Date(1688137381887)), minAt(1688137381887000000n));
  assert.equal(minAt(1688137381887), minAt(1688137381887000000n));
  assert.equal(minAt(-0), minAt(0n));
  assert.equal(AnyId.minAt(new Date(-1), 'timeid').unixNs(), -1_000_000n);
  assert.equal(AnyId.minAt(-1e11, 'timeid').unixNs(), -100_000_000_000_000_000n);
  assert.equal(AnyId.minAt(-100_000_000_001, 'timeid').unixNs(), -100_000_000_001_000_000n);
  assert.equal(AnyId.minAt(-1_999n, 'timeid').unixNs(), -2_000n);
  assert.equal(AnyId.maxAt(ns, 'tid').field('clock_id'), 1023n);
  for (const mistake of [
    undefined,
    null,
    '2023',
    new Date(0).toISOString(),
    true,
    Symbol('now'),
    () => 0,
    {},
    { seconds: 1, nanos: 0 },
    { seconds: 1n },
    [1n, 0],
  ]) {
    assert.throws(() => minAt(mistake), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
  for (const mistake of [1688137381887.25, NaN, Infinity, -Infinity, 2 ** 53, 1e300]) {
    const expected = {
      name: 'RangeError',
      code: 'ERR_OUT_OF_RANGE',
      message: new RegExp(`whole milliseconds .* not ${String(mistake).replace('+', '.')}`),
    };
    assert.throws(() => minAt(mistake), expected);
  }
  for (const nanos of [-1, 1e9, 0.5, NaN, Infinity]) {
    assert.throws(() => minAt({ seconds: 0n, nanos }), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
  }
  assert.throws(() => minAt(new Date(NaN)), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
  for (const far of [2n ** 100n, -(2n ** 100n), { seconds: 2n ** 63n, nanos: 0 }, -1n]) {
    assert.throws(() => minAt(far), refused('timestamp_out_of_range'));
  }
  assert.throws(() => minAt(ns, 'uid11_fullrand'), refused('not_applicable'));
});

test('number_of_seconds_is_rejected', async (t) => {
  const { Uuid7, between, storage } = sortid;
  const orders = idType('order');
  const [manual, own] = [new Generator('uuid7', { clock: 'manual' }), new Generator('uuid7')];
  const calls = {
    at: Uuid7.at,
    'AnyId.at': (time) => AnyId.at(time, 'uuid7'),
    minAt: Uuid7.minAt,
    maxAt: Uuid7.maxAt,
    'AnyId.minAt': (time) => AnyId.minAt(time, 'uuid7'),
    'AnyId.maxAt': (time) => AnyId.maxAt(time, 'uuid7'),
    'type.minAt': orders.minAt,
    'type.at': orders.at,
    nextAt: (time) => manual.nextAt(time),
    nextAfterAt: (time) => manual.nextAfterAt(Uuid7.at(0), time),
    ...Object.fromEntries(
      [
        ['range', Uuid7.range],
        ['AnyId.range', (from, to) => AnyId.range(from, to, 'uuid7')],
        ['type.range', orders.range],
        ['generator.range', (from, to) => own.range(from, to)],
        ['storage.range', storage('uuid7', 'sqlite').range],
        ['between', (from, to) => between([], 'uuid7', from, to)],
      ].flatMap(([name, call]) => [
        [`${name} from`, (time) => call(time, null)],
        [`${name} to`, (time) => call(null, time)],
      ]),
    ),
  };
  const clock = createRequire(path.join(app, 'package.json'))('sortid/testing');
  calls.freeze = (time) => clock.freeze(time).restore();
  const message = /looks like seconds: multiply by 1000 or pass a Date$/;
  for (const [name, call] of Object.entries(calls)) {
    for (const seconds of [1, 0.5, 1_551_657_600, 1_551_657_600.25, 1e11 - 1, -1, 1 - 1e11]) {
      assert.throws(() => call(seconds), { name: 'RangeError', message }, `${name} ${seconds}`);
    }
    const isLast = / to$/.test(name);
    for (const time of [isLast ? 1e11 : 0, new Date(1_551_657_600), 1_551_657_600n, 1e11, 1_551_657_600_000]) {
      assert.doesNotThrow(() => call(time), `${name} ${time}`);
    }
  }
  t.diagnostic(`${Object.keys(calls).length} calls`);
  assert.equal(sortid.TypeId.from(Uuid7.at(0), 'x').unixMs(), 0);
});

test('ids_at_a_time_have_that_time_and_increase', () => {
  const { Ulid, Uuid7 } = sortid;
  const time = new Date('2024-07-19T12:00:00.001Z');
  const ids = [Uuid7.at(time), Uuid7.at(time.getTime()), Uuid7.from(AnyId.at(time, Uuid7))];
  for (const id of ids) assert.equal(id.unixNs(), BigInt(time.getTime()) * 1_000_000n);
  assert.deepEqual(ids.toSorted(Uuid7.compare), ids);
  // A later time, then an earlier one.
  const [late, early] = [new Date(1000), new Date(500)];
  assert.equal(Ulid.at(late).unixMs(), 1000);
  assert.ok(Ulid.at(early) instanceof Ulid && sortid.Id.compare(Ulid.at(late), AnyId.at(late, 'ulid')) < 0);
});

test('ids_at_invalid_times_throw_the_errors_of_the_core', () => {
  const { AnyUuid, Snowflake, Uuid4, Uuid7, Uuid8 } = sortid;
  const time = 1_900_000_000_000;
  assert.throws(() => [Snowflake.at(time), Snowflake.at(time - 1000)], refused('clock_rollback'));
  assert.throws(() => [sortid.Tid.at(time), sortid.Tid.at(time)], refused('counter_exhausted'));
  assert.throws(() => Uuid7.at(-1n), refused('timestamp_out_of_range'));
  for (const name of ['uuid4', 'any_uuid']) assert.throws(() => AnyId.at(time, name), refused('not_applicable'));
  assert.throws(() => AnyId.at(time, 'uuid2'), refused('unknown_format'));
  assert.throws(() => Uuid7.at('2024-07-19'), TYPE);
  assert.deepEqual([AnyUuid.at, Uuid4.at, Uuid8.at], [undefined, undefined, undefined]);
});

test('bounds of an instant accept reading options', () => {
  const [time, discord] = [new Date('2016-04-30T11:18:25.796Z'), { epoch: 'discord' }];
  const [least, greatest] = [sortid.Snowflake.minAt(time, discord), sortid.Snowflake.maxAt(time, discord)];
  assert.equal(String(least), String(41_944_705_796n << 22n));
  assert.equal(greatest.date(discord).getTime(), time.getTime());
  assert.ok(greatest.toBigInt() - least.toBigInt() === (1n << 22n) - 1n);
  assert.ok(AnyId.minAt(time, 'snowflake', discord).equals(AnyId.from(least)));
  assert.ok(idType('message', 'snowflake', discord).maxAt(time).id.equals(greatest));
  assert.throws(() => sortid.Tid.minAt(time, discord), refused('invalid_option', { subject: 'epoch' }));
  for (const mistake of [0, 'discord', null]) assert.throws(() => sortid.Tid.minAt(time, mistake), TYPE);
});

test('a generator reads times by its options', () => {
  const discord = { epoch: 'discord' };
  const time = new Date('2026-01-02T03:04:05.678Z');
  const generator = new Generator('snowflake', { ...discord, node: 3, clock: 'manual' });
  const id = generator.nextAt(time);
  assert.deepEqual(generator.timestamp(id), { seconds: 1767323045n, nanos: 678000000 });
  assert.deepEqual(generator.timestamp(String(id)), id.timestamp(discord));
  const range = generator.range(time, new Date(time.getTime() + 1));
  assert.ok(range.contains(id) && range.min instanceof sortid.Snowflake);
  assert.ok(range.min.equals(sortid.Snowflake.minAt(time, discord)));
  const own = new Generator('uuid8');
  assert.ok(Date.now() / 1000 - Number(own.timestamp(own.nextText()).seconds) < 60);
  assert.throws(() => generator.timestamp(sortid.Tid.now()), refused('not_applicable'));
  assert.throws(() => generator.range(time, time), refused('invalid_option'));
  assert.throws(() => new Generator('uuid4').range(0n, 1n), refused('not_applicable'));
});

test('returns exact times, and a Date if in its range', () => {
  const last = AnyId.fromFields({ timestamp: 2n ** 60n - 1n }, 'uuid6');
  assert.deepEqual(last.timestamp(), { seconds: 103072857660n, nanos: 684697500 });
  assert.equal(last.date().toISOString(), '5236-03-31T21:21:00.684Z');
  // Times are floored, also before 1970.
  const before = AnyId.minAt(-2_000n, 'timeid');
  assert.equal(before.date().getTime(), -1);
  assert.equal(before.unixMs(), -1);
  assert.equal(AnyId.parse('175928847299117063', 'snowflake').unixMs({ epoch: 'discord' }), 1462015105796);
  const coarse = AnyId.parse('ffffffff-ffff-8000-8000-000000000001', 'uuid8');
  const wide = { timestampBits: 48, unitNs: 1_000_000_000 };
  assert.equal(coarse.timestamp(wide).seconds, 281474976710655n);
  assert.throws(() => coarse.date(wide), refused('timestamp_out_of_range'));
  assert.throws(() => coarse.unixMs(wide), refused('timestamp_out_of_range'));
  assert.throws(() => coarse.timestamp(), refused('not_applicable'));
  assert.throws(() => coarse.timestamp({ precision: 'ms' }), refused('invalid_option', { subject: 'precision' }));
});

test('times by an epoch are the same when repeated', () => {
  const epochs = [{ epochUnixMs: 0 }, { epochUnixMs: 1_234_567_890 }, { epochUnixMs: -10n }, { epoch: 'discord' }];
  for (const format of sortid.Format.all.filter((one) => one.options.includes('epoch') && one.resolutionNs !== null)) {
    const ids = [AnyId.range(null, null, format).min, anId(format), anId(format), AnyId.range(null, null, format).max];
    for (const epoch of [...epochs, ...epochs.toReversed()]) {
      // A generator's `timestamp` always calls the core.
      const generator = new Generator(format, epoch);
      for (const id of ids) {
        const time = generator.timestamp(id);
        for (let n = 0; n < 2; n++) assert.deepEqual(id.timestamp(epoch), time);
        assert.equal(id.unixNs({ ...epoch }), time.seconds * 1_000_000_000n + BigInt(time.nanos));
      }
    }
  }
  const id = sortid.Snowflake.now();
  id.date({ epoch: 'discord' });
  for (const wrong of [{ epoch: 'x' }, { epoch: 'discord', epochUnixMs: 0 }, { epoch: 'discord', precision: 'ms' }]) {
    assert.throws(() => id.date(wrong), refused('invalid_option'));
  }
  assert.throws(() => Tid.now().date({ epoch: 'discord' }), refused('invalid_option'));
  for (const mistake of [null, 0, 'discord']) assert.throws(() => id.date(mistake), TYPE);
});

test('returns bounds of an interval and of a prefix', () => {
  const { min, max } = AnyId.range(new Date(1000), 2_000_000_000n, 'tid');
  assert.equal(min.field('timestamp_us'), 1_000_000n);
  assert.equal(max.field('timestamp_us'), 1_999_999n);
  assert.throws(() => AnyId.range(2n, 2n, 'tid'), refused('invalid_option'));
  const prefix = AnyId.prefixRange('3kxn-lhr', 'timeid');
  assert.deepEqual([prefix.min, prefix.max].map(String), ['3kxn-lhr-2222-22', '3kxn-lhr-zzzz-zz']);
  const epoch = AnyId.range(0n, 1_000_000n, 'uid11_snowish', { epochUnixMs: 0 });
  assert.equal(epoch.min.field('timestamp_ms'), 0n);
});

test('an open end is the first or last time of the format', () => {
  const [from, to] = [new Date('2026-01-02'), new Date('2026-01-03')];
  for (const format of sortid.Format.all.filter(
    ({ canGenerate, resolutionNs }) => canGenerate && resolutionNs !== null,
  )) {
    const [all, since, until] = [
      AnyId.range(null, undefined, format),
      AnyId.range(from, null, format),
      AnyId.range(null, to, format),
    ];
    const closed = AnyId.range(from, to, format);
    assert.ok(since.min.equals(closed.min) && since.max.equals(all.max), format.name);
    assert.ok(until.max.equals(closed.max) && until.min.equals(all.min), format.name);
    const { seconds, nanos } = all.max.timestamp();
    const next = seconds * 1_000_000_000n + BigInt(nanos) + format.resolutionNs;
    assert.throws(() => AnyId.maxAt(next, format), refused('timestamp_out_of_range'), format.name);
    assert.throws(() => AnyId.minAt(all.min.unixNs() - 1n, format), refused('timestamp_out_of_range'), format.name);
  }
  assert.equal(String(sortid.Uuid7.range(null, null).max), 'ffffffff-ffff-7fff-bfff-ffffffffffff');
  const discord = { epoch: 'discord' };
  const { min } = sortid.Snowflake.range(from, null, discord);
  assert.ok(min.equals(sortid.Snowflake.minAt(from, discord)));
  assert.ok(new Generator('snowflake', discord).range(from, null).min.equals(min));
  assert.equal(String(idType('order', 'uuid7').range(null, 1000n).min), 'order_0000000000e008000000000000');
  assert.equal(typeof sortid.storage('tid', 'sqlite').range(from, undefined).max, 'bigint');
  const column = [from, to].map((time) => String(Tid.minAt(time)));
  assert.deepEqual(sortid.between(column, 'tid', null, to), [true, false]);
  assert.deepEqual(sortid.between(column, 'tid', to, null), [false, true]);
  assert.deepEqual(sortid.between(column, 'tid', undefined, undefined), [true, true]);
});

test('accepts a Temporal.Instant and a ZonedDateTime', async () => {
  const polyfill = createRequire(path.join(tools, 'package.json')).resolve('temporal-polyfill');
  const { Temporal } = await import(pathToFileURL(polyfill));
  const instant = Temporal.Instant.from('2023-06-30T15:03:01.887007Z');
  assert.equal(String(AnyId.minAt(instant, 'tid')), String(AnyId.minAt(1688137381887007000n, 'tid')));
  const zoned = instant.toZonedDateTimeISO('America/New_York');
  assert.ok(Tid.minAt(zoned).equals(Tid.minAt(instant)));
  assert.ok(Temporal.Instant.fromEpochNanoseconds(Tid.minAt(instant).unixNs()).equals(instant));
  // Temporal types without a time zone are rejected.
  for (const local of [Temporal.PlainDate.from('2023-06-30'), Temporal.PlainDateTime.from('2023-06-30T15:03')]) {
    assert.throws(() => Tid.minAt(local), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
});

test('range contains ids between its bounds', () => {
  const range = Tid.range(new Date(1000), new Date(2000));
  assert.deepEqual(Object.keys(range), ['min', 'max']);
  assert.ok(Object.isFrozen(range));
  assert.ok(range.min instanceof Tid && AnyId.range(0n, 1n, 'tid').min instanceof AnyId);
  for (const [time, inside] of [
    [999_999_999n, false],
    [new Date(1000), true],
    [1_999_999_999n, true],
    [new Date(2000), false],
  ]) {
    assert.equal(range.contains(Tid.minAt(time)), inside, String(time));
    assert.equal(range.contains(AnyId.maxAt(time, 'tid')), inside, String(time));
  }
  assert.ok(range.contains(range.min) && range.contains(range.max));
  // An id of another format with the same bits.
  assert.equal(range.contains(sortid.Timeid.minAt(new Date(1500))), false);
  for (const mistake of [undefined, null, String(range.min), 1n])
    assert.throws(() => range.contains(mistake), TypeError);
});
