import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql, type ColumnType } from 'kysely';
import pg from 'pg';
import { storage, tid, uuid7 } from 'sortid';

interface Tables {
  orders: { id: string | Uint8Array; customer: string };
  posts: { id: ColumnType<bigint | string, bigint>; body: string };
}

const file = new Database(':memory:');
file.defaultSafeIntegers();
for (const [database, dialect] of [
  ['postgresql', new PostgresDialect({ pool: new pg.Pool() })],
  ['sqlite', new SqliteDialect({ database: file })],
] as const) {
  const db = new Kysely<Tables>({ dialect });
  const [uuids, tids] = [storage('uuid7', database), storage('tid', database)];
  const types = [uuids, tids].map(({ sqlType }) => sql.raw(sqlType));
  await db.schema
    .createTable('orders')
    .addColumn('id', types[0], (id) => id.primaryKey())
    .addColumn('customer', 'text')
    .execute();
  await db.schema
    .createTable('posts')
    .addColumn('id', types[1], (id) => id.primaryKey())
    .addColumn('body', 'text')
    .execute();

  const orders = ['a', 'b'].map((customer) => ({ id: uuid7(), customer }));
  await db
    .insertInto('orders')
    .values(orders.map((order) => ({ ...order, id: uuids.toDriver(order.id) })))
    .execute();
  const posts = ['first', 'second'].map((body) => ({ id: tid(), body }));
  await db
    .insertInto('posts')
    .values(posts.map((post) => ({ ...post, id: tids.toDriver(post.id) })))
    .execute();

  const now = Date.now();
  const ofUuids = uuids.range(now - 3_600_000, now + 3_600_000);
  const recent = db.selectFrom('orders').selectAll().where('id', '>=', ofUuids.min).where('id', '<=', ofUuids.max);
  const made = await recent.orderBy('id').execute();
  assert.deepEqual(
    made.map((row) => ({ ...row, id: uuids.fromDriver(row.id) })),
    orders,
  );

  const ofTids = tids.range(now - 3_600_000, now + 3_600_000);
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '>=', ofTids.min)
    .where('id', '<=', ofTids.max)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row, id: tids.fromDriver(row.id) })),
    posts,
  );
  await assert.rejects(
    db
      .insertInto('posts')
      .values({ id: 2n ** 63n, body: 'no room' })
      .execute(),
  );
  await db.destroy();
}
