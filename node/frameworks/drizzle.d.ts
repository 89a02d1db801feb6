/**
 * Columns of Drizzle that keep ids, by `storage`. In the program an id is its text.
 *
 * The nested rows of relational queries cannot have columns of `bigint`, whose last digits JSON loses.
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

/** What a column is. */
export interface IdColumnOptions<Name extends string> {
  /** Its name, if that is not the property's. */
  readonly name?: Name | undefined;
  /** Whether it keeps canonical text (false). */
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
 * A column of SQLite. Integers must be read as `bigint`.
 *
 * @throws {SortidError} `unknown_format`
 */
export function sqliteId<F extends FormatName, Name extends string = ''>(
  format: FormatLike<F>,
  options?: IdColumnOptions<Name>,
): SQLiteCustomColumnBuilder<Sqlite<Name, Values<F>>>;
