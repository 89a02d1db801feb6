import assert from 'node:assert/strict';
import { asc, between } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { customType, integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { Tid, Uuid7, storage, tid, uuid7, type FormatName } from 'sortid';

/** A column for the ids of a format, which are texts in the program. */
const key = <F extends FormatName>(format: F) => {
  const { sqlType, toDriver, fromDriver } = storage(format, 'postgresql');
  return customType<{ data: string; driverData: unknown }>({ dataType: () => sqlType, toDriver, fromDriver })();
};
const orders = pgTable('orders', { id: key('uuid7').primaryKey().$defaultFn(uuid7), total: integer().notNull() });
const posts = pgTable('posts', { id: key('tid').primaryKey().$defaultFn(tid), body: text().notNull() });

const pool = new pg.Pool(); // PGHOST and its like say where
const db = drizzle(pool);
await db.execute('create table orders (id uuid primary key, total integer not null)');
await db.execute('create table posts (id bigint primary key, body text not null)');

const made = await db
  .insert(orders)
  .values([{ total: 3 }, { total: 5 }])
  .returning();
await db.insert(posts).values([{ body: 'first' }, { body: 'second' }]);

const now = Date.now();
const ofUuids = Uuid7.range(now - 3_600_000, now + 3_600_000);
const recent = await db
  .select()
  .from(orders)
  .where(between(orders.id, String(ofUuids.min), String(ofUuids.max)))
  .orderBy(asc(orders.id));
assert.deepEqual(recent, made);

const ofTids = Tid.range(now - 3_600_000, now + 3_600_000);
const written = await db
  .select()
  .from(posts)
  .where(between(posts.id, String(ofTids.min), String(ofTids.max)))
  .orderBy(asc(posts.id));
assert.deepEqual(
  written.map(({ body }) => body),
  ['first', 'second'],
);
assert.ok(written.every(({ id }) => Tid.isValid(id)));
await pool.end();
