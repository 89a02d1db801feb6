import Foundation
internal import SortidGlue

/// A declared type of ids: a prefix, a format, and options for reading. Its ids are ``TypeId``s.
///
/// ```swift
/// enum Order: IdKind {  // TypeIDs
///     static let prefix = "order"
/// }
/// enum Message: IdKind {
///     static let format = Format.snowflake
///     static let options = IdOptions(epoch: .discord)
/// }
/// ```
public protocol IdKind {
    /// The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; by default none.
    static var prefix: String { get }
    /// The format of the ids; with a prefix, one for which ``Format/takesPrefix`` is true. By
    /// default any UUID; new ids have version 7.
    static var format: Format { get }
    /// The epoch, layout (uuid8) and precision of the ids; by default those of the format.
    static var options: IdOptions { get }
}

extension IdKind {
    /// No prefix.
    public static var prefix: String { "" }

    /// Any UUID.
    public static var format: Format { .anyUuid }

    /// The format's own.
    public static var options: IdOptions { IdOptions() }
}

/// An id of a declared type. The compiler rejects ids of one type where another is expected.
///
/// ```swift
/// let order = try TypeId<Order>.now()
/// let again = TypeId<Order>("\(order)")
/// ```
///
/// Functions throw `invalidOption` for an invalid prefix, and `notApplicable` for a format that
/// does not allow prefixes.
public struct TypeId<K: IdKind>: DeclaredId {
    /// The id without its prefix.
    public let anyId: AnyId

    /// Converts an id of a generator, or a bound of an interval.
    public init(generated id: AnyId) {
        anyId = AnyId(K.format, id.words)
    }

    /// Converts an id of the format, for example of another generator. A type of TypeIDs also
    /// accepts ``Format/uuid7``.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init(_ id: some Id) throws(SortidError) {
        let (id, generated) = (id.anyId, try Self.generatedFormat())
        if id.format != generated { try id.format.mustBe(K.format) }
        self.init(generated: id)
    }

    /// Converts an id with this prefix.
    ///
    /// - Throws: `wrongPrefix` for another prefix; `notApplicable` for another format.
    public init(_ id: AnyTypeId) throws(SortidError) {
        if id.prefix != K.prefix { _ = try Prefixes.parse(id.text, K.format, K.prefix) }
        try self.init(id.anyId)
    }

    /// Parses text with this prefix; nothing is trimmed.
    ///
    /// - Throws: `wrongPrefix` if the text has another prefix or none; otherwise the errors of
    ///   ``AnyTypeId``.
    public init(parsing text: String) throws(SortidError) {
        anyId = K.prefix.isEmpty ? try AnyId(text, as: K.format) : try Prefixes.parse(text, K.format, K.prefix).1
    }

    /// Reads big-endian bytes of exactly the format's width, without a prefix.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        try self.init(AnyId(bytes: bytes, as: K.format))
    }

    /// The prefix; empty if there is none.
    public static var prefix: String { K.prefix }

    /// The format.
    public static var format: Format { K.format }

    /// The options for reading ids.
    public static var options: IdOptions { K.options }

    /// Generates an id with the process-wide generator of equal formats and options; a TypeID has
    /// version 7. Other processes may repeat it: see ``newId(_:)``.
    ///
    /// - Throws: As ``newId(_:)``.
    public static func now() throws(SortidError) -> TypeId {
        let format = try generatedFormat()
        if options.isEmpty { return TypeId(generated: try newId(format)) }
        let raw = try glue { try RawGenerator.processWideWith(formatCode: format.rawValue, given: options.crossing) }
        return TypeId(generated: try GeneratorCore(format, raw: raw).next())
    }

    /// Generates an id with a given time: see ``AnyId/init(at:as:)``.
    ///
    /// - Throws: As ``AnyId/init(at:as:)``.
    public init(at time: some IdTime) throws(SortidError) {
        let (time, format) = (try time.idTimestamp(), try Self.generatedFormat())
        if K.options.isEmpty {
            self.init(generated: try AnyId(at: time, as: format))
        } else {
            self.init(
                generated: AnyId(
                    try glue {
                        try newIdAtWith(formatCode: format.rawValue, time: time.crossing, given: K.options.crossing)
                    }))
        }
    }

    /// The text, with the prefix.
    public var text: String {
        if K.prefix.isEmpty { return anyId.text }
        // Cannot throw: prefix and format were checked.
        return (try? Prefixes.text(anyId, K.prefix)) ?? ""
    }

    /// The time, read with the type's options; for a TypeID, see ``AnyTypeId/timestamp``.
    public var timestamp: Timestamp {
        get throws(SortidError) {
            if !K.prefix.isEmpty && K.format == .anyUuid { return try Prefixes.timestamp(anyId) }
            return try K.options.isEmpty ? anyId.timestamp : anyId.timestamp(K.options)
        }
    }

    /// Compares ids.
    public static func == (a: TypeId, b: TypeId) -> Bool { a.anyId == b.anyId }

    /// Compares ids.
    public static func != (a: TypeId, b: TypeId) -> Bool { a.anyId != b.anyId }

    /// Compares ids.
    public static func < (a: TypeId, b: TypeId) -> Bool { a.anyId < b.anyId }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(anyId) }
}

extension TypeId {
    /// The smallest id of the tick that contains a time.
    ///
    /// - Throws: The errors of ``AnyId``.
    public static func min(at time: some IdTime) throws(SortidError) -> TypeId {
        TypeId(generated: try AnyId.min(at: time, as: generatedFormat(), options: K.options))
    }

    /// The largest id of the tick that contains a time.
    ///
    /// - Throws: The errors of ``AnyId``.
    public static func max(at time: some IdTime) throws(SortidError) -> TypeId {
        TypeId(generated: try AnyId.max(at: time, as: generatedFormat(), options: K.options))
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`.
    ///
    /// - Throws: The errors of ``AnyId``.
    public static func range<T: IdTime>(from: T?, to: T?) throws(SortidError) -> ClosedRange<TypeId> {
        try AnyId.range(from: from, to: to, as: generatedFormat(), options: K.options).map(TypeId.init(generated:))
    }
}

/// Encodes dictionaries with ids as keys by the texts of the keys.
@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)
extension TypeId: CodingKeyRepresentable {}
