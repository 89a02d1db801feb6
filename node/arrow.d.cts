/** The functions of `sortid` for columns, for vectors of apache-arrow, also chunked and sliced. */
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

/** Types of id vectors: texts, big-endian bytes, integers of a 64-bit format, or Arrow's views. */
export type IdData = Utf8 | LargeUtf8 | Binary | LargeBinary | FixedSizeBinary | Int64 | Uint64;

/** A column of ids, or a dictionary column of ids. */
export type IdVector = Vector<IdData> | Vector<Dictionary<IdData>> | Vector<any>;

/** Options of the functions for columns. */
export type VectorOptions = Omit<ColumnOptions, 'as'>;

/**
 * The time of each id since 1970, in UTC, floored to the unit (ms).
 *
 * @throws {SortidError} at the first row that is not an id, unless `onInvalid` is `null`; otherwise
 *   the errors of `times` in `sortid`
 */
export function times(
  column: IdVector,
  format: FormatName | Format,
  options?: Omit<TimesOptions, 'as'>,
): Vector<Timestamp>;
/** {@link times}, yielding per chunk and 8,192 rows. Do not change the column meanwhile. */
export function timesAsync(
  column: IdVector,
  format: FormatName | Format,
  options?: Omit<TimesOptions, 'as'>,
): Promise<Vector<Timestamp>>;

/**
 * Each id as a database stores it: integers of a 64-bit format, else big-endian bytes.
 *
 * @throws {SortidError} as {@link times}
 */
export function parseColumn(
  column: IdVector,
  format: FormatName | Format,
  options?: VectorOptions,
): Vector<Uint64 | Int64 | FixedSizeBinary>;
/** {@link parseColumn}, yielding per chunk and 8,192 rows. Do not change the column meanwhile. */
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
export function texts(column: IdVector, format: FormatName | Format, options?: VectorOptions): Vector<Utf8>;
/** {@link texts}, yielding per chunk and 8,192 rows. Do not change the column meanwhile. */
export function textsAsync(
  column: IdVector,
  format: FormatName | Format,
  options?: VectorOptions,
): Promise<Vector<Utf8>>;

/**
 * Fields of each id, by name.
 *
 * @param names the fields to read; by default all of at most 64 bits
 * @throws {SortidError} `invalid_field` for a name that the format lacks; `not_applicable` for a
 *   field of more than 64 bits; as {@link times}
 */
export function fields<F extends FormatName, N extends FieldName<F> = FieldName<F>>(
  column: IdVector,
  format: FormatLike<F>,
  names?: readonly N[],
  options?: VectorOptions,
): { [Name in N]: Vector<Uint64 | Int64> };
/** {@link fields}, yielding per chunk and 8,192 rows. Do not change the column meanwhile. */
export function fieldsAsync<F extends FormatName, N extends FieldName<F> = FieldName<F>>(
  column: IdVector,
  format: FormatLike<F>,
  names?: readonly N[],
  options?: VectorOptions,
): Promise<{ [Name in N]: Vector<Uint64 | Int64> }>;

/**
 * Whether each id's time is in the half-open interval from `from` to `to`.
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
/** {@link between}, yielding per chunk and 8,192 rows. Do not change the column meanwhile. */
export function betweenAsync(
  column: IdVector,
  format: FormatName | Format,
  from: OpenTime,
  to: OpenTime,
  options?: VectorOptions & ReadOptions,
): Promise<Vector<Bool>>;
