import Foundation
internal import SortidGlue
internal import sortidFFI

/// The time of an id: whole seconds since 1970, floored, and nanoseconds of the second.
///
/// Exact for every format. `Date` is not: uuid6 has steps of 100 ns up to the year 5236.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
    /// Whole seconds since 1970, floored: negative before.
    public let seconds: Int64
    /// Nanoseconds since that second, 0–999 999 999.
    public let nanos: UInt32

    /// Creates an instant. Functions throw `timestampOutOfRange` if `nanos` is a billion or more.
    public init(seconds: Int64, nanos: UInt32 = 0) {
        self.seconds = seconds
        self.nanos = nanos
    }

    /// Converts a date, floored to the nanosecond.
    ///
    /// - Throws: `timestampOutOfRange` for a date that is not finite, or whose seconds exceed 64
    ///   bits.
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

    /// The latest `Date` that is not after the instant. Present dates have a precision of a quarter
    /// of a microsecond.
    public var date: Date {
        let interval = Double(seconds) - Double(Self.referenceSeconds) + Double(nanos) / 1e9
        let date = Date(timeIntervalSinceReferenceDate: interval)
        if let back = try? Timestamp(date), back <= self { return date }
        return Date(timeIntervalSinceReferenceDate: interval.nextDown)
    }

    /// The Unix time of the epoch of `Date`, 2001.
    private static let referenceSeconds = Int64(Date.timeIntervalBetween1970AndReferenceDate)

    /// Compares times.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        (a.seconds, a.nanos) < (b.seconds, b.nanos)
    }

    var crossing: SortidGlue.UnixTime { SortidGlue.UnixTime(seconds: seconds, nanos: nanos) }

    /// The instant in the form of the library's C functions.
    var plain: sortid_mobile_time { sortid_mobile_time(seconds: seconds, nanos: nanos) }

    init(_ crossing: SortidGlue.UnixTime) {
        self.init(seconds: crossing.seconds, nanos: crossing.nanos)
    }
}

/// A time of ids: a ``Timestamp`` or a `Date`.
public protocol IdTime: Comparable, Sendable {
    /// The exact time.
    ///
    /// - Throws: `timestampOutOfRange` for a date that is not finite.
    func idTimestamp() throws(SortidError) -> Timestamp
}

extension Timestamp: IdTime {
    /// The time.
    @inlinable
    public func idTimestamp() -> Timestamp { self }
}

extension Date: IdTime {
    /// The exact time.
    ///
    /// - Throws: `timestampOutOfRange` for a date that is not finite.
    public func idTimestamp() throws(SortidError) -> Timestamp { try Timestamp(self) }
}
