// Options: valid ones reach the core, invalid ones are errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { refused, sortid } from './support/installed.mjs';

const { Generator, AnyId } = sortid;

const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

test('passes options to the core, whose errors name invalid ones', () => {
  assert.equal(new Generator('tid', { node: 7 }).next().field('clock_id'), 7n);
  assert.equal(new Generator('tid', { node: undefined }).format.name, 'tid');
  for (const [options, subject, expected] of [
    [{ colour: 'blue' }, 'colour', /no option is named "colour"$/],
    [{ clock_id: 1 }, 'clock_id', /no option is named "clock_id"/],
    [{ precision: 'ms' }, 'precision', /a tid has no option precision; its own are .*nodeClaim, node$/],
    [{ node: 1024 }, 'node', /node of a tid is 0 to 1023, not 1024$/],
    [{ node: -1 }, 'node', /node must be an integer from 0 on, not "-1"$/],
    [{ node: '7' }, 'node', /node must be an integer from 0 on, not "7"$/],
    [{ allowFork: 'true' }, 'allowFork', /allowFork must be true or false, not "true"$/],
    [{ onRollback: 'never' }, 'onRollback', /onRollback must be one of reset, error, not "never"$/],
    [{ clock: () => 0 }, 'clock', /clock must be one of system, manual, not "\(\) => 0"$/],
    [{ allowFork: 1 }, 'allowFork', /must be true or false, not "1"$/],
    [{ seed: 7 }, 'seed', /seed must be 32 bytes, or 64 hexadecimal digits$/],
    [{ seed: new Uint8Array(31) }, 'seed', /or 64 hexadecimal digits$/],
    [{ seed: 'secret' }, 'seed', /or 64 hexadecimal digits$/],
    [{ maxLeadMs: null }, 'maxLeadMs', /maxLeadMs must be an integer from 0 on, not "null"$/],
    [{ maxLeadMs: {} }, 'maxLeadMs', /must be an integer from 0 on, not "\[object Object\]"$/],
    [{ maxLeadMs: 0.5 }, 'maxLeadMs', /must be an integer from 0 on, not "0.5"$/],
    [{ rollbackToleranceMs: -1n }, 'rollbackToleranceMs', /an integer from 0 on, or unlimited, not "-1"$/],
    [{ stateFile: '' }, 'stateFile', /stateFile must be a path that is not empty .*, not ""$/],
  ]) {
    const message = new RegExp(`^invalid_option: .*${expected.source}`);
    assert.throws(() => new Generator('tid', options), refused('invalid_option', { subject, message }));
  }
  for (const mistake of [null, 1, 'node', () => ({})]) assert.throws(() => new Generator('tid', mistake), TYPE);
  assert.throws(() => new Generator('nothing'), refused('unknown_format'));
  assert.throws(() => new Generator(), TYPE);
  assert.throws(() => Generator('tid'), TypeError);
});

test('reading rejects options that affect only generators', () => {
  const time = new Date();
  for (const { name } of sortid.OPTIONS.filter(({ reads }) => !reads)) {
    const options = { [name]: 1 };
    const message = new RegExp(`^invalid_option: ${name} has no effect on reading; pass it to a Generator$`);
    for (const read of [
      () => sortid.Snowflake.now().timestamp(options),
      () => sortid.Snowflake.now().unixMs(options),
      () => sortid.Snowflake.minAt(time, options),
      () => AnyId.maxAt(time, 'snowflake', options),
      () => AnyId.range(time, null, 'snowflake', options),
      () => sortid.idType('snowflake', options),
      () => sortid.times([], 'snowflake', options),
      () => sortid.between([], 'snowflake', time, null, options),
    ]) {
      assert.throws(read, refused('invalid_option', { subject: name, message }));
    }
  }
});

test('accepts a class of ids as a format', () => {
  const { Tid, Uuid7, isValid, idType } = sortid;
  assert.equal(new Generator(Tid, { node: 7 }).next().node, 7n);
  assert.ok(isValid(String(AnyId.now(Uuid7)), Uuid7));
  assert.ok(AnyId.now(Uuid7) instanceof AnyId);
  assert.equal(idType('order', Uuid7).format, Uuid7.format);
  for (const mistake of [AnyId, Map, () => {}, { format: Uuid7.format }, Uuid7.now()]) {
    assert.throws(() => new Generator(mistake), TYPE);
  }
});

test('times by an epoch are the same with and without the cached shift', () => {
  const texts = ['0', '1', '175928847299117063', '9223372036854775807'];
  for (const epochUnixMs of [1, 999, 1_420_070_400_000, 8_000_000_000_000]) {
    const times = () =>
      texts.map((text) => {
        const id = AnyId.parse(text, 'snowflake');
        const own = [id.unixMs({ epochUnixMs }), id.date({ epochUnixMs }).getTime()];
        return [...own, Number(id.unixNs({ epochUnixMs }) / 1_000_000n)];
      });
    const expected = texts.map((text) => Number(BigInt(text) >> 22n) + epochUnixMs);
    for (let i = 0; i < 2; i++)
      assert.deepEqual(
        times(),
        expected.map((ms) => [ms, ms, ms]),
      );
  }
});

test('rejects a named epoch together with a number', () => {
  const id = AnyId.parse('175928847299117063', 'snowflake');
  const discord = '2016-04-30T11:18:25.796Z';
  assert.equal(id.date({ epoch: 'discord' }).toISOString(), discord);
  assert.equal(id.date({ epochUnixMs: 1420070400000 }).toISOString(), discord);
  assert.equal(id.date({ epoch: 'twitter' }).getTime(), id.date().getTime());
  const generator = new Generator('snowflake', { clock: 'manual', epoch: 'discord' });
  assert.equal(generator.nextAt(new Date(discord)).field('timestamp_ms'), 41_944_705_796n);
  for (const [options, expected] of [
    [{ epoch: 'discord', epochUnixMs: 0 }, /epoch cannot be combined with epochUnixMs$/],
    [{ epoch: 'tiktok' }, /epoch must be one of twitter, discord, .*, sonyflake_v2, not "tiktok"$/],
    [{ epoch: 1420070400000 }, /epoch must be one of .*, not "1420070400000"$/],
  ]) {
    assert.throws(() => id.date(options), refused('invalid_option', { subject: 'epoch', message: expected }));
  }
  const uuid7 = () => AnyId.parse(sortid.uuid7Text(), 'uuid7').date({ epoch: 'unix' });
  assert.throws(
    uuid7,
    refused('invalid_option', { subject: 'epoch', message: /a uuid7 has no option epoch; its own are / }),
  );
});
