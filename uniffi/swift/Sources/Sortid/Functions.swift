import Foundation
internal import SortidGlue
internal import sortidFFI

/// Generates an id with the process-wide generator of a format that is known only at run time.
///
/// If the node of a format has 16 bits or fewer, processes of several users or machines, or on
/// systems other than Linux, may repeat ids. An ``IdGenerator`` with an assigned node or a lease
/// file prevents this: see docs/choosing.md.
///
/// - Throws: As ``IdGenerator/next()`` with the default options.
public func newId(_ format: Format) throws(SortidError) -> AnyId {
    try AnyId.written(format) { sortid_mobile_new_id(format.number, $0) }
}

/// Returns the process-wide generator of a format, which these functions use.
///
/// - Throws: `entropyUnavailable`.
public func defaultGenerator(_ format: Format) throws(SortidError) -> IdGenerator<AnyId> {
    IdGenerator(try GeneratorCore(format, raw: glue { try RawGenerator.processWide(formatCode: format.rawValue) }))
}

/// Reseeds every generator of this process before its next id.
///
/// Call it after resuming a snapshot or checkpoint: copies would otherwise generate equal ids.
///
/// - Throws: `entropyUnavailable`.
public func reseed() throws(SortidError) {
    try glue { try SortidGlue.reseedAll() }
}

extension AnyId {
    /// Generates an id with the tick that contains a given time: for existing rows, and for tests.
    ///
    /// No id repeats within the process, and ids of one tick increase if ``Format/isOrdered``.
    /// Formats whose counter has 40 bits or more (uuid7, ulid, ksuid, scru128, push_id, sid,
    /// comb_guid, ordered_uuid) accept times in any order. Other formats require non-decreasing
    /// times: sort the rows.
    ///
    /// - Throws: `clockRollback` for a time before that of an earlier call, in a format that
    ///   requires non-decreasing times; `counterExhausted` if the tick has no ids left;
    ///   `notApplicable` for a format without time, or a read-only one; `timestampOutOfRange`;
    ///   `entropyUnavailable`.
    @inlinable
    public init(at time: some IdTime, as format: Format) throws(SortidError) {
        self = try AnyId.generated(try time.idTimestamp(), format)
    }

    @usableFromInline
    static func generated(_ time: Timestamp, _ format: Format) throws(SortidError) -> AnyId {
        try AnyId.written(format) { sortid_mobile_new_id_at(time.plain, format.number, $0) }
    }
}

/// The formats as types, for ``TypedId``.
public enum Formats {
    // <generated: tags>
    /// `tid`.
    public enum Tid: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .tid }
    }

    /// `timeid`.
    public enum Timeid: TimedIdFormat, GeneratedIdFormat, Int64IdFormat {
        @inlinable
        public static var format: Format { .timeid }
    }

    /// `uid11_xid`.
    public enum Uid11Xid: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .uid11Xid }
    }

    /// `uid11_fullrand`.
    public enum Uid11Fullrand: InfallibleIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .uid11Fullrand }
    }

    /// `uid11_snowish`.
    public enum Uid11Snowish: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .uid11Snowish }
    }

    /// `uid11_ts_seq_rand`.
    public enum Uid11TsSeqRand: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .uid11TsSeqRand }
    }

    /// `uuid6`.
    public enum Uuid6: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid6 }
    }

    /// `uuid7_draft01`.
    public enum Uuid7Draft01: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid7Draft01 }
    }

    /// `uuid7`.
    public enum Uuid7: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid7 }
    }

    /// `uuid8`.
    public enum Uuid8: InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid8 }
    }

    /// `scru160`.
    public enum Scru160: TimedIdFormat, InfallibleIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .scru160 }
    }

    /// `lexical_uuid`.
    public enum LexicalUuid: TimedIdFormat, GeneratedIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .lexicalUuid }
    }

    /// `snowflake`.
    public enum Snowflake: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .snowflake }
    }

    /// `flake`.
    public enum Flake: TimedIdFormat, GeneratedIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .flake }
    }

    /// `sharding_id`.
    public enum ShardingId: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .shardingId }
    }

    /// `ksuid`.
    public enum Ksuid: TimedIdFormat, InfallibleIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .ksuid }
    }

    /// `elasticflake`.
    public enum Elasticflake: TimedIdFormat, GeneratedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .elasticflake }
    }

    /// `flake_idgen`.
    public enum FlakeIdgen: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .flakeIdgen }
    }

    /// `sonyflake`.
    public enum Sonyflake: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .sonyflake }
    }

    /// `ordered_uuid`.
    public enum OrderedUuid: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .orderedUuid }
    }

    /// `comb_guid`.
    public enum CombGuid: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .combGuid }
    }

    /// `ulid`.
    public enum Ulid: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .ulid }
    }

    /// `sid`.
    public enum Sid: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .sid }
    }

    /// `push_id`.
    public enum PushId: TimedIdFormat, InfallibleIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .pushId }
    }

    /// `xid`.
    public enum Xid: TimedIdFormat, GeneratedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .xid }
    }

    /// `object_id`.
    public enum ObjectId: TimedIdFormat, GeneratedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .objectId }
    }

    /// `cuid`.
    public enum Cuid: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .cuid }
    }

    /// `comb_mssql`.
    public enum CombMssql: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .combMssql }
    }

    /// `uuid1`.
    public enum Uuid1: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid1 }
    }

    /// `uuid4`.
    public enum Uuid4: InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .uuid4 }
    }

    /// `any_uuid`.
    public enum AnyUuid: UuidIdFormat {
        @inlinable
        public static var format: Format { .anyUuid }
    }

    /// `mastodon`.
    public enum Mastodon: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .mastodon }
    }

    /// `tsid`.
    public enum Tsid: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .tsid }
    }

    /// `scru128`.
    public enum Scru128: TimedIdFormat, InfallibleIdFormat, UuidIdFormat {
        @inlinable
        public static var format: Format { .scru128 }
    }

    /// `scru64`.
    public enum Scru64: TimedIdFormat, GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .scru64 }
    }

    /// `elasticsearch_id`.
    public enum ElasticsearchId: TimedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .elasticsearchId }
    }

    /// `custom64`.
    public enum Custom64: GeneratedIdFormat, UInt64IdFormat {
        @inlinable
        public static var format: Format { .custom64 }
    }

    /// `elasticsearch_k_ordered`.
    public enum ElasticsearchKOrdered: TimedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .elasticsearchKOrdered }
    }

    /// `elasticsearch_routed`.
    public enum ElasticsearchRouted: TimedIdFormat, WideIdFormat {
        @inlinable
        public static var format: Format { .elasticsearchRouted }
    }
    // </generated>
}

// <generated: functions>
/// The atproto TID: microseconds and a clock identifier (`tid`).
public typealias Tid = TypedId<Formats.Tid>

/// A new tid.
///
/// The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func tid() throws(SortidError) -> Tid {
    try Tid.now()
}

/// Microseconds with a sign, so also before 1970, and a node (`timeid`).
public typealias Timeid = TypedId<Formats.Timeid>

/// A new timeid.
///
/// The node is one of 32. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func timeid() throws(SortidError) -> Timeid {
    try Timeid.now()
}

/// Milliseconds since 2011 and 22 random bits (`uid11_xid`).
public typealias Uid11Xid = TypedId<Formats.Uid11Xid>

/// A new uid11_xid.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uid11Xid() throws(SortidError) -> Uid11Xid {
    try Uid11Xid.now()
}

/// 64 random bits, no time (`uid11_fullrand`).
public typealias Uid11Fullrand = TypedId<Formats.Uid11Fullrand>

/// A new uid11_fullrand.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uid11Fullrand() throws(SortidError) -> Uid11Fullrand {
    try Uid11Fullrand.now()
}

/// Milliseconds since 2011, a machine and a sequence (`uid11_snowish`).
public typealias Uid11Snowish = TypedId<Formats.Uid11Snowish>

/// A new uid11_snowish.
///
/// The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uid11Snowish() throws(SortidError) -> Uid11Snowish {
    try Uid11Snowish.now()
}

/// Milliseconds since 2011, a sequence and 10 random bits (`uid11_ts_seq_rand`).
public typealias Uid11TsSeqRand = TypedId<Formats.Uid11TsSeqRand>

/// A new uid11_ts_seq_rand.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uid11TsSeqRand() throws(SortidError) -> Uid11TsSeqRand {
    try Uid11TsSeqRand.now()
}

/// UUID version 1 in the order of time (`uuid6`).
public typealias Uuid6 = TypedId<Formats.Uuid6>

/// A new uuid6.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid6() throws(SortidError) -> Uuid6 {
    try Uuid6.now()
}

/// UUID version 7 as drafted in 2021: seconds and a fraction (`uuid7_draft01`).
public typealias Uuid7Draft01 = TypedId<Formats.Uuid7Draft01>

/// A new uuid7_draft01.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid7Draft01() throws(SortidError) -> Uuid7Draft01 {
    try Uuid7Draft01.now()
}

/// UUID version 7: milliseconds, a counter and random bits (`uuid7`).
public typealias Uuid7 = TypedId<Formats.Uuid7>

/// A new uuid7.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid7() throws(SortidError) -> Uuid7 {
    try Uuid7.now()
}

/// UUID version 8: a timestamp in a custom layout (`uuid8`).
public typealias Uuid8 = TypedId<Formats.Uuid8>

/// A new uuid8.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid8() throws(SortidError) -> Uuid8 {
    try Uuid8.now()
}

/// 160 bits: milliseconds, a counter and 96 random bits (`scru160`).
public typealias Scru160 = TypedId<Formats.Scru160>

/// A new scru160.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func scru160() throws(SortidError) -> Scru160 {
    try Scru160.now()
}

/// Microseconds and a worker, as 8-4-4-16 hexadecimal digits (`lexical_uuid`).
public typealias LexicalUuid = TypedId<Formats.LexicalUuid>

/// Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer (`snowflake`).
public typealias Snowflake = TypedId<Formats.Snowflake>

/// A new snowflake.
///
/// The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func snowflake() throws(SortidError) -> Snowflake {
    try Snowflake.now()
}

/// Milliseconds, a worker and a sequence in base62 (`flake`).
public typealias Flake = TypedId<Formats.Flake>

/// Milliseconds since 2011, a shard and a sequence, as a decimal integer (`sharding_id`).
public typealias ShardingId = TypedId<Formats.ShardingId>

/// Seconds since 2014, a random counter and 64 random bits (`ksuid`).
public typealias Ksuid = TypedId<Formats.Ksuid>

/// A new ksuid.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func ksuid() throws(SortidError) -> Ksuid {
    try Ksuid.now()
}

/// Milliseconds, a node and a sequence, as in Elasticsearch up to version 5 (`elasticflake`).
public typealias Elasticflake = TypedId<Formats.Elasticflake>

/// Milliseconds, a datacenter, a worker and a counter, as a decimal integer (`flake_idgen`).
public typealias FlakeIdgen = TypedId<Formats.FlakeIdgen>

/// Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer (`sonyflake`).
public typealias Sonyflake = TypedId<Formats.Sonyflake>

/// UUID version 4 with tens of microseconds in front, as Laravel makes it (`ordered_uuid`).
public typealias OrderedUuid = TypedId<Formats.OrderedUuid>

/// UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL (`comb_guid`).
public typealias CombGuid = TypedId<Formats.CombGuid>

/// Milliseconds and 80 random bits, which count up within a millisecond (`ulid`).
public typealias Ulid = TypedId<Formats.Ulid>

/// A new ulid.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func ulid() throws(SortidError) -> Ulid {
    try Ulid.now()
}

/// Nanoseconds and 63 random bits, as two numbers (`sid`).
public typealias Sid = TypedId<Formats.Sid>

/// Milliseconds and 72 random bits, which count up within a millisecond (`push_id`).
public typealias PushId = TypedId<Formats.PushId>

/// Seconds, a machine, a process and a counter (`xid`).
public typealias Xid = TypedId<Formats.Xid>

/// A new xid.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func xid() throws(SortidError) -> Xid {
    try Xid.now()
}

/// Seconds, 40 bits drawn for the process, and a counter (`object_id`).
public typealias ObjectId = TypedId<Formats.ObjectId>

/// A new object_id.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func objectId() throws(SortidError) -> ObjectId {
    try ObjectId.now()
}

/// Milliseconds, a counter, a fingerprint and 41 random bits in base36 (`cuid`).
public typealias Cuid = TypedId<Formats.Cuid>

/// UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server (`comb_mssql`).
public typealias CombMssql = TypedId<Formats.CombMssql>

/// UUID version 1, a timeuuid: its bytes and text are not in the order of time (`uuid1`).
public typealias Uuid1 = TypedId<Formats.Uuid1>

/// A new uuid1.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid1() throws(SortidError) -> Uuid1 {
    try Uuid1.now()
}

/// UUID version 4: 122 random bits, no time (`uuid4`).
public typealias Uuid4 = TypedId<Formats.Uuid4>

/// A new uuid4.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func uuid4() throws(SortidError) -> Uuid4 {
    try Uuid4.now()
}

/// Any UUID, of any version; parsed only (`any_uuid`).
public typealias AnyUuid = TypedId<Formats.AnyUuid>

/// Milliseconds and a sequence, as a decimal integer (`mastodon`).
public typealias Mastodon = TypedId<Formats.Mastodon>

/// Milliseconds since 2020, a node and a counter, in base32 or as a decimal integer (`tsid`).
public typealias Tsid = TypedId<Formats.Tsid>

/// A new tsid.
///
/// The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
@inlinable
public func tsid() throws(SortidError) -> Tsid {
    try Tsid.now()
}

/// Milliseconds, a counter and random bits, 128 in all, in base36 (`scru128`).
public typealias Scru128 = TypedId<Formats.Scru128>

/// Units of 256 milliseconds, a node and a counter, 12 digits of base36 (`scru64`).
public typealias Scru64 = TypedId<Formats.Scru64>

/// Milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only (`elasticsearch_id`).
public typealias ElasticsearchId = TypedId<Formats.ElasticsearchId>

/// A time, a node and a sequence in a custom layout, as a decimal integer (`custom64`).
public typealias Custom64 = TypedId<Formats.Custom64>

/// Milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only (`elasticsearch_k_ordered`).
public typealias ElasticsearchKOrdered = TypedId<Formats.ElasticsearchKOrdered>

/// Milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only (`elasticsearch_routed`).
public typealias ElasticsearchRouted = TypedId<Formats.ElasticsearchRouted>
// </generated>
