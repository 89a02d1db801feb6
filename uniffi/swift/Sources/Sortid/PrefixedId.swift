import Foundation
internal import SortidGlue
internal import sortidFFI

/// An id of any format and the prefix of its type, both learnt at run time: an immutable value. Where they are known when compiling,
/// see ``Prefixed``.
///
/// A prefixed any_uuid is a TypeID; a prefixed uuid7 is one of version 7. Equal where prefix and id are; ordered by the prefix, then as the ids are.
///
/// ```swift
/// let order = try PrefixedId("order_01fwhe4ydgfk1shh6w1g60eecf", as: .uuid7)
/// print(order.prefix, order.id)
/// ```
public struct PrefixedId: Hashable, Sendable {
    /// The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; it may be empty.
    public let prefix: String
    /// The id without its prefix.
    public let id: Id

    /// An id with a prefix before it.
    ///
    /// - Throws: `invalidOption` for an invalid prefix; `notApplicable` for a format without prefixes: see ``Id/Format/takesPrefix``.
    public init(prefix: String, id: Id) throws(SortidError) {
        try Prefixes.judge(prefix, id.format)
        (self.prefix, self.id) = (prefix, id)
    }

    /// An id of a format's type with a prefix before it.
    ///
    /// - Throws: As for an ``Id``.
    public init<F>(prefix: String, id: TypedId<F>) throws(SortidError) {
        try self.init(prefix: prefix, id: id.id)
    }

    /// An id with the prefix of its type.
    public init<P>(_ id: Prefixed<P>) {
        (prefix, self.id) = (P.prefix, id.id)
    }

    /// Reads text with a prefix; one without `_` has the empty prefix. Nothing is trimmed. UUIDs are read in their form `typeid` alone,
    /// all other formats in their canonical text.
    ///
    /// - Parameter prefix: The prefix that the text has to have; any, if none is given.
    /// - Throws: `invalidOption` for an invalid `prefix`; `notApplicable` for a format without prefixes. Then in this order, offsets
    ///   counted from the start of the whole text: `wrongPrefix` where another stands there, whatever follows, or none;
    ///   `invalidLength`; `invalidCharacter` with the offset of the first bad byte; `outOfRange`; `invalidVariant`; `invalidVersion`.
    public init(_ text: String, as format: Id.Format, prefix: String? = nil) throws(SortidError) {
        let (length, id) = try Prefixes.parse(text, format, prefix)
        self.prefix = prefix ?? String(decoding: text.utf8.prefix(length), as: UTF8.self)
        self.id = id
    }

    /// Whether a text is an id of the format with any prefix.
    public static func isValid(_ text: String, as format: Id.Format) -> Bool {
        (try? PrefixedId(text, as: format)) != nil
    }

    /// The time of the id; of an any_uuid that of its version, 1, 6 or 7.
    ///
    /// Throws `notApplicable` for another any_uuid, and for a format without time.
    public var timestamp: Timestamp {
        get throws(SortidError) { try Prefixes.timestamp(id) }
    }

    /// The time as a date.
    ///
    /// Throws as ``timestamp``.
    public var date: Date {
        get throws(SortidError) { try timestamp.date }
    }

    /// The text: the prefix, `_`, and the form `typeid` of a UUID, of every other format the canonical text.
    public var text: String {
        // Both were judged.
        (try? Prefixes.text(id, prefix)) ?? ""
    }
}

extension PrefixedId: Comparable {
    /// By the prefix, then in the core's order of the ids.
    public static func < (a: PrefixedId, b: PrefixedId) -> Bool {
        a.prefix == b.prefix ? a.id < b.id : a.prefix < b.prefix
    }
}

extension PrefixedId: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension PrefixedId: Codable {
    /// Reads `{"format": …, "text": …}`.
    public init(from decoder: any Decoder) throws {
        self = try FormatAndText.decode(decoder) { (text, format) throws(SortidError) in try Self(text, as: format) }
    }

    /// Writes `{"format": …, "text": …}`.
    public func encode(to encoder: any Encoder) throws {
        try FormatAndText.encode(id.format, text, to: encoder)
    }
}

extension Id {
    /// The prefix of a text, before its last `_`; nil without a valid prefix. ``inspect(_:)`` tells whether the rest is an id.
    public static func prefixOf(_ text: String) -> String {
        SortidGlue.prefixOf(text: text)
    }
}

/// The library's functions for prefixes.
enum Prefixes {
    /// Throws for an invalid prefix, and for a format that takes none.
    static func judge(_ prefix: String, _ format: Id.Format) throws(SortidError) {
        var prefix = prefix
        try check(characters(&prefix) { sortid_mobile_prefix_check($0, $1) }, prefix: prefix)
        if !format.takesPrefix { _ = try glue { try madeWithPrefix(formatCode: format.rawValue) } }
    }

    /// The format of the ids to generate, and of bounds, for ids of a format with this prefix, which may be invalid.
    static func made(_ prefix: String, _ format: Id.Format) throws(SortidError) -> Id.Format {
        try judge(prefix, format)
        return try made(format)
    }

    /// The format of the ids to generate for ids of a format with a prefix.
    static func made(_ format: Id.Format) throws(SortidError) -> Id.Format {
        if format.isMade { return format }
        let code = try glue { try madeWithPrefix(formatCode: format.rawValue) }
        return Id.Format(rawValue: code) ?? format
    }

    /// The time of an id with a prefix.
    static func timestamp(_ id: Id) throws(SortidError) -> Timestamp {
        Timestamp(try glue { try prefixedTimestamp(id: id.words) })
    }

    /// The id of a text, and how many bytes the prefix is long that the text begins with.
    static func parse(_ text: String, _ format: Id.Format, _ prefix: String?) throws(SortidError) -> (Int, Id) {
        var (text, expected) = (text, prefix ?? "")
        var (id, found) = (sortid_mobile_id(), 0)
        let status = characters(&text) { text, length in
            characters(&expected) { expected, expectedLength in
                let expected = prefix == nil ? nil : expected
                return sortid_mobile_prefixed_parse(
                    text, length, format.number, expected, expectedLength, &id, &found)
            }
        }
        try check(status, text, prefix: prefix)
        return (found, Id(format, id))
    }

    /// The text of an id with a prefix.
    static func text(_ id: Id, _ prefix: String) throws(SortidError) -> String {
        var prefix = prefix
        var status: Int32 = 0
        let text = String(unsafeUninitializedCapacity: textCapacity) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var (id, size) = (id.plain, 0)
                status = characters(&prefix) {
                    sortid_mobile_prefixed_text(&id, $0, $1, bytes.baseAddress, bytes.count, &size)
                }
                // Without the terminator.
                return status == 0 ? size - 1 : 0
            }
        }
        try check(status, prefix: prefix)
        return text
    }

    /// What the library's function for text asks for.
    private static let textCapacity = 112
}
