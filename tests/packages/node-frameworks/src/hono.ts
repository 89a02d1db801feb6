// Hono: an id as a path parameter and in a body, compared with Zod's UUID.
import assert from 'node:assert/strict';
import { sValidator } from '@hono/standard-validator';
import { Hono } from 'hono';
import { idType, uuid7Text, type IdText } from 'sortid';
import { zodId } from 'sortid/zod';
import { v7 } from 'uuid';
import { z } from 'zod';

const orders = idType('order', 'uuid7');
const app = new Hono()
  .get('/theirs/:id', sValidator('param', z.object({ id: z.uuidv7() })), (c) => c.json(c.req.valid('param')))
  .get('/ours/:id', sValidator('param', z.object({ id: zodId('uuid7') })), (c) => {
    const id: IdText<'uuid7'> = c.req.valid('param').id;
    return c.json({ id });
  })
  .post('/orders', sValidator('json', z.object({ id: zodId(orders) })), (c) => {
    const { id } = c.req.valid('json');
    return c.json({ id, made: orders.parse(id).id.date() });
  });

for (const [path, id] of [
  ['theirs', v7()],
  ['ours', uuid7Text()],
]) {
  const right = await app.request(`/${path}/${id}`);
  assert.deepEqual([right.status, await right.json()], [200, { id }]);
  assert.equal((await app.request(`/${path}/${id}0`)).status, 400);
}
const post = (id: string) => {
  const headers = { 'content-type': 'application/json' };
  return app.request('/orders', { method: 'POST', headers, body: JSON.stringify({ id }) });
};
assert.equal((await post(orders.nowText())).status, 200);
const refused = await post('user_01fwhe4ydgfk1shh6w1g60eecf');
assert.equal(refused.status, 400);
const { error } = (await refused.json()) as { error: { message: string }[] };
assert.deepEqual(
  error.map(({ message }) => message),
  ['wrong_prefix: "user_01fwhe4ydgfk1shh6w1g60eecf" is not a valid order id: expected the prefix "order"'],
);
