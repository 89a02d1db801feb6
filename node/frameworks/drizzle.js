// Drizzle columns for ids.
import { customType as mysqlType } from 'drizzle-orm/mysql-core';
import { customType as pgType } from 'drizzle-orm/pg-core';
import { customType as sqliteType } from 'drizzle-orm/sqlite-core';
import { storage } from 'sortid';

/** Decodes bytes from PostgreSQL's JSON, as in the nested rows of relational queries. */
function unnested(value, kind) {
  if (kind !== 'bytes' || typeof value !== 'string' || !value.startsWith('\\x')) return value;
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

const columns =
  (customType, database) =>
  (of, options = {}) => {
    const { name = '', text = false } = typeof options === 'string' ? { name: options } : options;
    const { kind, sqlType, toDriver, fromDriver } = storage(of, database, { text });
    const read = (value) => fromDriver(unnested(value, kind));
    return customType({ dataType: () => sqlType, toDriver, fromDriver: read })(name);
  };

export const pgId = columns(pgType, 'postgresql');
export const mysqlId = columns(mysqlType, 'mysql');
export const sqliteId = columns(sqliteType, 'sqlite');
