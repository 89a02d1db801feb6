package sortid

import java.time.DateTimeException
import java.time.Instant

/**
 * An instant as ids carry it: whole seconds since 1970, floored, and nanoseconds of the second, 0–999 999 999.
 *
 * An [Instant] reaches as far as every format's own time; only a uuid8 of a maker's unit and epoch can tell a later one.
 */
public data class Timestamp(
    public val seconds: Long,
    public val nanos: Int,
) : Comparable<Timestamp> {
    /** From an instant of the JDK's. */
    public constructor(instant: Instant) : this(instant.epochSecond, instant.nano)

    /**
     * The instant.
     *
     * @throws SortidException.TimestampOutOfRange beyond what an [Instant] can tell
     */
    public fun toInstant(): Instant =
        try {
            Instant.ofEpochSecond(seconds, nanos.toLong())
        } catch (_: DateTimeException) {
            throw sortidException(ErrorCode.TIMESTAMP_OUT_OF_RANGE, "an Instant is from ${Instant.MIN} to ${Instant.MAX}, not $seconds s")
        }

    override fun compareTo(other: Timestamp): Int = compareValuesBy(this, other, Timestamp::seconds, Timestamp::nanos)

    internal val crossing get() = sortid.internal.UnixTime(seconds, nanos.toUInt())
}

/**
 * The smallest and the largest id of an interval, both of them inside.
 *
 * A [ClosedRange] too, so that `id in range`, [coerceIn] and whatever else takes one work.
 */
public data class IdRange<T : Comparable<T>>(
    public val min: T,
    public val max: T,
) : ClosedRange<T> {
    override val start: T get() = min
    override val endInclusive: T get() = max

    /** Whether an id lies between them. */
    override operator fun contains(value: T): Boolean = min <= value && value <= max

    override fun toString(): String = "$min..$max"
}

/** An id, and what was corrected in its text. */
public data class Corrected<T>(
    public val id: T,
    /** The names of the corrections, the same in every language, for example `braces`; empty where the text is an id as it stands. */
    public val corrections: List<String>,
)

/** An order of the 16 bytes of an id, other than big-endian. */
public enum class ByteOrder(
    /** The name, the same in every language. */
    public val orderName: String,
) {
    /** That of .NET's `Guid.ToByteArray` and SQL Server: the first three groups of the UUID reversed. */
    GUID("guid"),

    /** That of MySQL's `UUID_TO_BIN(uuid, 1)`: the third group first, then the second and the first. */
    MYSQL_SWAPPED("mysql_swapped"),
}

/** An id in a text: its characters are those from [start] to before [end]. */
public data class FoundId(
    public val id: SortId,
    public val start: Int,
    public val end: Int,
)

/** Who may use the node of a timeid (draft-goldman-tid, "node"). */
public enum class NodeClass {
    /** 0–31: no coordination, likely to collide with data from elsewhere. */
    BEST_EFFORT,

    /** 32–991: given out by an application. */
    CONTEXT,

    /** 992–1023: registered, globally unique. */
    GLOBAL,
}
