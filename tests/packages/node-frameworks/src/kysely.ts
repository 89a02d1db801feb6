// Kysely on PGlite: ids as texts through the plugin, compared with the package `uuid` without one.
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely';
import { Tid, Uuid7, idType, storage, tidText, tsidText, uuid7Text, type IdText, type TypeIdText } from 'sortid';
import { IdPlugin } from 'sortid/kysely';
import { v7 } from 'uuid';

interface Tables {
  theirs: { id: string; name: string };
  ours: { id: IdText<'uuid7'>; name: string };
  posts: { id: IdText<'tid'>; owner: IdText<'uuid7'>; tag: IdText<'tsid'> | null; parent: IdText<'tid'> | null };
}
const ids = new IdPlugin('postgresql', {
  ours: { id: 'uuid7' },
  posts: { id: Tid, owner: 'uuid7', tag: 'tsid', parent: 'tid' },
});
const pglite = new PGlite();
const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins: [ids] });
const typeOf = (format: 'uuid7' | 'tid' | 'tsid') => sql.raw(storage(format, 'postgresql').sqlType);
for (const table of ['theirs', 'ours'] as const) {
  await db.schema
    .createTable(table)
    .addColumn('id', typeOf('uuid7'), (id) => id.primaryKey())
    .addColumn('name', 'text')
    .execute();
}
await db.schema
  .createTable('posts')
  .addColumn('id', typeOf('tid'), (id) => id.primaryKey())
  .addColumn('owner', typeOf('uuid7'))
  .addColumn('tag', typeOf('tsid'))
  .addColumn('parent', typeOf('tid'))
  .execute();

const [their, our] = [v7(), uuid7Text()];
await db.insertInto('theirs').values({ id: their, name: 'a' }).execute();
await db.insertInto('ours').values({ id: our, name: 'a' }).execute();
const theirRows = await db.selectFrom('theirs').selectAll().where('id', '=', their).execute();
assert.deepEqual(theirRows, [{ id: their, name: 'a' }]);
assert.deepEqual(await db.selectFrom('ours').selectAll().where('id', '=', our).execute(), [{ id: our, name: 'a' }]);

const [first, second, tag] = [tidText(), tidText(), tsidText()];
const made = await db
  .insertInto('posts')
  .values([
    { id: first, owner: our, tag, parent: null },
    { id: second, owner: our, tag: null, parent: first },
  ])
  .returning(['id', 'parent as above'])
  .execute();
assert.deepEqual(made, [
  { id: first, above: null },
  { id: second, above: first },
]);

const { min, max } = Tid.range(Date.now() - 3_600_000, undefined);
const recent = db
  .selectFrom('posts')
  .selectAll()
  .where('id', '>=', min.toString())
  .where((of) => of.between('id', min.toString(), max.toString()))
  .orderBy('id');
assert.deepEqual(
  (await recent.execute()).map(({ id }) => id),
  [first, second],
);
const { rows } = await sql<{
  id: unknown;
}>`select id from posts where id = ${storage('tid', 'postgresql').toDriver(first)}`.execute(db);
assert.equal(rows.length, 1);

// Aliases, joins, subqueries and common table expressions.
const joined = await db
  .with('latest', (with_) => with_.selectFrom('posts').select(['id as post', 'owner']).where('id', 'in', [second]))
  .selectFrom('latest as l')
  .innerJoin('ours', 'ours.id', 'l.owner')
  .leftJoin('posts as p', 'p.id', 'l.post')
  .select(['l.post', 'ours.id as owner', 'p.tag', 'p.parent'])
  .where('l.post', '=', second)
  .executeTakeFirstOrThrow();
assert.deepEqual(joined, { post: second, owner: our, tag: null, parent: first });
const nested = await db
  .selectFrom((of) => of.selectFrom('posts').select(['id', 'tag']).as('x'))
  .selectAll('x')
  .where('x.tag', '=', tag)
  .execute();
assert.deepEqual(nested, [{ id: first, tag }]);
const exists = await db
  .selectFrom('ours')
  .select('ours.id')
  .where((of) => of.exists(of.selectFrom('posts').select('posts.id').where('posts.tag', '=', tag)))
  .execute();
assert.deepEqual(exists, [{ id: our }]);

const updated = await db
  .updateTable('posts')
  .set({ parent: second })
  .where('id', '=', first)
  .returningAll()
  .executeTakeFirstOrThrow();
assert.deepEqual(updated, { id: first, owner: our, tag, parent: second });
await db
  .insertInto('posts')
  .values({ id: first, owner: our, tag: null, parent: null })
  .onConflict((on) => on.column('id').doUpdateSet({ parent: null, tag }))
  .execute();
const deleted = await db.deleteFrom('posts').where('id', 'in', [first, second]).returning('posts.parent').execute();
assert.deepEqual(new Set(deleted.map(({ parent }) => parent)), new Set([null, first]));

// @ts-expect-error an unchecked text
const unchecked = db.selectFrom('ours').selectAll().where('id', '=', String(Uuid7.now()));
assert.equal((await unchecked.execute()).length, 0);
await assert.rejects(
  async () =>
    db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', 'x' as IdText<'tid'>)
      .execute(),
  { code: 'invalid_length' },
);
// With camel-case names, and with values that look like parts of a query.
interface Camel {
  camelPosts: { postId: IdText<'tid'>; about: { kind: string; at: Date } | null };
}
const plugins = [new IdPlugin('postgresql', { camelPosts: { postId: 'tid' } }), new CamelCasePlugin()];
const camel = new Kysely<Camel>({ dialect: new PGliteDialect({ pglite }), plugins });
await sql`create table camel_posts (post_id bigint, about jsonb)`.execute(camel);
const about = { kind: 'ValueNode', at: new Date(0) };
await camel.insertInto('camelPosts').values({ postId: first, about }).execute();
const [row] = await camel.selectFrom('camelPosts').selectAll().where('postId', '=', first).execute();
assert.deepEqual(row, { postId: first, about: { ...about, at: about.at.toISOString() } });

// A declared type: the column stores the id, the program sees the prefix.
const customers = idType('customer');
interface Declared {
  customers: { id: TypeIdText<'customer', 'any_uuid'> };
}
const declared = new Kysely<Declared>({
  dialect: new PGliteDialect({ pglite }),
  plugins: [new IdPlugin('postgresql', { customers: { id: customers } })],
});
await sql`create table customers (id uuid)`.execute(declared);
const customer = customers.nowText();
await declared.insertInto('customers').values({ id: customer }).execute();
const found = await declared.selectFrom('customers').selectAll().where('id', '=', customer).execute();
assert.deepEqual(found, [{ id: customer }]);
await db.destroy();
