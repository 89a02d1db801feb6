import Foundation

extension IdOptions {
    // <generated: options>
    /// Creates options; those that are `nil` are not set.
    public init(
        clock: Clock? = nil,
        seed: [UInt8]? = nil,
        allowFork: Bool? = nil,
        maxLead: TimeSpan? = nil,
        onExhausted: OnExhausted? = nil,
        rollbackTolerance: TimeSpan? = nil,
        onRollback: OnRollback? = nil,
        stateFile: URL? = nil,
        allowOtherOwner: Bool? = nil,
        leaseFile: URL? = nil,
        nodeFromEnv: Bool? = nil,
        nodeClaim: NodeClaim? = nil,
        node: Int? = nil,
        datacenter: Int? = nil,
        worker: Int? = nil,
        machineId: Int? = nil,
        machineBits: Int? = nil,
        order: Order? = nil,
        precision: Precision? = nil,
        asUuid7: Bool? = nil,
        usage: Usage? = nil,
        counterBits: Int? = nil,
        counterSeedBits: Int? = nil,
        nodeBits: Int? = nil,
        epoch: Epoch? = nil,
        epochDate: Date? = nil,
        timestampBits: Int? = nil,
        fieldOrder: FieldOrder? = nil,
        preset: Preset? = nil,
        sequenceBits: Int? = nil,
        unit: TimeSpan? = nil
    ) {
        self.clock = clock
        self.seed = seed
        self.allowFork = allowFork
        self.maxLead = maxLead
        self.onExhausted = onExhausted
        self.rollbackTolerance = rollbackTolerance
        self.onRollback = onRollback
        self.stateFile = stateFile
        self.allowOtherOwner = allowOtherOwner
        self.leaseFile = leaseFile
        self.nodeFromEnv = nodeFromEnv
        self.nodeClaim = nodeClaim
        self.node = node
        self.datacenter = datacenter
        self.worker = worker
        self.machineId = machineId
        self.machineBits = machineBits
        self.order = order
        self.precision = precision
        self.asUuid7 = asUuid7
        self.usage = usage
        self.counterBits = counterBits
        self.counterSeedBits = counterSeedBits
        self.nodeBits = nodeBits
        self.epoch = epoch
        self.epochDate = epochDate
        self.timestampBits = timestampBits
        self.fieldOrder = fieldOrder
        self.preset = preset
        self.sequenceBits = sequenceBits
        self.unit = unit
    }

    /// The clock: `system`, or `manual` if calls pass the time.
    public var clock: Clock? {
        get { word("clock").flatMap(Clock.init(rawValue:)) }
        set { given["clock"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``clock``.
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

    /// Whether a forked child may keep the seed and node of its parent (false).
    public var allowFork: Bool? {
        get { flag("allow_fork") }
        set { given["allow_fork"] = newValue.map(Value.flag) }
    }

    /// How far a tick may be ahead of the highest clock reading (1000 ms). By name: `max_lead_ms`.
    public var maxLead: TimeSpan? {
        get { span("max_lead_ms", perSecond: 1_000) }
        set { set("max_lead_ms", newValue, perSecond: 1_000) }
    }

    /// The reaction to a tick without ids left: `advance` or `error`.
    public var onExhausted: OnExhausted? {
        get { word("on_exhausted").flatMap(OnExhausted.init(rawValue:)) }
        set { given["on_exhausted"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``onExhausted``.
    public enum OnExhausted: String, CaseIterable, Hashable, Sendable {
        /// `advance`.
        case `advance`
        /// `error`.
        case `error`
    }

    /// How far the clock may be set back without a reset (10000 ms), or `unlimited`. By name: `rollback_tolerance_ms`.
    public var rollbackTolerance: TimeSpan? {
        get { span("rollback_tolerance_ms", perSecond: 1_000) }
        set { set("rollback_tolerance_ms", newValue, perSecond: 1_000) }
    }

    /// The reaction to a clock that was set back further: `reset` or `error`.
    public var onRollback: OnRollback? {
        get { word("on_rollback").flatMap(OnRollback.init(rawValue:)) }
        set { given["on_rollback"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``onRollback``.
    public enum OnRollback: String, CaseIterable, Hashable, Sendable {
        /// `reset`.
        case `reset`
        /// `error`.
        case `error`
    }

    /// The state file, from which other and later processes continue above these ids (none); created if absent.
    public var stateFile: URL? {
        get { path("state_file") }
        set { set("state_file", newValue) }
    }

    /// Whether the state file may belong to another user than this one, root, and the owner of its folder if nobody else may write there (false).
    public var allowOtherOwner: Bool? {
        get { flag("allow_other_owner") }
        set { given["allow_other_owner"] = newValue.map(Value.flag) }
    }

    /// The lease file of an agent, with a node that no other machine has during its lease (none); excludes options for a node.
    public var leaseFile: URL? {
        get { path("lease_file") }
        set { set("lease_file", newValue) }
    }

    /// Whether the node is read from the environment: `XID_MACHINE_ID` for xid, `TSIDCREATOR_NODE` or `TSID_NODE` for tsid, `SCRU64_NODE_SPEC` for scru64, otherwise `SORTID_NODE`; without a variable it is drawn (false).
    public var nodeFromEnv: Bool? {
        get { flag("node_from_env") }
        set { given["node_from_env"] = newValue.map(Value.flag) }
    }

    /// Whether a drawn node is claimed, so that no other process of this user has it: `required`, or `drawn` for unclaimed (by default, if possible); not for generators with a seed, a file or a manual clock.
    public var nodeClaim: NodeClaim? {
        get { word("node_claim").flatMap(NodeClaim.init(rawValue:)) }
        set { given["node_claim"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``nodeClaim``.
    public enum NodeClaim: String, CaseIterable, Hashable, Sendable {
        /// `required`.
        case `required`
        /// `drawn`.
        case `drawn`
    }

    /// The node, which distinguishes generators: 0–1023 in tid, uid11_snowish, snowflake, flake_idgen and timeid (drawn, in timeid from 0–31), 0–8191 in sharding_id, 0–65535 in sonyflake (drawn); `node_bits` bits in tsid, scru64 and custom64 (drawn) and in scru160 (random); 64 bits in lexical_uuid, 48 in flake and elasticflake, 40 in xid and object_id; a fingerprint in cuid, 0–1679615; 62 or 54 bits in uuid8, not zero (random); in other UUIDs the same as `machine_id`.
    public var node: Int? {
        get { integer("node") }
        set { given["node"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The upper half of the node in snowflake and flake_idgen, 0–31, beside `worker` (drawn).
    public var datacenter: Int? {
        get { integer("datacenter") }
        set { given["datacenter"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The lower half of the node in snowflake and flake_idgen, 0–31, beside `datacenter` (drawn).
    public var worker: Int? {
        get { integer("worker") }
        set { given["worker"] = newValue.map { .integer(Int64($0)) } }
    }

    /// An identifier in the top bits of a UUID's node (random).
    public var machineId: Int? {
        get { integer("machine_id") }
        set { given["machine_id"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The width of `machine_id`, 1–16 bits (16).
    public var machineBits: Int? {
        get { integer("machine_bits") }
        set { given["machine_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The order of uid11_xid within a millisecond: `random` or `monotonic`.
    public var order: Order? {
        get { word("order").flatMap(Order.init(rawValue:)) }
        set { given["order"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``order``.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// `random`.
        case `random`
        /// `monotonic`.
        case `monotonic`
    }

    /// The precision of uuid7: `ms` or `us` (ms); of uuid7_draft01: `ms`, `us` or `ns` (us).
    public var precision: Precision? {
        get { word("precision").flatMap(Precision.init(rawValue:)) }
        set { given["precision"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``precision``.
    public enum Precision: String, CaseIterable, Hashable, Sendable {
        /// `ms`.
        case `ms`
        /// `us`.
        case `us`
        /// `ns`.
        case `ns`
    }

    /// Whether ulids have the variant and version of a UUID version 7, so that they convert to uuid7 (false).
    public var asUuid7: Bool? {
        get { flag("as_uuid7") }
        set { given["as_uuid7"] = newValue.map(Value.flag) }
    }

    /// The use of scru160's counter: `default` or `microsecond`.
    public var usage: Usage? {
        get { word("usage").flatMap(Usage.init(rawValue:)) }
        set { given["usage"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``usage``.
    public enum Usage: String, CaseIterable, Hashable, Sendable {
        /// `default`.
        case `default`
        /// `microsecond`.
        case `microsecond`
    }

    /// The number of bits of scru160's random16 that extend its counter, 0–16 (0).
    public var counterBits: Int? {
        get { integer("counter_bits") }
        set { given["counter_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The number of random bits that scru160's counter starts with (all but its top bit).
    public var counterSeedBits: Int? {
        get { integer("counter_seed_bits") }
        set { given["counter_seed_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The width of the node: in scru160 the low bits of random16 (16 minus `counter_bits`); in scru64 1–23 (10); in tsid 0–20 (10), where a width other than 0 and 10 requires `node`; in custom64 0–32 (10).
    public var nodeBits: Int? {
        get { integer("node_bits") }
        set { given["node_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The epoch by name, instead of `epoch_unix_ms`: `twitter`, `discord`, `instagram`, `linkedin`, `unix` or `sonyflake_v2`.
    public var epoch: Epoch? {
        get { word("epoch").flatMap(Epoch.init(rawValue:)) }
        set { given["epoch"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``epoch``.
    public enum Epoch: String, CaseIterable, Hashable, Sendable {
        /// `twitter`.
        case `twitter`
        /// `discord`.
        case `discord`
        /// `instagram`.
        case `instagram`
        /// `linkedin`.
        case `linkedin`
        /// `unix`.
        case `unix`
        /// `sonyflake_v2`.
        case sonyflakeV2 = "sonyflake_v2"
    }

    /// The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of uuid8 and flake_idgen (0), of snowflake (1288834974657), of sharding_id (1314220021721), of sonyflake, in tens of milliseconds (1409529600000), of tsid (1577836800000), of custom64 (1288834974657). By name: `epoch_unix_ms`.
    public var epochDate: Date? {
        get { date("epoch_unix_ms") }
        set { set("epoch_unix_ms", newValue) }
    }

    /// The number of timestamp bits: in a uuid8 32, 48, 60 or 64 (48); in custom64 1–63 (63 minus `node_bits` and `sequence_bits`).
    public var timestampBits: Int? {
        get { integer("timestamp_bits") }
        set { given["timestamp_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The order of custom64's fields below the time: `node_sequence` or `sequence_node`.
    public var fieldOrder: FieldOrder? {
        get { word("field_order").flatMap(FieldOrder.init(rawValue:)) }
        set { given["field_order"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``fieldOrder``.
    public enum FieldOrder: String, CaseIterable, Hashable, Sendable {
        /// `node_sequence`.
        case nodeSequence = "node_sequence"
        /// `sequence_node`.
        case sequenceNode = "sequence_node"
    }

    /// A system whose layout custom64 uses; other options override its values: `sonyflake_v2`, `uid_generator`, `yitter`, `cockroachdb`, `tiktok`, `discord` or `simpleflake`.
    public var preset: Preset? {
        get { word("preset").flatMap(Preset.init(rawValue:)) }
        set { given["preset"] = (newValue?.rawValue).map(Value.text) }
    }

    /// Values of ``preset``.
    public enum Preset: String, CaseIterable, Hashable, Sendable {
        /// `sonyflake_v2`.
        case sonyflakeV2 = "sonyflake_v2"
        /// `uid_generator`.
        case uidGenerator = "uid_generator"
        /// `yitter`.
        case `yitter`
        /// `cockroachdb`.
        case `cockroachdb`
        /// `tiktok`.
        case `tiktok`
        /// `discord`.
        case `discord`
        /// `simpleflake`.
        case `simpleflake`
    }

    /// The width of the sequence in custom64, 0–32 (12).
    public var sequenceBits: Int? {
        get { integer("sequence_bits") }
        set { given["sequence_bits"] = newValue.map { .integer(Int64($0)) } }
    }

    /// The unit of the timestamp in uuid8 and custom64, (1000000 ns). By name: `unit_ns`.
    public var unit: TimeSpan? {
        get { span("unit_ns", perSecond: 1_000_000_000) }
        set { set("unit_ns", newValue, perSecond: 1_000_000_000) }
    }
    // </generated>
}
