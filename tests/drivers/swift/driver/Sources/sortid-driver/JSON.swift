/// A JSON value. Integers are exact; a lone surrogate becomes the replacement character.
enum JSON: ExpressibleByStringLiteral, ExpressibleByNilLiteral, ExpressibleByBooleanLiteral {
    case null
    case flag(Bool)
    case number(Int128)
    /// A number that is not an integer.
    case fraction(String)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .flag(value) }

    var object: [String: JSON]? { if case .object(let value) = self { value } else { nil } }
    var list: [JSON]? { if case .list(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The integer of a number or text.
    var integer: Int128? {
        switch self {
        case .number(let value): value
        case .text(let value): Int128(value)
        default: nil
        }
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .flag(let value): value ? "true" : "false"
        case .number(let value): "\(value)"
        case .fraction(let value): value
        case .text(let value): quoted(value)
        case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let values):
            "{" + values.map { quoted($0.key) + ":" + $0.value.line }.joined(separator: ",") + "}"
        }
    }
}

private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": quoted += "\\\(scalar)"
        case "\u{0}"..<" ":
            let hex = String(scalar.value, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: quoted.unicodeScalars.append(scalar)
        }
    }
    return quoted + "\""
}

/// A line that breaks the protocol, which ends the driver.
struct BadRequest: Error {
    let reason: String
}

/// Reads one JSON value.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0

    static func read(_ line: String) throws -> JSON {
        var reader = JSONReader(bytes: Array(line.utf8))
        let value = try reader.value()
        if reader.next() != nil { throw BadRequest(reason: "more than one value in \(line)") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next byte that is not a blank, without consuming it.
    private mutating func next() -> UInt8? {
        while at < bytes.count, bytes[at] == 0x20 || (0x09...0x0D).contains(bytes[at]) { at += 1 }
        return at < bytes.count ? bytes[at] : nil
    }

    private mutating func take(_ byte: Character) -> Bool {
        if next() != byte.asciiValue { return false }
        at += 1
        return true
    }

    private mutating func expect(_ byte: Character) throws {
        if !take(byte) { throw BadRequest(reason: "expected \(byte) at byte \(at)") }
    }

    private mutating func value() throws -> JSON {
        if take("{") { return .object(try object()) }
        if take("[") { return .list(try list()) }
        if next() == Character("\"").asciiValue { return .text(try string()) }
        let start = at
        while at < bytes.count, !",]} ".utf8.contains(bytes[at]) { at += 1 }
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .flag(true)
        case "false": return .flag(false)
        default:
            if let integer = Int128(word) { return .number(integer) }
            if Double(word) != nil { return .fraction(word) }
            throw BadRequest(reason: "\(word) is not a value")
        }
    }

    private mutating func object() throws -> [String: JSON] {
        var values: [String: JSON] = [:]
        if take("}") { return values }
        repeat {
            _ = next()
            let key = try string()
            try expect(":")
            values[key] = try value()
        } while take(",")
        try expect("}")
        return values
    }

    private mutating func list() throws -> [JSON] {
        var values: [JSON] = []
        if take("]") { return values }
        repeat { values.append(try value()) } while take(",")
        try expect("]")
        return values
    }

    private mutating func string() throws -> String {
        try expect("\"")
        // UTF-16 code units, so that escaped surrogate pairs combine.
        var units: [UInt16] = []
        while at < bytes.count, bytes[at] != Character("\"").asciiValue {
            if bytes[at] == Character("\\").asciiValue {
                units.append(try escaped())
            } else {
                let start = at
                while at < bytes.count, bytes[at] != Character("\"").asciiValue, bytes[at] != Character("\\").asciiValue { at += 1 }
                units.append(contentsOf: String(decoding: bytes[start..<at], as: UTF8.self).utf16)
            }
        }
        try expect("\"")
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func escaped() throws -> UInt16 {
        guard at + 1 < bytes.count else { throw BadRequest(reason: "the string is not terminated") }
        let kind = Character(UnicodeScalar(bytes[at + 1]))
        at += 2
        switch kind {
        case "n": return 0x0A
        case "t": return 0x09
        case "r": return 0x0D
        case "b": return 0x08
        case "f": return 0x0C
        case "u":
            let end = min(at + 4, bytes.count)
            guard let unit = UInt16(String(decoding: bytes[at..<end], as: UTF8.self), radix: 16) else {
                throw BadRequest(reason: "invalid escape at byte \(at)")
            }
            at = end
            return unit
        default: return kind.utf16.first ?? 0
        }
    }
}
