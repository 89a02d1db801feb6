import Foundation

/// A format as a type: see ``Formats``.
public protocol IdFormat: Sendable {
    /// The memory of an id.
    associatedtype Bits: IdBits
    /// The format.
    static var format: Format { get }
}

/// A format whose ids can be generated.
public protocol GeneratedIdFormat: IdFormat {}

/// A format with a time.
public protocol TimedIdFormat: IdFormat {}

/// A format whose process-wide generator only fails on faulty systems: see ``TypedId/init()``.
public protocol InfallibleIdFormat: GeneratedIdFormat {}

/// A format whose ids are integers of a Swift type.
public protocol IntegerIdFormat: IdFormat {}

/// A format of 64 bits.
public protocol UInt64IdFormat: IntegerIdFormat where Bits == IdBits64 {}

/// A format of signed 64-bit integers.
public protocol Int64IdFormat: IntegerIdFormat where Bits == IdBits64 {}

/// A format of 128 bits.
public protocol UuidIdFormat: IntegerIdFormat where Bits == IdBits128 {}

/// A format of another width.
public protocol WideIdFormat: IdFormat where Bits == IdBits160 {}

/// An id of a format known at compile time: `Tid`, `Uuid7` and so on. It has 8 bytes if its format
/// has 64 bits, and 16 if it has 128.
///
/// ```swift
/// struct Order: Codable, Identifiable {
///     var id = Uuid7()
/// }
/// let again = Uuid7("\(Order().id)")
/// ```
public struct TypedId<F: IdFormat>: Id, TextId {
    @usableFromInline
    let bits: F.Bits

    /// Converts an id of this format.
    @inlinable
    init(unchecked id: AnyId) {
        bits = F.Bits(id.words)
    }

    /// The id, as a value of any format.
    @inlinable
    public var anyId: AnyId { AnyId(F.format, bits.words) }

    /// Converts an id of this format.
    ///
    /// - Throws: `notApplicable` for an id of another format.
    @inlinable
    public init(_ id: AnyId) throws(SortidError) {
        try id.format.mustBe(F.format)
        self.init(unchecked: id)
    }

    /// Parses text in any of the format's forms; nothing is trimmed.
    ///
    /// - Throws: The errors of ``AnyId``.
    @inlinable
    public init(parsing text: String) throws(SortidError) {
        self.init(unchecked: try AnyId(text, as: F.format))
    }

    /// Parses a text; `nil` if it is invalid.
    @inlinable
    public init?(_ description: String) {
        guard let id = AnyId.read(description, F.format) else { return nil }
        self.init(unchecked: id)
    }

    /// Reads big-endian bytes of exactly the format's width.
    ///
    /// - Throws: `invalidLength`, `outOfRange`, `invalidVariant`, `invalidVersion`.
    @inlinable
    public init(bytes: some Collection<UInt8>) throws(SortidError) {
        self.init(unchecked: try AnyId(bytes: bytes, as: F.format))
    }

    /// Reads an array of big-endian bytes, faster than the generic overload.
    ///
    /// - Throws: The errors of the generic overload.
    @inlinable
    public init(bytes: [UInt8]) throws(SortidError) {
        self.init(unchecked: try AnyId(bytes: bytes, as: F.format))
    }

    /// Builds an id from named fields; omitted fields are zero.
    ///
    /// - Throws: `invalidField`, `timestampOutOfRange`.
    public init<I: FixedWidthInteger>(fields: [String: I]) throws(SortidError) {
        self.init(unchecked: try AnyId(fields: fields, as: F.format))
    }

    /// Returns the id whose integer is greater by one. Requires a format in which all bits are
    /// valid and bytes sort.
    ///
    /// - Throws: `outOfRange` for the largest id; `notApplicable` for other formats.
    public func successor() throws(SortidError) -> Self { Self(unchecked: try anyId.successor()) }

    /// Returns the id whose integer is less by one.
    ///
    /// - Throws: `outOfRange` for the smallest id; `notApplicable` as ``successor()``.
    public func predecessor() throws(SortidError) -> Self { Self(unchecked: try anyId.predecessor()) }

    /// Compares ids. The default of `RawRepresentable` would compare texts.
    @inlinable
    public static func == (a: TypedId, b: TypedId) -> Bool { a.bits == b.bits }

    /// Compares ids.
    @inlinable
    public static func != (a: TypedId, b: TypedId) -> Bool { a.bits != b.bits }

    /// Compares in the core's order.
    @inlinable
    public static func < (a: TypedId, b: TypedId) -> Bool { a.anyId < b.anyId }

    /// Hashes the id.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(bits) }
}

/// Encodes dictionaries with ids as keys by the texts of the keys.
@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)
extension TypedId: CodingKeyRepresentable {}

extension TypedId: GeneratedId where F: GeneratedIdFormat {
    /// Converts an id of this format.
    @inlinable
    public init(generated id: AnyId) { self.init(unchecked: id) }
}

extension TypedId: DeclaredId where F: GeneratedIdFormat {
    /// The format.
    public static var format: Format { F.format }

    /// Generates an id with the format's process-wide generator. Other processes may repeat it: see
    /// ``newId(_:)``.
    ///
    /// - Throws: As ``newId(_:)``.
    @inlinable
    public static func now() throws(SortidError) -> TypedId {
        TypedId(unchecked: try newId(F.format))
    }
}

extension TypedId where F: GeneratedIdFormat & TimedIdFormat {
    /// Generates an id with a given time: see ``AnyId/init(at:as:)``.
    ///
    /// - Throws: `clockRollback`, `counterExhausted`, `timestampOutOfRange`, `entropyUnavailable`.
    @inlinable
    public init(at time: some IdTime) throws(SortidError) {
        self.init(unchecked: try AnyId(at: time, as: F.format))
    }
}

extension TypedId where F: InfallibleIdFormat {
    /// Generates an id with the format's process-wide generator, for default values of properties.
    ///
    /// Terminates the program if the operating system returns no random bytes, if the clock is
    /// outside the time range of the format, or in a signal handler that interrupts another call;
    /// ``now()`` throws instead.
    @inlinable
    public init() {
        do {
            self = try Self.now()
        } catch {
            fatalError("cannot generate a \(F.format): \(error)")
        }
    }
}

extension TypedId where F: TimedIdFormat {
    /// The exact time.
    @inlinable
    public var timestamp: Timestamp {
        // Cannot throw: the times of default layouts are far inside the range.
        (try? anyId.timestamp) ?? Timestamp(seconds: .max)
    }

    /// The time as a date, floored to the precision of `Date`.
    public var date: Date { timestamp.date }
}

extension TypedId where F: IntegerIdFormat {
    /// Reads an integer; a timeid's is signed.
    ///
    /// - Throws: `outOfRange`; `invalidVariant`, `invalidVersion`.
    @inlinable
    public init(_ int: some FixedWidthInteger) throws(SortidError) {
        self.init(unchecked: try AnyId(int, as: F.format))
    }
}

extension TypedId where F: UInt64IdFormat {
    /// The integer. It sorts as the ids do.
    @inlinable
    public var uint64: UInt64 { bits.high }
}

extension TypedId where F: Int64IdFormat {
    /// The integer, negative before 1970. It sorts as the ids do.
    @inlinable
    public var int64: Int64 { Int64(bitPattern: bits.high) }
}

extension TypedId where F: UuidIdFormat {
    /// Returns the id with the bits of a UUID.
    ///
    /// - Throws: `invalidVariant`, `invalidVersion`.
    @inlinable
    public init(_ uuid: UUID) throws(SortidError) {
        self.init(unchecked: try AnyId(uuid, as: F.format))
    }

    /// The UUID.
    @inlinable
    public var uuid: UUID { anyId.asUuid }

    /// The integer. It sorts as the ids do, except for comb_mssql.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public var uint128: UInt128 { UInt128(bits.high) << 64 | UInt128(bits.low) }
}
