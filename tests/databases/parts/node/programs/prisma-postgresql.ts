import assert from 'node:assert/strict';
import { PrismaPg } from '@prisma/adapter-pg';
import { Tid, Uuid7, storage, tid, uuid7 } from 'sortid';
import { PrismaClient } from './made/postgresql/index.js';

const tids = storage('tid', 'postgresql');
const prisma = new PrismaClient({ adapter: new PrismaPg({}) }).$extends({
  query: {
    order: { create: ({ args, query }) => query({ ...args, data: { id: uuid7(), ...args.data } }) },
    post: { create: ({ args, query }) => query({ ...args, data: { id: tids.toDriver(tid()), ...args.data } }) },
  },
  result: { post: { tid: { needs: { id: true }, compute: ({ id }) => tids.fromDriver(id) } } },
});
await prisma.$executeRaw`create table "Order" (id uuid primary key, customer text not null)`;
await prisma.$executeRaw`create table "Post" (id bigint primary key, body text not null)`;

const order = await prisma.order.create({ data: { customer: 'a' } });
const post = await prisma.post.create({ data: { body: 'first' } });
assert.ok(Uuid7.isValid(order.id) && Tid.isValid(post.tid));

const now = Date.now();
const { min, max } = storage('uuid7', 'postgresql').range(now - 3_600_000, now + 3_600_000);
assert.deepEqual(await prisma.order.findMany({ where: { id: { gte: min, lte: max } }, orderBy: { id: 'asc' } }), [
  order,
]);

const ofTids = tids.range(now - 3_600_000, now + 3_600_000);
const [written] = await prisma.post.findMany({ where: { id: { gte: ofTids.min, lte: ofTids.max } } });
assert.equal(written.tid, post.tid);
await assert.rejects(prisma.order.createMany({ data: [{ customer: 'b' }] }));
await prisma.$disconnect();
