import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { asc, between, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { Tid, Uuid7, storage, tidText, uuid7Text, type FormatName } from 'sortid';
import { sqliteId } from 'sortid/drizzle';

/** SQLite does not check the type of a value by itself. */
const isKey = (format: FormatName) => check('is_key', sql.raw(String(storage(format, 'sqlite').check('id'))));
const orders = sqliteTable(
  'orders',
  { id: sqliteId('uuid7').primaryKey().$defaultFn(uuid7Text), customer: text().notNull() },
  () => [isKey('uuid7')],
);
const posts = sqliteTable(
  'posts',
  { id: sqliteId('tid').primaryKey().$defaultFn(tidText), body: text().notNull() },
  () => [isKey('tid')],
);

const file = new Database(':memory:');
file.defaultSafeIntegers();
const db = drizzle(file);
file.exec('create table orders (id blob primary key, customer text not null) strict, without rowid');
file.exec('create table posts (id integer primary key, body text not null) strict');

const made = db
  .insert(orders)
  .values([{ customer: 'a' }, { customer: 'b' }])
  .returning()
  .all();
db.insert(posts)
  .values([{ body: 'first' }, { body: 'second' }])
  .run();

const now = Date.now();
const ofUuids = Uuid7.range(now - 3_600_000, now + 3_600_000);
const recent = db
  .select()
  .from(orders)
  .where(between(orders.id, ofUuids.min.toString(), ofUuids.max.toString()));
assert.deepEqual(recent.orderBy(asc(orders.id)).all(), made);

const ofTids = Tid.range(now - 3_600_000, now + 3_600_000);
const written = db
  .select()
  .from(posts)
  .where(between(posts.id, ofTids.min.toString(), ofTids.max.toString()));
assert.deepEqual(
  written
    .orderBy(asc(posts.id))
    .all()
    .map(({ body }) => body),
  ['first', 'second'],
);
assert.ok(written.all().every(({ id }) => Tid.isValid(id)));
