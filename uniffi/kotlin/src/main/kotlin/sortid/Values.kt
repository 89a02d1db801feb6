package sortid

import java.time.DateTimeException
import java.time.Instant

/**
 * The time of an id: seconds since 1970, floored, and nanoseconds, 0–999 999 999.
 *
 * [Instant] covers every format, except a uuid8 with options for unit and epoch.
 */
public data class Timestamp(
    public val seconds: Long,
    public val nanos: Int,
) : Comparable<Timestamp> {
    /** Converts an [Instant]. */
    public constructor(instant: Instant) : this(instant.epochSecond, instant.nano)

    /**
     * Converts to an [Instant].
     *
     * @throws SortidException.TimestampOutOfRange outside the range of [Instant]
     */
    public fun toInstant(): Instant =
        try {
            Instant.ofEpochSecond(seconds, nanos.toLong())
        } catch (_: DateTimeException) {
            throw sortidException(ErrorCode.TIMESTAMP_OUT_OF_RANGE, "expected a time from ${Instant.MIN} to ${Instant.MAX}, not $seconds s")
        }

    override fun compareTo(other: Timestamp): Int = compareValuesBy(this, other, Timestamp::seconds, Timestamp::nanos)

    internal val crossing get() = sortid.internal.UnixTime(seconds, nanos.toUInt())
}

/** The smallest and the largest id of an interval: `id in range`. */
public data class IdRange<T : Id>(
    public val min: T,
    public val max: T,
) {
    /** Whether an id is in the range. */
    public operator fun contains(id: T): Boolean = min.order(id) <= 0 && id.order(max) <= 0

    override fun toString(): String = "$min..$max"
}

/** An id, and the corrections of its text. */
public data class Corrected<T>(
    public val id: T,
    /** The names of the corrections, the same in every language, for example `braces`. */
    public val corrections: List<String>,
)

/** A converted id: its canonical text and its big-endian bytes. */
public class Converted internal constructor(
    /** The canonical text. */
    public val text: String,
    private val bytes: ByteArray,
) {
    /** The big-endian bytes. */
    public fun toByteArray(): ByteArray = bytes.clone()

    override fun toString(): String = text

    override fun equals(other: Any?): Boolean = other is Converted && other.text == text

    override fun hashCode(): Int = text.hashCode()
}

/** A byte order of 128-bit ids other than big-endian. */
public enum class ByteOrder(
    /** The name, the same in every language. */
    public val orderName: String,
) {
    /** As .NET's `Guid.ToByteArray` and SQL Server: the first three groups are reversed. */
    GUID("guid"),

    /** As MySQL's `UUID_TO_BIN(uuid, 1)`: the third group first, then the second and the first. */
    MYSQL_SWAPPED("mysql_swapped"),
}

/** An id in a text, at the characters from [start] to before [end]. */
public data class FoundId(
    public val id: AnyId,
    public val start: Int,
    public val end: Int,
)

/** The allocation class of a timeid's node (draft-goldman-tid, "node"). */
public enum class NodeClass {
    /** 0–31: no coordination, likely to collide with data from elsewhere. */
    BEST_EFFORT,

    /** 32–991: assigned by an application. */
    CONTEXT,

    /** 992–1023: registered, globally unique. */
    GLOBAL,
}
