/** Columns of apache-arrow: what the functions of these names in `sortid` do for memory, for vectors, which may be in chunks and sliced. */
import type {
  Binary,
  Bool,
  Dictionary,
  FixedSizeBinary,
  Int64,
  LargeBinary,
  LargeUtf8,
  Timestamp,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import type {
  ColumnOptions,
  FieldName,
  FormatLike,
  FormatName,
  OpenTime,
  ReadOptions,
  TimesOptions,
} from './index.cjs';

/** Types of vectors that hold ids: texts, big-endian bytes, or the integers of a 64-bit format. Those of Arrow's views are taken too. */
export type IdType = Utf8 | LargeUtf8 | Binary | LargeBinary | FixedSizeBinary | Int64 | Uint64;

/** A column of ids, or one that says of each row which of some ids it is. */
export type IdVector = Vector<IdType> | Vector<Dictionary<IdType>> | Vector<any>;

/** What is done with a column. */
export type VectorOptions = Omit<ColumnOptions, 'as'>;

/**
 * The time of each id since 1970, in UTC, floored to the unit (ms).
 *
 * @throws {SortidError} at the first row that is not an id, unless `errors` is `null`; as the function of this name in `sortid`
 */
export function times(
  column: IdVector,
  format: FormatName | Format,
  options?: Omit<TimesOptions, 'as'>,
): Vector<Timestamp>;
/** {@link times}, giving the event loop its turn between chunks and every eight thousand rows. Leave the column alone meanwhile. */
export function timesAsync(
  column: IdVector,
  format: FormatName | Format,
  options?: Omit<TimesOptions, 'as'>,
): Promise<Vector<Timestamp>>;

/**
 * Each id as it is kept in a database: integers of a 64-bit format, else big-endian bytes.
 *
 * @throws {SortidError} as {@link times}
 */
export function parseColumn(
  column: IdVector,
  format: FormatName | Format,
  options?: VectorOptions,
): Vector<Uint64 | Int64 | FixedSizeBinary>;
/** {@link parseColumn}, giving the event loop its turn between chunks and every eight thousand rows. Leave the column alone meanwhile. */
export function parseColumnAsync(
  column: IdVector,
  format: FormatName | Format,
  options?: VectorOptions,
): Promise<Vector<Uint64 | Int64 | FixedSizeBinary>>;

/**
 * The canonical text of each id.
 *
 * @throws {SortidError} as {@link times}
 */
export function formatColumn(column: IdVector, format: FormatName | Format, options?: VectorOptions): Vector<Utf8>;
/** {@link formatColumn}, giving the event loop its turn between chunks and every eight thousand rows. Leave the column alone meanwhile. */
export function formatColumnAsync(
  column: IdVector,
  format: FormatName | Format,
  options?: VectorOptions,
): Promise<Vector<Utf8>>;

/**
 * Fields of each id, by name.
 *
 * @param names the fields to read; by default all of at most 64 bits
 * @throws {SortidError} `invalid_field` for a name that the format lacks; `not_applicable` for a field of more than 64 bits; as {@link times}
 */
export function fields<F extends FormatName, N extends FieldName<F> = FieldName<F>>(
  column: IdVector,
  format: FormatLike<F>,
  names?: readonly N[],
  options?: VectorOptions,
): { [Name in N]: Vector<Uint64 | Int64> };
/** {@link fields}, giving the event loop its turn between chunks and every eight thousand rows. Leave the column alone meanwhile. */
export function fieldsAsync<F extends FormatName, N extends FieldName<F> = FieldName<F>>(
  column: IdVector,
  format: FormatLike<F>,
  names?: readonly N[],
  options?: VectorOptions,
): Promise<{ [Name in N]: Vector<Uint64 | Int64> }>;

/**
 * Whether each id's time lies in the half-open interval from `from` to `to`.
 *
 * @throws {SortidError} `invalid_option` for an empty interval; as {@link times}
 */
export function between(
  column: IdVector,
  format: FormatName | Format,
  from: OpenTime,
  to: OpenTime,
  options?: VectorOptions & ReadOptions,
): Vector<Bool>;
/** {@link between}, giving the event loop its turn between chunks and every eight thousand rows. Leave the column alone meanwhile. */
export function betweenAsync(
  column: IdVector,
  format: FormatName | Format,
  from: OpenTime,
  to: OpenTime,
  options?: VectorOptions & ReadOptions,
): Promise<Vector<Bool>>;
