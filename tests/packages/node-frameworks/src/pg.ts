// The types of `pg`, and an id as a parameter: pg calls toPostgres, where PGlite, used here, is given the value.
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import type { QueryConfig } from 'pg';
import { Tsid, Uuid7, prefixedType, storage, type Tid } from 'sortid';
import { v7 } from 'uuid';

const orders = prefixedType('order', 'uuid7');
const db = new PGlite();
await db.query('create table rows (theirs uuid, ours uuid, prefixed uuid, tag bytea)');
const [their, our, order, tag] = [v7(), Uuid7.now(), orders.parse(orders.new()), Tsid.now()];
const insert: QueryConfig = {
  text: 'insert into rows values ($1, $2, $3, $4)',
  values: [their, our, order, tag],
};
const asPgDoes = (value: unknown) =>
  typeof value === 'object' && value !== null && 'toPostgres' in value
    ? (value.toPostgres as () => unknown).call(value)
    : value;
await db.query(insert.text, insert.values?.map(asPgDoes));
const { rows } = await db.query<Record<string, unknown>>('select * from rows');
assert.deepEqual(
  [rows[0]?.theirs, rows[0]?.ours, rows[0]?.prefixed, storage('tsid', 'postgresql').fromDriver(rows[0]?.tag)],
  [their, String(our), String(order.id), String(tag)],
);
const int = (id: Tid): bigint => id.toPostgres();
assert.ok(int);
