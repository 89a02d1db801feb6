import Sortid

/// An operation or format that the driver does not know.
struct Unsupported: Error {}

/// The library's error, with the texts generated before it.
struct Refused: Error {
    let error: SortidError
    let texts: [String]
}

/// A parsed request.
struct Request {
    private let json: [String: JSON]

    init(line: String) throws {
        guard let json = try JSONReader.read(line).object else { throw BadRequest(reason: "no object: \(line)") }
        self.json = json
    }

    var id: JSON { json["id"] ?? nil }

    private func required<T>(_ key: String, _ read: (JSON) -> T?) throws -> T {
        guard let value = json[key].flatMap(read) else { throw BadRequest(reason: "`\(key)` is missing in \(json)") }
        return value
    }

    func text(_ key: String) throws -> String { try required(key, \.text) }

    func has(_ key: String) -> Bool { json[key] != nil }

    func number(_ key: String) throws -> Int { try required(key) { $0.integer.flatMap { Int(exactly: $0) } } }

    func format() throws -> Format {
        do {
            return try Format(named: text("format"))
        } catch is SortidError {
            throw Unsupported()
        }
    }

    func form() throws -> TextForm {
        try required("form") { name in TextForm.allCases.first { $0.name == name.text } }
    }

    /// Parses a text as an id of the request's format.
    func parsed(_ key: String) throws -> AnyId { try AnyId(text(key), as: format()) }

    /// The formats to search for, if the request names any.
    func formats() throws -> [Format]? {
        guard has("formats") else { return nil }
        return try required("formats", \.list).map { try Format(named: $0.text ?? "") }
    }

    func bytes() throws -> [UInt8] { try bytes(of: text("hex")) }

    /// The bytes of hexadecimal digits.
    func bytes(of hex: String) throws -> [UInt8] {
        let digits = Array(hex)
        return try stride(from: 0, to: digits.count, by: 2).map { at in
            guard let byte = UInt8(String(digits[at..<min(at + 2, digits.count)]), radix: 16) else {
                throw BadRequest(reason: "`hex` must be hexadecimal digits")
            }
            return byte
        }
    }

    /// Texts, which may be `null`.
    func texts(_ key: String) throws -> [String?] { try required(key, \.list).map(\.text) }

    func fields() throws -> [String: Int128] {
        try required("fields", \.object).mapValues { value in
            // Saturates beyond 128 bits, which is out of range everywhere.
            value.integer ?? (value.text?.hasPrefix("-") == true ? .min : .max)
        }
    }

    func time(_ key: String) throws -> Timestamp { try time(required(key) { $0 }) }

    private func time(_ value: JSON) throws -> Timestamp {
        guard let seconds = value.object?["seconds"]?.integer.flatMap({ Int64(exactly: $0) }),
            let nanos = value.object?["nanos"]?.integer.flatMap({ UInt32(exactly: $0) })
        else { throw BadRequest(reason: "\(value.line) is not a time") }
        return Timestamp(seconds: seconds, nanos: nanos)
    }

    /// The scripted readings of a manual clock, if the request has them.
    func times() throws -> [Timestamp]? { try json["times"]?.list?.map(time) }

    func givesOption(_ name: String) -> Bool { json["options"]?.object?[name] != nil }

    /// The options, including the seed.
    func options() -> IdOptions {
        var options = IdOptions()
        for (name, value) in json["options"]?.object ?? [:] { options[isNode(name) ? "node" : name] = setting(value) }
        if let seed = json["seed"] { options["seed"] = setting(seed) }
        return options
    }

    /// Whether an option is the protocol's name of the node of the request's format.
    private func isNode(_ name: String) -> Bool {
        guard !givesOption("node"), let format = try? format() else { return false }
        return switch format {
        case .tid: name == "clock_id"
        case .uid11Snowish, .snowflake, .flakeIdgen, .sonyflake: name == "machine"
        case .shardingId: name == "shard"
        case .scru64, .scru160: name == "node_id"
        default: false
        }
    }

    private func setting(_ value: JSON) -> IdOptions.Value {
        switch value {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .number(let number): Int64(exactly: number).map(IdOptions.Value.integer) ?? .text("\(number)")
        // A value that is not an integer (1.5, null, a list) becomes one that no option accepts.
        default: .bytes([])
        }
    }
}
