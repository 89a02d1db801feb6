// <generated: fields>
extension TypedId where F == Formats.Tid {
    /// The field `reserved` of tid, 1 bit.
    public var reserved: Int { anyId.whole(0) }
    /// The field `timestamp_us` of tid, 53 bits.
    public var timestampUs: Int { anyId.whole(1) }
    /// The field `clock_id` of tid, 10 bits.
    public var clockId: Int { anyId.whole(2) }
    /// The node, from the fields: `clock_id`.
    public var node: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Timeid {
    /// The field `timestamp_us` of timeid, 54 bits.
    public var timestampUs: Int { anyId.whole(0) }
    /// The field `node` of timeid, 10 bits.
    public var node: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Uid11Xid {
    /// The field `timestamp_ms` of uid11_xid, 42 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `random` of uid11_xid, 22 bits.
    public var random: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Uid11Fullrand {
    /// The field `random` of uid11_fullrand, 64 bits.
    public var random: UInt64 { anyId.whole(0) }
}

extension TypedId where F == Formats.Uid11Snowish {
    /// The field `timestamp_ms` of uid11_snowish, 41 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `machine` of uid11_snowish, 10 bits.
    public var machine: Int { anyId.whole(1) }
    /// The field `sequence` of uid11_snowish, 12 bits.
    public var sequence: Int { anyId.whole(2) }
    /// The node, from the fields: `machine`.
    public var node: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Uid11TsSeqRand {
    /// The field `timestamp_ms` of uid11_ts_seq_rand, 42 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `sequence` of uid11_ts_seq_rand, 12 bits.
    public var sequence: Int { anyId.whole(1) }
    /// The field `random` of uid11_ts_seq_rand, 10 bits.
    public var random: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Uuid6 {
    /// The field `clock_seq` of uuid6, 14 bits.
    public var clockSeq: Int { anyId.whole(1) }
    /// The field `node` of uuid6, 48 bits.
    public var node: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Uuid7Draft01 {
    /// The field `unixts` of uuid7_draft01, 36 bits.
    public var unixts: Int { anyId.whole(0) }
    /// The field `subsec_a` of uuid7_draft01, 12 bits.
    public var subsecA: Int { anyId.whole(1) }
    /// The field `subsec_b` of uuid7_draft01, 12 bits.
    public var subsecB: Int { anyId.whole(2) }
    /// The field `subsec_seq_node` of uuid7_draft01, 62 bits.
    public var subsecSeqNode: Int { anyId.whole(3) }
}

extension TypedId where F == Formats.Uuid7 {
    /// The field `unix_ts_ms` of uuid7, 48 bits.
    public var unixTsMs: Int { anyId.whole(0) }
    /// The field `rand_a` of uuid7, 12 bits.
    public var randA: Int { anyId.whole(1) }
    /// The field `rand_b` of uuid7, 62 bits.
    public var randB: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Uuid8 {
    /// The field `custom_a` of uuid8, 48 bits.
    public var customA: Int { anyId.whole(0) }
    /// The field `custom_b` of uuid8, 12 bits.
    public var customB: Int { anyId.whole(1) }
    /// The field `custom_c` of uuid8, 62 bits.
    public var customC: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Scru160 {
    /// The field `timestamp_ms` of scru160, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `counter` of scru160, 16 bits.
    public var counter: Int { anyId.whole(1) }
    /// The field `random16` of scru160, 16 bits.
    public var random16: Int { anyId.whole(2) }
    /// The field `random80` of scru160, 80 bits.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var random80: UInt128 { anyId.whole(3) }
}

extension TypedId where F == Formats.LexicalUuid {
    /// The field `timestamp_us` of lexical_uuid, 64 bits.
    public var timestampUs: UInt64 { anyId.whole(0) }
    /// The field `worker` of lexical_uuid, 64 bits.
    public var worker: UInt64 { anyId.whole(1) }
    /// The node, from the fields: `worker`.
    public var node: UInt64 { anyId.whole(1) }
}

extension TypedId where F == Formats.Snowflake {
    /// The field `timestamp_ms` of snowflake, 41 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `datacenter` of snowflake, 5 bits.
    public var datacenter: Int { anyId.whole(1) }
    /// The field `worker` of snowflake, 5 bits.
    public var worker: Int { anyId.whole(2) }
    /// The field `sequence` of snowflake, 12 bits.
    public var sequence: Int { anyId.whole(3) }
    /// The node, from the fields: `datacenter` and `worker`.
    public var node: Int { anyId.whole(1) << 5 | anyId.whole(2) }
}

extension TypedId where F == Formats.Flake {
    /// The field `timestamp_ms` of flake, 64 bits.
    public var timestampMs: UInt64 { anyId.whole(0) }
    /// The field `worker` of flake, 48 bits.
    public var worker: Int { anyId.whole(1) }
    /// The field `sequence` of flake, 16 bits.
    public var sequence: Int { anyId.whole(2) }
    /// The node, from the fields: `worker`.
    public var node: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.ShardingId {
    /// The field `timestamp_ms` of sharding_id, 41 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `shard` of sharding_id, 13 bits.
    public var shard: Int { anyId.whole(1) }
    /// The field `sequence` of sharding_id, 10 bits.
    public var sequence: Int { anyId.whole(2) }
    /// The node, from the fields: `shard`.
    public var node: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Ksuid {
    /// The field `timestamp_s` of ksuid, 32 bits.
    public var timestampS: Int { anyId.whole(0) }
    /// The field `payload_hi` of ksuid, 64 bits.
    public var payloadHi: UInt64 { anyId.whole(1) }
    /// The field `payload_lo` of ksuid, 64 bits.
    public var payloadLo: UInt64 { anyId.whole(2) }
}

extension TypedId where F == Formats.Elasticflake {
    /// The field `timestamp_ms` of elasticflake, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `node` of elasticflake, 48 bits.
    public var node: Int { anyId.whole(1) }
    /// The field `sequence` of elasticflake, 24 bits.
    public var sequence: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.FlakeIdgen {
    /// The field `timestamp_ms` of flake_idgen, 42 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `datacenter` of flake_idgen, 5 bits.
    public var datacenter: Int { anyId.whole(1) }
    /// The field `worker` of flake_idgen, 5 bits.
    public var worker: Int { anyId.whole(2) }
    /// The field `counter` of flake_idgen, 12 bits.
    public var counter: Int { anyId.whole(3) }
    /// The node, from the fields: `datacenter` and `worker`.
    public var node: Int { anyId.whole(1) << 5 | anyId.whole(2) }
}

extension TypedId where F == Formats.Sonyflake {
    /// The field `timestamp_10ms` of sonyflake, 39 bits.
    public var timestamp10ms: Int { anyId.whole(0) }
    /// The field `sequence` of sonyflake, 8 bits.
    public var sequence: Int { anyId.whole(1) }
    /// The field `machine` of sonyflake, 16 bits.
    public var machine: Int { anyId.whole(2) }
    /// The node, from the fields: `machine`.
    public var node: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.OrderedUuid {
    /// The field `timestamp_10us` of ordered_uuid, 48 bits.
    public var timestamp10us: Int { anyId.whole(0) }
    /// The field `rand_a` of ordered_uuid, 12 bits.
    public var randA: Int { anyId.whole(1) }
    /// The field `rand_b` of ordered_uuid, 62 bits.
    public var randB: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.CombGuid {
    /// The field `unix_ts_ms` of comb_guid, 48 bits.
    public var unixTsMs: Int { anyId.whole(0) }
    /// The field `rand_a` of comb_guid, 12 bits.
    public var randA: Int { anyId.whole(1) }
    /// The field `rand_b` of comb_guid, 62 bits.
    public var randB: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Ulid {
    /// The field `timestamp_ms` of ulid, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `randomness` of ulid, 80 bits.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var randomness: UInt128 { anyId.whole(1) }
}

extension TypedId where F == Formats.Sid {
    /// The field `timestamp_ns` of sid, 63 bits.
    public var timestampNs: Int { anyId.whole(0) }
    /// The field `random` of sid, 63 bits.
    public var random: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.PushId {
    /// The field `timestamp_ms` of push_id, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `random` of push_id, 72 bits.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var random: UInt128 { anyId.whole(1) }
}

extension TypedId where F == Formats.Xid {
    /// The field `timestamp_s` of xid, 32 bits.
    public var timestampS: Int { anyId.whole(0) }
    /// The field `machine` of xid, 24 bits.
    public var machine: Int { anyId.whole(1) }
    /// The field `pid` of xid, 16 bits.
    public var pid: Int { anyId.whole(2) }
    /// The field `counter` of xid, 24 bits.
    public var counter: Int { anyId.whole(3) }
    /// The node, from the fields: `machine` and `pid`.
    public var node: Int { anyId.whole(1) << 16 | anyId.whole(2) }
}

extension TypedId where F == Formats.ObjectId {
    /// The field `timestamp_s` of object_id, 32 bits.
    public var timestampS: Int { anyId.whole(0) }
    /// The field `random` of object_id, 40 bits.
    public var random: Int { anyId.whole(1) }
    /// The field `counter` of object_id, 24 bits.
    public var counter: Int { anyId.whole(2) }
    /// The node, from the fields: `random`.
    public var node: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Cuid {
    /// The field `timestamp_ms` of cuid, 42 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `counter` of cuid, 21 bits.
    public var counter: Int { anyId.whole(1) }
    /// The field `fingerprint` of cuid, 21 bits.
    public var fingerprint: Int { anyId.whole(2) }
    /// The field `random` of cuid, 42 bits.
    public var random: Int { anyId.whole(3) }
    /// The node, from the fields: `fingerprint`.
    public var node: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.CombMssql {
    /// The field `rand_a` of comb_mssql, 48 bits.
    public var randA: Int { anyId.whole(0) }
    /// The field `rand_b` of comb_mssql, 12 bits.
    public var randB: Int { anyId.whole(1) }
    /// The field `rand_c` of comb_mssql, 14 bits.
    public var randC: Int { anyId.whole(2) }
    /// The field `unix_ts_ms` of comb_mssql, 48 bits.
    public var unixTsMs: Int { anyId.whole(3) }
}

extension TypedId where F == Formats.Uuid1 {
    /// The field `clock_seq` of uuid1, 14 bits.
    public var clockSeq: Int { anyId.whole(1) }
    /// The field `node` of uuid1, 48 bits.
    public var node: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Uuid4 {
    /// The field `random_a` of uuid4, 48 bits.
    public var randomA: Int { anyId.whole(0) }
    /// The field `random_b` of uuid4, 12 bits.
    public var randomB: Int { anyId.whole(1) }
    /// The field `random_c` of uuid4, 62 bits.
    public var randomC: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.AnyUuid {
    /// The field `high` of any_uuid, 64 bits.
    public var high: UInt64 { anyId.whole(0) }
    /// The field `low` of any_uuid, 64 bits.
    public var low: UInt64 { anyId.whole(1) }

    /// The kind of the UUID.
    public var kind: UuidKind {
        // Cannot be nil: every any_uuid has a kind.
        anyId.kind ?? .future
    }

    /// The nil UUID: all bits are zero.
    public static var nilUuid: Self { Self(unchecked: AnyId(.anyUuid, (0, 0, 0))) }

    /// The max UUID: all bits are one.
    public static var maxUuid: Self { Self(unchecked: AnyId(.anyUuid, (.max, .max, 0))) }
}

extension TypedId where F == Formats.Mastodon {
    /// The field `timestamp_ms` of mastodon, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `sequence` of mastodon, 16 bits.
    public var sequence: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Tsid {
    /// The field `timestamp_ms` of tsid, 42 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `random` of tsid, 22 bits.
    public var random: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.Scru128 {
    /// The field `timestamp_ms` of scru128, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `counter_hi` of scru128, 24 bits.
    public var counterHi: Int { anyId.whole(1) }
    /// The field `counter_lo` of scru128, 24 bits.
    public var counterLo: Int { anyId.whole(2) }
    /// The field `entropy` of scru128, 32 bits.
    public var entropy: Int { anyId.whole(3) }
}

extension TypedId where F == Formats.Scru64 {
    /// The field `timestamp_256ms` of scru64, 39 bits.
    public var timestamp256ms: Int { anyId.whole(0) }
    /// The field `node_ctr` of scru64, 24 bits.
    public var nodeCtr: Int { anyId.whole(1) }
}

extension TypedId where F == Formats.ElasticsearchId {
    /// The field `timestamp_ms` of elasticsearch_id, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `node` of elasticsearch_id, 48 bits.
    public var node: Int { anyId.whole(1) }
    /// The field `sequence` of elasticsearch_id, 24 bits.
    public var sequence: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.Custom64 {
    /// The field `custom` of custom64, 64 bits.
    public var custom: UInt64 { anyId.whole(0) }
}

extension TypedId where F == Formats.ElasticsearchKOrdered {
    /// The field `timestamp_ms` of elasticsearch_k_ordered, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `node` of elasticsearch_k_ordered, 48 bits.
    public var node: Int { anyId.whole(1) }
    /// The field `sequence` of elasticsearch_k_ordered, 24 bits.
    public var sequence: Int { anyId.whole(2) }
}

extension TypedId where F == Formats.ElasticsearchRouted {
    /// The field `timestamp_ms` of elasticsearch_routed, 48 bits.
    public var timestampMs: Int { anyId.whole(0) }
    /// The field `node` of elasticsearch_routed, 48 bits.
    public var node: Int { anyId.whole(1) }
    /// The field `sequence` of elasticsearch_routed, 24 bits.
    public var sequence: Int { anyId.whole(2) }
    /// The field `routing_hash` of elasticsearch_routed, 32 bits.
    public var routingHash: Int { anyId.whole(3) }
}
// </generated>
