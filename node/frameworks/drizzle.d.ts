/**
 * Drizzle columns for ids, stored as by `storage`. In the program an id is its text.
 *
 * Nested rows of relational queries cannot contain `bigint` columns: JSON loses their last digits.
 */
import type { ConvertCustomConfig as MySql, MySqlCustomColumnBuilder } from 'drizzle-orm/mysql-core';
import type { ConvertCustomConfig as Pg, PgCustomColumnBuilder } from 'drizzle-orm/pg-core';
import type { ConvertCustomConfig as Sqlite, SQLiteCustomColumnBuilder } from 'drizzle-orm/sqlite-core';
import type { IdSource, SourceText } from 'sortid';

/** The type of a column's values. */
interface Values<S extends IdSource> {
  data: SourceText<S>;
  driverData: unknown;
}

/** Options of a column; its name alone is also accepted. */
export interface IdColumnOptions<Name extends string> {
  /** The column's name (the property's). */
  readonly name?: Name | undefined;
  /** Whether to store canonical text (false). */
  readonly text?: boolean | undefined;
}

/**
 * A column of PostgreSQL, for a format or a declared type.
 *
 * @throws {SortidError} `unknown_format`
 */
export function pgId<const S extends IdSource, Name extends string = ''>(
  of: S,
  options?: Name | IdColumnOptions<Name>,
): PgCustomColumnBuilder<Pg<Name, Values<S>>>;
/**
 * A column of MySQL or MariaDB, for a format or a declared type.
 *
 * @throws {SortidError} `unknown_format`
 */
export function mysqlId<const S extends IdSource, Name extends string = ''>(
  of: S,
  options?: Name | IdColumnOptions<Name>,
): MySqlCustomColumnBuilder<MySql<Name, Values<S>>>;
/**
 * A column of SQLite, for a format or a declared type. The driver must return integers as `bigint`.
 *
 * @throws {SortidError} `unknown_format`
 */
export function sqliteId<const S extends IdSource, Name extends string = ''>(
  of: S,
  options?: Name | IdColumnOptions<Name>,
): SQLiteCustomColumnBuilder<Sqlite<Name, Values<S>>>;
