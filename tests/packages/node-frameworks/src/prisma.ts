// Prisma's extension without a client; databases/tests/parts/node tests it on servers.
import assert from 'node:assert/strict';
import { Tid, idType, isValid, type IdText } from 'sortid';
import { prismaIds } from 'sortid/prisma';

const keys = { order: { id: 'uuid7' }, post: { id: Tid } } as const;
const { query, result } = prismaIds('postgresql', keys, { post: { orderId: 'uuid7' } });
const run = async (args: unknown) => args;
const order = await query.order.create({ args: { data: { customer: 'a' } }, query: run });
assert.ok(isValid(order.data.id, 'uuid7') && order.data.customer === 'a');
const posts = await query.post.createMany({ args: { data: [{}, { id: 7n }], skipDuplicates: true }, query: run });
assert.deepEqual([typeof posts.data[0].id, posts.data[1].id, posts.skipDuplicates], ['bigint', 7n, true]);
const upserted = await query.post.upsert({ args: { where: {}, create: {}, update: { body: 'x' } }, query: run });
assert.deepEqual([typeof upserted.create.id, upserted.update], ['bigint', { body: 'x' }]);
const text: IdText<'tid'> = result.post.idText.compute({ id: posts.data[0].id });
assert.ok(Tid.isValid(text));
const parent: IdText<'uuid7'> | null = result.post.orderIdText.compute({ orderId: order.data.id });
assert.equal(parent, order.data.id);
// @ts-expect-error the field has no text form
assert.ok(result.post.bodyText === undefined);

// A declared type: the column stores the id, the program sees the prefix.
const customers = idType('customer');
const declared = prismaIds('postgresql', { customer: { id: customers } });
const customer = await declared.query.customer.create({ args: { data: {} }, query: run });
const prefixed: `customer_${string}` = declared.result.customer.idText.compute({ id: customer.data.id });
assert.ok(customers.isValid(prefixed) && isValid(customer.data.id, 'uuid7'));
