internal import SortidGlue
internal import sortidFFI

/// A new id of a format that is known only at run time, from its process-wide generator.
///
/// - Throws: As ``Generator/next()`` of a generator with the format's defaults.
public func newId(_ format: Format) throws(SortidError) -> Id {
    try Id.written(format) { sortid_direct_next(0, format.rawValue, $0) }
}

/// Makes every generator of this process draw everything anew before its next id.
///
/// For a process that was resumed from a snapshot or checkpoint, whose copies would go on alike.
///
/// - Throws: `entropyUnavailable`.
public func reseed() throws(SortidError) {
    try glue { try reseedAll() }
}

/// The version of the library.
public var version: String { libraryVersion() }

/// The formats as types, for ``TypedId``.
public enum Formats {
    // <generated: tags>
    /// `tid`.
    public enum Tid: TimedFormat, Int64Format {
        /// The format.
        public static var format: Format { .tid }
    }

    /// `timeid`.
    public enum Timeid: TimedFormat, Int64Format {
        /// The format.
        public static var format: Format { .timeid }
    }

    /// `uid11_xid`.
    public enum Uid11Xid: TimedFormat, Int64Format {
        /// The format.
        public static var format: Format { .uid11Xid }
    }

    /// `uid11_fullrand`.
    public enum Uid11Fullrand: Int64Format {
        /// The format.
        public static var format: Format { .uid11Fullrand }
    }

    /// `uid11_snowish`.
    public enum Uid11Snowish: TimedFormat, Int64Format {
        /// The format.
        public static var format: Format { .uid11Snowish }
    }

    /// `uid11_ts_seq_rand`.
    public enum Uid11TsSeqRand: TimedFormat, Int64Format {
        /// The format.
        public static var format: Format { .uid11TsSeqRand }
    }

    /// `uuid6`.
    public enum Uuid6: TimedFormat, UuidFormat {
        /// The format.
        public static var format: Format { .uuid6 }
    }

    /// `uuid7_draft01`.
    public enum Uuid7Draft01: TimedFormat, UuidFormat {
        /// The format.
        public static var format: Format { .uuid7Draft01 }
    }

    /// `uuid7`.
    public enum Uuid7: TimedFormat, UuidFormat {
        /// The format.
        public static var format: Format { .uuid7 }
    }

    /// `uuid8`.
    public enum Uuid8: UuidFormat {
        /// The format.
        public static var format: Format { .uuid8 }
    }

    /// `scru160`.
    public enum Scru160: TimedFormat {
        /// The format.
        public static var format: Format { .scru160 }
    }
    // </generated>
}

// <generated: functions>
/// A tid: the atproto TID: microseconds and a clock identifier.
public typealias Tid = TypedId<Formats.Tid>

/// A new tid.
///
/// - Throws: As ``newId(_:)``.
public func tid() throws(SortidError) -> Tid {
    try Tid.make()
}

/// A timeid: microseconds with a sign, so also before 1970, and a node.
public typealias Timeid = TypedId<Formats.Timeid>

/// A new timeid.
///
/// - Throws: As ``newId(_:)``.
public func timeid() throws(SortidError) -> Timeid {
    try Timeid.make()
}

/// A uid11_xid: milliseconds since 2011 and 22 random bits.
public typealias Uid11Xid = TypedId<Formats.Uid11Xid>

/// A new uid11_xid.
///
/// - Throws: As ``newId(_:)``.
public func uid11Xid() throws(SortidError) -> Uid11Xid {
    try Uid11Xid.make()
}

/// A uid11_fullrand: 64 random bits, no time.
public typealias Uid11Fullrand = TypedId<Formats.Uid11Fullrand>

/// A new uid11_fullrand.
///
/// - Throws: As ``newId(_:)``.
public func uid11Fullrand() throws(SortidError) -> Uid11Fullrand {
    try Uid11Fullrand.make()
}

/// A uid11_snowish: milliseconds since 2011, a machine and a sequence.
public typealias Uid11Snowish = TypedId<Formats.Uid11Snowish>

/// A new uid11_snowish.
///
/// - Throws: As ``newId(_:)``.
public func uid11Snowish() throws(SortidError) -> Uid11Snowish {
    try Uid11Snowish.make()
}

/// A uid11_ts_seq_rand: milliseconds since 2011, a sequence and 10 random bits.
public typealias Uid11TsSeqRand = TypedId<Formats.Uid11TsSeqRand>

/// A new uid11_ts_seq_rand.
///
/// - Throws: As ``newId(_:)``.
public func uid11TsSeqRand() throws(SortidError) -> Uid11TsSeqRand {
    try Uid11TsSeqRand.make()
}

/// A uuid6: UUID version 1 in the order of time.
public typealias Uuid6 = TypedId<Formats.Uuid6>

/// A new uuid6.
///
/// - Throws: As ``newId(_:)``.
public func uuid6() throws(SortidError) -> Uuid6 {
    try Uuid6.make()
}

/// A uuid7_draft01: UUID version 7 as drafted in 2021: seconds and a fraction.
public typealias Uuid7Draft01 = TypedId<Formats.Uuid7Draft01>

/// A new uuid7_draft01.
///
/// - Throws: As ``newId(_:)``.
public func uuid7Draft01() throws(SortidError) -> Uuid7Draft01 {
    try Uuid7Draft01.make()
}

/// A uuid7: UUID version 7: milliseconds, a counter and random bits.
public typealias Uuid7 = TypedId<Formats.Uuid7>

/// A new uuid7.
///
/// - Throws: As ``newId(_:)``.
public func uuid7() throws(SortidError) -> Uuid7 {
    try Uuid7.make()
}

/// A uuid8: UUID version 8: a timestamp of the maker's own layout.
public typealias Uuid8 = TypedId<Formats.Uuid8>

/// A new uuid8.
///
/// - Throws: As ``newId(_:)``.
public func uuid8() throws(SortidError) -> Uuid8 {
    try Uuid8.make()
}

/// A scru160: 160 bits: milliseconds, a counter and 96 random bits.
public typealias Scru160 = TypedId<Formats.Scru160>

/// A new scru160.
///
/// - Throws: As ``newId(_:)``.
public func scru160() throws(SortidError) -> Scru160 {
    try Scru160.make()
}
// </generated>
