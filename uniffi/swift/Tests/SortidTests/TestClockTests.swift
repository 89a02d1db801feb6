import Foundation
import Sortid
import Testing

/// Runs in a separate process, which `tests/drivers/swift/check` starts: a scope changes the ids of
/// all other tests.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["SORTID_TEST_CLOCK"] != nil))
struct TestClockTests {
    let noon = Date(timeIntervalSince1970: 1_721_390_400)

    /// A clock that tests can set in any thread.
    final class Settable: @unchecked Sendable {
        private let lock = NSLock()
        private var date: Date

        init(_ date: Date) { self.date = date }

        var now: Date {
            get { lock.withLock { date } }
            set { lock.withLock { date = newValue } }
        }
    }

    @Test func idsOfOneTimeIncreaseUntilScopeEnds() throws {
        let before = Date(timeIntervalSinceNow: -60)
        let clock = try TestClock.freeze(at: noon)
        let ids = try (0..<3).map { _ in try uuid7() }
        #expect(ids.map(\.date) == [noon, noon, noon])
        #expect(ids.sorted() == ids)
        #expect(try newId(.ksuid).date == noon)
        #expect(try defaultGenerator(.ulid).nextIds(2)[1].date == noon)
        clock.end()
        clock.end()
        try clock.set(noon)
        clock.advance(by: .seconds(1))
        #expect(try uuid7().date > before)
    }

    @Test func clockCanMoveForwardAndBack() throws {
        try TestClock.freeze(at: noon) { clock in
            let last = try uuid7()
            clock.advance(by: .milliseconds(1500))
            #expect(try uuid7().unixTsMs == 1_721_390_401_500)
            try clock.set(noon - 1)
            #expect(try uuid7() < last)
            try clock.set(Timestamp(seconds: 1_721_390_400))
            #expect(try uuid7().date == noon)
            #expect(code { try clock.set(.distantFuture + .infinity) } == .timestampOutOfRange)
            clock.advance(by: .unlimited)
            #expect(code { try uuid7() } == .timestampOutOfRange)
        }
    }

    @Test func sameSeedAndCallsReturnSameIds() throws {
        func ids(_ seed: UInt8) throws -> [AnyId] {
            try TestClock.freeze(at: noon, seed: [UInt8](repeating: seed, count: 32)) { _ in
                [try uuid7().anyId, try tid().anyId, try Uuid7(at: noon).anyId]
            }
        }
        #expect(try ids(1) == ids(1))
        #expect(try ids(1) != ids(2))
        #expect(code { try TestClock.freeze(at: noon, seed: [1]) } == .invalidOption)
    }

    @Test func scopesNestAndEndByAnError() throws {
        struct Thrown: Error {}
        try TestClock.freeze(at: noon) { _ in
            #expect(throws: Thrown.self) {
                try TestClock.freeze(at: noon - 60) { _ in
                    let date = try uuid7().date
                    #expect(date == noon - 60)
                    throw Thrown()
                }
            }
            let date = try uuid7().date
            #expect(date == noon)
        }
        #expect(try uuid7().date != noon)
    }

    @Test func followReadsAnotherClock() async throws {
        let clock = Settable(noon)
        let followed = try TestClock.follow { clock.now }
        #expect(try uuid7().date == noon)
        for seconds in [60.0, -60.0] {
            clock.now = noon + seconds
            #expect(try uuid7().date == clock.now)
        }
        clock.now = Date(timeIntervalSince1970: .infinity)
        #expect(code { try uuid7() } == .timestampOutOfRange)
        clock.now = noon
        #expect(try uuid7().date == noon)
        followed.end()
        let late = noon + 5
        #expect(try inside { try TestClock.follow({ late }, during: { try uuid7().date }) } == late)
        #expect(try await TestClock.follow({ late }, during: { try await Task { try uuid7().date }.value }) == late)
    }

    /// Selects the synchronous overload, which asynchronous functions do not call by default.
    private func inside<T>(_ body: () throws -> T) rethrows -> T { try body() }

    /// Starts more tasks than the system has threads for tasks.
    @Test func tasksSuspendUntilScopeEnds() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for second in 0..<64 {
                let time = noon + Double(second)
                group.addTask {
                    try await TestClock.freeze(at: time) { clock in
                        for _ in 0..<5 {
                            let date = try uuid7().date
                            #expect(date == time)
                            await Task.yield()
                        }
                        clock.advance(by: .seconds(100))
                        let date = try uuid7().date
                        #expect(date == time + 100)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func rejectsScopeInsideAsynchronousOne() async throws {
        try await TestClock.freeze(at: noon) { _ in
            await Task.yield()
            #expect(error { try TestClock.freeze(at: noon) }?.subject == "nested")
            await #expect(throws: SortidError.self) { try await TestClock.freeze(at: noon) { _ in await Task.yield() } }
            let date = try uuid7().date
            #expect(date == noon)
        }
    }

    @MainActor @Test func anAsynchronousScopeStaysOnItsActor() async throws {
        var counted = 0
        let date = try await TestClock.freeze(at: noon) { _ in
            MainActor.assertIsolated()
            counted += 1
            await Task.yield()
            counted += 1
            return try uuid7().date
        }
        #expect(counted == 2 && date == noon)
    }

    @Test func testClockAndStateFileExcludeEachOther() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sortid \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = IdOptions(stateFile: folder.appendingPathComponent("ids.state"))
        let generator = try IdGenerator(.tid, options)
        let refused = error { try TestClock.freeze(at: noon) }
        withExtendedLifetime(generator) {
            #expect(refused?.code == .notApplicable && refused?.subject == "state_file")
        }
    }
}
