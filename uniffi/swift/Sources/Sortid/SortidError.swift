import Foundation
internal import SortidGlue
internal import sortidFFI

/// A refused input or a failed operation: a code and, for text, where.
public struct SortidError: Error, Hashable, Sendable {
    /// What went wrong.
    public let code: Code
    /// The byte of the text, in UTF-8, that is to blame, counted from 0; for `invalidLength` the length of the text; `nil` if no
    /// byte is.
    public let offset: Int?
    /// The option or field that is to blame, for a state file its path; `nil` if there is none.
    public let subject: String?
    /// The row of an ``IdColumn`` that is to blame, counted from 0; `nil` if no column was read.
    public let row: Int?
    /// The number of the operating system's error (`errno`), where one was what is wrong with a state file.
    public let osError: Int32?

    /// A message that names the rejected input, if one is known.
    private var explanation: String?

    /// The path of the state file that is to blame; `nil` if none is.
    public var path: String? { code.isOfStore ? subject : nil }

    init(_ code: Code, subject: String? = nil, row: Int? = nil) {
        self.init(code, place: nil, subject: subject, row: row)
    }

    /// The place is the byte of the text that is to blame; of a state file the number of the operating system's error; of
    /// `notApplicable` the place in `reasons`.
    init(number: Int32, place: UInt32?, subject: String? = nil, row: Int? = nil) {
        // A number that the list lacks would be a library of another version: that it is not, its checksums say.
        self.init(Code(rawValue: number) ?? .panic, place: place, subject: subject, row: row)
    }

    /// The same error with a message that names the rejected input.
    func explained(_ message: String) -> SortidError {
        var error = self
        if !message.isEmpty { error.explanation = message }
        return error
    }

    private init(_ code: Code, place: UInt32?, subject: String?, row: Int?) {
        self.code = code
        self.row = row
        osError = code.isOfStore ? place.map(Int32.init(bitPattern:)) : nil
        if code == .notApplicable {
            self.subject = subject ?? place.map { reasons[Int($0)].subject }
            offset = nil
            return
        }
        self.subject = subject
        offset = code.isOfStore ? nil : place.map(Int.init)
    }
}

/// Why an operation does not apply to a format, by the error's subject. The library answers with the place in this list.
private let reasons: [(subject: String, reason: String)] = [
    // <generated: reasons>
    ("byte_order", "only ids of 128 bits have other orders of bytes"),
    ("conversion", "there is no conversion between these formats"),
    ("environment", "this platform has no environment variables for `node_from_env`"),
    ("form", "the format has no such text form"),
    ("format", "the id is of another format"),
    ("generation", "ids of this format are only read"),
    ("integer", "the format has another number of bits than the integer"),
    ("order", "ids of this format do not sort by their time"),
    ("prefix", "ids of this format take no type prefix"),
    ("range", "ids whose texts begin alike do not form a range in this format"),
    ("time", "ids of this format contain no time"),
    // </generated>
]

extension SortidError: CustomStringConvertible {
    /// One line: the code's name, the rejected input and the reason; for a state file, its path and the operating system's message.
    public var description: String {
        let inRow = row.map { ", in row \($0)" } ?? ""
        if let explanation { return explanation + inRow }
        if code == .notApplicable, let (_, reason) = reasons.first(where: { $0.subject == subject }) {
            return "\(code.name): \(reason)\(inRow)"
        }
        let about = subject.map { " (\($0))" } ?? ""
        if let osError { return "\(code.name): \(code.message)\(about): \(systemMessage(number: osError))" }
        let place =
            switch (code, offset) {
            case (_, nil): ""
            case (.invalidLength, let offset?): ": \(offset) bytes"
            case (_, let offset?): ", at byte \(offset)"
            }
        return "\(code.name): \(code.message)\(about)\(place)\(inRow)"
    }
}

extension SortidError: LocalizedError, CustomNSError {
    /// The ``description``, which `localizedDescription` returns.
    public var errorDescription: String? { description }

    /// The domain of the `NSError`.
    public static var errorDomain: String { "SortidError" }

    /// The number of the ``code``, the same in every language.
    public var errorCode: Int { Int(code.rawValue) }

    /// The ``description``, where an `NSError` looks for it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension SortidError {
    /// What went wrong: the same name and number in every language.
    public enum Code: Int32, CaseIterable, Hashable, Sendable {
        // <generated: codes>
        /// Wrong length for the format.
        case invalidLength = 1
        /// Invalid or misplaced character.
        case invalidCharacter = 2
        /// The value is outside the range of the format.
        case outOfRange = 3
        /// The UUID variant bits are not 10.
        case invalidVariant = 4
        /// The UUID version does not match the format.
        case invalidVersion = 5
        /// The time is outside the range of the format.
        case timestampOutOfRange = 6
        /// Unknown field, or a value too wide for its bits.
        case invalidField = 7
        /// Unknown option, unsupported option for this format, or invalid value.
        case invalidOption = 8
        /// Unknown format name.
        case unknownFormat = 9
        /// The format has no time, or no such conversion or text form.
        case notApplicable = 10
        /// The clock was set back further than tolerated.
        case clockRollback = 11
        /// The tick has no ids left, and the clock has not advanced.
        case counterExhausted = 12
        /// The operating system returned no random bytes.
        case entropyUnavailable = 13
        /// A forked process needs its own seed or node.
        case forkedGenerator = 14
        /// Missing or wrong type prefix.
        case wrongPrefix = 15
        /// The id would be further ahead of the clock than allowed.
        case leadExceeded = 16
        /// The file cannot be read or written.
        case storeIo = 20
        /// The file is damaged.
        case storeCorrupt = 21
        /// The file belongs to another format or program.
        case storeForeign = 22
        /// The file is locked by another process.
        case storeLocked = 23
        /// The file cannot be written.
        case storeReadOnly = 24
        /// The disk is full.
        case storeFull = 25
        /// The lease of the node has expired.
        case leaseExpired = 26
        /// A pointer is null.
        case nullArgument = 30
        /// The buffer is too small.
        case bufferTooSmall = 31
        /// An internal error was caught.
        case panic = 32

        /// The name, the same in every language, for example `invalid_length`.
        public var name: String {
            switch self {
            case .invalidLength: "invalid_length"
            case .invalidCharacter: "invalid_character"
            case .outOfRange: "out_of_range"
            case .invalidVariant: "invalid_variant"
            case .invalidVersion: "invalid_version"
            case .timestampOutOfRange: "timestamp_out_of_range"
            case .invalidField: "invalid_field"
            case .invalidOption: "invalid_option"
            case .unknownFormat: "unknown_format"
            case .notApplicable: "not_applicable"
            case .clockRollback: "clock_rollback"
            case .counterExhausted: "counter_exhausted"
            case .entropyUnavailable: "entropy_unavailable"
            case .forkedGenerator: "forked_generator"
            case .wrongPrefix: "wrong_prefix"
            case .leadExceeded: "lead_exceeded"
            case .storeIo: "store_io"
            case .storeCorrupt: "store_corrupt"
            case .storeForeign: "store_foreign"
            case .storeLocked: "store_locked"
            case .storeReadOnly: "store_read_only"
            case .storeFull: "store_full"
            case .leaseExpired: "lease_expired"
            case .nullArgument: "null_argument"
            case .bufferTooSmall: "buffer_too_small"
            case .panic: "panic"
            }
        }

        /// One sentence, for people.
        public var message: String {
            switch self {
            case .invalidLength: "wrong length for the format"
            case .invalidCharacter: "invalid or misplaced character"
            case .outOfRange: "the value is outside the range of the format"
            case .invalidVariant: "the UUID variant bits are not 10"
            case .invalidVersion: "the UUID version does not match the format"
            case .timestampOutOfRange: "the time is outside the range of the format"
            case .invalidField: "unknown field, or a value too wide for its bits"
            case .invalidOption: "unknown option, unsupported option for this format, or invalid value"
            case .unknownFormat: "unknown format name"
            case .notApplicable: "the format has no time, or no such conversion or text form"
            case .clockRollback: "the clock was set back further than tolerated"
            case .counterExhausted: "the tick has no ids left, and the clock has not advanced"
            case .entropyUnavailable: "the operating system returned no random bytes"
            case .forkedGenerator: "a forked process needs its own seed or node"
            case .wrongPrefix: "missing or wrong type prefix"
            case .leadExceeded: "the id would be further ahead of the clock than allowed"
            case .storeIo: "the file cannot be read or written"
            case .storeCorrupt: "the file is damaged"
            case .storeForeign: "the file belongs to another format or program"
            case .storeLocked: "the file is locked by another process"
            case .storeReadOnly: "the file cannot be written"
            case .storeFull: "the disk is full"
            case .leaseExpired: "the lease of the node has expired"
            case .nullArgument: "a pointer is null"
            case .bufferTooSmall: "the buffer is too small"
            case .panic: "an internal error was caught"
            }
        }

        /// Whether it is about a state file: such errors have a path.
        public var isOfStore: Bool {
            switch self {
            case .storeIo, .storeCorrupt, .storeForeign, .storeLocked, .storeReadOnly, .storeFull, .leaseExpired: true
            default: false
            }
        }
        // </generated>
    }
}

/// Calls through UniFFI, with its errors made the package's own.
func glue<T>(_ call: () throws -> T) throws(SortidError) -> T {
    do {
        return try call()
    } catch let error as Failure {
        switch error {
        case .Refused(let code, let place, let subject):
            throw SortidError(number: code, place: place, subject: subject)
        }
    } catch {
        // What UniFFI makes of a panic.
        throw SortidError(.panic)
    }
}

/// Throws the error of a status that a direct function returns, unless it is 0.
@inline(__always)
func check(_ status: Int32) throws(SortidError) {
    if status != 0 { throw failure(status) }
}

/// The error of a status other than 0, which this thread's last direct function returned.
func failure(_ status: Int32) -> SortidError {
    var refusal = sortid_mobile_refusal()
    sortid_mobile_last_refusal(&refusal)
    var path: String?
    if SortidError.Code(rawValue: status)?.isOfStore == true {
        let start = UnsafeRawPointer(bitPattern: UInt(refusal.path))
        path = String(decoding: UnsafeRawBufferPointer(start: start, count: Int(refusal.path_length)), as: UTF8.self)
    }
    return SortidError(number: status, place: UInt32(exactly: refusal.place), subject: path)
}

/// Calls with the UTF-8 of a text, and its length. Even an empty one has an address, which the library asks for.
@inline(__always)
func characters(_ text: inout String, _ call: (UnsafePointer<CChar>, Int) -> Int32) -> Int32 {
    text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { text in
            text.baseAddress.map { call($0, text.count) } ?? call("", 0)
        }
    }
}
