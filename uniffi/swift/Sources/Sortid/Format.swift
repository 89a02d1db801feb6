internal import SortidGlue

extension Id {
    /// The closed list of formats.
    ///
    /// What a format is, the core says; this list is generated from the core's.
    public enum Format: UInt8, CaseIterable, Hashable, Sendable {
        // <generated: formats>
        /// The atproto TID: microseconds and a clock identifier: see atproto TID.
        case tid = 1
        /// Microseconds with a sign, so also before 1970, and a node: see draft-goldman-tid.
        case timeid = 2
        /// Milliseconds since 2011 and 22 random bits: see uid11 1.0, section 8.
        case uid11Xid = 3
        /// 64 random bits, no time: see uid11 1.0, section 5.
        case uid11Fullrand = 4
        /// Milliseconds since 2011, a machine and a sequence: see uid11 1.0, section 5.
        case uid11Snowish = 5
        /// Milliseconds since 2011, a sequence and 10 random bits: see uid11 1.0, section 5.
        case uid11TsSeqRand = 6
        /// UUID version 1 in the order of time: see draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6.
        case uuid6 = 7
        /// UUID version 7 as drafted in 2021: seconds and a fraction: see draft-peabody-dispatch-new-uuid-format-01, section 4.4.
        case uuid7Draft01 = 8
        /// UUID version 7: milliseconds, a counter and random bits: see RFC 9562, section 5.7.
        case uuid7 = 9
        /// UUID version 8: a timestamp of the maker's own layout: see draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8.
        case uuid8 = 10
        /// 160 bits: milliseconds, a counter and 96 random bits: see SCRU160 v0.1.0.
        case scru160 = 11

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
            }
        }

        /// The width in bits: 64, 128 or 160.
        public var bits: Int {
            switch self {
            case .tid: 64
            case .timeid: 64
            case .uid11Xid: 64
            case .uid11Fullrand: 64
            case .uid11Snowish: 64
            case .uid11TsSeqRand: 64
            case .uuid6: 128
            case .uuid7Draft01: 128
            case .uuid7: 128
            case .uuid8: 128
            case .scru160: 160
            }
        }

        /// The length of the canonical text in characters, all of them ASCII.
        public var textLength: Int {
            switch self {
            case .tid: 13
            case .timeid: 16
            case .uid11Xid: 11
            case .uid11Fullrand: 11
            case .uid11Snowish: 11
            case .uid11TsSeqRand: 11
            case .uuid6: 36
            case .uuid7Draft01: 36
            case .uuid7: 36
            case .uuid8: 36
            case .scru160: 32
            }
        }

        /// Whether ids are in the order of signed integers: the time of a timeid may lie before 1970.
        var isSigned: Bool {
            switch self {
            case .tid: false
            case .timeid: true
            case .uid11Xid: false
            case .uid11Fullrand: false
            case .uid11Snowish: false
            case .uid11TsSeqRand: false
            case .uuid6: false
            case .uuid7Draft01: false
            case .uuid7: false
            case .uuid8: false
            case .scru160: false
            }
        }

        /// The unit of the time in nanoseconds; `nil` where the bits tell no time.
        public var resolutionNs: UInt64? {
            switch self {
            case .tid: 1_000
            case .timeid: 1_000
            case .uid11Xid: 1_000_000
            case .uid11Fullrand: nil
            case .uid11Snowish: 1_000_000
            case .uid11TsSeqRand: 1_000_000
            case .uuid6: 100
            case .uuid7Draft01: 1_000
            case .uuid7: 1_000_000
            case .uuid8: nil
            case .scru160: 1_000_000
            }
        }

        /// The specification that defines the format, with the section.
        public var specification: String {
            switch self {
            case .tid: "atproto TID"
            case .timeid: "draft-goldman-tid"
            case .uid11Xid: "uid11 1.0, section 8"
            case .uid11Fullrand: "uid11 1.0, section 5"
            case .uid11Snowish: "uid11 1.0, section 5"
            case .uid11TsSeqRand: "uid11 1.0, section 5"
            case .uuid6: "draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6"
            case .uuid7Draft01: "draft-peabody-dispatch-new-uuid-format-01, section 4.4"
            case .uuid7: "RFC 9562, section 5.7"
            case .uuid8: "draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8"
            case .scru160: "SCRU160 v0.1.0"
            }
        }

        /// What the format is, in one line.
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
            case .uuid8: "UUID version 8: a timestamp of the maker's own layout"
            case .scru160: "160 bits: milliseconds, a counter and 96 random bits"
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
            case .timeid:
                [
                    Field(name: "timestamp_us", bits: 54),
                    Field(name: "node", bits: 10),
                ]
            case .uid11Xid:
                [
                    Field(name: "timestamp_ms", bits: 42),
                    Field(name: "random", bits: 22),
                ]
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
            case .uuid6:
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
            case .uuid7:
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
            }
        }

        /// The names of all options that its generators have.
        public var options: [String] {
            switch self {
            case .tid:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
                    "clock_id",
                ]
            case .timeid:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
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
                    "order",
                ]
            case .uid11Fullrand:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                ]
            case .uid11Snowish:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
                    "machine",
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
                    "epoch_unix_ms",
                ]
            case .uuid6:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
                    "machine_id",
                    "machine_bits",
                ]
            case .uuid7Draft01:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
                    "machine_id",
                    "machine_bits",
                    "precision",
                ]
            case .uuid7:
                [
                    "clock",
                    "seed",
                    "allow_fork",
                    "max_lead_ms",
                    "on_exhausted",
                    "rollback_tolerance_ms",
                    "on_rollback",
                    "state_file",
                    "machine_id",
                    "machine_bits",
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
                    "node",
                    "machine_id",
                    "machine_bits",
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
                    "usage",
                    "counter_bits",
                    "counter_seed_bits",
                    "node_id",
                    "node_bits",
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

        /// The format of a name.
        ///
        /// - Throws: `unknownFormat` for any other name.
        public init(named name: String) throws(SortidError) {
            guard let format = Self.allCases.first(where: { $0.name == name }) else {
                throw SortidError(.unknownFormat)
            }
            self = format
        }

        /// Throws `notApplicable` for a format of another width, or whose integers are of another kind.
        func mustHave(_ bits: Int, signed: Bool = false) throws(SortidError) {
            if self.bits != bits || isSigned != signed { throw SortidError(.notApplicable) }
        }
    }
}

extension Id.Format: CustomStringConvertible {
    /// The ``name``.
    public var description: String { name }
}

extension Id.Format: Codable {
    /// Reads the ``name``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try Id.Format(named: container.decode(String.self))
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
extension Id.Format: CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// The ``name``, so that dictionaries with formats as keys are coded as such.
    public var codingKey: any CodingKey { Key(stringValue: name) }

    /// Reads the ``name``.
    public init?(codingKey: some CodingKey) {
        try? self.init(named: codingKey.stringValue)
    }
}
