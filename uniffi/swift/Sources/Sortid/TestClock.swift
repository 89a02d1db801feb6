import Foundation
internal import SortidGlue

/// Sets the time and the seed of the process-wide generators until it ends.
///
/// It affects `uuid7()` and so on in all threads, but no generators that the program creates. Ids
/// of one time increase; the same seed and calls return the same ids. If the time decreases, ids
/// may repeat.
///
/// Scopes nest within a thread, and end in reverse order. A thread that begins one waits until
/// other threads have ended theirs. An asynchronous closure may change threads: a scope cannot
/// begin inside it, and other tasks that begin one suspend.
///
/// Not for production: it prints a warning once to standard error, and excludes generators with a
/// state file or lease file.
///
/// ```swift
/// try TestClock.freeze(at: noon, seed: [UInt8](repeating: 7, count: 32)) { clock in
///     let first = try uuid7()
///     clock.advance(by: .seconds(60))
///     precondition(try uuid7().date == first.date + 60)
/// }
/// ```
public struct TestClock: Sendable {
    private let raw: RawTestClock

    /// Whether an asynchronous closure of a scope is running.
    @TaskLocal private static var isAsynchronous = false

    private static let nested = SortidError(
        .notApplicable, "a test clock cannot begin inside the asynchronous closure of another", subject: "nested")

    private init(_ start: () throws -> RawTestClock) throws(SortidError) {
        if Self.isAsynchronous { throw Self.nested }
        raw = try glue(start)
    }

    /// Freezes the time until ``end()``.
    ///
    /// - Parameter seed: 32 bytes that determine nodes, counters and random bits.
    /// - Throws: `notApplicable` while a generator with a state file or lease file exists, and
    ///   inside an asynchronous closure of another scope; `invalidOption` for a seed of another
    ///   length; `timestampOutOfRange`.
    public static func freeze(at time: Timestamp, seed: [UInt8]? = nil) throws(SortidError) -> TestClock {
        try TestClock { try .freeze(time: time.crossing, withSeed: seed.map { Data($0) }) }
    }

    /// Freezes the time at a date.
    ///
    /// - Throws: The errors of the overload with a ``Timestamp``.
    public static func freeze(at date: Date, seed: [UInt8]? = nil) throws(SortidError) -> TestClock {
        try freeze(at: Timestamp(date), seed: seed)
    }

    /// Freezes the time while a closure runs.
    ///
    /// - Throws: The errors of the closure and of ``freeze(at:seed:)-(Timestamp,_)``.
    public static func freeze<T>(at date: Date, seed: [UInt8]? = nil, _ body: (TestClock) throws -> T) throws -> T {
        try freeze(at: date, seed: seed).during(body)
    }

    /// Freezes the time while an asynchronous closure runs.
    ///
    /// - Throws: The errors of the closure and of ``freeze(at:seed:)-(Timestamp,_)``.
    public static func freeze<T>(
        at date: Date, seed: [UInt8]? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (TestClock) async throws -> T
    ) async throws -> T {
        try await begun { () throws(SortidError) in try freeze(at: date, seed: seed) }.during(body)
    }

    /// Follows a clock until ``end()``. Each new id calls it, in any thread.
    ///
    /// - Parameters:
    ///   - seed: As in ``freeze(at:seed:)-(Timestamp,_)``.
    ///   - clock: The clock. If its date is not finite, calls throw `timestampOutOfRange`.
    /// - Throws: As ``freeze(at:seed:)-(Timestamp,_)``.
    public static func follow(
        seed: [UInt8]? = nil, _ clock: @escaping @Sendable () -> Date
    ) throws(SortidError) -> TestClock {
        try TestClock { try .follow(clock: Followed(clock: clock), withSeed: seed.map { Data($0) }) }
    }

    /// Follows a clock while a closure runs.
    ///
    /// - Throws: The errors of the closure and of ``freeze(at:seed:)-(Timestamp,_)``.
    public static func follow<T>(
        seed: [UInt8]? = nil, _ clock: @escaping @Sendable () -> Date, during body: () throws -> T
    ) throws -> T {
        try follow(seed: seed, clock).during { _ in try body() }
    }

    /// Follows a clock while an asynchronous closure runs.
    ///
    /// - Throws: The errors of the closure and of ``freeze(at:seed:)-(Timestamp,_)``.
    public static func follow<T>(
        seed: [UInt8]? = nil, _ clock: @escaping @Sendable () -> Date, isolation: isolated (any Actor)? = #isolation,
        during body: () async throws -> T
    ) async throws -> T {
        try await begun { () throws(SortidError) in try follow(seed: seed, clock) }.during { _ in try await body() }
    }

    /// Sets the time. Has no effect if the clock follows another one or has ended.
    ///
    /// - Throws: `timestampOutOfRange` for 10^9 nanoseconds or more.
    public func set(_ time: Timestamp) throws(SortidError) {
        try glue { try raw.set(time: time.crossing) }
    }

    /// Sets the time to a date.
    ///
    /// - Throws: `timestampOutOfRange` for a date that is not finite.
    public func set(_ date: Date) throws(SortidError) {
        try set(Timestamp(date))
    }

    /// Moves the time forward. Has no effect if the clock follows another one or has ended.
    ///
    /// - Precondition: The span is not negative.
    public func advance(by span: IdOptions.TimeSpan) {
        guard let length = span.length else { return raw.advance(seconds: .max, nanos: 0) }
        raw.advance(seconds: UInt64(length.seconds), nanos: UInt32(length.nanos))
    }

    /// Ends the scope, in any thread. A second call has no effect.
    public func end() {
        raw.end()
    }

    private func during<T>(_ body: (TestClock) throws -> T) rethrows -> T {
        defer { end() }
        return try body(self)
    }

    private func during<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: (TestClock) async throws -> T
    ) async throws -> T {
        defer { end() }
        return try await Self.$isAsynchronous.withValue(true) { try await body(self) }
    }

    /// Begins a scope in a new thread: if all threads of tasks waited, no task could end the open
    /// scope.
    private static func begun(
        isolation: isolated (any Actor)? = #isolation, _ begin: @escaping @Sendable () throws(SortidError) -> TestClock
    ) async throws -> TestClock {
        if isAsynchronous { throw nested }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: begin)) }
        }
    }
}

/// The clock of a test.
private final class Followed: RawClock {
    private let clock: @Sendable () -> Date

    init(clock: @escaping @Sendable () -> Date) {
        self.clock = clock
    }

    func now() -> SortidGlue.UnixTime {
        let time = try? Timestamp(clock())
        // The maximum is outside the range of every format.
        return (time ?? Timestamp(seconds: .max)).crossing
    }
}
