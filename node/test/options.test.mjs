// Options: valid ones reach the core, invalid ones are errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { refused, sortid } from './support/installed.mjs';

const { Generator, Id } = sortid;

const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

test('options reach the core, and are refused by name', () => {
  assert.equal(Id.parse(new Generator('tid', { clockId: 7 }).next(), 'tid').field('clock_id'), 7n);
  assert.equal(new Generator('tid', { clockId: undefined }).format.name, 'tid');
  for (const [options, subject, told] of [
    [{ colour: 'blue' }, 'colour', /no option is named colour; there are clock, seed, .*, clockId, /],
    [{ clock_id: 1 }, 'clock_id', /no option is named clock_id; did you mean clockId\?$/],
    [{ precision: 'ms' }, 'precision', /tid has no option precision; it has clock, .*, clockId, node$/],
    [{ clockId: 1024 }, 'clockId', /clockId of tid cannot be 1024: .*0–1023 .*\(an integer\)$/],
    [{ clockId: '7x' }, 'clockId', /cannot be '7x': .*\(an integer\)$/],
    [{ clockId: '7' }, 'clockId', /cannot be '7': .*\(an integer\)$/],
    [{ allowFork: 'true' }, 'allowFork', /cannot be 'true': .*\(true or false\)$/],
    [{ onRollback: 'never' }, 'onRollback', /cannot be 'never': .*\('reset' or 'error'\)$/],
    [{ clock: () => 0 }, 'clock', /cannot be a function: .*\('system' or 'manual'\)$/],
    [{ allowFork: 1 }, 'allowFork', /cannot be 1: .*\(true or false\)$/],
    [{ seed: 7 }, 'seed', /cannot be 7: .*\(a Uint8Array of 32 bytes, or 64 hexadecimal digits\)$/],
    [{ seed: new Uint8Array(31) }, 'seed', /cannot be a Uint8Array of 31 bytes: /],
    [{ seed: 'secret' }, 'seed', /cannot be a string of 6 characters: /],
    [{ maxLeadMs: null }, 'maxLeadMs', /cannot be null: .*\(an integer\)$/],
    [{ maxLeadMs: {} }, 'maxLeadMs', /cannot be an object: .*\(an integer\)$/],
    [{ maxLeadMs: 0.5 }, 'maxLeadMs', /cannot be 0.5: /],
    [{ rollbackToleranceMs: -1n }, 'rollbackToleranceMs', /cannot be -1n: .*\(an integer or 'unlimited'\)$/],
    [{ stateFile: '' }, 'stateFile', /cannot be a string of 0 characters: .*\(the path of a file: /],
  ]) {
    const message = new RegExp(`^invalid_option: .*${told.source}`);
    assert.throws(() => new Generator('tid', options), refused('invalid_option', { subject, message }));
  }
  for (const mistake of [null, 1, 'clockId', () => ({})]) assert.throws(() => new Generator('tid', mistake), TYPE);
  assert.throws(() => new Generator('nothing'), refused('unknown_format'));
  assert.throws(() => new Generator(), TYPE);
  assert.throws(() => Generator('tid'), TypeError);
});

test('calls that read refuse the other options of a generator', () => {
  const [ids, time] = [sortid.prefixedType('message', 'snowflake'), new Date()];
  for (const { name } of sortid.OPTIONS.filter(({ reads }) => !reads)) {
    const options = { [name]: 1 };
    const message = new RegExp(`^invalid_option: ${name} has no effect on reading; pass it to a Generator$`);
    for (const read of [
      () => sortid.Snowflake.now().timestamp(options),
      () => sortid.Snowflake.now().unixMs(options),
      () => sortid.Snowflake.minAt(time, options),
      () => Id.maxAt(time, 'snowflake', options),
      () => Id.range(time, null, 'snowflake', options),
      () => ids.range(time, null, options),
      () => sortid.times([], 'snowflake', options),
      () => sortid.between([], 'snowflake', time, null, options),
    ]) {
      assert.throws(read, refused('invalid_option', { subject: name, message }));
    }
  }
});

test('a class of ids stands for its format', () => {
  const { Tid, Uuid7, isValid, newId, prefixedType } = sortid;
  assert.equal(new Generator(Tid, { clockId: 7 }).nextId().clockId, 7n);
  assert.ok(isValid(newId(Uuid7), Uuid7));
  assert.ok(Id.parse(newId(Uuid7), Uuid7) instanceof Id);
  assert.equal(prefixedType('order', Uuid7).format, Uuid7.format);
  for (const mistake of [Id, Map, () => {}, { format: Uuid7.format }, Uuid7.now()]) {
    assert.throws(() => new Generator(mistake), TYPE);
  }
});

test('every time by an epoch is the same when the epoch was just used', () => {
  const texts = ['0', '1', '175928847299117063', '9223372036854775807'];
  for (const epochUnixMs of [1, 999, 1_420_070_400_000, 8_000_000_000_000]) {
    const times = () =>
      texts.map((text) => {
        const id = Id.parse(text, 'snowflake');
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

test('an epoch has a name, or a number, and not both', () => {
  const id = Id.parse('175928847299117063', 'snowflake');
  const discord = '2016-04-30T11:18:25.796Z';
  assert.equal(id.date({ epoch: 'discord' }).toISOString(), discord);
  assert.equal(id.date({ epochUnixMs: 1420070400000 }).toISOString(), discord);
  assert.equal(id.date({ epoch: 'twitter' }).getTime(), id.date().getTime());
  const generator = new Generator('snowflake', { clock: 'manual', epoch: 'discord' });
  assert.equal(Id.parse(generator.nextAt(new Date(discord)), 'snowflake').field('timestamp_ms'), 41_944_705_796n);
  for (const [options, told] of [
    [{ epoch: 'discord', epochUnixMs: 0 }, /epoch of snowflake cannot be 'discord' beside the other options$/],
    [{ epoch: 'tiktok' }, /cannot be 'tiktok': .*\('twitter' or 'discord' or .* or 'sonyflake_v2'\)$/],
    [{ epoch: 1420070400000 }, /cannot be 1420070400000: /],
  ]) {
    assert.throws(() => id.date(options), refused('invalid_option', { subject: 'epoch', message: told }));
  }
  const uuid7 = () => Id.parse(sortid.uuid7(), 'uuid7').date({ epoch: 'unix' });
  assert.throws(uuid7, refused('invalid_option', { subject: 'epoch', message: /uuid7 has no option epoch; it has / }));
});
