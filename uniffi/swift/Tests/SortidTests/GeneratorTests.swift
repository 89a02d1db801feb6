import Foundation
import Sortid
import Testing

@Suite struct GeneratorTests {
    private let noon = Timestamp(seconds: 1_721_390_400)

    private func manual(_ format: Format, _ change: (inout IdOptions) -> Void = { _ in }) throws -> IdGenerator<AnyId> {
        var options = IdOptions()
        options.clock = .manual
        change(&options)
        return try IdGenerator(format, options)
    }

    @Test(arguments: generatedFormats) func nextReturnsIncreasingIds(format: Format) throws {
        let generator = try IdGenerator(format)
        let ids = try (0..<1000).map { _ in try generator.next() } + generator.nextIds(5000)
        #expect(Set(ids).count == 6000)
        if format.isOrdered { #expect(ids.sorted() == ids) }
        let texts = try generator.nextTexts(5000)
        #expect(texts.allSatisfy { AnyId.isValid($0, as: format) })
        #expect(generator.status.ids == 11_000)
        #expect(try generator.nextIds(0).isEmpty)
    }

    @Test func generatorOfATypeHasEveryFunction() throws {
        let node: Int = 7
        let generator = try IdGenerator<Tid>(.init(node: node))
        let (first, ids) = (try generator.next(), try generator.nextIds(2))
        #expect(try first.node == node && generator.node() == node && generator.format == .tid)
        #expect(first < ids[0] && ids[0] < ids[1])
        #expect(try generator.next(after: ids[1]) > ids[1])
        #expect(try generator.nextTexts(2).allSatisfy { Tid($0) != nil })
        #expect(generator.status.ids == 6)
        var ints = [UInt64](repeating: 0, count: 2)
        #expect(try generator.fill(&ints).complete() == 2)
        #expect(try generator.timestamp(of: first) == first.timestamp)
        let day = try generator.range(from: first.date - 1, to: first.date + 86_400)
        #expect(day.contains(first) && day.contains(ids[1]))
        for id in generator.prefix(2) { #expect(try id.get() > ids[1]) }
        try generator.reseed(node: 9)
        #expect(try generator.next().node == 9)
        let manual = try IdGenerator<Tid>(.init(clock: .manual, node: 6))
        #expect(try manual.next(at: Timestamp(seconds: 1_688_137_381, nanos: 887_007_000)).text == "3jzfcijpj2z2a")
        #expect(try manual.next(at: Date(timeIntervalSince1970: 1_688_137_382)).timestamp == Timestamp(seconds: 1_688_137_382))
    }

    @Test func actorStoresGenerator() async throws {
        actor Orders {
            private let ids: IdGenerator<Uuid7>

            init() throws(SortidError) { ids = try IdGenerator() }

            func order() throws(SortidError) -> Uuid7 { try ids.next() }
        }
        let orders = try Orders()
        let (first, second) = (try await orders.order(), try await orders.order())
        #expect(first < second)
    }

    @Test func nodeReadsBack() throws {
        #expect(try IdGenerator<Snowflake>(.init(node: 37)).next().node == 37)
        #expect(try IdGenerator<Snowflake>(.init(datacenter: 1, worker: 5)).next().node == 37)
        #expect(try IdGenerator<Uid11Snowish>(.init(node: 1000)).next().node == 1000)
    }

    @Test(arguments: generatedFormats) func functionsUseProcessWideGenerator(format: Format) throws {
        let generator = try defaultGenerator(format)
        let before = generator.status.ids
        _ = try newId(format)
        _ = try generator.next()
        #expect(generator.status.ids >= before + 2)
    }

    @Test func statusHasOriginOfNode() throws {
        func origin(_ options: IdOptions) throws -> NodeOrigin {
            let status = try IdGenerator(.snowflake, options).status
            #expect(!status.nodeReason.isEmpty)
            return status.nodeOrigin
        }
        #expect(try defaultGenerator(.uuid7).status.nodeOrigin == .absent)
        #expect(try origin(.init(node: 5)) == .assigned)
        #expect(try origin(.init(nodeClaim: .drawn)) == .drawn)
        #if os(Linux)
            #expect(try defaultGenerator(.snowflake).status.nodeOrigin == .claimed)
        #endif
        let refused = error { try origin(.init(seed: Array(repeating: 0, count: 32), nodeClaim: .required)) }
        #expect(refused?.code == .invalidOption && refused?.subject == "node_claim")
    }

    @Test func seedDeterminesIds() throws {
        func ids(_ byte: UInt8) throws -> [AnyId] {
            let generator = try manual(.uuid7) { $0.seed = Array(repeating: byte, count: 32) }
            return try (0..<3).map { try generator.next(at: Timestamp(seconds: noon.seconds + $0)) }
        }
        #expect(try ids(0) == ids(0))
        #expect(try ids(0) != ids(1))
        #expect(code { try manual(.uuid7) { $0.seed = [1] } } == .invalidOption)
    }

    @Test func manualClockReadsGivenTime() throws {
        let generator = try manual(.tid) { $0.node = 6 }
        let time = Timestamp(seconds: 1_688_137_381, nanos: 887_007_000)
        #expect(try generator.next(at: time).text == "3jzfcijpj2z2a")
        #expect(try generator.next(at: time).text == "3jzfcijpj322a")
        let shown = try AnyId("3jzfcijpj4z2a", as: .tid)
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
        #expect(code { try ours.next(after: uuid7().anyId) } == .notApplicable)
        let ahead = try AnyId.max(at: Date(timeIntervalSinceNow: 60), as: .tid)
        let refused = error { try ours.next(after: ahead) }
        #expect(refused?.code == .leadExceeded && refused?.subject == "max_lead_ms")
        let unlimited = try IdGenerator(.tid, .init(maxLead: .seconds(10_000_000_000)))
        #expect(try unlimited.next(after: ahead) > ahead)
    }

    @Test func timestampAndRangeUseOptionsOfGenerator() throws {
        let options = IdOptions(clock: .manual, node: 3, epoch: .discord)
        let generator = try IdGenerator(.snowflake, options)
        let (noon, later) = (Timestamp(seconds: 1_767_323_045, nanos: 678_000_000), Timestamp(seconds: 1_767_323_046))
        let id = try generator.next(at: noon)
        #expect(try generator.timestamp(of: id) == noon)
        #expect(try id.timestamp(options) == noon)
        let range = try generator.range(from: noon, to: later)
        #expect(range.contains(id))
        #expect(try range == AnyId.range(from: noon, to: later, as: .snowflake, options: options))
        #expect(code { try generator.range(from: noon, to: noon) } == .invalidOption)
        #expect(code { try generator.timestamp(of: uuid7().anyId) } == .notApplicable)
    }

    @Test func fillWritesIntegersBytesAndTexts() throws {
        let generator = try IdGenerator(.tid)
        var ints = [UInt64](repeating: 0, count: 100)
        let whole = generator.fill(&ints)
        #expect(whole.ids == 100 && whole.error == nil)
        #expect(ints.sorted() == ints)
        var bytes = [UInt8](repeating: 0, count: 80)
        #expect(try bytes.withUnsafeMutableBytes { generator.fill($0) }.complete() == 10)
        #expect(try AnyId(bytes: bytes[72...], as: .tid) > AnyId(ints[99], as: .tid))
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
        #expect(try early.next(at: Timestamp(seconds: 1)).text.utf8.count < Format.flakeIdgen.textLength)
        let width = Format.flakeIdgen.textLength
        var memory = [UInt8](repeating: 0xFF, count: 3 * width)
        let generator = try IdGenerator(.flakeIdgen)
        #expect(try memory.withUnsafeMutableBytes { generator.fillText($0) }.complete() == 3)
        let texts = stride(from: 0, to: memory.count, by: width).map { memory[$0..<($0 + width)] }
        for text in texts { #expect(FlakeIdgen(String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)) != nil) }
        #expect(try generator.nextTexts(5000).allSatisfy { FlakeIdgen($0) != nil })
    }

    @Test func fillReturnsNumberOfIdsBeforeError() throws {
        let options = IdOptions(maxLead: .milliseconds(0), onExhausted: .error)
        var ints = [UInt64](repeating: 0, count: 2_000_000)
        let filled = try IdGenerator(.uid11Snowish, options).fill(&ints)
        #expect(filled.error?.code == .counterExhausted)
        #expect((1..<2_000_000).contains(filled.ids))
        #expect(ints[..<filled.ids].allSatisfy { $0 > 0 })
    }

    @Test func rejectsOptionsThatFormatLacks() throws {
        var options = IdOptions()
        options.datacenter = 1
        #expect(error { try IdGenerator(.uuid7, options) }?.subject == "datacenter")
        options.datacenter = nil
        let range = error { try IdGenerator(.snowflake, .init(node: 1024)) }
        #expect(range?.description.hasSuffix("of a snowflake is 0 to 1023, not 1024") == true)
        for wrong: IdOptions.Value in [.integer(1024), .integer(-1), .text("x"), .flag(true), .bytes([7])] {
            options["node"] = wrong
            #expect(code { try IdGenerator(.tid, options) } == .invalidOption)
        }
        options["node"] = .text("7")
        #expect(try IdGenerator(.tid, options).next().field("clock_id") == 7)
        options["nodes"] = .integer(7)
        #expect(code { try IdGenerator(.tid, options) } == .invalidOption)
    }

    @Test func optionReturnsValueThatWasSet() {
        var options = IdOptions()
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
        let options = IdOptions(clock: .manual, rollbackTolerance: .unlimited, node: 7)
        #expect(options["clock"] == .text("manual") && options["node"] == .integer(7) && options.seed == nil)
        #expect(options["rollback_tolerance_ms"] == .text("unlimited"))
        #expect(try IdGenerator(.tid, options).next(at: noon).field("clock_id") == 7)
        #expect(IdOptions() == .init(clock: nil))
    }

    @Test func timeSpanConvertsUnits() throws {
        typealias Options = IdOptions
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
        #expect(Options(maxLead: .milliseconds(Int.max))["max_lead_ms"] == .integer(.max))
        for wrong: Options.TimeSpan in [.nanoseconds(1_500_000), .seconds(.max), .unlimited, .milliseconds(-1)] {
            #expect(error { try IdGenerator(.tid, Options(maxLead: wrong)) }?.subject == "max_lead_ms")
        }
    }

    @Test func epochDateSetsEpoch() throws {
        typealias Options = IdOptions
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

    @Test func dateSetsTime() throws {
        let date = Date(timeIntervalSince1970: 1_721_390_400)
        let generator = try manual(.tid)
        let id = try generator.next(at: date)
        #expect(try id.timestamp == noon)
        #expect(try generator.next(after: id, at: date) > id)
    }

    @Test func reseedDrawsNewNode() throws {
        var options = IdOptions()
        options.node = 5
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
let generatedFormats = Format.allCases.filter(\.canGenerate)

/// A new id of a format, or random valid bytes for a read-only one.
func someId(_ format: Format) throws -> AnyId {
    // Small bytes, so that 48 bits of milliseconds encode a time before 2262.
    try format.canGenerate ? newId(format) : AnyId(bytes: (0..<format.byteCount).map { _ in UInt8.random(in: 0..<8) }, as: format)
}

@Suite struct ConcurrencyTests {
    @Test(arguments: generatedFormats) func tasksShareAGenerator(format: Format) async throws {
        var options = IdOptions()
        if format.options.contains("max_lead_ms") { options.maxLead = .seconds(5) }
        let generator = try IdGenerator(format, options)
        let (tasks, idsPerTask) = (8, 5_000)
        let lists = try await withThrowingTaskGroup(of: [AnyId].self) { group in
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
