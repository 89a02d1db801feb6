import assert from 'node:assert/strict';
import { PrismaPg } from '@prisma/adapter-pg';
import { Tid, Uuid7, storage } from 'sortid';
import { prismaIds } from 'sortid/prisma';
import { PrismaClient } from './made/postgresql/index.js';

const tids = storage('tid', 'postgresql');
const prisma = new PrismaClient({ adapter: new PrismaPg({}) }).$extends(
  prismaIds('postgresql', { order: { id: 'uuid7' }, post: { id: 'tid' } }, { post: { orderId: 'uuid7' } }),
);
await prisma.$executeRaw`create table "Order" (id uuid primary key, customer text not null)`;
await prisma.$executeRaw`create table "Post" (id bigint primary key, "orderId" uuid, body text not null)`;

const order = await prisma.order.create({ data: { customer: 'a' } });
const post = await prisma.post.create({ data: { body: 'first', orderId: order.id } });
assert.ok(Uuid7.isValid(order.id) && order.idText === order.id && Tid.isValid(post.idText));

const now = Date.now();
const { min, max } = storage('uuid7', 'postgresql').range(now - 3_600_000, now + 3_600_000);
const recent = await prisma.order.findMany({ where: { id: { gte: min, lte: max } }, orderBy: { id: 'asc' } });
assert.deepEqual(
  recent.map(({ id }) => id),
  [order.id],
);

const ofTids = tids.range(now - 3_600_000, now + 3_600_000);
const [written] = await prisma.post.findMany({ where: { id: { gte: ofTids.min, lte: ofTids.max } } });
assert.deepEqual([written.idText, written.orderIdText], [post.idText, order.idText]);
assert.deepEqual(await prisma.order.createMany({ data: [{ customer: 'b' }, { customer: 'c' }] }), { count: 2 });
const [{ idText }] = await prisma.post.createManyAndReturn({ data: [{ body: 'second' }] });
assert.ok(Tid.isValid(idText));
const where = { id: tids.toDriver(Tid.now()) };
const upserted = await prisma.post.upsert({ where, create: { body: 'third' }, update: { body: 'x' } });
assert.equal(upserted.body, 'third');
await prisma.$disconnect();
