import Foundation
internal import SortidGlue

/// Options of a generator, or of a reading. What is not given has the format's default.
///
/// An option that the format lacks, or a value out of bounds, is `invalidOption` where the options are used.
///
/// ```swift
/// var options = Options()
/// options.clockId = 7
/// let generator = try Generator(.tid, options)
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

    /// An integer, or the word `unlimited`.
    public enum Limit: Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// This much.
        case to(Int64)
        /// However much.
        case unlimited

        /// This much.
        public init(integerLiteral value: Int64) { self = .to(value) }
    }

    private var given: [String: Value] = [:]

    /// No option given.
    public init() {}

    /// An option by its name, as configuration files and command lines have it.
    public subscript(name: String) -> Value? {
        get { given[name] }
        set { given[name] = newValue }
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

    private func integer(_ name: String) -> Int64? {
        if case .integer(let value) = given[name] { value } else { nil }
    }

    private func flag(_ name: String) -> Bool? {
        if case .flag(let value) = given[name] { value } else { nil }
    }

    private func bytes(_ name: String) -> [UInt8]? {
        if case .bytes(let value) = given[name] { value } else { nil }
    }

    private func word(_ name: String) -> String? {
        if case .text(let value) = given[name] { value } else { nil }
    }

    private func path(_ name: String) -> URL? {
        word(name).map { URL(fileURLWithPath: $0) }
    }

    private mutating func set(_ name: String, path url: URL?) {
        given[name] = url.map { url in
            // A URL of something else is no path; no option takes no bytes, and so the library refuses it by the option's name.
            url.isFileURL ? .text(url.path) : .bytes([])
        }
    }

    private func limit(_ name: String) -> Limit? {
        switch given[name] {
        case .integer(let value): .to(value)
        case .text("unlimited"): .unlimited
        default: nil
        }
    }

    private mutating func set(_ name: String, _ limit: Limit?) {
        switch limit {
        case .to(let value): given[name] = .integer(value)
        case .unlimited: given[name] = .text("unlimited")
        case nil: given[name] = nil
        }
    }

    // <generated: options>
    /// Where the time is read: `system` or `manual`.
    public var clock: Clock? {
        get { word("clock").flatMap(Clock.init(rawValue:)) }
        set { given["clock"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``clock`` takes.
    public enum Clock: String, CaseIterable, Hashable, Sendable {
        /// `system`.
        case `system`
        /// `manual`.
        case `manual`
    }

    /// 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times.
    public var seed: [UInt8]? {
        get { bytes("seed") }
        set { given["seed"] = newValue.map(Value.bytes) }
    }

    /// Whether a forked child may go on with what was given to the parent (false).
    public var allowFork: Bool? {
        get { flag("allow_fork") }
        set { given["allow_fork"] = newValue.map(Value.flag) }
    }

    /// How far a tick may run ahead of the highest reading of the clock, in milliseconds (1000).
    public var maxLeadMs: Int64? {
        get { integer("max_lead_ms") }
        set { given["max_lead_ms"] = newValue.map(Value.integer) }
    }

    /// What happens when a tick has no id left: `advance` or `error`.
    public var onExhausted: OnExhausted? {
        get { word("on_exhausted").flatMap(OnExhausted.init(rawValue:)) }
        set { given["on_exhausted"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``onExhausted`` takes.
    public enum OnExhausted: String, CaseIterable, Hashable, Sendable {
        /// `advance`.
        case `advance`
        /// `error`.
        case `error`
    }

    /// How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`.
    public var rollbackToleranceMs: Limit? {
        get { limit("rollback_tolerance_ms") }
        set { set("rollback_tolerance_ms", newValue) }
    }

    /// What happens beyond that: `reset` or `error`.
    public var onRollback: OnRollback? {
        get { word("on_rollback").flatMap(OnRollback.init(rawValue:)) }
        set { given["on_rollback"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``onRollback`` takes.
    public enum OnRollback: String, CaseIterable, Hashable, Sendable {
        /// `reset`.
        case `reset`
        /// `error`.
        case `error`
    }

    /// The file that keeps the position for other processes and later ones: made if there is none.
    public var stateFile: URL? {
        get { path("state_file") }
        set { set("state_file", path: newValue) }
    }

    /// The clock identifier of tid, 0–1023 (drawn).
    public var clockId: Int64? {
        get { integer("clock_id") }
        set { given["clock_id"] = newValue.map(Value.integer) }
    }

    /// The node: of timeid 0–1023 (drawn from 0–31); of uuid8 62 or 54 bits, not zero (random).
    public var node: Int64? {
        get { integer("node") }
        set { given["node"] = newValue.map(Value.integer) }
    }

    /// The machine of uid11_snowish, 0–1023 (drawn).
    public var machine: Int64? {
        get { integer("machine") }
        set { given["machine"] = newValue.map(Value.integer) }
    }

    /// An identifier in the top bits of a UUID's node (random).
    public var machineId: Int64? {
        get { integer("machine_id") }
        set { given["machine_id"] = newValue.map(Value.integer) }
    }

    /// The width of `machine_id`, 1–16 bits (16).
    public var machineBits: Int64? {
        get { integer("machine_bits") }
        set { given["machine_bits"] = newValue.map(Value.integer) }
    }

    /// Order of uid11_xid inside a millisecond: `random` or `monotonic`.
    public var order: Order? {
        get { word("order").flatMap(Order.init(rawValue:)) }
        set { given["order"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``order`` takes.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// `random`.
        case `random`
        /// `monotonic`.
        case `monotonic`
    }

    /// Precision of uuid7_draft01: `ms`, `us` or `ns` (us).
    public var precision: Precision? {
        get { word("precision").flatMap(Precision.init(rawValue:)) }
        set { given["precision"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``precision`` takes.
    public enum Precision: String, CaseIterable, Hashable, Sendable {
        /// `ms`.
        case `ms`
        /// `us`.
        case `us`
        /// `ns`.
        case `ns`
    }

    /// Use of scru160's counter: `default` or `microsecond`.
    public var usage: Usage? {
        get { word("usage").flatMap(Usage.init(rawValue:)) }
        set { given["usage"] = (newValue?.rawValue).map(Value.text) }
    }

    /// What ``usage`` takes.
    public enum Usage: String, CaseIterable, Hashable, Sendable {
        /// `default`.
        case `default`
        /// `microsecond`.
        case `microsecond`
    }

    /// How many bits of scru160's random16 extend its counter, 0–16 (0).
    public var counterBits: Int64? {
        get { integer("counter_bits") }
        set { given["counter_bits"] = newValue.map(Value.integer) }
    }

    /// How many random bits the counter of scru160 starts with (all but its top bit).
    public var counterSeedBits: Int64? {
        get { integer("counter_seed_bits") }
        set { given["counter_seed_bits"] = newValue.map(Value.integer) }
    }

    /// A node in the low bits of scru160's random16 (random).
    public var nodeId: Int64? {
        get { integer("node_id") }
        set { given["node_id"] = newValue.map(Value.integer) }
    }

    /// The width of `node_id` (what `counter_bits` leaves of 16).
    public var nodeBits: Int64? {
        get { integer("node_bits") }
        set { given["node_bits"] = newValue.map(Value.integer) }
    }

    /// The epoch of uid11_snowish and uid11_ts_seq_rand (1321009871111) and of uuid8 (0).
    public var epochUnixMs: Int64? {
        get { integer("epoch_unix_ms") }
        set { given["epoch_unix_ms"] = newValue.map(Value.integer) }
    }

    /// How many timestamp bits a uuid8 has: 32, 48, 60 or 64 (48).
    public var timestampBits: Int64? {
        get { integer("timestamp_bits") }
        set { given["timestamp_bits"] = newValue.map(Value.integer) }
    }

    /// The unit of a uuid8's timestamp in nanoseconds (1000000).
    public var unitNs: Int64? {
        get { integer("unit_ns") }
        set { given["unit_ns"] = newValue.map(Value.integer) }
    }
    // </generated>
}
