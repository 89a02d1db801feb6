import Foundation
internal import SortidGlue

/// Any id: a ``TypedId``, an ``AnyId``, a ``TypeId`` or an ``AnyTypeId``.
///
/// ```swift
/// func key(_ id: some Id) -> String { "\(id.format):\(id)" }
/// ```
public protocol Id: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The id, as a value of any format, without a prefix.
    var anyId: AnyId { get }
    /// The canonical text, with the prefix, if any.
    var text: String { get }
    /// The exact time.
    var timestamp: Timestamp { get throws(SortidError) }
}

extension Id {
    /// The canonical text.
    @inlinable
    public var text: String { anyId.text }

    /// The canonical text, with the prefix, if any.
    public var description: String { text }

    /// Returns a text form, without a prefix.
    ///
    /// - Throws: `notApplicable` if the format lacks the form.
    @inlinable
    public func text(_ form: TextForm) throws(SortidError) -> String { try anyId.text(form) }

    /// The format.
    @inlinable
    public var format: Format { anyId.format }

    /// The 8 to 20 big-endian bytes, without a prefix.
    @inlinable
    public var bytes: [UInt8] { anyId.bytes }

    /// Returns the 16 bytes in another byte order than big-endian.
    ///
    /// - Throws: `notApplicable` for formats of other widths.
    public func bytes(in order: ByteOrder) throws(SortidError) -> [UInt8] {
        let id = anyId.crossing
        return Array(try glue { try bytesIn(id: id, order: order.place) })
    }

    /// Every field with its value, most significant first. Up to 80 bits; the time of a timeid is
    /// signed.
    ///
    /// On systems without `Int128`, use ``field(_:as:)`` for each of ``Format/fields``.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var fields: [(name: String, value: Int128)] {
        format.fields.enumerated().map { place, field in (field.name, anyId.whole(place)) }
    }

    /// Returns a field as an integer of the requested type, by default `Int`.
    ///
    /// ```swift
    /// let random = try id.field("random80", as: Int128.self)
    /// ```
    ///
    /// - Throws: `invalidField` for a name that the format lacks, or a value too large for the
    ///   type. Fields have up to 80 bits: see ``Format/fields``.
    public func field<I: FixedWidthInteger>(_ name: String, as type: I.Type = Int.self) throws(SortidError) -> I {
        guard let value: I = anyId.value(ofField: try format.place(ofField: name)) else {
            throw SortidError(.invalidField, "\(name) does not fit \(I.self)", subject: name)
        }
        return value
    }

    /// The exact time, by the default epoch.
    ///
    /// Throws `notApplicable` for a format without time (uid11_fullrand) or without a known layout
    /// (uuid8: see ``timestamp(_:)``).
    public var timestamp: Timestamp {
        get throws(SortidError) { try anyId.timestamp }
    }

    /// The time as a date, floored to the precision of `Date`.
    ///
    /// Throws as `timestamp`.
    public var date: Date {
        get throws(SortidError) { try timestamp.date }
    }

    /// The time of an id generated with another epoch, layout (uuid8) or precision.
    ///
    /// - Throws: `invalidOption` for an option that the format lacks; `notApplicable` as
    ///   `timestamp`; `timestampOutOfRange` if the seconds exceed 64 bits.
    public func timestamp(_ options: IdOptions) throws(SortidError) -> Timestamp {
        let id = anyId.crossing
        return Timestamp(try glue { try idTimestampWith(id: id, given: options.crossing) })
    }

    /// Whether the id parses but is never generated: a tid with its top bit set, a scru160 with the
    /// first or last time, and others.
    public var isReserved: Bool { anyId.isReserved }

    /// Converts the id to another format: between tid and timeid, uuid1 and uuid6, xid and
    /// object_id. Formats of 128 bits exchange their bits, except UUIDs of different versions.
    ///
    /// - Throws: `outOfRange` for a reserved tid and a timeid before 1970; `outOfRange`,
    ///   `invalidVariant`, `invalidVersion` for bits that are not an id of the format;
    ///   `notApplicable` for every other pair.
    @inlinable
    public func converted(to format: Format) throws(SortidError) -> AnyId { try anyId.converted(to: format) }

    /// Converts the id to the type of another format: `id.converted(to: Uuid6.self)`.
    ///
    /// - Throws: As ``converted(to:)-(Format)``.
    @inlinable
    public func converted<F>(to type: TypedId<F>.Type) throws(SortidError) -> TypedId<F> {
        TypedId(unchecked: try converted(to: F.format))
    }
}

/// An id that an ``IdGenerator`` generates.
public protocol GeneratedId: Id {
    /// Converts an id of a generator.
    init(generated id: AnyId)
}

/// A generated id whose type defines its format: a ``TypedId`` or a ``TypeId``.
public protocol DeclaredId: GeneratedId, TextId {
    /// The format.
    static var format: Format { get }
    /// The prefix; empty if there is none.
    static var prefix: String { get }
    /// The epoch, layout (uuid8) and precision, if not the format's own.
    static var options: IdOptions { get }
    /// Generates an id with the format's process-wide generator.
    static func now() throws(SortidError) -> Self
}

extension DeclaredId {
    /// No prefix.
    public static var prefix: String { "" }

    /// None.
    public static var options: IdOptions { IdOptions() }

    /// The format of new ids and of bounds. Throws for an invalid prefix.
    static func generatedFormat() throws(SortidError) -> Format {
        if prefix.isEmpty { return format }
        try Prefixes.check(prefix, format)
        return try Prefixes.generated(format)
    }
}

/// An id whose type determines how its text is read.
public protocol TextId: Id, LosslessStringConvertible, RawRepresentable<String> {
    /// Parses text.
    init(parsing text: String) throws(SortidError)
}

extension TextId {
    /// Whether a text is an id of this type.
    public static func isValid(_ text: String) -> Bool { Self(text) != nil }

    /// Parses a text; `nil` if it is invalid.
    @inlinable
    public init?(_ description: String) {
        guard let id = try? Self(parsing: description) else { return nil }
        self = id
    }

    /// Parses a text; `nil` if it is invalid.
    public init?(rawValue: String) { self.init(rawValue) }

    /// The text.
    public var rawValue: String { text }

    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(SortidError) {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
