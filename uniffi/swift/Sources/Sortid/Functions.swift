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
public func newId(_ format: Id.Format) throws(SortidError) -> Id {
    try Id.written(format) { sortid_mobile_new_id(format.number, $0) }
}

/// Generates an id of a format that is known only at run time, with the tick that contains a given
/// time: for existing rows, and for tests.
///
/// No id repeats within the process, and ids of one tick increase if ``Id/Format/isOrdered``.
/// Formats whose counter has 40 bits or more (uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid,
/// ordered_uuid) accept times in any order. Other formats require non-decreasing times: sort the
/// rows.
///
/// - Throws: `clockRollback` for a time before that of an earlier call, in a format that requires
///   non-decreasing times; `counterExhausted` if the tick has no ids left; `notApplicable` for a
///   format without time, or a read-only one; `timestampOutOfRange`; `entropyUnavailable`.
public func newId(_ format: Id.Format, at time: Timestamp) throws(SortidError) -> Id {
    try Id.written(format) { sortid_mobile_new_id_at(time.plain, format.number, $0) }
}

/// ``newId(_:at:)-(_,Timestamp)`` with a date.
public func newId(_ format: Id.Format, at date: Date) throws(SortidError) -> Id {
    try newId(format, at: Timestamp(date))
}

/// Returns the process-wide generator of a format, which these functions use.
///
/// - Throws: `entropyUnavailable`.
public func defaultGenerator(_ format: Id.Format) throws(SortidError) -> IdGenerator {
    try .ofProcess(format)
}

/// Makes every generator of this process draw everything again before its next id.
///
/// Call it after a resume from a snapshot or checkpoint, whose copies would otherwise generate the
/// same ids.
///
/// - Throws: `entropyUnavailable`.
public func reseed() throws(SortidError) {
    try glue { try SortidGlue.reseedAll() }
}

extension Id {
    /// Generates an id with a given time: see ``newId(_:at:)-(_,Timestamp)``.
    public init(at time: Timestamp, as format: Format) throws(SortidError) {
        self = try newId(format, at: time)
    }

    /// Generates an id with the time of a date.
    public init(at date: Date, as format: Format) throws(SortidError) {
        self = try newId(format, at: date)
    }
}

extension Id {
    /// The formats as types, for ``TypedId``.
    public enum Formats {
        // <generated: tags>
        /// `tid`.
        public enum Tid: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .tid }
        }

        /// `timeid`.
        public enum Timeid: TimedIdFormat, MadeIdFormat, Int64IdFormat {
            public static var format: Id.Format { .timeid }
        }

        /// `uid11_xid`.
        public enum Uid11Xid: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .uid11Xid }
        }

        /// `uid11_fullrand`.
        public enum Uid11Fullrand: UnfailingIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .uid11Fullrand }
        }

        /// `uid11_snowish`.
        public enum Uid11Snowish: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .uid11Snowish }
        }

        /// `uid11_ts_seq_rand`.
        public enum Uid11TsSeqRand: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .uid11TsSeqRand }
        }

        /// `uuid6`.
        public enum Uuid6: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid6 }
        }

        /// `uuid7_draft01`.
        public enum Uuid7Draft01: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid7Draft01 }
        }

        /// `uuid7`.
        public enum Uuid7: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid7 }
        }

        /// `uuid8`.
        public enum Uuid8: UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid8 }
        }

        /// `scru160`.
        public enum Scru160: TimedIdFormat, UnfailingIdFormat {
            public static var format: Id.Format { .scru160 }
        }

        /// `lexical_uuid`.
        public enum LexicalUuid: TimedIdFormat, MadeIdFormat, UuidIdFormat {
            public static var format: Id.Format { .lexicalUuid }
        }

        /// `snowflake`.
        public enum Snowflake: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .snowflake }
        }

        /// `flake`.
        public enum Flake: TimedIdFormat, MadeIdFormat, UuidIdFormat {
            public static var format: Id.Format { .flake }
        }

        /// `sharding_id`.
        public enum ShardingId: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .shardingId }
        }

        /// `ksuid`.
        public enum Ksuid: TimedIdFormat, UnfailingIdFormat {
            public static var format: Id.Format { .ksuid }
        }

        /// `elasticflake`.
        public enum Elasticflake: TimedIdFormat, MadeIdFormat {
            public static var format: Id.Format { .elasticflake }
        }

        /// `flake_idgen`.
        public enum FlakeIdgen: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .flakeIdgen }
        }

        /// `sonyflake`.
        public enum Sonyflake: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .sonyflake }
        }

        /// `ordered_uuid`.
        public enum OrderedUuid: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .orderedUuid }
        }

        /// `comb_guid`.
        public enum CombGuid: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .combGuid }
        }

        /// `ulid`.
        public enum Ulid: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .ulid }
        }

        /// `sid`.
        public enum Sid: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .sid }
        }

        /// `push_id`.
        public enum PushId: TimedIdFormat, UnfailingIdFormat {
            public static var format: Id.Format { .pushId }
        }

        /// `xid`.
        public enum Xid: TimedIdFormat, MadeIdFormat {
            public static var format: Id.Format { .xid }
        }

        /// `object_id`.
        public enum ObjectId: TimedIdFormat, MadeIdFormat {
            public static var format: Id.Format { .objectId }
        }

        /// `cuid`.
        public enum Cuid: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .cuid }
        }

        /// `comb_mssql`.
        public enum CombMssql: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .combMssql }
        }

        /// `uuid1`.
        public enum Uuid1: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid1 }
        }

        /// `uuid4`.
        public enum Uuid4: UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .uuid4 }
        }

        /// `any_uuid`.
        public enum AnyUuid: UuidIdFormat {
            public static var format: Id.Format { .anyUuid }
        }

        /// `mastodon`.
        public enum Mastodon: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .mastodon }
        }

        /// `tsid`.
        public enum Tsid: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .tsid }
        }

        /// `scru128`.
        public enum Scru128: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            public static var format: Id.Format { .scru128 }
        }

        /// `scru64`.
        public enum Scru64: TimedIdFormat, MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .scru64 }
        }

        /// `elasticsearch_id`.
        public enum ElasticsearchId: TimedIdFormat {
            public static var format: Id.Format { .elasticsearchId }
        }

        /// `custom64`.
        public enum Custom64: MadeIdFormat, UInt64IdFormat {
            public static var format: Id.Format { .custom64 }
        }

        /// `elasticsearch_k_ordered`.
        public enum ElasticsearchKOrdered: TimedIdFormat {
            public static var format: Id.Format { .elasticsearchKOrdered }
        }

        /// `elasticsearch_routed`.
        public enum ElasticsearchRouted: TimedIdFormat {
            public static var format: Id.Format { .elasticsearchRouted }
        }
        // </generated>
    }
}

// <generated: functions>
/// The atproto TID: microseconds and a clock identifier (`tid`).
public typealias Tid = TypedId<Id.Formats.Tid>

/// A new tid.
///
/// The node is one of 1,024. Processes with the same one repeat ids; on Linux, those of one user claim different ones.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
public func tid() throws(SortidError) -> Tid {
    try Tid.now()
}

/// A new tid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func tid(at date: Date) throws(SortidError) -> Tid {
    try Tid(at: date)
}

/// Microseconds with a sign, so also before 1970, and a node (`timeid`).
public typealias Timeid = TypedId<Id.Formats.Timeid>

/// A new timeid.
///
/// The node is one of 32. Processes with the same one repeat ids; on Linux, those of one user claim different ones.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
public func timeid() throws(SortidError) -> Timeid {
    try Timeid.now()
}

/// A new timeid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func timeid(at date: Date) throws(SortidError) -> Timeid {
    try Timeid(at: date)
}

/// Milliseconds since 2011 and 22 random bits (`uid11_xid`).
public typealias Uid11Xid = TypedId<Id.Formats.Uid11Xid>

/// A new uid11_xid.
///
/// - Throws: As ``newId(_:)``.
public func uid11Xid() throws(SortidError) -> Uid11Xid {
    try Uid11Xid.now()
}

/// A new uid11_xid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uid11Xid(at date: Date) throws(SortidError) -> Uid11Xid {
    try Uid11Xid(at: date)
}

/// 64 random bits, no time (`uid11_fullrand`).
public typealias Uid11Fullrand = TypedId<Id.Formats.Uid11Fullrand>

/// A new uid11_fullrand.
///
/// - Throws: As ``newId(_:)``.
public func uid11Fullrand() throws(SortidError) -> Uid11Fullrand {
    try Uid11Fullrand.now()
}

/// Milliseconds since 2011, a machine and a sequence (`uid11_snowish`).
public typealias Uid11Snowish = TypedId<Id.Formats.Uid11Snowish>

/// A new uid11_snowish.
///
/// The node is one of 1,024. Processes with the same one repeat ids; on Linux, those of one user claim different ones.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
public func uid11Snowish() throws(SortidError) -> Uid11Snowish {
    try Uid11Snowish.now()
}

/// A new uid11_snowish with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uid11Snowish(at date: Date) throws(SortidError) -> Uid11Snowish {
    try Uid11Snowish(at: date)
}

/// Milliseconds since 2011, a sequence and 10 random bits (`uid11_ts_seq_rand`).
public typealias Uid11TsSeqRand = TypedId<Id.Formats.Uid11TsSeqRand>

/// A new uid11_ts_seq_rand.
///
/// - Throws: As ``newId(_:)``.
public func uid11TsSeqRand() throws(SortidError) -> Uid11TsSeqRand {
    try Uid11TsSeqRand.now()
}

/// A new uid11_ts_seq_rand with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uid11TsSeqRand(at date: Date) throws(SortidError) -> Uid11TsSeqRand {
    try Uid11TsSeqRand(at: date)
}

/// UUID version 1 in the order of time (`uuid6`).
public typealias Uuid6 = TypedId<Id.Formats.Uuid6>

/// A new uuid6.
///
/// - Throws: As ``newId(_:)``.
public func uuid6() throws(SortidError) -> Uuid6 {
    try Uuid6.now()
}

/// A new uuid6 with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uuid6(at date: Date) throws(SortidError) -> Uuid6 {
    try Uuid6(at: date)
}

/// UUID version 7 as drafted in 2021: seconds and a fraction (`uuid7_draft01`).
public typealias Uuid7Draft01 = TypedId<Id.Formats.Uuid7Draft01>

/// A new uuid7_draft01.
///
/// - Throws: As ``newId(_:)``.
public func uuid7Draft01() throws(SortidError) -> Uuid7Draft01 {
    try Uuid7Draft01.now()
}

/// A new uuid7_draft01 with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uuid7Draft01(at date: Date) throws(SortidError) -> Uuid7Draft01 {
    try Uuid7Draft01(at: date)
}

/// UUID version 7: milliseconds, a counter and random bits (`uuid7`).
public typealias Uuid7 = TypedId<Id.Formats.Uuid7>

/// A new uuid7.
///
/// - Throws: As ``newId(_:)``.
public func uuid7() throws(SortidError) -> Uuid7 {
    try Uuid7.now()
}

/// A new uuid7 with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uuid7(at date: Date) throws(SortidError) -> Uuid7 {
    try Uuid7(at: date)
}

/// UUID version 8: a timestamp of the maker's own layout (`uuid8`).
public typealias Uuid8 = TypedId<Id.Formats.Uuid8>

/// A new uuid8.
///
/// - Throws: As ``newId(_:)``.
public func uuid8() throws(SortidError) -> Uuid8 {
    try Uuid8.now()
}

/// 160 bits: milliseconds, a counter and 96 random bits (`scru160`).
public typealias Scru160 = TypedId<Id.Formats.Scru160>

/// A new scru160.
///
/// - Throws: As ``newId(_:)``.
public func scru160() throws(SortidError) -> Scru160 {
    try Scru160.now()
}

/// A new scru160 with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func scru160(at date: Date) throws(SortidError) -> Scru160 {
    try Scru160(at: date)
}

/// Microseconds and a worker, as 8-4-4-16 hexadecimal digits (`lexical_uuid`).
public typealias LexicalUuid = TypedId<Id.Formats.LexicalUuid>

/// Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer (`snowflake`).
public typealias Snowflake = TypedId<Id.Formats.Snowflake>

/// A new snowflake.
///
/// The node is one of 1,024. Processes with the same one repeat ids; on Linux, those of one user claim different ones.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
public func snowflake() throws(SortidError) -> Snowflake {
    try Snowflake.now()
}

/// A new snowflake with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func snowflake(at date: Date) throws(SortidError) -> Snowflake {
    try Snowflake(at: date)
}

/// Milliseconds, a worker and a sequence in base62 (`flake`).
public typealias Flake = TypedId<Id.Formats.Flake>

/// Milliseconds since 2011, a shard and a sequence, as a decimal integer (`sharding_id`).
public typealias ShardingId = TypedId<Id.Formats.ShardingId>

/// Seconds since 2014, a random counter and 64 random bits (`ksuid`).
public typealias Ksuid = TypedId<Id.Formats.Ksuid>

/// A new ksuid.
///
/// - Throws: As ``newId(_:)``.
public func ksuid() throws(SortidError) -> Ksuid {
    try Ksuid.now()
}

/// A new ksuid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func ksuid(at date: Date) throws(SortidError) -> Ksuid {
    try Ksuid(at: date)
}

/// Milliseconds, a node and a sequence, as Elasticsearch had them up to version 5 (`elasticflake`).
public typealias Elasticflake = TypedId<Id.Formats.Elasticflake>

/// Milliseconds, a datacenter, a worker and a counter, as a decimal integer (`flake_idgen`).
public typealias FlakeIdgen = TypedId<Id.Formats.FlakeIdgen>

/// Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer (`sonyflake`).
public typealias Sonyflake = TypedId<Id.Formats.Sonyflake>

/// UUID version 4 with tens of microseconds in front, as Laravel makes it (`ordered_uuid`).
public typealias OrderedUuid = TypedId<Id.Formats.OrderedUuid>

/// UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL (`comb_guid`).
public typealias CombGuid = TypedId<Id.Formats.CombGuid>

/// Milliseconds and 80 random bits that count up within one (`ulid`).
public typealias Ulid = TypedId<Id.Formats.Ulid>

/// A new ulid.
///
/// - Throws: As ``newId(_:)``.
public func ulid() throws(SortidError) -> Ulid {
    try Ulid.now()
}

/// A new ulid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func ulid(at date: Date) throws(SortidError) -> Ulid {
    try Ulid(at: date)
}

/// Nanoseconds and 63 random bits, as two numbers (`sid`).
public typealias Sid = TypedId<Id.Formats.Sid>

/// Milliseconds and 72 random bits that count up within one (`push_id`).
public typealias PushId = TypedId<Id.Formats.PushId>

/// Seconds, a machine, a process and a counter (`xid`).
public typealias Xid = TypedId<Id.Formats.Xid>

/// A new xid.
///
/// - Throws: As ``newId(_:)``.
public func xid() throws(SortidError) -> Xid {
    try Xid.now()
}

/// A new xid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func xid(at date: Date) throws(SortidError) -> Xid {
    try Xid(at: date)
}

/// Seconds, 40 bits drawn for the process, and a counter (`object_id`).
public typealias ObjectId = TypedId<Id.Formats.ObjectId>

/// A new object_id.
///
/// - Throws: As ``newId(_:)``.
public func objectId() throws(SortidError) -> ObjectId {
    try ObjectId.now()
}

/// A new object_id with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func objectId(at date: Date) throws(SortidError) -> ObjectId {
    try ObjectId(at: date)
}

/// Milliseconds, a counter, a fingerprint and 41 random bits in base36 (`cuid`).
public typealias Cuid = TypedId<Id.Formats.Cuid>

/// UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server (`comb_mssql`).
public typealias CombMssql = TypedId<Id.Formats.CombMssql>

/// UUID version 1, a timeuuid: its bytes and text are not in the order of time (`uuid1`).
public typealias Uuid1 = TypedId<Id.Formats.Uuid1>

/// A new uuid1.
///
/// - Throws: As ``newId(_:)``.
public func uuid1() throws(SortidError) -> Uuid1 {
    try Uuid1.now()
}

/// A new uuid1 with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func uuid1(at date: Date) throws(SortidError) -> Uuid1 {
    try Uuid1(at: date)
}

/// UUID version 4: 122 random bits, no time (`uuid4`).
public typealias Uuid4 = TypedId<Id.Formats.Uuid4>

/// A new uuid4.
///
/// - Throws: As ``newId(_:)``.
public func uuid4() throws(SortidError) -> Uuid4 {
    try Uuid4.now()
}

/// Any UUID, of any version; parsed only (`any_uuid`).
public typealias AnyUuid = TypedId<Id.Formats.AnyUuid>

/// Milliseconds and a sequence, as a decimal integer (`mastodon`).
public typealias Mastodon = TypedId<Id.Formats.Mastodon>

/// Milliseconds since 2020, a node and a counter, in base32 or as a decimal integer (`tsid`).
public typealias Tsid = TypedId<Id.Formats.Tsid>

/// A new tsid.
///
/// The node is one of 1,024. Processes with the same one repeat ids; on Linux, those of one user claim different ones.
/// A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
///
/// - Throws: As ``newId(_:)``.
public func tsid() throws(SortidError) -> Tsid {
    try Tsid.now()
}

/// A new tsid with a given time: see ``newId(_:at:)-(_,Timestamp)``.
///
/// - Throws: As ``TypedId/init(at:)-(Timestamp)``.
public func tsid(at date: Date) throws(SortidError) -> Tsid {
    try Tsid(at: date)
}

/// Milliseconds, a counter and random bits, 128 in all, in base36 (`scru128`).
public typealias Scru128 = TypedId<Id.Formats.Scru128>

/// Units of 256 milliseconds, a node and a counter, 12 digits of base36 (`scru64`).
public typealias Scru64 = TypedId<Id.Formats.Scru64>

/// Milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only (`elasticsearch_id`).
public typealias ElasticsearchId = TypedId<Id.Formats.ElasticsearchId>

/// A time, a node and a sequence in a layout of the maker's own, as a decimal integer (`custom64`).
public typealias Custom64 = TypedId<Id.Formats.Custom64>

/// Milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only (`elasticsearch_k_ordered`).
public typealias ElasticsearchKOrdered = TypedId<Id.Formats.ElasticsearchKOrdered>

/// Milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only (`elasticsearch_routed`).
public typealias ElasticsearchRouted = TypedId<Id.Formats.ElasticsearchRouted>
// </generated>
