import Foundation

/// A type that defines the prefix and the format of ids: see ``Prefixed``.
public protocol IdPrefix {
    /// An alias for conforming types.
    typealias Format = Id.Format
    /// The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; it may be empty.
    static var prefix: String { get }
    /// The format of the ids: one that allows prefixes; by default ``Id/Format/anyUuid``.
    static var format: Format { get }
}

extension IdPrefix {
    /// The format of TypeIDs: every UUID is valid, and new ones have version 7.
    public static var format: Format { .anyUuid }
}

/// An id whose text begins with the prefix of its type. The compiler rejects ids of one prefix
/// where another is expected.
///
/// ```swift
/// enum Order: IdPrefix {
///     static let prefix = "order"
/// }
/// let order = try Prefixed<Order>.now()
/// let again = Prefixed<Order>("\(order)")
/// ```
///
/// Without a format, the ids are TypeIDs: every UUID is valid, and new ones have version 7. With
/// ``Id/Format/uuid7``, only version 7 is valid.
///
/// Functions throw `invalidOption` for an invalid prefix, and `notApplicable` for a format that
/// does not allow prefixes.
public struct Prefixed<P: IdPrefix>: Hashable, Sendable {
    /// The id without its prefix.
    public let id: Id

    /// Adds the prefix to an id of the format, for example of a generator. A type of TypeIDs also
    /// accepts ``Id/Format/uuid7``.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init(_ id: Id) throws(SortidError) {
        try Prefixes.judge(P.prefix, P.format)
        self.id = try Self.inFormat(id)
    }

    private static func inFormat(_ id: Id) throws(SortidError) -> Id {
        if id.format == P.format { return id }
        if try id.format == Prefixes.made(P.format) { return try id.converted(to: P.format) }
        throw SortidError.otherFormat(P.format, id.format)
    }

    /// Adds the prefix to an id of the format's type.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init<F>(_ id: TypedId<F>) throws(SortidError) {
        try self.init(id.id)
    }

    /// Converts an id with this prefix.
    ///
    /// - Throws: `wrongPrefix` for another prefix; `notApplicable` for another format.
    public init(_ id: PrefixedId) throws(SortidError) {
        if id.prefix != P.prefix { _ = try Prefixes.parse(id.description, P.format, P.prefix) }
        try self.init(id.id)
    }

    /// Parses text with this prefix; nothing is trimmed.
    ///
    /// - Throws: `wrongPrefix` if the text has another prefix or none; otherwise the errors of
    ///   ``PrefixedId``.
    public init(parsing text: String) throws(SortidError) {
        (_, id) = try Prefixes.parse(text, P.format, P.prefix)
    }

    /// Whether a text has this prefix and is an id of the format.
    public static func isValid(_ text: String) -> Bool { (try? Prefixed(parsing: text)) != nil }

    /// Reads big-endian bytes of exactly the format's width, without a prefix.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        try self.init(Id(bytes: bytes, as: P.format))
    }

    /// Generates an id with the format's process-wide generator; a TypeID has version 7. Other
    /// processes may repeat it: see ``newId(_:)``.
    ///
    /// - Throws: As ``newId(_:)``.
    public static func now() throws(SortidError) -> Prefixed {
        try Prefixed(newId(Prefixes.made(P.prefix, P.format)))
    }

    /// The time of the id: see ``PrefixedId/timestamp``.
    public var timestamp: Timestamp {
        get throws(SortidError) { try Prefixes.timestamp(id) }
    }

    /// The time as a date.
    ///
    /// Throws as ``timestamp``.
    public var date: Date {
        get throws(SortidError) { try timestamp.date }
    }

    /// The text, with the prefix.
    public var text: String {
        // Cannot throw: prefix and format were checked.
        (try? Prefixes.text(id, P.prefix)) ?? ""
    }

    /// The big-endian bytes, without the prefix.
    public var bytes: [UInt8] { id.bytes }

    /// Compares ids. The default of `RawRepresentable` would compare texts.
    public static func == (a: Prefixed, b: Prefixed) -> Bool { a.id == b.id }

    /// Compares ids.
    public static func != (a: Prefixed, b: Prefixed) -> Bool { a.id != b.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Prefixed {
    /// The smallest id of the tick that contains an instant.
    ///
    /// - Throws: The errors of ``Id``.
    public static func min(at time: Timestamp) throws(SortidError) -> Prefixed {
        try Prefixed(Id.min(at: time, as: Prefixes.made(P.prefix, P.format)))
    }

    /// The smallest id of the tick that contains a date.
    ///
    /// - Throws: The errors of ``Id``.
    public static func min(at date: Date) throws(SortidError) -> Prefixed { try min(at: Timestamp(date)) }

    /// The largest id of the tick that contains an instant.
    ///
    /// - Throws: The errors of ``Id``.
    public static func max(at time: Timestamp) throws(SortidError) -> Prefixed {
        try Prefixed(Id.max(at: time, as: Prefixes.made(P.prefix, P.format)))
    }

    /// The largest id of the tick that contains a date.
    ///
    /// - Throws: The errors of ``Id``.
    public static func max(at date: Date) throws(SortidError) -> Prefixed { try max(at: Timestamp(date)) }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`.
    ///
    /// - Throws: The errors of ``Id``.
    public static func range(
        from: Timestamp?, to: Timestamp?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Prefixed> {
        let range = try Id.range(from: from, to: to, as: Prefixes.made(P.prefix, P.format), options: options)
        return try Prefixed(range.lowerBound)...Prefixed(range.upperBound)
    }

    /// The smallest and the largest id of the half-open interval between two dates.
    ///
    /// - Throws: The errors of ``Id``.
    public static func range(
        from: Date?, to: Date?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Prefixed> {
        try range(from: from.map(Timestamp.init), to: to.map(Timestamp.init), options: options)
    }
}

extension Prefixed: Comparable {
    /// Compares the ids.
    public static func < (a: Prefixed, b: Prefixed) -> Bool { a.id < b.id }
}

extension Prefixed: LosslessStringConvertible {
    /// Parses a text; `nil` if it is invalid.
    public init?(_ description: String) {
        guard let id = try? Prefixed(parsing: description) else { return nil }
        self = id
    }

    /// The text, with the prefix.
    public var description: String { text }
}

extension Prefixed: RawRepresentable {
    /// Parses a text; `nil` if it is invalid.
    public init?(rawValue: String) { self.init(rawValue) }

    /// The text, with the prefix.
    public var rawValue: String { text }
}

/// Encodes dictionaries with ids as keys by the texts of the keys.
@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)
extension Prefixed: CodingKeyRepresentable {}

extension Prefixed: Codable {
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
