import Foundation
internal import SortidGlue
internal import sortidFFI

/// Generates unique ids of a type, each greater than the one before. Safe to share between tasks and
/// threads; copies are the same generator.
///
/// | the clock … | tick and counter |
/// |---|---|
/// | has advanced | a new tick; the counter starts as the format defines |
/// | has not advanced | the counter increases; without a counter, or if it is full, the tick increases, up to `maxLead` ahead of the highest reading; then the call waits (or throws `counterExhausted`) |
/// | was set back within `rollbackTolerance` | as if it had not advanced |
/// | was set back further | by `onRollback`: *reset* follows the clock and reseeds, *error* throws
/// `clockRollback` |
///
/// A tick of `tid` and `timeid` has one id: one a microsecond, in bursts of up to 1000 per
/// millisecond of `maxLead`.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
/// or fewer, processes of several users or machines, or on systems other than Linux, may have the
/// same node and repeat ids: see docs/choosing.md.
///
/// The release of the last copy records the last id in the state file, if any.
///
/// ```swift
/// actor Orders {
///     let ids: IdGenerator<Tid>
///
///     init(node: Int) throws(SortidError) {
///         ids = try IdGenerator(.init(node: node))
///     }
/// }
/// let ofAnyFormat = try IdGenerator(.tid)  // an IdGenerator<AnyId>
/// ```
public struct IdGenerator<T: GeneratedId>: Sendable {
    @usableFromInline
    let core: GeneratorCore

    init(_ core: GeneratorCore) {
        self.core = core
    }

    /// The format of new ids. A generator of TypeIDs has ``Format/uuid7``.
    public var format: Format { core.format }

    /// Generates the next id at the system's time. Waits if the tick is `maxLead` ahead of the
    /// clock.
    ///
    /// - Throws: `clockRollback`, `counterExhausted`, `timestampOutOfRange`, `forkedGenerator`,
    ///   `entropyUnavailable` (in a forked child); `invalidOption` on a manual clock; with a
    ///   `stateFile` the codes of ``SortidError/Code/isOfStore``.
    @inlinable
    public func next() throws(SortidError) -> T {
        T(generated: try core.next())
    }

    /// Generates the next id at a given time, with the option `clock` = `manual`: for backfills and
    /// tests.
    ///
    /// - Throws: As ``next()``; `counterExhausted` if ``next()`` would wait; `invalidOption` on a
    ///   system clock.
    @inlinable
    public func next(at time: some IdTime) throws(SortidError) -> T {
        T(generated: try core.next(at: try time.idTimestamp()))
    }

    /// Generates an id that is greater than another and all earlier ids: a logical clock.
    ///
    /// - Throws: `leadExceeded` if the new id would be more than `maxLead` ahead of the clock;
    ///   `timestampOutOfRange` if no id of the format is greater; `notApplicable` for an id of
    ///   another format or a format without time; otherwise as ``next()``.
    public func next(after id: T) throws(SortidError) -> T {
        let words = core.crossing(id)
        return T(generated: AnyId(try glue { try core.raw.nextAfter(id: words) }))
    }

    /// ``next(after:)`` on a manual clock that reads a time.
    public func next(after id: T, at time: some IdTime) throws(SortidError) -> T {
        let (words, time) = (core.crossing(id), try time.idTimestamp().crossing)
        return T(generated: AnyId(try glue { try core.raw.nextAfterAt(id: words, time: time) }))
    }

    /// The time of an id that was generated with this generator's epoch, layout (uuid8) and
    /// precision.
    ///
    /// - Throws: `notApplicable` for an id of another format or a format without time;
    ///   `timestampOutOfRange` if the seconds exceed 64 bits.
    public func timestamp(of id: T) throws(SortidError) -> Timestamp {
        let words = core.crossing(id)
        return Timestamp(try glue { try core.raw.timestamp(id: words) })
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`, by
    /// this generator's epoch, layout (uuid8) and precision: see ``AnyId``.
    public func range<Time: IdTime>(from: Time, to: Time) throws(SortidError) -> ClosedRange<T> {
        let (from, to) = (try from.idTimestamp().crossing, try to.idTimestamp().crossing)
        let bounds = try glue { try core.raw.range(from: from, to: to) }
        return (AnyId(bounds.min)...AnyId(bounds.max)).map(T.init(generated:))
    }

    /// Generates ids by one call, as ``next()`` does.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids generated before the error are lost.
    @inlinable
    public func nextIds(_ count: Int) throws(SortidError) -> [T] {
        precondition(count >= 0, "count must be 0 or more, not \(count)")
        var ids: [T] = []
        ids.reserveCapacity(count)
        try core.forEach(of: count) { ids.append(T(generated: $0)) }
        return ids
    }

    /// ``nextIds(_:)`` as texts.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids generated before the error are lost.
    public func nextTexts(_ count: Int) throws(SortidError) -> [String] {
        // The library writes canonical texts, without prefixes.
        if core.isPrefixed { return try nextIds(count).map(\.text) }
        return try core.nextTexts(count)
    }

    /// Fills 64-bit integers.
    ///
    /// Returns the number of ids and the error, if any: `notApplicable` for wider formats and
    /// timeid; otherwise as ``next()``.
    public func fill(_ ints: inout [UInt64]) -> Filled {
        ints.withUnsafeMutableBufferPointer { core.fill($0, signed: false) }
    }

    /// Fills signed 64-bit integers, for timeids.
    ///
    /// Returns the number of ids and the error, if any: `notApplicable` for other formats;
    /// otherwise as ``next()``.
    public func fill(_ ints: inout [Int64]) -> Filled {
        ints.withUnsafeMutableBufferPointer { ints in
            ints.withMemoryRebound(to: UInt64.self) { core.fill($0, signed: true) }
        }
    }

    /// Fills memory with big-endian ids.
    ///
    /// Returns the number of ids and the error, if any: `invalidLength` if the length is not a
    /// multiple of the format's width; otherwise as ``next()``.
    public func fill(_ memory: UnsafeMutableRawBufferPointer) -> Filled { core.fill(memory) }

    /// Fills memory with canonical texts in ASCII, without separators. Texts that are shorter than
    /// the format's text length are padded with zero bytes.
    ///
    /// Returns the number of ids and the error, if any: `invalidLength` if the length is not a
    /// multiple of the format's text length; `notApplicable` for ids with a prefix; otherwise as
    /// ``next()``.
    public func fillText(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        if core.isPrefixed {
            return Filled(ids: 0, error: SortidError(.notApplicable, "texts with a prefix have no fixed width", subject: "prefix"))
        }
        return core.fillText(memory)
    }

    /// The statistics of the generator.
    public var status: GeneratorStatus {
        let status = core.raw.status()
        return GeneratorStatus(
            ids: status.ids, leadNs: status.leadNs, rollbacks: status.rollbacks,
            nodeOrigin: NodeOrigin.allCases[Int(status.nodeOrigin)], nodeReason: status.nodeReason)
    }

    /// The node of the next id: assigned, claimed, drawn or leased; `nil` if the format has no
    /// node. A reset or a reseed replaces a drawn node.
    ///
    /// - Throws: As ``next()``.
    public func node() throws(SortidError) -> Int? {
        try glue { try core.raw.node() }.map(Int.init)
    }

    /// Draws entropy, node, clock sequence and counter again. Call it after a resume from a
    /// snapshot or checkpoint.
    ///
    /// - Parameters:
    ///   - seed: 32 bytes in place of the operating system's entropy, for tests.
    ///   - node: An assigned node.
    /// - Throws: `forkedGenerator` if only an assigned node distinguishes generators, and `node` is
    ///   `nil`; `invalidOption` for a node that is too large, a node for a format without one, or a
    ///   seed of another length; `entropyUnavailable`.
    public func reseed(seed: [UInt8]? = nil, node: Int? = nil) throws(SortidError) {
        // A negative node becomes one that is too large for every format.
        try glue { try core.raw.reseed(withSeed: seed.map { Data($0) }, node: node.map { UInt64(exactly: $0) ?? .max }) }
    }
}

extension IdGenerator where T: DeclaredId {
    /// Creates a generator with options: `try IdGenerator<Tid>(.init(node: 7))`.
    ///
    /// - Throws: `invalidOption` for an option that the format lacks or an invalid value, or for
    ///   another value of an option of a ``TypeId``; `entropyUnavailable`; with a `stateFile` the
    ///   codes of ``SortidError/Code/isOfStore``.
    public init(_ options: IdOptions = IdOptions()) throws(SortidError) {
        var all = T.options
        try all.add(options)
        self.init(try GeneratorCore(T.generatedFormat(), all, isPrefixed: !T.prefix.isEmpty))
    }
}

extension IdGenerator where T == AnyId {
    /// Creates a generator of a format that is known only at run time.
    ///
    /// - Throws: As the initializer of a type's generator.
    public init(_ format: Format, _ options: IdOptions = IdOptions()) throws(SortidError) {
        self.init(try GeneratorCore(format, options))
    }
}

/// The version of the library.
public var libraryVersion: String { SortidGlue.libraryVersion() }

/// A generator of the library.
@usableFromInline
final class GeneratorCore: Sendable {
    let format: Format
    /// Whether texts of ids have a prefix.
    let isPrefixed: Bool
    let raw: RawGenerator
    /// The address of the core's generator, valid as long as `raw` exists.
    private let address: UInt64

    private var core: OpaquePointer? { OpaquePointer(bitPattern: UInt(address)) }

    init(_ format: Format, raw: RawGenerator, isPrefixed: Bool = false) {
        self.format = format
        self.isPrefixed = isPrefixed
        self.raw = raw
        address = raw.address()
    }

    convenience init(_ format: Format, _ options: IdOptions, isPrefixed: Bool = false) throws(SortidError) {
        let raw = try glue { try RawGenerator(formatCode: format.rawValue, given: options.crossing) }
        self.init(format, raw: raw, isPrefixed: isPrefixed)
    }

    /// The id in this format: a TypeID is a uuid7 with a prefix.
    func crossing(_ id: some Id) -> Words {
        let id = id.anyId
        return (isPrefixed ? AnyId(format, id.words) : id).crossing
    }

    @usableFromInline
    func next() throws(SortidError) -> AnyId {
        try AnyId.written(format) { sortid_mobile_generator_next(core, $0) }
    }

    @usableFromInline
    func next(at time: Timestamp) throws(SortidError) -> AnyId {
        try AnyId.written(format) { sortid_mobile_generator_next_at(core, time.plain, $0) }
    }

    /// Passes new ids.
    @usableFromInline
    func forEach(of count: Int, _ take: (AnyId) -> Void) throws(SortidError) {
        try inChunks(count, width: format.byteCount, fill: fill) { bytes in
            var id = sortid_mobile_id()
            withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: bytes) }
            take(AnyId(format, id))
        }
    }

    func nextTexts(_ count: Int) throws(SortidError) -> [String] {
        precondition(count >= 0, "count must be 0 or more, not \(count)")
        var texts: [String] = []
        texts.reserveCapacity(count)
        let shortest = format.textLengthMin
        try inChunks(count, width: format.textLength, fill: fillText) { bytes in
            // Shorter texts are padded with zero bytes.
            var length = bytes.count
            while length > shortest, bytes[length - 1] == 0 { length -= 1 }
            texts.append(String(decoding: bytes[..<length], as: UTF8.self))
        }
        return texts
    }

    func fill(_ ints: UnsafeMutableBufferPointer<UInt64>, signed: Bool) -> Filled {
        do {
            try format.mustHave(UInt64.bitWidth, signed: signed)
        } catch {
            return Filled(ids: 0, error: error)
        }
        return filled { sortid_mobile_generator_fill_u64(core, ints.baseAddress, ints.count, $0) }
    }

    func fill(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_bytes(
                core, memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, count)
        }
    }

    func fillText(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_text(
                core, memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count, count)
        }
    }

    private func filled(_ call: (UnsafeMutablePointer<Int>) -> Int32) -> Filled {
        var ids = 0
        let status = call(&ids)
        return Filled(ids: ids, error: status == 0 ? nil : failure())
    }

    /// The largest number of ids that one call into the library generates.
    private static let chunk = 4096

    private func inChunks(
        _ count: Int, width: Int, fill: (UnsafeMutableRawBufferPointer) -> Filled,
        take: (UnsafeRawBufferPointer) -> Void
    ) throws(SortidError) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Swift.min(count, Self.chunk) * width, alignment: 8)
        defer { memory.deallocate() }
        var rest = count
        while rest > 0 {
            let part = Swift.min(rest, Self.chunk)
            let room = UnsafeMutableRawBufferPointer(rebasing: memory[..<(part * width)])
            try fill(room).complete()
            for start in stride(from: 0, to: part * width, by: width) {
                take(UnsafeRawBufferPointer(rebasing: memory[start..<(start + width)]))
            }
            rest -= part
        }
    }
}

/// Statistics of an ``IdGenerator``.
public struct GeneratorStatus: Hashable, Sendable {
    /// The number of generated ids.
    public let ids: UInt64
    /// How far the last id's tick is ahead of the clock's highest reading, in nanoseconds.
    public let leadNs: UInt64
    /// The number of times that the clock was set back by more than the tolerance.
    public let rollbacks: UInt64
    /// The origin of the node of the next id.
    public let nodeOrigin: NodeOrigin
    /// The reason of this origin, or the processes among which the node is claimed: a sentence
    /// without a full stop.
    public let nodeReason: String
}

/// The result of a fill. The ids before an error are valid.
public struct Filled: Hashable, Sendable {
    /// The number of ids at the start of the memory.
    public let ids: Int
    /// The error that ended the fill; `nil` if the memory is full.
    public let error: SortidError?

    /// Returns the number of ids.
    ///
    /// - Throws: The ``error``, if any.
    @discardableResult
    public func complete() throws(SortidError) -> Int {
        if let error { throw error }
        return ids
    }
}

/// An infinite sequence of new ids: `zip(rows, generator)`. An element is a failure if
/// ``IdGenerator/next()`` would throw.
extension IdGenerator: Sequence {
    /// Generates ids on demand.
    public struct Iterator: IteratorProtocol, Sendable {
        let generator: IdGenerator

        /// The next id; never `nil`.
        public func next() -> Result<T, SortidError>? {
            do {
                return .success(try generator.next())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Returns an iterator over new ids. All iterators share the generator.
    public func makeIterator() -> Iterator { Iterator(generator: self) }
}
