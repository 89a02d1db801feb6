import Foundation
internal import SortidGlue

extension Id {
    /// What is this id? Every reading of a text: those with a time from 2010 to ten years from now, then the rest, then reserved ids.
    /// Nothing is trimmed or guessed.
    public static func inspect(_ text: String) -> [Id] {
        SortidGlue.inspect(text: text).map { Id($0) }
    }

    /// The ids in a text of any kind, from first to last, each in its likeliest format.
    ///
    /// An id is a whole word of letters, digits, `_` and `-`, in its canonical text or behind a prefix. Without `formats`, fixed
    /// bits or a likely time distinguish ids from words; integers are found only if their format is named.
    public static func findIds(in text: String, formats: [Format]? = nil) -> [Found] {
        let codes = formats.map { Data($0.map(\.rawValue)) }
        return SortidGlue.findIds(text: text, formats: codes).map { one in
            let (start, end) = (text.index(at: one.start), text.index(at: one.end))
            return Found(id: Id(one.id), range: start..<end)
        }
    }

    /// Why the formats that refuse a text refuse it.
    public static func refusals(_ text: String) -> [Format: SortidError] {
        var refusals: [Format: SortidError] = [:]
        for refusal in SortidGlue.refusals(text: text) {
            guard let format = Format(rawValue: refusal.format) else { continue }
            refusals[format] = SortidError(number: refusal.code, place: refusal.offset)
        }
        return refusals
    }

    /// Converts text by the names of formats. Only here, these include `elasticsearch_id`, and
    /// `sql_server_uuid` and `clickhouse_uuid`, which sort in these servers as the id does elsewhere.
    ///
    /// - Throws: `unknownFormat`; what reading refuses; `outOfRange`; `notApplicable` if there is no such conversion.
    public static func convert(_ text: String, from: String, to: String) throws(SortidError) -> Converted {
        Converted(try glue { try convertText(text: text, from: from, to: to) })
    }

    /// Converts big-endian bytes: see the conversion of text.
    public static func convert(
        bytes: some Collection<UInt8>, from: String, to: String
    ) throws(SortidError) -> Converted {
        Converted(try glue { try convertBytes(bytes: Data(bytes), from: from, to: to) })
    }
}

extension String {
    fileprivate func index(at unit: UInt32) -> Index { Index(utf16Offset: Int(unit), in: self) }
}

extension Id {
    /// An id in a text.
    public struct Found: Hashable, Sendable {
        /// The id.
        public let id: Id
        /// The characters of the text that are the id.
        public let range: Range<String.Index>
    }

    /// A converted id: its canonical text and its big-endian bytes.
    public struct Converted: Hashable, Sendable {
        /// The canonical text.
        public let text: String
        /// The big-endian bytes.
        public let bytes: [UInt8]

        init(_ conversion: Conversion) {
            text = conversion.text
            bytes = Array(conversion.bytes)
        }
    }
}
