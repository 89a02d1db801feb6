import Foundation
internal import SortidGlue
internal import sortidFFI

/// An id and its format, for formats known only at run time. For a format known at compile time,
/// use ``TypedId``.
///
/// Ids of one format are ordered by value (timeid: by time). Ids of different formats are never
/// equal, and ordered by the format's code.
///
/// ```swift
/// let id = try AnyId("3jzfcijpj2z2a", as: .tid)
/// print(try id.field("timestamp_us"), try id.date)
/// ```
public struct AnyId: GeneratedId {
    @usableFromInline
    let high, middle: UInt64
    @usableFromInline
    let low: UInt32
    /// The format. Stored last, so that an id has 24 bytes instead of 32.
    public let format: Format

    @inlinable
    init(_ format: Format, _ words: IdBits.Words) {
        self.format = format
        (high, middle, low) = words
    }

    @inlinable
    var words: IdBits.Words { (high, middle, low) }

    /// The id of any type, without a prefix.
    public init(_ id: some Id) { self = id.anyId }

    /// The id.
    @inlinable
    public init(generated id: AnyId) { self = id }

    /// The id.
    @inlinable
    public var anyId: AnyId { self }

    @inline(__always)
    init(_ format: Format, _ id: sortid_mobile_id) {
        self.format = format
        (high, middle, low) = withUnsafeBytes(of: id) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
            )
        }
    }

    /// The id in the form of the library's C functions.
    @inline(__always)
    var plain: sortid_mobile_id {
        var id = sortid_mobile_id()
        id.format = format.number
        withUnsafeMutableBytes(of: &id) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
        }
        return id
    }

    /// Converts an id of the library.
    init(_ crossing: Words) {
        // The library returns no other codes: a test compares the lists.
        format = Format(rawValue: crossing.format) ?? .tid
        (high, middle, low) = (crossing.high, crossing.middle, crossing.low)
    }

    var crossing: Words { Words(format: format.rawValue, high: high, middle: middle, low: low) }

    /// Returns the id that a C function writes.
    @inline(__always)
    static func written(
        _ format: Format, by call: (UnsafeMutablePointer<sortid_mobile_id>) -> Int32
    ) throws(SortidError) -> AnyId {
        var id = sortid_mobile_id()
        try check(call(&id))
        return AnyId(format, id)
    }

    /// Parses text in any of the format's forms; nothing is trimmed.
    ///
    /// - Throws: In this order: `invalidLength`; `invalidCharacter` with the offset of the first
    ///   invalid byte; `outOfRange`; `invalidVariant`; `invalidVersion`.
    public init(_ text: String, as format: Format) throws(SortidError) {
        guard let id = AnyId.read(text, format) else { throw failure(text) }
        self = id
    }

    /// Parses text; `nil` if it is invalid.
    @usableFromInline
    static func read(_ text: String, _ format: Format) -> AnyId? {
        var (text, id) = (text, sortid_mobile_id())
        let status = characters(&text) { sortid_mobile_parse($0, $1, format.number, &id) }
        return status == 0 ? AnyId(format, id) : nil
    }

    /// Whether a text is an id of the format.
    public static func isValid(_ text: String, as format: Format) -> Bool {
        read(text, format) != nil
    }

    /// Reads big-endian bytes of exactly the format's width.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>, as format: Format) throws(SortidError) {
        if let id = bytes.withContiguousStorageIfAvailable({ AnyId.read($0, format) }) {
            self = try id.get()
        } else {
            try self.init(bytes: Array(bytes), as: format)
        }
    }

    /// Reads an array of big-endian bytes. Faster than the generic overload.
    ///
    /// - Throws: The errors of the generic overload.
    public init(bytes: [UInt8], as format: Format) throws(SortidError) {
        self = try bytes.withUnsafeBufferPointer { AnyId.read($0, format) }.get()
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ format: Format) -> Result<AnyId, SortidError> {
        do throws(SortidError) {
            return .success(
                try AnyId.written(format) { id in
                    // The library requires an address, even for no bytes.
                    bytes.baseAddress.map { sortid_mobile_from_bytes($0, bytes.count, format.number, id) }
                        ?? sortid_mobile_from_bytes([0], 0, format.number, id)
                })
        } catch {
            return .failure(error)
        }
    }

    /// Reads an integer of a 64-bit or 128-bit format; a timeid's is signed.
    ///
    /// - Throws: `notApplicable` for wider formats; `outOfRange`; `invalidVariant`,
    ///   `invalidVersion`.
    public init(_ int: some FixedWidthInteger, as format: Format) throws(SortidError) {
        if format.bits == UInt64.bitWidth {
            guard let value = format.isSigned ? Int64(exactly: int).map(UInt64.init(bitPattern:)) : UInt64(exactly: int) else {
                throw SortidError(.outOfRange, "\(int) does not fit the \(format.bits) bits of \(format) ids")
            }
            try self.init(format, checking: (value, 0))
        } else {
            let (high, low) = (UInt64(exactly: int >> 64), UInt64(truncatingIfNeeded: int))
            // Errors of the format precede those of the value.
            try format.mustHave(2 * UInt64.bitWidth)
            guard let high else {
                throw SortidError(.outOfRange, "\(int) does not fit the \(format.bits) bits of \(format) ids")
            }
            try self.init(format, checking: (high, low))
        }
    }

    /// The id of words; throws if they are not an id of the format.
    @inline(__always)
    private init(_ format: Format, checking words: (UInt64, UInt64)) throws(SortidError) {
        self = try AnyId.written(format) { id in
            format.bits == UInt64.bitWidth
                ? sortid_mobile_from_u64(words.0, format.number, id)
                : sortid_mobile_from_u128(words.0, words.1, format.number, id)
        }
    }

    /// Returns the id of a 128-bit format with the bits of a UUID.
    ///
    /// - Throws: `notApplicable` for formats of another width; `invalidVariant`, `invalidVersion`.
    public init(_ uuid: UUID, as format: Format) throws(SortidError) {
        try format.mustHave(2 * UInt64.bitWidth, for: nil)
        let words = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
        try self.init(format, checking: (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1)))
    }

    /// Builds an id from named fields; omitted fields are zero. The result must be a valid id, as
    /// in text.
    ///
    /// - Throws: `invalidField` for a name that the format lacks or a value that is too wide;
    ///   `timestampOutOfRange` for a timeid with time −1.
    public init<I: FixedWidthInteger>(fields: [String: I], as format: Format) throws(SortidError) {
        // Sorted, so that the same error is thrown each time.
        let crossing = fields.sorted { $0.key < $1.key }.map { FieldValue(name: $0.key, value: $0.value) }
        self.init(try glue { try idFromFields(formatCode: format.rawValue, fields: crossing) })
    }

    /// The canonical text.
    public var text: String {
        // Cannot throw: every id has a canonical text.
        (try? text(.canonical)) ?? ""
    }

    /// Returns a text form.
    ///
    /// - Throws: `notApplicable` if the format lacks the form.
    public func text(_ form: TextForm) throws(SortidError) -> String {
        var status: Int32 = 0
        let text = String(unsafeUninitializedCapacity: Self.textCapacity) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var (id, size) = (plain, 0)
                status = sortid_mobile_text_form(&id, UInt32(form.rawValue), bytes.baseAddress, bytes.count, &size)
                // The size includes a terminator.
                return status == 0 ? size - 1 : 0
            }
        }
        try check(status)
        return text
    }

    /// The size of the longest text with a terminator.
    private static let textCapacity = 49

    /// The 8 to 20 big-endian bytes.
    public var bytes: [UInt8] {
        let words = (high.bigEndian, middle.bigEndian, low.bigEndian)
        return withUnsafeBytes(of: words) { Array($0.prefix(format.byteCount)) }
    }

    /// The integer of a 64-bit format except timeid. It sorts as the ids do.
    ///
    /// Throws `notApplicable` for other formats.
    public var uint64: UInt64 {
        get throws(SortidError) {
            try format.mustHave(UInt64.bitWidth, signed: false)
            return high
        }
    }

    /// The integer of a timeid, negative before 1970. It sorts as the ids do.
    ///
    /// Throws `notApplicable` for other formats.
    public var int64: Int64 {
        get throws(SortidError) {
            try format.mustHave(Int64.bitWidth, signed: true)
            return Int64(bitPattern: high)
        }
    }

    /// The integer of a 128-bit format. It sorts as the ids do, except for comb_mssql.
    ///
    /// Throws `notApplicable` for formats of another width.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var uint128: UInt128 {
        get throws(SortidError) {
            try format.mustHave(UInt128.bitWidth)
            return UInt128(high) << 64 | UInt128(middle)
        }
    }

    /// The UUID of a 128-bit format.
    ///
    /// Throws `notApplicable` for formats of another width.
    public var uuid: UUID {
        get throws(SortidError) {
            try format.mustHave(2 * UInt64.bitWidth, for: nil)
            return asUuid
        }
    }

    /// The first 128 bits as a UUID.
    @inlinable
    var asUuid: UUID {
        let words = (high.bigEndian, middle.bigEndian)
        return UUID(uuid: withUnsafeBytes(of: words) { $0.load(as: uuid_t.self) })
    }

    /// The field at this index in the format's list, as a type that is wide enough.
    @inline(__always)
    func whole<I: FixedWidthInteger>(_ place: Int) -> I {
        value(ofField: place) ?? 0
    }

    /// The field at this index in the format's list; `nil` if it is too large for the type.
    @inline(__always)
    func value<I: FixedWidthInteger>(ofField place: Int) -> I? {
        var (id, high, low): (_, Int64, UInt64) = (plain, 0, 0)
        // Cannot fail: every id has its fields.
        _ = sortid_mobile_field_at(&id, place, &high, &low)
        return I(high: high, low: low)
    }

    /// The exact time, by the default epoch: see ``Id``.
    public var timestamp: Timestamp {
        get throws(SortidError) {
            var (id, time) = (plain, sortid_mobile_time())
            try check(sortid_mobile_timestamp(&id, &time))
            return Timestamp(seconds: time.seconds, nanos: time.nanos)
        }
    }

    /// Whether the id parses but is never generated: a tid with its top bit set, a scru160 with the
    /// first or last time, and others.
    public var isReserved: Bool {
        var id = plain
        return sortid_mobile_is_reserved(&id)
    }

    /// The kind of an any_uuid; `nil` for every other format.
    public var kind: UuidKind? {
        guard let place = try? glue({ try idKind(id: crossing) }) else { return nil }
        return UuidKind.allCases[Int(place)]
    }

    /// The class of a timeid's node.
    ///
    /// Throws `notApplicable` for other formats.
    public var nodeClass: NodeClass {
        get throws(SortidError) {
            let number = try glue { try idNodeClass(id: crossing) }
            return NodeClass(rawValue: number) ?? .bestEffort
        }
    }

    /// Converts the id to another format: see ``Id/converted(to:)-(Format)``.
    public func converted(to format: Format) throws(SortidError) -> AnyId {
        var id = plain
        return try AnyId.written(format) { sortid_mobile_convert(&id, format.number, $0) }
    }

    /// Returns the id whose integer is greater by one. Requires a format in which all bits are
    /// valid and bytes sort.
    ///
    /// - Throws: `outOfRange` for the largest id; `notApplicable` for other formats.
    public func successor() throws(SortidError) -> AnyId { AnyId(try glue { try idNeighbor(id: crossing, isAfter: true) }) }

    /// Returns the id whose integer is less by one.
    ///
    /// - Throws: `outOfRange` for the smallest id; `notApplicable` as ``successor()``.
    public func predecessor() throws(SortidError) -> AnyId { AnyId(try glue { try idNeighbor(id: crossing, isAfter: false) }) }
}

extension Format {
    /// The number in the type of the library's C functions.
    @inline(__always)
    var number: UInt32 { UInt32(rawValue) }
}

extension AnyId {
    /// Compares in the core's order.
    public static func < (a: AnyId, b: AnyId) -> Bool {
        if a.format != b.format { return a.format.rawValue < b.format.rawValue }
        if !a.format.bytesSort { return isLess(a, b) }
        if a.high != b.high { return a.high < b.high }
        return (a.middle, a.low) < (b.middle, b.low)
    }

    /// Compares ids whose bytes do not sort.
    private static func isLess(_ a: AnyId, _ b: AnyId) -> Bool {
        var (a, b) = (a.plain, b.plain)
        return sortid_mobile_compare(&a, &b) < 0
    }
}

extension AnyId {
    /// Reads `{"format": …, "text": …}`.
    public init(from decoder: any Decoder) throws {
        self = try FormatAndText.decode(decoder) { (text, format) throws(SortidError) in try Self(text, as: format) }
    }

    /// Writes `{"format": …, "text": …}`.
    public func encode(to encoder: any Encoder) throws {
        try FormatAndText.encode(format, text, to: encoder)
    }
}
