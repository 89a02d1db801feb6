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
    [{ colour: 'blue' }, 'colour', /there are clock, seed, .*, clockId, /],
    [{ clock_id: 1 }, 'clock_id', /it is spelt clockId$/],
    [{ precision: 'ms' }, 'precision', /tid does not have it; it has clock, .*, clockId$/],
    [{ clockId: 1024 }, 'clockId', /0–1023 .*; it takes an integer, and was given 1024$/],
    [{ clockId: '7x' }, 'clockId', /it takes an integer, and was given '7x'$/],
    [{ onRollback: 'never' }, 'onRollback', /it takes 'reset' or 'error', and was given 'never'$/],
    [{ clock: () => 0 }, 'clock', /it takes 'system' or 'manual', and was given a function$/],
    [{ allowFork: 1 }, 'allowFork', /it takes true or false, and was given 1$/],
    [{ seed: 7 }, 'seed', /it takes a Uint8Array of 32 bytes, or 64 hexadecimal digits, and was given 7$/],
    [{ seed: new Uint8Array(31) }, 'seed', /was given a Uint8Array of 31 bytes$/],
    [{ seed: 'secret' }, 'seed', /was given a string of 6 characters$/],
    [{ maxLeadMs: null }, 'maxLeadMs', /it takes an integer, and was given null$/],
    [{ maxLeadMs: {} }, 'maxLeadMs', /it takes an integer, and was given an object$/],
    [{ maxLeadMs: 0.5 }, 'maxLeadMs', /and was given 0.5$/],
    [{ rollbackToleranceMs: -1n }, 'rollbackToleranceMs', /it takes an integer or 'unlimited', and was given -1n$/],
    [{ stateFile: '' }, 'stateFile', /it takes the path of a file: .*, and was given a string of 0 characters$/],
  ]) {
    const message = new RegExp(`^invalid_option: .* \\(${subject}\\): .*${told.source}`);
    assert.throws(() => new Generator('tid', options), refused('invalid_option', { subject, message }));
  }
  const id = Id.parse(sortid.tid(), 'tid');
  assert.deepEqual(id.timestamp({ clockId: 1, maxLeadMs: 20 }), id.timestamp());
  const told = { subject: 'clockId', message: /and was given 1024$/ };
  assert.throws(() => id.timestamp({ clockId: 1024 }), refused('invalid_option', told));
  for (const mistake of [null, 1, 'clockId', () => ({})]) assert.throws(() => new Generator('tid', mistake), TYPE);
  assert.throws(() => new Generator('nothing'), refused('unknown_format'));
  assert.throws(() => new Generator(), TYPE);
  assert.throws(() => Generator('tid'), TypeError);
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
    [{ epoch: 'discord', epochUnixMs: 0 }, /was given 'discord', which the other options exclude$/],
    [{ epoch: 'tiktok' }, /it takes 'twitter' or 'discord' or .* or 'sonyflake_v2', and was given 'tiktok'$/],
    [{ epoch: 1420070400000 }, /was given 1420070400000$/],
  ]) {
    assert.throws(() => id.date(options), refused('invalid_option', { subject: 'epoch', message: told }));
  }
  const uuid7 = () => Id.parse(sortid.uuid7(), 'uuid7').date({ epoch: 'unix' });
  assert.throws(uuid7, refused('invalid_option', { subject: 'epoch', message: /uuid7 does not have it/ }));
});
