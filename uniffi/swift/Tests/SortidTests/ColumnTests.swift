import Foundation
import Sortid
import Testing

/// Compares rows of columns in every memory layout with single ids.
@Suite struct ColumnTests {
    static let rows = 150

    /// Ids, `nil` rows and invalid ones.
    func bytes(_ format: Format) throws -> [[UInt8]?] {
        try (0..<Self.rows).map { nth in
            var fields: [String: Int64] = [:]
            for field in format.fields {
                fields[field.name] = Int64(nth) * 77_777_777 & (1 << Int64(min(field.bits, 40)) - 1)
            }
            let none: [String: Int64] = [:]
            let id = try (try? AnyId(fields: fields, as: format)) ?? AnyId(fields: none, as: format)
            if nth % 5 == 3 { return nil }
            return nth % 37 == 9 ? id.bytes.reversed() : id.bytes
        }
    }

    func texts(_ format: Format) throws -> [String?] {
        try bytes(format).enumerated().map { nth, bytes in
            guard let bytes else { return nil }
            let text = (try? AnyId(bytes: bytes, as: format))?.text ?? ""
            return nth % 37 == 5 ? String(text.prefix(3)) : nth % 37 == 11 ? "!" + text.dropFirst() : text
        }
    }

    /// The result for a single row: an id, an error, or `nil`.
    typealias Alone = Result<AnyId, SortidError>?

    func alone<R>(_ rows: [R?], _ read: (R) throws(SortidError) -> AnyId) -> [Alone] {
        rows.map { row in
            guard let row else { return nil }
            do throws(SortidError) {
                return .success(try read(row))
            } catch {
                return .failure(error)
            }
        }
    }

    func describe(_ error: SortidError?, _ row: Int?) -> [Int?] {
        [error.map { Int($0.code.rawValue) }, error?.offset, row]
    }

    func check<V: IdColumnValues, E: Equatable>(
        _ alone: [Alone], _ found: V, _ values: [E?], _ about: String, _ expect: (AnyId) throws -> E
    ) throws {
        let expected = try alone.map { try (try? $0?.get()).map(expect) }
        #expect(values == expected, "\(about)")
        #expect(found.rows.nullCount == expected.filter { $0 == nil }.count, "\(about)")
        let refusals = alone.enumerated().compactMap { row, one -> (Int, SortidError)? in
            if case .failure(let error) = one { (row, error) } else { nil }
        }
        #expect(found.rows.errors == Dictionary(refusals.map { ($1.code, 1) }, uniquingKeysWith: +), "\(about)")
        let first = found.rows.firstError
        #expect(describe(first, first?.row) == describe(refusals.first?.1, refusals.first?.0), "\(about)")
    }

    /// Compares every operation of a column with single ids.
    func compare(_ column: IdColumn, _ alone: [Alone], _ about: String) throws {
        let format = column.format
        let texts = try column.texts(onInvalid: .null)
        try check(alone, texts, Array(texts), about) { $0.text }
        let bytes = try column.bytes(onInvalid: .null)
        try check(alone, bytes, bytes.map { $0.map(Array.init) }, about) { $0.bytes }
        let valid = try column.valid()
        #expect(valid.map { $0 ?? false } == alone.map { (try? $0?.get()) != nil })
        let field = format.fields[format.fields.count - 1]
        if field.bits <= 64 {
            let values = try column.field(field.name, onInvalid: .null)
            try check(alone, values, Array(values), about) { id in
                field.bits == 64 ? Int64(bitPattern: try id.field(field.name, as: UInt64.self)) : try id.field(field.name, as: Int64.self)
            }
        }
        if format.bits == 64 {
            let values = try column.ints(onInvalid: .null)
            try check(alone, values, Array(values), about) { id in
                id.bytes.reduce(0) { $0 << 8 | UInt64($1) }
            }
        } else {
            #expect(throws: SortidError.self) { try column.ints() }
        }
        if alone.allSatisfy({ one in (try? one?.get()).map { (try? $0.timestamp) != nil } ?? true }) {
            let times = try column.times(in: .seconds, onInvalid: .null)
            try check(alone, times, Array(times), about) { try $0.timestamp.seconds }
            let (from, to) = (Timestamp(seconds: 0), Timestamp(seconds: 3_000_000_000))
            let mask = try column.between(from: from, to: to, onInvalid: .null)
            try check(alone, mask, Array(mask), about) { try from <= $0.timestamp && $0.timestamp < to }
        }
        var thrown: SortidError?
        do throws(SortidError) {
            _ = try column.bytes()
        } catch {
            thrown = error
        }
        let first = valid.rows.firstError
        #expect(describe(thrown, thrown?.row) == describe(first, first?.row), "\(about)")
        for (row, one) in alone.enumerated() {
            do throws(SortidError) {
                let id = try column.id(at: row)
                #expect(try id == one?.get(), "\(about)")
            } catch {
                guard case .failure(let expected) = one else {
                    Issue.record("row \(row) is refused: \(about)")
                    continue
                }
                #expect(describe(error, error.row) == describe(expected, row), "\(about)")
            }
        }
    }

    func validity(_ rows: [Bool], from: Int) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: (rows.count + from + 7) / 8)
        for (row, isThere) in rows.enumerated() where isThere { bits[(from + row) / 8] |= 1 << ((from + row) % 8) }
        return bits
    }

    /// Columns with offsets of both widths.
    func between(
        _ cells: [[UInt8]], _ bitmap: [UInt8], from: Int, _ act: (IdColumn) throws -> Void,
        of32: (UnsafeRawBufferPointer, UnsafeBufferPointer<Int32>) throws -> IdColumn,
        of64: (UnsafeRawBufferPointer, UnsafeBufferPointer<Int64>) throws -> IdColumn
    ) throws {
        let data = [0] + cells.joined()
        let ends = cells.reduce(into: [1]) { $0.append($0[$0.count - 1] + $1.count) }
        try data.withUnsafeBytes { data in
            try bitmap.withUnsafeBytes { bitmap in
                try ends.map(Int32.init).withUnsafeBufferPointer {
                    try act(of32(data, $0).with(validity: bitmap, offset: from))
                }
                try ends.map(Int64.init).withUnsafeBufferPointer {
                    try act(of64(data, $0).with(validity: bitmap, offset: from))
                }
            }
        }
    }

    @Test(arguments: Format.allCases) func textRowsEqualSingleIds(_ format: Format) throws {
        let texts = try texts(format)
        let alone = alone(texts) { (text) throws(SortidError) in try AnyId(text, as: format) }
        try compare(IdColumn(texts: texts, as: format), alone, "\(format) strings")
        let there = texts.map { $0 ?? "" }
        let each = self.alone(there) { (text) throws(SortidError) in try AnyId(text, as: format) }
        try compare(IdColumn(texts: there, as: format), each, "\(format) strings that are there")
        let from = format.code % 9
        let bitmap = validity(texts.map { $0 != nil }, from: from)
        let cells = there.map { Array($0.utf8) }
        let width = format.textLength + 1
        let padded = cells.flatMap { $0 + [UInt8](repeating: 0, count: width - $0.count) }
        try padded.withUnsafeBytes { padded in
            try bitmap.withUnsafeBytes {
                let column = try IdColumn(texts: padded, width: width, as: format).with(validity: $0, offset: from)
                try compare(column, alone, "\(format) of one width")
            }
        }
        try between(cells, bitmap, from: from) {
            try compare($0, alone, "\(format) offsets")
        } of32: {
            try IdColumn(texts: $0, offsets: $1, as: format)
        } of64: {
            try IdColumn(texts: $0, offsets: $1, as: format)
        }
    }

    @Test(arguments: Format.allCases) func byteAndIntegerRowsEqualSingleIds(_ format: Format) throws {
        let rows = try bytes(format)
        let alone = alone(rows) { (bytes) throws(SortidError) in try AnyId(bytes: bytes, as: format) }
        let bitmap = validity(rows.map { $0 != nil }, from: 3)
        let whole = rows.map { $0 ?? [UInt8](repeating: 0, count: format.byteCount) }
        try Array(whole.joined()).withUnsafeBytes { data in
            try bitmap.withUnsafeBytes {
                let column = try IdColumn(bytes: data, as: format).with(validity: $0, offset: 3)
                try compare(column, alone, "\(format) of one width")
            }
        }
        // A row that is shorter than an id.
        let cells = rows.enumerated().map { nth, row in nth % 37 == 5 ? row.map { Array($0.prefix(3)) } : row }
        let shorter = self.alone(cells) { (bytes) throws(SortidError) in try AnyId(bytes: bytes, as: format) }
        try between(cells.map { $0 ?? [] }, bitmap, from: 3) {
            try compare($0, shorter, "\(format) offsets")
        } of32: {
            try IdColumn(bytes: $0, offsets: $1, as: format)
        } of64: {
            try IdColumn(bytes: $0, offsets: $1, as: format)
        }
        let ints = whole.map { $0.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
        if format.bits != 64 {
            #expect(throws: SortidError.self) { try IdColumn(ints, as: format) }
            return
        }
        try bitmap.withUnsafeBytes { bitmap in
            try compare(IdColumn(ints, as: format).with(validity: bitmap, offset: 3), alone, "\(format) array")
            let signed = ints.map(Int64.init(bitPattern:))
            try compare(IdColumn(signed, as: format).with(validity: bitmap, offset: 3), alone, "\(format) signed array")
            try ints.withUnsafeBufferPointer {
                try compare(IdColumn($0, as: format).with(validity: bitmap, offset: 3), alone, "\(format) memory")
            }
            try signed.withUnsafeBufferPointer {
                try compare(IdColumn($0, as: format).with(validity: bitmap, offset: 3), alone, "\(format) signed memory")
            }
        }
    }

    @Test func columnOfSeveralPiecesHasAllRows() throws {
        var ids = (0..<10_001).map { UInt64($0) << 10 }
        ids[5000] = .max
        let column = try IdColumn(ids, as: .timeid)
        let times = try column.times(in: .microseconds, onInvalid: .null)
        #expect([times[4999], times[5000], times[5001], times[10_000]] == [4999, nil, 5001, 10_000])
        #expect(times.rows.errors.values.reduce(0, +) == 1)
        #expect(times.rows.firstError?.row == 5000)
        let texts = try IdColumn(texts: Array(column.texts(onInvalid: .null)), as: .timeid)
        #expect(try Array(texts.times(in: .microseconds, onInvalid: .null)) == Array(times))
        let dates = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 0.25)
        #expect(try texts.between(dates).filter { $0 == true }.count == 10_000)
        var some = Array(repeating: "3jzfcijpj2z2a", count: 9000)
        some[8000] = "é"
        do throws(SortidError) {
            _ = try IdColumn(texts: some, as: .tid).ints()
            Issue.record("it was accepted")
        } catch {
            #expect((error.code, error.row, error.offset) == (.invalidLength, 8000, 2))
            #expect(error.description == #"invalid_length: "é" is not a valid tid: 2 bytes, expected 13, in row 8000"#)
        }
    }

    @Test func invalidRowThrowsErrorOfSingleId() throws {
        let text = "3jzfcijpj2z2!"
        let alone = error { try Tid(parsing: text) }?.description ?? ""
        let memory = Array((text + "3jzfcijpj2z2a").utf8)
        let offsets: [Int32] = [0, 13, 26]
        try memory.withUnsafeBytes { memory in
            try offsets.withUnsafeBufferPointer { offsets in
                for column in [
                    try IdColumn(texts: [text], as: .tid), try IdColumn(texts: memory, width: 13, as: .tid),
                    try IdColumn(texts: memory, offsets: offsets, as: .tid),
                ] {
                    #expect(error { try column.times() }?.description == "\(alone), in row 0")
                    #expect(error { try column.id(at: 0) }?.description == "\(alone), in row 0")
                    #expect(try column.times(onInvalid: .null).rows.firstError?.description == "\(alone), in row 0")
                }
            }
        }
        let ints = error { try IdColumn([Int64(0), -1], as: .timeid).times() }
        #expect(ints?.description == "out_of_range: no timeid has this value, in row 1")
        let late = try Uuid6.max(at: Timestamp(seconds: 50_000_000_000)).text
        let tooLate = error { try IdColumn(texts: [late], as: .uuid6).times(in: .nanoseconds) }
        #expect(tooLate?.description == "timestamp_out_of_range: the time does not fit 64 bits in this unit, in row 0")
    }

    @Test func timesHaveRequestedUnitAndOptions() throws {
        let column = try IdColumn([UInt64(175_928_847_299_117_063)], as: .flakeIdgen)
        for (unit, time) in [
            (IdColumn.Unit.seconds, 1_462_015_105), (.milliseconds, 1_462_015_105_796),
            (.microseconds, 1_462_015_105_796_000), (.nanoseconds, 1_462_015_105_796_000_000),
        ] {
            #expect(try Array(column.times(in: unit, .init(epoch: .discord))) == [Int64(time)])
        }
        let (from, to) = (Timestamp(seconds: 1_462_015_105), Timestamp(seconds: 1_462_015_106))
        #expect(try Array(column.between(from: from, to: to, .init(epoch: .discord))) == [true])
        #expect(try Array(column.between(from: from, to: to)) == [false])
        expect(.invalidOption) { () throws(SortidError) in _ = try column.between(from: to, to: from) }
        expect(.invalidOption) { () throws(SortidError) in _ = try column.times(.init(worker: 1)) }
        let none: [String] = []
        expect(.notApplicable) { () throws(SortidError) in _ = try IdColumn(texts: none, as: .uuid4).times() }
        let flakes = [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 0xff, count: 16)
        flakes.withUnsafeBytes { flakes in
            expect(.timestampOutOfRange, row: 1) { () throws(SortidError) in
                _ = try IdColumn(bytes: flakes, as: .flake).times(in: .nanoseconds)
            }
        }
    }

    func expect(_ code: SortidError.Code, row: Int? = nil, _ call: () throws(SortidError) -> Void) {
        do throws(SortidError) {
            try call()
            Issue.record("it was accepted")
        } catch {
            #expect((error.code, error.row) == (code, row))
        }
    }

    @Test func rejectsInvalidColumns() throws {
        let data = [UInt8](repeating: 0x32, count: 26)
        data.withUnsafeBytes { data in
            for (offsets, row) in [([], 0), ([-1, 13], 0), ([0, 13, 12], 1), ([0, 13, 27], 1)] as [([Int32], Int)] {
                offsets.withUnsafeBufferPointer { offsets in
                    expect(.invalidLength, row: row) { () throws(SortidError) in
                        _ = try IdColumn(texts: data, offsets: offsets, as: .tid)
                    }
                }
            }
            for (width, row) in [(0, nil), (-1, nil), (12, 2)] as [(Int, Int?)] {
                expect(.invalidLength, row: row) { () throws(SortidError) in
                    _ = try IdColumn(texts: data, width: width, as: .tid)
                }
            }
            expect(.invalidLength, row: 3) { () throws(SortidError) in _ = try IdColumn(bytes: data, as: .tid) }
            let short = UnsafeRawBufferPointer(rebasing: data[..<1])
            for offset in [7, -1] {
                expect(.invalidLength, row: 2) { () throws(SortidError) in
                    _ = try IdColumn(texts: data, width: 13, as: .tid).with(validity: short, offset: offset)
                }
            }
            expect(.notApplicable) { () throws(SortidError) in
                _ = try IdColumn(texts: ["a"], as: .tid).with(validity: data)
            }
            expect(.invalidField) { () throws(SortidError) in
                _ = try IdColumn(texts: data, width: 13, as: .tid).field("no such")
            }
        }
        let none: [String?] = []
        #expect(try IdColumn(texts: none, as: .tid).times().isEmpty)
        expect(.notApplicable) { () throws(SortidError) in _ = try IdColumn(texts: ["a"], as: .ulid).field("randomness") }
    }
}
