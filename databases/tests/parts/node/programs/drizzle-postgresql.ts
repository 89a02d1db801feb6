import assert from 'node:assert/strict';
import { asc, between } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { Tid, Uuid7, tidText, uuid7Text } from 'sortid';
import { pgId } from 'sortid/drizzle';

const orders = pgTable('orders', { id: pgId('uuid7').primaryKey().$defaultFn(uuid7Text), total: integer().notNull() });
const posts = pgTable('posts', { id: pgId('tid').primaryKey().$defaultFn(tidText), body: text().notNull() });

const pool = new pg.Pool(); // connects to PGHOST
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
  .where(between(orders.id, ofUuids.min.toString(), ofUuids.max.toString()))
  .orderBy(asc(orders.id));
assert.deepEqual(recent, made);

const ofTids = Tid.range(now - 3_600_000, now + 3_600_000);
const written = await db
  .select()
  .from(posts)
  .where(between(posts.id, ofTids.min.toString(), ofTids.max.toString()))
  .orderBy(asc(posts.id));
assert.deepEqual(
  written.map(({ body }) => body),
  ['first', 'second'],
);
assert.ok(written.every(({ id }) => Tid.isValid(id)));
await pool.end();
