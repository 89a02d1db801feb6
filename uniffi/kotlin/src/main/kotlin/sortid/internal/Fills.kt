package sortid.internal

import com.sun.jna.Memory
import com.sun.jna.Native
import com.sun.jna.Pointer
import sortid.Format
import sortid.Generator.Filled
import java.nio.ByteBuffer

/** Many ids at once: JNA maps these methods straight onto functions of the library, and hands them arrays. */
internal object Fills {
    init {
        Jna.ensureOpened()
        Native.register(Fills::class.java, Library.NAME)
    }

    private const val WORD = Long.SIZE_BYTES.toLong()

    fun texts(
        generator: Long,
        format: Format,
        out: ByteArray,
    ): Filled = filled { sortid_direct_fill_text(generator, format.code.toByte(), out, out.size.toLong(), it) }

    fun bytes(
        generator: Long,
        format: Format,
        out: ByteArray,
    ): Filled = filled { sortid_direct_fill_bytes(generator, format.code.toByte(), out, out.size.toLong(), it) }

    /** Fills what remains of a direct buffer. */
    fun bytes(
        generator: Long,
        format: Format,
        out: ByteBuffer,
    ): Filled {
        val start = Native.getDirectBufferPointer(out).share(out.position().toLong())
        return filled { sortid_direct_fill_bytes(generator, format.code.toByte(), start, out.remaining().toLong(), it) }
    }

    fun ints(
        generator: Long,
        format: Format,
        out: LongArray,
    ): Filled = filled { sortid_direct_fill_u64(generator, format.code.toByte(), out, out.size.toLong(), it) }

    private inline fun filled(call: (Pointer) -> Long): Filled {
        // The count, and where a state file's path lies.
        val words = Memory(3 * WORD).apply { clear() }
        val outcome = call(words)
        return Filled(words.getLong(0).toInt(), failure(outcome) { path(words.getLong(WORD), words.getLong(2 * WORD)) })
    }

    @JvmStatic
    private external fun sortid_direct_fill_text(
        generator: Long,
        format: Byte,
        out: ByteArray,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_fill_bytes(
        generator: Long,
        format: Byte,
        out: ByteArray,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_fill_bytes(
        generator: Long,
        format: Byte,
        out: Pointer,
        length: Long,
        filled: Pointer,
    ): Long

    @JvmStatic
    private external fun sortid_direct_fill_u64(
        generator: Long,
        format: Byte,
        out: LongArray,
        count: Long,
        filled: Pointer,
    ): Long
}
