// The sub-paths for other libraries. tests/packages/node-frameworks tests them with the libraries.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { app, refused, sortid } from './support/installed.mjs';

const require = createRequire(path.join(app, 'package.json'));
const part = (name) => import(pathToFileURL(path.join(app, 'node_modules', 'sortid', 'frameworks', `${name}.mjs`)));
const { z } = require('zod');
const { Format, Tid, Ulid, Uuid7, idType, storage, tidText, ulidText, uuid7Text } = sortid;
const orders = idType('order', 'uuid7');

test('Zod schema returns the canonical text', async () => {
  const { zodId } = await part('zod');
  for (const of of ['uuid7', Format.named('uuid7'), Uuid7]) {
    const text = uuid7Text();
    assert.equal(zodId(of).parse(text.toUpperCase()), text);
    assert.equal(zodId(of).parse(`urn:uuid:${text}`), text);
  }
  const order = orders.nowText();
  assert.equal(zodId(orders).parse(order), order);
  for (const [of, given] of [
    ['uuid7', 'x'],
    [orders, uuid7Text()],
    [Tid, ulidText()],
    [Ulid, undefined],
    ['uuid7', Uuid7.now()],
  ]) {
    const { error, success } = z.object({ id: zodId(of) }).safeParse({ id: given });
    assert.ok(!success);
    assert.deepEqual(
      error.issues.map(({ path: at }) => at),
      [['id']],
    );
  }
  assert.throws(() => zodId('nothing'), refused('unknown_format'));
  for (const mistake of [undefined, null, 7, {}, Map]) assert.throws(() => zodId(mistake), TypeError);
});

test('Zod schema has the JSON Schema of its format', async () => {
  const { zodId } = await part('zod');
  for (const format of Format.all) {
    const { $schema, ...schema } = z.toJSONSchema(zodId(format));
    assert.ok($schema);
    assert.deepEqual(schema, format['~standard'].jsonSchema.output({ target: 'draft-2020-12' }));
  }
  assert.equal(z.toJSONSchema(zodId(orders)).pattern, orders.pattern);
});

test('Prisma extension generates missing ids and reads ids', async () => {
  const { prismaIds } = await part('prisma');
  const { query, result } = prismaIds('sqlite', { post: { id: Tid } }, { post: { owner: 'uuid7' } });
  const given = { data: [{ body: 'x' }, { id: 7n, owner: null }] };
  const { data } = await query.post.createMany({ args: given, query: async (args) => args });
  assert.deepEqual([typeof data[0].id, data[0].owner, data[0].body], ['bigint', undefined, 'x']);
  assert.deepEqual(data[1], given.data[1]);
  assert.deepEqual(given.data[0], { body: 'x' });
  const own = tidText();
  assert.equal(result.post.idText.compute({ id: storage('tid', 'sqlite').toDriver(own) }), own);
  assert.deepEqual(result.post.ownerText.needs, { owner: true });
  assert.equal(result.post.ownerText.compute({ owner: null }), null);
});

test('Kysely plugin converts only texts and ids', async () => {
  const { IdPlugin } = await part('kysely');
  const plugin = new IdPlugin('sqlite', { posts: { id: 'tid' } });
  const { toDriver } = storage('tid', 'sqlite');
  const table = { kind: 'TableNode', table: { kind: 'SchemableIdentifierNode', identifier: { name: 'posts' } } };
  const column = { kind: 'ReferenceNode', column: { kind: 'ColumnNode', column: { name: 'id' } } };
  const queryFor = (value, operator = '=') => ({
    kind: 'SelectQueryNode',
    from: { kind: 'FromNode', froms: [table] },
    selections: [{ kind: 'SelectionNode', selection: { kind: 'SelectAllNode' } }],
    where: {
      kind: 'WhereNode',
      where: {
        kind: 'BinaryOperationNode',
        leftOperand: column,
        operator: { kind: 'OperatorNode', operator },
        rightOperand: { kind: 'ValueNode', value },
      },
    },
  });
  const sent = (...given) => {
    const queryId = {};
    const { where } = plugin.transformQuery({ node: queryFor(...given), queryId });
    return [where.where.rightOperand.value, queryId];
  };
  const id = Tid.now();
  for (const given of [id, String(id), Tid.from(id)]) assert.equal(sent(given)[0], toDriver(id));
  for (const other of [null, 7n]) assert.equal(sent(other)[0], other);
  assert.equal(sent('3%', 'like')[0], '3%');
  assert.throws(() => sent('x'), refused('invalid_length'));
  const [, queryId] = sent(id);
  const result = { rows: [{ id: toDriver(id), body: 'x' }, { id: null }] };
  const { rows } = await plugin.transformResult({ result, queryId });
  assert.deepEqual(rows, [{ id: String(id), body: 'x' }, { id: null }]);
});

test('import and require of sub-paths have the same names', async () => {
  for (const name of ['kysely', 'prisma', 'zod']) {
    assert.deepEqual(Object.keys(require(`sortid/${name}`)), Object.keys(await part(name)));
  }
});
