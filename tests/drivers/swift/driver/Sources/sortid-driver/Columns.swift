// The suite's operation `columns` on the package's batch functions.

import Sortid

/// The rows of a request, as texts or as bytes.
private struct Rows {
    let format: Format
    var texts: [String?]?
    var cells: [[UInt8]?] = []

    init(_ request: Request) throws {
        format = try request.format()
        if request.has("texts") {
            texts = try request.texts("texts")
        } else {
            cells = try request.texts("hex").map { try $0.map(request.bytes(of:)) }
        }
    }

    var count: Int { texts?.count ?? cells.count }

    /// Calls `body` with the column that begins at row `first`.
    func from<T>(_ first: Int, _ body: (IdColumn) throws -> T) throws -> T {
        if let texts { return try body(IdColumn(texts: Array(texts[first...]), as: format)) }
        let rest = cells[first...]
        let ends = rest.reduce(into: [Int64(0)]) { $0.append($0[$0.count - 1] + Int64($1?.count ?? 0)) }
        var there = [UInt8](repeating: 0, count: (rest.count + 7) / 8)
        for (row, cell) in rest.enumerated() where cell != nil { there[row / 8] |= 1 << (row % 8) }
        return try rest.flatMap { $0 ?? [] }.withUnsafeBytes { data in
            try ends.withUnsafeBufferPointer { ends in
                try there.withUnsafeBytes { there in
                    try body(IdColumn(bytes: data, offsets: ends, as: format).with(validity: there))
                }
            }
        }
    }

    /// The errors of the rows: after an error, continues with the next row.
    func refused(_ ask: (IdColumn) throws -> Void) throws -> [Int: SortidError] {
        var refused: [Int: SortidError] = [:]
        var first = 0
        while true {
            do {
                try from(first, ask)
                return refused
            } catch let error as SortidError {
                guard let row = error.row else { throw error }
                refused[first + row] = error
                first += row + 1
            }
        }
    }
}

private let units: [String: IdColumn.Unit] = ["s": .seconds, "ms": .milliseconds, "us": .microseconds, "ns": .nanoseconds]

func columns(_ request: Request) throws -> JSON {
    let rows = try Rows(request)
    let bytes = try rows.from(0) { try $0.bytes(onInvalid: .null) }
    let texts = try rows.from(0) { try $0.texts(onInvalid: .null) }
    let refused = try rows.refused { _ = try $0.bytes() }
    guard let unit = units[try request.text("unit")] else { throw BadRequest(reason: "no such unit") }
    var times: IdColumn.Values<Int64>?
    var untimed: [Int: SortidError] = [:]
    do {
        times = try rows.from(0) { try $0.times(in: unit, onInvalid: .null, request.options()) }
        untimed = try rows.refused { _ = try $0.times(in: unit, request.options()) }
    } catch let error as SortidError {
        if error.code != .notApplicable { throw error }
    }
    let answers = (0..<rows.count).map { row -> JSON in
        if let error = refused[row] { return describe(error) }
        guard let id = bytes[row], let text = texts[row] else { return nil }
        let time = times?[row].map { JSON.text("\($0)") } ?? untimed[row].map(describe)
        return .object(["hex": hex(Array(id)), "text": .text(text), "time": time ?? nil])
    }
    let counts = bytes.rows.errors.map { ($0.key.name, JSON.number(Int128($0.value))) }
    return .object(["rows": .list(answers), "counts": .object(Dictionary(uniqueKeysWithValues: counts))])
}

private func describe(_ error: SortidError) -> JSON {
    var answer: [String: JSON] = ["error": .text(error.code.name)]
    answer["offset"] = error.offset.map { .number(Int128($0)) }
    return .object(answer)
}
