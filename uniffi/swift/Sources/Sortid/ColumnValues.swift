internal import sortidFFI

/// What a column was read into: a collection with `nil` for each row that has none, and behind it an array without an object for each row.
public protocol IdColumnValues: RandomAccessCollection, Sendable where Index == Int {
    /// Which rows are `nil`, and why.
    var rows: IdColumn.Rows { get }
}

extension IdColumnValues {
    /// 0.
    public var startIndex: Int { 0 }

    /// How many rows there are.
    public var endIndex: Int { rows.count }
}

extension IdColumn {
    /// Which rows are there, and what became of the others.
    public struct Rows: Hashable, Sendable {
        /// How many there are.
        public let count: Int
        /// A bitmap of those that are not `nil`, as Arrow has them: the lowest bit of the first byte is the first row's.
        public private(set) var validity: [UInt8]
        /// How many are `nil`: those that were so, and those that were refused.
        public private(set) var nullCount = 0
        /// How many were refused by each code; empty if none was.
        public private(set) var refused: [SortidError.Code: Int] = [:]
        /// Why the first one was refused, and which it is (``SortidError/row``); `nil` if none was.
        public private(set) var firstRefusal: SortidError?

        /// Whether a row is `nil`.
        public func isNull(_ row: Int) -> Bool {
            precondition((0..<count).contains(row), "row \(row) of \(count)")
            return !validity.bit(row)
        }

        init(count: Int) {
            self.count = count
            validity = [UInt8](repeating: 0, count: bytesOf(bits: count))
        }

        /// Reads the whole column, and answers what went wrong.
        mutating func read(
            _ column: IdColumn, _ question: Question, into out: UnsafeMutableRawBufferPointer
        ) -> SortidError? {
            var (nulls, first, refused) = (0, SortidError?.none, self.refused)
            let error = validity.withUnsafeMutableBytes { valid in
                var room = Room(out: out, valid: valid.baseAddress)
                return column.ask(question, 0..<column.count, &room) { told, refusal in
                    nulls += Int(told.nulls)
                    guard let refusal else { return nil }
                    if question.onRefusal == .throw { return refusal }
                    first = first ?? refusal
                    withUnsafeBytes(of: told.counts) { counts in
                        let counts = counts.bindMemory(to: UInt64.self)
                        for code in SortidError.Code.allCases where counts[Int(code.rawValue)] > 0 {
                            refused[code, default: 0] += Int(counts[Int(code.rawValue)])
                        }
                    }
                    return nil
                }
            }
            (nullCount, firstRefusal, self.refused) = (nulls, first, refused)
            return error
        }
    }

    /// Numbers; 0 in place of those that are `nil`.
    public struct Values<Value: FixedWidthInteger & Sendable>: IdColumnValues {
        /// One a row.
        public let values: [Value]
        /// Which rows are `nil`, and why.
        public let rows: Rows

        /// The number of a row.
        public subscript(row: Int) -> Value? { rows.isNull(row) ? nil : values[row] }
    }

    /// Big-endian ids.
    public struct Bytes: IdColumnValues {
        /// One after another, zero bytes in place of those that are `nil`.
        public let values: [UInt8]
        /// The bytes of each.
        public let width: Int
        /// Which rows are `nil`, and why.
        public let rows: Rows

        /// The bytes of a row.
        public subscript(row: Int) -> ArraySlice<UInt8>? {
            rows.isNull(row) ? nil : values[(row * width)..<((row + 1) * width)]
        }
    }

    /// Texts in ASCII.
    public struct Texts: IdColumnValues {
        /// One after another; zero bytes are behind one that is shorter than the ``width``, and in place of those that are `nil`.
        public let values: [UInt8]
        /// The bytes of each: ``Id/Format/textLength``.
        public let width: Int
        /// Which rows are `nil`, and why.
        public let rows: Rows

        /// The text of a row.
        public subscript(row: Int) -> String? {
            if rows.isNull(row) { return nil }
            let text = values[(row * width)..<((row + 1) * width)]
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// A yes or no for each row.
    public struct Mask: IdColumnValues {
        /// A bitmap of the rows for which it is yes.
        public let values: [UInt8]
        /// Which rows are `nil`, and why.
        public let rows: Rows

        /// Whether it is yes for a row.
        public subscript(row: Int) -> Bool? { rows.isNull(row) ? nil : values.bit(row) }
    }
}

extension [UInt8] {
    fileprivate func bit(_ row: Int) -> Bool { self[row / UInt8.bitWidth] >> (row % UInt8.bitWidth) & 1 == 1 }
}
