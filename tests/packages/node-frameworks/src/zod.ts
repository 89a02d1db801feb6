// Zod: an id in an object, its errors and its JSON Schema, compared with Zod's UUIDs.
import assert from 'node:assert/strict';
import { Ulid, Uuid7, idType, uuid7Text, type IdText, type TypeIdText } from 'sortid';
import { zodId } from 'sortid/zod';
import { v7 } from 'uuid';
import { z } from 'zod';

const orders = idType('order', 'uuid7');
const theirs = z.object({ id: z.uuidv7(), note: z.string().optional() });
const ours = z.object({ id: zodId('uuid7'), order: zodId(orders).optional(), note: z.string().optional() });

assert.ok(theirs.safeParse({ id: v7() }).success);
assert.ok(theirs.safeParse({ id: uuid7Text() }).success);
const { id, order } = ours.parse({ id: v7().toUpperCase(), order: orders.nowText() });
const text: IdText<'uuid7'> = id;
const orderText: TypeIdText<'order', 'uuid7'> | undefined = order;
assert.equal(text, text.toLowerCase());
assert.ok(orders.isValid(orderText));
// @ts-expect-error an id of another format
const other: IdText<'ulid'> = id;
assert.ok(other);

const { error } = ours.safeParse({ id: 'nonsense', order: 'user_01fwhe4ydgfk1shh6w1g60eecf' });
assert.deepEqual(
  error?.issues.map(({ code, path, message }) => [code, ...path, message]),
  [
    ['custom', 'id', 'invalid_length: "nonsense" is not a valid uuid7: 8 bytes, expected 36'],
    [
      'custom',
      'order',
      'wrong_prefix: "user_01fwhe4ydgfk1shh6w1g60eecf" is not a valid order id: expected the prefix "order"',
    ],
  ],
);
assert.equal(ours.safeParse({ id: 7 }).error?.issues[0]?.code, 'invalid_type');

const schemaOf = (schema: z.ZodType) => {
  const { properties } = z.toJSONSchema(schema);
  return properties?.id as Record<string, unknown>;
};
assert.equal(schemaOf(theirs).format, 'uuid');
assert.deepEqual(
  [schemaOf(ours).type, schemaOf(ours).format, schemaOf(ours).minLength, schemaOf(ours).maxLength],
  ['string', 'uuid', 36, 36],
);
assert.equal(z.toJSONSchema(zodId(orders)).pattern, orders.pattern);
assert.equal(z.toJSONSchema(zodId(Ulid)).maxLength, 26);
assert.equal(schemaOf(z.object({ id: zodId('uuid7').describe('the key') })).description, 'the key');

const asObject = zodId(Uuid7).transform(Uuid7.parse);
assert.ok(asObject.parse(id).date() <= new Date());
