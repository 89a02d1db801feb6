import Foundation

/// A format as a type: see ``Formats``.
public protocol IdFormat: Sendable {
    /// The format.
    static var format: Format { get }
}

/// A format whose bits tell a time.
public protocol TimedFormat: IdFormat {}

/// A format of 64 bits.
public protocol Int64Format: IdFormat {}

/// A format of 128 bits: UUIDs.
public protocol UuidFormat: IdFormat {}

/// An id of a format that is known when compiling: `Tid`, `Uuid7` and so on.
///
/// ```swift
/// let id = try uuid7()
/// let again = Uuid7("\(id)")
/// ```
public struct TypedId<F: IdFormat>: Hashable, Sendable {
    /// The id, which knows its format.
    public let id: Id

    init(made id: Id) {
        self.id = id
    }

    /// An id that is of this format.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init(_ id: Id) throws(SortidError) {
        if id.format != F.format { throw SortidError(.notApplicable) }
        self.id = id
    }

    /// Reads text in any of the format's forms; nothing is trimmed.
    ///
    /// - Throws: As the reading of an ``Id``.
    public init(parsing text: String) throws(SortidError) {
        id = try Id(text, as: F.format)
    }

    /// From big-endian bytes of exactly the format's width.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        id = try Id(bytes: bytes, as: F.format)
    }

    /// From named fields; those left out are zero.
    ///
    /// - Throws: `invalidField`, `timestampOutOfRange`.
    public init(fields: [String: Int128]) throws(SortidError) {
        id = try Id(fields: fields, as: F.format)
    }

    /// A new id of the format's process-wide generator.
    static func make() throws(SortidError) -> TypedId {
        TypedId(made: try newId(F.format))
    }

    /// The canonical text.
    public var text: String { id.text }

    /// The big-endian bytes.
    public var bytes: [UInt8] { id.bytes }

    /// Whether the id can be read but is never generated.
    public var isReserved: Bool { id.isReserved }

    /// One field.
    ///
    /// - Throws: `invalidField` for a name the format lacks.
    public func field(_ name: String) throws(SortidError) -> Int128 { try id.field(name) }
}

extension TypedId: Comparable {
    /// In the core's order.
    public static func < (a: TypedId, b: TypedId) -> Bool { a.id < b.id }
}

extension TypedId: LosslessStringConvertible {
    /// The id of a text, or `nil` where ``init(parsing:)`` would throw.
    public init?(_ description: String) {
        guard let id = try? Id(description, as: F.format) else { return nil }
        self.id = id
    }

    /// The canonical text.
    public var description: String { id.text }
}

extension TypedId: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
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

extension TypedId where F: TimedFormat {
    /// The time in the bits, exactly.
    public var time: UnixTime {
        // The default layouts stay far inside the range of a time.
        (try? id.time) ?? UnixTime(seconds: .max)
    }

    /// The time in the bits as a date, floored to what a date can tell.
    public var date: Date { time.date }
}

extension TypedId where F: Int64Format {
    /// From the integer; that of a timeid in two's complement.
    ///
    /// - Throws: `outOfRange`.
    public init(_ int: UInt64) throws(SortidError) {
        id = try Id(int, as: F.format)
    }

    /// The integer; that of a timeid in two's complement.
    public var uint64: UInt64 { id.high }
}

extension TypedId where F: UuidFormat {
    /// From a UUID.
    ///
    /// - Throws: `invalidVariant`, `invalidVersion`.
    public init(_ uuid: UUID) throws(SortidError) {
        id = try Id(uuid, as: F.format)
    }

    /// The UUID.
    public var uuid: UUID { id.asUuid }
}
