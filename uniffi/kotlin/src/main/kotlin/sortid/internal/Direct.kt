package sortid.internal

import sortid.Form
import sortid.Id
import sortid.IdRange
import sortid.IdType
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
    fun <T : Id> next(
        generator: Long,
        type: IdType<T>,
    ): T {
        val scratch = scratch.get()
        val out = scratch.address
        check(if (generator == 0L) Calls.newId(type.generated.code, out) else Calls.generatorNext(generator, out))
        return id(type, scratch.ids)
    }

    fun <T : Id> nextAt(
        generator: Long,
        type: IdType<T>,
        time: Timestamp,
    ): T = written(type) { Calls.generatorNextAt(generator, time.seconds, time.nanos, it) }

    fun <T : Id> newAt(
        time: Timestamp,
        type: IdType<T>,
    ): T = written(type) { Calls.newIdAt(time.seconds, time.nanos, type.generated.code, it) }

    /** The id of a text; `null` if the text is invalid. */
    fun <T : Id> parse(
        text: String,
        type: IdType<T>,
    ): T? {
        val scratch = scratch.get()
        val code = type.format.code
        val status = reading(wellFormed(text).toByteArray(), scratch) { at, length -> Calls.parse(at, length, code, scratch.address) }
        return if (status == 0) id(type, scratch.ids) else null
    }

    /** The id of big-endian bytes; `null` if they are invalid. */
    fun <T : Id> fromBytes(
        bytes: ByteArray,
        type: IdType<T>,
    ): T? {
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

    fun <T : Id> fromLong(
        int: Long,
        type: IdType<T>,
    ): T = written(type) { Calls.fromU64(int, type.format.code, it) }

    fun <T : Id> fromLongs(
        high: Long,
        low: Long,
        type: IdType<T>,
    ): T = written(type) { Calls.fromU128(high, low, type.format.code, it) }

    /** The lower 64 bits of the field at this index in the format's list. */
    fun field(
        id: Id,
        place: Int,
    ): Long = field(id, place, scratch.get()).getLong(WORD)

    fun wideField(
        id: Id,
        place: Int,
    ): BigInteger {
        val bytes = ByteArray(2 * WORD)
        val words = field(id, place, scratch.get())
        ByteBuffer.wrap(bytes).putLong(words.getLong(0)).putLong(words.getLong(WORD))
        return BigInteger(bytes)
    }

    private fun field(
        id: Id,
        place: Int,
        scratch: Scratch,
    ): ByteBuffer {
        check(Calls.fieldAt(id.head, id.middle, id.tail, id.format.code, place.toLong(), scratch.address, scratch.address + WORD))
        return scratch.buffer
    }

    fun isReserved(id: Id): Boolean = Calls.isReserved(id.head, id.middle, id.tail, id.format.code)

    fun <T : Id> convert(
        id: Id,
        to: IdType<T>,
    ): T = written(to) { Calls.convert(id.head, id.middle, id.tail, id.format.code, to.format.code, it) }

    fun <T : Id> minAt(
        time: Timestamp,
        type: IdType<T>,
    ): T = written(type) { Calls.minAt(time.seconds, time.nanos, type.generated.code, it) }

    fun <T : Id> maxAt(
        time: Timestamp,
        type: IdType<T>,
    ): T = written(type) { Calls.maxAt(time.seconds, time.nanos, type.generated.code, it) }

    /** The smallest and the largest id of an interval; `null` if it is invalid. */
    fun <T : Id> rangeOrNull(
        from: Timestamp,
        to: Timestamp,
        type: IdType<T>,
    ): IdRange<T>? {
        val scratch = scratch.get()
        val min = scratch.address
        val status = Calls.range(from.seconds, from.nanos, to.seconds, to.nanos, type.generated.code, 0, 0, min, min + ID_SIZE)
        return if (status == 0) IdRange(id(type, scratch.ids), id(type, scratch.ids, ID_SIZE)) else null
    }

    fun text(
        id: Id,
        form: Form,
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

    fun timestamp(id: Id): Timestamp {
        val scratch = scratch.get()
        check(Calls.timestamp(id.head, id.middle, id.tail, id.format.code, scratch.address))
        return Timestamp(scratch.buffer.getLong(0), scratch.buffer.getInt(WORD))
    }

    fun compare(
        id: Id,
        other: Id,
    ): Int {
        val format = id.format.code
        return Calls.compare(id.head, id.middle, id.tail, format, other.head, other.middle, other.tail, format)
    }

    /** Returns the id that [call] writes to the address `out`. */
    private inline fun <T : Id> written(
        type: IdType<T>,
        call: (out: Long) -> Int,
    ): T {
        val scratch = scratch.get()
        check(call(scratch.address))
        return id(type, scratch.ids)
    }

    /** Reads a big-endian id at an offset. */
    fun <T : Id> id(
        type: IdType<T>,
        bytes: ByteBuffer,
        at: Int = 0,
    ): T = type.make(bytes.getLong(at), bytes.getLong(at + WORD), bytes.getInt(at + 2 * WORD))
}
