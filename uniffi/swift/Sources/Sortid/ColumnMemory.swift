internal import SortidGlue
internal import sortidFFI

extension IdColumn {
    /// The memory of the rows.
    enum Cells {
        case array([UInt64])
        case signedArray([Int64])
        case ints(UnsafeRawBufferPointer)
        case fixed(UnsafeRawBufferPointer, width: Int)
        case offsets32(UnsafeRawBufferPointer, UnsafeBufferPointer<Int32>)
        case offsets64(UnsafeRawBufferPointer, UnsafeBufferPointer<Int64>)
        case texts([String])
        case optionalTexts([String?])

        var count: Int {
            switch self {
            case .array(let ints): ints.count
            case .signedArray(let ints): ints.count
            case .ints(let ints): ints.count / MemoryLayout<UInt64>.size
            case .fixed(let data, let width): data.count / max(width, 1)
            case .offsets32(_, let offsets): max(offsets.count - 1, 0)
            case .offsets64(_, let offsets): max(offsets.count - 1, 0)
            case .texts(let texts): texts.count
            case .optionalTexts(let texts): texts.count
            }
        }

        /// Whether rows are copied for the library.
        var isCopied: Bool {
            switch self {
            case .texts, .optionalTexts: true
            default: false
            }
        }

        /// Whether the offsets are empty: even a column without rows has one.
        var isWithoutOffsets: Bool {
            switch self {
            case .offsets32(_, let offsets): offsets.isEmpty
            case .offsets64(_, let offsets): offsets.isEmpty
            default: false
            }
        }
    }

    /// The operation, with the numbers of `uniffi/src/columns.rs`.
    enum What: UInt64 {
        case nothing, times, ints, bytes, texts, field, between, valid, id
    }

    /// An operation and the addresses of its arguments.
    struct Question {
        let what: What
        var with: UInt64 = 0
        var length = 0
        /// The number of result bits per row.
        var bits = 0
        var onInvalid = OnInvalid.throw
    }

    /// The number of rows of strings that are copied at once: fits in the processor's cache, and a
    /// multiple of 8 for bitmaps.
    private static let piece = 4096

    func check() throws(SortidError) {
        if cells.isWithoutOffsets { throw SortidError(.invalidLength, "offsets must have one element more than the rows, not 0", row: 0) }
        var room = Room(out: UnsafeMutableRawBufferPointer(start: nil, count: 0), valid: nil)
        // Strings are checked when they are read.
        let rows = 0..<(cells.isCopied ? 0 : count)
        if let failure = ask(Question(what: .nothing), rows, &room, told: { _, _ in nil }) { throw failure }
    }

    /// Reads rows piece by piece. Passes each response, with the error of the first invalid row, to
    /// `take`; returns its error.
    func ask(
        _ question: Question, _ rows: Range<Int>, _ room: inout Room,
        told take: (sortid_mobile_column_told, SortidError?) -> SortidError?
    ) -> SortidError? {
        var first = rows.lowerBound
        // Also without rows, so that an invalid question is an error for every column.
        repeat {
            let end = cells.isCopied ? min(first + Self.piece, rows.upperBound) : rows.upperBound
            var ask = sortid_mobile_column_ask()
            ask.format = UInt64(format.rawValue)
            ask.is_text = isText ? 1 : 0
            ask.rows = UInt64(end - first)
            if let validity {
                ask.valid = address(validity.bitmap.baseAddress)
                ask.valid_offset = UInt64(validity.offset + first)
            }
            ask.what = question.what.rawValue
            (ask.with, ask.with_length) = (question.with, UInt64(question.length))
            ask.on_invalid = question.onInvalid == .throw ? 0 : 1
            (ask.out, ask.out_length) = (address(room.out.baseAddress), UInt64(room.out.count))
            ask.out_valid = address(room.valid)
            var (told, why) = (sortid_mobile_column_told(), SortidError?.none)
            let outcome = place(first..<end, &ask) { ask in
                let outcome = sortid_mobile_column_read(&ask, &told)
                if outcome == 0 && told.refused >= 0 {
                    why = Self.refusal(&ask, told.refused, first: first)
                }
                return outcome
            }
            if outcome != 0 { return refusal() }
            if let refusal = take(told, why) { return refusal }
            room.advance(by: end - first, bits: question.bits)
            first = end
        } while first < rows.upperBound
        return nil
    }

    /// The error of an invalid row of a piece.
    private static func refusal(_ ask: inout sortid_mobile_column_ask, _ row: Int64, first: Int) -> SortidError {
        withUnsafePointer(to: &ask) { ask in
            do throws(SortidError) {
                let refusal = try glue { try columnRefusal(ask: address(ask), row: UInt64(row)) }
                return SortidError(refusal, row: first + Int(row))
            } catch {
                return error
            }
        }
    }

    /// The error of the request itself. Its offset is a row number.
    private func refusal() -> SortidError {
        let refusal = lastRefusal(input: nil, prefix: nil)
        return SortidError(refusal, row: refusal.offset.map(Int.init), hasOffset: false)
    }

    /// Writes the addresses of rows to the request, for the duration of a call.
    private func place(
        _ rows: Range<Int>, _ ask: inout sortid_mobile_column_ask, _ call: (inout sortid_mobile_column_ask) -> Int32
    ) -> Int32 {
        switch cells {
        case .array(let ints): return ints.withUnsafeBytes { place($0, rows, &ask, call) }
        case .signedArray(let ints): return ints.withUnsafeBytes { place($0, rows, &ask, call) }
        case .ints(let ints): return place(ints, rows, &ask, call)
        case .fixed(let data, let width):
            ask.cells = 1
            ask.data = address(data.baseAddress?.advanced(by: rows.lowerBound * width))
            // For all rows, includes the bytes of a partial row, which the library rejects.
            ask.data_length = UInt64(rows.count == count ? data.count : rows.count * width)
            ask.aside = UInt64(max(width, 0))
        case .offsets32(let data, let offsets):
            ask.cells = 2
            (ask.data, ask.data_length) = (address(data.baseAddress), UInt64(data.count))
            ask.aside = address(offsets.baseAddress?.advanced(by: rows.lowerBound))
        case .offsets64(let data, let offsets):
            ask.cells = 3
            (ask.data, ask.data_length) = (address(data.baseAddress), UInt64(data.count))
            ask.aside = address(offsets.baseAddress?.advanced(by: rows.lowerBound))
        case .texts(let texts): return place(texts[rows].lazy.map(Optional.some), &ask, call)
        case .optionalTexts(let texts): return place(texts[rows], &ask, call)
        }
        return call(&ask)
    }

    private func place(
        _ ints: UnsafeRawBufferPointer, _ rows: Range<Int>, _ ask: inout sortid_mobile_column_ask,
        _ call: (inout sortid_mobile_column_ask) -> Int32
    ) -> Int32 {
        ask.data = address(ints.baseAddress?.advanced(by: rows.lowerBound * MemoryLayout<UInt64>.size))
        return call(&ask)
    }

    /// Strings: their UTF-8 with offsets, and a validity bitmap.
    private func place(
        _ texts: some Collection<String?>, _ ask: inout sortid_mobile_column_ask, _ call: (inout sortid_mobile_column_ask) -> Int32
    ) -> Int32 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.count * format.textLength)
        var offsets: [Int64] = [0]
        offsets.reserveCapacity(texts.count + 1)
        var valid = [UInt8](repeating: 0, count: bytesOf(bits: texts.count))
        for (row, text) in texts.enumerated() {
            if let text {
                bytes.append(contentsOf: text.utf8)
                valid[row / UInt8.bitWidth] |= 1 << (row % UInt8.bitWidth)
            }
            offsets.append(Int64(bytes.count))
        }
        ask.cells = 3
        return bytes.withUnsafeBytes { bytes in
            offsets.withUnsafeBytes { offsets in
                valid.withUnsafeBytes { valid in
                    (ask.data, ask.data_length) = (address(bytes.baseAddress), UInt64(bytes.count))
                    (ask.aside, ask.valid) = (address(offsets.baseAddress), address(valid.baseAddress))
                    return call(&ask)
                }
            }
        }
    }
}

extension IdColumn {
    struct Room {
        var out: UnsafeMutableRawBufferPointer
        var valid: UnsafeMutableRawPointer?

        mutating func advance(by rows: Int, bits: Int) {
            out = UnsafeMutableRawBufferPointer(rebasing: out.dropFirst(bytesOf(bits: rows * bits)))
            valid = valid?.advanced(by: bytesOf(bits: rows))
        }
    }
}

/// The number of bytes that this number of bits requires.
func bytesOf(bits: Int) -> Int { (bits + UInt8.bitWidth - 1) / UInt8.bitWidth }

/// The address of memory as a word; 0 for none.
func address(_ pointer: UnsafeRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

private func address(_ pointer: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }
