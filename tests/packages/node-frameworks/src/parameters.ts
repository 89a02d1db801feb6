// Raw ids as parameters: each driver stores the value that finds the row, or rejects the id.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { PGlite } from '@electric-sql/pglite';
import mysql from 'mysql2';
import * as sortid from 'sortid';
// @ts-expect-error no types
import sqlJs from 'sql.js';

const require = createRequire(import.meta.url);
const { prepareValue } = require('pg/lib/utils') as { prepareValue(value: unknown): unknown };

const orders = sortid.idType('order');
/** An id of each kind: its column's type in PostgreSQL, and whether that takes its text. */
const ids = {
  uuid: sortid.Uuid7.now(),
  'any uuid': sortid.AnyUuid.parse(sortid.uuid4Text()),
  dynamic: sortid.AnyId.from(sortid.Uuid7.now()),
  '128 bits, other text': sortid.Ulid.now(),
  decimal: sortid.Snowflake.now(),
  'dynamic, decimal': sortid.AnyId.from(sortid.Snowflake.now()),
  '64 bits, other text': sortid.Tid.now(),
  signed: sortid.Timeid.now(),
  bytes: sortid.Ksuid.now(),
  '64 bits as bytes': sortid.Tsid.now(),
  'decimal as bytes': sortid.AnyId.now('flake_idgen'),
  prefixed: orders.now(),
};
type Kind = keyof typeof ids;
const KINDS = Object.keys(ids) as Kind[];

/** The id without its prefix, and its value in a database column. */
const bare = (id: (typeof ids)[Kind]) => (id instanceof sortid.TypeId ? id.id : id);
const storageOf = (id: (typeof ids)[Kind], database: sortid.Database, text: boolean) =>
  sortid.storage(bare(id).format.name, database, { text: text as true });

/** The result of passing an id of each kind to a column of its storage type, and of text. */
type Outcome = 'found' | 'refused';
// `any`, because the drivers' parameter types exclude ids.
type Run = (sqlType: string, id: any, expected: any) => Promise<unknown>;

async function outcome(run: Run, id: (typeof ids)[Kind], database: sortid.Database, text: boolean): Promise<Outcome> {
  const { sqlType, toDriver } = storageOf(id, database, text);
  // A text column contains the prefix, an id column does not.
  const expected = text ? String(id) : toDriver(bare(id) as never);
  try {
    assert.equal(await run(sqlType, id, expected), 1, `${sqlType} of ${String(id)}: the row is not found`);
    return 'found';
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return 'refused';
  }
}

const pglite = new PGlite();
/** Inserts the raw id, and counts the rows with the expected value. */
const inPostgres =
  (prepare: (value: unknown) => unknown): Run =>
  async (sqlType, id, expected) => {
    await pglite.exec(`drop table if exists rows; create table rows (id ${sqlType})`);
    await pglite.query('insert into rows values ($1)', [prepare(id)]);
    const { rows } = await pglite.query('select 1 from rows where id = $1', [prepare(expected)]);
    return rows.length;
  };

const { Database: SqlJs } = await sqlJs();
const inSqlJs: Run = async (sqlType, id, expected) => {
  const db = new SqlJs();
  db.run(`create table rows (id ${sqlType})`);
  db.run('insert into rows values (?)', [id]);
  return db.exec('select 1 from rows where id = ?', [expected])[0]?.values.length;
};

/** Compares the literals that `mysql2` writes for the id and the value: there is no server. */
const inMysql: Run = async (_, id, expected) =>
  Number(mysql.format('?', [id]) === mysql.format('?', [typeof expected === 'bigint' ? String(expected) : expected]));

type Table = Partial<Record<Kind, [stored: Outcome, text: Outcome]>>;
const DECIMAL: Table = { decimal: ['found', 'found'], 'dynamic, decimal': ['found', 'found'] };
const found: Outcome[] = ['found', 'found'];
const UUIDS: Table = Object.fromEntries(['uuid', 'any uuid', 'dynamic'].map((kind) => [kind, found]));
/** PGlite queries the column's type, then sends the id's text. */
const BY_TEXT: Table = Object.fromEntries(KINDS.map((kind) => [kind, ['refused', 'found']]));
const EXPECTED: Record<string, [database: sortid.Database, run: Run, found: Table]> = {
  pg: ['postgresql', inPostgres(prepareValue), { ...UUIDS, ...DECIMAL }],
  PGlite: ['postgresql', inPostgres((value) => value), { ...BY_TEXT, ...UUIDS, ...DECIMAL }],
  'sql.js': ['sqlite', inSqlJs, {}],
  mysql2: ['mysql', inMysql, DECIMAL],
};
try {
  const sqlite = 'node:sqlite'; // not declared for the oldest Node
  const { DatabaseSync } = await import(sqlite);
  EXPECTED['node:sqlite'] = [
    'sqlite',
    async (sqlType, id, expected) => {
      const db = new DatabaseSync(':memory:');
      db.exec(`create table rows (id ${sqlType})`);
      db.prepare('insert into rows values (?)').run(id);
      return db.prepare('select 1 from rows where id = ?').all(expected).length;
    },
    {},
  ];
} catch {
  console.log('this Node has no node:sqlite');
}

for (const [driver, [database, run, table]] of Object.entries(EXPECTED)) {
  for (const kind of KINDS) {
    const outcomes = [];
    for (const text of [false, true]) outcomes.push(await outcome(run, ids[kind], database, text));
    assert.deepEqual(outcomes, table[kind] ?? ['refused', 'refused'], `${driver}, ${kind}`);
    console.log(driver, kind, ...outcomes);
  }
}
await pglite.close();
