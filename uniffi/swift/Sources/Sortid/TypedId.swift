import Foundation

/// A format as a type: see ``Id/Formats``.
public protocol IdFormat: Sendable {
    /// The format.
    static var format: Id.Format { get }
}

/// A format whose ids can be generated.
public protocol MadeIdFormat: IdFormat {}

/// A format with a time.
public protocol TimedIdFormat: IdFormat {}

/// A format whose process-wide generator fails only with a faulty system: see ``TypedId/init()``.
public protocol UnfailingIdFormat: MadeIdFormat {}

/// A format whose ids are integers of one of Swift's types.
public protocol IntegerIdFormat: IdFormat {}

/// A format of 64 bits.
public protocol UInt64IdFormat: IntegerIdFormat {}

/// A format of signed 64-bit integers.
public protocol Int64IdFormat: IntegerIdFormat {}

/// A format of 128 bits.
public protocol UuidIdFormat: IntegerIdFormat {}

/// An id of a format known at compile time: `Tid`, `Uuid7` and so on.
///
/// ```swift
/// struct Order: Codable, Identifiable {
///     var id = Uuid7()
/// }
/// let again = Uuid7("\(Order().id)")
/// ```
public struct TypedId<F: IdFormat>: Hashable, Sendable {
    /// The id with its format.
    public let id: Id

    @inlinable
    init(made id: Id) {
        self.id = id
    }

    /// Converts an id of this format.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    public init(_ id: Id) throws(SortidError) {
        if id.format != F.format { throw SortidError.otherFormat(F.format, id.format) }
        self.id = id
    }

    /// Parses text in any of the format's forms; nothing is trimmed.
    ///
    /// - Throws: The errors of ``Id``.
    public init(parsing text: String) throws(SortidError) {
        id = try Id(text, as: F.format)
    }

    /// Whether a text is an id of this format.
    public static func isValid(_ text: String) -> Bool { Id.isValid(text, as: F.format) }

    /// Reads big-endian bytes of exactly the format's width.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        id = try Id(bytes: bytes, as: F.format)
    }

    /// Reads an array of big-endian bytes, faster than the generic overload.
    ///
    /// - Throws: The errors of the generic overload.
    public init(bytes: [UInt8]) throws(SortidError) {
        id = try Id(bytes: bytes, as: F.format)
    }

    /// Builds an id from named fields; omitted fields are zero.
    ///
    /// - Throws: `invalidField`, `timestampOutOfRange`.
    public init<I: FixedWidthInteger>(fields: [String: I]) throws(SortidError) {
        id = try Id(fields: fields, as: F.format)
    }

    /// The canonical text.
    public var text: String { id.text }

    /// The big-endian bytes.
    public var bytes: [UInt8] { id.bytes }

    /// Whether the id parses but is never generated.
    public var isReserved: Bool { id.isReserved }

    /// Returns a field as an integer of the requested type, by default `Int64`.
    ///
    /// - Throws: `invalidField` for a name that the format lacks, or a value too large for the
    ///   type.
    public func field<I: FixedWidthInteger>(_ name: String, as type: I.Type = Int64.self) throws(SortidError) -> I {
        try id.field(name, as: type)
    }

    /// Returns the id whose integer is greater by one. Requires a format in which all bits are
    /// valid and bytes sort.
    ///
    /// - Throws: `outOfRange` for the largest id; `notApplicable` for other formats.
    public func successor() throws(SortidError) -> Self { Self(made: try id.successor()) }

    /// Returns the id whose integer is less by one.
    ///
    /// - Throws: `outOfRange` for the smallest id; `notApplicable` as ``successor()``.
    public func predecessor() throws(SortidError) -> Self { Self(made: try id.predecessor()) }

    /// Converts the id to another format: `uuid1.converted(to: Uuid6.self)`.
    ///
    /// - Throws: As ``Id/converted(to:)-(Format)``.
    public func converted<G>(to type: TypedId<G>.Type) throws(SortidError) -> TypedId<G> {
        try id.converted(to: type)
    }

    /// Compares ids. The default of `RawRepresentable` would compare texts.
    public static func == (a: TypedId, b: TypedId) -> Bool { a.id == b.id }

    /// Compares ids.
    public static func != (a: TypedId, b: TypedId) -> Bool { a.id != b.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension TypedId where F: MadeIdFormat {
    /// Generates an id with the format's process-wide generator. Other processes may repeat it: see
    /// ``newId(_:)``.
    ///
    /// - Throws: As ``newId(_:)``.
    public static func now() throws(SortidError) -> TypedId {
        TypedId(made: try newId(F.format))
    }
}

extension TypedId where F: MadeIdFormat & TimedIdFormat {
    /// Generates an id with a given time: see ``newId(_:at:)-(_,Timestamp)``.
    ///
    /// - Throws: `clockRollback`, `counterExhausted`, `timestampOutOfRange`, `entropyUnavailable`.
    public init(at time: Timestamp) throws(SortidError) {
        self.init(made: try newId(F.format, at: time))
    }

    /// Generates an id with the time of a date.
    ///
    /// - Throws: The errors of the overload with a ``Timestamp``.
    public init(at date: Date) throws(SortidError) {
        self.init(made: try newId(F.format, at: date))
    }
}

extension TypedId where F: UnfailingIdFormat {
    /// Generates an id with the format's process-wide generator, for default values of properties.
    ///
    /// Terminates the program if the operating system returns no random bytes, if the clock is
    /// outside the time range of the format, or in a signal handler that interrupts another call;
    /// ``now()`` throws instead.
    public init() {
        do {
            self = try Self.now()
        } catch {
            fatalError("no new \(F.format): \(error)")
        }
    }
}

extension TypedId: Comparable {
    /// Compares in the core's order.
    public static func < (a: TypedId, b: TypedId) -> Bool { a.id < b.id }
}

extension TypedId: LosslessStringConvertible {
    /// Parses a text; `nil` if it is invalid.
    public init?(_ description: String) {
        guard let id = Id.read(description, F.format) else { return nil }
        self.id = id
    }

    /// The canonical text.
    public var description: String { id.text }
}

extension TypedId: RawRepresentable {
    /// Parses a text; `nil` if it is invalid.
    public init?(rawValue: String) { self.init(rawValue) }

    /// The canonical text.
    public var rawValue: String { id.text }
}

/// Encodes dictionaries with ids as keys by the texts of the keys.
@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)
extension TypedId: CodingKeyRepresentable {}

extension TypedId: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension TypedId where F: TimedIdFormat {
    /// The exact time.
    public var timestamp: Timestamp {
        // Cannot throw: the times of default layouts are far inside the range.
        (try? id.timestamp) ?? Timestamp(seconds: .max)
    }

    /// The time as a date, floored to the precision of `Date`.
    public var date: Date { timestamp.date }
}

extension TypedId where F: IntegerIdFormat {
    /// Reads an integer; a timeid's is signed.
    ///
    /// - Throws: `outOfRange`; `invalidVariant`, `invalidVersion`.
    public init(_ int: some FixedWidthInteger) throws(SortidError) {
        id = try Id(int, as: F.format)
    }
}

extension TypedId where F: UInt64IdFormat {
    /// The integer. It sorts as the ids do.
    public var uint64: UInt64 { id.high }
}

extension TypedId where F: Int64IdFormat {
    /// The integer, negative before 1970. It sorts as the ids do.
    public var int64: Int64 { Int64(bitPattern: id.high) }
}

extension TypedId where F: UuidIdFormat {
    /// Returns the id with the bits of a UUID.
    ///
    /// - Throws: `invalidVariant`, `invalidVersion`.
    public init(_ uuid: UUID) throws(SortidError) {
        id = try Id(uuid, as: F.format)
    }

    /// The UUID.
    public var uuid: UUID { id.asUuid }

    /// The integer. It sorts as the ids do, except for comb_mssql.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var uint128: UInt128 { UInt128(id.high) << 64 | UInt128(id.middle) }
}
