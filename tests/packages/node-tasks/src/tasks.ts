// Frequent tasks, solved with uuid, ulid and typeid-js, and with sortid. Marks delimit counted
// lines.
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { sValidator } from '@hono/standard-validator';
import { gt, sql } from 'drizzle-orm';
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { Hono } from 'hono';
import { Snowflake, Ulid, Uuid7, idType, isValid, times, uuid7Text, type IdText } from 'sortid';
import { pgId } from 'sortid/drizzle';
import { PrimaryIdColumn } from 'sortid/typeorm';
import { zodId } from 'sortid/zod';
import { TypeID, typeid } from 'typeid-js';
import { BeforeInsert, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { decodeTime, ulid, ulidToUUID, uuidToULID } from 'ulid';
import { v7, validate, version } from 'uuid';
import { z } from 'zod';

const TEXT = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const MADE = new Date('2022-02-22T19:22:22Z');
const [FROM, TO] = [new Date('2024-07-19'), new Date('2024-07-20')];

/** Prints whether the results of a task are equal. */
function same(task: number, first: unknown, ...others: unknown[]) {
  for (const other of others) assert.deepEqual(first, other, `task ${task}`);
  console.log(`ok task ${task}`);
}

// 1. A new key
{
  // theirs
  const theirs = v7();
  // ours
  const ours = uuid7Text();
  // end
  same(1, version(theirs), version(ours), 7);
}

// 2. Is a user's text a key?
{
  // theirs
  const theirs = (text: string) => validate(text) && version(text) === 7;
  // ours
  const ours = (text: string) => isValid(text, 'uuid7');
  // end
  for (const text of [TEXT, TEXT.slice(1), TEXT.replace('-7cc3', '-4cc3'), ''])
    same(2, theirs(text), ours(text), text === TEXT);
}

// 3. The time of a key
{
  // theirs
  const theirs = new Date(Number.parseInt(TEXT.replace('-', '').slice(0, 12), 16));
  const theirUlid = new Date(decodeTime('01FWHE4YDGFK1SHH6W1G60EECF'));
  // ours
  const ours = Uuid7.parse(TEXT).date();
  const ourUlid = Ulid.parse('01FWHE4YDGFK1SHH6W1G60EECF').date();
  // end
  same(3, theirs, theirUlid, ours, ourUlid, MADE);
}

// 4. Keys with a given time, as for imported rows
{
  // theirs
  const theirs = v7({ msecs: MADE.getTime() });
  const theirUlid = ulid(MADE.getTime());
  // ours
  const ours = Uuid7.at(MADE);
  const ourUlid = Ulid.at(MADE);
  // end
  same(4, Uuid7.parse(theirs).date(), ours.date(), MADE);
  same(4, Ulid.parse(theirUlid).date(), ourUlid.date(), MADE);
}

// 5. The bounds of a query: keys of an interval
{
  // theirs
  const bound = (ms: number, rest: string) => ms.toString(16).padStart(12, '0').replace(/.{8}/, '$&-') + rest;
  const theirs = [bound(+FROM, '-7000-8000-000000000000'), bound(+TO - 1, '-7fff-bfff-ffffffffffff')];
  // ours
  const { min, max } = Uuid7.range(FROM, TO);
  // end
  same(5, theirs, [String(min), String(max)]);
}

// 6. The bound of a query: keys since a time
{
  // theirs
  const hex = FROM.getTime().toString(16).padStart(12, '0');
  const theirs = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  // ours
  const ours = Uuid7.minAt(FROM);
  // end
  same(6, theirs, String(ours));
}

/** A program declares the type once. */
const orders = idType('order');

// 7. A TypeID: generated, and parsed from a user with its prefix checked
{
  // theirs
  const theirs = typeid('order');
  const theirsRead = TypeID.fromString(String(theirs), 'order');
  // ours
  const ours = orders.now();
  const oursRead = orders.parse(String(ours));
  // end
  same(7, String(theirs), String(theirsRead));
  same(7, String(ours), String(oursRead));
}

// 8. A TypeID in a path in Hono
{
  const app = new Hono();
  // theirs
  const theirId = z.string().transform((text, context) => {
    try {
      return TypeID.fromString(text, 'order');
    } catch (error) {
      context.addIssue(String(error));
      return z.NEVER;
    }
  });
  const theirPath = sValidator('param', z.object({ id: theirId }));
  app.get('/theirs/:id', theirPath, (c) => c.text(c.req.valid('param').id.toString()));
  // ours
  const ourId = zodId(orders);
  const ourPath = sValidator('param', z.object({ id: ourId }));
  app.get('/ours/:id', ourPath, (c) => c.text(c.req.valid('param').id));
  // end
  const id = String(typeid('order'));
  for (const side of ['theirs', 'ours']) {
    const text = await app.request(`/${side}/${id}`);
    same(8, await text.text(), id);
    for (const wrong of ['x', 'order_x', id.replace('order', 'user')]) {
      const refused = await app.request(`/${side}/${wrong}`);
      same(8, refused.status, 400);
    }
  }
}

// 9. A key in JSON: a response of Hono
{
  const app = new Hono();
  // theirs
  app.get('/their-post', (c) => c.json({ id: v7() }));
  // ours
  app.get('/our-post', (c) => c.json({ id: uuid7Text() }));
  // end
  for (const side of ['their', 'our']) {
    const answer = await app.request(`/${side}-post`);
    const { id } = (await answer.json()) as { id: string };
    same(9, isValid(id, 'uuid7'), true);
  }
}

// 10. A key in Drizzle
// theirs
const theirPosts = pgTable('their_posts', { id: uuid().primaryKey().$defaultFn(v7) });
// ours
const ourPosts = pgTable('our_posts', { id: pgId('uuid7').primaryKey().$defaultFn(uuid7Text) });
// end
const db = drizzle(new PGlite());
for (const name of ['their_posts', 'our_posts'])
  await db.execute(sql.raw(`create table ${name} (id uuid primary key)`));
const theirRows = await db.insert(theirPosts).values([{}, {}, {}, {}]).returning();
const ourRows = await db.insert(ourPosts).values([{}, {}, {}, {}]).returning();
for (const { id } of [...theirRows, ...ourRows]) same(10, isValid(id, 'uuid7'), true);

// 11. A key in TypeORM
{
  // theirs
  @Entity()
  class TheirPost {
    @PrimaryColumn('text')
    id!: string;

    @BeforeInsert()
    makeId() {
      this.id = v7();
    }
  }
  // ours
  @Entity()
  class OurPost {
    @PrimaryIdColumn('uuid7', 'sqljs')
    id!: IdText<'uuid7'>;
  }
  // end
  const source = new DataSource({ type: 'sqljs', entities: [TheirPost, OurPost], synchronize: true });
  await source.initialize();
  for (const entity of [TheirPost, OurPost]) {
    const posts = source.getRepository<TheirPost | OurPost>(entity);
    const { id } = await posts.save(posts.create());
    same(11, (await posts.findOneByOrFail({ id })).id, id);
  }
  await source.destroy();
}

// 12. The next page after a key
{
  const [theirLast, ourLast] = [theirRows[1]!.id, ourRows[1]!.id];
  // theirs
  const theirAfter = gt(theirPosts.id, theirLast);
  const theirs = await db.select().from(theirPosts).where(theirAfter).orderBy(theirPosts.id).limit(2);
  // ours
  const ourAfter = gt(ourPosts.id, ourLast);
  const ours = await db.select().from(ourPosts).where(ourAfter).orderBy(ourPosts.id).limit(2);
  // end
  same(12, theirs, theirRows.slice(2));
  same(12, ours, ourRows.slice(2));
}

// 13. A column of keys to their times
{
  const column = [TEXT, TEXT];
  // theirs
  const theirs = column.map((text) => Number.parseInt(text.replace('-', '').slice(0, 12), 16));
  // ours
  const ours = times(column, 'uuid7');
  // end
  same(13, theirs, ours, [MADE.getTime(), MADE.getTime()]);
}

// 14. The time of a Discord message
{
  // theirs
  const theirs = new Date(Number((BigInt('175928847299117063') >> 22n) + 1420070400000n));
  // ours
  const ours = Snowflake.parse('175928847299117063').date({ epoch: 'discord' });
  // end
  same(14, theirs, ours, new Date('2016-04-30T11:18:25.796Z'));
}

// 15. A ULID as a UUID, and back
{
  // theirs
  const theirUuid = ulidToUUID('01FWHE4YDGFK1SHH6W1G60EECF');
  const theirUlid = uuidToULID(theirUuid);
  // ours
  const ourUuid = Ulid.parse('01FWHE4YDGFK1SHH6W1G60EECF').toUuid();
  const ourUlid = Ulid.fromUuid(ourUuid);
  // end
  same(15, theirUuid.toLowerCase(), ourUuid, TEXT);
  same(15, theirUlid, String(ourUlid), '01FWHE4YDGFK1SHH6W1G60EECF');
}
