// A user's program with the package from npm.
import assert from 'node:assert/strict';
import { Format, Generator, AnyId, SortidError, Tid, Uuid7, isValid, tidText, uid11XidText, uuid7Text } from 'sortid';

assert.ok(isValid(tidText(), 'tid') && isValid(uid11XidText(), 'uid11_xid'));
assert.ok(uuid7Text() < uuid7Text());

const id = Tid.parse('3jzfcijpj2z2a');
assert.equal(id.date().toISOString(), '2023-06-30T15:03:01.887Z');
assert.equal(id.node, 6n);
assert.equal(
  JSON.stringify({ id, fields: id.fields() }),
  '{"id":"3jzfcijpj2z2a","fields":{"reserved":0,"timestamp_us":1688137381887007,"clock_id":6}}',
);
assert.equal(JSON.stringify(AnyId.from(id)), '{"format":"tid","text":"3jzfcijpj2z2a"}');

// A separate native addon.
const { Lease } = await import('sortid/lease');
const connect = () => Promise.reject(new Error('there is no server'));
assert.throws(() => new Lease('orders', 'orders', 'nothing', connect), SortidError);
assert.equal(new Lease('orders', 'orders', 'tid', connect).node, undefined);

const before = Date.now();
const made = Uuid7.now();
assert.ok(Uuid7.range(before, Date.now() + 2).contains(made));
assert.deepEqual(Format.named('uuid7')['~standard'].validate(String(made).toUpperCase()), { value: String(made) });

const generator = new Generator('tid', { clock: 'manual', node: 6 });
assert.ok(generator.nextAt(1688137381887007000n).equals(id));
assert.throws(
  () => Tid.parse('3jzfcijpj2z21'),
  (error) => error instanceof SortidError && error.offset === 12,
);
