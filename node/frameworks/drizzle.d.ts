/**
 * Drizzle columns for ids, stored as by `storage`. In the program an id is its text.
 *
 * Nested rows of relational queries cannot contain `bigint` columns: JSON loses their last digits.
 */
import type { ConvertCustomConfig as MySql, MySqlCustomColumnBuilder } from 'drizzle-orm/mysql-core';
import type { ConvertCustomConfig as Pg, PgCustomColumnBuilder } from 'drizzle-orm/pg-core';
import type { ConvertCustomConfig as Sqlite, SQLiteCustomColumnBuilder } from 'drizzle-orm/sqlite-core';
import type { FormatLike, FormatName, IdText } from 'sortid';

/** The type of a column's values. */
interface Values<F extends FormatName> {
  data: IdText<F>;
  driverData: unknown;
}

/** Options of a column. */
export interface IdColumnOptions<Name extends string> {
  /** The column's name (the property's). */
  readonly name?: Name | undefined;
  /** Whether to store canonical text (false). */
  readonly text?: boolean | undefined;
}

/**
 * A column of PostgreSQL.
 *
 * @throws {SortidError} `unknown_format`
 */
export function pgId<F extends FormatName, Name extends string = ''>(
  format: FormatLike<F>,
  options?: IdColumnOptions<Name>,
): PgCustomColumnBuilder<Pg<Name, Values<F>>>;
/**
 * A column of MySQL or MariaDB.
 *
 * @throws {SortidError} `unknown_format`
 */
export function mysqlId<F extends FormatName, Name extends string = ''>(
  format: FormatLike<F>,
  options?: IdColumnOptions<Name>,
): MySqlCustomColumnBuilder<MySql<Name, Values<F>>>;
/**
 * A column of SQLite. The driver must return integers as `bigint`.
 *
 * @throws {SortidError} `unknown_format`
 */
export function sqliteId<F extends FormatName, Name extends string = ''>(
  format: FormatLike<F>,
  options?: IdColumnOptions<Name>,
): SQLiteCustomColumnBuilder<Sqlite<Name, Values<F>>>;
