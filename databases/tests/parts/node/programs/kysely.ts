import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { Tid, Uuid7, storage, tidText, uuid7Text, type IdText } from 'sortid';
import { IdPlugin } from 'sortid/kysely';

interface Tables {
  orders: { id: IdText<'uuid7'>; customer: string };
  posts: { id: IdText<'tid'>; body: string };
}

const file = new Database(':memory:');
file.defaultSafeIntegers();
for (const [database, dialect] of [
  ['postgresql', new PostgresDialect({ pool: new pg.Pool() })],
  ['sqlite', new SqliteDialect({ database: file })],
] as const) {
  const plugins = [new IdPlugin(database, { orders: { id: 'uuid7' }, posts: { id: 'tid' } })];
  const db = new Kysely<Tables>({ dialect, plugins });
  const types = [storage('uuid7', database), storage('tid', database)].map(({ sqlType }) => sql.raw(sqlType));
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

  const orders = ['a', 'b'].map((customer) => ({ id: uuid7Text(), customer }));
  await db.insertInto('orders').values(orders).execute();
  const posts = ['first', 'second'].map((body) => ({ id: tidText(), body }));
  await db.insertInto('posts').values(posts).execute();

  const since = Uuid7.minAt(Date.now() - 3_600_000).toString();
  const recent = db.selectFrom('orders').selectAll().where('id', '>=', since).orderBy('id');
  assert.deepEqual(await recent.execute(), orders);

  const { min, max } = Tid.range(Date.now() - 3_600_000, Date.now() + 3_600_000);
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where((of) => of.between('id', min.toString(), max.toString()))
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, posts);
  const noRoom = Tid.fromBigInt(2n ** 63n).toString();
  await assert.rejects(async () => db.insertInto('posts').values({ id: noRoom, body: 'no room' }).execute(), {
    code: 'out_of_range',
  });
  await db.destroy();
}
