import Foundation
internal import SortidGlue
internal import sortidFFI

/// Many ids of one format where they stand: in arrays, or in memory as databases, files and Arrow have them. Times, integers, bytes, texts or a
/// field are read of all of them by one call into the library, without an object for each row.
///
/// | the rows are | made by |
/// |---|---|
/// | integers of a 64-bit format | `IdColumn(ints, as: .tid)` |
/// | texts, in any of the format's forms | `IdColumn(texts: strings, as: .tid)`, `IdColumn(texts: memory, width: 13, as: .tid)`, `IdColumn(texts: memory, offsets: offsets, as: .tid)` |
/// | big-endian ids | `IdColumn(bytes: memory, as: .tid)`, `IdColumn(bytes: memory, offsets: offsets, as: .tid)` |
///
/// A row that is not an id, or lacks the requested property, is thrown with its ``SortidError/row``, code and offset, or becomes `nil` and is
/// counted: see ``OnRefusal``.
///
/// ```swift
/// let times = try IdColumn(texts: ["3jzfcijpj2z2a", nil], as: .tid).times()
/// precondition(Array(times) == [1_688_137_381_887, nil])
/// ```
///
/// A column is a view: the memory behind a pointer must exist and must not change while the column is read. Arrays are kept.
public struct IdColumn {
    /// The format.
    public let format: Id.Format
    let isText: Bool
    let cells: Cells
    let validity: (bitmap: UnsafeRawBufferPointer, offset: Int)?

    /// How to handle a row that is not an id, or lacks the requested property.
    public enum OnRefusal: Hashable, Sendable {
        /// The call throws.
        case `throw`
        /// The row becomes `nil`, and is counted.
        case null
    }

    /// The unit of times, which count from 1970.
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

    private init(_ format: Id.Format, isText: Bool, _ cells: Cells) throws(SortidError) {
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

    /// Integers.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: [UInt64], as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: false, .array(ints))
    }

    /// Integers as databases without unsigned ones hold them: their bits.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: [Int64], as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: false, .signedArray(ints))
    }

    /// Integers in memory.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: UnsafeBufferPointer<UInt64>, as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: false, .ints(UnsafeRawBufferPointer(ints)))
    }

    /// Integers in memory, their bits.
    ///
    /// - Throws: `notApplicable` for formats that are wider than 64 bits.
    public init(_ ints: UnsafeBufferPointer<Int64>, as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: false, .ints(UnsafeRawBufferPointer(ints)))
    }

    /// Texts in any of the format's forms.
    public init(texts: [String], as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: true, .texts(texts))
    }

    /// Texts in any of the format's forms, or none.
    public init(texts: [String?], as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: true, .optionalTexts(texts))
    }

    /// Texts of one width in bytes, one after another, padded with zero bytes.
    ///
    /// - Throws: `invalidLength` where they do not fill the memory.
    public init(texts: UnsafeRawBufferPointer, width: Int, as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: true, .fixed(texts, width: width))
    }

    /// Texts between offsets; there is one more offset than there are rows: row n extends from its offset to the next one.
    ///
    /// - Throws: `invalidLength` with the first row that is not inside the memory.
    public init(
        texts: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int32>, as format: Id.Format
    ) throws(SortidError) {
        try self.init(format, isText: true, .offsets32(texts, offsets))
    }

    /// The same with offsets of 64 bits.
    public init(
        texts: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int64>, as format: Id.Format
    ) throws(SortidError) {
        try self.init(format, isText: true, .offsets64(texts, offsets))
    }

    /// Big-endian ids, one after another.
    ///
    /// - Throws: `invalidLength` where they do not fill the memory.
    public init(bytes: UnsafeRawBufferPointer, as format: Id.Format) throws(SortidError) {
        try self.init(format, isText: false, .fixed(bytes, width: format.byteCount))
    }

    /// Big-endian ids between offsets, as such texts: a row of another length is invalid.
    ///
    /// - Throws: `invalidLength` with the first row that is not inside the memory.
    public init(
        bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int32>, as format: Id.Format
    ) throws(SortidError) {
        try self.init(format, isText: false, .offsets32(bytes, offsets))
    }

    /// The same with offsets of 64 bits.
    public init(
        bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<Int64>, as format: Id.Format
    ) throws(SortidError) {
        try self.init(format, isText: false, .offsets64(bytes, offsets))
    }

    /// The same column with a bitmap of the rows that are there, as Arrow has them: the lowest bit of the first byte is the first row's. All
    /// others are `nil`.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap.
    ///   - offset: The bit at which it begins.
    /// - Throws: `invalidLength` for a bitmap that is shorter than the column; `notApplicable` for a column of strings, which are `nil` by
    ///   themselves.
    public func with(validity bitmap: UnsafeRawBufferPointer, offset: Int = 0) throws(SortidError) -> IdColumn {
        if cells.isCopied { throw SortidError(.notApplicable, "strings have no bitmap: a null row is nil") }
        let bits = bitmap.count * UInt8.bitWidth
        if offset < 0 || bits - offset < count {
            throw SortidError(.invalidLength, "the bitmap has \(bits) bits, not \(count) from bit \(offset) on", row: count)
        }
        return IdColumn(self, bitmap, offset)
    }

    /// How many rows there are.
    public var count: Int { cells.count }

    /// The id of a row; `nil` where the row is.
    ///
    /// - Precondition: The row is there.
    /// - Throws: What reading it alone throws, with the row.
    public func id(at row: Int) throws(SortidError) -> Id? {
        precondition((0..<count).contains(row), "row \(row) of \(count)")
        var (id, isThere) = (sortid_mobile_id(), true)
        let error = withUnsafeMutableBytes(of: &id) { out in
            var room = Room(out: out, valid: nil)
            return ask(Question(what: .id), row..<(row + 1), &room) { told, refusal in
                isThere = told.nulls == 0
                return refusal
            }
        }
        if let error { throw error }
        return isThere ? Id(format, id) : nil
    }

    /// Times since 1970, floored.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - onRefusal: What is done at a row that is refused.
    ///   - options: How the ids were made, where it was not with the defaults: epoch, layout (uuid8), precision.
    /// - Throws: A row that is refused, `timestampOutOfRange` where 64 bits do not hold its time; `notApplicable` for a format that tells no
    ///   time; `invalidOption` for an option that reading this format does not use.
    public func times(
        in unit: Unit = .milliseconds, onRefusal: OnRefusal = .throw, _ options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Values<Int64> {
        let reading = try glue {
            try RawReading.times(formatCode: format.rawValue, unit: unit.rawValue, given: options.crossing)
        }
        defer { withExtendedLifetime(reading) {} }
        return try values(Question(what: .times, with: reading.address(), onRefusal: onRefusal)).get()
    }

    /// The integers of a 64-bit format, their bits: of a timeid those of an integer with a sign.
    ///
    /// - Throws: A row that is refused; `notApplicable` for wider formats.
    public func ints(onRefusal: OnRefusal = .throw) throws(SortidError) -> Values<UInt64> {
        try values(Question(what: .ints, onRefusal: onRefusal)).get()
    }

    /// One field; of one that has 64 bits these are as they are.
    ///
    /// - Throws: A row that is refused; `invalidField` for a name the format lacks; `notApplicable` for a field of more than 64 bits.
    public func field(_ name: String, onRefusal: OnRefusal = .throw) throws(SortidError) -> Values<Int64> {
        _ = try format.place(ofField: name)
        var name = name
        let values: Result<Values<Int64>, SortidError> = name.withUTF8 { name in
            let start = address(name.baseAddress.map { UnsafeRawPointer($0) })
            return self.values(Question(what: .field, with: start, length: name.count, onRefusal: onRefusal))
        }
        return try values.get()
    }

    /// Big-endian ids, as many bytes each as ``Id/Format/byteCount``.
    ///
    /// - Throws: A row that is refused.
    public func bytes(onRefusal: OnRefusal = .throw) throws(SortidError) -> Bytes {
        let width = format.byteCount
        let question = Question(what: .bytes, bits: width * UInt8.bitWidth, onRefusal: onRefusal)
        let (values, rows): ([UInt8], Rows) = try read(question, count * width).get()
        return Bytes(values: values, width: width, rows: rows)
    }

    /// Canonical texts.
    ///
    /// - Throws: A row that is refused.
    public func texts(onRefusal: OnRefusal = .throw) throws(SortidError) -> Texts {
        let width = format.textLength
        let question = Question(what: .texts, bits: width * UInt8.bitWidth, onRefusal: onRefusal)
        let (values, rows): ([UInt8], Rows) = try read(question, count * width).get()
        return Texts(values: values, width: width, rows: rows)
    }

    /// Which rows lie in the half-open interval from a time to before another; those that are `nil` do not.
    ///
    /// - Throws: A refused row; `invalidOption` for an empty interval, and for an option that reading this format does not use; `notApplicable`
    ///   for a format without time.
    public func between(
        from: Timestamp, to: Timestamp, onRefusal: OnRefusal = .throw, _ options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Mask {
        let reading = try glue {
            try RawReading.between(
                formatCode: format.rawValue, from: from.crossing, to: to.crossing, given: options.crossing)
        }
        defer { withExtendedLifetime(reading) {} }
        let question = Question(what: .between, with: reading.address(), bits: 1, onRefusal: onRefusal)
        let (values, rows): ([UInt8], Rows) = try read(question, bytesOf(bits: count)).get()
        return Mask(values: values, rows: rows)
    }

    /// ``between(from:to:onRefusal:_:)`` dates.
    public func between(
        _ dates: Range<Date>, onRefusal: OnRefusal = .throw, _ options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Mask {
        try between(from: Timestamp(dates.lowerBound), to: Timestamp(dates.upperBound), onRefusal: onRefusal, options)
    }

    /// Which rows are ids, and the counts of errors of the others; ``id(at:)`` throws the error of one.
    public func valid() throws(SortidError) -> Mask {
        let (_, rows): ([UInt8], Rows) = try read(Question(what: .valid, onRefusal: .null), 0).get()
        return Mask(values: rows.validity, rows: rows)
    }

    private func values<I: FixedWidthInteger>(_ question: Question) -> Result<Values<I>, SortidError> {
        var question = question
        question.bits = UInt64.bitWidth
        return read(question, count).map { Values(values: $0, rows: $1) }
    }

    /// Reads all rows into memory for so many integers.
    private func read<I: FixedWidthInteger>(_ question: Question, _ count: Int) -> Result<([I], Rows), SortidError> {
        var values = [I](repeating: 0, count: count)
        var rows = Rows(count: self.count)
        let error = values.withUnsafeMutableBytes { rows.read(self, question, into: $0) }
        return error.map(Result.failure) ?? .success((values, rows))
    }
}
