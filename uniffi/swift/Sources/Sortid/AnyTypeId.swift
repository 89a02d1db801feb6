import Foundation
internal import SortidGlue
internal import sortidFFI

/// An id and its prefix, for formats and prefixes known only at run time. If both are known at
/// compile time, use ``TypeId``.
///
/// Equal if prefix and id are; ordered by prefix, then by id. A prefixed any_uuid is a TypeID, a
/// prefixed uuid7 a TypeID of version 7.
///
/// ```swift
/// let order = try AnyTypeId("order_01fwhe4ydgfk1shh6w1g60eecf", as: .uuid7)
/// print(order.prefix, order.anyId)
/// ```
public struct AnyTypeId: Id {
    /// The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; it may be empty.
    public let prefix: String
    /// The id without its prefix.
    public let anyId: AnyId

    /// Adds a prefix to an id.
    ///
    /// - Throws: `invalidOption` for an invalid prefix; `notApplicable` for a format that does not
    ///   allow prefixes: see ``Format/takesPrefix``.
    public init(prefix: String, id: some Id) throws(SortidError) {
        anyId = id.anyId
        self.prefix = prefix
        try Prefixes.check(prefix, anyId.format)
    }

    /// Converts an id of a type with a prefix.
    ///
    /// - Throws: As ``init(prefix:id:)``.
    public init<K>(_ id: TypeId<K>) throws(SortidError) {
        try self.init(prefix: K.prefix, id: id)
    }

    /// Parses text with a prefix; a text without `_` has the empty prefix. Nothing is trimmed.
    /// UUIDs must be in the form `typeid`, ids of other formats in their canonical text.
    ///
    /// - Parameter prefix: The required prefix; `nil` accepts any.
    /// - Throws: `invalidOption` for an invalid `prefix`; `notApplicable` for a format that does
    ///   not allow prefixes. Then in this order, with offsets in the whole text: `wrongPrefix` if
    ///   the text has another prefix or none; `invalidLength`; `invalidCharacter` with the offset
    ///   of the first invalid byte; `outOfRange`; `invalidVariant`; `invalidVersion`.
    public init(_ text: String, as format: Format, prefix: String? = nil) throws(SortidError) {
        let (length, id) = try Prefixes.parse(text, format, prefix)
        self.prefix = prefix ?? String(decoding: text.utf8.prefix(length), as: UTF8.self)
        anyId = id
    }

    /// Whether a text is an id of the format with any prefix.
    public static func isValid(_ text: String, as format: Format) -> Bool {
        (try? AnyTypeId(text, as: format)) != nil
    }

    /// The time of the id. An any_uuid has one in versions 1, 6 and 7.
    ///
    /// Throws `notApplicable` for other versions, and for a format without time.
    public var timestamp: Timestamp {
        get throws(SortidError) { try Prefixes.timestamp(anyId) }
    }

    /// The prefix, `_`, and the form `typeid` of a UUID or the canonical text of another id.
    public var text: String {
        // Cannot throw: prefix and format were checked.
        (try? Prefixes.text(anyId, prefix)) ?? ""
    }

    /// Compares prefixes, then ids.
    public static func < (a: AnyTypeId, b: AnyTypeId) -> Bool {
        a.prefix == b.prefix ? a.anyId < b.anyId : a.prefix < b.prefix
    }
}

extension AnyTypeId {
    /// Reads `{"format": …, "text": …}`.
    public init(from decoder: any Decoder) throws {
        self = try FormatAndText.decode(decoder) { (text, format) throws(SortidError) in try Self(text, as: format) }
    }

    /// Writes `{"format": …, "text": …}`.
    public func encode(to encoder: any Encoder) throws {
        try FormatAndText.encode(format, text, to: encoder)
    }
}

extension AnyId {
    /// Returns the prefix of a text, before its last `_`; empty without a valid prefix.
    /// ``inspect(_:)`` checks the rest.
    public static func prefixOf(_ text: String) -> String {
        SortidGlue.prefixOf(text: text)
    }
}

/// The library's functions for prefixes.
enum Prefixes {
    /// Throws for an invalid prefix, and for a format that does not allow prefixes.
    static func check(_ prefix: String, _ format: Format) throws(SortidError) {
        var prefix = prefix
        try Sortid.check(characters(&prefix) { sortid_mobile_prefix_check($0, $1) }, prefix: prefix)
        if !format.takesPrefix { _ = try glue { try madeWithPrefix(formatCode: format.rawValue) } }
    }

    /// The format of new ids, for a format with a prefix.
    static func generated(_ format: Format) throws(SortidError) -> Format {
        if format.canGenerate { return format }
        let code = try glue { try madeWithPrefix(formatCode: format.rawValue) }
        return Format(rawValue: code) ?? format
    }

    static func timestamp(_ id: AnyId) throws(SortidError) -> Timestamp {
        Timestamp(try glue { try prefixedTimestamp(id: id.crossing) })
    }

    /// Parses a text. Returns the length of its prefix in bytes, and the id.
    static func parse(_ text: String, _ format: Format, _ prefix: String?) throws(SortidError) -> (Int, AnyId) {
        var (text, expected) = (text, prefix ?? "")
        var (id, found) = (sortid_mobile_id(), 0)
        let status = characters(&text) { text, length in
            characters(&expected) { expected, expectedLength in
                let expected = prefix == nil ? nil : expected
                return sortid_mobile_prefixed_parse(
                    text, length, format.number, expected, expectedLength, &id, &found)
            }
        }
        try Sortid.check(status, text, prefix: prefix)
        return (found, AnyId(format, id))
    }

    static func text(_ id: AnyId, _ prefix: String) throws(SortidError) -> String {
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
        try Sortid.check(status, prefix: prefix)
        return text
    }

    /// The size of the longest text with a prefix and a terminator.
    private static let textCapacity = 112
}
