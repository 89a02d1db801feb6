import Foundation
internal import SortidGlue

/// A rejected input or a failed operation: a code and, for text, an offset.
public struct SortidError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error.
    public let code: Code
    /// The offset of the byte at fault in the text's UTF-8, counted from 0; for `invalidLength` the
    /// length of the text; `nil` if neither applies.
    public let offset: Int?
    /// The option or field at fault, for a state file its path; `nil` if there is none.
    public let subject: String?
    /// The row of an ``IdColumn`` at fault, counted from 0; `nil` if no column was read.
    public let row: Int?
    /// The operating system's error number (`errno`), if a system call for a state file failed.
    public let osError: Int32?
    /// One line: the code's name, the rejected input and the cause; for a state file, its path and
    /// the operating system's message.
    public let description: String

    /// The path of the state file at fault; `nil` if there is none.
    public var path: String? { code.isOfStore ? subject : nil }

    /// Creates an error that Swift code found. The message is a sentence without a full stop.
    init(_ code: Code, _ message: String, subject: String? = nil, row: Int? = nil) {
        let refusal = Refusal(
            code: code.rawValue, offset: nil, subject: subject, osError: nil, message: "\(code.name): \(message)")
        self.init(refusal, row: row)
    }

    init(_ refusal: Refusal, row: Int? = nil, hasOffset: Bool = true) {
        // UniFFI's checksums reject a library of another version, which may have other codes.
        code = Code(rawValue: refusal.code) ?? .panic
        offset = hasOffset ? refusal.offset.map(Int.init) : nil
        subject = refusal.subject
        self.row = row
        osError = refusal.osError
        description = refusal.message + (row.map { ", in row \($0)" } ?? "")
    }
}

extension SortidError: LocalizedError, CustomNSError {
    /// The ``description``, which `localizedDescription` returns.
    public var errorDescription: String? { description }

    /// The domain of the `NSError`.
    public static var errorDomain: String { "SortidError" }

    /// The number of the ``code``, the same in every language.
    public var errorCode: Int { Int(code.rawValue) }

    /// The ``description``, for `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension SortidError {
    /// The kind of an error: the same name and number in every language.
    public enum Code: Int32, CaseIterable, Hashable, Sendable {
        // <generated: codes>
        /// Wrong length.
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
        /// The field or its value is not valid.
        case invalidField = 7
        /// The option or its value is not valid.
        case invalidOption = 8
        /// No format has this name.
        case unknownFormat = 9
        /// Ids of the format lack this.
        case notApplicable = 10
        /// The clock was set back by more than rollback_tolerance_ms.
        case clockRollback = 11
        /// The tick has no ids left, and the clock has not advanced.
        case counterExhausted = 12
        /// The operating system returned no random bytes.
        case entropyUnavailable = 13
        /// This process is a fork: call reseed, with a node of its own if one was assigned.
        case forkedGenerator = 14
        /// Another prefix is expected.
        case wrongPrefix = 15
        /// The id would be ahead of the clock by more than max_lead_ms.
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

        /// A sentence that describes the error.
        public var message: String {
            switch self {
            case .invalidLength: "wrong length"
            case .invalidCharacter: "invalid or misplaced character"
            case .outOfRange: "the value is outside the range of the format"
            case .invalidVariant: "the UUID variant bits are not 10"
            case .invalidVersion: "the UUID version does not match the format"
            case .timestampOutOfRange: "the time is outside the range of the format"
            case .invalidField: "the field or its value is not valid"
            case .invalidOption: "the option or its value is not valid"
            case .unknownFormat: "no format has this name"
            case .notApplicable: "ids of the format lack this"
            case .clockRollback: "the clock was set back by more than rollback_tolerance_ms"
            case .counterExhausted: "the tick has no ids left, and the clock has not advanced"
            case .entropyUnavailable: "the operating system returned no random bytes"
            case .forkedGenerator: "this process is a fork: call reseed, with a node of its own if one was assigned"
            case .wrongPrefix: "another prefix is expected"
            case .leadExceeded: "the id would be ahead of the clock by more than max_lead_ms"
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

        /// Whether the error is about a state file or lease file. Such errors have a path.
        public var isOfStore: Bool {
            switch self {
            case .storeIo, .storeCorrupt, .storeForeign, .storeLocked, .storeReadOnly, .storeFull, .leaseExpired: true
            default: false
            }
        }
        // </generated>
    }
}

/// Calls through UniFFI, and converts its errors to the package's own.
func glue<T>(_ call: () throws -> T) throws(SortidError) -> T {
    do {
        return try call()
    } catch Failure.Refused(let refusal) {
        throw SortidError(refusal)
    } catch {
        // The error of UniFFI for a panic.
        throw SortidError(.panic, "\(error)")
    }
}

/// Throws the error of a C function, if its status is not 0. `input` is the rejected text, `prefix`
/// its required prefix.
@inline(__always)
func check(_ status: Int32, _ input: String? = nil, prefix: String? = nil) throws(SortidError) {
    if status != 0 { throw failure(input, prefix: prefix) }
}

/// The error of this thread's last C function that returned a status other than 0.
func failure(_ input: String? = nil, prefix: String? = nil) -> SortidError {
    SortidError(lastRefusal(input: input, prefix: prefix))
}

/// Calls with the UTF-8 of a text, and its length. The library requires an address, even of an
/// empty text.
@inline(__always)
func characters(_ text: inout String, _ call: (UnsafePointer<CChar>, Int) -> Int32) -> Int32 {
    text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { text in
            text.baseAddress.map { call($0, text.count) } ?? call("", 0)
        }
    }
}
