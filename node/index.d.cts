/**
 * Time-sortable identifiers, the same in every language.
 *
 * - `uuid7()` returns an id, `uuid7Text()` its text. Each id is an {@link Id}: an instance of its
 *   format's class, such as {@link Uuid7}; a {@link TypeId} of a declared type; or an
 *   {@link AnyId}, whose format is known only at run time.
 * - {@link Generator} is the only object with state. The functions use one per format, shared by
 *   the whole process.
 * - {@link SortidError} has one set of codes, the same in every language.
 * - An integer that can exceed 2^53 is a `bigint`, never a `number`.
 */

declare global {
  // As in TypeScript's library from ES2026 on, for older targets.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

declare const format: unique symbol;

/** The text of an id of a format. {@link isValid} narrows a string to it. */
export type IdText<F extends FormatName> = string & { readonly [format]: F };

// <generated: formats>
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
  | 'scru160'
  | 'lexical_uuid'
  | 'snowflake'
  | 'flake'
  | 'sharding_id'
  | 'ksuid'
  | 'elasticflake'
  | 'flake_idgen'
  | 'sonyflake'
  | 'ordered_uuid'
  | 'comb_guid'
  | 'ulid'
  | 'sid'
  | 'push_id'
  | 'xid'
  | 'object_id'
  | 'cuid'
  | 'comb_mssql'
  | 'uuid1'
  | 'uuid4'
  | 'any_uuid'
  | 'mastodon'
  | 'tsid'
  | 'scru128'
  | 'scru64'
  | 'elasticsearch_id'
  | 'custom64'
  | 'elasticsearch_k_ordered'
  | 'elasticsearch_routed';

/** The formats that can be generated; the others are read-only. */
export type GeneratedFormat = Exclude<
  FormatName,
  'any_uuid' | 'elasticsearch_id' | 'elasticsearch_k_ordered' | 'elasticsearch_routed'
>;

/** The formats whose ids take a prefix: `_` is no symbol of theirs. */
export type PrefixableFormat = Exclude<
  FormatName,
  'elasticflake' | 'push_id' | 'elasticsearch_id' | 'elasticsearch_k_ordered' | 'elasticsearch_routed'
>;

/** The names of each format's fields, most significant first. */
export interface FieldNames {
  readonly tid: 'reserved' | 'timestamp_us' | 'clock_id';
  readonly timeid: 'timestamp_us' | 'node';
  readonly uid11_xid: 'timestamp_ms' | 'random';
  readonly uid11_fullrand: 'random';
  readonly uid11_snowish: 'timestamp_ms' | 'machine' | 'sequence';
  readonly uid11_ts_seq_rand: 'timestamp_ms' | 'sequence' | 'random';
  readonly uuid6: 'timestamp' | 'clock_seq' | 'node';
  readonly uuid7_draft01: 'unixts' | 'subsec_a' | 'subsec_b' | 'subsec_seq_node';
  readonly uuid7: 'unix_ts_ms' | 'rand_a' | 'rand_b';
  readonly uuid8: 'custom_a' | 'custom_b' | 'custom_c';
  readonly scru160: 'timestamp_ms' | 'counter' | 'random16' | 'random80';
  readonly lexical_uuid: 'timestamp_us' | 'worker';
  readonly snowflake: 'timestamp_ms' | 'datacenter' | 'worker' | 'sequence';
  readonly flake: 'timestamp_ms' | 'worker' | 'sequence';
  readonly sharding_id: 'timestamp_ms' | 'shard' | 'sequence';
  readonly ksuid: 'timestamp_s' | 'payload_hi' | 'payload_lo';
  readonly elasticflake: 'timestamp_ms' | 'node' | 'sequence';
  readonly flake_idgen: 'timestamp_ms' | 'datacenter' | 'worker' | 'counter';
  readonly sonyflake: 'timestamp_10ms' | 'sequence' | 'machine';
  readonly ordered_uuid: 'timestamp_10us' | 'rand_a' | 'rand_b';
  readonly comb_guid: 'unix_ts_ms' | 'rand_a' | 'rand_b';
  readonly ulid: 'timestamp_ms' | 'randomness';
  readonly sid: 'timestamp_ns' | 'random';
  readonly push_id: 'timestamp_ms' | 'random';
  readonly xid: 'timestamp_s' | 'machine' | 'pid' | 'counter';
  readonly object_id: 'timestamp_s' | 'random' | 'counter';
  readonly cuid: 'timestamp_ms' | 'counter' | 'fingerprint' | 'random';
  readonly comb_mssql: 'rand_a' | 'rand_b' | 'rand_c' | 'unix_ts_ms';
  readonly uuid1: 'timestamp' | 'clock_seq' | 'node';
  readonly uuid4: 'random_a' | 'random_b' | 'random_c';
  readonly any_uuid: 'high' | 'low';
  readonly mastodon: 'timestamp_ms' | 'sequence';
  readonly tsid: 'timestamp_ms' | 'random';
  readonly scru128: 'timestamp_ms' | 'counter_hi' | 'counter_lo' | 'entropy';
  readonly scru64: 'timestamp_256ms' | 'node_ctr';
  readonly elasticsearch_id: 'timestamp_ms' | 'node' | 'sequence';
  readonly custom64: 'custom';
  readonly elasticsearch_k_ordered: 'timestamp_ms' | 'node' | 'sequence';
  readonly elasticsearch_routed: 'timestamp_ms' | 'node' | 'sequence' | 'routing_hash';
}

/** The class of each format's ids. */
export interface IdsByFormat {
  readonly tid: Tid;
  readonly timeid: Timeid;
  readonly uid11_xid: Uid11Xid;
  readonly uid11_fullrand: Uid11Fullrand;
  readonly uid11_snowish: Uid11Snowish;
  readonly uid11_ts_seq_rand: Uid11TsSeqRand;
  readonly uuid6: Uuid6;
  readonly uuid7_draft01: Uuid7Draft01;
  readonly uuid7: Uuid7;
  readonly uuid8: Uuid8;
  readonly scru160: Scru160;
  readonly lexical_uuid: FormatId<'lexical_uuid'>;
  readonly snowflake: Snowflake;
  readonly flake: FormatId<'flake'>;
  readonly sharding_id: FormatId<'sharding_id'>;
  readonly ksuid: Ksuid;
  readonly elasticflake: FormatId<'elasticflake'>;
  readonly flake_idgen: FormatId<'flake_idgen'>;
  readonly sonyflake: FormatId<'sonyflake'>;
  readonly ordered_uuid: FormatId<'ordered_uuid'>;
  readonly comb_guid: FormatId<'comb_guid'>;
  readonly ulid: Ulid;
  readonly sid: FormatId<'sid'>;
  readonly push_id: FormatId<'push_id'>;
  readonly xid: Xid;
  readonly object_id: ObjectId;
  readonly cuid: FormatId<'cuid'>;
  readonly comb_mssql: FormatId<'comb_mssql'>;
  readonly uuid1: Uuid1;
  readonly uuid4: Uuid4;
  readonly any_uuid: AnyUuid;
  readonly mastodon: FormatId<'mastodon'>;
  readonly tsid: Tsid;
  readonly scru128: FormatId<'scru128'>;
  readonly scru64: FormatId<'scru64'>;
  readonly elasticsearch_id: ElasticsearchId;
  readonly custom64: FormatId<'custom64'>;
  readonly elasticsearch_k_ordered: ElasticsearchKOrdered;
  readonly elasticsearch_routed: ElasticsearchRouted;
}
// </generated>

/** The names of a format's fields. */
export type FieldName<F extends FormatName = FormatName> = F extends FormatName ? FieldNames[F] : never;

/** An id of a format's class: see {@link IdsByFormat}. */
export type TypedId<F extends FormatName = FormatName> = IdsByFormat[F];

/** The format of a type of ids. */
export type FormatOf<T extends Id> = T[typeof format];

/** The text of a type of ids. */
export type TextOf<T extends Id> = ReturnType<T['toString']>;

// New ids, or their texts, of the process-wide generators. The functions take no arguments.

// <generated: functions>
/**
 * A new `tid`: the atproto TID: microseconds and a clock identifier.
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function tid(): Tid;
/** The text of a new id: see {@link tid}. */
export function tidText(): IdText<'tid'>;
/**
 * A new `timeid`: microseconds with a sign, so also before 1970, and a node.
 *
 * The node is one of 32. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function timeid(): Timeid;
/** The text of a new id: see {@link timeid}. */
export function timeidText(): IdText<'timeid'>;
/**
 * A new `uid11_xid`: milliseconds since 2011 and 22 random bits.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uid11Xid(): Uid11Xid;
/** The text of a new id: see {@link uid11Xid}. */
export function uid11XidText(): IdText<'uid11_xid'>;
/**
 * A new `uid11_fullrand`: 64 random bits, no time.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uid11Fullrand(): Uid11Fullrand;
/** The text of a new id: see {@link uid11Fullrand}. */
export function uid11FullrandText(): IdText<'uid11_fullrand'>;
/**
 * A new `uid11_snowish`: milliseconds since 2011, a machine and a sequence.
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uid11Snowish(): Uid11Snowish;
/** The text of a new id: see {@link uid11Snowish}. */
export function uid11SnowishText(): IdText<'uid11_snowish'>;
/**
 * A new `uid11_ts_seq_rand`: milliseconds since 2011, a sequence and 10 random bits.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uid11TsSeqRand(): Uid11TsSeqRand;
/** The text of a new id: see {@link uid11TsSeqRand}. */
export function uid11TsSeqRandText(): IdText<'uid11_ts_seq_rand'>;
/**
 * A new `uuid6`: UUID version 1 in the order of time.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid6(): Uuid6;
/** The text of a new id: see {@link uuid6}. */
export function uuid6Text(): IdText<'uuid6'>;
/**
 * A new `uuid7_draft01`: UUID version 7 as drafted in 2021: seconds and a fraction.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid7Draft01(): Uuid7Draft01;
/** The text of a new id: see {@link uuid7Draft01}. */
export function uuid7Draft01Text(): IdText<'uuid7_draft01'>;
/**
 * A new `uuid7`: UUID version 7: milliseconds, a counter and random bits.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid7(): Uuid7;
/** The text of a new id: see {@link uuid7}. */
export function uuid7Text(): IdText<'uuid7'>;
/**
 * A new `uuid8`: UUID version 8: a timestamp in a custom layout.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid8(): Uuid8;
/** The text of a new id: see {@link uuid8}. */
export function uuid8Text(): IdText<'uuid8'>;
/**
 * A new `scru160`: 160 bits: milliseconds, a counter and 96 random bits.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function scru160(): Scru160;
/** The text of a new id: see {@link scru160}. */
export function scru160Text(): IdText<'scru160'>;
/**
 * A new `snowflake`: milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer.
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function snowflake(): Snowflake;
/** The text of a new id: see {@link snowflake}. */
export function snowflakeText(): IdText<'snowflake'>;
/**
 * A new `ksuid`: seconds since 2014, a random counter and 64 random bits.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function ksuid(): Ksuid;
/** The text of a new id: see {@link ksuid}. */
export function ksuidText(): IdText<'ksuid'>;
/**
 * A new `ulid`: milliseconds and 80 random bits, which count up within a millisecond.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function ulid(): Ulid;
/** The text of a new id: see {@link ulid}. */
export function ulidText(): IdText<'ulid'>;
/**
 * A new `xid`: seconds, a machine, a process and a counter.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function xid(): Xid;
/** The text of a new id: see {@link xid}. */
export function xidText(): IdText<'xid'>;
/**
 * A new `object_id`: seconds, 40 bits drawn for the process, and a counter.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function objectId(): ObjectId;
/** The text of a new id: see {@link objectId}. */
export function objectIdText(): IdText<'object_id'>;
/**
 * A new `uuid1`: UUID version 1, a timeuuid: its bytes and text are not in the order of time.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid1(): Uuid1;
/** The text of a new id: see {@link uuid1}. */
export function uuid1Text(): IdText<'uuid1'>;
/**
 * A new `uuid4`: UUID version 4: 122 random bits, no time.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function uuid4(): Uuid4;
/** The text of a new id: see {@link uuid4}. */
export function uuid4Text(): IdText<'uuid4'>;
/**
 * A new `tsid`: milliseconds since 2020, a node and a counter, in base32 or as a decimal integer.
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {SortidError} as {@link Generator.next}
 */
export function tsid(): Tsid;
/** The text of a new id: see {@link tsid}. */
export function tsidText(): IdText<'tsid'>;
// </generated>

/**
 * An instant: a `Date`; whole milliseconds since 1970, as `Date.now()` returns; nanoseconds since
 * 1970, as a `bigint`; a `Temporal.Instant` or `Temporal.ZonedDateTime`; a {@link Timestamp}.
 *
 * A `number` with a fraction, NaN or an infinity throws a `RangeError`, a text a `TypeError`.
 */
export type Time = Date | number | bigint | HasEpochNanoseconds | Timestamp;

/** An end of an interval: `null` or `undefined` for the first or the last time of the format. */
export type OpenTime = Time | null | undefined;

/** The part of `Temporal.Instant` that is used, independent of the library that declares it. */
export interface HasEpochNanoseconds {
  readonly epochNanoseconds: bigint;
}

/** An instant, exact for every format. */
export interface Timestamp {
  /** Whole seconds since 1970, floored; 64 bits, signed. */
  readonly seconds: bigint;
  /** Nanoseconds since that second, 0–999999999. */
  readonly nanos: number;
}

/**
 * A text form of an id. `compact` has no hyphens. `urn`, `typeid`, `braced` and `upper` are for
 * UUIDs; `uuid` has the layout of one. `base36` to `crockford` are for 128 bits, and only
 * {@link AnyId.parseForm} reads them. {@link Id.toForm} throws for a form that the format lacks.
 */
// <generated: forms>
export type Form =
  | 'canonical'
  | 'compact'
  | 'hex'
  | 'urn'
  | 'base32'
  | 'base64'
  | 'uuid'
  | 'typeid'
  | 'decimal'
  | 'braced'
  | 'upper'
  | 'base36'
  | 'base57'
  | 'base58'
  | 'base58_flickr'
  | 'base62'
  | 'base64url'
  | 'crockford';
// </generated>

/**
 * A byte order for 16 bytes other than big-endian: that of .NET's `Guid.ToByteArray`, or of MySQL's
 * `UUID_TO_BIN(uuid, 1)`.
 */
export type ByteOrder = 'guid' | 'mysql_swapped';

/**
 * A correction by {@link AnyId.parseLenient}; `look_alikes` occurs only in
 * {@link Inspection.suggestions}.
 */
export type Correction =
  'whitespace' | 'quotes' | 'braces' | 'urn' | 'hyphens' | 'crockford' | 'case' | 'leading_zeros' | 'look_alikes';

/** An id, and the corrections of its text. */
export interface Corrected<T> {
  readonly id: T;
  readonly corrections: Correction[];
}

/** The kind of a UUID by RFC 9562, sections 4.1 and 4.2: nil, max, a variant or a version. */
// <generated: kinds>
export type UuidKind =
  | 'nil'
  | 'max'
  | 'ncs'
  | 'microsoft'
  | 'future'
  | 'version_0'
  | 'version_1'
  | 'version_2'
  | 'version_3'
  | 'version_4'
  | 'version_5'
  | 'version_6'
  | 'version_7'
  | 'version_8'
  | 'version_9'
  | 'version_10'
  | 'version_11'
  | 'version_12'
  | 'version_13'
  | 'version_14'
  | 'version_15';
// </generated>

/** A format, its name, or the class of its ids. */
export type FormatLike<F extends FormatName> =
  F | Format<F> | { readonly format: Format<F>; readonly prototype: Id<F> };

/** The ids of a column or a schema: a format, its name, its class, or a declared type. */
export type IdSource<F extends FormatName = FormatName> = FormatLike<F> | IdType<string | null, F>;

/** The text of the ids of a format or of a declared type. */
export type SourceText<S> =
  S extends IdType<infer P, infer F>
    ? TypeIdText<P, F>
    : S extends FormatName
      ? IdText<S>
      : S extends Format<infer F> | { readonly format: Format<infer F> }
        ? IdText<F>
        : never;

/** A format of the closed list. */
export class Format<F extends FormatName = FormatName> {
  private constructor();
  /** Every format, in the order of the codes. */
  static readonly all: readonly Format[];
  /**
   * The format with this name.
   *
   * @throws {SortidError} `unknown_format`
   */
  static named<F extends FormatName>(format: FormatLike<F>): Format<F>;

  /** The name, the same in every language. */
  readonly name: F;
  /** The stable number, as in the C ABI. */
  readonly code: number;
  /** The width in bits: a multiple of 8, from 64 to 160. */
  readonly bits: number;
  /** The width in bytes. */
  readonly byteLength: number;
  /** The length of the longest canonical text. */
  readonly textLength: number;
  /** The length of the shortest canonical text. */
  readonly textLengthMin: number;
  /** Whether canonical texts sort as the ids do, also in a database. */
  readonly textSorts: boolean;
  /** Whether big-endian bytes sort as the ids do. */
  readonly bytesSort: boolean;
  /** Whether the ids' integer is signed; its columns are `BigInt64Array`s. */
  readonly isSigned: boolean;
  /** Whether ids can be generated. Other formats are only parsed. */
  readonly canGenerate: boolean;
  /** Whether each new id is greater than the one before, with default options. */
  readonly isOrdered: boolean;
  /** Whether ids can have a prefix: {@link idType}. */
  readonly takesPrefix: boolean;
  /** The fields, most significant first, with their widths in bits. */
  readonly fields: readonly { readonly name: string; readonly bits: number }[];
  /** The unit of the time in nanoseconds; `null` for a format without time. */
  readonly resolutionNs: bigint | null;
  /** A one-line description. */
  readonly summary: string;
  /** The specification that defines the format, with the section. */
  readonly specification: string;
  /** The options of a {@link Generator} of this format. */
  readonly options: readonly (keyof GeneratorOptions)[];

  /** Standard Schema: accepts text in any form of the format, and returns the canonical text. */
  readonly '~standard': TextSchema<string, IdText<F>>;

  /** The name. */
  toString(): F;
  /** The name. */
  toJSON(): F;
}

/** The inclusive bounds of an interval or of a prefix, for a query. */
export interface IdRange<I extends Id = Id> {
  readonly min: I;
  readonly max: I;
  /** Whether an id is in the range; false for another format or prefix. */
  contains(id: Id): boolean;
  /** Iterates over the bounds: `const [min, max] = range`. */
  [Symbol.iterator](): Iterator<I>;
}

/** A schema of Standard Schema, version 1. */
export interface Schema<Input, Output> {
  readonly version: 1;
  readonly vendor: string;
  /** Does not throw for invalid input, and is synchronous. */
  readonly validate: (
    value: unknown,
  ) =>
    | { readonly value: Output; readonly issues?: undefined }
    | { readonly issues: readonly { readonly message: string }[] };
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** A schema that is also a Standard JSON Schema of the canonical text. */
export interface TextSchema<Input, Output> extends Schema<Input, Output> {
  readonly jsonSchema: {
    readonly input: (options?: { readonly target: string }) => Record<string, unknown>;
    readonly output: (options?: { readonly target: string }) => Record<string, unknown>;
  };
}

/**
 * The fields of an id by name; any name if the type does not determine the format.
 *
 * In JSON, a field of up to 53 bits is a number, a wider one a text of decimal digits.
 */
export type Fields<F extends FormatName = FormatName, All = F> = F extends FormatName
  ? [All] extends [F]
    ? { readonly [N in FieldName<F>]: bigint }
    : { readonly [name: string]: bigint }
  : never;

/** Fields as arguments, also from JSON; a `number` must be a safe integer. */
export type GivenFields<F extends FormatName = FormatName> = {
  readonly [N in FieldName<F>]?: bigint | number | string | undefined;
};

/**
 * The base class of all ids: immutable values with a format.
 *
 * Ids do not support `<` and `>`: use {@link Id.compare}. A `Set` or `Map` compares objects by
 * identity: use texts as keys. `structuredClone` and `postMessage` throw a `DataCloneError`: send
 * the text.
 */
export interface Id<F extends FormatName = FormatName> {
  readonly [format]: F;
  /** The format. */
  readonly format: Format<F>;
  /** The prefix of a {@link TypeId}; `null` for other ids. */
  readonly prefix: string | null;
  /**
   * Whether the id parses but is never generated: a tid with its top bit set, or a scru160 at the
   * first or last time.
   */
  readonly isReserved: boolean;
  /** The version of a UUID, 0–15; `null` for other formats, and for an `any_uuid` without one. */
  readonly version: number | null;
  /** The node, as of the generator option `node`; `null` for formats without one. */
  readonly node: bigint | null;
  /**
   * The class of a timeid's node: 0–31, 32–991 or 992–1023 (draft-goldman-tid, "node"); `null` for
   * other formats.
   */
  readonly nodeClass: 'best_effort' | 'context' | 'global' | null;
  /** The kind of an `any_uuid`; `null` for every other format. */
  readonly kind: F extends 'any_uuid' ? UuidKind | null : null;

  /** The canonical text. */
  toString(): IdText<F>;
  /**
   * The text in this form.
   *
   * @throws {SortidError} `not_applicable` if the format lacks it
   */
  toForm(form: Form): string;
  /**
   * The UUID with the bits of a 128-bit id.
   *
   * @throws {SortidError} `not_applicable` for other formats
   */
  toUuid(): string;
  /**
   * The value that `pg` sends for an id as a parameter: the text of a UUID, the integer of a
   * snowflake.
   *
   * @throws {TypeError} if PostgreSQL's column for the format (see {@link storage}) stores another
   *   value than the id's text
   * @throws {SortidError} `out_of_range` for a reserved id that does not fit a signed integer
   */
  toPostgres(): StoredValues[StoredKindOf<F, 'postgresql'>];
  /**
   * The literal that `mysql2` and `mysql` write for an id as a parameter, such as the digits of a
   * snowflake.
   *
   * @throws {TypeError} if MySQL's column for the format (see {@link storage}) stores another value
   *   than the id's text
   * @throws {SortidError} `out_of_range` for a reserved id that does not fit a signed integer
   */
  toSqlString(): string;
  /** A copy of the big-endian bytes. */
  toBytes(): Uint8Array<ArrayBuffer>;
  /**
   * The 16 bytes in another byte order.
   *
   * @throws {SortidError} `not_applicable` for formats of other widths
   */
  toBytesIn(order: ByteOrder): Uint8Array<ArrayBuffer>;
  /** The bytes as hexadecimal digits. */
  toHex(): string;
  /** The integer; a timeid's is signed. */
  toBigInt(): bigint;
  /** Every field by name, most significant first. */
  fields(): Fields<F>;
  /**
   * One field.
   *
   * @throws {SortidError} `invalid_field` for a name that the format lacks
   */
  field(name: FieldName<F>): bigint;
  /**
   * The exact time that the bits encode.
   *
   * @throws {SortidError} `not_applicable` for uid11_fullrand, and for uuid8 without layout
   *   options; `invalid_option`
   */
  timestamp(options?: ReadOptions): Timestamp;
  /**
   * The time in nanoseconds since 1970.
   *
   * @throws {SortidError} as {@link Id.timestamp}
   */
  unixNs(options?: ReadOptions): bigint;
  /**
   * The time in milliseconds since 1970, floored.
   *
   * @throws {SortidError} as {@link Id.timestamp}; `timestamp_out_of_range` for a time beyond safe
   *   integers
   */
  unixMs(options?: ReadOptions): number;
  /**
   * The time as a `Date`, floored to the millisecond.
   *
   * @throws {SortidError} as {@link Id.timestamp}; `timestamp_out_of_range` beyond the range of a
   *   `Date`
   */
  date(options?: ReadOptions): Date;
  /** Whether `other` is an id with the same prefix, format and bits, of any class. */
  equals(other: unknown): boolean;
}

export class Id<F extends FormatName = FormatName> {
  private constructor();
  /**
   * The order of two ids, for `sort`: by prefix, then format code, then value (timeid: by time;
   * comb_mssql: as SQL Server sorts).
   */
  static compare(this: void, a: Id, b: Id): -1 | 0 | 1;
}

/** Whether a value is an id, including those of other copies of this package. */
export function isId(value: unknown): value is Id;

/** An {@link AnyId} in JSON. The text alone does not determine the format. */
export interface IdJson<F extends FormatName = FormatName> {
  readonly format: F;
  readonly text: IdText<F>;
}

export interface AnyId<F extends FormatName = FormatName> extends Id<F> {
  readonly prefix: null;
  /**
   * The same id in another format: tid to timeid, uuid1 to uuid6, xid to object_id, and back.
   * Between other formats of 128 bits the bits are the same; UUIDs of different versions do not
   * convert.
   *
   * @throws {SortidError} `out_of_range`, `invalid_variant`, `invalid_version`; `not_applicable`
   *   for every other pair
   */
  convert<T extends FormatName>(to: FormatLike<T>): AnyId<T>;
  /**
   * The id whose integer is greater by one.
   *
   * @throws {SortidError} `out_of_range` for the largest id; `not_applicable` if some bit patterns
   *   are invalid, or the bytes do not sort as the ids do
   */
  successor(): AnyId<F>;
  /**
   * The id whose integer is less by one.
   *
   * @throws {SortidError} `out_of_range` for the smallest id; `not_applicable` as
   *   {@link AnyId.successor}
   */
  predecessor(): AnyId<F>;
}

/** An id whose format is known at run time, and is part of its JSON. */
export class AnyId<F extends FormatName = FormatName> {
  private constructor();
  /**
   * Parses text in any form of the format, without trimming.
   *
   * @throws {SortidError} in this order: `invalid_length`; `invalid_character` with the offset of
   *   the first bad byte, in UTF-8; `out_of_range`; `invalid_variant`; `invalid_version`
   */
  static parse<F extends FormatName>(text: string, format: FormatLike<F>): AnyId<F>;
  /**
   * Parses text in one form, including forms that {@link AnyId.parse} does not read. The text must
   * have the form's full length.
   *
   * @throws {SortidError} `not_applicable` if the format lacks the form; otherwise as
   *   {@link AnyId.parse}
   */
  static parseForm<F extends FormatName>(text: string, format: FormatLike<F>, form: Form): AnyId<F>;
  /**
   * Parses text and corrects unambiguous spellings: blanks, quotes and braces around the id,
   * `urn:uuid:`, letters in the wrong case, missing or extra hyphens, Crockford's I, L and O, and
   * zeros before a decimal number.
   *
   * @throws {SortidError} as {@link AnyId.parse}, if the corrected text is invalid too
   */
  static parseLenient<F extends FormatName>(text: string, format: FormatLike<F>): Corrected<AnyId<F>>;
  /**
   * Reads 16 bytes that are not big-endian.
   *
   * @throws {SortidError} `not_applicable` for formats of other widths; otherwise as
   *   {@link AnyId.fromBytes}
   */
  static fromBytesIn<F extends FormatName>(bytes: Uint8Array, format: FormatLike<F>, order: ByteOrder): AnyId<F>;
  /**
   * Reads big-endian bytes of exactly the format's width.
   *
   * @throws {SortidError} `invalid_length`, `out_of_range`, `invalid_variant`, `invalid_version`
   */
  static fromBytes<F extends FormatName>(bytes: Uint8Array, format: FormatLike<F>): AnyId<F>;
  /**
   * Reads the text of the UUID with the id's bits: see {@link Id.toUuid}.
   *
   * @throws {SortidError} `not_applicable`, `invalid_length`, `invalid_character`,
   *   `invalid_variant`, `invalid_version`
   */
  static fromUuid<F extends FormatName>(uuid: string, format: FormatLike<F>): AnyId<F>;
  /**
   * Reads the integer, signed for timeid.
   *
   * @throws {SortidError} `out_of_range`, `invalid_variant`, `invalid_version`
   */
  static fromBigInt<F extends FormatName>(int: bigint, format: FormatLike<F>): AnyId<F>;
  /**
   * Builds an id from named fields; omitted ones are zero.
   *
   * @throws {SortidError} `invalid_field`, `timestamp_out_of_range`
   */
  static fromFields<F extends FormatName>(fields: GivenFields<F>, format: FormatLike<F>): AnyId<F>;
  /** The same id as an {@link AnyId}. */
  static from<F extends FormatName>(id: Id<F>): AnyId<F>;
  /**
   * A new id of the generator that the format's function uses.
   *
   * @throws {SortidError} `unknown_format`; `not_applicable` for a format that is only parsed; as
   *   {@link Generator.next}
   */
  static now<F extends GeneratedFormat>(format: FormatLike<F>): AnyId<F>;
  static now(format: FormatLike<FormatName>): AnyId;
  /**
   * A new id with the tick that contains an instant, for existing rows and for tests.
   *
   * Unique within the process, and increasing within a tick if the format is ordered. These formats
   * accept times in any order: uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid, ordered_uuid.
   * Other formats require ascending times: sort the rows.
   *
   * @throws {SortidError} `clock_rollback` if the format requires ascending times, and an earlier
   *   call had a later one; `counter_exhausted` if all ids of the tick were issued;
   *   `not_applicable` for a format without time, or a read-only one; `timestamp_out_of_range`,
   *   `entropy_unavailable`, `unknown_format`
   */
  static at<F extends GeneratedFormat>(time: Time, format: FormatLike<F>): AnyId<F>;
  static at(time: Time, format: FormatLike<FormatName>): AnyId;
  /**
   * Reads the result of {@link AnyId.toJSON}.
   *
   * @throws {SortidError} `unknown_format`; otherwise as {@link AnyId.parse}
   */
  static fromJSON<F extends FormatName>(json: { readonly format: F; readonly text: string }): AnyId<F>;
  /**
   * The id of a time and a key: the same arguments give the same id, in every language and process.
   *
   * Without a secret, anybody who sees an id can test a guessed key, such as an e-mail address. A
   * secret is 16 to 64 random bytes, known only to your programs. `namespace` distinguishes equal
   * keys of several tables. Texts are hashed as UTF-8, without normalization. Ids of one tick are
   * unordered.
   *
   * @throws {SortidError} `not_applicable` unless the format has a linear time, at least 62 other
   *   bits and no node; `invalid_length` for an empty key or a secret of another length;
   *   `invalid_character`; `timestamp_out_of_range`
   */
  static keyed<F extends FormatName>(
    time: Time,
    key: string | Uint8Array,
    format: FormatLike<F>,
    namespace?: string | Uint8Array,
    secret?: Uint8Array,
  ): AnyId<F>;
  /**
   * The smallest id of the tick that contains an instant.
   *
   * @throws {SortidError} `not_applicable` for a format without time; `timestamp_out_of_range`;
   *   `invalid_option`
   */
  static minAt<F extends FormatName>(time: Time, format: FormatLike<F>, options?: ReadOptions): AnyId<F>;
  /**
   * The largest id of the tick that contains an instant.
   *
   * @throws {SortidError} `not_applicable` for a format without time; `timestamp_out_of_range`
   */
  static maxAt<F extends FormatName>(time: Time, format: FormatLike<F>, options?: ReadOptions): AnyId<F>;
  /**
   * The ids of the half-open interval from `from` to `to`.
   *
   * @throws {SortidError} `invalid_option` for an empty interval; `not_applicable`;
   *   `timestamp_out_of_range`
   */
  static range<F extends FormatName>(
    from: OpenTime,
    to: OpenTime,
    format: FormatLike<F>,
    options?: ReadOptions,
  ): IdRange<AnyId<F>>;
  /**
   * The ids whose canonical text begins with `prefix`.
   *
   * @throws {SortidError} `invalid_length`, `invalid_character`, `out_of_range`, `invalid_variant`,
   *   `invalid_version`
   */
  static prefixRange<F extends FormatName>(prefix: string, format: FormatLike<F>): IdRange<AnyId<F>>;
  /** Standard Schema: accepts `{format, text}`, or any id. */
  static readonly '~standard': Schema<{ readonly format: FormatName; readonly text: string } | Id, AnyId>;

  /** Format and text. */
  toJSON(): IdJson<F>;
  /** The same, for a BSON document. */
  toBSON(): IdJson<F>;
}

/** An id of a format's class. In JSON it is its text. */
export interface FormatId<F extends FormatName> extends Id<F> {
  readonly prefix: null;
  /**
   * The same id in another format: tid to timeid, uuid1 to uuid6, xid to object_id, and back.
   * Between other formats of 128 bits the bits are the same; UUIDs of different versions do not
   * convert.
   *
   * @throws {SortidError} `out_of_range`, `invalid_variant`, `invalid_version`; `not_applicable`
   *   for every other pair
   */
  convert<T extends FormatName>(to: FormatLike<T>): TypedId<T>;
  /**
   * The id whose integer is greater by one.
   *
   * @throws {SortidError} `out_of_range` for the largest id; `not_applicable` if some bit patterns
   *   are invalid, or the bytes do not sort as the ids do
   */
  successor(): TypedId<F>;
  /**
   * The id whose integer is less by one.
   *
   * @throws {SortidError} `out_of_range` for the smallest id; `not_applicable` as
   *   {@link FormatId.successor}
   */
  predecessor(): TypedId<F>;
  /** The text. */
  toJSON(): IdText<F>;
  /** The same, for a BSON document. */
  toBSON(): IdText<F>;
}

/**
 * A reader of ids of one type, for generic code: a class such as {@link AnyUuid}, or a declared
 * type.
 */
export interface IdReader<T extends Id = Id> {
  /** The format. */
  readonly format: Format<FormatOf<T>>;
  /**
   * Parses text in any form of the format, or with the prefix of a declared type.
   *
   * @throws {SortidError} as {@link AnyId.parse}; `wrong_prefix`
   */
  parse(this: void, text: string): T;
  /** Parses a text; returns `null` if it is invalid or not a `string`. */
  tryParse(this: void, text: unknown): T | null;
  /** Whether a value is the text of an id; false for other types. */
  isValid(this: void, text: unknown): text is TextOf<T>;
  /**
   * Converts an id of the same format, of any class, or its integer.
   *
   * @throws {SortidError} `not_applicable` for an id of another format; `wrong_prefix`; as
   *   {@link AnyId.fromBigInt}
   */
  from(this: void, id: Id | bigint): T;
  /**
   * Reads the text of the UUID with the id's bits.
   *
   * @throws {SortidError} as {@link AnyId.fromUuid}
   */
  fromUuid(this: void, uuid: string): T;
  /**
   * The smallest id of the tick that contains an instant.
   *
   * @throws {SortidError} as {@link AnyId.minAt}
   */
  minAt(this: void, time: Time): T;
  /**
   * The largest id of the tick that contains an instant.
   *
   * @throws {SortidError} as {@link AnyId.minAt}
   */
  maxAt(this: void, time: Time): T;
  /**
   * The ids of the half-open interval from `from` to `to`.
   *
   * @throws {SortidError} as {@link AnyId.range}
   */
  range(this: void, from: OpenTime, to: OpenTime): IdRange<T>;
  /** The order of two ids, for `sort`: as {@link Id.compare}. */
  compare(this: void, a: T, b: T): -1 | 0 | 1;
}

/**
 * A reader and generator of ids of one type, for generic code: a class such as {@link Uuid7}, or a
 * declared type.
 */
export interface IdClass<T extends Id = Id> extends IdReader<T> {
  /**
   * A new id of the generator that the plain function uses: see there for processes that may repeat
   * its ids.
   *
   * @throws {SortidError} as {@link Generator.next}
   */
  now(this: void): T;
}

/**
 * The class of a format's ids: as {@link AnyId}, but without the argument `format`. It cannot be
 * extended.
 */
export interface FormatClass<F extends FormatName> extends IdReader<TypedId<F>> {
  readonly prototype: TypedId<F>;
  [Symbol.hasInstance](value: unknown): value is TypedId<F>;
  readonly format: Format<F>;
  from(this: void, id: Id<F> | bigint): TypedId<F>;
  minAt(this: void, time: Time, options?: ReadOptions): TypedId<F>;
  maxAt(this: void, time: Time, options?: ReadOptions): TypedId<F>;
  range(this: void, from: OpenTime, to: OpenTime, options?: ReadOptions): IdRange<TypedId<F>>;
  /** Parses text in one form: see {@link AnyId.parseForm}. */
  parseForm(this: void, text: string, form: Form): TypedId<F>;
  /** Parses text and corrects unambiguous spellings: see {@link AnyId.parseLenient}. */
  parseLenient(this: void, text: string): Corrected<TypedId<F>>;
  /** Reads 16 bytes that are not big-endian: see {@link AnyId.fromBytesIn}. */
  fromBytesIn(this: void, bytes: Uint8Array, order: ByteOrder): TypedId<F>;
  /**
   * Reads big-endian bytes.
   *
   * @throws {SortidError} as {@link AnyId.fromBytes}
   */
  fromBytes(this: void, bytes: Uint8Array): TypedId<F>;
  /**
   * Reads the integer.
   *
   * @throws {SortidError} as {@link AnyId.fromBigInt}
   */
  fromBigInt(this: void, int: bigint): TypedId<F>;
  /**
   * Builds an id from named fields.
   *
   * @throws {SortidError} as {@link AnyId.fromFields}
   */
  fromFields(this: void, fields: GivenFields<F>): TypedId<F>;
  /**
   * The ids whose canonical text begins with `prefix`.
   *
   * @throws {SortidError} as {@link AnyId.prefixRange}
   */
  prefixRange(this: void, prefix: string): IdRange<TypedId<F>>;
  /**
   * Standard Schema: accepts text in any form of the format, or an id of the format, and returns an
   * id.
   */
  readonly '~standard': TextSchema<string | Id<F>, TypedId<F>>;
}

/** The class of a format that can be generated. */
export interface GeneratedClass<F extends GeneratedFormat> extends FormatClass<F> {
  /**
   * A new id of the generator that the plain function uses: see there for processes that may repeat
   * its ids.
   *
   * @throws {SortidError} as {@link Generator.next}
   */
  now(this: void): TypedId<F>;
}

/** The class of a format with time that can be generated. */
export interface TimedClass<F extends GeneratedFormat> extends GeneratedClass<F> {
  /**
   * A new id with the tick that contains an instant.
   *
   * @throws {SortidError} as {@link AnyId.at}
   */
  at(this: void, time: Time): TypedId<F>;
  /**
   * The id of a time and a key: see {@link AnyId.keyed}.
   *
   * @throws {SortidError} as {@link AnyId.keyed}
   */
  keyed(
    this: void,
    time: Time,
    key: string | Uint8Array,
    namespace?: string | Uint8Array,
    secret?: Uint8Array,
  ): TypedId<F>;
}

// <generated: classes>
/**
 * `tid`: the atproto TID: microseconds and a clock identifier.
 *
 * 64 bits, 13 characters; atproto TID.
 */
export interface Tid extends FormatId<'tid'> {
  /** The node. */
  readonly node: bigint;
  /** The field `reserved`, 1 bit. */
  readonly reserved: bigint;
  /** The field `timestamp_us`, 53 bits. */
  readonly timestampUs: bigint;
  /** The field `clock_id`, 10 bits. */
  readonly clockId: bigint;
}
/** The class of {@link Tid}. */
export const Tid: TimedClass<'tid'>;

/**
 * `timeid`: microseconds with a sign, so also before 1970, and a node.
 *
 * 64 bits, 16 characters; draft-goldman-tid.
 */
export interface Timeid extends FormatId<'timeid'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_us`, 54 bits. */
  readonly timestampUs: bigint;
}
/** The class of {@link Timeid}. */
export const Timeid: TimedClass<'timeid'>;

/**
 * `uid11_xid`: milliseconds since 2011 and 22 random bits.
 *
 * 64 bits, 11 characters; uid11 1.0, section 8.
 */
export interface Uid11Xid extends FormatId<'uid11_xid'> {
  /** The field `timestamp_ms`, 42 bits. */
  readonly timestampMs: bigint;
  /** The field `random`, 22 bits. */
  readonly random: bigint;
}
/** The class of {@link Uid11Xid}. */
export const Uid11Xid: TimedClass<'uid11_xid'>;

/**
 * `uid11_fullrand`: 64 random bits, no time.
 *
 * 64 bits, 11 characters; uid11 1.0, section 5.
 */
export interface Uid11Fullrand extends FormatId<'uid11_fullrand'> {
  /** The field `random`, 64 bits. */
  readonly random: bigint;
}
/** The class of {@link Uid11Fullrand}. */
export const Uid11Fullrand: GeneratedClass<'uid11_fullrand'>;

/**
 * `uid11_snowish`: milliseconds since 2011, a machine and a sequence.
 *
 * 64 bits, 11 characters; uid11 1.0, section 5.
 */
export interface Uid11Snowish extends FormatId<'uid11_snowish'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 41 bits. */
  readonly timestampMs: bigint;
  /** The field `machine`, 10 bits. */
  readonly machine: bigint;
  /** The field `sequence`, 12 bits. */
  readonly sequence: bigint;
}
/** The class of {@link Uid11Snowish}. */
export const Uid11Snowish: TimedClass<'uid11_snowish'>;

/**
 * `uid11_ts_seq_rand`: milliseconds since 2011, a sequence and 10 random bits.
 *
 * 64 bits, 11 characters; uid11 1.0, section 5.
 */
export interface Uid11TsSeqRand extends FormatId<'uid11_ts_seq_rand'> {
  /** The field `timestamp_ms`, 42 bits. */
  readonly timestampMs: bigint;
  /** The field `sequence`, 12 bits. */
  readonly sequence: bigint;
  /** The field `random`, 10 bits. */
  readonly random: bigint;
}
/** The class of {@link Uid11TsSeqRand}. */
export const Uid11TsSeqRand: TimedClass<'uid11_ts_seq_rand'>;

/**
 * `uuid6`: UUID version 1 in the order of time.
 *
 * 128 bits, 36 characters; draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6.
 */
export interface Uuid6 extends FormatId<'uuid6'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The node. */
  readonly node: bigint;
  /** The field `clock_seq`, 14 bits. */
  readonly clockSeq: bigint;
}
/** The class of {@link Uuid6}. */
export const Uuid6: TimedClass<'uuid6'>;

/**
 * `uuid7_draft01`: UUID version 7 as drafted in 2021: seconds and a fraction.
 *
 * 128 bits, 36 characters; draft-peabody-dispatch-new-uuid-format-01, section 4.4.
 */
export interface Uuid7Draft01 extends FormatId<'uuid7_draft01'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The field `unixts`, 36 bits. */
  readonly unixts: bigint;
  /** The field `subsec_a`, 12 bits. */
  readonly subsecA: bigint;
  /** The field `subsec_b`, 12 bits. */
  readonly subsecB: bigint;
  /** The field `subsec_seq_node`, 62 bits. */
  readonly subsecSeqNode: bigint;
}
/** The class of {@link Uuid7Draft01}. */
export const Uuid7Draft01: TimedClass<'uuid7_draft01'>;

/**
 * `uuid7`: UUID version 7: milliseconds, a counter and random bits.
 *
 * 128 bits, 36 characters; RFC 9562, section 5.7.
 */
export interface Uuid7 extends FormatId<'uuid7'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The field `unix_ts_ms`, 48 bits. */
  readonly unixTsMs: bigint;
  /** The field `rand_a`, 12 bits. */
  readonly randA: bigint;
  /** The field `rand_b`, 62 bits. */
  readonly randB: bigint;
}
/** The class of {@link Uuid7}. */
export const Uuid7: TimedClass<'uuid7'>;

/**
 * `uuid8`: UUID version 8: a timestamp in a custom layout.
 *
 * 128 bits, 36 characters; draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8.
 */
export interface Uuid8 extends FormatId<'uuid8'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The field `custom_a`, 48 bits. */
  readonly customA: bigint;
  /** The field `custom_b`, 12 bits. */
  readonly customB: bigint;
  /** The field `custom_c`, 62 bits. */
  readonly customC: bigint;
}
/** The class of {@link Uuid8}. */
export const Uuid8: GeneratedClass<'uuid8'>;

/**
 * `scru160`: 160 bits: milliseconds, a counter and 96 random bits.
 *
 * 160 bits, 32 characters; SCRU160 v0.1.0.
 */
export interface Scru160 extends FormatId<'scru160'> {
  /** The field `timestamp_ms`, 48 bits. */
  readonly timestampMs: bigint;
  /** The field `counter`, 16 bits. */
  readonly counter: bigint;
  /** The field `random16`, 16 bits. */
  readonly random16: bigint;
  /** The field `random80`, 80 bits. */
  readonly random80: bigint;
}
/** The class of {@link Scru160}. */
export const Scru160: TimedClass<'scru160'>;

/**
 * `snowflake`: milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer.
 *
 * 64 bits, 1 to 19 characters; twitter/snowflake b3f6a3c, IdWorker.
 */
export interface Snowflake extends FormatId<'snowflake'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 41 bits. */
  readonly timestampMs: bigint;
  /** The field `datacenter`, 5 bits. */
  readonly datacenter: bigint;
  /** The field `worker`, 5 bits. */
  readonly worker: bigint;
  /** The field `sequence`, 12 bits. */
  readonly sequence: bigint;
}
/** The class of {@link Snowflake}. */
export const Snowflake: TimedClass<'snowflake'>;

/**
 * `ksuid`: seconds since 2014, a random counter and 64 random bits.
 *
 * 160 bits, 27 characters; segmentio/ksuid bf376a7.
 */
export interface Ksuid extends FormatId<'ksuid'> {
  /** The field `timestamp_s`, 32 bits. */
  readonly timestampS: bigint;
  /** The field `payload_hi`, 64 bits. */
  readonly payloadHi: bigint;
  /** The field `payload_lo`, 64 bits. */
  readonly payloadLo: bigint;
}
/** The class of {@link Ksuid}. */
export const Ksuid: TimedClass<'ksuid'>;

/**
 * `ulid`: milliseconds and 80 random bits, which count up within a millisecond.
 *
 * 128 bits, 26 characters; ulid/spec.
 */
export interface Ulid extends FormatId<'ulid'> {
  /** The field `timestamp_ms`, 48 bits. */
  readonly timestampMs: bigint;
  /** The field `randomness`, 80 bits. */
  readonly randomness: bigint;
}
/** The class of {@link Ulid}. */
export const Ulid: TimedClass<'ulid'>;

/**
 * `xid`: seconds, a machine, a process and a counter.
 *
 * 96 bits, 20 characters; rs/xid efa678f.
 */
export interface Xid extends FormatId<'xid'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_s`, 32 bits. */
  readonly timestampS: bigint;
  /** The field `machine`, 24 bits. */
  readonly machine: bigint;
  /** The field `pid`, 16 bits. */
  readonly pid: bigint;
  /** The field `counter`, 24 bits. */
  readonly counter: bigint;
}
/** The class of {@link Xid}. */
export const Xid: TimedClass<'xid'>;

/**
 * `object_id`: seconds, 40 bits drawn for the process, and a counter.
 *
 * 96 bits, 24 characters; MongoDB, BSON ObjectID.
 */
export interface ObjectId extends FormatId<'object_id'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_s`, 32 bits. */
  readonly timestampS: bigint;
  /** The field `random`, 40 bits. */
  readonly random: bigint;
  /** The field `counter`, 24 bits. */
  readonly counter: bigint;
}
/** The class of {@link ObjectId}. */
export const ObjectId: TimedClass<'object_id'>;

/**
 * `uuid1`: UUID version 1, a timeuuid: its bytes and text are not in the order of time.
 *
 * 128 bits, 36 characters; RFC 9562, section 5.1.
 */
export interface Uuid1 extends FormatId<'uuid1'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The node. */
  readonly node: bigint;
  /** The field `clock_seq`, 14 bits. */
  readonly clockSeq: bigint;
}
/** The class of {@link Uuid1}. */
export const Uuid1: TimedClass<'uuid1'>;

/**
 * `uuid4`: UUID version 4: 122 random bits, no time.
 *
 * 128 bits, 36 characters; RFC 9562, section 5.4.
 */
export interface Uuid4 extends FormatId<'uuid4'> {
  /** The version of the UUID. */
  readonly version: number;
  /** The field `random_a`, 48 bits. */
  readonly randomA: bigint;
  /** The field `random_b`, 12 bits. */
  readonly randomB: bigint;
  /** The field `random_c`, 62 bits. */
  readonly randomC: bigint;
}
/** The class of {@link Uuid4}. */
export const Uuid4: GeneratedClass<'uuid4'>;

/**
 * `any_uuid`: any UUID, of any version; parsed only.
 *
 * 128 bits, 36 characters; RFC 9562, section 4.
 */
export interface AnyUuid extends FormatId<'any_uuid'> {
  /** The field `high`, 64 bits. */
  readonly high: bigint;
  /** The field `low`, 64 bits. */
  readonly low: bigint;
}
/** The class of {@link AnyUuid}. */
export const AnyUuid: FormatClass<'any_uuid'> & { readonly NIL: AnyUuid; readonly MAX: AnyUuid };

/**
 * `tsid`: milliseconds since 2020, a node and a counter, in base32 or as a decimal integer.
 *
 * 64 bits, 13 characters; f4b6a3/tsid-creator 5.2.6.
 */
export interface Tsid extends FormatId<'tsid'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 42 bits. */
  readonly timestampMs: bigint;
  /** The field `random`, 22 bits. */
  readonly random: bigint;
}
/** The class of {@link Tsid}. */
export const Tsid: TimedClass<'tsid'>;

/**
 * `elasticsearch_id`: milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only.
 *
 * 120 bits, 20 characters; elastic/elasticsearch 891db0d.
 */
export interface ElasticsearchId extends FormatId<'elasticsearch_id'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 48 bits. */
  readonly timestampMs: bigint;
  /** The field `sequence`, 24 bits. */
  readonly sequence: bigint;
}
/** The class of {@link ElasticsearchId}. */
export const ElasticsearchId: FormatClass<'elasticsearch_id'>;

/**
 * `elasticsearch_k_ordered`: milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only.
 *
 * 120 bits, 20 characters; elastic/elasticsearch 1116d7d.
 */
export interface ElasticsearchKOrdered extends FormatId<'elasticsearch_k_ordered'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 48 bits. */
  readonly timestampMs: bigint;
  /** The field `sequence`, 24 bits. */
  readonly sequence: bigint;
}
/** The class of {@link ElasticsearchKOrdered}. */
export const ElasticsearchKOrdered: FormatClass<'elasticsearch_k_ordered'>;

/**
 * `elasticsearch_routed`: milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only.
 *
 * 152 bits, 26 characters; elastic/elasticsearch 1116d7d.
 */
export interface ElasticsearchRouted extends FormatId<'elasticsearch_routed'> {
  /** The node. */
  readonly node: bigint;
  /** The field `timestamp_ms`, 48 bits. */
  readonly timestampMs: bigint;
  /** The field `sequence`, 24 bits. */
  readonly sequence: bigint;
  /** The field `routing_hash`, 32 bits. */
  readonly routingHash: bigint;
}
/** The class of {@link ElasticsearchRouted}. */
export const ElasticsearchRouted: FormatClass<'elasticsearch_routed'>;
// </generated>

/**
 * Options for reading ids that were generated with other options than the defaults.
 * {@link GeneratorOptions} are accepted; those that do not affect reading are checked and ignored.
 */
export interface ReadOptions {
  // <generated: read options>
  /** The precision of uuid7: `ms` or `us` (ms); of uuid7_draft01: `ms`, `us` or `ns` (us). */
  readonly precision?: 'ms' | 'us' | 'ns' | undefined;
  /** The width of the node: in scru160 the low bits of random16 (16 minus `counter_bits`); in scru64 1–23 (10); in tsid 0–20 (10), where a width other than 0 and 10 requires `node`; in custom64 0–32 (10). */
  readonly nodeBits?: number | bigint | undefined;
  /** The epoch by name, instead of `epoch_unix_ms`: `twitter`, `discord`, `instagram`, `linkedin`, `unix` or `sonyflake_v2`. */
  readonly epoch?: 'twitter' | 'discord' | 'instagram' | 'linkedin' | 'unix' | 'sonyflake_v2' | undefined;
  /** The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of uuid8 and flake_idgen (0), of snowflake (1288834974657), of sharding_id (1314220021721), of sonyflake, in tens of milliseconds (1409529600000), of tsid (1577836800000), of custom64 (1288834974657). */
  readonly epochUnixMs?: number | bigint | undefined;
  /** The number of timestamp bits: in a uuid8 32, 48, 60 or 64 (48); in custom64 1–63 (63 minus `node_bits` and `sequence_bits`). */
  readonly timestampBits?: number | bigint | undefined;
  /** The order of custom64's fields below the time: `node_sequence` or `sequence_node`. */
  readonly fieldOrder?: 'node_sequence' | 'sequence_node' | undefined;
  /** A system whose layout custom64 uses; other options override its values: `sonyflake_v2`, `uid_generator`, `yitter`, `cockroachdb`, `tiktok`, `discord` or `simpleflake`. */
  readonly preset?:
    'sonyflake_v2' | 'uid_generator' | 'yitter' | 'cockroachdb' | 'tiktok' | 'discord' | 'simpleflake' | undefined;
  /** The width of the sequence in custom64, 0–32 (12). */
  readonly sequenceBits?: number | bigint | undefined;
  /** The unit of the timestamp in uuid8 and custom64, in nanoseconds (1000000). */
  readonly unitNs?: number | bigint | undefined;
  // </generated>
}

/**
 * Options of a {@link Generator}. An option that the format lacks throws `invalid_option`;
 * {@link OPTIONS} has the defaults.
 */
export interface GeneratorOptions extends ReadOptions {
  // <generated: generator options>
  /** The clock: `system`, or `manual` if calls pass the time. */
  readonly clock?: 'system' | 'manual' | undefined;
  /** 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times. */
  readonly seed?: Uint8Array | string | undefined;
  /** Whether a forked child may keep the seed and node of its parent (false). */
  readonly allowFork?: boolean | undefined;
  /** How far a tick may be ahead of the highest clock reading, in milliseconds (1000). */
  readonly maxLeadMs?: number | bigint | undefined;
  /** The reaction to a tick without ids left: `advance` or `error`. */
  readonly onExhausted?: 'advance' | 'error' | undefined;
  /** How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`. */
  readonly rollbackToleranceMs?: number | bigint | 'unlimited' | undefined;
  /** The reaction to a clock that was set back further: `reset` or `error`. */
  readonly onRollback?: 'reset' | 'error' | undefined;
  /** The state file, from which other and later processes continue above these ids (none); created if absent. */
  readonly stateFile?: string | Uint8Array | FileUrl | undefined;
  /** Whether the state file may belong to another user than this one, root, and the owner of its folder if nobody else may write there (false). */
  readonly allowOtherOwner?: boolean | undefined;
  /** The lease file of an agent, with a node that no other machine has during its lease (none); excludes options for a node. */
  readonly leaseFile?: string | Uint8Array | FileUrl | undefined;
  /** Whether the node is read from the environment: `XID_MACHINE_ID` for xid, `TSIDCREATOR_NODE` or `TSID_NODE` for tsid, `SCRU64_NODE_SPEC` for scru64, otherwise `SORTID_NODE`; without a variable it is drawn (false). */
  readonly nodeFromEnv?: boolean | undefined;
  /** Whether a drawn node is claimed, so that no other process of this user has it: `required`, or `drawn` for unclaimed (by default, if possible); not for generators with a seed, a file or a manual clock. */
  readonly nodeClaim?: 'required' | 'drawn' | undefined;
  /** The node, which distinguishes generators: 0–1023 in tid, uid11_snowish, snowflake, flake_idgen and timeid (drawn, in timeid from 0–31), 0–8191 in sharding_id, 0–65535 in sonyflake (drawn); `node_bits` bits in tsid, scru64 and custom64 (drawn) and in scru160 (random); 64 bits in lexical_uuid, 48 in flake and elasticflake, 40 in xid and object_id; a fingerprint in cuid, 0–1679615; 62 or 54 bits in uuid8, not zero (random); in other UUIDs the same as `machine_id`. */
  readonly node?: number | bigint | undefined;
  /** The upper half of the node in snowflake and flake_idgen, 0–31, beside `worker` (drawn). */
  readonly datacenter?: number | bigint | undefined;
  /** The lower half of the node in snowflake and flake_idgen, 0–31, beside `datacenter` (drawn). */
  readonly worker?: number | bigint | undefined;
  /** An identifier in the top bits of a UUID's node (random). */
  readonly machineId?: number | bigint | undefined;
  /** The width of `machine_id`, 1–16 bits (16). */
  readonly machineBits?: number | bigint | undefined;
  /** The order of uid11_xid within a millisecond: `random` or `monotonic`. */
  readonly order?: 'random' | 'monotonic' | undefined;
  /** Whether ulids have the variant and version of a UUID version 7, so that they convert to uuid7 (false). */
  readonly asUuid7?: boolean | undefined;
  /** The use of scru160's counter: `default` or `microsecond`. */
  readonly usage?: 'default' | 'microsecond' | undefined;
  /** The number of bits of scru160's random16 that extend its counter, 0–16 (0). */
  readonly counterBits?: number | bigint | undefined;
  /** The number of random bits that scru160's counter starts with (all but its top bit). */
  readonly counterSeedBits?: number | bigint | undefined;
  // </generated>
}

// <generated: option names>
/** The options that every format with a time has. */
export type CommonOption =
  | 'clock'
  | 'seed'
  | 'allowFork'
  | 'maxLeadMs'
  | 'onExhausted'
  | 'rollbackToleranceMs'
  | 'onRollback'
  | 'stateFile'
  | 'allowOtherOwner';

/** The other options of each format. */
export interface OwnOptions {
  readonly tid: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node';
  readonly timeid: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node';
  readonly uid11_xid: 'order';
  readonly uid11_fullrand: never;
  readonly uid11_snowish: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'epoch' | 'epochUnixMs';
  readonly uid11_ts_seq_rand: 'epoch' | 'epochUnixMs';
  readonly uuid6: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits';
  readonly uuid7_draft01: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits' | 'precision';
  readonly uuid7: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits' | 'precision';
  readonly uuid8:
    | 'leaseFile'
    | 'nodeFromEnv'
    | 'node'
    | 'machineId'
    | 'machineBits'
    | 'epoch'
    | 'epochUnixMs'
    | 'timestampBits'
    | 'unitNs';
  readonly scru160: 'leaseFile' | 'nodeFromEnv' | 'node' | 'usage' | 'counterBits' | 'counterSeedBits' | 'nodeBits';
  readonly lexical_uuid: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly snowflake:
    'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'datacenter' | 'worker' | 'epoch' | 'epochUnixMs';
  readonly flake: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly sharding_id: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'epoch' | 'epochUnixMs';
  readonly ksuid: never;
  readonly elasticflake: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly flake_idgen:
    'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'datacenter' | 'worker' | 'epoch' | 'epochUnixMs';
  readonly sonyflake: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'epoch' | 'epochUnixMs';
  readonly ordered_uuid: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits';
  readonly comb_guid: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits';
  readonly ulid: 'asUuid7';
  readonly sid: never;
  readonly push_id: never;
  readonly xid: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly object_id: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly cuid: 'leaseFile' | 'nodeFromEnv' | 'node';
  readonly comb_mssql: never;
  readonly uuid1: 'leaseFile' | 'nodeFromEnv' | 'node' | 'machineId' | 'machineBits';
  readonly uuid4: never;
  readonly any_uuid: never;
  readonly mastodon: never;
  readonly tsid: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'nodeBits' | 'epoch' | 'epochUnixMs';
  readonly scru128: never;
  readonly scru64: 'leaseFile' | 'nodeFromEnv' | 'nodeClaim' | 'node' | 'nodeBits';
  readonly elasticsearch_id: never;
  readonly custom64:
    | 'leaseFile'
    | 'nodeFromEnv'
    | 'nodeClaim'
    | 'node'
    | 'nodeBits'
    | 'epoch'
    | 'epochUnixMs'
    | 'timestampBits'
    | 'fieldOrder'
    | 'preset'
    | 'sequenceBits'
    | 'unitNs';
  readonly elasticsearch_k_ordered: never;
  readonly elasticsearch_routed: never;
}
// </generated>

/** The options of a {@link Generator} of one format. */
export type OptionsOf<F extends FormatName> = [FormatName] extends [F]
  ? GeneratorOptions
  : Pick<GeneratorOptions, CommonOption | OwnOptions[F]>;

/** The part of `URL` that is used, independent of the library that declares it. */
export interface FileUrl {
  readonly href: string;
  readonly protocol: string;
  readonly pathname: string;
  readonly searchParams: object;
}

/** An endless iterator: {@link Generator.texts}. */
export interface IdTexts<Text extends string = string> extends IterableIterator<Text, never, undefined> {
  next(): IteratorYieldResult<Text>;
  [Symbol.asyncIterator](): AsyncIterableIterator<Text, never, undefined>;
}

/** The status of a {@link Generator}. */
export interface Status {
  /** The number of generated ids. */
  readonly ids: bigint;
  /** The lead of the last id's tick over the clock's highest reading, in nanoseconds. */
  readonly leadNs: bigint;
  /** The number of times the clock was set back by more than the tolerance. */
  readonly rollbacks: bigint;
  /** The origin of the node of the next ids. */
  readonly nodeOrigin: NodeOrigin;
  /**
   * The reason for this origin, or the processes among which the node is claimed, without a full
   * stop.
   */
  readonly nodeReason: string;
}

// <generated: origins>
export type NodeOrigin = 'absent' | 'assigned' | 'leased' | 'claimed' | 'drawn';
// </generated>

/**
 * Generates unique ids of one format, each greater than the one before, except uid11_fullrand, and
 * uid11_xid within a millisecond.
 *
 * Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
 * or fewer, processes of several users or machines, or on systems other than Linux, may have equal
 * nodes and generate the same ids: see docs/choosing.md.
 */
export class Generator<F extends FormatName = FormatName, T extends Id = TypedId<F> & Id<F>> {
  /**
   * Creates a generator for a format or a declared type.
   *
   * @throws {SortidError} `unknown_format`, `invalid_option`, `entropy_unavailable`;
   *   `not_applicable` for a format that cannot be generated; with a `stateFile` the `store_*`
   *   codes
   */
  constructor(format: FormatLike<F>, options?: OptionsOf<F>);
  constructor(type: IdType<any, F> & IdClass<T>, options?: OptionsOf<F>);
  /** The process-wide generator that the plain function of a format uses. */
  static default<F extends FormatName>(format: FormatLike<F>): Generator<F>;
  /**
   * The generator of a handle from another thread of this process. All threads share its state.
   *
   * @throws {Error} if it was closed, or belongs to another process
   */
  static shared<F extends FormatName = FormatName>(handle: bigint): Generator<F>;

  /** The format. */
  readonly format: Format<F>;

  /**
   * The next id, at the system's time. Waits if the tick is `maxLeadMs` ahead of the clock.
   *
   * @throws {SortidError} `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`,
   *   `forked_generator`, `entropy_unavailable`; `invalid_option` with a manual clock; with a
   *   `stateFile` the `store_*` codes
   */
  next(): T;
  /** The text of the next id: faster than {@link Generator.next}. */
  nextText(): TextOf<T>;
  /**
   * {@link Generator.next} as an integer; a timeid's is signed.
   *
   * @throws {SortidError} as {@link Generator.next}
   */
  nextBigInt(): bigint;
  /**
   * The next id of a generator with a manual clock, at `time`: for backfills and tests.
   *
   * @throws {SortidError} as {@link Generator.next}, but `counter_exhausted` instead of waiting;
   *   `invalid_option` with the system clock
   */
  nextAt(time: Time): T;
  /**
   * The next id, greater than `id` and all earlier ids, as of a logical clock.
   *
   * @throws {SortidError} `lead_exceeded` if the new id would be more than `maxLeadMs` ahead of the
   *   clock; `timestamp_out_of_range` if no id of the format is greater; `not_applicable` for an id
   *   of another format or a format without time; otherwise as {@link AnyId.parse} and
   *   {@link Generator.next}
   */
  nextAfter(id: Id<F> | string): T;
  /** {@link Generator.nextAfter} with a manual clock, at `time`. */
  nextAfterAt(id: Id<F> | string, time: Time): T;

  /**
   * The time of an id, with this generator's epoch, layout (uuid8) and precision.
   *
   * @throws {SortidError} `not_applicable` for an id of another format or a format without time;
   *   otherwise as {@link AnyId.parse}
   */
  timestamp(id: Id<F> | string): Timestamp;
  /**
   * The ids of the half-open interval from `from` to `to`, with this generator's epoch, layout
   * (uuid8) and precision.
   *
   * @throws {SortidError} as {@link AnyId.range}
   */
  range(from: OpenTime, to: OpenTime): IdRange<T>;

  /** The texts of the next ids. */
  nextTexts(count: number): TextOf<T>[];
  /** {@link Generator.nextTexts}, yielding to the event loop every thousand ids. */
  nextTextsAsync(count: number): Promise<TextOf<T>[]>;
  /**
   * Fills memory with ids and returns their number. Ids are 64-bit integers in the machine's byte
   * order (timeid: two's complement), or big-endian bytes. Shared memory is filled from a copy.
   *
   * @throws {SortidError} `invalid_length` if the length is not a multiple of the width;
   *   `not_applicable` for integers of wider formats; otherwise as {@link Generator.next}, with
   *   `made` the number of leading ids that are valid
   */
  fill(target: Uint8Array | BigUint64Array | BigInt64Array): number;
  /**
   * {@link Generator.fill}, yielding to the event loop every thousand ids. Do not use the memory
   * meanwhile.
   */
  fillAsync(target: Uint8Array | BigUint64Array | BigInt64Array): Promise<number>;
  /**
   * Fills memory with canonical texts in ASCII, without separators, and returns their number. Texts
   * shorter than {@link Format.textLength} are padded with zero bytes.
   *
   * @throws {SortidError} as {@link Generator.fill}
   */
  fillText(target: Uint8Array): number;
  /**
   * {@link Generator.fillText}, yielding to the event loop every thousand ids. Do not use the
   * memory meanwhile.
   */
  fillTextAsync(target: Uint8Array): Promise<number>;

  /**
   * An endless iterator of texts. `for await` yields to the event loop every thousand ids. The
   * generator itself is not an iterator: its `next` returns an id.
   */
  texts(): IdTexts<TextOf<T>>;

  /** The current status. */
  status(): Status;
  /**
   * The node of the next ids: assigned, drawn or leased; `null` if the format has no node. A drawn
   * node changes after a reset or a reseed.
   *
   * @throws {SortidError} as {@link Generator.next}.
   */
  node(): bigint | null;
  /**
   * Draws a new node, clock sequence, counter and random bits: for a process that was resumed from
   * a snapshot or checkpoint.
   *
   * @throws {SortidError} `forked_generator` if a required node is absent; `invalid_option`,
   *   `entropy_unavailable`
   */
  reseed(using?: { readonly seed?: Uint8Array | undefined; readonly node?: number | bigint | undefined }): void;
  /**
   * A handle with which another thread of this process can use this generator; send it by
   * `workerData` or `postMessage`. It is valid while one of the `Generator` objects exists.
   */
  share(): bigint;
  /**
   * Closes this object; later calls throw an `Error` with the code `ERR_INVALID_STATE`. The
   * generator ends when its last object, in any thread, is closed or garbage-collected; its state
   * file then contains the exact position. Closing again has no effect.
   */
  close(): void;
  /** {@link Generator.close}, for `using`. */
  [Symbol.dispose](): void;
}

/** The error codes, the same in every language. */
// <generated: error codes>
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
  | 'wrong_prefix'
  | 'lead_exceeded'
  | 'store_io'
  | 'store_corrupt'
  | 'store_foreign'
  | 'store_locked'
  | 'store_read_only'
  | 'store_full'
  | 'lease_expired'
  | 'null_argument'
  | 'buffer_too_small'
  | 'panic';
// </generated>

/**
 * An error of the package: rejected input or a failed operation.
 *
 * An argument of the wrong type (a `number` for an id, `null` for a text) throws a `TypeError` or a
 * `RangeError`, as in Node.
 */
export class SortidError extends Error {
  private constructor();
  readonly name: 'SortidError';
  /** The error code. */
  readonly code: ErrorCode;
  /** The offset of the invalid byte in the text's UTF-8; for `invalid_length` the length. */
  readonly offset?: number;
  /** The invalid option or field; for `store_*` and `lease_expired` the path of the file. */
  readonly subject?: string;
  /** The path of the state file or lease file, for `store_*` and `lease_expired`. */
  readonly path?: string;
  /** The operating system's error for `store_*`: a number for `util.getSystemErrorName`. */
  readonly errno?: number;
  /** The number of leading ids of a fill that are valid. */
  readonly made?: number;
  /** The index of the invalid row of a column, from 0. */
  readonly row?: number;
}

/** Whether a value is the text of an id of a format; false for other types. */
export function isValid<F extends FormatName>(text: unknown, format: FormatLike<F>): text is IdText<F>;

/** A possible reading of a text: an id, and the epoch of its time. */
export interface Reading {
  /** The id. */
  readonly id: AnyId;
  /** The named epoch of the time; `null` for the format's own. */
  readonly epoch: 'discord' | 'linkedin' | 'sonyflake_v2' | null;
  /**
   * The time with this epoch.
   *
   * @throws {SortidError} as {@link Id.timestamp}
   */
  timestamp(): Timestamp;
}

/** The possible meanings of a text. Each property is computed on access. */
export interface Inspection {
  /**
   * All possible readings, likeliest first; empty if no format accepts the text. A decimal integer
   * is also read with the epochs of Discord, LinkedIn and Sonyflake 2, if that is likely.
   */
  readonly readings: Reading[];
  /**
   * Likely ids for a text without readings, each with its corrections: those that
   * {@link AnyId.parseLenient} reads, and those that differ in up to three look-alike characters.
   */
  readonly suggestions: Corrected<AnyId>[];
  /** The error of each format that rejects the text, in the order of the format codes. */
  readonly errors: { format: Format; error: SortidError }[];
}

/** Inspects a text: its readings, suggestions for a rejected text, and the error of each format. */
export function inspect(text: string): Inspection;

/** An id in a text: its characters are `text.slice(start, end)`. */
export interface FoundId {
  readonly id: AnyId;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the ids in any text, from first to last, each in its likeliest format.
 *
 * An id is a whole word of letters, digits, `_` and `-`: a canonical text, or one with a prefix.
 * Without `formats`, fixed bits or a likely time distinguish ids from words; integers are found
 * only if `formats` has their format.
 */
export function findIds(text: string, formats?: Iterable<FormatLike<FormatName>>): FoundId[];

/**
 * The text of a {@link TypeId}: `` `order_${string}` `` of `idType('order')`. Any string for the
 * empty prefix, or one that is known only at run time.
 */
export type TypeIdText<P extends string | null, F extends FormatName> = P extends null
  ? IdText<F>
  : (string extends P ? string : P extends '' ? string : `${P}_${string}`) & { readonly [format]: F };

/**
 * An id of a declared type. Its text and JSON have the type's prefix; its time depends on the
 * type's options.
 */
export interface TypeId<P extends string | null = string | null, F extends FormatName = FormatName> extends Id<F> {
  /** The prefix of the text, which may be empty; `null` if the type has none. */
  readonly prefix: P;
  /** The id without the prefix. */
  readonly id: TypedId<F> & Id<F>;
  /**
   * The exact time by the type's options; for an `any_uuid` of version 1, 6 or 7 the time of that
   * version.
   *
   * @throws {SortidError} `not_applicable` for another `any_uuid`, and for a format without a time
   */
  timestamp(options?: ReadOptions): Timestamp;
  /**
   * The prefix, `_`, and the form `typeid` of a UUID or the canonical text of another id. Without a
   * prefix, the canonical text.
   */
  toString(): TypeIdText<P, F>;
  /** The text. */
  toJSON(): TypeIdText<P, F>;
  /** The text, for a BSON document. */
  toBSON(): TypeIdText<P, F>;
  /** Converts the id, without the prefix, to another format. */
  convert<T extends FormatName>(to: FormatLike<T>): TypedId<T>;
  /** The id whose integer is greater by one. */
  successor(): TypeId<P, F>;
  /** The id whose integer is less by one. */
  predecessor(): TypeId<P, F>;
}

export class TypeId<P extends string | null = string | null, F extends FormatName = FormatName> {
  private constructor();
  /**
   * Parses a text with any prefix, or with the expected one. Text without `_` has the empty prefix.
   * A UUID must have the form `typeid`, any other id its canonical text.
   *
   * @throws {SortidError} `wrong_prefix` for another prefix than the expected one; then in this
   *   order, with offsets from the start of the whole text: `invalid_length`; `invalid_character`;
   *   `out_of_range`; `invalid_variant`; `invalid_version`. `invalid_option` for an invalid
   *   expected prefix; `not_applicable` for formats without prefixes
   */
  static parse(text: string): TypeId<string, 'any_uuid'>;
  static parse<F extends PrefixableFormat, P extends string = string>(
    text: string,
    format: FormatLike<F>,
    prefix?: P,
  ): TypeId<P, F>;
  /**
   * An id with a prefix.
   *
   * @throws {SortidError} `invalid_option` for an invalid prefix; `not_applicable` for formats
   *   without prefixes
   */
  static from<P extends string, F extends PrefixableFormat>(id: Id<F>, prefix: P): TypeId<P, F>;
}

/** The format of a type's new ids: `uuid7` for TypeIDs. */
export type GeneratedFormatOf<P extends string | null, F extends FormatName> = P extends null
  ? F
  : F extends 'any_uuid'
    ? 'uuid7'
    : F;

/** A declared type of ids: {@link idType}. Its functions need no receiver. */
export interface IdType<P extends string | null = string | null, F extends FormatName = FormatName> extends IdClass<
  TypeId<P, F>
> {
  /** The prefix of the texts; `null` if they have none. */
  readonly prefix: P;
  /** The format. */
  readonly format: Format<F>;
  /** The format of new ids and ranges: `uuid7` for TypeIDs. */
  readonly generatedFormat: Format<GeneratedFormatOf<P, F>>;
  /** The options for reading ids. */
  readonly options: ReadOptions;
  /**
   * An anchored regular expression for texts with the prefix, which ignores ranges and versions;
   * `null` without a prefix.
   */
  readonly pattern: string | null;
  /**
   * Converts an id of the format, with this prefix or none, or its integer; for TypeIDs also a
   * `uuid7`.
   *
   * @throws {SortidError} `not_applicable` for an id of another format; `wrong_prefix`
   */
  from(this: void, id: (Id<F | GeneratedFormatOf<P, F>> & { readonly prefix: P | null }) | bigint): TypeId<P, F>;
  /** The text of a new id: faster than {@link IdType.now}. */
  nowText(this: void): TypeIdText<P, F>;
  /**
   * A new id with the tick that contains an instant.
   *
   * @throws {SortidError} as {@link AnyId.at}
   */
  at(this: void, time: Time): TypeId<P, F>;
  /** Whether another type has the same prefix, format and options. */
  equals(this: void, other: unknown): boolean;
  /**
   * Standard Schema: accepts text, or an id that {@link IdType.from} accepts, and returns an id.
   */
  readonly '~standard': TextSchema<string | Id<F>, TypeId<P, F>>;
}

export class IdType<P extends string | null = string | null, F extends FormatName = FormatName> {
  private constructor();
}

/**
 * Declares a type of ids. With only a prefix, its ids are
 * [TypeIDs](https://github.com/jetify-com/typeid): every UUID is parsed, version 7 is generated.
 * With only a format and options, its ids have no prefix:
 * `idType('snowflake', { epoch: 'discord' })`.
 *
 * Equal types of a process share one generator.
 *
 * @param prefix at most 63 characters `a` to `z` and `_`, neither beginning nor ending with `_`;
 *   may be empty
 * @throws {SortidError} `invalid_option` for an invalid prefix or option; `not_applicable` for
 *   formats without prefixes; `unknown_format`
 */
export function idType<const P extends string>(prefix: P): IdType<P, 'any_uuid'>;
export function idType<const P extends string, F extends PrefixableFormat>(
  prefix: P,
  format: FormatLike<F>,
  options?: ReadOptions,
): IdType<P, F>;
export function idType<F extends FormatName>(format: FormatLike<F>, options: ReadOptions): IdType<null, F>;

/**
 * The prefix of a text, before its last `_`; empty without a valid prefix. {@link inspect} checks
 * the rest.
 */
export function prefixOf(text: string): string;

// <generated: storage>
/** The databases whose drivers take ids. */
export type Database = 'postgresql' | 'sqlite' | 'mysql' | 'mariadb' | 'duckdb';

/** The kinds of values that columns hold in the place of ids. */
export type StoredKind = 'uuid' | 'integer' | 'unsigned' | 'bytes' | 'text';

/** The place of each database among {@link StoredKinds}. */
export interface DatabaseIndex {
  readonly postgresql: 0;
  readonly sqlite: 1;
  readonly mysql: 2;
  readonly mariadb: 3;
  readonly duckdb: 4;
}

/** The kinds of columns that keep each format's ids, by database. */
export interface StoredKinds {
  readonly tid: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly timeid: ['integer', 'integer', 'integer', 'integer', 'integer'];
  readonly uid11_xid: ['bytes', 'bytes', 'bytes', 'bytes', 'unsigned'];
  readonly uid11_fullrand: ['bytes', 'bytes', 'bytes', 'bytes', 'unsigned'];
  readonly uid11_snowish: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly uid11_ts_seq_rand: ['bytes', 'bytes', 'bytes', 'bytes', 'unsigned'];
  readonly uuid6: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly uuid7_draft01: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly uuid7: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly uuid8: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly scru160: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly lexical_uuid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly snowflake: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly flake: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly sharding_id: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly ksuid: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly elasticflake: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly flake_idgen: ['bytes', 'bytes', 'bytes', 'bytes', 'unsigned'];
  readonly sonyflake: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly ordered_uuid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly comb_guid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly ulid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly sid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly push_id: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly xid: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly object_id: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly cuid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly comb_mssql: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly uuid1: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly uuid4: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly any_uuid: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly mastodon: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly tsid: ['bytes', 'bytes', 'bytes', 'bytes', 'unsigned'];
  readonly scru128: ['uuid', 'bytes', 'bytes', 'bytes', 'uuid'];
  readonly scru64: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly elasticsearch_id: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly custom64: ['integer', 'integer', 'integer', 'integer', 'unsigned'];
  readonly elasticsearch_k_ordered: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
  readonly elasticsearch_routed: ['bytes', 'bytes', 'bytes', 'bytes', 'bytes'];
}
// </generated>

/** The kind of value that a database column stores for an id. */
export type StoredKindOf<F extends FormatName, D extends Database> = StoredKinds[F][DatabaseIndex[D]];

/**
 * The drivers' types for each kind: strings for UUIDs and texts; a `Buffer` for bytes, if the
 * runtime has it.
 */
export interface StoredValues {
  readonly uuid: string;
  readonly integer: bigint;
  readonly unsigned: bigint;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

/** The storage of a format's ids in a database column. Its functions need no receiver. */
export interface Storage<
  F extends FormatName = FormatName,
  D extends Database = Database,
  K extends StoredKind = StoredKindOf<F, D>,
  Text extends string = IdText<F>,
> {
  /** The format. */
  readonly format: Format<F>;
  /** The database. */
  readonly database: D;
  /** The kind of value that the column stores. */
  readonly kind: K;
  /** The SQL type without the collation. */
  readonly dataType: string;
  /** The collation that sorts texts as ids; `undefined` if not needed. */
  readonly collation: string | undefined;
  /** The complete SQL type. */
  readonly sqlType: string;
  /** Whether the column has the order of the ids. */
  readonly isSorted: boolean;
  /**
   * The condition of a `CHECK` that rejects values of another kind or length; `undefined` if the
   * type rejects them. `column` is the quoted name.
   */
  check(this: void, column: string): string | undefined;
  /**
   * Converts an id of the format or type, or its text, to the value that the driver binds.
   *
   * @throws {SortidError} as for parsing; `not_applicable` for an id of another format;
   *   `out_of_range` for a reserved id that does not fit a signed integer
   */
  toDriver(this: void, id: string | Id<F>): StoredValues[K];
  /**
   * Converts a column value to the text of the id. The driver must return integers as `bigint` or
   * decimal digits: a `number` throws a `TypeError`, because it may be rounded.
   *
   * @throws {SortidError} as for parsing
   */
  fromDriver(this: void, value: unknown): Text;
  /**
   * The smallest and largest column value of a half-open interval, for `BETWEEN`: see
   * {@link AnyId.range}.
   *
   * @throws {SortidError} `not_applicable` if the column does not have the order of the ids;
   *   otherwise as {@link AnyId.range}
   */
  range(
    this: void,
    from: OpenTime,
    to: OpenTime,
    options?: ReadOptions,
  ): { readonly min: StoredValues[K]; readonly max: StoredValues[K] };
}

/**
 * The storage of a format's ids in a database, the same in every language: a UUID, an integer or
 * bytes; with `text`, canonical text. Ids of a declared type are stored without the prefix.
 *
 * @throws {SortidError} `unknown_format`
 */
export function storage<F extends FormatName, D extends Database>(
  format: FormatLike<F>,
  database: D,
  options?: { readonly text?: false },
): Storage<F, D>;
export function storage<F extends FormatName, D extends Database>(
  format: FormatLike<F>,
  database: D,
  options: { readonly text: true },
): Storage<F, D, 'text'>;
export function storage<P extends string | null, F extends FormatName, D extends Database>(
  type: IdType<P, F>,
  database: D,
  options?: { readonly text?: false },
): Storage<F, D, StoredKindOf<F, D>, TypeIdText<P, F>>;
export function storage<P extends string | null, F extends FormatName, D extends Database>(
  type: IdType<P, F>,
  database: D,
  options: { readonly text: true },
): Storage<F, D, 'text', TypeIdText<P, F>>;

/** The formats that only {@link convert} accepts. */
export type ConvertedAlone = 'sql_server_uuid' | 'clickhouse_uuid';

/** The result of {@link convert}. */
export interface Converted {
  /** The canonical text. */
  readonly text: string;
  /** The big-endian bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Converts text or big-endian bytes as {@link AnyId.convert}. Also converts 128-bit ids from and to
 * `sql_server_uuid` and `clickhouse_uuid`, which sort in these servers as the ids do elsewhere.
 * Only this function accepts these two formats.
 *
 * @throws {SortidError} `unknown_format`; as for parsing; `out_of_range`; `not_applicable`
 */
export function convert(
  id: string | Uint8Array,
  from: FormatName | Format | ConvertedAlone,
  to: FormatName | Format | ConvertedAlone,
): Converted;

/**
 * Makes every generator of this process draw a new node and random bits before its next id: for a
 * process that was resumed from a snapshot or checkpoint.
 *
 * @throws {SortidError} `entropy_unavailable`
 */
export function reseed(): void;

/** Bytes that a width, offsets or views divide into rows. */
type Rows<Content extends 'bytes' | 'texts'> = { readonly [Key in Content]: Uint8Array } & {
  /**
   * The width of contiguous rows; by default, without `offsets` and `buffers`, that of the format's
   * bytes or longest text.
   */
  readonly width?: number | undefined;
  /** Row n begins at offset n and ends at offset n + 1. */
  readonly offsets?: Int32Array | BigInt64Array | undefined;
  /** The buffers of Arrow views. The bytes are the views, 16 for each row. */
  readonly buffers?: readonly Uint8Array[] | undefined;
};

/**
 * A column in memory: integers of a 64-bit format, big-endian bytes, or UTF-8 texts, which may be
 * padded with zero bytes.
 */
export type ColumnMemory = ({ readonly ints: BigUint64Array | BigInt64Array } | Rows<'bytes'> | Rows<'texts'>) & {
  /** A bitmap of the rows that are not null. The first row is the lowest bit of the first byte. */
  readonly validity?: Uint8Array | null | undefined;
  /** The offset of the first bit (0). */
  readonly validityOffset?: number | undefined;
};

/**
 * A column as an array of texts, bigints, bytes or ids, all of one type; null for a missing row.
 */
export type ColumnArray<F extends FormatName = FormatName> =
  readonly (string | null)[] | readonly (bigint | null)[] | readonly (Uint8Array | null)[] | readonly (Id<F> | null)[];

/**
 * A column of ids of one format. A typed array is equivalent to `{ ints }` or `{ bytes }`, as
 * {@link Generator.fill} writes them.
 */
export type Column<F extends FormatName = FormatName> =
  BigUint64Array | BigInt64Array | Uint8Array | ColumnMemory | ColumnArray<F>;

/** The result for a column in memory. */
export interface ColumnAnswer<Values> {
  /** A value for each row; zeros if it is null. */
  readonly values: Values;
  /**
   * A bitmap of the rows that are not null, or null if all are. The first row is the lowest bit of
   * the first byte.
   */
  readonly validity: Uint8Array<ArrayBuffer> | null;
  /** The number of null rows, including invalid ones. */
  readonly nullCount: number;
  /** The number of invalid rows by error code. */
  readonly invalid: { readonly [Code in ErrorCode]?: number };
}

/** Options of the functions for columns. */
export interface ColumnOptions {
  /**
   * The treatment of an invalid row: `throw` an error with its `row`, or make its result `null`.
   */
  readonly onInvalid?: 'throw' | 'null' | undefined;
  /**
   * The type of the result: `memory`, or an `array` with null for null rows (by default, the type
   * of the column).
   */
  readonly as?: 'memory' | 'array' | undefined;
  /** An object to which the number of invalid rows is added by error code. */
  readonly counts?: { [Code in ErrorCode]?: number } | undefined;
}

/** The unit of times: seconds, milliseconds, microseconds or nanoseconds. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Options for reading the times of a column. */
export interface TimesOptions extends ColumnOptions, ReadOptions {
  /** The unit of the times (ms). */
  readonly unit?: TimeUnit | undefined;
}

type Answer<C, O, Values, Item> = O extends { readonly as: 'memory' }
  ? ColumnAnswer<Values>
  : O extends { readonly as: 'array' }
    ? (Item | null)[]
    : C extends readonly unknown[]
      ? (Item | null)[]
      : ColumnAnswer<Values>;

type Ints = BigUint64Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>;
type TimeOf<O> = O extends { readonly unit: 'us' | 'ns' } ? bigint : number;

/**
 * The time of each id since 1970, floored to the unit. In memory, a `BigInt64Array`; in an array,
 * numbers for `s` and `ms`, bigints for `us` and `ns`. A row whose time does not fit is invalid:
 * `timestamp_out_of_range`.
 *
 * @throws {SortidError} for the first invalid row, unless `onInvalid` is `null`: as for parsing,
 *   with the `row`. `invalid_length` if the memory does not contain its rows; `not_applicable` for
 *   a format without time, and for integers of a wider one; `invalid_option`
 */
export function times<F extends FormatName, C extends Column<F>, const O extends TimesOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Answer<C, O, BigInt64Array<ArrayBuffer>, TimeOf<O>>;
/**
 * {@link times}, yielding to the event loop every eight thousand rows. Do not change the column
 * meanwhile.
 */
export function timesAsync<F extends FormatName, C extends Column<F>, const O extends TimesOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Promise<Answer<C, O, BigInt64Array<ArrayBuffer>, TimeOf<O>>>;

/**
 * Each id as a database stores it. In memory, integers of a 64-bit format (a `BigInt64Array` if
 * signed), otherwise big-endian bytes, one after another; in an array, bigints or bytes.
 *
 * @throws {SortidError} as {@link times}
 */
export function parseColumn<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Answer<C, O, Ints | Uint8Array<ArrayBuffer>, bigint | Uint8Array<ArrayBuffer>>;
/**
 * {@link parseColumn}, yielding to the event loop every eight thousand rows. Do not change the
 * column meanwhile.
 */
export function parseColumnAsync<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Promise<Answer<C, O, Ints | Uint8Array<ArrayBuffer>, bigint | Uint8Array<ArrayBuffer>>>;

/**
 * The canonical text of each id. In memory, texts are padded with zero bytes to
 * {@link Format.textLength}, as by {@link Generator.fillText}; in an array, they are strings.
 *
 * @throws {SortidError} as {@link times}
 */
export function texts<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Answer<C, O, Uint8Array<ArrayBuffer>, IdText<F>>;
/**
 * {@link texts}, yielding to the event loop every eight thousand rows. Do not change the column
 * meanwhile.
 */
export function textsAsync<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  options?: O,
): Promise<Answer<C, O, Uint8Array<ArrayBuffer>, IdText<F>>>;

/**
 * Fields of each id, by name: in memory, 64-bit integers; in an array, bigints.
 *
 * @param names the fields to read; by default all of at most 64 bits
 * @throws {SortidError} `invalid_field` for a name that the format lacks; `not_applicable` for a
 *   field of more than 64 bits; as {@link times}
 */
export function fields<
  F extends FormatName,
  N extends FieldName<F>,
  C extends Column<F>,
  const O extends ColumnOptions = {},
>(column: C, format: IdSource<F>, names: readonly N[], options?: O): { [Name in N]: Answer<C, O, Ints, bigint> };
export function fields<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  names?: undefined,
  options?: O,
): { [Name in FieldName<F>]?: Answer<C, O, Ints, bigint> };
/**
 * {@link fields}, yielding to the event loop every eight thousand rows. Do not change the column
 * meanwhile.
 */
export function fieldsAsync<
  F extends FormatName,
  N extends FieldName<F>,
  C extends Column<F>,
  const O extends ColumnOptions = {},
>(
  column: C,
  format: IdSource<F>,
  names: readonly N[],
  options?: O,
): Promise<{ [Name in N]: Answer<C, O, Ints, bigint> }>;
export function fieldsAsync<F extends FormatName, C extends Column<F>, const O extends ColumnOptions = {}>(
  column: C,
  format: IdSource<F>,
  names?: undefined,
  options?: O,
): Promise<{ [Name in FieldName<F>]?: Answer<C, O, Ints, bigint> }>;

/**
 * Whether each id's time is in the half-open interval from `from` to `to`. In memory, the result is
 * a bitmap whose first row is the lowest bit of the first byte; in an array, booleans.
 *
 * @throws {SortidError} `invalid_option` for an empty interval; as {@link times}
 */
export function between<F extends FormatName, C extends Column<F>, const O extends ColumnOptions & ReadOptions = {}>(
  column: C,
  format: IdSource<F>,
  from: OpenTime,
  to: OpenTime,
  options?: O,
): Answer<C, O, Uint8Array<ArrayBuffer>, boolean>;
/**
 * {@link between}, yielding to the event loop every eight thousand rows. Do not change the column
 * meanwhile.
 */
export function betweenAsync<
  F extends FormatName,
  C extends Column<F>,
  const O extends ColumnOptions & ReadOptions = {},
>(
  column: C,
  format: IdSource<F>,
  from: OpenTime,
  to: OpenTime,
  options?: O,
): Promise<Answer<C, O, Uint8Array<ArrayBuffer>, boolean>>;

/** Every error code with its number and message. */
export const ERROR_CODES: readonly { readonly code: ErrorCode; readonly number: number; readonly message: string }[];

/** Every option with its summary, and whether it affects reading. */
export const OPTIONS: readonly {
  readonly name: keyof GeneratorOptions;
  readonly summary: string;
  readonly reads: boolean;
}[];

/** The version of this package. */
export const version: string;
