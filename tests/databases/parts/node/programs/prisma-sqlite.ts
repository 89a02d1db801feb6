import assert from 'node:assert/strict';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { storage, tid, uuid7 } from 'sortid';
import { PrismaClient } from './made/sqlite/index.js';

const [uuids, tids] = [storage('uuid7', 'sqlite'), storage('tid', 'sqlite')];
const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: ':memory:' }) }).$extends({
  query: {
    order: { create: ({ args, query }) => query({ ...args, data: { id: uuids.toDriver(uuid7()), ...args.data } }) },
    post: { create: ({ args, query }) => query({ ...args, data: { id: tids.toDriver(tid()), ...args.data } }) },
  },
  result: {
    order: { uuid: { needs: { id: true }, compute: ({ id }) => uuids.fromDriver(id) } },
    post: { tid: { needs: { id: true }, compute: ({ id }) => tids.fromDriver(id) } },
  },
});
await prisma.$executeRaw`create table "Order" (id blob primary key not null, customer text not null) strict`;
await prisma.$executeRaw`create table "Post" (id bigint primary key not null, body text not null)`;

const order = await prisma.order.create({ data: { customer: 'a' } });
const post = await prisma.post.create({ data: { body: 'first' } });
assert.equal((await prisma.order.findFirstOrThrow({ where: { id: uuids.toDriver(order.uuid) } })).customer, 'a');
const { min, max } = uuids.range(Date.now() - 3_600_000, Date.now() + 3_600_000);
const recent = await prisma.$queryRaw<{ id: Uint8Array }[]>`select id from "Order" where id between ${min} and ${max}`;
assert.deepEqual(
  recent.map(({ id }) => uuids.fromDriver(id)),
  [order.uuid],
);
assert.equal((await prisma.post.findFirstOrThrow({ where: { id: tids.toDriver(post.tid) } })).tid, post.tid);
await prisma.$disconnect();
