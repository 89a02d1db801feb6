import Foundation

/// A type that stands for the prefix of ids and for their format: see ``Prefixed``.
public protocol IdPrefix {
    /// What ``Id`` calls so.
    typealias Format = Id.Format
    /// The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; it may be empty.
    static var prefix: String { get }
    /// The format of the ids: one that takes a prefix; ``Id/Format/anyUuid`` unless declared.
    static var format: Format { get }
}

extension IdPrefix {
    /// That of TypeIDs: every UUID is read, and version 7 is made.
    public static var format: Format { .anyUuid }
}

/// An id whose text has the prefix of its type before it. Ids of two prefixes do not compare, and one does not pass for another.
///
/// ```swift
/// enum Order: IdPrefix {
///     static let prefix = "order"
/// }
/// let order = try Prefixed<Order>.now()
/// let again = Prefixed<Order>("\(order)")
/// ```
///
/// Without a format they are TypeIDs: every UUID is read, and version 7 is made. With ``Id/Format/uuid7`` only version 7 is read.
///
/// Functions throw `invalidOption` for an invalid prefix, and `notApplicable` for a format without prefixes.
public struct Prefixed<P: IdPrefix>: Hashable, Sendable {
    /// The id without its prefix.
    public let id: Id

    /// An id that is of this format, such as a generator makes; for any UUID one of ``Id/Format/uuid7``.
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

    /// An id of the format's own type.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init<F>(_ id: TypedId<F>) throws(SortidError) {
        try self.init(id.id)
    }

    /// An id whose prefix was learnt at run time.
    ///
    /// - Throws: `wrongPrefix` for one of another prefix; `notApplicable` for one of another format.
    public init(_ id: PrefixedId) throws(SortidError) {
        if id.prefix != P.prefix { _ = try Prefixes.parse(id.description, P.format, P.prefix) }
        try self.init(id.id)
    }

    /// Reads text with this prefix; nothing is trimmed.
    ///
    /// - Throws: `wrongPrefix` where another stands there, whatever follows, or none; else as the reading of a ``PrefixedId``.
    public init(parsing text: String) throws(SortidError) {
        (_, id) = try Prefixes.parse(text, P.format, P.prefix)
    }

    /// Whether a text has this prefix and is an id of the format.
    public static func isValid(_ text: String) -> Bool { (try? Prefixed(parsing: text)) != nil }

    /// From big-endian bytes of exactly the format's width, which have no prefix.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        try self.init(Id(bytes: bytes, as: P.format))
    }

    /// A new id of the format's process-wide generator, of version 7 for any UUID. Other processes may repeat ids as with ``newId(_:)``.
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
        // Both were judged.
        (try? Prefixes.text(id, P.prefix)) ?? ""
    }

    /// The big-endian bytes, without the prefix.
    public var bytes: [UInt8] { id.bytes }

    /// Compares values; a type with a raw value would compare texts.
    public static func == (a: Prefixed, b: Prefixed) -> Bool { a.id == b.id }

    /// By value.
    public static func != (a: Prefixed, b: Prefixed) -> Bool { a.id != b.id }

    /// By value.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Prefixed {
    /// The smallest id of the tick that contains an instant.
    ///
    /// - Throws: As ``Id``'s.
    public static func min(at time: Timestamp) throws(SortidError) -> Prefixed {
        try Prefixed(Id.min(at: time, as: Prefixes.made(P.prefix, P.format)))
    }

    /// The smallest id of the tick in which a date lies.
    ///
    /// - Throws: As ``Id``'s.
    public static func min(at date: Date) throws(SortidError) -> Prefixed { try min(at: Timestamp(date)) }

    /// The largest id of the tick that contains an instant.
    ///
    /// - Throws: As ``Id``'s.
    public static func max(at time: Timestamp) throws(SortidError) -> Prefixed {
        try Prefixed(Id.max(at: time, as: Prefixes.made(P.prefix, P.format)))
    }

    /// The largest id of the tick in which a date lies.
    ///
    /// - Throws: As ``Id``'s.
    public static func max(at date: Date) throws(SortidError) -> Prefixed { try max(at: Timestamp(date)) }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`.
    ///
    /// - Throws: As ``Id``'s.
    public static func range(
        from: Timestamp?, to: Timestamp?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Prefixed> {
        let range = try Id.range(from: from, to: to, as: Prefixes.made(P.prefix, P.format), options: options)
        return try Prefixed(range.lowerBound)...Prefixed(range.upperBound)
    }

    /// The smallest and the largest id from a date to before another.
    ///
    /// - Throws: As ``Id``'s.
    public static func range(
        from: Date?, to: Date?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Prefixed> {
        try range(from: from.map(Timestamp.init), to: to.map(Timestamp.init), options: options)
    }
}

extension Prefixed: Comparable {
    /// In the core's order of the ids.
    public static func < (a: Prefixed, b: Prefixed) -> Bool { a.id < b.id }
}

extension Prefixed: LosslessStringConvertible {
    /// The id of a text, or `nil` where ``init(parsing:)`` would throw.
    public init?(_ description: String) {
        guard let id = try? Prefixed(parsing: description) else { return nil }
        self = id
    }

    /// The text, with the prefix.
    public var description: String { text }
}

extension Prefixed: RawRepresentable {
    /// The id of a text, or `nil` where ``init(parsing:)`` would throw.
    public init?(rawValue: String) { self.init(rawValue) }

    /// The text, with the prefix.
    public var rawValue: String { text }
}

/// A dictionary with ids as keys is coded as one with their texts as keys.
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
