package sortid.internal

import com.sun.jna.Native
import com.sun.jna.NativeLibrary
import com.sun.jna.Platform
import com.sun.jna.Pointer
import sortid.Form
import sortid.Format
import sortid.Id
import sortid.UnixTime
import sortid.wellFormed
import java.nio.ByteBuffer
import java.nio.ByteOrder

/**
 * Single ids and fills, past UniFFI: JNA maps the methods below straight onto functions of the library, which take numbers
 * and addresses alone. What they return is read by [check].
 */
internal object Direct {
    // <generated: version>
    internal const val VERSION: String = "0.1.0"
    // </generated>

    init {
        load()
    }

    internal fun ensureLoaded() = Unit

    private fun load() {
        val library =
            try {
                NativeLibrary.getInstance("sortid_uniffi", Direct::class.java.classLoader)
            } catch (error: UnsatisfiedLinkError) {
                val resource = "${Platform.RESOURCE_PREFIX}/${System.mapLibraryName("sortid_uniffi")}"
                throw UnsatisfiedLinkError("sortid has no native library for this platform: no $resource in the jar. ${error.message}")
            }
        Native.register(Direct::class.java, library)
        val found = libraryVersion()
        check(found == VERSION) { "the native library is of version $found, the classes are of version $VERSION" }
    }

    /** Memory of the calling thread that the library writes to. */
    internal class Scratch {
        val buffer: ByteBuffer = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder())
        val start: Pointer = Native.getDirectBufferPointer(buffer)
        val text: Pointer = start.share(TEXT_AT.toLong())
    }

    private const val SIZE = 256
    internal const val WORD = Long.SIZE_BYTES

    internal val scratch: ThreadLocal<Scratch> = ThreadLocal.withInitial(::Scratch)

    /** The next id of the generator at an address, or of the process-wide one at 0. */
    internal fun next(
        generator: Long,
        format: Format,
    ): Id {
        val scratch = scratch.get()
        check(sortid_direct_next(generator, format.code.toByte(), scratch.start))
        return id(format, scratch.buffer)
    }

    /** The next id of a manual generator. */
    internal fun nextAt(
        generator: Long,
        format: Format,
        time: UnixTime,
    ): Id {
        val scratch = scratch.get()
        val code = format.code.toByte()
        check(sortid_direct_next_at(generator, code, time.seconds, time.nanos, scratch.start))
        return id(format, scratch.buffer)
    }

    /** Reads text; `null` and what is wrong with it where it is no id. */
    internal inline fun <T> parse(
        text: String,
        format: Format,
        found: (id: Id?, outcome: Long) -> T,
    ): T {
        val scratch = scratch.get()
        val outcome = parse(text, format, scratch)
        return found(if (outcome == 0L) id(format, scratch.buffer) else null, outcome)
    }

    internal fun parse(
        text: String,
        format: Format,
        scratch: Scratch,
    ): Long {
        // Every surrogate is refused, so texts with some are not worth a fast way.
        val bytes = wellFormed(text).toByteArray()
        val code = format.code.toByte()
        val length = bytes.size.toLong()
        if (bytes.size <= SIZE - TEXT_AT) {
            scratch.buffer.position(TEXT_AT)
            scratch.buffer.put(bytes)
            return sortid_direct_parse(code, scratch.text, length, scratch.start)
        }
        return sortid_direct_parse(code, bytes, length, scratch.start)
    }

    private const val TEXT_AT = 3 * WORD

    /** A text form of an id. */
    internal fun text(
        id: Id,
        form: Form,
    ): String {
        val scratch = scratch.get()
        val code = id.format.code.toByte()
        check(sortid_direct_text(code, id.high, id.middle, id.low, form.ordinal.toByte(), scratch.start))
        val bytes = ByteArray(scratch.buffer.get(0).toInt())
        scratch.buffer.position(1)
        scratch.buffer.get(bytes)
        return String(bytes, Charsets.ISO_8859_1)
    }

    /** The time in the bits. */
    internal fun timestamp(id: Id): UnixTime {
        val scratch = scratch.get()
        check(sortid_direct_timestamp(id.format.code.toByte(), id.high, id.middle, id.low, scratch.start))
        return UnixTime(scratch.buffer.getLong(0), scratch.buffer.getLong(WORD).toInt())
    }

    /** Calls a fill with an address for its count, and hands on the count and what it says. */
    internal inline fun <T> fill(
        call: (count: Pointer) -> Long,
        result: (ids: Long, outcome: Long) -> T,
    ): T {
        val scratch = scratch.get()
        scratch.buffer.putLong(0, 0)
        val outcome = call(scratch.start)
        return result(scratch.buffer.getLong(0), outcome)
    }

    /** Fills what remains of a direct buffer with bytes. */
    internal fun fillBuffer(
        generator: Long,
        format: Format,
        buffer: ByteBuffer,
        count: Pointer,
    ): Long {
        val start = Native.getDirectBufferPointer(buffer).share(buffer.position().toLong())
        return sortid_direct_fill_bytes(generator, format.code.toByte(), start, buffer.remaining().toLong(), count)
    }

    internal fun id(
        format: Format,
        words: ByteBuffer,
    ) = Id(format, words.getLong(0), words.getLong(WORD), words.getLong(2 * WORD).toInt())

    @JvmStatic
    private external fun sortid_direct_next(
        generator: Long,
        format: Byte,
        out: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_next_at(
        generator: Long,
        format: Byte,
        seconds: Long,
        nanos: Int,
        out: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_parse(
        format: Byte,
        text: Pointer,
        length: Long,
        out: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_parse(
        format: Byte,
        text: ByteArray,
        length: Long,
        out: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_text(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        form: Byte,
        out: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_timestamp(
        format: Byte,
        high: Long,
        middle: Long,
        low: Int,
        out: Pointer,
    ): Long

    @JvmStatic
    external fun sortid_direct_fill_text(
        generator: Long,
        format: Byte,
        out: ByteArray,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    external fun sortid_direct_fill_bytes(
        generator: Long,
        format: Byte,
        out: ByteArray,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    external fun sortid_direct_fill_bytes(
        generator: Long,
        format: Byte,
        out: Pointer,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    external fun sortid_direct_fill_u64(
        generator: Long,
        format: Byte,
        out: LongArray,
        count: Long,
        filled: Pointer,
    ): Long
}
