package sortid

import java.time.DateTimeException
import java.time.Instant

/**
 * An instant as ids carry it: whole seconds since 1970, floored, and nanoseconds of the second, 0–999 999 999.
 *
 * An [Instant] reaches as far as every format's own time; only a uuid8 of a maker's unit and epoch can tell a later one.
 */
public data class UnixTime(
    public val seconds: Long,
    public val nanos: Int,
) : Comparable<UnixTime> {
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
            throw SortidException.TimestampOutOfRange(null, null)
        }

    override fun compareTo(other: UnixTime): Int = compareValuesBy(this, other, UnixTime::seconds, UnixTime::nanos)

    internal val crossing get() = sortid.internal.UnixTime(seconds, nanos.toUInt())
}

/** The smallest and the largest id of an interval, both of them inside. */
public data class IdRange(
    public val min: Id,
    public val max: Id,
) {
    /** Whether an id lies between them. */
    public operator fun contains(id: Id): Boolean = min <= id && id <= max
}

/** What a generator has done. */
public data class Status(
    /** Ids made. */
    public val ids: Long,
    /** How far the last id's tick is ahead of the clock's highest reading, in nanoseconds. */
    public val leadNs: Long,
    /** How often the clock was found set back by more than the tolerance. */
    public val rollbacks: Long,
)

/** How far a fill came: the ids at the start of the memory are valid, also after an error. */
public data class Filled(
    /** How many leading ids are valid. */
    public val ids: Int,
    /** Why there are not more; `null` if the memory is full. */
    public val error: SortidException?,
) {
    /** The number of ids if the memory is full; else throws the [error]. */
    public fun complete(): Int = if (error == null) ids else throw error
}

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

/** A way to write an id. */
public enum class Form(
    /** The name, the same in every language. */
    public val formName: String,
) {
    // <generated: forms>

    /** What `toString` gives. */
    CANONICAL("canonical"),

    /** Without hyphens (timeid, UUIDs). */
    COMPACT("compact"),

    /** Hexadecimal (scru160). */
    HEX("hex"),

    /** A URN (UUIDs). */
    URN("urn"),
    // </generated>
}

/** Who may use the node of a timeid (draft-goldman-tid, "node"). */
public enum class NodeClass {
    /** 0–31: no coordination, likely to collide with data from elsewhere. */
    BEST_EFFORT,

    /** 32–991: given out by an application. */
    CONTEXT,

    /** 992–1023: registered, globally unique. */
    GLOBAL,
}
