internal import SortidGlue

/// The formats. This list is generated from the core.
public enum Format: UInt8, CaseIterable, Hashable, Sendable {
    // <generated: formats>
    /// The atproto TID: microseconds and a clock identifier (atproto TID).
    case tid = 1
    /// Microseconds with a sign, so also before 1970, and a node (draft-goldman-tid).
    case timeid = 2
    /// Milliseconds since 2011 and 22 random bits (uid11 1.0, section 8).
    case uid11Xid = 3
    /// 64 random bits, no time (uid11 1.0, section 5).
    case uid11Fullrand = 4
    /// Milliseconds since 2011, a machine and a sequence (uid11 1.0, section 5).
    case uid11Snowish = 5
    /// Milliseconds since 2011, a sequence and 10 random bits (uid11 1.0, section 5).
    case uid11TsSeqRand = 6
    /// UUID version 1 in the order of time (draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6).
    case uuid6 = 7
    /// UUID version 7 as drafted in 2021: seconds and a fraction (draft-peabody-dispatch-new-uuid-format-01, section 4.4).
    case uuid7Draft01 = 8
    /// UUID version 7: milliseconds, a counter and random bits (RFC 9562, section 5.7).
    case uuid7 = 9
    /// UUID version 8: a timestamp in a custom layout (draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8).
    case uuid8 = 10
    /// 160 bits: milliseconds, a counter and 96 random bits (SCRU160 v0.1.0).
    case scru160 = 11
    /// Microseconds and a worker, as 8-4-4-16 hexadecimal digits (twitter/cassie f6da4e0, LexicalUUID).
    case lexicalUuid = 12
    /// Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer (twitter/snowflake b3f6a3c, IdWorker).
    case snowflake = 13
    /// Milliseconds, a worker and a sequence in base62 (boundary/flake 15c933a).
    case flake = 14
    /// Milliseconds since 2011, a shard and a sequence, as a decimal integer (Instagram Engineering, Sharding & IDs at Instagram).
    case shardingId = 15
    /// Seconds since 2014, a random counter and 64 random bits (segmentio/ksuid bf376a7).
    case ksuid = 16
    /// Milliseconds, a node and a sequence, as in Elasticsearch up to version 5 (ppearcy/elasticflake dd71c21).
    case elasticflake = 17
    /// Milliseconds, a datacenter, a worker and a counter, as a decimal integer (T-PWK/flake-idgen fcd6a2f).
    case flakeIdgen = 18
    /// Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer (sony/sonyflake 848d664, version 1).
    case sonyflake = 19
    /// UUID version 4 with tens of microseconds in front, as Laravel makes it (Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB).
    case orderedUuid = 20
    /// UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL (richardtallent/RT.Comb 2759820, PostgreSQL order).
    case combGuid = 21
    /// Milliseconds and 80 random bits, which count up within a millisecond (ulid/spec).
    case ulid = 22
    /// Nanoseconds and 63 random bits, as two numbers (chilts/sid 660e947).
    case sid = 23
    /// Milliseconds and 72 random bits, which count up within a millisecond (Firebase, The 2^120 Ways to Ensure Unique Identifiers).
    case pushId = 24
    /// Seconds, a machine, a process and a counter (rs/xid efa678f).
    case xid = 25
    /// Seconds, 40 bits drawn for the process, and a counter (MongoDB, BSON ObjectID).
    case objectId = 26
    /// Milliseconds, a counter, a fingerprint and 41 random bits in base36 (ericelliott/cuid 215b27b, version 1).
    case cuid = 27
    /// UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server (richardtallent/RT.Comb 2759820, SQL Server order).
    case combMssql = 28
    /// UUID version 1, a timeuuid: its bytes and text are not in the order of time (RFC 9562, section 5.1).
    case uuid1 = 29
    /// UUID version 4: 122 random bits, no time (RFC 9562, section 5.4).
    case uuid4 = 30
    /// Any UUID, of any version; parsed only (RFC 9562, section 4).
    case anyUuid = 31
    /// Milliseconds and a sequence, as a decimal integer (mastodon/mastodon 0486db9, timestamp_id).
    case mastodon = 32
    /// Milliseconds since 2020, a node and a counter, in base32 or as a decimal integer (f4b6a3/tsid-creator 5.2.6).
    case tsid = 33
    /// Milliseconds, a counter and random bits, 128 in all, in base36 (scru128/spec v2.1.1).
    case scru128 = 34
    /// Units of 256 milliseconds, a node and a counter, 12 digits of base36 (scru64/spec v1.0.0).
    case scru64 = 35
    /// Milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only (elastic/elasticsearch 891db0d).
    case elasticsearchId = 36
    /// A time, a node and a sequence in a custom layout, as a decimal integer (sortid's own; presets name published layouts).
    case custom64 = 37
    /// Milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only (elastic/elasticsearch 1116d7d).
    case elasticsearchKOrdered = 38
    /// Milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only (elastic/elasticsearch 1116d7d).
    case elasticsearchRouted = 39

    /// The name, the same in every language, for example `uuid7_draft01`.
    public var name: String {
        switch self {
        case .tid: "tid"
        case .timeid: "timeid"
        case .uid11Xid: "uid11_xid"
        case .uid11Fullrand: "uid11_fullrand"
        case .uid11Snowish: "uid11_snowish"
        case .uid11TsSeqRand: "uid11_ts_seq_rand"
        case .uuid6: "uuid6"
        case .uuid7Draft01: "uuid7_draft01"
        case .uuid7: "uuid7"
        case .uuid8: "uuid8"
        case .scru160: "scru160"
        case .lexicalUuid: "lexical_uuid"
        case .snowflake: "snowflake"
        case .flake: "flake"
        case .shardingId: "sharding_id"
        case .ksuid: "ksuid"
        case .elasticflake: "elasticflake"
        case .flakeIdgen: "flake_idgen"
        case .sonyflake: "sonyflake"
        case .orderedUuid: "ordered_uuid"
        case .combGuid: "comb_guid"
        case .ulid: "ulid"
        case .sid: "sid"
        case .pushId: "push_id"
        case .xid: "xid"
        case .objectId: "object_id"
        case .cuid: "cuid"
        case .combMssql: "comb_mssql"
        case .uuid1: "uuid1"
        case .uuid4: "uuid4"
        case .anyUuid: "any_uuid"
        case .mastodon: "mastodon"
        case .tsid: "tsid"
        case .scru128: "scru128"
        case .scru64: "scru64"
        case .elasticsearchId: "elasticsearch_id"
        case .custom64: "custom64"
        case .elasticsearchKOrdered: "elasticsearch_k_ordered"
        case .elasticsearchRouted: "elasticsearch_routed"
        }
    }

    /// The width in bits: a multiple of 8, from 64 to 160.
    public var bits: Int {
        switch self {
        case .tid, .timeid, .uid11Xid, .uid11Fullrand, .uid11Snowish, .uid11TsSeqRand, .snowflake, .shardingId, .flakeIdgen: 64
        case .sonyflake, .mastodon, .tsid, .scru64, .custom64: 64
        case .uuid6, .uuid7Draft01, .uuid7, .uuid8, .lexicalUuid, .flake, .orderedUuid, .combGuid, .ulid, .sid, .cuid, .combMssql: 128
        case .uuid1, .uuid4, .anyUuid, .scru128: 128
        case .scru160, .ksuid: 160
        case .elasticflake, .pushId, .elasticsearchId, .elasticsearchKOrdered: 120
        case .xid, .objectId: 96
        case .elasticsearchRouted: 152
        }
    }

    /// The maximum length of the canonical text in ASCII characters.
    public var textLength: Int {
        switch self {
        case .tid, .tsid: 13
        case .timeid: 16
        case .uid11Xid, .uid11Fullrand, .uid11Snowish, .uid11TsSeqRand: 11
        case .uuid6, .uuid7Draft01, .uuid7, .uuid8, .orderedUuid, .combGuid, .combMssql, .uuid1, .uuid4, .anyUuid: 36
        case .scru160: 32
        case .lexicalUuid: 35
        case .snowflake, .sonyflake: 19
        case .flake: 22
        case .shardingId, .elasticflake, .flakeIdgen, .pushId, .xid, .mastodon, .elasticsearchId, .custom64, .elasticsearchKOrdered: 20
        case .ksuid: 27
        case .ulid, .elasticsearchRouted: 26
        case .sid: 39
        case .objectId: 24
        case .cuid, .scru128: 25
        case .scru64: 12
        }
    }

    /// The minimum length of the canonical text in ASCII characters.
    public var textLengthMin: Int {
        switch self {
        case .tid, .tsid: 13
        case .timeid: 16
        case .uid11Xid, .uid11Fullrand, .uid11Snowish, .uid11TsSeqRand: 11
        case .uuid6, .uuid7Draft01, .uuid7, .uuid8, .orderedUuid, .combGuid, .combMssql, .uuid1, .uuid4, .anyUuid: 36
        case .scru160: 32
        case .lexicalUuid: 35
        case .snowflake, .flake, .shardingId, .flakeIdgen, .sonyflake, .mastodon, .custom64: 1
        case .ksuid: 27
        case .elasticflake, .pushId, .xid, .elasticsearchId, .elasticsearchKOrdered: 20
        case .ulid, .elasticsearchRouted: 26
        case .sid: 39
        case .objectId: 24
        case .cuid, .scru128: 25
        case .scru64: 12
        }
    }

    /// Whether canonical texts sort as the ids do.
    public var textSorts: Bool {
        switch self {
        case .timeid, .snowflake, .flake, .shardingId, .elasticflake, .flakeIdgen, .sonyflake, .combMssql, .uuid1, .uuid4: false
        case .anyUuid, .mastodon, .elasticsearchId, .custom64, .elasticsearchKOrdered, .elasticsearchRouted: false
        default: true
        }
    }

    /// Whether big-endian bytes sort as the ids do.
    public var bytesSort: Bool {
        switch self {
        case .timeid, .combMssql, .uuid1, .uuid4, .anyUuid, .elasticsearchId, .elasticsearchKOrdered, .elasticsearchRouted: false
        default: true
        }
    }

    /// Whether ids can be generated; `any_uuid` is read-only.
    public var canGenerate: Bool {
        switch self {
        case .anyUuid, .elasticsearchId, .elasticsearchKOrdered, .elasticsearchRouted: false
        default: true
        }
    }

    /// Whether a generator with default options returns increasing ids.
    public var isOrdered: Bool {
        switch self {
        case .uid11Xid, .uid11Fullrand, .uuid4, .anyUuid, .elasticsearchId, .elasticsearchKOrdered, .elasticsearchRouted: false
        default: true
        }
    }

    /// Whether ids can have a prefix: their texts do not contain `_`.
    public var takesPrefix: Bool {
        switch self {
        case .elasticflake, .pushId, .elasticsearchId, .elasticsearchKOrdered, .elasticsearchRouted: false
        default: true
        }
    }

    /// Whether ids sort as signed integers: the time of a timeid may be before 1970.
    var isSigned: Bool {
        switch self {
        case .timeid: true
        default: false
        }
    }

    /// The unit of the time in nanoseconds; `nil` for a format without a known time.
    public var resolutionNs: UInt64? {
        switch self {
        case .tid, .timeid, .uuid7Draft01, .lexicalUuid: 1_000
        case .uid11Fullrand, .uuid8, .uuid4, .anyUuid, .custom64: nil
        case .uuid6, .uuid1: 100
        case .ksuid, .xid, .objectId: 1_000_000_000
        case .sonyflake: 10_000_000
        case .orderedUuid: 10_000
        case .sid: 1
        case .scru64: 256_000_000
        default: 1_000_000
        }
    }

    /// The specification that defines the format, with the section.
    public var specification: String {
        switch self {
        case .tid: "atproto TID"
        case .timeid: "draft-goldman-tid"
        case .uid11Xid: "uid11 1.0, section 8"
        case .uid11Fullrand, .uid11Snowish, .uid11TsSeqRand: "uid11 1.0, section 5"
        case .uuid6: "draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6"
        case .uuid7Draft01: "draft-peabody-dispatch-new-uuid-format-01, section 4.4"
        case .uuid7: "RFC 9562, section 5.7"
        case .uuid8: "draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8"
        case .scru160: "SCRU160 v0.1.0"
        case .lexicalUuid: "twitter/cassie f6da4e0, LexicalUUID"
        case .snowflake: "twitter/snowflake b3f6a3c, IdWorker"
        case .flake: "boundary/flake 15c933a"
        case .shardingId: "Instagram Engineering, Sharding & IDs at Instagram"
        case .ksuid: "segmentio/ksuid bf376a7"
        case .elasticflake: "ppearcy/elasticflake dd71c21"
        case .flakeIdgen: "T-PWK/flake-idgen fcd6a2f"
        case .sonyflake: "sony/sonyflake 848d664, version 1"
        case .orderedUuid: "Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB"
        case .combGuid: "richardtallent/RT.Comb 2759820, PostgreSQL order"
        case .ulid: "ulid/spec"
        case .sid: "chilts/sid 660e947"
        case .pushId: "Firebase, The 2^120 Ways to Ensure Unique Identifiers"
        case .xid: "rs/xid efa678f"
        case .objectId: "MongoDB, BSON ObjectID"
        case .cuid: "ericelliott/cuid 215b27b, version 1"
        case .combMssql: "richardtallent/RT.Comb 2759820, SQL Server order"
        case .uuid1: "RFC 9562, section 5.1"
        case .uuid4: "RFC 9562, section 5.4"
        case .anyUuid: "RFC 9562, section 4"
        case .mastodon: "mastodon/mastodon 0486db9, timestamp_id"
        case .tsid: "f4b6a3/tsid-creator 5.2.6"
        case .scru128: "scru128/spec v2.1.1"
        case .scru64: "scru64/spec v1.0.0"
        case .elasticsearchId: "elastic/elasticsearch 891db0d"
        case .custom64: "sortid's own; presets name published layouts"
        case .elasticsearchKOrdered, .elasticsearchRouted: "elastic/elasticsearch 1116d7d"
        }
    }

    /// A description in one line.
    public var summary: String {
        switch self {
        case .tid: "the atproto TID: microseconds and a clock identifier"
        case .timeid: "microseconds with a sign, so also before 1970, and a node"
        case .uid11Xid: "milliseconds since 2011 and 22 random bits"
        case .uid11Fullrand: "64 random bits, no time"
        case .uid11Snowish: "milliseconds since 2011, a machine and a sequence"
        case .uid11TsSeqRand: "milliseconds since 2011, a sequence and 10 random bits"
        case .uuid6: "UUID version 1 in the order of time"
        case .uuid7Draft01: "UUID version 7 as drafted in 2021: seconds and a fraction"
        case .uuid7: "UUID version 7: milliseconds, a counter and random bits"
        case .uuid8: "UUID version 8: a timestamp in a custom layout"
        case .scru160: "160 bits: milliseconds, a counter and 96 random bits"
        case .lexicalUuid: "microseconds and a worker, as 8-4-4-16 hexadecimal digits"
        case .snowflake: "milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer"
        case .flake: "milliseconds, a worker and a sequence in base62"
        case .shardingId: "milliseconds since 2011, a shard and a sequence, as a decimal integer"
        case .ksuid: "seconds since 2014, a random counter and 64 random bits"
        case .elasticflake: "milliseconds, a node and a sequence, as in Elasticsearch up to version 5"
        case .flakeIdgen: "milliseconds, a datacenter, a worker and a counter, as a decimal integer"
        case .sonyflake: "tens of milliseconds since 2014, a sequence and a machine, as a decimal integer"
        case .orderedUuid: "UUID version 4 with tens of microseconds in front, as Laravel makes it"
        case .combGuid: "UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL"
        case .ulid: "milliseconds and 80 random bits, which count up within a millisecond"
        case .sid: "nanoseconds and 63 random bits, as two numbers"
        case .pushId: "milliseconds and 72 random bits, which count up within a millisecond"
        case .xid: "seconds, a machine, a process and a counter"
        case .objectId: "seconds, 40 bits drawn for the process, and a counter"
        case .cuid: "milliseconds, a counter, a fingerprint and 41 random bits in base36"
        case .combMssql: "UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server"
        case .uuid1: "UUID version 1, a timeuuid: its bytes and text are not in the order of time"
        case .uuid4: "UUID version 4: 122 random bits, no time"
        case .anyUuid: "any UUID, of any version; parsed only"
        case .mastodon: "milliseconds and a sequence, as a decimal integer"
        case .tsid: "milliseconds since 2020, a node and a counter, in base32 or as a decimal integer"
        case .scru128: "milliseconds, a counter and random bits, 128 in all, in base36"
        case .scru64: "units of 256 milliseconds, a node and a counter, 12 digits of base36"
        case .elasticsearchId: "milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only"
        case .custom64: "a time, a node and a sequence in a custom layout, as a decimal integer"
        case .elasticsearchKOrdered: "milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only"
        case .elasticsearchRouted: "milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only"
        }
    }

    /// The fields, most significant first.
    public var fields: [Field] {
        switch self {
        case .tid:
            [
                Field(name: "reserved", bits: 1),
                Field(name: "timestamp_us", bits: 53),
                Field(name: "clock_id", bits: 10),
            ]
        case .timeid: [Field(name: "timestamp_us", bits: 54), Field(name: "node", bits: 10)]
        case .uid11Xid, .tsid: [Field(name: "timestamp_ms", bits: 42), Field(name: "random", bits: 22)]
        case .uid11Fullrand: [Field(name: "random", bits: 64)]
        case .uid11Snowish:
            [
                Field(name: "timestamp_ms", bits: 41),
                Field(name: "machine", bits: 10),
                Field(name: "sequence", bits: 12),
            ]
        case .uid11TsSeqRand:
            [
                Field(name: "timestamp_ms", bits: 42),
                Field(name: "sequence", bits: 12),
                Field(name: "random", bits: 10),
            ]
        case .uuid6, .uuid1:
            [
                Field(name: "timestamp", bits: 60),
                Field(name: "clock_seq", bits: 14),
                Field(name: "node", bits: 48),
            ]
        case .uuid7Draft01:
            [
                Field(name: "unixts", bits: 36),
                Field(name: "subsec_a", bits: 12),
                Field(name: "subsec_b", bits: 12),
                Field(name: "subsec_seq_node", bits: 62),
            ]
        case .uuid7, .combGuid:
            [
                Field(name: "unix_ts_ms", bits: 48),
                Field(name: "rand_a", bits: 12),
                Field(name: "rand_b", bits: 62),
            ]
        case .uuid8:
            [
                Field(name: "custom_a", bits: 48),
                Field(name: "custom_b", bits: 12),
                Field(name: "custom_c", bits: 62),
            ]
        case .scru160:
            [
                Field(name: "timestamp_ms", bits: 48),
                Field(name: "counter", bits: 16),
                Field(name: "random16", bits: 16),
                Field(name: "random80", bits: 80),
            ]
        case .lexicalUuid: [Field(name: "timestamp_us", bits: 64), Field(name: "worker", bits: 64)]
        case .snowflake:
            [
                Field(name: "timestamp_ms", bits: 41),
                Field(name: "datacenter", bits: 5),
                Field(name: "worker", bits: 5),
                Field(name: "sequence", bits: 12),
            ]
        case .flake:
            [
                Field(name: "timestamp_ms", bits: 64),
                Field(name: "worker", bits: 48),
                Field(name: "sequence", bits: 16),
            ]
        case .shardingId:
            [
                Field(name: "timestamp_ms", bits: 41),
                Field(name: "shard", bits: 13),
                Field(name: "sequence", bits: 10),
            ]
        case .ksuid:
            [
                Field(name: "timestamp_s", bits: 32),
                Field(name: "payload_hi", bits: 64),
                Field(name: "payload_lo", bits: 64),
            ]
        case .elasticflake, .elasticsearchId, .elasticsearchKOrdered:
            [
                Field(name: "timestamp_ms", bits: 48),
                Field(name: "node", bits: 48),
                Field(name: "sequence", bits: 24),
            ]
        case .flakeIdgen:
            [
                Field(name: "timestamp_ms", bits: 42),
                Field(name: "datacenter", bits: 5),
                Field(name: "worker", bits: 5),
                Field(name: "counter", bits: 12),
            ]
        case .sonyflake:
            [
                Field(name: "timestamp_10ms", bits: 39),
                Field(name: "sequence", bits: 8),
                Field(name: "machine", bits: 16),
            ]
        case .orderedUuid:
            [
                Field(name: "timestamp_10us", bits: 48),
                Field(name: "rand_a", bits: 12),
                Field(name: "rand_b", bits: 62),
            ]
        case .ulid: [Field(name: "timestamp_ms", bits: 48), Field(name: "randomness", bits: 80)]
        case .sid: [Field(name: "timestamp_ns", bits: 63), Field(name: "random", bits: 63)]
        case .pushId: [Field(name: "timestamp_ms", bits: 48), Field(name: "random", bits: 72)]
        case .xid:
            [
                Field(name: "timestamp_s", bits: 32),
                Field(name: "machine", bits: 24),
                Field(name: "pid", bits: 16),
                Field(name: "counter", bits: 24),
            ]
        case .objectId:
            [
                Field(name: "timestamp_s", bits: 32),
                Field(name: "random", bits: 40),
                Field(name: "counter", bits: 24),
            ]
        case .cuid:
            [
                Field(name: "timestamp_ms", bits: 42),
                Field(name: "counter", bits: 21),
                Field(name: "fingerprint", bits: 21),
                Field(name: "random", bits: 42),
            ]
        case .combMssql:
            [
                Field(name: "rand_a", bits: 48),
                Field(name: "rand_b", bits: 12),
                Field(name: "rand_c", bits: 14),
                Field(name: "unix_ts_ms", bits: 48),
            ]
        case .uuid4:
            [
                Field(name: "random_a", bits: 48),
                Field(name: "random_b", bits: 12),
                Field(name: "random_c", bits: 62),
            ]
        case .anyUuid: [Field(name: "high", bits: 64), Field(name: "low", bits: 64)]
        case .mastodon: [Field(name: "timestamp_ms", bits: 48), Field(name: "sequence", bits: 16)]
        case .scru128:
            [
                Field(name: "timestamp_ms", bits: 48),
                Field(name: "counter_hi", bits: 24),
                Field(name: "counter_lo", bits: 24),
                Field(name: "entropy", bits: 32),
            ]
        case .scru64: [Field(name: "timestamp_256ms", bits: 39), Field(name: "node_ctr", bits: 24)]
        case .custom64: [Field(name: "custom", bits: 64)]
        case .elasticsearchRouted:
            [
                Field(name: "timestamp_ms", bits: 48),
                Field(name: "node", bits: 48),
                Field(name: "sequence", bits: 24),
                Field(name: "routing_hash", bits: 32),
            ]
        }
    }

    /// The names of the options of its generators.
    public var options: [String] {
        switch self {
        case .tid, .timeid:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
            ]
        case .uid11Xid:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "order",
            ]
        case .uid11Fullrand, .uuid4: ["clock", "seed", "allow_fork"]
        case .uid11Snowish, .shardingId, .sonyflake:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
                "epoch",
                "epoch_unix_ms",
            ]
        case .uid11TsSeqRand:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "epoch",
                "epoch_unix_ms",
            ]
        case .uuid6, .orderedUuid, .combGuid, .uuid1:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node",
                "machine_id",
                "machine_bits",
            ]
        case .uuid7Draft01, .uuid7:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node",
                "machine_id",
                "machine_bits",
                "precision",
            ]
        case .uuid8:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node",
                "machine_id",
                "machine_bits",
                "epoch",
                "epoch_unix_ms",
                "timestamp_bits",
                "unit_ns",
            ]
        case .scru160:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node",
                "usage",
                "counter_bits",
                "counter_seed_bits",
                "node_bits",
            ]
        case .lexicalUuid, .flake, .elasticflake, .xid, .objectId, .cuid:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node",
            ]
        case .snowflake, .flakeIdgen:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
                "datacenter",
                "worker",
                "epoch",
                "epoch_unix_ms",
            ]
        case .ksuid, .sid, .pushId, .combMssql, .mastodon, .scru128:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
            ]
        case .ulid:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "as_uuid7",
            ]
        case .anyUuid, .elasticsearchId, .elasticsearchKOrdered, .elasticsearchRouted: []
        case .tsid:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
                "node_bits",
                "epoch",
                "epoch_unix_ms",
            ]
        case .scru64:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
                "node_bits",
            ]
        case .custom64:
            [
                "clock",
                "seed",
                "allow_fork",
                "max_lead_ms",
                "on_exhausted",
                "rollback_tolerance_ms",
                "on_rollback",
                "state_file",
                "allow_other_owner",
                "lease_file",
                "node_from_env",
                "node_claim",
                "node",
                "node_bits",
                "epoch",
                "epoch_unix_ms",
                "timestamp_bits",
                "field_order",
                "preset",
                "sequence_bits",
                "unit_ns",
            ]
        }
    }
    // </generated>

    /// A field of a format: its name, and its width in bits.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The width in bits.
        public let bits: Int
    }

    /// The stable number, the same in every language.
    public var code: Int { Int(rawValue) }

    /// The width in bytes.
    public var byteCount: Int { bits / UInt8.bitWidth }

    /// Finds a format by name.
    ///
    /// - Throws: `unknownFormat` for any other name.
    public init(named name: String) throws(SortidError) {
        let code = try glue { try formatNamed(name: name) }
        self = Self(rawValue: code) ?? .tid
    }

    /// The index of a field in ``fields``.
    func place(ofField name: String) throws(SortidError) -> Int {
        if let place = fields.firstIndex(where: { $0.name == name }) { return place }
        let unknown = FieldValue(name: name, high: 0, low: 0)
        // Always throws, with the library's message.
        return try glue { Int(try idFromFields(formatCode: rawValue, fields: [unknown]).format) }
    }

    /// Throws `notApplicable` for another format than the expected one.
    @usableFromInline
    func mustBe(_ expected: Format) throws(SortidError) {
        if self != expected {
            throw SortidError(.notApplicable, "an id of \(expected) is expected, not of \(self)", subject: "format")
        }
    }

    /// Throws `notApplicable` for a format of another width or signedness.
    func mustHave(_ bits: Int, signed: Bool = false, for subject: String? = "integer") throws(SortidError) {
        if self.bits != bits {
            throw SortidError(.notApplicable, "\(name) ids have \(self.bits) bits, not \(bits)", subject: subject)
        }
        if isSigned != signed {
            throw SortidError(.notApplicable, "\(name) ids are \(isSigned ? "signed" : "unsigned") integers", subject: subject)
        }
    }
}

extension Format: CustomStringConvertible {
    /// The ``name``.
    public var description: String { name }
}

extension Format: Codable {
    /// Reads the ``name``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try Format(named: container.decode(String.self))
        } catch let error as SortidError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the ``name``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)
extension Format: CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// The ``name``, for dictionaries with formats as keys.
    public var codingKey: any CodingKey { Key(stringValue: name) }

    /// Reads the ``name``.
    public init?(codingKey: some CodingKey) {
        try? self.init(named: codingKey.stringValue)
    }
}
