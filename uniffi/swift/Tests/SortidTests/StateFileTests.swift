import Foundation
import Sortid
import Testing

@Suite final class StateFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sortid état %41 \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private let noon = Timestamp(seconds: 1_721_390_400)
    private let minuteLater = Timestamp(seconds: 1_721_390_460)

    private func file(_ name: String = "ids.state") -> URL { folder.appendingPathComponent(name) }

    private func open(_ format: Format, _ file: URL, _ change: (inout IdOptions) -> Void = { _ in }) throws -> IdGenerator<AnyId> {
        var options = IdOptions()
        options.stateFile = file
        change(&options)
        return try IdGenerator(format, options)
    }

    private static let timed = Format.allCases.filter { $0.options.contains("state_file") }

    @Test func everyFormatWithTimeHasStateFile() {
        #expect(Self.timed == Format.allCases.filter { $0.options.contains("max_lead_ms") })
        #expect(error { try open(.uid11Fullrand, file()) }?.subject == "state_file")
    }

    @Test(arguments: timed) func laterGeneratorContinuesAboveEarlierOne(format: Format) throws {
        var ids: [AnyId] = []
        for _ in 0..<4 {
            // Each generator begins a new tick, which for some formats is a second.
            let generator = try open(format, file()) { $0.maxLead = .seconds(60) }
            ids.append(try generator.next())
            ids += try generator.nextIds(100)
        }
        #expect(Set(ids).count == ids.count)
        if format.isOrdered { #expect(ids.sorted() == ids) }
    }

    @Test(arguments: timed) func twoGeneratorsOnOneFileRepeatNoId(format: Format) throws {
        let (a, b) = (try open(format, file()), try open(format, file()))
        let ids = try (0..<500).flatMap { _ in [try a.next(), try b.next()] }
        #expect(Set(ids).count == 1000)
        if format.isOrdered && format.bits == 64 { #expect(ids.sorted() == ids) }
    }

    @Test func deinitRecordsLastIdInFile() throws {
        let ticks = try (0..<3).map { _ in
            try open(.tid, file()) { $0.clock = .manual }.next(at: noon).field("timestamp_us")
        }
        #expect(ticks.map { $0 - ticks[0] } == [0, 1, 2])
    }

    @Test func tasksWithGeneratorsOnOneFileRepeatNoId() async throws {
        let (shared, url) = (try open(.tid, file()), file())
        let lists = try await withThrowingTaskGroup(of: [AnyId].self) { group in
            for task in 0..<4 {
                group.addTask {
                    var options = IdOptions()
                    options.stateFile = url
                    let generator = task < 2 ? shared : try IdGenerator(.tid, options)
                    return try (0..<5000).map { _ in try generator.next() }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(lists.joined()).count == 20_000)
        #expect(lists.allSatisfy { $0.sorted() == $0 })
    }

    @Test func stateFileAcceptsURLOrText() throws {
        var options = IdOptions()
        #expect(options.stateFile == nil)
        options.stateFile = file()
        #expect(options.stateFile?.path == file().path)
        #expect(options["state_file"] == .text(file().path))
        let first = try IdGenerator(.tid, options).next()
        options["state_file"] = .text(file().path)
        #expect(try IdGenerator(.tid, options).next() > first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ids.state"])
        for wrong: IdOptions.Value in [.integer(1), .flag(true), .text(""), .bytes([])] {
            options["state_file"] = wrong
            #expect(error { try IdGenerator(.tid, options) }?.subject == "state_file")
        }
        options.stateFile = URL(string: "https://example.org/ids.state")
        #expect(error { try IdGenerator(.tid, options) }?.subject == "state_file")
        options.stateFile = nil
        #expect(options["state_file"] == nil)
    }

    @Test func unusableFileThrowsErrorWithPath() throws {
        _ = try open(.tid, file())
        let whole = try Data(contentsOf: file())
        func fileWith(_ name: String, _ content: Data, _ permissions: Int = 0o644) throws -> URL {
            try content.write(to: file(name))
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file(name).path)
            return file(name)
        }
        var damaged = whole
        damaged[120] ^= 1
        let cases: [(SortidError.Code, URL)] = [
            (.storeForeign, try fileWith("text", Data("Dear diary\n".utf8))),
            (.storeCorrupt, try fileWith("empty", Data())),
            (.storeCorrupt, try fileWith("truncated", whole.prefix(100))),
            (.storeCorrupt, try fileWith("damaged", damaged)),
            (.storeReadOnly, try fileWith("read-only", whole, 0o444)),
            (.storeIo, file("none").appendingPathComponent("file")),
        ]
        for (code, url) in cases {
            let error = try #require(error { try open(.tid, url) })
            #expect(error.code == code && error.path == url.path && error.subject == url.path && error.offset == nil)
            #expect(error.description.hasPrefix("\(code.name): \(code.message) (\(url.path))"))
            #expect(error.code.isOfStore)
        }
        let io = try #require(error { try open(.tid, cases[5].1) })
        #expect(io.osError == 2)
        #expect(io.description.hasSuffix(": No such file or directory (os error 2)"))
        #expect(error { try open(.uuid7, file()) }?.code == .storeForeign)
        #expect(error { try open(.tid, file()) { $0.onRollback = .reset } }?.subject == "on_rollback")
        #expect(error { try AnyId("x", as: .tid) }?.path == nil)
    }

    @Test func errorsOfRemovedFileHavePath() throws {
        let path = file().path
        func isNamed(_ error: SortidError?) -> Bool {
            error?.code == .storeIo && error?.path == path
                && error?.description == "store_io: the file cannot be read or written (\(path))"
        }
        let manual = try open(.tid, file()) { $0.clock = .manual }
        let first = try manual.next(at: noon)
        try FileManager.default.removeItem(at: file())
        #expect(isNamed(error { try manual.next(at: minuteLater) }))
        #expect(isNamed(error { try manual.next(after: first, at: minuteLater) }))
        let generator = try open(.tid, file())
        try FileManager.default.removeItem(at: file())
        #expect(isNamed(error { try generator.next() }))
        #expect(isNamed(error { try generator.nextTexts(3) }))
        var ints = [UInt64](repeating: 0, count: 5)
        let filled = generator.fill(&ints)
        #expect(filled.ids == 0 && isNamed(filled.error))
    }
}
