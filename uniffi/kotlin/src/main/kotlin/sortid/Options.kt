package sortid

import sortid.internal.Given
import sortid.internal.Setting
import java.math.BigInteger
import java.nio.file.FileSystems
import java.nio.file.InvalidPathException
import java.nio.file.Path

/**
 * Options of a generator, or of a reading. What is not given has the format's default. Immutable.
 *
 * An option that the format lacks, or a value out of bounds, is [SortidException.InvalidOption] where the options are used.
 *
 * ```kotlin
 * val generator = Generator(Format.TID, Options().clockId(7).maxLeadMs(20))
 * ```
 */
public class Options private constructor(
    private val given: Map<String, Any>,
) {
    /** No option given. */
    public constructor() : this(emptyMap())

    /**
     * Sets an option by its name, as configuration files and command lines do.
     *
     * @param value an integer, text (a word, a path, or an integer in decimal digits), a boolean, a [Path], or a seed's bytes
     */
    public fun with(
        name: String,
        value: Any,
    ): Options = Options(given + (name to if (value is ByteArray) value.clone() else value))

    internal val crossing: List<Given> get() = given.map { (name, value) -> Given(wellFormed(name), setting(value)) }

    override fun equals(other: Any?): Boolean = other is Options && other.comparable == comparable

    override fun hashCode(): Int = comparable.hashCode()

    private val comparable get() = given.mapValues { (_, value) -> if (value is ByteArray) value.toList() else value }

    /** The options given; a seed is a secret of its generator, and not shown. */
    override fun toString(): String =
        given.entries.joinToString(", ", "Options(", ")") { (name, value) ->
            "$name=${if (value is ByteArray) "…" else value}"
        }

    // <generated: options>

    /** Where the time is read: `system` or `manual`. */
    public fun clock(value: Clock): Options = with("clock", value)

    /** What [clock] takes. */
    public enum class Clock(
        override val word: String,
    ) : Choice {
        SYSTEM("system"),
        MANUAL("manual"),
    }

    /** 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times. */
    public fun seed(value: ByteArray): Options = with("seed", value)

    /** Whether a forked child may go on with what was given to the parent (false). */
    public fun allowFork(value: Boolean): Options = with("allow_fork", value)

    /** How far a tick may run ahead of the highest reading of the clock, in milliseconds (1000). */
    public fun maxLeadMs(value: Long): Options = with("max_lead_ms", value)

    /** What happens when a tick has no id left: `advance` or `error`. */
    public fun onExhausted(value: OnExhausted): Options = with("on_exhausted", value)

    /** What [onExhausted] takes. */
    public enum class OnExhausted(
        override val word: String,
    ) : Choice {
        ADVANCE("advance"),
        ERROR("error"),
    }

    /** How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`. */
    public fun rollbackToleranceMs(value: Long): Options = with("rollback_tolerance_ms", value)

    /** The word `unlimited` for [rollbackToleranceMs]. */
    public fun unlimitedRollbackTolerance(): Options = with("rollback_tolerance_ms", "unlimited")

    /** What happens beyond that: `reset` or `error`. */
    public fun onRollback(value: OnRollback): Options = with("on_rollback", value)

    /** What [onRollback] takes. */
    public enum class OnRollback(
        override val word: String,
    ) : Choice {
        RESET("reset"),
        ERROR("error"),
    }

    /** The file that keeps the position for other processes and later ones: made if there is none. */
    public fun stateFile(value: Path): Options = with("state_file", value)

    /** The same, as text. */
    public fun stateFile(value: String): Options = with("state_file", value)

    /** The clock identifier of tid, 0–1023 (drawn). */
    public fun clockId(value: Long): Options = with("clock_id", value)

    /** The node: of timeid 0–1023 (drawn from 0–31); of uuid8 62 or 54 bits, not zero (random). */
    public fun node(value: Long): Options = with("node", value)

    /** The machine of uid11_snowish, 0–1023 (drawn). */
    public fun machine(value: Long): Options = with("machine", value)

    /** An identifier in the top bits of a UUID's node (random). */
    public fun machineId(value: Long): Options = with("machine_id", value)

    /** The width of `machine_id`, 1–16 bits (16). */
    public fun machineBits(value: Long): Options = with("machine_bits", value)

    /** Order of uid11_xid inside a millisecond: `random` or `monotonic`. */
    public fun order(value: Order): Options = with("order", value)

    /** What [order] takes. */
    public enum class Order(
        override val word: String,
    ) : Choice {
        RANDOM("random"),
        MONOTONIC("monotonic"),
    }

    /** Precision of uuid7_draft01: `ms`, `us` or `ns` (us). */
    public fun precision(value: Precision): Options = with("precision", value)

    /** What [precision] takes. */
    public enum class Precision(
        override val word: String,
    ) : Choice {
        MS("ms"),
        US("us"),
        NS("ns"),
    }

    /** Use of scru160's counter: `default` or `microsecond`. */
    public fun usage(value: Usage): Options = with("usage", value)

    /** What [usage] takes. */
    public enum class Usage(
        override val word: String,
    ) : Choice {
        DEFAULT("default"),
        MICROSECOND("microsecond"),
    }

    /** How many bits of scru160's random16 extend its counter, 0–16 (0). */
    public fun counterBits(value: Long): Options = with("counter_bits", value)

    /** How many random bits the counter of scru160 starts with (all but its top bit). */
    public fun counterSeedBits(value: Long): Options = with("counter_seed_bits", value)

    /** A node in the low bits of scru160's random16 (random). */
    public fun nodeId(value: Long): Options = with("node_id", value)

    /** The width of `node_id` (what `counter_bits` leaves of 16). */
    public fun nodeBits(value: Long): Options = with("node_bits", value)

    /** The epoch of uid11_snowish and uid11_ts_seq_rand (1321009871111) and of uuid8 (0). */
    public fun epochUnixMs(value: Long): Options = with("epoch_unix_ms", value)

    /** How many timestamp bits a uuid8 has: 32, 48, 60 or 64 (48). */
    public fun timestampBits(value: Long): Options = with("timestamp_bits", value)

    /** The unit of a uuid8's timestamp in nanoseconds (1000000). */
    public fun unitNs(value: Long): Options = with("unit_ns", value)
    // </generated>

    private companion object {
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

        /** No option takes no bytes: the core refuses them by the option's name. */
        private val NOTHING = Setting.Seed(ByteArray(0))

        /** A path as text, if that names the same file: it is of the file system, and its name is text. */
        private fun text(path: Path): String? =
            try {
                path.toString().takeIf { FileSystems.getDefault().getPath(it) == path }
            } catch (_: InvalidPathException) {
                null
            }
    }

    /** A word that an option takes. */
    public sealed interface Choice {
        /** The word. */
        public val word: String
    }
}
