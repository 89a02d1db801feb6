// tRPC: an id as the whole input (its class suffices) and in an object, compared with Zod's UUID.
import assert from 'node:assert/strict';
import { TRPCError, initTRPC } from '@trpc/server';
import { Format, Uuid7, idType, uuid7Text } from 'sortid';
import { zodId } from 'sortid/zod';
import { v7 } from 'uuid';
import { z } from 'zod';

const orders = idType('order', 'uuid7');
const t = initTRPC.create();
const router = t.router({
  theirs: t.procedure.input(z.object({ id: z.uuidv7() })).query(({ input }) => input.id),
  byText: t.procedure.input(Format.named('uuid7')).query(({ input }) => input),
  byClass: t.procedure.input(Uuid7).query(({ input }) => input.date()),
  order: t.procedure
    .input(z.object({ order: zodId(orders) }))
    .query(({ input }) => orders.parse(input.order).id.date()),
});
const caller = t.createCallerFactory(router)({});
const isBad = (error: unknown) => error instanceof TRPCError && error.code === 'BAD_REQUEST';

assert.equal((await caller.theirs({ id: v7() })).length, 36);
await assert.rejects(caller.theirs({ id: 'x' }), isBad);
assert.equal((await caller.byText(uuid7Text())).length, 36);
assert.ok((await caller.byClass(uuid7Text())) instanceof Date);
assert.ok((await caller.order({ order: orders.nowText() })) instanceof Date);
const sentence = 'invalid_length: "nonsense" is not a valid uuid7: 8 bytes, expected 36';
const says = (error: unknown) => isBad(error) && (error as Error).message === sentence;
await assert.rejects(caller.byText('nonsense'), says);
await assert.rejects(caller.byClass('nonsense' as never), says);
await assert.rejects(caller.order({ order: uuid7Text() }), isBad);
