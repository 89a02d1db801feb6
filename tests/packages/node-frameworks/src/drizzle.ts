// Drizzle on PGlite: keys in uuid, bigint and bytea columns, compared with Drizzle's own column.
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { and, asc, between, eq, gte, relations, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { getTableConfig as mysqlTable, mysqlTable as inMysql } from 'drizzle-orm/mysql-core';
import { getTableConfig, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { Tid, Uuid7, idType, isValid, storage, tidText, tsidText, uuid7Text, type IdText } from 'sortid';
import { mysqlId, pgId } from 'sortid/drizzle';
import { v7 } from 'uuid';

const theirs = pgTable('theirs', { id: uuid().primaryKey().$defaultFn(v7), name: text().notNull() });
const ours = pgTable('ours', { id: pgId('uuid7').primaryKey().$defaultFn(uuid7Text), name: text().notNull() });
const posts = pgTable('posts', {
  id: pgId(Tid).primaryKey().$defaultFn(tidText),
  parentId: pgId('tid', { name: 'parent_id' }),
  owner: pgId('uuid7', 'owner_id')
    .notNull()
    .references(() => ours.id),
  tag: pgId('tsid').notNull().$defaultFn(tsidText),
  code: pgId('ulid', { text: true }),
});
const types = Object.fromEntries(getTableConfig(posts).columns.map((column) => [column.name, column.getSQLType()]));
assert.deepEqual(types, {
  id: 'bigint',
  parent_id: 'bigint',
  owner_id: 'uuid',
  tag: 'bytea',
  code: 'text COLLATE "C"',
});
assert.equal(mysqlTable(inMysql('x', { id: mysqlId('uuid7') })).columns[0]?.getSQLType(), 'BINARY(16)');

const ownersOfPosts = relations(posts, ({ one }) => ({
  user: one(ours, { fields: [posts.owner], references: [ours.id] }),
}));
const postsOfOwners = relations(ours, ({ many }) => ({ posts: many(posts) }));
const db = drizzle(new PGlite(), { schema: { ours, posts, ownersOfPosts, postsOfOwners } });
for (const table of [theirs, ours, posts]) {
  const { name, columns } = getTableConfig(table);
  const lines = columns.map((column) => `${column.name} ${column.getSQLType()}`);
  await db.execute(sql.raw(`create table ${name} (${lines.join(', ')})`));
}

for (const table of [theirs, ours]) {
  const made = await db
    .insert(table)
    .values([{ name: 'a' }, { name: 'b' }])
    .returning();
  const rows = await db.select().from(table).orderBy(asc(table.id));
  assert.deepEqual(rows, made);
}
const [owner] = await db.select().from(ours).limit(1);
assert.ok(owner);
const key: IdText<'uuid7'> = owner.id;
// @ts-expect-error an id of another format
const wrong: IdText<'tid'> = owner.id;
assert.ok(wrong);

const parent = tidText();
await db.insert(posts).values([
  { id: parent, owner: key },
  { parentId: parent, owner: key },
]);
const { min, max } = Tid.range(new Date(Date.now() - 3_600_000), null);
const rows = await db
  .select()
  .from(posts)
  .where(between(posts.id, min.toString(), max.toString()))
  .orderBy(asc(posts.id));
assert.deepEqual(
  rows.map(({ parentId }) => parentId),
  [null, parent],
);
assert.ok(rows.every(({ id, tag }) => isValid(id, 'tid') && isValid(tag, 'tsid')));

// Nested rows arrive as JSON, which loses the last digits of a bigint.
const nested = await db.query.ours.findMany({ with: { posts: { columns: { owner: true, tag: true } } } });
assert.deepEqual(
  new Set(nested.flatMap((one) => one.posts.map(({ tag }) => tag))),
  new Set(rows.map(({ tag }) => tag)),
);
await assert.rejects(async () => db.query.ours.findMany({ with: { posts: true } }), TypeError);

// isValid narrows a user's text to an id; toString() of an id keeps its type, String(id) does not.
const given: string = key;
assert.ok(isValid(given, 'uuid7'));
const joined = await db
  .select({ id: posts.id, name: ours.name })
  .from(posts)
  .innerJoin(ours, eq(ours.id, posts.owner))
  .where(and(eq(ours.id, given), gte(ours.id, Uuid7.minAt(0).toString())));
assert.equal(joined.length, 2);
// @ts-expect-error an unchecked text
assert.ok(eq(ours.id, String(Uuid7.parse(given))));
await assert.rejects(
  async () =>
    db
      .select()
      .from(posts)
      .where(eq(posts.id, 'x' as IdText<'tid'>)),
  { code: 'invalid_length' },
);
assert.equal(storage('tid', 'postgresql').sqlType, types.id);

// A declared type: the column stores the id, the program sees the prefix.
const customers = idType('customer');
const declared = pgTable('customers', { id: pgId(customers).primaryKey().$defaultFn(customers.nowText) });
await db.execute(sql.raw(`create table customers (id ${getTableConfig(declared).columns[0]!.getSQLType()})`));
const [customer] = await db.insert(declared).values({}).returning();
const customerId: `customer_${string}` = customer!.id;
assert.ok(customers.isValid(customerId));
assert.deepEqual(await db.select().from(declared).where(eq(declared.id, customer!.id)), [customer]);
const { rows: bare } = await db.execute(sql`select id from customers`);
assert.equal(bare[0]?.id, customers.parse(customerId).toUuid());
