/// The coded form of ids whose format is known only at run time: `{"format": …, "text": …}`. The
/// text does not contain the format.
enum FormatAndText: String, CodingKey {
    case format, text

    static func decode<T>(_ decoder: any Decoder, _ read: (String, Format) throws(SortidError) -> T) throws -> T {
        let container = try decoder.container(keyedBy: Self.self)
        let format = try container.decode(Format.self, forKey: .format)
        let text = try container.decode(String.self, forKey: .text)
        do throws(SortidError) {
            return try read(text, format)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .text, in: container, debugDescription: error.description)
        }
    }

    static func encode(_ format: Format, _ text: String, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Self.self)
        try container.encode(format, forKey: .format)
        try container.encode(text, forKey: .text)
    }
}
