import type { ErrorCode, IdText, TypeIdText } from '../index.js';

/** An error of the functions below: a plain `Error` with the members of `SortidError`. */
export interface FormatError extends Error {
  readonly name: 'SortidError';
  readonly code: ErrorCode;
  /** The offset of the invalid byte in the text's UTF-8. */
  readonly offset?: number;
  /** The host's error instead of random bytes. */
  readonly cause?: unknown;
}

//#if PREFIXED
/** The ids of one type: TypeIDs of version 7 UUIDs, such as `order_01h455vb4pex5vsknk084sn02q`. */
export interface IdType<P extends string> {
  readonly prefix: P;
  /**
   * Returns a new id, greater than all earlier ones of this module.
   *
   * @throws {FormatError} `entropy_unavailable` without `crypto.getRandomValues`;
   *   `counter_exhausted` if the id's time would be more than a second ahead of the clock;
   *   `clock_rollback` if the clock is more than ten seconds behind; `timestamp_out_of_range`
   */
  nowText: () => TypeIdText<P, 'FORMAT'>;
  /**
   * Returns the text of an id.
   *
   * @throws {FormatError} `wrong_prefix`, `invalid_length`, `invalid_character`,
   *   `invalid_version`, `invalid_variant`, `out_of_range`
   */
  parse(this: void, text: string): TypeIdText<P, 'FORMAT'>;
  /** Returns whether a value is the text of an id. */
  isValid(this: void, text: unknown): text is TypeIdText<P, 'FORMAT'>;
  /** Returns the time of an id in milliseconds since 1970. @throws {FormatError} as `parse` */
  unixMs(this: void, text: string): number;
  /** Returns the time of an id. @throws {FormatError} as `parse` */
  date(this: void, text: string): Date;
  /** Compares two ids, for `sort`. @throws {FormatError} as `parse` */
  compare(this: void, a: string, b: string): -1 | 0 | 1;
  /** Returns the smallest id of a time (Unix ms). @throws {FormatError} `timestamp_out_of_range` */
  minAt(this: void, time: Date | number): TypeIdText<P, 'FORMAT'>;
  /** Returns the largest id of a time (Unix ms). @throws {FormatError} `timestamp_out_of_range` */
  maxAt(this: void, time: Date | number): TypeIdText<P, 'FORMAT'>;
  /**
   * Returns the first and last id of an interval that excludes `to`. `null` and `undefined` are
   * open ends.
   *
   * @throws {FormatError} `invalid_option` if it is empty; `timestamp_out_of_range`
   */
  range(
    this: void,
    from: Date | number | null | undefined,
    to: Date | number | null | undefined,
  ): { min: TypeIdText<P, 'FORMAT'>; max: TypeIdText<P, 'FORMAT'> };
  /** Returns the UUID of an id. @throws {FormatError} as `parse` */
  toUuid(this: void, text: string): IdText<'FORMAT'>;
  /**
   * Returns the id of a UUID of version 7.
   *
   * @throws {FormatError} `invalid_character`, `invalid_version`, `invalid_variant`
   */
  fromUuid(this: void, uuid: string): TypeIdText<P, 'FORMAT'>;
}

/**
 * Declares the ids of a type.
 *
 * @param prefix - up to 63 of `a` to `z` and `_`, without `_` at either end
 * @throws {FormatError} `invalid_option` for another prefix
 */
export function idType<const P extends string>(prefix: P): IdType<P>;

/** Returns the text before the last `_`, if any. */
export function prefixOf(text: string): string | undefined;
//#else
/**
 * Returns the text of a new `FORMAT`: SUMMARY.
 //#if TIME
 * Greater than all earlier ones of this module.
 //#end
 *
 * NOTE
 //#if TIME
 * @throws {FormatError} `entropy_unavailable` without `crypto.getRandomValues`;
 *   `counter_exhausted` if the id's time would be more than a second ahead of the clock;
 *   `clock_rollback` if the clock is more than ten seconds behind; `timestamp_out_of_range`
 //#else
 * @throws {FormatError} `entropy_unavailable` without `crypto.getRandomValues`
 //#end
 */
export function FUNCTION(): IdText<'FORMAT'>;

/**
 * Returns the canonical text of an id in any of its forms.
 *
 * @throws {FormatError} as `AnyId.parse` of `sortid`
 */
export function parse(text: string): IdText<'FORMAT'>;

/** Returns whether a value is the text of an id. */
export function isValid(text: unknown): text is IdText<'FORMAT'>;

/**
 * Compares two ids, for `sort`.
 *
 * @throws {FormatError} as {@link parse}
 */
export function compare(a: string, b: string): -1 | 0 | 1;
//#if UUID

/**
 * Returns the UUID with the bits of an id, which {@link parse} reads.
 *
 * @throws {FormatError} as {@link parse}
 */
export function toUuid(text: string): string;
//#end
//#if TIME

/**
 * Returns the time of an id in milliseconds since 1970, rounded down.
 *
 * @throws {FormatError} as {@link parse}
 */
export function unixMs(text: string): number;

/**
 * Returns the time of an id, rounded down to the millisecond.
 *
 * @throws {FormatError} as {@link parse}
 */
export function date(text: string): Date;

/**
 * Returns the smallest id of a time: a Date, or milliseconds since 1970.
 *
 * @throws {FormatError} `timestamp_out_of_range`
 */
export function minAt(time: Date | number): IdText<'FORMAT'>;

/**
 * Returns the largest id of a time: a Date, or milliseconds since 1970.
 *
 * @throws {FormatError} `timestamp_out_of_range`
 */
export function maxAt(time: Date | number): IdText<'FORMAT'>;

/**
 * Returns the first and last id of an interval that excludes `to`. `null` and `undefined` are open
 * ends.
 *
 * @throws {FormatError} `invalid_option` if the interval is empty; `timestamp_out_of_range`
 */
export function range(
  from: Date | number | null | undefined,
  to: Date | number | null | undefined,
): { min: IdText<'FORMAT'>; max: IdText<'FORMAT'> };
//#end
//#end
