import assert from 'node:assert/strict';
import pg from 'pg';
import { Tsid, Uuid7, storage, tsidText, uuid7Text } from 'sortid';

const uuids = storage('uuid7', 'postgresql');
const tsids = storage('tsid', 'postgresql');
const client = new pg.Client(); // connects to PGHOST
await client.connect();
await client.query(`create table orders (id ${uuids.sqlType} primary key)`); // uuid
// bytea, 8 bytes
await client.query(`create table posts (id ${tsids.sqlType} primary key, check (${tsids.check('id')}))`);

const order = uuid7Text();
const [first, second] = [tsidText(), tsidText()];
await client.query('insert into orders values ($1)', [uuids.toDriver(order)]);
await client.query('insert into posts values ($1), ($2)', [first, second].map(tsids.toDriver));
await assert.rejects(client.query('insert into posts values ($1)', [tsidText()]), /violates check constraint/);
await assert.rejects(client.query('insert into posts values ($1)', [Tsid.parse(first)]), /String\(id\) or storage/);

const now = Date.now();
const { min, max } = tsids.range(now - 3_600_000, now + 3_600_000);
const { rows } = await client.query('select id from posts where id between $1 and $2', [min, max]);
const ids = rows.map(({ id }) => tsids.fromDriver(id));
assert.deepEqual(new Set(ids), new Set([first, second]));
const { rows: found } = await client.query('select id from orders where id = $1', [Uuid7.parse(order)]);
assert.deepEqual(found, [{ id: order }]);
await client.end();
