import Foundation
internal import SortidGlue

/// Options of a generator, or for reading ids. Options that are not set have the format's
/// default.
///
/// The function that uses the options throws `invalidOption` for an option that the format
/// lacks or an invalid value.
///
/// ```swift
/// let generator = try IdGenerator<Tid>(.init(maxLead: .milliseconds(20), clockId: 7))
/// ```
public struct IdOptions: Hashable, Sendable {
    /// The value of an option that is set by its name.
    public enum Value: Hashable, Sendable {
        /// An integer.
        case integer(Int64)
        /// A word, a path, or an integer in decimal digits.
        case text(String)
        /// A flag.
        case flag(Bool)
        /// Bytes: a seed.
        case bytes([UInt8])
    }

    var given: [String: Value] = [:]

    /// No options.
    public init() {}

    /// An option by its name in configuration files and command lines.
    public subscript(name: String) -> Value? {
        get { given[name] }
        set { given[name] = newValue }
    }

    @usableFromInline
    var isEmpty: Bool { given.isEmpty }

    /// Adds options; throws for another value of one that is set.
    mutating func add(_ options: IdOptions) throws(SortidError) {
        for (name, value) in options.given.sorted(by: { $0.key < $1.key }) {
            if given[name] != nil && given[name] != value {
                throw SortidError(.invalidOption, "the type of the ids has another \(name)", subject: name)
            }
            given[name] = value
        }
    }

    var crossing: [Given] {
        given.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .integer(let value): Given(name: name, value: .integer(value: value))
            case .text(let value): Given(name: name, value: .word(value: value))
            case .flag(let value): Given(name: name, value: .flag(value: value))
            case .bytes(let value): Given(name: name, value: .seed(value: Data(value)))
            }
        }
    }

    func integer(_ name: String) -> Int? {
        if case .integer(let value) = given[name] { Int(value) } else { nil }
    }

    func flag(_ name: String) -> Bool? {
        if case .flag(let value) = given[name] { value } else { nil }
    }

    func bytes(_ name: String) -> [UInt8]? {
        if case .bytes(let value) = given[name] { value } else { nil }
    }

    func word(_ name: String) -> String? {
        if case .text(let value) = given[name] { value } else { nil }
    }

    func path(_ name: String) -> URL? {
        word(name).map { URL(fileURLWithPath: $0) }
    }

    mutating func set(_ name: String, _ url: URL?) {
        given[name] = url.map { url in
            // Other URLs are not paths. The library rejects an empty seed for every option, and
            // names the option.
            url.isFileURL ? .text(url.path) : .bytes([])
        }
    }

    func span(_ name: String, perSecond: Int64) -> TimeSpan? {
        switch given[name] {
        case .integer(let count): TimeSpan(count, perSecond: perSecond)
        case .text("unlimited"): .unlimited
        default: nil
        }
    }

    mutating func set(_ name: String, _ span: TimeSpan?, perSecond: Int64) {
        given[name] = span.map { span in
            guard let length = span.length else { return .text("unlimited") }
            // The library rejects a value that is not a whole number, and names the option.
            return length.count(perSecond: perSecond).map(Value.integer) ?? .text("\(length.seconds) s \(length.nanos) ns")
        }
    }

    func date(_ name: String) -> Date? {
        integer(name).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    mutating func set(_ name: String, _ date: Date?) {
        given[name] = date.map { date in
            let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
            return Int64(exactly: milliseconds).map(Value.integer) ?? .text("\(milliseconds)")
        }
    }
}
