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
 * Operations on single ids by JNI methods with numeric parameters, faster than UniFFI and JNA. The
 * library writes results to memory of the calling thread; [check] reads the status.
 */
internal object Direct {
    init {
        Library.ensureLoaded()
    }

    /** Memory of the calling thread that the library reads and writes. */
    class Scratch {
        val buffer: ByteBuffer = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder())
        val address: Long = address(buffer)

        /** The same memory in big-endian order, for ids. */
        val ids: ByteBuffer = buffer.duplicate()
    }

    const val SIZE = 256
    private const val WORD = Long.SIZE_BYTES

    /** The size of a `sortid_id` in bytes. */
    const val ID_SIZE = 24

    /** The offset of texts, behind an id. */
    private const val TEXT_AT = ID_SIZE

    private val scratch: ThreadLocal<Scratch> = ThreadLocal.withInitial(::Scratch)

    fun scratch(): Scratch = scratch.get()

    /** The address of a direct buffer's first element, valid while the buffer is reachable. */
    @JvmStatic
    external fun address(buffer: Buffer): Long

    /** The next id of the generator at an address, or of the process-wide one at 0. */
    fun <T> next(
        generator: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val out = scratch.address
        check(if (generator == 0L) Calls.newId(type.format.code, out) else Calls.generatorNext(generator, out))
        return id(type, scratch.ids)
    }

    fun <T> nextAt(
        generator: Long,
        type: IdType<T>,
        time: Timestamp,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.generatorNextAt(generator, time.seconds, time.nanos, it) }

    fun <T> newAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.newIdAt(time.seconds, time.nanos, type.format.code, it) }

    /** The id of a text; `null` if the text is invalid. */
    fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val code = type.format.code
        val status = reading(wellFormed(text).toByteArray(), scratch) { at, length -> Calls.parse(at, length, code, scratch.address) }
        return if (status == 0) id(type, scratch.ids) else null
    }

    /** The id of big-endian bytes; `null` if they are invalid. */
    fun <T> fromBytes(
        bytes: ByteArray,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val code = type.format.code
        val status = reading(bytes, scratch) { at, length -> Calls.fromBytes(at, length, code, scratch.address) }
        return if (status == 0) id(type, scratch.ids) else null
    }

    /** Calls with the address of a copy of the bytes. */
    private inline fun reading(
        bytes: ByteArray,
        scratch: Scratch,
        call: (address: Long, length: Long) -> Int,
    ): Int {
        // Too long for an id; the library reports the error.
        if (bytes.size > SIZE - TEXT_AT) return atAddress(bytes) { call(it, bytes.size.toLong()) }
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.put(bytes)
        return call(scratch.address + TEXT_AT, bytes.size.toLong())
    }

    fun <T> fromLong(
        int: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.fromU64(int, type.format.code, it) }

    fun <T> fromLongs(
        high: Long,
        low: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.fromU128(high, low, type.format.code, it) }

    /** The lower 64 bits of the field at this index in the format's list. */
    fun field(
        id: AnyId,
        place: Int,
    ): Long = field(id, place, scratch.get()).getLong(WORD)

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
        check(Calls.fieldAt(id.head, id.middle, id.tail, id.format.code, place.toLong(), scratch.address, scratch.address + WORD))
        return scratch.buffer
    }

    fun isReserved(id: AnyId): Boolean = Calls.isReserved(id.head, id.middle, id.tail, id.format.code)

    fun <T> convert(
        id: AnyId,
        to: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(to) { Calls.convert(id.head, id.middle, id.tail, id.format.code, to.format.code, it) }

    fun <T> minAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.minAt(time.seconds, time.nanos, type.format.code, it) }

    fun <T> maxAt(
        time: Timestamp,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> = written(type) { Calls.maxAt(time.seconds, time.nanos, type.format.code, it) }

    /** The smallest and the largest id of an interval; `null` if it is invalid. */
    fun <T> rangeOrNull(
        from: Timestamp,
        to: Timestamp,
        type: IdType<T>,
    ): IdRange<T>? where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        val min = scratch.address
        val status = Calls.range(from.seconds, from.nanos, to.seconds, to.nanos, type.format.code, 0, 0, min, min + ID_SIZE)
        return if (status == 0) IdRange(id(type, scratch.ids), id(type, scratch.ids, ID_SIZE)) else null
    }

    fun text(
        id: AnyId,
        form: SortId.Form,
    ): String {
        val scratch = scratch.get()
        val out = scratch.address
        val room = (SIZE - TEXT_AT).toLong()
        scratch.buffer.putLong(0, 0)
        check(Calls.textForm(id.head, id.middle, id.tail, id.format.code, form.ordinal, out + TEXT_AT, room, out))
        // The library's length includes a terminator.
        val bytes = ByteArray(scratch.buffer.getLong(0).toInt() - 1)
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.get(bytes)
        return String(bytes, Charsets.ISO_8859_1)
    }

    fun timestamp(id: AnyId): Timestamp {
        val scratch = scratch.get()
        check(Calls.timestamp(id.head, id.middle, id.tail, id.format.code, scratch.address))
        return Timestamp(scratch.buffer.getLong(0), scratch.buffer.getInt(WORD))
    }

    fun compare(
        id: AnyId,
        other: AnyId,
    ): Int {
        val format = id.format.code
        return Calls.compare(id.head, id.middle, id.tail, format, other.head, other.middle, other.tail, format)
    }

    /** Returns the id that [call] writes to the address `out`. */
    private inline fun <T> written(
        type: IdType<T>,
        call: (out: Long) -> Int,
    ): T where T : AnyId, T : Comparable<T> {
        val scratch = scratch.get()
        check(call(scratch.address))
        return id(type, scratch.ids)
    }

    /** Reads a big-endian id at an offset. */
    fun <T> id(
        type: IdType<T>,
        bytes: ByteBuffer,
        at: Int = 0,
    ): T where T : AnyId, T : Comparable<T> = type.make(bytes.getLong(at), bytes.getLong(at + WORD), bytes.getInt(at + 2 * WORD))
}
