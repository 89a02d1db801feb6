/**
 * Time-sortable identifiers, the same in every language.
 *
 * - Ids are strings: `tid()`, `uuid7()`, …; {@link Id} is the value behind one.
 * - {@link Generator} is the only object with state. Plain functions use one per format, shared by the whole process.
 * - {@link SortidError} has one set of codes, the same in every language.
 * - An integer that can pass 2^53 is a `bigint`, never a `number`.
 */

declare global {
  // As TypeScript's own library has it from ES2026 on, for those who compile with less.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

declare const format: unique symbol;

/** The text of an id of one format: a string that only this package, or {@link isValid}, says to be one. */
export type IdText<F extends FormatName> = string & { readonly [format]: F };

/** The names of the formats, the same in every language. */
export type FormatName =
  | 'tid'
  | 'timeid'
  | 'uid11_xid'
  | 'uid11_fullrand'
  | 'uid11_snowish'
  | 'uid11_ts_seq_rand'
  | 'uuid6'
  | 'uuid7_draft01'
  | 'uuid7'
  | 'uuid8'
  | 'scru160';

/** A `tid` as 13 characters of base32-sortable. */
export type Tid = IdText<'tid'>;
/** A `timeid` as `TTTT-TTT-TTTT-CC`. */
export type Timeid = IdText<'timeid'>;
/** A `uid11_xid` as 11 characters of base58. */
export type Uid11Xid = IdText<'uid11_xid'>;
/** A `uid11_fullrand` as 11 characters of base58. */
export type Uid11Fullrand = IdText<'uid11_fullrand'>;
/** A `uid11_snowish` as 11 characters of base58. */
export type Uid11Snowish = IdText<'uid11_snowish'>;
/** A `uid11_ts_seq_rand` as 11 characters of base58. */
export type Uid11TsSeqRand = IdText<'uid11_ts_seq_rand'>;
/** A UUID of version 6 as 36 characters. */
export type Uuid6 = IdText<'uuid6'>;
/** A UUID of version 7 as the draft of 2021 had it, as 36 characters. */
export type Uuid7Draft01 = IdText<'uuid7_draft01'>;
/** A UUID of version 7 (RFC 9562) as 36 characters. */
export type Uuid7 = IdText<'uuid7'>;
/** A UUID of version 8 as 36 characters. */
export type Uuid8 = IdText<'uuid8'>;
/** A `scru160` as 32 characters of base32hex. */
export type Scru160 = IdText<'scru160'>;

/**
 * A new tid (atproto): 53 bits of microseconds and a clock identifier. Greater than every one before it in this process.
 *
 * One generator makes one id a microsecond, and bursts of a million.
 *
 * @throws {SortidError} `clock_rollback`, `entropy_unavailable`, `timestamp_out_of_range`
 */
export function tid(): Tid;
/**
 * A new timeid (draft-goldman-tid): 54 bits of microseconds with a sign and a node of 0–31.
 *
 * @throws {SortidError} `clock_rollback`, `entropy_unavailable`, `timestamp_out_of_range`
 */
export function timeid(): Timeid;
/**
 * A new uid11_xid (uid11 section 8): 42 bits of milliseconds and 22 random ones, in order by millisecond.
 *
 * @throws {SortidError} `clock_rollback`, `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uid11_xid(): Uid11Xid;
/**
 * A new uid11_fullrand (uid11 section 5): 64 random bits, in no order.
 *
 * @throws {SortidError} `entropy_unavailable`
 */
export function uid11_fullrand(): Uid11Fullrand;
/**
 * A new uid11_snowish (uid11 section 5): 41 bits of milliseconds, a machine, a sequence of 12 bits.
 *
 * @throws {SortidError} `clock_rollback`, `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uid11_snowish(): Uid11Snowish;
/**
 * A new uid11_ts_seq_rand (uid11 section 5): 42 bits of milliseconds, a sequence of 12 bits, 10 random ones.
 *
 * @throws {SortidError} `clock_rollback`, `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uid11_ts_seq_rand(): Uid11TsSeqRand;
/**
 * A new UUID of version 6 (draft-peabody-01 section 4.3): 60 bits of 100 ns, without a MAC address.
 *
 * @throws {SortidError} `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uuid6(): Uuid6;
/**
 * A new UUID of version 7 as the draft of 2021 had it (draft-peabody-01 section 4.4).
 *
 * @throws {SortidError} `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uuid7_draft01(): Uuid7Draft01;
/**
 * A new UUID of version 7 (RFC 9562 section 5.7): 48 bits of milliseconds, a counter of 42 bits, 32 random ones. Greater than
 * every one before it in this process.
 *
 * @throws {SortidError} `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uuid7(): Uuid7;
/**
 * A new UUID of version 8 (draft-peabody-01 section 4.5): 48 bits of milliseconds by default.
 *
 * @throws {SortidError} `entropy_unavailable`, `timestamp_out_of_range`
 */
export function uuid8(): Uuid8;
/**
 * A new scru160: 48 bits of milliseconds, a counter of 16 bits, 96 random ones.
 *
 * @throws {SortidError} `entropy_unavailable`, `timestamp_out_of_range`
 */
export function scru160(): Scru160;

/**
 * A new id of a format that is known only at run time, of the same generator as the function of that name.
 *
 * @throws {SortidError} `unknown_format`, and what the function of the format throws
 */
export function newId<F extends FormatName>(format: F | Format<F>): IdText<F>;

/** An instant as it can be given: a `Date`, nanoseconds since 1970, or a {@link Timestamp}. Never a `number`, whose unit nobody knows. */
export type Time = Date | bigint | Timestamp;

/** An instant, as exact as every format. */
export interface Timestamp {
  /** Whole seconds since 1970, floored; 64 bits, signed. */
  readonly seconds: bigint;
  /** Nanoseconds since that second, 0–999999999. */
  readonly nanos: number;
}

/** A way to write an id: `compact` for timeid and UUIDs, `hex` for scru160, `urn` for UUIDs. */
export type Form = 'canonical' | 'compact' | 'hex' | 'urn';

/** One of the closed list of formats. */
export class Format<F extends FormatName = FormatName> {
  private constructor();
  /** Every format, in the order of the codes. */
  static readonly all: readonly Format[];
  /**
   * The format of a name.
   *
   * @throws {SortidError} `unknown_format`
   */
  static of<F extends FormatName>(format: F | Format<F>): Format<F>;

  /** The name, the same in every language. */
  readonly name: F;
  /** The stable number, that of the C ABI. */
  readonly code: number;
  /** The width in bits: 64, 128 or 160. */
  readonly bits: number;
  /** The width in bytes. */
  readonly byteLength: number;
  /** The length of the canonical text. */
  readonly textLength: number;
  /** The fields, most significant first, with their widths in bits. */
  readonly fields: readonly { readonly name: string; readonly bits: number }[];
  /** The unit of the time in nanoseconds; `null` where the bits tell no time. */
  readonly resolutionNs: bigint | null;
  /** What the format is, in one line. */
  readonly summary: string;
  /** The specification that defines it, with the section. */
  readonly specification: string;
  /** The options that a {@link Generator} of it takes. */
  readonly options: readonly (keyof GeneratorOptions)[];

  /**
   * The smallest id of the tick in which an instant lies.
   *
   * @throws {SortidError} `not_applicable` for a format that tells no time; `timestamp_out_of_range`
   */
  minAt(time: Time): Id<F>;
  /**
   * The largest id of the tick in which an instant lies.
   *
   * @throws {SortidError} `not_applicable` for a format that tells no time; `timestamp_out_of_range`
   */
  maxAt(time: Time): Id<F>;
  /**
   * The smallest and largest id of the half-open interval from `from` to `to`: the bounds of a query.
   *
   * @throws {SortidError} `invalid_option` for an empty interval; `not_applicable`; `timestamp_out_of_range`
   */
  range(from: Time, to: Time, options?: ReadOptions): Bounds<F>;
  /**
   * The smallest and largest id whose canonical text begins with `prefix`.
   *
   * @throws {SortidError} `invalid_length`, `invalid_character`, `out_of_range`, `invalid_variant`, `invalid_version`
   */
  prefixRange(prefix: string): Bounds<F>;
  /** The name. */
  toString(): F;
  /** The name. */
  toJSON(): F;
}

/** The smallest and the largest id, both inside. */
export interface Bounds<F extends FormatName = FormatName> {
  readonly min: Id<F>;
  readonly max: Id<F>;
}

/** An {@link Id} in JSON. Text alone would lose the format, which several share. */
export interface IdJson<F extends FormatName = FormatName> {
  readonly format: F;
  readonly text: IdText<F>;
}

/**
 * An id: an immutable value of a format and its bits.
 *
 * It is no `number` and has no `<`: see {@link Id.compare}. `structuredClone` and `postMessage` lose what it is: send its text.
 */
export class Id<F extends FormatName = FormatName> {
  private constructor();
  /**
   * Reads text in any of the format's forms; nothing is trimmed.
   *
   * @throws {SortidError} in this order: `invalid_length`; `invalid_character` with the offset of the first bad byte, in UTF-8;
   *   `out_of_range`; `invalid_variant`; `invalid_version`
   */
  static parse<F extends FormatName>(text: string, format: F | Format<F>): Id<F>;
  /**
   * From big-endian bytes of exactly the format's width.
   *
   * @throws {SortidError} `invalid_length`, `out_of_range`, `invalid_variant`, `invalid_version`
   */
  static fromBytes<F extends FormatName>(bytes: Uint8Array, format: F | Format<F>): Id<F>;
  /**
   * From the integer of 64 or 128 bits; that of a timeid has a sign.
   *
   * @throws {SortidError} `not_applicable` for wider formats; `out_of_range`, `invalid_variant`, `invalid_version`
   */
  static fromBigInt<F extends FormatName>(int: bigint, format: F | Format<F>): Id<F>;
  /**
   * From named fields; those left out are zero. A `number` must be a safe integer.
   *
   * @throws {SortidError} `invalid_field`, `timestamp_out_of_range`
   */
  static fromFields<F extends FormatName>(
    fields: Readonly<Record<string, bigint | number | undefined>>,
    format: F | Format<F>,
  ): Id<F>;
  /**
   * What {@link Id.toJSON} gave.
   *
   * @throws {SortidError} `unknown_format`, and what {@link Id.parse} throws
   */
  static fromJSON<F extends FormatName>(json: { readonly format: F; readonly text: string }): Id<F>;
  /** The order of two ids, for `sort`: by value (timeid: by time); of different formats by the formats' codes. */
  static compare(a: Id, b: Id): -1 | 0 | 1;

  /** The format. */
  readonly format: Format<F>;
  /** Whether the id parses but is never generated: a tid with its top bit set, a scru160 at either end of its time. */
  readonly isReserved: boolean;
  /**
   * Who may use the node of a timeid: 0–31, 32–991 or 992–1023 (draft-goldman-tid, "node").
   *
   * @throws {SortidError} `not_applicable` for other formats
   */
  readonly nodeClass: 'best_effort' | 'context' | 'global';

  /** The canonical text. */
  toString(): IdText<F>;
  /**
   * Another text form.
   *
   * @throws {SortidError} `not_applicable` where the format lacks it
   */
  toForm(form: Form): string;
  /** The big-endian bytes, in memory of their own. */
  toBytes(): Uint8Array<ArrayBuffer>;
  /**
   * The integer of 64 or 128 bits; that of a timeid has a sign.
   *
   * @throws {SortidError} `not_applicable` for wider formats
   */
  toBigInt(): bigint;
  /** Every field by name, most significant first. */
  fields(): Record<string, bigint>;
  /**
   * One field.
   *
   * @throws {SortidError} `invalid_field` for a name the format lacks
   */
  field(name: string): bigint;
  /**
   * The exact time in the bits.
   *
   * @throws {SortidError} `not_applicable` for uid11_fullrand, and for uuid8 unless options name its layout; `invalid_option`
   */
  timestamp(options?: ReadOptions): Timestamp;
  /**
   * The time in nanoseconds since 1970.
   *
   * @throws {SortidError} as {@link Id.timestamp}
   */
  unixNs(options?: ReadOptions): bigint;
  /**
   * The time as a `Date`, floored to the millisecond.
   *
   * @throws {SortidError} as {@link Id.timestamp}; `timestamp_out_of_range` beyond the range of a `Date`
   */
  date(options?: ReadOptions): Date;
  /**
   * The same time and node in another format: tid to timeid and back.
   *
   * @throws {SortidError} `out_of_range`; `not_applicable` for every other pair
   */
  convert<T extends FormatName>(to: T | Format<T>): Id<T>;
  /** Whether the other is an id of the same format and bits. */
  equals(other: unknown): boolean;
  /** Format and text. */
  toJSON(): IdJson<F>;
}

/** Options for reading ids made with other than the defaults. */
export interface ReadOptions {
  /** The precision of a uuid7_draft01. */
  readonly precision?: 'ms' | 'us' | 'ns' | undefined;
  /** The epoch of uid11_snowish, uid11_ts_seq_rand and uuid8, in milliseconds since 1970. */
  readonly epochUnixMs?: number | bigint | undefined;
  /** The timestamp bits of a uuid8: 32, 48, 60 or 64. */
  readonly timestampBits?: number | undefined;
  /** The unit of a uuid8's timestamp in nanoseconds. */
  readonly unitNs?: number | bigint | undefined;
}

/** Options of a {@link Generator}. One that the format lacks is `invalid_option`; see {@link OPTIONS} for the defaults. */
export interface GeneratorOptions extends ReadOptions {
  /** Where the time is read; `manual` is the caller's, by {@link Generator.nextAt}. */
  readonly clock?: 'system' | 'manual' | undefined;
  /** 32 bytes, or 64 hexadecimal digits, in place of the operating system's entropy: the same ids for the same times. For tests. */
  readonly seed?: Uint8Array | string | undefined;
  /** Whether a forked child may go on with what was given to the parent. Node's own `fork` starts afresh and needs no leave. */
  readonly allowFork?: boolean | undefined;
  /** How far a tick may run ahead of the highest reading of the clock, in milliseconds. */
  readonly maxLeadMs?: number | bigint | undefined;
  /** What happens when a tick has no id left. */
  readonly onExhausted?: 'advance' | 'error' | undefined;
  /** How far the clock may be set back without a reset, in milliseconds. */
  readonly rollbackToleranceMs?: number | bigint | 'unlimited' | undefined;
  /** What happens beyond that. */
  readonly onRollback?: 'reset' | 'error' | undefined;
  /**
   * The file that keeps the position for other processes and later ones: made if there is none. A path, its bytes (not on Windows),
   * or a `file:` URL, as for `node:fs`.
   */
  readonly stateFile?: string | Uint8Array | FileUrl | undefined;
  /** The clock identifier of tid, 0–1023. */
  readonly clockId?: number | undefined;
  /** The node: of timeid 0–1023; of uuid8 62 or 54 bits, not zero. */
  readonly node?: number | bigint | undefined;
  /** The machine of uid11_snowish, 0–1023. */
  readonly machine?: number | undefined;
  /** An identifier in the top bits of a UUID's node. */
  readonly machineId?: number | undefined;
  /** The width of `machineId`, 1–16 bits. */
  readonly machineBits?: number | undefined;
  /** The order of uid11_xid inside a millisecond. */
  readonly order?: 'random' | 'monotonic' | undefined;
  /** The use of scru160's counter. */
  readonly usage?: 'default' | 'microsecond' | undefined;
  /** How many bits of scru160's random16 extend its counter, 0–16. */
  readonly counterBits?: number | undefined;
  /** How many random bits the counter of scru160 starts with. */
  readonly counterSeedBits?: number | undefined;
  /** A node in the low bits of scru160's random16. */
  readonly nodeId?: number | undefined;
  /** The width of `nodeId`. */
  readonly nodeBits?: number | undefined;
}

/** What a `URL` has, whichever library declares it. */
export interface FileUrl {
  readonly href: string;
  readonly protocol: string;
  readonly pathname: string;
  readonly searchParams: object;
}

/** What a {@link Generator} has done. */
export interface Status {
  /** Ids made. */
  readonly ids: bigint;
  /** How far the last id's tick is ahead of the clock's highest reading, in nanoseconds. */
  readonly leadNs: bigint;
  /** How often the clock was found set back by more than the tolerance. */
  readonly rollbacks: bigint;
}

/**
 * Makes ids of one format, never the same twice, each greater than the one before (not uid11_xid inside a millisecond, nor
 * uid11_fullrand).
 *
 * Iterating gives ids without end; `for await` gives the event loop its turn every thousand ids.
 */
export class Generator<F extends FormatName = FormatName> {
  /**
   * A generator of its own.
   *
   * @throws {SortidError} `unknown_format`, `invalid_option`, `entropy_unavailable`; with a `stateFile` the `store_*` codes
   */
  constructor(format: F | Format<F>, options?: GeneratorOptions);
  /** The generator behind the plain function of a format, which the whole process shares. */
  static default<F extends FormatName>(format: F | Format<F>): Generator<F>;
  /**
   * The generator of a handle, from another thread of this process: one state, ids in one order.
   *
   * @throws {Error} if it has ended, or is of another process
   */
  static shared<F extends FormatName = FormatName>(handle: bigint): Generator<F>;

  /** The format. */
  readonly format: Format<F>;

  /**
   * The next id at the system's time. Waits where the tick has run `maxLeadMs` ahead of the clock.
   *
   * @throws {SortidError} `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`, `forked_generator`,
   *   `entropy_unavailable`; `invalid_option` on a manual clock; with a `stateFile` the `store_*` codes
   */
  next(): IdText<F>;
  /** {@link Generator.next} as an {@link Id}. */
  nextId(): Id<F>;
  /**
   * The next id on a manual clock that reads `time`: for backfills and tests.
   *
   * @throws {SortidError} as {@link Generator.next}, but never a wait: `counter_exhausted` at once; `invalid_option` on a
   *   system clock
   */
  nextAt(time: Time): IdText<F>;
  /**
   * The next id, greater than `id` and than all before: a logical clock.
   *
   * @throws {SortidError} `timestamp_out_of_range` where that would run more than `maxLeadMs` ahead; `not_applicable` for an
   *   id of another format and for a format without time; what {@link Id.parse} throws; as {@link Generator.next}
   */
  nextAfter(id: Id<F> | string): IdText<F>;
  /** {@link Generator.nextAfter} on a manual clock that reads `time`. */
  nextAfterAt(id: Id<F> | string, time: Time): IdText<F>;

  /** `count` ids, as that many calls of {@link Generator.next}. */
  take(count: number): IdText<F>[];
  /** {@link Generator.take}, giving the event loop its turn every thousand ids. */
  takeAsync(count: number): Promise<IdText<F>[]>;
  /**
   * Fills memory, and gives back the number of ids: 64-bit integers in the machine's byte order (timeid: two's complement), or
   * big-endian bytes. Memory that threads share is filled through a copy.
   *
   * @throws {SortidError} `invalid_length` where bytes are no multiple of the width; `not_applicable` for integers of wider
   *   formats; as {@link Generator.next}, where `filled` tells how many leading ids are valid
   */
  fill(target: Uint8Array | BigUint64Array | BigInt64Array): number;
  /** {@link Generator.fill}, giving the event loop its turn every thousand ids. Leave the memory alone meanwhile. */
  fillAsync(target: Uint8Array | BigUint64Array | BigInt64Array): Promise<number>;
  /**
   * Fills memory with canonical texts of ASCII, one after another without separators, and gives back their number.
   *
   * @throws {SortidError} as {@link Generator.fill}
   */
  fillText(target: Uint8Array): number;
  /** {@link Generator.fillText}, giving the event loop its turn every thousand ids. Leave the memory alone meanwhile. */
  fillTextAsync(target: Uint8Array): Promise<number>;

  [Symbol.iterator](): IterableIterator<IdText<F>>;
  [Symbol.asyncIterator](): AsyncIterableIterator<IdText<F>>;

  /** What the generator has done. */
  status(): Status;
  /**
   * Draws everything anew: entropy, node, clock sequence, counter. After a process was resumed from a snapshot or checkpoint.
   *
   * @throws {SortidError} `forked_generator` where the user's node alone tells generators apart and no other is given;
   *   `invalid_option`, `entropy_unavailable`
   */
  reseed(using?: { readonly seed?: Uint8Array | undefined; readonly node?: number | bigint | undefined }): void;
  /**
   * A handle by which another thread of this process gets this generator, through `workerData` or `postMessage`. It lives as
   * long as one of its `Generator` objects.
   */
  share(): bigint;
  /**
   * Lets the generator go; later calls throw an `Error` of code `ERR_INVALID_STATE`. It ends with the last object that has it, on
   * whichever thread, and then leaves its state file exact; without `close` that is when the object is collected. To close twice
   * does nothing.
   */
  close(): void;
  /** {@link Generator.close}, for `using`. */
  [Symbol.dispose](): void;
}

/** What went wrong: the names of the codes, the same in every language. */
export type ErrorCode =
  | 'invalid_length'
  | 'invalid_character'
  | 'out_of_range'
  | 'invalid_variant'
  | 'invalid_version'
  | 'timestamp_out_of_range'
  | 'invalid_field'
  | 'invalid_option'
  | 'unknown_format'
  | 'not_applicable'
  | 'clock_rollback'
  | 'counter_exhausted'
  | 'entropy_unavailable'
  | 'forked_generator'
  | 'store_io'
  | 'store_corrupt'
  | 'store_foreign'
  | 'store_locked'
  | 'store_read_only'
  | 'store_full'
  | 'null_argument'
  | 'buffer_too_small'
  | 'panic';

/**
 * A refused input or a failed operation.
 *
 * A mistake in the calling program (a `number` for an id, `null` for a text) is a `TypeError` or a `RangeError`, as Node's own.
 */
export class SortidError extends Error {
  private constructor();
  readonly name: 'SortidError';
  /** What went wrong. */
  readonly code: ErrorCode;
  /** The byte of the text, in UTF-8, that is to blame; for `invalid_length` the length. */
  readonly offset?: number;
  /** The option or field that is to blame; for `store_*` the path of the state file. */
  readonly subject?: string;
  /** The path of the state file, for `store_*`. */
  readonly path?: string;
  /** What the operating system said, for `store_*`: a number for `util.getSystemErrorName`. */
  readonly errno?: number;
  /** How many leading ids are valid, after a fill. */
  readonly filled?: number;
}

/** Whether a value is the text of an id of a format; false for what is no string. */
export function isValid<F extends FormatName>(text: unknown, format: F | Format<F>): text is IdText<F>;

/** Every reading of a text, likeliest first; none if no format accepts it. */
export function inspect(text: string): Id[];

/** Why the formats that refuse a text refuse it, in the order of their codes. */
export function refusals(text: string): { format: Format; error: SortidError }[];

/** What {@link convert} gives back. */
export interface Converted {
  /** The canonical text. */
  readonly text: string;
  /** The big-endian bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Converts text, or big-endian bytes: tid to timeid, UUID version 1 to 6, and back. Here alone `uuid1` is a name.
 *
 * @throws {SortidError} `unknown_format`; what parsing throws; `out_of_range`; `not_applicable`
 */
export function convert(
  id: string | Uint8Array,
  from: FormatName | Format | 'uuid1',
  to: FormatName | Format | 'uuid1',
): Converted;

/**
 * Makes every generator of this process draw everything anew before its next id: after the process was resumed from a snapshot
 * or checkpoint.
 *
 * @throws {SortidError} `entropy_unavailable`
 */
export function reseed(): void;

/** Every error code with its stable number and its sentence. */
export const ERROR_CODES: readonly { readonly code: ErrorCode; readonly number: number; readonly message: string }[];

/** Every option with what it says, and whether it is for reading too. */
export const OPTIONS: readonly {
  readonly name: keyof GeneratorOptions;
  readonly summary: string;
  readonly reads: boolean;
}[];

/** The version of this package. */
export const version: string;
