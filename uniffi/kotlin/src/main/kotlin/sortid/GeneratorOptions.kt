package sortid

import sortid.internal.Given
import sortid.internal.Setting
import java.math.BigInteger
import java.nio.file.FileSystems
import java.nio.file.InvalidPathException
import java.nio.file.Path
import java.time.Duration
import java.time.Instant

/**
 * Options of a generator, or for reading ids. Unset options have the format's default. Immutable.
 *
 * The function that uses the options throws [SortidException.InvalidOption] for an option that the
 * format lacks or an invalid value.
 *
 * In Kotlin, use named arguments; in Java, chain setters:
 *
 * ```kotlin
 * val generator = Tid.generator(GeneratorOptions(node = 7, maxLeadMs = 20))
 * ```
 *
 * ```java
 * Generator<Tid> generator = Tid.generator(new GeneratorOptions().node(7).maxLeadMs(20));
 * ```
 */
public class GeneratorOptions internal constructor(
    internal val given: Map<String, Any>,
) {
    /** No options. */
    public constructor() : this(emptyMap())

    /**
     * Sets an option by its name in configuration files and command lines.
     *
     * @param value an integer, text (a word, a path, or an integer in decimal digits), a boolean, a
     * [Path], or a seed's bytes
     */
    public fun with(
        name: String,
        value: Any,
    ): GeneratorOptions = GeneratorOptions(given + (name to if (value is ByteArray) value.clone() else value))

    internal val isEmpty: Boolean get() = given.isEmpty()

    internal val crossing: List<Given> get() = given.map { (name, value) -> Given(wellFormed(name), setting(value)) }

    private fun whole(
        name: String,
        value: Duration,
        nsPerUnit: Long,
    ) = whole(name, value.seconds, value.nano, nsPerUnit)

    private fun whole(
        name: String,
        value: Instant,
        nsPerUnit: Long,
    ) = whole(name, value.epochSecond, value.nano, nsPerUnit)

    /** Converts a time to a whole number of units. */
    private fun whole(
        name: String,
        seconds: Long,
        nanos: Int,
        nsPerUnit: Long,
    ): GeneratorOptions {
        val all = BigInteger.valueOf(seconds) * BigInteger.valueOf(NS_PER_SECOND) + BigInteger.valueOf(nanos.toLong())
        val (units, rest) = all.divideAndRemainder(BigInteger.valueOf(nsPerUnit))
        if (rest.signum() != 0) {
            throw sortidException(ErrorCode.INVALID_OPTION, "$name must be a multiple of $nsPerUnit ns, not $all ns", name)
        }
        return with(name, if (units.bitLength() < Long.SIZE_BITS) units.toLong() else units)
    }

    override fun equals(other: Any?): Boolean = other is GeneratorOptions && other.comparable == comparable

    override fun hashCode(): Int = comparable.hashCode()

    private val comparable get() = given.mapValues { (_, value) -> if (value is ByteArray) value.toList() else value }

    /** The options that are set. A seed is secret, and printed as `…`. */
    override fun toString(): String =
        given.entries.joinToString(", ", "GeneratorOptions(", ")") { (name, value) ->
            "$name=${if (value is ByteArray) "…" else value}"
        }

    // <generated: options>

    /** The clock: `system`, or `manual` if calls pass the time. */
    public fun clock(value: Clock): GeneratorOptions = with("clock", value)

    /** Values of [clock]. */
    public enum class Clock(
        override val word: String,
    ) : Choice {
        SYSTEM("system"),
        MANUAL("manual"),
    }

    /** 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times. */
    public fun seed(value: ByteArray): GeneratorOptions = with("seed", value)

    /** Whether a forked child may keep the seed and node of its parent (false). */
    public fun allowFork(value: Boolean): GeneratorOptions = with("allow_fork", value)

    /** How far a tick may be ahead of the highest clock reading, in milliseconds (1000). */
    public fun maxLeadMs(value: Long): GeneratorOptions = with("max_lead_ms", value)

    /** [maxLeadMs] as a JDK type; throws [SortidException.InvalidOption] for a fraction of the unit. */
    public fun maxLead(value: Duration): GeneratorOptions = whole("max_lead_ms", value, NS_PER_MS)

    /** The reaction to a tick without ids left: `advance` or `error`. */
    public fun onExhausted(value: OnExhausted): GeneratorOptions = with("on_exhausted", value)

    /** Values of [onExhausted]. */
    public enum class OnExhausted(
        override val word: String,
    ) : Choice {
        ADVANCE("advance"),
        ERROR("error"),
    }

    /** How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`. */
    public fun rollbackToleranceMs(value: Long): GeneratorOptions = with("rollback_tolerance_ms", value)

    /** The word `unlimited` for [rollbackToleranceMs]. */
    public fun unlimitedRollbackTolerance(): GeneratorOptions = with("rollback_tolerance_ms", "unlimited")

    /** [rollbackToleranceMs] as a JDK type; throws [SortidException.InvalidOption] for a fraction of the unit. */
    public fun rollbackTolerance(value: Duration): GeneratorOptions = whole("rollback_tolerance_ms", value, NS_PER_MS)

    /** The reaction to a clock that was set back further: `reset` or `error`. */
    public fun onRollback(value: OnRollback): GeneratorOptions = with("on_rollback", value)

    /** Values of [onRollback]. */
    public enum class OnRollback(
        override val word: String,
    ) : Choice {
        RESET("reset"),
        ERROR("error"),
    }

    /** The state file, from which other and later processes continue above these ids (none); created if absent. */
    public fun stateFile(value: Path): GeneratorOptions = with("state_file", value)

    /** The same, as text. */
    public fun stateFile(value: String): GeneratorOptions = with("state_file", value)

    /**
     * Whether the state file may belong to another user than this one, root, and the owner of its folder if nobody else may
     * write there (false).
     */
    public fun allowOtherOwner(value: Boolean): GeneratorOptions = with("allow_other_owner", value)

    /** The lease file of an agent, with a node that no other machine has during its lease (none); excludes options for a node. */
    public fun leaseFile(value: Path): GeneratorOptions = with("lease_file", value)

    /** The same, as text. */
    public fun leaseFile(value: String): GeneratorOptions = with("lease_file", value)

    /**
     * Whether the node is read from the environment: `XID_MACHINE_ID` for xid, `TSIDCREATOR_NODE` or `TSID_NODE` for tsid,
     * `SCRU64_NODE_SPEC` for scru64, otherwise `SORTID_NODE`; without a variable it is drawn (false).
     */
    public fun nodeFromEnv(value: Boolean): GeneratorOptions = with("node_from_env", value)

    /**
     * Whether a drawn node is claimed, so that no other process of this user has it: `required`, or `drawn` for unclaimed (by
     * default, if possible); not for generators with a seed, a file or a manual clock.
     */
    public fun nodeClaim(value: NodeClaim): GeneratorOptions = with("node_claim", value)

    /** Values of [nodeClaim]. */
    public enum class NodeClaim(
        override val word: String,
    ) : Choice {
        REQUIRED("required"),
        DRAWN("drawn"),
    }

    /**
     * The node, which distinguishes generators: 0–1023 in tid, uid11_snowish, snowflake, flake_idgen and timeid (drawn, in
     * timeid from 0–31), 0–8191 in sharding_id, 0–65535 in sonyflake (drawn); `node_bits` bits in tsid, scru64 and
     * custom64 (drawn) and in scru160 (random); 64 bits in lexical_uuid, 48 in flake and elasticflake, 40 in xid and
     * object_id; a fingerprint in cuid, 0–1679615; 62 or 54 bits in uuid8, not zero (random); in other UUIDs the same as
     * `machine_id`.
     */
    public fun node(value: Long): GeneratorOptions = with("node", value)

    /** The upper half of the node in snowflake and flake_idgen, 0–31, beside `worker` (drawn). */
    public fun datacenter(value: Long): GeneratorOptions = with("datacenter", value)

    /** The lower half of the node in snowflake and flake_idgen, 0–31, beside `datacenter` (drawn). */
    public fun worker(value: Long): GeneratorOptions = with("worker", value)

    /** An identifier in the top bits of a UUID's node (random). */
    public fun machineId(value: Long): GeneratorOptions = with("machine_id", value)

    /** The width of `machine_id`, 1–16 bits (16). */
    public fun machineBits(value: Long): GeneratorOptions = with("machine_bits", value)

    /** The order of uid11_xid within a millisecond: `random` or `monotonic`. */
    public fun order(value: Order): GeneratorOptions = with("order", value)

    /** Values of [order]. */
    public enum class Order(
        override val word: String,
    ) : Choice {
        RANDOM("random"),
        MONOTONIC("monotonic"),
    }

    /** The precision of uuid7: `ms` or `us` (ms); of uuid7_draft01: `ms`, `us` or `ns` (us). */
    public fun precision(value: Precision): GeneratorOptions = with("precision", value)

    /** Values of [precision]. */
    public enum class Precision(
        override val word: String,
    ) : Choice {
        MS("ms"),
        US("us"),
        NS("ns"),
    }

    /** Whether ulids have the variant and version of a UUID version 7, so that they convert to uuid7 (false). */
    public fun asUuid7(value: Boolean): GeneratorOptions = with("as_uuid7", value)

    /** The use of scru160's counter: `default` or `microsecond`. */
    public fun usage(value: Usage): GeneratorOptions = with("usage", value)

    /** Values of [usage]. */
    public enum class Usage(
        override val word: String,
    ) : Choice {
        DEFAULT("default"),
        MICROSECOND("microsecond"),
    }

    /** The number of bits of scru160's random16 that extend its counter, 0–16 (0). */
    public fun counterBits(value: Long): GeneratorOptions = with("counter_bits", value)

    /** The number of random bits that scru160's counter starts with (all but its top bit). */
    public fun counterSeedBits(value: Long): GeneratorOptions = with("counter_seed_bits", value)

    /**
     * The width of the node: in scru160 the low bits of random16 (16 minus `counter_bits`); in scru64 1–23 (10); in tsid
     * 0–20 (10), where a width other than 0 and 10 requires `node`; in custom64 0–32 (10).
     */
    public fun nodeBits(value: Long): GeneratorOptions = with("node_bits", value)

    /** The epoch by name, instead of `epoch_unix_ms`: `twitter`, `discord`, `instagram`, `linkedin`, `unix` or `sonyflake_v2`. */
    public fun epoch(value: Epoch): GeneratorOptions = with("epoch", value)

    /** Values of [epoch]. */
    public enum class Epoch(
        override val word: String,
    ) : Choice {
        TWITTER("twitter"),
        DISCORD("discord"),
        INSTAGRAM("instagram"),
        LINKEDIN("linkedin"),
        UNIX("unix"),
        SONYFLAKE_V2("sonyflake_v2"),
    }

    /**
     * The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of uuid8 and flake_idgen (0), of
     * snowflake (1288834974657), of sharding_id (1314220021721), of sonyflake, in tens of milliseconds (1409529600000), of
     * tsid (1577836800000), of custom64 (1288834974657).
     */
    public fun epochUnixMs(value: Long): GeneratorOptions = with("epoch_unix_ms", value)

    /** [epochUnixMs] as a JDK type; throws [SortidException.InvalidOption] for a fraction of the unit. */
    public fun epoch(value: Instant): GeneratorOptions = whole("epoch_unix_ms", value, NS_PER_MS)

    /**
     * The number of timestamp bits: in a uuid8 32, 48, 60 or 64 (48); in custom64 1–63 (63 minus `node_bits` and
     * `sequence_bits`).
     */
    public fun timestampBits(value: Long): GeneratorOptions = with("timestamp_bits", value)

    /** The order of custom64's fields below the time: `node_sequence` or `sequence_node`. */
    public fun fieldOrder(value: FieldOrder): GeneratorOptions = with("field_order", value)

    /** Values of [fieldOrder]. */
    public enum class FieldOrder(
        override val word: String,
    ) : Choice {
        NODE_SEQUENCE("node_sequence"),
        SEQUENCE_NODE("sequence_node"),
    }

    /**
     * A system whose layout custom64 uses; other options override its values: `sonyflake_v2`, `uid_generator`, `yitter`,
     * `cockroachdb`, `tiktok`, `discord` or `simpleflake`.
     */
    public fun preset(value: Preset): GeneratorOptions = with("preset", value)

    /** Values of [preset]. */
    public enum class Preset(
        override val word: String,
    ) : Choice {
        SONYFLAKE_V2("sonyflake_v2"),
        UID_GENERATOR("uid_generator"),
        YITTER("yitter"),
        COCKROACHDB("cockroachdb"),
        TIKTOK("tiktok"),
        DISCORD("discord"),
        SIMPLEFLAKE("simpleflake"),
    }

    /** The width of the sequence in custom64, 0–32 (12). */
    public fun sequenceBits(value: Long): GeneratorOptions = with("sequence_bits", value)

    /** The unit of the timestamp in uuid8 and custom64, in nanoseconds (1000000). */
    public fun unitNs(value: Long): GeneratorOptions = with("unit_ns", value)

    /** [unitNs] as a JDK type; throws [SortidException.InvalidOption] for a fraction of the unit. */
    public fun unit(value: Duration): GeneratorOptions = whole("unit_ns", value, 1)
    // </generated>

    internal companion object {
        val NONE = GeneratorOptions()

        private const val NS_PER_MS = 1_000_000L
        private const val NS_PER_SECOND = 1_000_000_000L

        private fun setting(value: Any): Setting =
            when (value) {
                is Long, is Int, is Short, is Byte -> Setting.Integer((value as Number).toLong())
                is BigInteger -> Setting.Word(value.toString())
                is CharSequence -> Setting.Word(wellFormed(value.toString()))
                is Boolean -> Setting.Flag(value)
                is ByteArray -> Setting.Seed(value)
                is Choice -> Setting.Word(value.word)
                is Path -> text(value)?.let { Setting.Word(it) } ?: NOTHING
                else -> NOTHING
            }

        /** An empty seed: the core rejects it for every option, and its error names the option. */
        private val NOTHING = Setting.Seed(ByteArray(0))

        /** Converts a path to text; `null` if the text does not name the same file. */
        private fun text(path: Path): String? =
            try {
                path.toString().takeIf { FileSystems.getDefault().getPath(it) == path }
            } catch (_: InvalidPathException) {
                null
            }
    }

    /** A value of an option that is a word. */
    public sealed interface Choice {
        /** The word. */
        public val word: String
    }
}

/** Creates options. Inlined, so that compiled code works after an update that adds options. */
@JvmSynthetic
@Suppress("NOTHING_TO_INLINE")
// <generated: named>
public inline fun GeneratorOptions(
    clock: GeneratorOptions.Clock? = null,
    seed: ByteArray? = null,
    allowFork: Boolean? = null,
    maxLeadMs: Long? = null,
    onExhausted: GeneratorOptions.OnExhausted? = null,
    rollbackToleranceMs: Long? = null,
    unlimitedRollbackTolerance: Boolean = false,
    onRollback: GeneratorOptions.OnRollback? = null,
    stateFile: Path? = null,
    allowOtherOwner: Boolean? = null,
    leaseFile: Path? = null,
    nodeFromEnv: Boolean? = null,
    nodeClaim: GeneratorOptions.NodeClaim? = null,
    node: Long? = null,
    datacenter: Long? = null,
    worker: Long? = null,
    machineId: Long? = null,
    machineBits: Long? = null,
    order: GeneratorOptions.Order? = null,
    precision: GeneratorOptions.Precision? = null,
    asUuid7: Boolean? = null,
    usage: GeneratorOptions.Usage? = null,
    counterBits: Long? = null,
    counterSeedBits: Long? = null,
    nodeBits: Long? = null,
    epoch: GeneratorOptions.Epoch? = null,
    epochUnixMs: Long? = null,
    timestampBits: Long? = null,
    fieldOrder: GeneratorOptions.FieldOrder? = null,
    preset: GeneratorOptions.Preset? = null,
    sequenceBits: Long? = null,
    unitNs: Long? = null,
): GeneratorOptions {
    var options = GeneratorOptions()
    if (clock != null) options = options.clock(clock)
    if (seed != null) options = options.seed(seed)
    if (allowFork != null) options = options.allowFork(allowFork)
    if (maxLeadMs != null) options = options.maxLeadMs(maxLeadMs)
    if (onExhausted != null) options = options.onExhausted(onExhausted)
    if (rollbackToleranceMs != null) options = options.rollbackToleranceMs(rollbackToleranceMs)
    if (unlimitedRollbackTolerance) options = options.unlimitedRollbackTolerance()
    if (onRollback != null) options = options.onRollback(onRollback)
    if (stateFile != null) options = options.stateFile(stateFile)
    if (allowOtherOwner != null) options = options.allowOtherOwner(allowOtherOwner)
    if (leaseFile != null) options = options.leaseFile(leaseFile)
    if (nodeFromEnv != null) options = options.nodeFromEnv(nodeFromEnv)
    if (nodeClaim != null) options = options.nodeClaim(nodeClaim)
    if (node != null) options = options.node(node)
    if (datacenter != null) options = options.datacenter(datacenter)
    if (worker != null) options = options.worker(worker)
    if (machineId != null) options = options.machineId(machineId)
    if (machineBits != null) options = options.machineBits(machineBits)
    if (order != null) options = options.order(order)
    if (precision != null) options = options.precision(precision)
    if (asUuid7 != null) options = options.asUuid7(asUuid7)
    if (usage != null) options = options.usage(usage)
    if (counterBits != null) options = options.counterBits(counterBits)
    if (counterSeedBits != null) options = options.counterSeedBits(counterSeedBits)
    if (nodeBits != null) options = options.nodeBits(nodeBits)
    if (epoch != null) options = options.epoch(epoch)
    if (epochUnixMs != null) options = options.epochUnixMs(epochUnixMs)
    if (timestampBits != null) options = options.timestampBits(timestampBits)
    if (fieldOrder != null) options = options.fieldOrder(fieldOrder)
    if (preset != null) options = options.preset(preset)
    if (sequenceBits != null) options = options.sequenceBits(sequenceBits)
    if (unitNs != null) options = options.unitNs(unitNs)
    return options
}
// </generated>
