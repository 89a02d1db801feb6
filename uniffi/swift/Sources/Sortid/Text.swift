import Foundation
internal import SortidGlue

extension Id {
    /// What is this id? Every reading of a text: those with a time from 2010 to ten years from now, then the rest, then reserved ids.
    /// A decimal integer is also read with the epochs of Discord, LinkedIn and Sonyflake 2, if that is likely. Nothing is trimmed.
    public static func inspect(_ text: String) -> [Reading] {
        SortidGlue.inspect(text: text).map { reading in
            Reading(id: Id(reading.id), epoch: reading.epoch.flatMap(IdGenerator.Options.Epoch.init(rawValue:)))
        }
    }

    /// An id that a text may be, with the epoch of its time.
    public struct Reading: Hashable, Sendable {
        /// The id.
        public let id: Id
        /// The named epoch of the time, or `nil` for the format's own.
        public let epoch: IdGenerator.Options.Epoch?

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

    /// Why the formats that refuse a text refuse it.
    public static func refusals(_ text: String) -> [Format: SortidError] {
        var refusals: [Format: SortidError] = [:]
        for refusal in SortidGlue.refusals(text: text) {
            guard let format = Format(rawValue: refusal.format) else { continue }
            refusals[format] = SortidError(number: refusal.code, place: refusal.offset)
        }
        return refusals
    }

    /// Converts text by the names of formats. Only here, these include `sql_server_uuid` and
    /// `clickhouse_uuid`, which sort in these servers as the id does elsewhere.
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

extension Id {
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
