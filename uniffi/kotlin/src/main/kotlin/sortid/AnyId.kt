package sortid

import sortid.internal.Direct
import sortid.internal.Plain
import sortid.internal.RegisterSortidTypeAdapters
import sortid.internal.SerializedId
import sortid.internal.Words
import sortid.internal.glue
import java.io.ObjectInputStream
import java.io.Serializable
import java.math.BigInteger
import java.nio.ByteBuffer
import java.time.Instant

/**
 * What every id has: a type per format ([TypedId]) and the dynamic one ([SortId]).
 *
 * Immutable values. Ids of two classes are never equal: a [Tid] and the [SortId] of the same bits are two things.
 * Java's serialization writes the text.
 */
public sealed class AnyId : Serializable {
    /** The format. */
    public abstract val format: Format

    /** The first 64 bits; what the format is too narrow for is zero, in these and the next. */
    internal abstract val head: Long

    /** Bits 64–127. */
    internal abstract val middle: Long

    /** Bits 128–159. */
    internal abstract val tail: Int

    /** What needs no call into the library. */
    internal abstract val plain: Plain?

    /** Stops Gson without our adapters. It lies where the objects have a gap. */
    private val reflected: RegisterSortidTypeAdapters? = null

    /** The time in the bits, with the format's default epoch, exactly. Throws [SortidException.NotApplicable] where they tell none. */
    public val timestamp: Timestamp get() = Direct.timestamp(this)

    /**
     * The time in the bits as an instant of the JDK's.
     *
     * Throws [SortidException.NotApplicable] for a format that carries no time (uid11_fullrand) or does not tell its layout
     * (uuid8: see [timestamp] with options).
     */
    public val instant: Instant get() = timestamp.toInstant()

    /** Whether the id parses but is never generated: a tid with its top bit set, a scru160 at either end of its time. */
    public open val isReserved: Boolean get() = Direct.isReserved(this)

    /** Every field with its value, most significant first. Up to 80 bits; the time of a timeid is signed. */
    public val fields: Map<String, BigInteger>
        get() = format.fields.indices.associate { format.fields[it].name to Direct.wideField(this, it) }

    /** What kind of UUID an `any_uuid` is; `null` for every other format. */
    public open val kind: UuidKind? get() = glue { sortid.internal.idKind(words) }?.let { UuidKind.entries[it.toInt()] }

    /** The class of a timeid's node. Throws [SortidException.NotApplicable] for other formats. */
    public val nodeClass: NodeClass get() = NodeClass.entries[glue { sortid.internal.idNodeClass(words) }.toInt()]

    /**
     * The time of an id made with another epoch, layout (uuid8) or read to another precision.
     *
     * @throws SortidException.InvalidOption for an option that the format lacks, or a value out of bounds
     * @throws SortidException.NotApplicable as [instant]
     * @throws SortidException.TimestampOutOfRange where the seconds pass 64 bits
     */
    public fun timestamp(options: GeneratorOptions): Timestamp {
        val time = glue { sortid.internal.idTimestampWith(words, options.crossing) }
        return Timestamp(time.seconds, time.nanos.toInt())
    }

    /**
     * One field by its name; a type per format has a property for each, as the number that fits it.
     *
     * @throws SortidException.InvalidField for a name the format lacks
     */
    public fun field(name: String): BigInteger = Direct.wideField(this, format.fieldAt(name))

    /** The lower 64 bits of the field at a place in the format's list. */
    internal fun fieldAt(place: Int): Long = Direct.field(this, place)

    /** The field at a place in the format's list. */
    internal fun wideFieldAt(place: Int): BigInteger = Direct.wideField(this, place)

    /** The canonical text. */
    override fun toString(): String = plain?.text?.write(head, middle) ?: Direct.text(this, SortId.Form.CANONICAL)

    /**
     * Another text form.
     *
     * @throws SortidException.NotApplicable where the format lacks the form
     */
    public fun toText(form: SortId.Form): String = Direct.text(this, form)

    /** The big-endian bytes, as many as [Format.byteLength]. */
    public fun toByteArray(): ByteArray {
        val all = ByteBuffer.allocate(WIDEST)
        all.putLong(head).putLong(middle).putInt(tail)
        return all.array().copyOf(format.byteLength)
    }

    /**
     * The 16 bytes in another order than big-endian.
     *
     * @throws SortidException.NotApplicable for formats of other widths
     */
    public fun toByteArray(order: ByteOrder): ByteArray = glue { sortid.internal.bytesIn(words, order.ordinal.toUByte()) }

    /** The integer, signed for a timeid, unsigned for all others. In the order of the ids, except for `comb_mssql`. */
    public fun toBigInteger(): BigInteger {
        val bytes = toByteArray()
        return if (format.isSigned) BigInteger(bytes) else BigInteger(1, bytes)
    }

    /**
     * The same id in another format: tid and timeid, uuid1 and uuid6, xid and object_id; formats of 128 bits by their bits,
     * but no UUID as one of another version.
     *
     * @throws SortidException.OutOfRange for a reserved tid, a timeid before 1970, and bits that are no id of the format
     * @throws SortidException.InvalidVariant for bits of another variant
     * @throws SortidException.InvalidVersion for bits of another version
     * @throws SortidException.NotApplicable for every other pair
     */
    public fun convert(to: Format): SortId = convert(IdType.dynamic(to))

    /** [convert] to a type. */
    public fun <O> convert(to: IdType<O>): O where O : AnyId, O : Comparable<O> {
        if (plain?.isCopiedTo(to.format) == true) to.ofWordsOrNull(head, middle)?.let { return it }
        return Direct.convert(this, to)
    }

    internal fun <O> neighbor(
        isAfter: Boolean,
        type: IdType<O>,
    ): O where O : AnyId, O : Comparable<O> {
        val words = Words(format.code.toUByte(), head.toULong(), middle.toULong(), tail.toUInt())
        return type.of(glue { sortid.internal.idNeighbor(words, isAfter) })
    }

    /** Of the same class, with the same bits; a [SortId] of the same format too. */
    final override fun equals(other: Any?): Boolean =
        other is AnyId && javaClass == other.javaClass && format == other.format &&
            head == other.head && middle == other.middle && tail == other.tail

    final override fun hashCode(): Int {
        val words = head * HASH_FACTOR + middle * HASH_FACTOR.rotateLeft(1) + tail
        return (words xor (words ushr Int.SIZE_BITS)).toInt() + format.code
    }

    /** The order of two ids of one format. */
    internal fun order(other: AnyId): Int {
        if (!format.bytesSort && !format.isSigned) return Direct.compare(this, other)
        val byHigh = if (format.isSigned) head.compareTo(other.head) else java.lang.Long.compareUnsigned(head, other.head)
        if (byHigh != 0) return byHigh
        val byMiddle = java.lang.Long.compareUnsigned(middle, other.middle)
        return if (byMiddle != 0) byMiddle else Integer.compareUnsigned(tail, other.tail)
    }

    /** Java's serialization writes the text. */
    protected fun writeReplace(): Any = SerializedId(this)

    private fun readObject(stream: ObjectInputStream): Unit = throw SerializedId.missing()

    internal val words get() = Words(format.code.toUByte(), head.toULong(), middle.toULong(), tail.toUInt())

    private companion object {
        /** The width of the widest format in bytes. */
        const val WIDEST = 20

        /** An odd number without pattern (2^64 divided by the golden ratio). */
        const val HASH_FACTOR = -0x61c8864680b583ebL
    }
}
