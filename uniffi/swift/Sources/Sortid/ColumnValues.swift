internal import sortidFFI

/// The values of a column: a collection over an array of primitive elements, with `nil` for each
/// null row.
public protocol IdColumnValues: RandomAccessCollection, Sendable where Index == Int {
    /// The `nil` rows and errors.
    var rows: IdColumn.Rows { get }
}

extension IdColumnValues {
    /// 0.
    public var startIndex: Int { 0 }

    /// The number of rows.
    public var endIndex: Int { rows.count }
}

extension IdColumn {
    /// The `nil` rows and the errors of invalid rows.
    public struct Rows: Hashable, Sendable {
        /// The number of rows.
        public let count: Int
        /// An Arrow validity bitmap: 0 for `nil`; the lowest bit of the first byte belongs to the
        /// first row.
        public private(set) var validity: [UInt8]
        /// The number of `nil` rows: null in the column, or invalid.
        public private(set) var nullCount = 0
        /// The number of invalid rows by error code; empty if all are valid.
        public private(set) var errors: [SortidError.Code: Int] = [:]
        /// The error of the first invalid row, with its number (``SortidError/row``); `nil` if all
        /// are valid.
        public private(set) var firstError: SortidError?

        /// Whether a row is `nil`.
        public func isNull(_ row: Int) -> Bool {
            precondition((0..<count).contains(row), "row \(row) of \(count)")
            return !validity.bit(row)
        }

        init(count: Int) {
            self.count = count
            validity = [UInt8](repeating: 0, count: bytesOf(bits: count))
        }

        /// Reads the whole column, and returns the error, if any.
        mutating func read(
            _ column: IdColumn, _ question: Question, into out: UnsafeMutableRawBufferPointer
        ) -> SortidError? {
            var (nulls, first, counts) = (0, SortidError?.none, errors)
            let error = validity.withUnsafeMutableBytes { valid in
                var room = Room(out: out, valid: valid.baseAddress)
                return column.ask(question, 0..<column.count, &room) { response, error in
                    nulls += Int(response.nulls)
                    guard let error else { return nil }
                    if question.onInvalid == .throw { return error }
                    first = first ?? error
                    withUnsafeBytes(of: response.counts) { rows in
                        let rows = rows.bindMemory(to: UInt64.self)
                        for code in SortidError.Code.allCases where rows[Int(code.rawValue)] > 0 {
                            counts[code, default: 0] += Int(rows[Int(code.rawValue)])
                        }
                    }
                    return nil
                }
            }
            (nullCount, firstError, errors) = (nulls, first, counts)
            return error
        }
    }

    /// Integers; 0 at `nil` rows.
    public struct Values<Value: FixedWidthInteger & Sendable>: IdColumnValues {
        /// One element a row.
        public let values: [Value]
        /// The `nil` rows and errors.
        public let rows: Rows

        /// The integer of a row.
        public subscript(row: Int) -> Value? { rows.isNull(row) ? nil : values[row] }
    }

    /// Big-endian ids.
    public struct Bytes: IdColumnValues {
        /// The ids, concatenated; zero bytes at `nil` rows.
        public let values: [UInt8]
        /// The number of bytes of each.
        public let width: Int
        /// The `nil` rows and errors.
        public let rows: Rows

        /// The bytes of a row.
        public subscript(row: Int) -> ArraySlice<UInt8>? {
            rows.isNull(row) ? nil : values[(row * width)..<((row + 1) * width)]
        }
    }

    /// Texts in ASCII.
    public struct Texts: IdColumnValues {
        /// The texts, concatenated; shorter ones are padded with zero bytes to ``width``, and `nil`
        /// rows are zero bytes.
        public let values: [UInt8]
        /// The number of bytes of each: ``Format/textLength``.
        public let width: Int
        /// The `nil` rows and errors.
        public let rows: Rows

        /// The text of a row.
        public subscript(row: Int) -> String? {
            if rows.isNull(row) { return nil }
            let text = values[(row * width)..<((row + 1) * width)]
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// A boolean for each row.
    public struct Mask: IdColumnValues {
        /// A bitmap of the rows with `true`.
        public let values: [UInt8]
        /// The `nil` rows and errors.
        public let rows: Rows

        /// The boolean of a row.
        public subscript(row: Int) -> Bool? { rows.isNull(row) ? nil : values.bit(row) }
    }
}

extension [UInt8] {
    fileprivate func bit(_ row: Int) -> Bool { self[row / UInt8.bitWidth] >> (row % UInt8.bitWidth) & 1 == 1 }
}
