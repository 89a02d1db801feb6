import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { BeforeInsert, Between, Column, DataSource, Entity, PrimaryColumn, type ColumnType } from 'typeorm';
import { Tid, Uuid7, storage, tid, uuid7, type FormatName } from 'sortid';

/** A decorator's options for a column of ids. */
const key = (format: FormatName, database: 'postgresql' | 'sqlite') => {
  const { dataType, toDriver, fromDriver } = storage(format, database);
  return { type: dataType.toLowerCase() as ColumnType, transformer: { to: toDriver, from: fromDriver } };
};

function entitiesOf(database: 'postgresql' | 'sqlite') {
  @Entity()
  class Order {
    @PrimaryColumn(key('uuid7', database))
    id!: string;

    @Column('text')
    customer!: string;

    @BeforeInsert()
    makeId() {
      this.id ??= uuid7();
    }
  }

  @Entity()
  class Post {
    @PrimaryColumn(key('tid', database))
    id!: string;

    @Column('text')
    body!: string;

    @BeforeInsert()
    makeId() {
      this.id ??= tid();
    }
  }
  return { Order, Post };
}

const ofPostgres = entitiesOf('postgresql');
const ofSqlite = entitiesOf('sqlite');
const prepareDatabase = (file: Database.Database) => void file.defaultSafeIntegers();
for (const [source, { Order, Post }] of [
  [new DataSource({ type: 'postgres', entities: Object.values(ofPostgres), synchronize: true }), ofPostgres],
  [
    new DataSource({
      ...{ type: 'better-sqlite3', database: ':memory:', prepareDatabase },
      ...{ entities: Object.values(ofSqlite), synchronize: true },
    }),
    ofSqlite,
  ],
] as const) {
  await source.initialize();
  const orders = source.getRepository(Order);
  const posts = source.getRepository(Post);
  const order = await orders.save(orders.create({ customer: 'a' }));
  const post = await posts.save(posts.create({ body: 'first' }));
  assert.ok(Uuid7.isValid(order.id) && Tid.isValid(post.id));

  const now = Date.now();
  const ofUuids = Uuid7.range(now - 3_600_000, now + 3_600_000);
  const recent = await orders.findBy({ id: Between(String(ofUuids.min), String(ofUuids.max)) });
  assert.deepEqual(recent, [order]);

  const ofTids = Tid.range(now - 3_600_000, now + 3_600_000);
  const written = await posts.findBy({ id: Between(String(ofTids.min), String(ofTids.max)) });
  assert.deepEqual(written, [post]);
  await source.destroy();
}
