import assert from 'node:assert/strict';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { storage } from 'sortid';
import { prismaIds } from 'sortid/prisma';
import { PrismaClient } from './made/sqlite/index.js';

const [uuids, tids] = [storage('uuid7', 'sqlite'), storage('tid', 'sqlite')];
const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: ':memory:' }) }).$extends(
  prismaIds('sqlite', { order: { id: 'uuid7' }, post: { id: 'tid' } }),
);
await prisma.$executeRaw`create table "Order" (id blob primary key not null, customer text not null) strict`;
await prisma.$executeRaw`create table "Post" (id bigint primary key not null, body text not null)`;

const order = await prisma.order.create({ data: { customer: 'a' } });
const post = await prisma.post.create({ data: { body: 'first' } });
assert.equal((await prisma.order.findFirstOrThrow({ where: { id: uuids.toDriver(order.idText) } })).customer, 'a');
const { min, max } = uuids.range(Date.now() - 3_600_000, Date.now() + 3_600_000);
const recent = await prisma.$queryRaw<{ id: Uint8Array }[]>`select id from "Order" where id between ${min} and ${max}`;
assert.deepEqual(
  recent.map(({ id }) => uuids.fromDriver(id)),
  [order.idText],
);
assert.equal((await prisma.post.findFirstOrThrow({ where: { id: tids.toDriver(post.idText) } })).idText, post.idText);
await prisma.$disconnect();
