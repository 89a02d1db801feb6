import Foundation
internal import SortidGlue
internal import sortidFFI

/// An id and its prefix, for formats and prefixes known only at run time. If both are known at
/// compile time, use ``Prefixed``.
///
/// Equal if prefix and id are; ordered by prefix, then by id. A prefixed any_uuid is a TypeID, a
/// prefixed uuid7 a TypeID of version 7.
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

    /// Adds a prefix to an id.
    ///
    /// - Throws: `invalidOption` for an invalid prefix; `notApplicable` for a format that does not
    ///   allow prefixes: see ``Id/Format/takesPrefix``.
    public init(prefix: String, id: Id) throws(SortidError) {
        try Prefixes.judge(prefix, id.format)
        (self.prefix, self.id) = (prefix, id)
    }

    /// Adds a prefix to an id of a format's type.
    ///
    /// - Throws: The errors of the overload with an ``Id``.
    public init<F>(prefix: String, id: TypedId<F>) throws(SortidError) {
        try self.init(prefix: prefix, id: id.id)
    }

    /// Converts an id with the prefix of its type.
    public init<P>(_ id: Prefixed<P>) {
        (prefix, self.id) = (P.prefix, id.id)
    }

    /// Parses text with a prefix; a text without `_` has the empty prefix. Nothing is trimmed.
    /// UUIDs must be in the form `typeid`, ids of other formats in their canonical text.
    ///
    /// - Parameter prefix: The required prefix; `nil` accepts any.
    /// - Throws: `invalidOption` for an invalid `prefix`; `notApplicable` for a format that does
    ///   not allow prefixes. Then in this order, with offsets in the whole text: `wrongPrefix` if
    ///   the text has another prefix or none; `invalidLength`; `invalidCharacter` with the offset
    ///   of the first invalid byte; `outOfRange`; `invalidVariant`; `invalidVersion`.
    public init(_ text: String, as format: Id.Format, prefix: String? = nil) throws(SortidError) {
        let (length, id) = try Prefixes.parse(text, format, prefix)
        self.prefix = prefix ?? String(decoding: text.utf8.prefix(length), as: UTF8.self)
        self.id = id
    }

    /// Whether a text is an id of the format with any prefix.
    public static func isValid(_ text: String, as format: Id.Format) -> Bool {
        (try? PrefixedId(text, as: format)) != nil
    }

    /// The time of the id. An any_uuid has one in versions 1, 6 and 7.
    ///
    /// Throws `notApplicable` for other versions, and for a format without time.
    public var timestamp: Timestamp {
        get throws(SortidError) { try Prefixes.timestamp(id) }
    }

    /// The time as a date.
    ///
    /// Throws as ``timestamp``.
    public var date: Date {
        get throws(SortidError) { try timestamp.date }
    }

    /// The prefix, `_`, and the form `typeid` of a UUID or the canonical text of another id.
    public var text: String {
        // Cannot throw: prefix and format were checked.
        (try? Prefixes.text(id, prefix)) ?? ""
    }
}

extension PrefixedId: Comparable {
    /// Compares prefixes, then ids.
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
    /// Returns the prefix of a text, before its last `_`; empty without a valid prefix.
    /// ``inspect(_:)`` checks the rest.
    public static func prefixOf(_ text: String) -> String {
        SortidGlue.prefixOf(text: text)
    }
}

/// The library's functions for prefixes.
enum Prefixes {
    /// Throws for an invalid prefix, and for a format that does not allow prefixes.
    static func judge(_ prefix: String, _ format: Id.Format) throws(SortidError) {
        var prefix = prefix
        try check(characters(&prefix) { sortid_mobile_prefix_check($0, $1) }, prefix: prefix)
        if !format.takesPrefix { _ = try glue { try madeWithPrefix(formatCode: format.rawValue) } }
    }

    /// The format of new ids and of bounds, for a format with this prefix. Throws for an invalid
    /// prefix.
    static func made(_ prefix: String, _ format: Id.Format) throws(SortidError) -> Id.Format {
        try judge(prefix, format)
        return try made(format)
    }

    /// The format of new ids, for a format with a prefix.
    static func made(_ format: Id.Format) throws(SortidError) -> Id.Format {
        if format.isMade { return format }
        let code = try glue { try madeWithPrefix(formatCode: format.rawValue) }
        return Id.Format(rawValue: code) ?? format
    }

    static func timestamp(_ id: Id) throws(SortidError) -> Timestamp {
        Timestamp(try glue { try prefixedTimestamp(id: id.words) })
    }

    /// Parses a text. Returns the length of its prefix in bytes, and the id.
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

    static func text(_ id: Id, _ prefix: String) throws(SortidError) -> String {
        var prefix = prefix
        var status: Int32 = 0
        let text = String(unsafeUninitializedCapacity: textCapacity) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                var (id, size) = (id.plain, 0)
                status = characters(&prefix) {
                    sortid_mobile_prefixed_text(&id, $0, $1, bytes.baseAddress, bytes.count, &size)
                }
                // The size includes a terminator.
                return status == 0 ? size - 1 : 0
            }
        }
        try check(status, prefix: prefix)
        return text
    }

    /// The size of the longest text with a prefix and a terminator.
    private static let textCapacity = 112
}
