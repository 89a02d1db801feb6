import Foundation
import Sortid
import Testing

@Suite struct GeneratorTests {
    private let noon = Timestamp(seconds: 1_721_390_400)

    private func manual(_ format: Id.Format, _ change: (inout IdGenerator.Options) -> Void = { _ in }) throws -> IdGenerator {
        var options = IdGenerator.Options()
        options.clock = .manual
        change(&options)
        return try IdGenerator(format, options)
    }

    @Test(arguments: madeFormats) func nextReturnsIncreasingIds(format: Id.Format) throws {
        let generator = try IdGenerator(format)
        let ids = try (0..<1000).map { _ in try generator.next() } + generator.nextIds(5000)
        #expect(Set(ids).count == 6000)
        if format.isOrdered { #expect(ids.sorted() == ids) }
        let texts = try generator.nextTexts(5000)
        #expect(texts.allSatisfy { Id.isValid($0, as: format) })
        #expect(generator.status.ids == 11_000)
        #expect(try generator.nextIds(0).isEmpty)
    }

    @Test func typedGeneratorReturnsIdsOfItsType() throws {
        let generator = try Tid.generator(.init(clockId: 7))
        let (first, ids) = (try generator.next(), try generator.nextIds(2))
        #expect(first.clockId == 7)
        #expect(first < ids[0] && ids[0] < ids[1])
        #expect(try generator.next(after: ids[1]) > ids[1])
        #expect(try generator.nextTexts(2).allSatisfy { Tid($0) != nil })
        #expect(generator.dynamic.status.ids == 6)
        let manual = try Tid.generator(.init(clock: .manual, clockId: 6))
        #expect(try manual.next(at: Timestamp(seconds: 1_688_137_381, nanos: 887_007_000)).text == "3jzfcijpj2z2a")
        #expect(try manual.next(at: Date(timeIntervalSince1970: 1_688_137_382)).timestamp == Timestamp(seconds: 1_688_137_382))
    }

    @Test(arguments: madeFormats) func functionsUseProcessWideGenerator(format: Id.Format) throws {
        let generator = try defaultGenerator(format)
        let before = generator.status.ids
        _ = try newId(format)
        _ = try generator.next()
        #expect(generator.status.ids >= before + 2)
    }

    @Test func statusHasOriginOfNode() throws {
        func origin(_ options: IdGenerator.Options) throws -> IdGenerator.NodeOrigin {
            let status = try IdGenerator(.snowflake, options).status
            #expect(!status.nodeReason.isEmpty)
            return status.nodeOrigin
        }
        #expect(try defaultGenerator(.uuid7).status.nodeOrigin == .absent)
        #expect(try origin(.init(machine: 5)) == .assigned)
        #expect(try origin(.init(nodeClaim: .drawn)) == .drawn)
        #if os(Linux)
            #expect(try defaultGenerator(.snowflake).status.nodeOrigin == .claimed)
        #endif
        let refused = error { try origin(.init(seed: Array(repeating: 0, count: 32), nodeClaim: .required)) }
        #expect(refused?.code == .invalidOption && refused?.subject == "node_claim")
    }

    @Test func seedDeterminesIds() throws {
        func ids(_ byte: UInt8) throws -> [Id] {
            let generator = try manual(.uuid7) { $0.seed = Array(repeating: byte, count: 32) }
            return try (0..<3).map { try generator.next(at: Timestamp(seconds: noon.seconds + $0)) }
        }
        #expect(try ids(0) == ids(0))
        #expect(try ids(0) != ids(1))
        #expect(code { try manual(.uuid7) { $0.seed = [1] } } == .invalidOption)
    }

    @Test func manualClockReadsGivenTime() throws {
        let generator = try manual(.tid) { $0.clockId = 6 }
        let time = Timestamp(seconds: 1_688_137_381, nanos: 887_007_000)
        #expect(try generator.next(at: time).text == "3jzfcijpj2z2a")
        #expect(try generator.next(at: time).text == "3jzfcijpj322a")
        let shown = try Id("3jzfcijpj4z2a", as: .tid)
        #expect(try generator.next(after: shown, at: time) > shown)
        #expect(error { try generator.next(after: shown) }?.subject == "clock")
        #expect(code { try generator.next() } == .invalidOption)
        #expect(code { try generator.nextTexts(1) } == .invalidOption)
        #expect(code { try IdGenerator(.tid).next(at: time) } == .invalidOption)
    }

    @Test func nextAfterReturnsGreaterId() throws {
        let (ours, theirs) = (try IdGenerator(.tid), try IdGenerator(.tid))
        for _ in 0..<100 {
            let received = try theirs.next()
            #expect(try ours.next(after: received) > received)
        }
        #expect(code { try ours.next(after: uuid7().id) } == .notApplicable)
        let ahead = try Id.max(at: Date(timeIntervalSinceNow: 60), as: .tid)
        let refused = error { try ours.next(after: ahead) }
        #expect(refused?.code == .leadExceeded && refused?.subject == "max_lead_ms")
        let unlimited = try IdGenerator(.tid, .init(maxLead: .seconds(10_000_000_000)))
        #expect(try unlimited.next(after: ahead) > ahead)
    }

    @Test func timestampAndRangeUseOptionsOfGenerator() throws {
        let options = IdGenerator.Options(clock: .manual, machine: 3, epoch: .discord)
        let generator = try IdGenerator(.snowflake, options)
        let (noon, later) = (Timestamp(seconds: 1_767_323_045, nanos: 678_000_000), Timestamp(seconds: 1_767_323_046))
        let id = try generator.next(at: noon)
        #expect(try generator.timestamp(of: id) == noon)
        #expect(try id.timestamp(options) == noon)
        let range = try generator.range(from: noon, to: later)
        #expect(range.contains(id))
        #expect(try range == Id.range(from: noon, to: later, as: .snowflake, options: options))
        #expect(code { try generator.range(from: noon, to: noon) } == .invalidOption)
        #expect(code { try generator.timestamp(of: uuid7().id) } == .notApplicable)
    }

    @Test func fillWritesIntegersBytesAndTexts() throws {
        let generator = try IdGenerator(.tid)
        var ints = [UInt64](repeating: 0, count: 100)
        let whole = generator.fill(&ints)
        #expect(whole.ids == 100 && whole.error == nil)
        #expect(ints.sorted() == ints)
        var bytes = [UInt8](repeating: 0, count: 80)
        #expect(try bytes.withUnsafeMutableBytes { generator.fill($0) }.complete() == 10)
        #expect(try Id(bytes: bytes[72...], as: .tid) > Id(ints[99], as: .tid))
        var text = [UInt8](repeating: 0, count: 130)
        #expect(try text.withUnsafeMutableBytes { generator.fillText($0) }.complete() == 10)
        #expect(Tid(String(decoding: text[117...], as: UTF8.self)) != nil)
        let uneven = bytes.withUnsafeMutableBytes { generator.fillText($0) }
        #expect(uneven.ids == 0 && uneven.error?.code == .invalidLength)
        var none: [UInt64] = []
        #expect(generator.fill(&none).error == nil)
        #expect(try IdGenerator(.uuid7).fill(&ints).error?.code == .notApplicable)
        #expect(try IdGenerator(.timeid).fill(&ints).error?.code == .notApplicable)
        var signed = [Int64](repeating: 0, count: 10)
        #expect(try IdGenerator(.timeid).fill(&signed).complete() == 10)
        #expect(signed.sorted() == signed && signed[0] > 0)
        #expect(generator.fill(&signed).error?.code == .notApplicable)
        var noneSigned: [Int64] = []
        #expect(try IdGenerator(.timeid).fill(&noneSigned).error == nil)
    }

    @Test func shortTextsArePadded() throws {
        let early = try manual(.flakeIdgen)
        _ = try early.next(at: Timestamp(seconds: 0))
        #expect(try early.next(at: Timestamp(seconds: 1)).text.utf8.count < Id.Format.flakeIdgen.textLength)
        let width = Id.Format.flakeIdgen.textLength
        var memory = [UInt8](repeating: 0xFF, count: 3 * width)
        let generator = try IdGenerator(.flakeIdgen)
        #expect(try memory.withUnsafeMutableBytes { generator.fillText($0) }.complete() == 3)
        let texts = stride(from: 0, to: memory.count, by: width).map { memory[$0..<($0 + width)] }
        for text in texts { #expect(FlakeIdgen(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)) != nil) }
        #expect(try generator.nextTexts(5000).allSatisfy { FlakeIdgen($0) != nil })
    }

    @Test func fillReturnsNumberOfIdsBeforeError() throws {
        let options = IdGenerator.Options(maxLead: .milliseconds(0), onExhausted: .error)
        var ints = [UInt64](repeating: 0, count: 2_000_000)
        let filled = try IdGenerator(.uid11Snowish, options).fill(&ints)
        #expect(filled.error?.code == .counterExhausted)
        #expect((1..<2_000_000).contains(filled.ids))
        #expect(ints[..<filled.ids].allSatisfy { $0 > 0 })
    }

    @Test func rejectsOptionsThatFormatLacks() throws {
        var options = IdGenerator.Options()
        options.clockId = 1
        #expect(error { try IdGenerator(.uuid7, options) }?.subject == "clock_id")
        let range = error { try IdGenerator(.snowflake, .init(machine: 1024)) }
        #expect(range?.description == "invalid_option: machine of a snowflake is 0 to 1023, not 1024")
        for wrong: IdGenerator.Options.Value in [.integer(1024), .integer(-1), .text("x"), .flag(true), .bytes([7])] {
            options["clock_id"] = wrong
            #expect(code { try IdGenerator(.tid, options) } == .invalidOption)
        }
        options["clock_id"] = .text("7")
        #expect(try IdGenerator(.tid, options).next().field("clock_id") == 7)
        options["clock_ids"] = .integer(7)
        #expect(code { try IdGenerator(.tid, options) } == .invalidOption)
    }

    @Test func optionReturnsValueThatWasSet() {
        var options = IdGenerator.Options()
        #expect(options.clock == nil && options.rollbackTolerance == nil && options.seed == nil)
        options.clock = .manual
        options.rollbackTolerance = .unlimited
        options.seed = [1]
        options.allowFork = true
        #expect(options.clock == .manual && options.rollbackTolerance == .unlimited)
        #expect(options.seed == [1] && options.allowFork == true)
        options.rollbackTolerance = .milliseconds(5)
        #expect(options.rollbackTolerance == .milliseconds(5))
        options.clock = nil
        #expect(options["clock"] == nil)
    }

    @Test func initialiserSetsAllOptions() throws {
        let options = IdGenerator.Options(clock: .manual, rollbackTolerance: .unlimited, clockId: 7)
        #expect(options["clock"] == .text("manual") && options["clock_id"] == .integer(7) && options.seed == nil)
        #expect(options["rollback_tolerance_ms"] == .text("unlimited"))
        #expect(try IdGenerator(.tid, options).next(at: noon).field("clock_id") == 7)
        #expect(IdGenerator.Options() == .init(clock: nil))
    }

    @Test func timeSpanConvertsUnits() throws {
        typealias Options = IdGenerator.Options
        for same: Options.TimeSpan in [
            .seconds(2), .milliseconds(2000), .nanoseconds(2_000_000_000), Options.TimeSpan(Duration.seconds(2)),
        ] {
            #expect(Options(maxLead: same)["max_lead_ms"] == .integer(2000))
            #expect(same.duration == .seconds(2))
        }
        #expect(Options(unit: .microseconds(1))["unit_ns"] == .integer(1000))
        #expect(Options(unit: .microseconds(1)).unit == .nanoseconds(1000))
        #expect(Options.TimeSpan.unlimited.duration == nil)
        #expect(Options(maxLead: .milliseconds(-1)).maxLead == .milliseconds(-1))
        #expect(Options(maxLead: .milliseconds(.max))["max_lead_ms"] == .integer(.max))
        for wrong: Options.TimeSpan in [.nanoseconds(1_500_000), .seconds(.max), .unlimited, .milliseconds(-1)] {
            #expect(error { try IdGenerator(.tid, Options(maxLead: wrong)) }?.subject == "max_lead_ms")
        }
    }

    @Test func epochDateSetsEpoch() throws {
        typealias Options = IdGenerator.Options
        let epoch = Date(timeIntervalSince1970: 1_321_009_871.111)
        #expect(Options(epochDate: epoch)["epoch_unix_ms"] == .integer(1_321_009_871_111))
        #expect(Options(epochDate: epoch).epochDate == epoch)
        let strange = Date(timeIntervalSince1970: .infinity)
        #expect(error { try IdGenerator(.uid11Snowish, Options(epochDate: strange)) }?.subject == "epoch_unix_ms")
    }

    @Test func generatorIsSequence() throws {
        let generator = try manual(.tid)
        #expect(generator.prefix(2).map { try? $0.get() } == [nil, nil])
        let system = try IdGenerator(.tid)
        let ids = try system.prefix(100).map { try $0.get() }
        #expect(ids.count == 100 && ids.sorted() == ids)
        let rows = try zip(["a", "b"], system).map { row, id in (row, try id.get()) }
        #expect(rows[0].1 < rows[1].1 && rows[0].1 > ids[99])
    }

    @Test func nextReturnsTypedId() throws {
        let generator = try IdGenerator(.tid)
        let id: Tid = try generator.next()
        #expect(try generator.next() > id.id)
        let before = generator.status.ids
        #expect(code { () throws -> Uuid7 in try generator.next() } == .notApplicable)
        #expect(generator.status.ids == before)
    }

    @Test func dateSetsTime() throws {
        let date = Date(timeIntervalSince1970: 1_721_390_400)
        let generator = try manual(.tid)
        let id = try generator.next(at: date)
        #expect(try id.timestamp == noon)
        #expect(try generator.next(after: id, at: date) > id)
    }

    @Test func reseedDrawsNewNode() throws {
        var options = IdGenerator.Options()
        options.clockId = 5
        let generator = try IdGenerator(.tid, options)
        #expect(code { try generator.reseed() } == .forkedGenerator)
        try generator.reseed(node: 9)
        #expect(try generator.next().field("clock_id") == 9)
        #expect(try generator.node() == 9)
        #expect(try IdGenerator(.uuid7).node() == nil)
        #expect(code { try generator.reseed(seed: [1], node: 1) } == .invalidOption)
        // `reseed()` would affect the generators of parallel tests; the example of the guide calls
        // it.
    }
}

/// The formats whose ids can be generated.
let madeFormats = Id.Format.allCases.filter(\.isMade)

/// A new id of a format, or random valid bytes for a read-only one.
func someId(_ format: Id.Format) throws -> Id {
    // Small bytes, so that 48 bits of milliseconds encode a time before 2262.
    try format.isMade ? newId(format) : Id(bytes: (0..<format.byteCount).map { _ in UInt8.random(in: 0..<8) }, as: format)
}

@Suite struct ConcurrencyTests {
    @Test(arguments: madeFormats) func tasksShareAGenerator(format: Id.Format) async throws {
        var options = IdGenerator.Options()
        if format.options.contains("max_lead_ms") { options.maxLead = .seconds(5) }
        let generator = try IdGenerator(format, options)
        let (tasks, idsPerTask) = (8, 5_000)
        let lists = try await withThrowingTaskGroup(of: [Id].self) { group in
            for _ in 0..<tasks { group.addTask { try (0..<idsPerTask).map { _ in try generator.next() } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(lists.joined()).count == tasks * idsPerTask)
        if format.isOrdered {
            #expect(lists.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } })
        }
    }

    @Test func tasksShareTheProcessWideGenerator() async throws {
        let ids = try await withThrowingTaskGroup(of: Uuid7.self) { group in
            for _ in 0..<1000 { group.addTask { try uuid7() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1000)
    }
}
