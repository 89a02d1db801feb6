internal import SortidGlue
internal import sortidFFI

/// A new id of a format that is known only at run time, from its process-wide generator.
///
/// - Throws: As ``IdGenerator/next()`` of a generator with the format's defaults.
public func newId(_ format: Id.Format) throws(SortidError) -> Id {
    try Id.written(format) { sortid_direct_next(0, format.rawValue, $0) }
}

extension Id {
    /// The formats as types, for ``TypedId``.
    public enum Formats {
        // <generated: tags>
        /// `tid`.
        public enum Tid: TimedIdFormat, UInt64IdFormat {
            /// The format.
            public static var format: Id.Format { .tid }
        }

        /// `timeid`.
        public enum Timeid: TimedIdFormat, Int64IdFormat {
            /// The format.
            public static var format: Id.Format { .timeid }
        }

        /// `uid11_xid`.
        public enum Uid11Xid: TimedIdFormat, UInt64IdFormat {
            /// The format.
            public static var format: Id.Format { .uid11Xid }
        }

        /// `uid11_fullrand`.
        public enum Uid11Fullrand: UnfailingIdFormat, UInt64IdFormat {
            /// The format.
            public static var format: Id.Format { .uid11Fullrand }
        }

        /// `uid11_snowish`.
        public enum Uid11Snowish: TimedIdFormat, UInt64IdFormat {
            /// The format.
            public static var format: Id.Format { .uid11Snowish }
        }

        /// `uid11_ts_seq_rand`.
        public enum Uid11TsSeqRand: TimedIdFormat, UInt64IdFormat {
            /// The format.
            public static var format: Id.Format { .uid11TsSeqRand }
        }

        /// `uuid6`.
        public enum Uuid6: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            /// The format.
            public static var format: Id.Format { .uuid6 }
        }

        /// `uuid7_draft01`.
        public enum Uuid7Draft01: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            /// The format.
            public static var format: Id.Format { .uuid7Draft01 }
        }

        /// `uuid7`.
        public enum Uuid7: TimedIdFormat, UnfailingIdFormat, UuidIdFormat {
            /// The format.
            public static var format: Id.Format { .uuid7 }
        }

        /// `uuid8`.
        public enum Uuid8: UnfailingIdFormat, UuidIdFormat {
            /// The format.
            public static var format: Id.Format { .uuid8 }
        }

        /// `scru160`.
        public enum Scru160: TimedIdFormat, UnfailingIdFormat {
            /// The format.
            public static var format: Id.Format { .scru160 }
        }
        // </generated>
    }
}

// <generated: functions>
/// A tid: the atproto TID: microseconds and a clock identifier.
public typealias Tid = TypedId<Id.Formats.Tid>

/// A new tid.
///
/// - Throws: As ``newId(_:)``.
public func tid() throws(SortidError) -> Tid {
    try Tid.make()
}

/// A timeid: microseconds with a sign, so also before 1970, and a node.
public typealias Timeid = TypedId<Id.Formats.Timeid>

/// A new timeid.
///
/// - Throws: As ``newId(_:)``.
public func timeid() throws(SortidError) -> Timeid {
    try Timeid.make()
}

/// A uid11_xid: milliseconds since 2011 and 22 random bits.
public typealias Uid11Xid = TypedId<Id.Formats.Uid11Xid>

/// A new uid11_xid.
///
/// - Throws: As ``newId(_:)``.
public func uid11Xid() throws(SortidError) -> Uid11Xid {
    try Uid11Xid.make()
}

/// A uid11_fullrand: 64 random bits, no time.
public typealias Uid11Fullrand = TypedId<Id.Formats.Uid11Fullrand>

/// A new uid11_fullrand.
///
/// - Throws: As ``newId(_:)``.
public func uid11Fullrand() throws(SortidError) -> Uid11Fullrand {
    try Uid11Fullrand.make()
}

/// A uid11_snowish: milliseconds since 2011, a machine and a sequence.
public typealias Uid11Snowish = TypedId<Id.Formats.Uid11Snowish>

/// A new uid11_snowish.
///
/// - Throws: As ``newId(_:)``.
public func uid11Snowish() throws(SortidError) -> Uid11Snowish {
    try Uid11Snowish.make()
}

/// A uid11_ts_seq_rand: milliseconds since 2011, a sequence and 10 random bits.
public typealias Uid11TsSeqRand = TypedId<Id.Formats.Uid11TsSeqRand>

/// A new uid11_ts_seq_rand.
///
/// - Throws: As ``newId(_:)``.
public func uid11TsSeqRand() throws(SortidError) -> Uid11TsSeqRand {
    try Uid11TsSeqRand.make()
}

/// A uuid6: UUID version 1 in the order of time.
public typealias Uuid6 = TypedId<Id.Formats.Uuid6>

/// A new uuid6.
///
/// - Throws: As ``newId(_:)``.
public func uuid6() throws(SortidError) -> Uuid6 {
    try Uuid6.make()
}

/// A uuid7_draft01: UUID version 7 as drafted in 2021: seconds and a fraction.
public typealias Uuid7Draft01 = TypedId<Id.Formats.Uuid7Draft01>

/// A new uuid7_draft01.
///
/// - Throws: As ``newId(_:)``.
public func uuid7Draft01() throws(SortidError) -> Uuid7Draft01 {
    try Uuid7Draft01.make()
}

/// A uuid7: UUID version 7: milliseconds, a counter and random bits.
public typealias Uuid7 = TypedId<Id.Formats.Uuid7>

/// A new uuid7.
///
/// - Throws: As ``newId(_:)``.
public func uuid7() throws(SortidError) -> Uuid7 {
    try Uuid7.make()
}

/// A uuid8: UUID version 8: a timestamp of the maker's own layout.
public typealias Uuid8 = TypedId<Id.Formats.Uuid8>

/// A new uuid8.
///
/// - Throws: As ``newId(_:)``.
public func uuid8() throws(SortidError) -> Uuid8 {
    try Uuid8.make()
}

/// A scru160: 160 bits: milliseconds, a counter and 96 random bits.
public typealias Scru160 = TypedId<Id.Formats.Scru160>

/// A new scru160.
///
/// - Throws: As ``newId(_:)``.
public func scru160() throws(SortidError) -> Scru160 {
    try Scru160.make()
}
// </generated>
