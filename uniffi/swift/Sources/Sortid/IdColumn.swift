import Foundation
internal import SortidGlue
internal import sortidFFI

/// A view of many ids of one format in arrays, or in memory of databases, files and Arrow. One call
/// into the library reads the times, integers, bytes, texts or a field of all rows, without an
/// object for each row.
///
/// | the rows are | created by |
/// |---|---|
/// | integers of a 64-bit format | `IdColumn(ints, as: .tid)` |
/// | texts, in any of the format's forms | `IdColumn(texts: strings, as: .tid)`, `IdColumn(texts: memory, width: 13, as: .tid)`, `IdColumn(texts: memory, offsets: offsets, as: .tid)` |
/// | big-endian ids | `IdColumn(bytes: memory, as: .tid)`, `IdColumn(bytes: memory, offsets: offsets, as: .tid)` |
///
/// An invalid row, or one without the requested property, throws an error with its
/// ``SortidError/row``, code and offset, or becomes `nil` and is counted: see ``OnInvalid``.
///
/// ```swift
/// let times = try IdColumn(texts: ["3jzfcijpj2z2a", nil], as: .tid).times()
/// precondition(Array(times) == [1_688_137_381_887, nil])
/// ```
///
/// Memory behind a pointer must exist and must not change while a function reads the column. Arrays
/// are retained.
public struct IdColumn {
    /// The format.
    public let format: Format
    let isText: Bool
    let cells: Cells
    let validity: (bitmap: UnsafeRawBufferPointer, offset: Int)?

    /// The handling of invalid rows and of rows without the requested property.
    public enum OnInvalid: Hashable, Sendable {
        /// The call throws.
        case `throw`
        /// The row becomes `nil`, and is counted.
        case null
    }

    /// The unit of times since 1970.
    public enum Unit: UInt8, CaseIterable, Hashable, Sendable {
        /// Seconds.
        case seconds
        /// Milliseconds.
        case milliseconds
        /// Microseconds.
        case microseconds
        /// Nanoseconds.
        case nanoseconds
    }

    private init(_ format: Format, isText: Bool, _ cells: Cells) throws(SortidError) {
        self.format = format
        self.isText = isText
        self.cells = cells
        validity = nil
        try check()
    }

    private init(_ column: IdColumn, _ bitmap: UnsafeRawBufferPointer, _ offset: Int) {
        format = column.format
        isText = column.isText
        cells = column.cells
        validity = (bitmap, offset)
    }

    /// A column of the ids with these integers.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: [UInt64], as format: Format) throws(SortidError) {
        try self.init(format, isText: false, .array(ints))
    }

    /// A column of the ids with these bits, for databases without unsigned integers.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: [Int64], as format: Format) throws(SortidError) {
        try self.init(format, isText: false, .signedArray(ints))
    }

    /// A column of integers in memory.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: UnsafeBufferPointer<UInt64>, as format: Format) throws(SortidError) {
        try self.init(format, isText: false, .ints(UnsafeRawBufferPointer(ints)))
    }

    /// A column of integers in memory, as bits.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: UnsafeBufferPointer<Int64>, as format: Format) throws(SortidError) {
        try self.init(format, isText: false, .ints(UnsafeRawBufferPointer(ints)))
    }

    /// A column of texts in any of the format's forms.
    public init(texts: [String], as format: Format) throws(SortidError) {
        try self.init(format, isText: true, .texts(texts))
    }

    /// A column of texts in any of the format's forms; a `nil` is a null row.
    public init(texts: [String?], as format: Format) throws(SortidError) {
        try self.init(format, isText: true, .optionalTexts(texts))
    }

    /// A column of texts of one width in bytes, padded with zero bytes.
    ///
    /// - Throws: `invalidLength` if the memory is not a whole number of rows.
    public init(texts: UnsafeRawBufferPointer, width: Int, as format: Format) throws(SortidError) {
        if width < 1 { throw SortidError(.invalidLength, "the width of a row is 1 byte or more, not \(width)") }
        try self.init(format, isText: true, .fixed(texts, width: width))
    }

    /// A column of texts with offsets, one more than the rows: row n spans from its offset to the
    /// next.
    ///
    /// - Throws: `invalidLength` with the first row that is outside the memory.
    public init(
        texts: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int32>, as format: Format
    ) throws(SortidError) {
        try self.init(format, isText: true, .offsets32(texts, offsets))
    }

    /// The same with offsets of 64 bits.
    public init(
        texts: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int64>, as format: Format
    ) throws(SortidError) {
        try self.init(format, isText: true, .offsets64(texts, offsets))
    }

    /// A column of big-endian ids.
    ///
    /// - Throws: `invalidLength` if the memory is not a whole number of rows.
    public init(bytes: UnsafeRawBufferPointer, as format: Format) throws(SortidError) {
        try self.init(format, isText: false, .fixed(bytes, width: format.byteCount))
    }

    /// A column of big-endian ids with offsets, as for texts. A row of another length than the
    /// format's is invalid.
    ///
    /// - Throws: `invalidLength` with the first row that is outside the memory.
    public init(
        bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int32>, as format: Format
    ) throws(SortidError) {
        try self.init(format, isText: false, .offsets32(bytes, offsets))
    }

    /// The same with offsets of 64 bits.
    public init(
        bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int64>, as format: Format
    ) throws(SortidError) {
        try self.init(format, isText: false, .offsets64(bytes, offsets))
    }

    /// Adds an Arrow validity bitmap: rows whose bit is 0 are `nil`. The lowest bit of the first
    /// byte belongs to the first row.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap.
    ///   - offset: The bit of the first row.
    /// - Throws: `invalidLength` for a bitmap that is shorter than the column; `notApplicable` for
    ///   a column of strings, whose null rows are `nil` elements.
    public func with(validity bitmap: UnsafeRawBufferPointer, offset: Int = 0) throws(SortidError) -> IdColumn {
        if cells.isCopied { throw SortidError(.notApplicable, "a column of strings cannot have a bitmap") }
        let bits = bitmap.count * UInt8.bitWidth
        if offset < 0 || bits - offset < count {
            throw SortidError(.invalidLength, "expected \(count) bits from bit \(offset), but the bitmap has \(bits)", row: count)
        }
        return IdColumn(self, bitmap, offset)
    }

    /// The number of rows.
    public var count: Int { cells.count }

    /// Returns the id of a row, or `nil` if the row is null.
    ///
    /// - Precondition: The row is inside the column.
    /// - Throws: The errors of a single id, with the row.
    public func id(at row: Int) throws(SortidError) -> AnyId? {
        precondition((0..<count).contains(row), "row \(row) of \(count)")
        var (id, isThere) = (sortid_mobile_id(), true)
        let error = withUnsafeMutableBytes(of: &id) { out in
            var room = Room(out: out, valid: nil)
            return ask(Question(what: .id), row..<(row + 1), &room) { response, refusal in
                isThere = response.nulls == 0
                return refusal
            }
        }
        if let error { throw error }
        return isThere ? AnyId(format, id) : nil
    }

    /// Times since 1970, floored.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - onInvalid: The handling of invalid rows.
    ///   - options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: The error of an invalid row, `timestampOutOfRange` if its time exceeds 64 bits;
    ///   `notApplicable` for a format without time; `invalidOption` for an option that reading this
    ///   format does not use.
    public func times(
        in unit: Unit = .milliseconds, onInvalid: OnInvalid = .throw, _ options: IdOptions = .init()
    ) throws(SortidError) -> Values<Int64> {
        let reading = try glue {
            try RawReading.times(formatCode: format.rawValue, unit: unit.rawValue, given: options.crossing)
        }
        defer { withExtendedLifetime(reading) {} }
        return try values(Question(what: .times, with: reading.address(), onInvalid: onInvalid)).get()
    }

    /// The bits of each id of a 64-bit format as an integer; those of a timeid are a signed
    /// integer.
    ///
    /// - Throws: The error of an invalid row; `notApplicable` for wider formats.
    public func ints(onInvalid: OnInvalid = .throw) throws(SortidError) -> Values<UInt64> {
        try values(Question(what: .ints, onInvalid: onInvalid)).get()
    }

    /// The values of a field; the bits of one with 64 bits are unchanged.
    ///
    /// - Throws: The error of an invalid row; `invalidField` for a name that the format lacks;
    ///   `notApplicable` for a field of more than 64 bits.
    public func field(_ name: String, onInvalid: OnInvalid = .throw) throws(SortidError) -> Values<Int64> {
        _ = try format.place(ofField: name)
        var name = name
        let values: Result<Values<Int64>, SortidError> = name.withUTF8 { name in
            let start = address(name.baseAddress.map { UnsafeRawPointer($0) })
            return self.values(Question(what: .field, with: start, length: name.count, onInvalid: onInvalid))
        }
        return try values.get()
    }

    /// Big-endian ids of ``Format/byteCount`` bytes.
    ///
    /// - Throws: The error of an invalid row.
    public func bytes(onInvalid: OnInvalid = .throw) throws(SortidError) -> Bytes {
        let width = format.byteCount
        let question = Question(what: .bytes, bits: width * UInt8.bitWidth, onInvalid: onInvalid)
        let (values, rows): ([UInt8], Rows) = try read(question, count * width).get()
        return Bytes(values: values, width: width, rows: rows)
    }

    /// Canonical texts.
    ///
    /// - Throws: The error of an invalid row.
    public func texts(onInvalid: OnInvalid = .throw) throws(SortidError) -> Texts {
        let width = format.textLength
        let question = Question(what: .texts, bits: width * UInt8.bitWidth, onInvalid: onInvalid)
        let (values, rows): ([UInt8], Rows) = try read(question, count * width).get()
        return Texts(values: values, width: width, rows: rows)
    }

    /// Finds the rows in a half-open interval. Null rows are outside.
    ///
    /// - Throws: The error of an invalid row; `invalidOption` for an empty interval, and for an
    ///   option that reading this format does not use; `notApplicable` for a format without time.
    public func between(
        from: Timestamp, to: Timestamp, onInvalid: OnInvalid = .throw, _ options: IdOptions = .init()
    ) throws(SortidError) -> Mask {
        let reading = try glue {
            try RawReading.between(
                formatCode: format.rawValue, from: from.crossing, to: to.crossing, given: options.crossing)
        }
        defer { withExtendedLifetime(reading) {} }
        let question = Question(what: .between, with: reading.address(), bits: 1, onInvalid: onInvalid)
        let (values, rows): ([UInt8], Rows) = try read(question, bytesOf(bits: count)).get()
        return Mask(values: values, rows: rows)
    }

    /// ``between(from:to:onInvalid:_:)`` dates.
    public func between(
        _ dates: Range<Date>, onInvalid: OnInvalid = .throw, _ options: IdOptions = .init()
    ) throws(SortidError) -> Mask {
        try between(from: Timestamp(dates.lowerBound), to: Timestamp(dates.upperBound), onInvalid: onInvalid, options)
    }

    /// Finds the valid rows, and counts the errors of the others; ``id(at:)`` throws the error of a
    /// row.
    public func valid() throws(SortidError) -> Mask {
        let (_, rows): ([UInt8], Rows) = try read(Question(what: .valid, onInvalid: .null), 0).get()
        return Mask(values: rows.validity, rows: rows)
    }

    private func values<I: FixedWidthInteger>(_ question: Question) -> Result<Values<I>, SortidError> {
        var question = question
        question.bits = UInt64.bitWidth
        return read(question, count).map { Values(values: $0, rows: $1) }
    }

    /// Reads all rows into an array of `count` integers.
    private func read<I: FixedWidthInteger>(_ question: Question, _ count: Int) -> Result<([I], Rows), SortidError> {
        var values = [I](repeating: 0, count: count)
        var rows = Rows(count: self.count)
        let error = values.withUnsafeMutableBytes { rows.read(self, question, into: $0) }
        return error.map(Result.failure) ?? .success((values, rows))
    }
}
