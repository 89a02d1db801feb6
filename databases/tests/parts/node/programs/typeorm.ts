import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { Between, Column, DataSource, Entity } from 'typeorm';
import { Tid, Uuid7, type IdText } from 'sortid';
import { PrimaryIdColumn, idColumn } from 'sortid/typeorm';

function entitiesOf(database: 'postgres' | 'better-sqlite3') {
  @Entity()
  class Order {
    @PrimaryIdColumn('uuid7', database)
    id!: IdText<'uuid7'>;

    @Column(idColumn('tid', database, { nullable: true }))
    post!: IdText<'tid'> | null;

    @Column('text')
    customer!: string;
  }

  @Entity()
  class Post {
    @PrimaryIdColumn('tid', database)
    id!: IdText<'tid'>;

    @Column('text')
    body!: string;
  }
  return { Order, Post };
}

const ofPostgres = entitiesOf('postgres');
const ofSqlite = entitiesOf('better-sqlite3');
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
  const recent = await orders.findBy({ id: Between(ofUuids.min.toString(), ofUuids.max.toString()) });
  assert.deepEqual(recent, [order]);

  const ofTids = Tid.range(now - 3_600_000, now + 3_600_000);
  const written = await posts.findBy({ id: Between(ofTids.min.toString(), ofTids.max.toString()) });
  assert.deepEqual(written, [post]);
  await source.destroy();
}
