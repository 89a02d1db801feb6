package sortid

import sortid.internal.Direct
import sortid.internal.IdsInGson
import sortid.internal.Plain
import sortid.internal.SerializedId
import sortid.internal.Words
import sortid.internal.glue
import java.io.ObjectInputStream
import java.io.Serializable
import java.math.BigInteger
import java.nio.ByteBuffer
import java.time.Instant

/**
 * Base class of all ids: [TypedId] for each format, [AnyId] for formats known only at run time,
 * [TypeId] for declared types.
 *
 * Immutable. Ids of two classes are never equal: a [Tid] differs from the [AnyId] with the same
 * bits. Java's serialization writes the text.
 */
public sealed class Id : Serializable {
    /** The format. */
    public abstract val format: Format

    /** Bits 0–63. Bits beyond the width of the format are zero, here and in [middle] and [tail]. */
    internal abstract val head: Long

    /** Bits 64–127. */
    internal abstract val middle: Long

    /** Bits 128–159. */
    internal abstract val tail: Int

    /** Reads and writes ids without the library; `null` if the format requires it. */
    internal abstract val plain: Plain?

    /** Makes Gson fail without sortid's adapters. Occupies padding of the object. */
    private val reflected: IdsInGson? = null

    /** The exact time, by the default epoch. Throws [SortidException.NotApplicable] without one. */
    public open val timestamp: Timestamp get() = Direct.timestamp(this)

    /**
     * The time of the id as an [Instant].
     *
     * Throws [SortidException.NotApplicable] for a format without time (uid11_fullrand) or without
     * a known layout (uuid8: see [timestamp] with options).
     */
    public val instant: Instant get() = timestamp.toInstant()

    /** Whether the id parses but is never generated: for example a tid with its top bit set. */
    public open val isReserved: Boolean get() = Direct.isReserved(this)

    /** All fields, most significant first, with up to 80 bits; the time of a timeid is signed. */
    public val fields: Map<String, BigInteger>
        get() = format.fields.indices.associate { format.fields[it].name to Direct.wideField(this, it) }

    /** The kind of an `any_uuid`; `null` for every other format. */
    public open val kind: UuidKind? get() = glue { sortid.internal.idKind(words) }?.let { UuidKind.entries[it.toInt()] }

    /** The class of a timeid's node. Throws [SortidException.NotApplicable] for other formats. */
    public val nodeClass: NodeClass get() = NodeClass.entries[glue { sortid.internal.idNodeClass(words) }.toInt()]

    /**
     * The time of an id generated with another epoch, layout (uuid8) or precision.
     *
     * @throws SortidException.InvalidOption for an option that the format lacks or an invalid value
     * @throws SortidException.NotApplicable if [instant] throws it
     * @throws SortidException.TimestampOutOfRange if the seconds exceed 64 bits
     */
    public fun timestamp(options: GeneratorOptions): Timestamp {
        val time = glue { sortid.internal.idTimestampWith(words, options.crossing) }
        return Timestamp(time.seconds, time.nanos.toInt())
    }

    /**
     * Returns a field by name. Classes of formats have a property for each field.
     *
     * @throws SortidException.InvalidField for a name that the format lacks
     */
    public fun field(name: String): BigInteger = Direct.wideField(this, format.fieldAt(name))

    /** The lower 64 bits of the field at this index in the format's list. */
    internal fun fieldAt(place: Int): Long = Direct.field(this, place)

    internal fun wideFieldAt(place: Int): BigInteger = Direct.wideField(this, place)

    /** Converts to the class for all formats. */
    public open fun toAnyId(): AnyId = AnyId(format, head, middle, tail)

    /** Returns the canonical text. */
    override fun toString(): String = plain?.text?.write(head, middle) ?: Direct.text(this, Form.CANONICAL)

    /**
     * Returns another text form.
     *
     * @throws SortidException.NotApplicable if the format lacks the form
     */
    public fun toText(form: Form): String = Direct.text(this, form)

    /** Returns the big-endian bytes; [Format.byteLength] is their number. */
    public fun toByteArray(): ByteArray {
        val all = ByteBuffer.allocate(WIDEST)
        all.putLong(head).putLong(middle).putInt(tail)
        return all.array().copyOf(format.byteLength)
    }

    /**
     * Returns the 16 bytes in another byte order than big-endian.
     *
     * @throws SortidException.NotApplicable for formats of other widths
     */
    public fun toByteArray(order: ByteOrder): ByteArray = glue { sortid.internal.bytesIn(words, order.ordinal.toUByte()) }

    /** Returns the integer, signed for a timeid. It sorts as ids do, except for `comb_mssql`. */
    public fun toBigInteger(): BigInteger {
        val bytes = toByteArray()
        return if (format.isSigned) BigInteger(bytes) else BigInteger(1, bytes)
    }

    /**
     * Converts the id to another format: between tid and timeid, uuid1 and uuid6, xid and
     * object_id. Formats of 128 bits exchange their bits, except UUIDs of different versions.
     *
     * @throws SortidException.OutOfRange for a reserved tid, a timeid before 1970, or invalid bits
     * @throws SortidException.InvalidVariant for bits of another variant
     * @throws SortidException.InvalidVersion for bits of another version
     * @throws SortidException.NotApplicable for every other pair
     */
    public fun convert(to: Format): AnyId = convert(IdType.of(to))

    /** [convert] to the format of a type. */
    public fun <O : Id> convert(to: IdType<O>): O {
        if (plain?.isCopiedTo(to.format) == true) to.ofWordsOrNull(head, middle)?.let { return it }
        return Direct.convert(this, to)
    }

    internal fun <O : Id> neighbor(
        isAfter: Boolean,
        type: IdType<O>,
    ): O {
        val words = Words(format.code.toUByte(), head.toULong(), middle.toULong(), tail.toUInt())
        return type.of(glue { sortid.internal.idNeighbor(words, isAfter) })
    }

    /** Whether class, format and bits are equal. */
    override fun equals(other: Any?): Boolean =
        other is Id && javaClass == other.javaClass && format == other.format &&
            head == other.head && middle == other.middle && tail == other.tail

    override fun hashCode(): Int {
        val words = head * HASH_FACTOR + middle * HASH_FACTOR.rotateLeft(1) + tail
        return (words xor (words ushr Int.SIZE_BITS)).toInt() + format.code
    }

    /** Compares two ids of one type. */
    internal open fun order(other: Id): Int {
        if (!format.bytesSort && !format.isSigned) return Direct.compare(this, other)
        val byHigh = if (format.isSigned) head.compareTo(other.head) else java.lang.Long.compareUnsigned(head, other.head)
        if (byHigh != 0) return byHigh
        val byMiddle = java.lang.Long.compareUnsigned(middle, other.middle)
        return if (byMiddle != 0) byMiddle else Integer.compareUnsigned(tail, other.tail)
    }

    /** Java's serialization writes the text. */
    protected open fun writeReplace(): Any = SerializedId(this)

    private fun readObject(stream: ObjectInputStream): Unit = throw SerializedId.missing()

    internal val words get() = Words(format.code.toUByte(), head.toULong(), middle.toULong(), tail.toUInt())

    private companion object {
        /** The width of the widest format in bytes. */
        const val WIDEST = 20

        /** An odd number without pattern (2^64 divided by the golden ratio). */
        const val HASH_FACTOR = -0x61c8864680b583ebL
    }
}
