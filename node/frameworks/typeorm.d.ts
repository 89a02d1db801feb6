/** TypeORM columns for ids, stored as by `storage`. In the program an id is its text. */
import type { Database, FormatLike, GeneratedFormat, IdSource, IdType } from 'sortid';
import type { ColumnOptions } from 'typeorm';

/** A database, by its name in sortid or TypeORM. */
export type IdDatabase = Database | 'postgres' | 'cockroachdb' | 'better-sqlite3' | 'sqljs';

/** TypeORM's options of a column, and `text`: whether to store canonical text (false). */
export type IdColumnOptions = Omit<ColumnOptions, 'type' | 'transformer'> & { readonly text?: boolean | undefined };

/**
 * The options of a column, for `Column` and similar decorators.
 *
 * @throws {SortidError} `unknown_format`
 */
export function idColumn(of: IdSource, database: IdDatabase, options?: IdColumnOptions): ColumnOptions;

/**
 * Decorates a primary column. An entity without an id gets one from `save`, but not from `insert`.
 *
 * @throws {SortidError} `unknown_format`
 */
export function PrimaryIdColumn<F extends GeneratedFormat>(
  of: FormatLike<F> | IdType,
  database: IdDatabase,
  options?: IdColumnOptions,
): PropertyDecorator;
