import Foundation
internal import SortidGlue

extension AnyId {
    /// Inspects a text of unknown format. Nothing is trimmed.
    public static func inspect(_ text: String) -> Inspection { Inspection(text: text) }

    /// Parses text in one form, of the length that ``text(_:)`` writes. Some forms are accepted
    /// only here, not by ``init(_:as:)-(String,_)``.
    ///
    /// - Throws: `notApplicable` if the format lacks the form; otherwise the errors of
    ///   ``init(_:as:)-(String,_)``.
    public static func parseForm(_ text: String, as format: Format, _ form: TextForm) throws(SortidError) -> AnyId {
        AnyId(try glue { try SortidGlue.parseForm(formatCode: format.rawValue, text: text, form: form.rawValue) })
    }

    /// Parses text, and corrects unambiguous spellings: blanks, quotes and braces around the id,
    /// `urn:uuid:`, letters in the wrong case, missing or extra hyphens, Crockford's I, L and O,
    /// and leading zeros of a decimal number.
    ///
    /// - Throws: The errors of ``init(_:as:)-(String,_)``, if the corrected text is invalid too.
    public static func parseLenient(_ text: String, as format: Format) throws(SortidError) -> Corrected<AnyId> {
        let read = try glue { try SortidGlue.parseLenient(formatCode: format.rawValue, text: text) }
        return Corrected(id: AnyId(read.id), corrections: read.corrections)
    }

    /// Reads 16 bytes in another byte order than big-endian.
    ///
    /// - Throws: `notApplicable` for formats of other widths; otherwise as for big-endian bytes.
    public init(bytes: some Collection<UInt8>, as format: Format, in order: ByteOrder) throws(SortidError) {
        self.init(try glue { try fromBytesIn(formatCode: format.rawValue, bytes: Data(bytes), order: order.place) })
    }

    /// Finds the ids in a text, in order, each with its likeliest format.
    ///
    /// An id is a whole word of letters, digits, `_` and `-`, in its canonical text or behind a
    /// prefix. Without `formats`, fixed bits or a likely time distinguish ids from words; integers
    /// are found only if `formats` contains their format.
    public static func findIds(in text: String, formats: [Format]? = nil) -> [FoundId] {
        let codes = formats.map { Data($0.map(\.rawValue)) }
        return SortidGlue.findIds(text: text, formats: codes).map { one in
            let (start, end) = (text.index(at: one.start), text.index(at: one.end))
            return FoundId(id: AnyId(one.id), range: start..<end)
        }
    }

    /// Converts text by the names of formats. Also accepts `sql_server_uuid` and `clickhouse_uuid`,
    /// which these servers sort like the ids.
    ///
    /// - Throws: `unknownFormat`; the errors of parsing; `outOfRange`; `notApplicable` if there is
    ///   no such conversion.
    public static func convert(_ text: String, from: String, to: String) throws(SortidError) -> ConvertedId {
        ConvertedId(try glue { try convertText(text: text, from: from, to: to) })
    }

    /// Converts big-endian bytes: see the conversion of text.
    public static func convert(
        bytes: some Collection<UInt8>, from: String, to: String
    ) throws(SortidError) -> ConvertedId {
        ConvertedId(try glue { try convertBytes(bytes: Data(bytes), from: from, to: to) })
    }
}

extension TypedId {
    /// Parses text in one form: see ``AnyId/parseForm(_:as:_:)``.
    ///
    /// - Throws: The errors of ``AnyId``.
    public static func parseForm(_ text: String, _ form: TextForm) throws(SortidError) -> TypedId {
        TypedId(unchecked: try AnyId.parseForm(text, as: F.format, form))
    }

    /// Parses text, and corrects unambiguous spellings: see ``AnyId/parseLenient(_:as:)``.
    ///
    /// - Throws: The errors of ``AnyId``.
    public static func parseLenient(_ text: String) throws(SortidError) -> Corrected<TypedId> {
        let read = try AnyId.parseLenient(text, as: F.format)
        return Corrected(id: TypedId(unchecked: read.id), corrections: read.corrections)
    }

    /// Reads 16 bytes in another byte order than big-endian.
    ///
    /// - Throws: `notApplicable` for formats of other widths; otherwise as for big-endian bytes.
    public init(bytes: some Collection<UInt8>, in order: ByteOrder) throws(SortidError) {
        self.init(unchecked: try AnyId(bytes: bytes, as: F.format, in: order))
    }
}

/// The interpretations of a text. Each property searches again.
///
/// ```swift
/// let inspection = AnyId.inspect("3jzfcijpj2z2a")
/// print(inspection.readings.map(\.id.format))
/// ```
public struct Inspection: Hashable, Sendable {
    /// The text.
    public let text: String

    /// The ids that the text may be: first those with a time from 2010 to ten years from now, then
    /// the others, then reserved ids. Decimal integers with the epochs of Discord, LinkedIn and
    /// Sonyflake 2 are listed if their time is likely.
    public var readings: [Reading] {
        SortidGlue.inspect(text: text).map { reading in
            Reading(id: AnyId(reading.id), epoch: reading.epoch.flatMap(IdOptions.Epoch.init(rawValue:)))
        }
    }

    /// Suggestions for a text without readings, each with its corrections: ids that
    /// ``AnyId/parseLenient(_:as:)`` accepts, or that differ in up to three similar characters.
    public var suggestions: [Corrected<AnyId>] {
        nearMisses(text: text).map { Corrected(id: AnyId($0.id), corrections: $0.corrections) }
    }

    /// The error of each format that rejects the text, in the order of the formats.
    public var errors: [(format: Format, error: SortidError)] {
        refusals(text: text).compactMap { refusal in
            Format(rawValue: refusal.format).map { ($0, SortidError(refusal.refusal)) }
        }
    }

    /// A possible interpretation of a text.
    public struct Reading: Hashable, Sendable {
        /// The id.
        public let id: AnyId
        /// The named epoch of the time, or `nil` for the format's own.
        public let epoch: IdOptions.Epoch?

        /// The time with this epoch.
        ///
        /// - Throws: As ``Id/timestamp``.
        public var timestamp: Timestamp {
            get throws(SortidError) {
                guard let epoch else { return try id.timestamp }
                return try id.timestamp(.init(epoch: epoch))
            }
        }
    }
}

/// An id, and the corrections of its text.
public struct Corrected<T: Hashable & Sendable>: Hashable, Sendable {
    /// The id.
    public let id: T
    /// The names of the corrections, the same in every language, for example `braces`; empty if the
    /// text needed none.
    public let corrections: [String]
}

/// A byte order of 128-bit ids other than big-endian.
public enum ByteOrder: String, CaseIterable, Hashable, Sendable {
    /// The order of .NET's `Guid.ToByteArray` and SQL Server: the first three groups of the
    /// UUID are reversed.
    case guid
    /// The order of MySQL's `UUID_TO_BIN(uuid, 1)`: the third group first, then the second and
    /// the first.
    case mysqlSwapped = "mysql_swapped"

    /// The index in the library's list.
    var place: UInt8 {
        switch self {
        case .guid: 0
        case .mysqlSwapped: 1
        }
    }
}

extension String {
    fileprivate func index(at unit: UInt32) -> Index { Index(utf16Offset: Int(unit), in: self) }
}

/// An id in a text.
public struct FoundId: Hashable, Sendable {
    /// The id.
    public let id: AnyId
    /// The range of the id in the text.
    public let range: Range<String.Index>
}

/// A converted id: its canonical text and its big-endian bytes.
public struct ConvertedId: Hashable, Sendable {
    /// The canonical text.
    public let text: String
    /// The big-endian bytes.
    public let bytes: [UInt8]

    init(_ conversion: Conversion) {
        text = conversion.text
        bytes = Array(conversion.bytes)
    }
}
