import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { Uuid7, storage, tidText, uuid7Text } from 'sortid';

const uuids = storage('uuid7', 'sqlite');
const tids = storage('tid', 'sqlite');
const file = new Database(':memory:');
file.defaultSafeIntegers(); // integers as bigint: a number is wrong beyond 2^53
file.exec(`create table orders (id ${uuids.sqlType} primary key, check (${uuids.check('id')}))`);
file.exec(`create table posts (id ${tids.sqlType} primary key, check (${tids.check('id')}))`);

file.prepare('insert into orders values (?)').run(uuids.toDriver(uuid7Text()));
const [order, post] = [uuid7Text(), tidText()];
file.prepare('insert into orders values (?)').run(uuids.toDriver(order));
file.prepare('insert into posts values (?)').run(tids.toDriver(post));
assert.throws(() => file.prepare('insert into orders values (?)').run(order), /CHECK constraint failed/);
assert.equal(file.prepare('select id from orders where id = ?').get(order), undefined); // text never equals bytes
assert.throws(() => file.prepare('insert into orders values (?)').run(Uuid7.parse(order)), TypeError);

const { min, max } = tids.range(Date.now() - 3_600_000, Date.now() + 3_600_000);
const ids = file.prepare<unknown[], unknown>('select id from posts where id between ? and ?').pluck().all(min, max);
assert.deepEqual(ids.map(tids.fromDriver), [post]);
