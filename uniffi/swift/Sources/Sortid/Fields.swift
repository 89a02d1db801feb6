extension Id {
    /// A field that every id of the format has, as a type that holds it.
    func whole<I: FixedWidthInteger>(_ name: String) -> I {
        (try? field(name, as: I.self)) ?? 0
    }
}

// <generated: fields>
extension TypedId where F == Id.Formats.Tid {
    /// The field `reserved` of tid, 1 bit.
    public var reserved: Int64 { id.whole("reserved") }

    /// The field `timestamp_us` of tid, 53 bits.
    public var timestampUs: Int64 { id.whole("timestamp_us") }

    /// The field `clock_id` of tid, 10 bits.
    public var clockId: Int64 { id.whole("clock_id") }
}

extension TypedId where F == Id.Formats.Timeid {
    /// The field `timestamp_us` of timeid, 54 bits.
    public var timestampUs: Int64 { id.whole("timestamp_us") }

    /// The field `node` of timeid, 10 bits.
    public var node: Int64 { id.whole("node") }
}

extension TypedId where F == Id.Formats.Uid11Xid {
    /// The field `timestamp_ms` of uid11_xid, 42 bits.
    public var timestampMs: Int64 { id.whole("timestamp_ms") }

    /// The field `random` of uid11_xid, 22 bits.
    public var random: Int64 { id.whole("random") }
}

extension TypedId where F == Id.Formats.Uid11Fullrand {
    /// The field `random` of uid11_fullrand, 64 bits.
    public var random: UInt64 { id.whole("random") }
}

extension TypedId where F == Id.Formats.Uid11Snowish {
    /// The field `timestamp_ms` of uid11_snowish, 41 bits.
    public var timestampMs: Int64 { id.whole("timestamp_ms") }

    /// The field `machine` of uid11_snowish, 10 bits.
    public var machine: Int64 { id.whole("machine") }

    /// The field `sequence` of uid11_snowish, 12 bits.
    public var sequence: Int64 { id.whole("sequence") }
}

extension TypedId where F == Id.Formats.Uid11TsSeqRand {
    /// The field `timestamp_ms` of uid11_ts_seq_rand, 42 bits.
    public var timestampMs: Int64 { id.whole("timestamp_ms") }

    /// The field `sequence` of uid11_ts_seq_rand, 12 bits.
    public var sequence: Int64 { id.whole("sequence") }

    /// The field `random` of uid11_ts_seq_rand, 10 bits.
    public var random: Int64 { id.whole("random") }
}

extension TypedId where F == Id.Formats.Uuid6 {
    /// The field `timestamp` of uuid6, 60 bits.
    public var timestamp: Int64 { id.whole("timestamp") }

    /// The field `clock_seq` of uuid6, 14 bits.
    public var clockSeq: Int64 { id.whole("clock_seq") }

    /// The field `node` of uuid6, 48 bits.
    public var node: Int64 { id.whole("node") }
}

extension TypedId where F == Id.Formats.Uuid7Draft01 {
    /// The field `unixts` of uuid7_draft01, 36 bits.
    public var unixts: Int64 { id.whole("unixts") }

    /// The field `subsec_a` of uuid7_draft01, 12 bits.
    public var subsecA: Int64 { id.whole("subsec_a") }

    /// The field `subsec_b` of uuid7_draft01, 12 bits.
    public var subsecB: Int64 { id.whole("subsec_b") }

    /// The field `subsec_seq_node` of uuid7_draft01, 62 bits.
    public var subsecSeqNode: Int64 { id.whole("subsec_seq_node") }
}

extension TypedId where F == Id.Formats.Uuid7 {
    /// The field `unix_ts_ms` of uuid7, 48 bits.
    public var unixTsMs: Int64 { id.whole("unix_ts_ms") }

    /// The field `rand_a` of uuid7, 12 bits.
    public var randA: Int64 { id.whole("rand_a") }

    /// The field `rand_b` of uuid7, 62 bits.
    public var randB: Int64 { id.whole("rand_b") }
}

extension TypedId where F == Id.Formats.Uuid8 {
    /// The field `custom_a` of uuid8, 48 bits.
    public var customA: Int64 { id.whole("custom_a") }

    /// The field `custom_b` of uuid8, 12 bits.
    public var customB: Int64 { id.whole("custom_b") }

    /// The field `custom_c` of uuid8, 62 bits.
    public var customC: Int64 { id.whole("custom_c") }
}

extension TypedId where F == Id.Formats.Scru160 {
    /// The field `timestamp_ms` of scru160, 48 bits.
    public var timestampMs: Int64 { id.whole("timestamp_ms") }

    /// The field `counter` of scru160, 16 bits.
    public var counter: Int64 { id.whole("counter") }

    /// The field `random16` of scru160, 16 bits.
    public var random16: Int64 { id.whole("random16") }

    /// The field `random80` of scru160, 80 bits.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var random80: UInt128 { id.whole("random80") }
}
// </generated>
