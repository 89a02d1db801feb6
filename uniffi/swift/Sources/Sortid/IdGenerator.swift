import Foundation
internal import SortidGlue
internal import sortidFFI

/// Generates unique ids of one format, each greater than the one before. Safe to share between
/// tasks and threads.
///
/// | the clock … | tick and counter |
/// |---|---|
/// | has advanced | a new tick; the counter starts as the format defines |
/// | has not advanced | the counter increases; without a counter, or if it is full, the tick increases, up to `maxLead` ahead of the highest reading; then the call waits (or throws `counterExhausted`) |
/// | was set back within `rollbackTolerance` | as if it had not advanced |
/// | was set back further | by `onRollback`: *reset* follows the clock and draws everything again, *error* throws `clockRollback` |
///
/// A tick of `tid` and `timeid` has one id: a generator makes one per microsecond, and bursts of
/// 1000 per millisecond of `maxLead`.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
/// or fewer, processes of several users or machines, or on systems other than Linux, may have the
/// same node and repeat ids: see docs/choosing.md.
///
/// The deinitializer records the last id in the state file, if there is one.
///
/// ```swift
/// let generator = try IdGenerator(.tid)
/// let (a, b) = (try generator.next(), try generator.next())
/// for id in generator.prefix(3) { print(try id.get()) }
/// ```
public final class IdGenerator: Sendable {
    /// The format.
    public let format: Id.Format
    private let raw: RawGenerator
    /// The address of the core's generator, valid as long as `raw` exists.
    private let address: UInt64

    private var core: OpaquePointer? { OpaquePointer(bitPattern: UInt(address)) }

    private init(_ format: Id.Format, raw: RawGenerator) {
        self.format = format
        self.raw = raw
        address = raw.address()
    }

    /// Creates a generator with options.
    ///
    /// - Throws: `invalidOption` for an option that the format lacks or an invalid value;
    ///   `entropyUnavailable`; with a `stateFile` the codes of ``SortidError/Code/isOfStore``.
    public convenience init(_ format: Id.Format, _ options: Options = Options()) throws(SortidError) {
        let raw = try glue { try RawGenerator(formatCode: format.rawValue, given: options.crossing) }
        self.init(format, raw: raw)
    }

    static func ofProcess(_ format: Id.Format) throws(SortidError) -> IdGenerator {
        IdGenerator(format, raw: try glue { try RawGenerator.processWide(formatCode: format.rawValue) })
    }

    /// Generates the next id at the system's time. Waits if the tick is `maxLead` ahead of the
    /// clock.
    ///
    /// - Throws: `clockRollback`, `counterExhausted`, `timestampOutOfRange`, `forkedGenerator`,
    ///   `entropyUnavailable` (in a forked child); `invalidOption` on a manual clock; with a
    ///   `stateFile` the codes of ``SortidError/Code/isOfStore``.
    public func next() throws(SortidError) -> Id {
        try Id.written(format) { sortid_mobile_generator_next(core, $0) }
    }

    /// Generates the next id as a value of the format's type: `let id: Tid = try generator.next()`.
    ///
    /// - Throws: `notApplicable` if the type is of another format; otherwise as ``next()-()``.
    public func next<F>() throws(SortidError) -> TypedId<F> {
        if format != F.format { throw SortidError.otherFormat(F.format, format) }
        return TypedId(made: try next())
    }

    /// Generates the next id at a given time, with the option `clock` = `manual`: for backfills and
    /// tests.
    ///
    /// - Throws: As ``next()``; `counterExhausted` if ``next()`` would wait; `invalidOption` on a
    ///   system clock.
    public func next(at time: Timestamp) throws(SortidError) -> Id {
        try Id.written(format) { sortid_mobile_generator_next_at(core, time.plain, $0) }
    }

    /// ``next(at:)-(Timestamp)`` with a date.
    public func next(at date: Date) throws(SortidError) -> Id {
        try next(at: Timestamp(date))
    }

    /// Generates an id that is greater than another and all earlier ids: a logical clock.
    ///
    /// - Throws: `leadExceeded` if the new id would be more than `maxLead` ahead of the clock;
    ///   `timestampOutOfRange` if no id of the format is greater; `notApplicable` for an id of
    ///   another format or a format without time; otherwise as ``next()``.
    public func next(after id: Id) throws(SortidError) -> Id {
        Id(try glue { try raw.nextAfter(id: id.words) })
    }

    /// ``next(after:)`` on a manual clock that reads a time.
    public func next(after id: Id, at time: Timestamp) throws(SortidError) -> Id {
        Id(try glue { try raw.nextAfterAt(id: id.words, time: time.crossing) })
    }

    /// ``next(after:)`` on a manual clock that reads a date.
    public func next(after id: Id, at date: Date) throws(SortidError) -> Id {
        try next(after: id, at: Timestamp(date))
    }

    /// The time of an id that was generated with this generator's epoch, layout (uuid8) and
    /// precision.
    ///
    /// - Throws: `notApplicable` for an id of another format or a format without time;
    ///   `timestampOutOfRange` if the seconds exceed 64 bits.
    public func timestamp(of id: Id) throws(SortidError) -> Timestamp {
        Timestamp(try glue { try raw.timestamp(id: id.words) })
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`, by
    /// this generator's epoch, layout (uuid8) and precision: see ``Id``.
    public func range(from: Timestamp, to: Timestamp) throws(SortidError) -> ClosedRange<Id> {
        let bounds = try glue { try raw.range(from: from.crossing, to: to.crossing) }
        return Id(bounds.min)...Id(bounds.max)
    }

    /// The smallest and the largest id of the half-open interval between two dates, by this
    /// generator's options.
    public func range(from: Date, to: Date) throws(SortidError) -> ClosedRange<Id> {
        try range(from: Timestamp(from), to: Timestamp(to))
    }

    /// Generates ids by one call, as ``next()`` does.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids generated before the error are lost.
    public func nextIds(_ count: Int) throws(SortidError) -> [Id] {
        let width = format.byteCount
        return try inChunks(count, width: width, fill: fill) { bytes in
            var id = sortid_mobile_id()
            withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: bytes) }
            return Id(format, id)
        }
    }

    /// ``nextIds(_:)`` as texts.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids generated before the error are lost.
    public func nextTexts(_ count: Int) throws(SortidError) -> [String] {
        let shortest = format.textLengthMin
        return try inChunks(count, width: format.textLength, fill: fillText) { bytes in
            // Shorter texts are padded with zero bytes.
            var length = bytes.count
            while length > shortest, bytes[length - 1] == 0 { length -= 1 }
            return String(decoding: bytes[..<length], as: UTF8.self)
        }
    }

    /// Fills 64-bit integers.
    ///
    /// Returns the number of ids and the error, if any: `notApplicable` for wider formats and
    /// timeid; otherwise as ``next()``.
    public func fill(_ ints: inout [UInt64]) -> Filled {
        ints.withUnsafeMutableBufferPointer { fill($0, signed: false) }
    }

    /// Fills signed 64-bit integers, for timeids.
    ///
    /// Returns the number of ids and the error, if any: `notApplicable` for other formats;
    /// otherwise as ``next()``.
    public func fill(_ ints: inout [Int64]) -> Filled {
        ints.withUnsafeMutableBufferPointer { ints in
            ints.withMemoryRebound(to: UInt64.self) { fill($0, signed: true) }
        }
    }

    private func fill(_ ints: UnsafeMutableBufferPointer<UInt64>, signed: Bool) -> Filled {
        do {
            try format.mustHave(UInt64.bitWidth, signed: signed)
        } catch {
            return Filled(ids: 0, error: error)
        }
        return filled { sortid_mobile_generator_fill_u64(core, ints.baseAddress, ints.count, $0) }
    }

    /// Fills memory with big-endian ids.
    ///
    /// Returns the number of ids and the error, if any: `invalidLength` if the length is not a
    /// multiple of the format's width; otherwise as ``next()``.
    public func fill(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_bytes(
                core, memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, count)
        }
    }

    /// Fills memory with canonical texts in ASCII, without separators. Texts that are shorter than
    /// the format's text length are padded with zero bytes.
    ///
    /// Returns the number of ids and the error, if any: `invalidLength` if the length is not a
    /// multiple of the format's text length; otherwise as ``next()``.
    public func fillText(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_text(
                core, memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count, count)
        }
    }

    /// The statistics of the generator.
    public var status: Status {
        let status = raw.status()
        return Status(
            ids: status.ids, leadNs: status.leadNs, rollbacks: status.rollbacks,
            nodeOrigin: NodeOrigin.allCases[Int(status.nodeOrigin)], nodeReason: status.nodeReason)
    }

    /// The node of the next id: assigned, claimed, drawn or leased; `nil` if the format has no
    /// node. A reset or a reseed replaces a drawn node.
    ///
    /// - Throws: As ``next()``.
    public func node() throws(SortidError) -> UInt64? {
        try glue { try raw.node() }
    }

    /// Draws entropy, node, clock sequence and counter again. Call it after a resume from a
    /// snapshot or checkpoint.
    ///
    /// - Parameters:
    ///   - seed: 32 bytes in place of the operating system's entropy, for tests.
    ///   - node: An assigned node (clock identifier, machine).
    /// - Throws: `forkedGenerator` if only an assigned node distinguishes generators, and `node` is
    ///   `nil`; `invalidOption` for a node that is too large, a node for a format without one, or a
    ///   seed of another length; `entropyUnavailable`.
    public func reseed(seed: [UInt8]? = nil, node: UInt64? = nil) throws(SortidError) {
        try glue { try raw.reseed(withSeed: seed.map { Data($0) }, node: node) }
    }

    /// The version of the library.
    public static var libraryVersion: String { SortidGlue.libraryVersion() }

    private func filled(_ call: (UnsafeMutablePointer<Int>) -> Int32) -> Filled {
        var ids = 0
        let status = call(&ids)
        return Filled(ids: ids, error: status == 0 ? nil : failure())
    }

    /// The largest number of ids generated by one call into the library.
    private static let chunk = 4096

    private func inChunks<T>(
        _ count: Int, width: Int, fill: (UnsafeMutableRawBufferPointer) -> Filled,
        take: (UnsafeRawBufferPointer) -> T
    ) throws(SortidError) -> [T] {
        precondition(count >= 0, "count must be 0 or more, not \(count)")
        var taken: [T] = []
        taken.reserveCapacity(count)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Swift.min(count, Self.chunk) * width, alignment: 8)
        defer { memory.deallocate() }
        while taken.count < count {
            let part = Swift.min(count - taken.count, Self.chunk)
            let room = UnsafeMutableRawBufferPointer(rebasing: memory[..<(part * width)])
            try fill(room).complete()
            for start in stride(from: 0, to: part * width, by: width) {
                taken.append(take(UnsafeRawBufferPointer(rebasing: memory[start..<(start + width)])))
            }
        }
        return taken
    }
}

extension IdGenerator {
    /// Statistics of a generator.
    public struct Status: Hashable, Sendable {
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
}

/// An infinite sequence of new ids: `zip(rows, generator)`. An element is a failure if
/// ``IdGenerator/next()`` would throw.
extension IdGenerator: Sequence {
    /// Generates ids on demand.
    public struct Iterator: IteratorProtocol, Sendable {
        let generator: IdGenerator

        /// The next id; never `nil`.
        public func next() -> Result<Id, SortidError>? {
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
