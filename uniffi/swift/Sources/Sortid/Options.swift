import Foundation
internal import SortidGlue

extension IdGenerator {
    /// Options of a generator, or of a reading. What is not given has the format's default.
    ///
    /// An option that the format lacks, or a value out of bounds, is `invalidOption` where the options are used.
    ///
    /// ```swift
    /// let generator = try IdGenerator(.tid, .init(maxLead: .milliseconds(20), clockId: 7))
    /// ```
    public struct Options: Hashable, Sendable {
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

        /// No option given.
        public init() {}

        /// An option by its name, as configuration files and command lines have it.
        public subscript(name: String) -> Value? {
            get { given[name] }
            set { given[name] = newValue }
        }

        var isEmpty: Bool { given.isEmpty }

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

        func integer(_ name: String) -> Int64? {
            if case .integer(let value) = given[name] { value } else { nil }
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
                // A URL of something else is no path; no option takes no bytes, and so the library refuses it by the option's name.
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
                // The library refuses a value that is not a whole number, with the option's name.
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
}
