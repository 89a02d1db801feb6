package sortid.internal

import com.sun.jna.Native
import com.sun.jna.Pointer
import sortid.AnyId
import sortid.IdType
import sortid.SortId
import sortid.UnixTime
import sortid.wellFormed
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.ByteOrder

/**
 * Single ids, past UniFFI and JNA: native methods of the JVM's own, which take and return numbers alone. What the library writes
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

    /** Behind the words that are written. */
    private const val TEXT_AT = 3 * WORD

    private val scratch: ThreadLocal<Scratch> = ThreadLocal.withInitial(::Scratch)

    /** That of the calling thread. */
    fun scratch(): Scratch = scratch.get()

    fun address(buffer: Buffer): Long = Pointer.nativeValue(Native.getDirectBufferPointer(buffer))

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
        time: UnixTime,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        check(nextAt(generator, type.format.code.toByte(), time.seconds, time.nanos, scratch.address), scratch)
        return id(type, scratch.buffer)
    }

    /** The id of a text, or the error of an invalid one. */
    fun <T> parse(
        text: String,
        type: IdType<T>,
    ): Parsed<T> where T : AnyId, T : Comparable<T> {
        val format = type.format
        val scratch = scratch.get()
        val bytes = wellFormed(text).toByteArray()
        val outcome =
            if (bytes.size <= SIZE - TEXT_AT) {
                scratch.buffer.moveTo(TEXT_AT)
                scratch.buffer.put(bytes)
                parse(format.code.toByte(), scratch.address + TEXT_AT, bytes.size.toLong(), scratch.address)
            } else {
                // No id, but it is the library that says why.
                atAddress(bytes) { parse(format.code.toByte(), it, bytes.size.toLong(), scratch.address) }
            }
        return if (outcome == 0L) Parsed(id(type, scratch.buffer), 0) else Parsed(null, outcome)
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
    fun timestamp(id: AnyId): UnixTime {
        val scratch = scratch.get()
        check(timestamp(id.format.code.toByte(), id.head, id.middle, id.tail, scratch.address))
        return UnixTime(scratch.buffer.getLong(0), scratch.buffer.getLong(WORD).toInt())
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

    /** As [check], where a state file may be to blame: its path lies where the words behind the first say. */
    private fun check(
        outcome: Long,
        scratch: Scratch,
    ) {
        if (outcome != 0L) check(outcome) { path(scratch.buffer.getLong(WORD), scratch.buffer.getLong(2 * WORD)) }
    }

    /** The id whose words the library has written. */
    fun <T> id(
        type: IdType<T>,
        words: ByteBuffer,
    ): T where T : AnyId, T : Comparable<T> = type.make(words.getLong(0), words.getLong(WORD), words.getLong(2 * WORD).toInt())

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
    private external fun parse(
        format: Byte,
        text: Long,
        length: Long,
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
