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

        /// Whether there are no offsets: even a column without rows has one.
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
        if let failure = ask(Question(what: .nothing), rows, &room, response: { _, _ in nil }) { throw failure }
    }

    /// Reads rows piece by piece. Passes each response, with the error of the first invalid row, to
    /// `take`; returns its error.
    func ask(
        _ question: Question, _ rows: Range<Int>, _ room: inout Room,
        response take: (sortid_mobile_column_response, SortidError?) -> SortidError?
    ) -> SortidError? {
        var first = rows.lowerBound
        // Runs without rows too, so that an invalid question is an error for every column.
        repeat {
            let end = cells.isCopied ? min(first + Self.piece, rows.upperBound) : rows.upperBound
            var request = sortid_mobile_column_request()
            request.format = UInt64(format.rawValue)
            request.is_text = isText ? 1 : 0
            request.rows = UInt64(end - first)
            if let validity {
                request.valid = address(validity.bitmap.baseAddress)
                request.valid_offset = UInt64(validity.offset + first)
            }
            request.what = question.what.rawValue
            (request.with, request.with_length) = (question.with, UInt64(question.length))
            request.on_invalid = question.onInvalid == .throw ? 0 : 1
            (request.out, request.out_length) = (address(room.out.baseAddress), UInt64(room.out.count))
            request.out_valid = address(room.valid)
            var (response, failure) = (sortid_mobile_column_response(), SortidError?.none)
            let outcome = place(first..<end, &request) { request in
                let outcome = sortid_mobile_column_read(&request, &response)
                if outcome == 0 && response.refused >= 0 {
                    failure = Self.refusal(&request, response.refused, first: first)
                }
                return outcome
            }
            if outcome != 0 { return refusal() }
            if let refusal = take(response, failure) { return refusal }
            room.advance(by: end - first, bits: question.bits)
            first = end
        } while first < rows.upperBound
        return nil
    }

    /// The error of an invalid row of a piece.
    private static func refusal(_ request: inout sortid_mobile_column_request, _ row: Int64, first: Int) -> SortidError {
        withUnsafePointer(to: &request) { request in
            do throws(SortidError) {
                let refusal = try glue { try columnRefusal(request: address(request), row: UInt64(row)) }
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
        _ rows: Range<Int>, _ request: inout sortid_mobile_column_request, _ call: (inout sortid_mobile_column_request) -> Int32
    ) -> Int32 {
        switch cells {
        case .array(let ints): return ints.withUnsafeBytes { place($0, rows, &request, call) }
        case .signedArray(let ints): return ints.withUnsafeBytes { place($0, rows, &request, call) }
        case .ints(let ints): return place(ints, rows, &request, call)
        case .fixed(let data, let width):
            request.cells = 1
            request.data = address(data.baseAddress?.advanced(by: rows.lowerBound * width))
            // All rows include the bytes of a partial row, which the library rejects.
            request.data_length = UInt64(rows.count == count ? data.count : rows.count * width)
            request.aside = UInt64(max(width, 0))
        case .offsets32(let data, let offsets):
            request.cells = 2
            (request.data, request.data_length) = (address(data.baseAddress), UInt64(data.count))
            request.aside = address(offsets.baseAddress?.advanced(by: rows.lowerBound))
        case .offsets64(let data, let offsets):
            request.cells = 3
            (request.data, request.data_length) = (address(data.baseAddress), UInt64(data.count))
            request.aside = address(offsets.baseAddress?.advanced(by: rows.lowerBound))
        case .texts(let texts): return place(texts[rows].lazy.map(Optional.some), &request, call)
        case .optionalTexts(let texts): return place(texts[rows], &request, call)
        }
        return call(&request)
    }

    private func place(
        _ ints: UnsafeRawBufferPointer, _ rows: Range<Int>, _ request: inout sortid_mobile_column_request,
        _ call: (inout sortid_mobile_column_request) -> Int32
    ) -> Int32 {
        request.data = address(ints.baseAddress?.advanced(by: rows.lowerBound * MemoryLayout<UInt64>.size))
        return call(&request)
    }

    /// Strings: their UTF-8 with offsets, and a validity bitmap.
    private func place(
        _ texts: some Collection<String?>, _ request: inout sortid_mobile_column_request,
        _ call: (inout sortid_mobile_column_request) -> Int32
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
        request.cells = 3
        return bytes.withUnsafeBytes { bytes in
            offsets.withUnsafeBytes { offsets in
                valid.withUnsafeBytes { valid in
                    (request.data, request.data_length) = (address(bytes.baseAddress), UInt64(bytes.count))
                    (request.aside, request.valid) = (address(offsets.baseAddress), address(valid.baseAddress))
                    return call(&request)
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
