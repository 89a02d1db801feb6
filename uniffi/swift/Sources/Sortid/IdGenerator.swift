import Foundation
internal import SortidGlue
internal import sortidFFI

/// Makes ids of one format, never the same twice, each greater than the one before. The only object with state; share it between
/// tasks and threads as you like.
///
/// | the clock … | tick and counter |
/// |---|---|
/// | went on | a new tick; the counter starts as the format says |
/// | stands still | the counter goes up; without a counter, or when it is full, the tick does, up to `maxLead` ahead of the highest reading; then the call waits (or `counterExhausted`) |
/// | was set back within `rollbackTolerance` | as if it stood still |
/// | was set back further | by `onRollback`: *reset* follows the clock with everything drawn again, *error* is `clockRollback` |
///
/// A tick of `tid` and `timeid` holds one id: one generator makes one a microsecond, and bursts of `maxLead` milliseconds a thousand.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits or fewer, processes of several users
/// or machines, or on systems other than Linux, may have the same one and repeat each other's ids: see docs/choosing.md.
///
/// The state file, if there is one, is left exact when the last reference to the generator goes.
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
    /// Where the library has it: good as long as `raw` is.
    private let address: UInt64

    private var core: OpaquePointer? { OpaquePointer(bitPattern: UInt(address)) }

    private init(_ format: Id.Format, raw: RawGenerator) {
        self.format = format
        self.raw = raw
        address = raw.address()
    }

    /// A generator with options.
    ///
    /// - Throws: `invalidOption` for what the format lacks, or a value out of bounds; `entropyUnavailable`; with a `stateFile` the codes
    ///   of ``SortidError/Code/isOfStore``.
    public convenience init(_ format: Id.Format, _ options: Options = Options()) throws(SortidError) {
        let raw = try glue { try RawGenerator(formatCode: format.rawValue, given: options.crossing) }
        self.init(format, raw: raw)
    }

    static func ofProcess(_ format: Id.Format) throws(SortidError) -> IdGenerator {
        IdGenerator(format, raw: try glue { try RawGenerator.processWide(formatCode: format.rawValue) })
    }

    /// The next id, at the system's time. Waits where the tick has run `maxLead` ahead of the clock.
    ///
    /// - Throws: `clockRollback`, `counterExhausted`, `timestampOutOfRange`, `forkedGenerator`, `entropyUnavailable` (in a forked
    ///   child); `invalidOption` on a manual clock; with a `stateFile` the codes of ``SortidError/Code/isOfStore``.
    public func next() throws(SortidError) -> Id {
        try Id.written(format) { sortid_mobile_generator_next(core, $0) }
    }

    /// The next id, as one of its format's type: `let id: Tid = try generator.next()`.
    ///
    /// - Throws: `notApplicable` where that is of another format; else as ``next()-()``.
    public func next<F>() throws(SortidError) -> TypedId<F> {
        if format != F.format { throw SortidError.otherFormat(F.format, format) }
        return TypedId(made: try next())
    }

    /// The next id of a generator whose option `clock` is `manual`, taking a time for the clock's reading: for backfills and tests.
    ///
    /// - Throws: As ``next()``, but never a wait: `counterExhausted` at once; `invalidOption` on a system clock.
    public func next(at time: Timestamp) throws(SortidError) -> Id {
        try Id.written(format) { sortid_mobile_generator_next_at(core, time.plain, $0) }
    }

    /// ``next(at:)-(Timestamp)`` with a date.
    public func next(at date: Date) throws(SortidError) -> Id {
        try next(at: Timestamp(date))
    }

    /// The next id, greater than another and than all before: a logical clock.
    ///
    /// - Throws: `leadExceeded` if the new id would be more than `maxLead` ahead of the clock; `timestampOutOfRange` if no id of
    ///   the format is greater; `notApplicable` for an id of another format or a format without time; else as ``next()``.
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

    /// The time of an id that was made with this generator's options: its epoch, layout (uuid8) and precision.
    ///
    /// - Throws: `notApplicable` for an id of another format or a format without time; `timestampOutOfRange` where the seconds
    ///   pass 64 bits.
    public func timestamp(of id: Id) throws(SortidError) -> Timestamp {
        Timestamp(try glue { try raw.timestamp(id: id.words) })
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`, by this generator's epoch, layout
    /// (uuid8) and precision: see ``Id``'s.
    public func range(from: Timestamp, to: Timestamp) throws(SortidError) -> ClosedRange<Id> {
        let bounds = try glue { try raw.range(from: from.crossing, to: to.crossing) }
        return Id(bounds.min)...Id(bounds.max)
    }

    /// The smallest and the largest id from a date to before another, by this generator's options.
    public func range(from: Date, to: Date) throws(SortidError) -> ClosedRange<Id> {
        try range(from: Timestamp(from), to: Timestamp(to))
    }

    /// The next ids, as by as many calls of ``next()`` but in one.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids made before are lost.
    public func nextIds(_ count: Int) throws(SortidError) -> [Id] {
        let width = format.byteCount
        return try inChunks(count, width: width, fill: fill) { bytes in
            var id = sortid_mobile_id()
            withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: bytes) }
            return Id(format, id)
        }
    }

    /// The next ids as text: see ``nextIds(_:)``.
    ///
    /// - Precondition: The count is not negative.
    /// - Throws: As ``next()``; the ids made before are lost.
    public func nextTexts(_ count: Int) throws(SortidError) -> [String] {
        let shortest = format.textLengthMin
        return try inChunks(count, width: format.textLength, fill: fillText) { bytes in
            // Behind a text that is shorter than the longest are zero bytes.
            var length = bytes.count
            while length > shortest, bytes[length - 1] == 0 { length -= 1 }
            return String(decoding: bytes[..<length], as: UTF8.self)
        }
    }

    /// Fills 64-bit integers.
    ///
    /// The result says how many leading ids are valid, and why there are not more: `notApplicable` for wider formats and timeid; else
    /// as ``next()``.
    public func fill(_ ints: inout [UInt64]) -> Filled {
        ints.withUnsafeMutableBufferPointer { fill($0, signed: false) }
    }

    /// Fills signed 64-bit integers, for timeids.
    ///
    /// The result says how many leading ids are valid, and why there are not more: `notApplicable` for other formats; else as
    /// ``next()``.
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

    /// Fills memory with big-endian ids, one after another.
    ///
    /// The result says how many leading ids are valid, and why there are not more: `invalidLength` where the length is no multiple of
    /// the format's width; else as ``next()``.
    public func fill(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_bytes(
                core, memory.baseAddress?.assumingMemoryBound(to: UInt8.self), memory.count, count)
        }
    }

    /// Fills memory with canonical texts in ASCII, one after another without separators; a text that is shorter than the format's text
    /// length is filled up with zero bytes.
    ///
    /// The result says how many leading ids are valid, and why there are not more: `invalidLength` where the length is no multiple of
    /// the format's text length; else as ``next()``.
    public func fillText(_ memory: UnsafeMutableRawBufferPointer) -> Filled {
        filled { count in
            sortid_mobile_generator_fill_text(
                core, memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count, count)
        }
    }

    /// What the generator has done.
    public var status: Status {
        let status = raw.status()
        return Status(
            ids: status.ids, leadNs: status.leadNs, rollbacks: status.rollbacks,
            nodeOrigin: NodeOrigin.allCases[Int(status.nodeOrigin)], nodeReason: status.nodeReason)
    }

    /// The node of the ids to come: assigned, drawn, or of the lease; `nil` if the ids have none. After a reset or a reseed, a drawn
    /// node is another one.
    ///
    /// - Throws: As ``next()``.
    public func node() throws(SortidError) -> UInt64? {
        try glue { try raw.node() }
    }

    /// Draws everything anew, as after a resume from a snapshot or checkpoint: entropy, node, clock sequence, counter.
    ///
    /// - Parameters:
    ///   - seed: 32 bytes in place of the operating system's entropy, for tests.
    ///   - node: An assigned node (clock identifier, machine).
    /// - Throws: `forkedGenerator` where the user's node alone tells generators apart and no other is given; `invalidOption` for a
    ///   node that does not fit or a format without one, and for a seed of another length; `entropyUnavailable`.
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

    /// How many ids are made by one call into the library, at most.
    private static let chunk = 4096

    private func inChunks<T>(
        _ count: Int, width: Int, fill: (UnsafeMutableRawBufferPointer) -> Filled,
        take: (UnsafeRawBufferPointer) -> T
    ) throws(SortidError) -> [T] {
        precondition(count >= 0, "a count is 0 or more, not \(count)")
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
    /// What a generator has done.
    public struct Status: Hashable, Sendable {
        /// Ids made.
        public let ids: UInt64
        /// How far the last id's tick is ahead of the clock's highest reading, in nanoseconds.
        public let leadNs: UInt64
        /// How often the clock was found set back by more than the tolerance.
        public let rollbacks: UInt64
        /// Where the node of the ids to come is from.
        public let nodeOrigin: NodeOrigin
        /// Why it is from there, or among which processes it is claimed: a sentence without a full stop.
        public let nodeReason: String
    }

    /// How far a fill came: the ids at the start of the memory are valid, also after an error.
    public struct Filled: Hashable, Sendable {
        /// How many leading ids are valid.
        public let ids: Int
        /// Why there are not more; `nil` if the memory is full.
        public let error: SortidError?

        /// The number of ids if the memory is full.
        ///
        /// - Throws: The ``error``.
        @discardableResult
        public func complete() throws(SortidError) -> Int {
            if let error { throw error }
            return ids
        }
    }
}

/// Ids without end: `zip(rows, generator)`. Each may be the error that ``IdGenerator/next()`` would have thrown.
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

    /// An iterator over new ids; other iterators may take some of them.
    public func makeIterator() -> Iterator { Iterator(generator: self) }
}
