package sortid

import sortid.internal.Direct
import sortid.internal.FieldValue
import sortid.internal.Words
import sortid.internal.failure
import sortid.internal.glue
import java.io.InvalidObjectException
import java.io.ObjectInputStream
import java.io.Serializable
import java.math.BigInteger
import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

/**
 * An id of any format: an immutable value that knows its format.
 *
 * Ids of one format are ordered by value (timeid: by time), which is not the signed order of [UUID]; ids of different formats
 * are never equal, and are ordered by the format's code.
 *
 * ```kotlin
 * val id = Id.parse("3jzfcijpj2z2a", Format.TID)
 * check(id.field("timestamp_us").toLong() == 1688137381887007)
 * check(id.instant == Instant.parse("2023-06-30T15:03:01.887007Z"))
 * check(id.toString() == "3jzfcijpj2z2a")
 * ```
 */
public class Id internal constructor(
    /** The format. */
    public val format: Format,
    internal val high: Long,
    internal val middle: Long,
    internal val low: Int,
) : Comparable<Id>,
    Serializable {
    /** The time in the bits, with the format's default epoch, exactly. Throws [SortidException.NotApplicable] where they tell none. */
    public val unixTime: UnixTime get() = Direct.timestamp(this)

    /**
     * The time in the bits as an instant of the JDK's.
     *
     * Throws [SortidException.NotApplicable] for a format that carries no time (uid11_fullrand) or does not tell its layout
     * (uuid8: see [unixTime] with options).
     */
    public val instant: Instant get() = unixTime.toInstant()

    /** Whether the id parses but is never generated: a tid with its top bit set, a scru160 at either end of its time. */
    public val isReserved: Boolean get() = glue { sortid.internal.idIsReserved(words) }

    /** Every field with its value, most significant first. Up to 80 bits; the time of a timeid is signed. */
    public val fields: Map<String, BigInteger>
        get() = glue { sortid.internal.idFields(words) }.associate { it.name to it.integer }

    /** The class of a timeid's node. Throws [SortidException.NotApplicable] for other formats. */
    public val nodeClass: NodeClass get() = NodeClass.entries[glue { sortid.internal.idNodeClass(words) }.toInt()]

    /**
     * The time of an id made with another epoch, layout (uuid8) or read to another precision.
     *
     * @throws SortidException.InvalidOption for what is no option of reading this format
     * @throws SortidException.NotApplicable as [instant]
     * @throws SortidException.TimestampOutOfRange where the seconds pass 64 bits
     */
    public fun unixTime(options: Options): UnixTime {
        val time = glue { sortid.internal.idTimestampWith(words, options.crossing) }
        return UnixTime(time.seconds, time.nanos.toInt())
    }

    /**
     * One field.
     *
     * @throws SortidException.InvalidField for a name the format lacks
     */
    public fun field(name: String): BigInteger = fields[name] ?: throw SortidException.InvalidField(null, null)

    /** The canonical text. */
    override fun toString(): String = if (isUuid) UUID(high, middle).toString() else Direct.text(this, Form.CANONICAL)

    /** The JDK prints UUIDs as the core does, without a call into the library. */
    private val isUuid get() = format.bits == 2 * Long.SIZE_BITS

    /**
     * Another text form.
     *
     * @throws SortidException.NotApplicable where the format lacks the form
     */
    public fun toText(form: Form): String = Direct.text(this, form)

    /** The big-endian bytes, 8, 16 or 20. */
    public fun toByteArray(): ByteArray {
        val all = ByteBuffer.allocate(WIDEST)
        all.putLong(high).putLong(middle).putInt(low)
        return all.array().copyOf(format.byteLength)
    }

    /**
     * The integer of a 64-bit format: that of a timeid, a `tid` and a snowish id in the order of the ids.
     *
     * @throws SortidException.NotApplicable for wider formats
     */
    public fun toLong(): Long = if (format.bits == Long.SIZE_BITS) high else throw SortidException.NotApplicable(null, null)

    /** The integer: that of a timeid signed, all others without sign. In the order of the ids. */
    public fun toBigInteger(): BigInteger {
        val bytes = toByteArray()
        return if (format.isSigned) BigInteger(bytes) else BigInteger(1, bytes)
    }

    /**
     * The UUID of a 128-bit format.
     *
     * [UUID] compares as signed numbers, from the year 6429 (uuid7) on wrongly; sort ids, not these.
     *
     * @throws SortidException.NotApplicable for formats of another width
     */
    public fun toUuid(): UUID = if (isUuid) UUID(high, middle) else throw SortidException.NotApplicable(null, null)

    /**
     * The same time and node in another format: tid to timeid and back.
     *
     * @throws SortidException.OutOfRange for a reserved tid and a timeid before 1970
     * @throws SortidException.NotApplicable for every other pair
     */
    public fun convert(to: Format): Id = glue { sortid.internal.idConvert(words, to.code.toUByte()) }.id

    override fun compareTo(other: Id): Int {
        val byFormat = format.compareTo(other.format)
        if (byFormat != 0) return byFormat
        val byHigh = if (format.isSigned) high.compareTo(other.high) else java.lang.Long.compareUnsigned(high, other.high)
        if (byHigh != 0) return byHigh
        val byMiddle = java.lang.Long.compareUnsigned(middle, other.middle)
        return if (byMiddle != 0) byMiddle else Integer.compareUnsigned(low, other.low)
    }

    override fun equals(other: Any?): Boolean =
        other is Id && high == other.high && middle == other.middle && low == other.low && format == other.format

    override fun hashCode(): Int {
        val words = high * HASH_FACTOR + middle * HASH_FACTOR.rotateLeft(1) + low
        return (words xor (words ushr Int.SIZE_BITS)).toInt() + format.code
    }

    internal val words get() = Words(format.code.toUByte(), high.toULong(), middle.toULong(), low.toUInt())

    private fun writeReplace(): Any = Serialized(format.formatName, toString())

    private fun readObject(
        @Suppress("UNUSED_PARAMETER") stream: ObjectInputStream,
    ): Unit = throw InvalidObjectException("an id is serialised as format and text")

    /** What is written by Java's serialisation: format and text. */
    private class Serialized(
        private val format: String,
        private val text: String,
    ) : Serializable {
        private fun readResolve(): Any =
            try {
                parse(text, Format.named(format))
            } catch (e: SortidException) {
                throw InvalidObjectException(e.message).apply { initCause(e) }
            }

        private companion object {
            private const val serialVersionUID = 1L
        }
    }

    public companion object {
        private const val serialVersionUID = 1L

        /** The width of the widest format in bytes. */
        private const val WIDEST = 20

        /** An odd number without pattern (2^64 divided by the golden ratio). */
        private const val HASH_FACTOR = -0x61c8864680b583ebL

        /**
         * Reads text in any of the format's forms; nothing is trimmed.
         *
         * @throws SortidException.InvalidLength first of all
         * @throws SortidException.InvalidCharacter with the offset of the first bad byte
         * @throws SortidException.OutOfRange where no id has this text
         * @throws SortidException.InvalidVariant for a UUID of another
         * @throws SortidException.InvalidVersion for a UUID of another
         */
        @JvmStatic
        public fun parse(
            text: String,
            format: Format,
        ): Id {
            val parsed = Direct.parse(text, format)
            return parsed.id ?: throw checkNotNull(failure(parsed.outcome))
        }

        /** The id of a text, or `null` where [parse] would throw. */
        @JvmStatic
        public fun parseOrNull(
            text: String,
            format: Format,
        ): Id? = Direct.parse(text, format).id

        /** Whether [parse] would accept the text. */
        @JvmStatic
        public fun isValid(
            text: String,
            format: Format,
        ): Boolean = parseOrNull(text, format) != null

        /**
         * From big-endian bytes of exactly the format's width.
         *
         * @throws SortidException.InvalidLength for bytes of another number
         * @throws SortidException.OutOfRange where no id has these bytes
         * @throws SortidException.InvalidVariant for a UUID of another
         * @throws SortidException.InvalidVersion for a UUID of another
         */
        @JvmStatic
        public fun fromBytes(
            bytes: ByteArray,
            format: Format,
        ): Id = glue { sortid.internal.idFromBytes(format.code.toUByte(), bytes) }.id

        /**
         * From the integer of a 64-bit format, its bits taken as they are.
         *
         * @throws SortidException.NotApplicable for wider formats
         * @throws SortidException.OutOfRange where no id has this integer
         */
        @JvmStatic
        public fun fromLong(
            int: Long,
            format: Format,
        ): Id = glue { sortid.internal.idFromU64(format.code.toUByte(), int.toULong()) }.id

        /**
         * From a UUID, for a 128-bit format.
         *
         * @throws SortidException.NotApplicable for formats of another width
         * @throws SortidException.InvalidVariant for a UUID of another
         * @throws SortidException.InvalidVersion for a UUID of another
         */
        @JvmStatic
        public fun fromUuid(
            uuid: UUID,
            format: Format,
        ): Id {
            val (high, low) = uuid.mostSignificantBits.toULong() to uuid.leastSignificantBits.toULong()
            return glue { sortid.internal.idFromU128(format.code.toUByte(), high, low) }.id
        }

        /**
         * From named fields; those left out are zero. Accepts what [parse] accepts.
         *
         * @param fields integers: [BigInteger], [Long], [Int]
         * @throws SortidException.InvalidField for a name the format lacks or a value too wide for its bits
         * @throws SortidException.TimestampOutOfRange for a timeid's −1
         */
        @JvmStatic
        public fun fromFields(
            fields: Map<String, Number>,
            format: Format,
        ): Id {
            val crossing = fields.map { (name, value) -> fieldValue(wellFormed(name), value) }
            return glue { sortid.internal.idFromFields(format.code.toUByte(), crossing) }.id
        }

        /**
         * What is this id? Every reading of a text: those with a time from 2010 to ten years from now, then the rest, then
         * reserved ids. Nothing is trimmed or guessed.
         */
        @JvmStatic
        public fun inspect(text: String): List<Id> = glue { sortid.internal.inspect(wellFormed(text)) }.map { it.id }

        /** Why the formats that refuse a text refuse it. */
        @JvmStatic
        public fun refusals(text: String): Map<Format, SortidException> =
            glue { sortid.internal.refusals(wellFormed(text)) }.associate {
                Format.coded(it.format) to SortidException.of(it.code, it.offset?.toInt(), null)
            }

        /**
         * Converts text by the names of formats, of which here alone `uuid1` is one.
         *
         * @throws SortidException.UnknownFormat for any other name
         * @throws SortidException.NotApplicable where there is no such conversion
         * @throws SortidException.OutOfRange for a reserved tid and a timeid before 1970
         * @throws SortidException as [parse]
         */
        @JvmStatic
        public fun convert(
            text: String,
            from: String,
            to: String,
        ): Converted {
            val converted = glue { sortid.internal.convertText(wellFormed(text), wellFormed(from), wellFormed(to)) }
            return Converted(converted.text, converted.bytes)
        }

        /** Converts big-endian bytes: see [convert] of text. */
        @JvmStatic
        public fun convert(
            bytes: ByteArray,
            from: String,
            to: String,
        ): Converted {
            val converted = glue { sortid.internal.convertBytes(bytes, wellFormed(from), wellFormed(to)) }
            return Converted(converted.text, converted.bytes)
        }
    }
}

internal val Words.id: Id get() = Id(Format.coded(format), high.toLong(), middle.toLong(), low.toInt())

private val FieldValue.integer: BigInteger
    get() = BigInteger.valueOf(high).shiftLeft(Long.SIZE_BITS).or(BigInteger(low.toString()))

/** The widest integer that crosses, too wide for every field. */
private val WIDEST_INTEGER: BigInteger = BigInteger.ONE.shiftLeft(2 * Long.SIZE_BITS - 1).dec()

private fun fieldValue(
    name: String,
    value: Number,
): FieldValue {
    val integer =
        when (value) {
            is BigInteger -> value.coerceIn(WIDEST_INTEGER.not(), WIDEST_INTEGER)
            is Long, is Int, is Short, is Byte -> BigInteger.valueOf(value.toLong())
            // What is no integer is no field's value.
            else -> WIDEST_INTEGER
        }
    return FieldValue(name, integer.shiftRight(Long.SIZE_BITS).toLong(), integer.toLong().toULong())
}
