// Columns of Drizzle that keep ids.
import { customType as mysqlType } from 'drizzle-orm/mysql-core';
import { customType as pgType } from 'drizzle-orm/pg-core';
import { customType as sqliteType } from 'drizzle-orm/sqlite-core';
import { storage } from 'sortid';

/** The function that makes columns of a database. */
const columns =
  (customType, database) =>
  (format, { name = '', text = false } = {}) => {
    const { sqlType, toDriver, fromDriver } = storage(format, database, { text });
    return customType({ dataType: () => sqlType, toDriver, fromDriver })(name);
  };

export const pgId = columns(pgType, 'postgresql');
export const mysqlId = columns(mysqlType, 'mysql');
export const sqliteId = columns(sqliteType, 'sqlite');
