package sortid.internal

import sortid.AnyId
import sortid.IdRange
import sortid.IdType
import sortid.SortId
import sortid.Timestamp
import sortid.wellFormed
import java.math.BigInteger
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.ByteOrder

/**
 * Single ids, past UniFFI and JNA: native methods of the JVM's own, which take and return numbers. What the library writes
 * it writes to memory of the calling thread; [check] reads its result.
 */
internal object Direct {
    init {
        Library.ensureLoaded()
    }

    /** Memory of the calling thread that the library reads and writes. */
    class Scratch {
        val buffer: ByteBuffer = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder())
        val address: Long = address(buffer)
    }

    const val SIZE = 256
    private const val WORD = Long.SIZE_BYTES

    /** The number of words of an id. */
    private const val ID_WORDS = 3

    /** Behind the words of an id. */
    private const val TEXT_AT = ID_WORDS * WORD

    /** The nanoseconds of an end that an interval lacks. */
    private const val OPEN = -1

    private val scratch: ThreadLocal<Scratch> = ThreadLocal.withInitial(::Scratch)

    /** That of the calling thread. */
    fun scratch(): Scratch = scratch.get()

    /** The address of a direct buffer's first element, which stays where it is. */
    @JvmStatic
    external fun address(buffer: Buffer): Long

    /** The next id of the generator at an address, or of the process-wide one at 0. */
    fun <T> next(
        generator: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        check(next(generator, type.format.code.toByte(), scratch.address), scratch)
        return id(type, scratch.buffer)
    }

    /** The next id of a manual generator. */
    fun <T> nextAt(
        generator: Long,
        type: IdType<T>,
        time: Timestamp,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        check(nextAt(generator, type.format.code.toByte(), time.seconds, time.nanos, scratch.address), scratch)
        return id(type, scratch.buffer)
    }

    /** A new id with a given time, from the process. */
    fun <T> newAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { newAt(type.format.code.toByte(), time.seconds, time.nanos, it) }

    /** The id of a text, or the error of an invalid one. */
    fun <T> parse(
        text: String,
        type: IdType<T>,
    ): Parsed<T> where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val code = type.format.code.toByte()
        val outcome = reading(wellFormed(text).toByteArray(), scratch) { at, length -> parse(code, at, length, scratch.address) }
        return if (outcome == 0L) Parsed(id(type, scratch.buffer), 0) else Parsed(null, outcome)
    }

    /** The id of big-endian bytes, or the error of invalid ones. */
    fun <T> fromBytes(
        bytes: ByteArray,
        type: IdType<T>,
    ): Parsed<T> where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val code = type.format.code.toByte()
        val outcome = reading(bytes, scratch) { at, length -> fromBytes(code, at, length, scratch.address) }
        return if (outcome == 0L) Parsed(id(type, scratch.buffer), 0) else Parsed(null, outcome)
    }

    /** Calls with the address of bytes that the library reads. */
    private inline fun reading(
        bytes: ByteArray,
        scratch: Scratch,
        call: (address: Long, length: Long) -> Long,
    ): Long {
        // More bytes are no id, but it is the library that says why.
        if (bytes.size > SIZE - TEXT_AT) return atAddress(bytes) { call(it, bytes.size.toLong()) }
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.put(bytes)
        return call(scratch.address + TEXT_AT, bytes.size.toLong())
    }

    /** The id of words, which an id of the format must have. */
    fun <T> checked(
        type: IdType<T>,
        high: Long,
        middle: Long,
    ): T where T : AnyId, T : Comparable<T> {
        Library.ensureLoaded()
        check(check(type.format.code.toByte(), high, middle, 0))
        return type.make(high, middle, 0)
    }

    /** The lower 64 bits of the field at a place in the format's list. */
    fun field(
        id: AnyId,
        place: Int,
    ): Long = field(id, place, scratch.get()).getLong(WORD)

    /** The field at a place in the format's list. */
    fun wideField(
        id: AnyId,
        place: Int,
    ): BigInteger {
        val bytes = ByteArray(2 * WORD)
        val words = field(id, place, scratch.get())
        ByteBuffer.wrap(bytes).putLong(words.getLong(0)).putLong(words.getLong(WORD))
        return BigInteger(bytes)
    }

    private fun field(
        id: AnyId,
        place: Int,
        scratch: Scratch,
    ): ByteBuffer {
        check(field(id.format.code.toByte(), id.head, id.middle, id.tail, place.toByte(), scratch.address))
        return scratch.buffer
    }

    /** Whether the id parses but is never generated. */
    fun isReserved(id: AnyId): Boolean {
        val scratch = scratch.get()
        check(isReserved(id.format.code.toByte(), id.head, id.middle, id.tail, scratch.address))
        return scratch.buffer.getLong(0) != 0L
    }

    /** The same id in another format. */
    fun <T> convert(
        id: AnyId,
        to: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> =
        written(to) { convert(id.format.code.toByte(), id.head, id.middle, id.tail, to.format.code.toByte(), it) }

    /** The smallest id of an instant. */
    fun <T> minAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { minAt(type.format.code.toByte(), time.seconds, time.nanos, it) }

    /** The largest id of an instant. */
    fun <T> maxAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { maxAt(type.format.code.toByte(), time.seconds, time.nanos, it) }

    /** The smallest and the largest id of an interval, which may lack an end, or `null` if there is none. */
    fun <T> rangeOrNull(
        from: Timestamp?,
        to: Timestamp?,
        type: IdType<T>,
    ): IdRange<T>? where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val code = type.format.code.toByte()
        val outcome = range(code, from?.seconds ?: 0, from?.nanos ?: OPEN, to?.seconds ?: 0, to?.nanos ?: OPEN, scratch.address)
        return if (outcome == 0L) IdRange(id(type, scratch.buffer), id(type, scratch.buffer, ID_WORDS)) else null
    }

    /** An id, or else what [failure] reads. */
    class Parsed<T : AnyId>(
        val id: T?,
        val outcome: Long,
    )

    /** A text form of an id. */
    fun text(
        id: AnyId,
        form: SortId.Form,
    ): String {
        val scratch = scratch.get()
        val out = scratch.address
        check(text(id.format.code.toByte(), id.head, id.middle, id.tail, form.ordinal.toByte(), out + TEXT_AT, out))
        val bytes = ByteArray(scratch.buffer.getLong(0).toInt())
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.get(bytes)
        return String(bytes, Charsets.ISO_8859_1)
    }

    /** The time in the bits. */
    fun timestamp(id: AnyId): Timestamp {
        val scratch = scratch.get()
        check(timestamp(id.format.code.toByte(), id.head, id.middle, id.tail, scratch.address))
        return Timestamp(scratch.buffer.getLong(0), scratch.buffer.getLong(WORD).toInt())
    }

    /** How the first of two ids of one format is ordered to the second. */
    fun compare(
        id: AnyId,
        other: AnyId,
    ): Int {
        val scratch = scratch.get()
        val format = id.format.code.toByte()
        check(compare(format, id.head, id.middle, id.tail, other.head, other.middle, other.tail, scratch.address))
        return scratch.buffer.getLong(0).toInt()
    }

    /** The id whose words a call writes to the address that it is given. */
    private inline fun <T> written(
        type: IdType<T>,
        call: (out: Long) -> Long,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        check(call(scratch.address))
        return id(type, scratch.buffer)
    }

    /** As [check], where a state file may be to blame: its path lies where the words behind the first say. */
    private fun check(
        outcome: Long,
        scratch: Scratch,
    ) {
        if (outcome != 0L) check(outcome) { path(scratch.buffer.getLong(WORD), scratch.buffer.getLong(2 * WORD)) }
    }

    /** The id whose words the library has written, from the word [at] on. */
    fun <T> id(
        type: IdType<T>,
        words: ByteBuffer,
        at: Int = 0,
    ): T where T : AnyId, T : Comparable<T> {
        val low = words.getLong((at + 2) * WORD).toInt()
        return type.make(words.getLong(at * WORD), words.getLong((at + 1) * WORD), low)
    }

    @JvmStatic
    private external fun next(
        generator: Long,
        format: Byte,
        out: Long,
    ): Long

    @JvmStatic
    private external fun nextAt(
        generator: Long,
        format: Byte,
        seconds: Long,
        nanos: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun newAt(
        format: Byte,
        seconds: Long,
        nanos: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun parse(
        format: Byte,
        text: Long,
        length: Long,
        out: Long,
    ): Long

    @JvmStatic
    private external fun fromBytes(
        format: Byte,
        start: Long,
        length: Long,
        out: Long,
    ): Long

    @JvmStatic
    private external fun check(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
    ): Long

    @JvmStatic
    private external fun field(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        place: Byte,
        out: Long,
    ): Long

    @JvmStatic
    private external fun isReserved(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun convert(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        to: Byte,
        out: Long,
    ): Long

    @JvmStatic
    private external fun minAt(
        format: Byte,
        seconds: Long,
        nanos: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun maxAt(
        format: Byte,
        seconds: Long,
        nanos: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun range(
        format: Byte,
        fromSeconds: Long,
        fromNanos: Int,
        toSeconds: Long,
        toNanos: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun text(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        form: Byte,
        out: Long,
        length: Long,
    ): Long

    @JvmStatic
    private external fun compare(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        otherHigh: Long,
        otherMiddle: Long,
        otherLow: Int,
        out: Long,
    ): Long

    @JvmStatic
    private external fun timestamp(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        out: Long,
    ): Long
}
