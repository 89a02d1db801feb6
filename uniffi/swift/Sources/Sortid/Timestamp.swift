import Foundation
internal import SortidGlue
internal import sortidFFI

/// An instant as ids carry it: whole seconds since 1970, floored, and nanoseconds of the second.
///
/// Exact for every format: uuid6 runs to the year 5236 in steps of 100 ns, which a `Date` cannot tell.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
    /// Whole seconds since 1970, floored: negative before.
    public let seconds: Int64
    /// Nanoseconds since that second, 0–999 999 999.
    public let nanos: UInt32

    /// An instant; one of a billion nanoseconds and more is refused as `timestampOutOfRange` where it is used.
    public init(seconds: Int64, nanos: UInt32 = 0) {
        self.seconds = seconds
        self.nanos = nanos
    }

    /// From a date, floored to the nanosecond.
    ///
    /// - Throws: `timestampOutOfRange` for a date that is not finite, or further away than 64 bits of seconds.
    public init(_ date: Date) throws(SortidError) {
        let interval = date.timeIntervalSinceReferenceDate
        let whole = interval.rounded(.down)
        guard let seconds = Int64(exactly: whole) else { throw Self.outOfRange(date) }
        let (unix, overflow) = seconds.addingReportingOverflow(Self.referenceSeconds)
        if overflow { throw Self.outOfRange(date) }
        self.seconds = unix
        nanos = UInt32((interval - whole) * 1e9)
    }

    private static func outOfRange(_ date: Date) -> SortidError {
        SortidError(.timestampOutOfRange, "\(date.timeIntervalSince1970) s do not fit 64 bits")
    }

    /// The latest date that is not after the instant: dates of our time are a quarter of a microsecond apart.
    public var date: Date {
        let interval = Double(seconds) - Double(Self.referenceSeconds) + Double(nanos) / 1e9
        let date = Date(timeIntervalSinceReferenceDate: interval)
        if let back = try? Timestamp(date), back <= self { return date }
        return Date(timeIntervalSinceReferenceDate: interval.nextDown)
    }

    /// Dates count from 2001 on.
    private static let referenceSeconds = Int64(Date.timeIntervalBetween1970AndReferenceDate)

    /// By time.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        (a.seconds, a.nanos) < (b.seconds, b.nanos)
    }

    var crossing: SortidGlue.UnixTime { SortidGlue.UnixTime(seconds: seconds, nanos: nanos) }

    /// The instant as the library's direct functions read it.
    var plain: sortid_mobile_time { sortid_mobile_time(seconds: seconds, nanos: nanos) }

    init(_ crossing: SortidGlue.UnixTime) {
        self.init(seconds: crossing.seconds, nanos: crossing.nanos)
    }
}
