package sortid.internal

import com.sun.jna.IntegerType
import com.sun.jna.Memory
import com.sun.jna.Native
import com.sun.jna.Pointer
import sortid.Generator.Filled
import java.nio.ByteBuffer

/** Fills arrays through JNA's direct mapping. */
internal object Fills {
    init {
        Jna.ensureOpened()
        Native.register(Fills::class.java, Library.NAME)
    }

    /** A `size_t`. JNA calls the constructor without arguments to determine its type. */
    class Size(
        value: Int = 0,
    ) : IntegerType(Native.SIZE_T_SIZE, value.toLong(), true) {
        override fun toByte(): Byte = toInt().toByte()

        override fun toShort(): Short = toInt().toShort()
    }

    fun texts(
        generator: Long,
        out: ByteArray,
    ): Filled = filled { sortid_mobile_generator_fill_text(Pointer(generator), out, Size(out.size), it) }

    fun bytes(
        generator: Long,
        out: ByteArray,
    ): Filled = filled { sortid_mobile_generator_fill_bytes(Pointer(generator), out, Size(out.size), it) }

    /** Fills the remaining bytes of a direct buffer. */
    fun bytes(
        generator: Long,
        out: ByteBuffer,
    ): Filled {
        val start = Native.getDirectBufferPointer(out).share(out.position().toLong())
        return filled { sortid_mobile_generator_fill_bytes(Pointer(generator), start, Size(out.remaining()), it) }
    }

    fun ints(
        generator: Long,
        out: LongArray,
    ): Filled = filled { sortid_mobile_generator_fill_u64(Pointer(generator), out, Size(out.size), it) }

    private inline fun filled(call: (Pointer) -> Int): Filled {
        val written = Memory(Long.SIZE_BYTES.toLong()).apply { clear() }
        val status = call(written)
        return Filled(written.getLong(0).toInt(), if (status == 0) null else failure())
    }

    @JvmStatic
    private external fun sortid_mobile_generator_fill_text(
        generator: Pointer,
        texts: ByteArray,
        size: Size,
        written: Pointer,
    ): Int

    @JvmStatic
    private external fun sortid_mobile_generator_fill_bytes(
        generator: Pointer,
        bytes: ByteArray,
        size: Size,
        written: Pointer,
    ): Int

    @JvmStatic
    private external fun sortid_mobile_generator_fill_bytes(
        generator: Pointer,
        bytes: Pointer,
        size: Size,
        written: Pointer,
    ): Int

    @JvmStatic
    private external fun sortid_mobile_generator_fill_u64(
        generator: Pointer,
        values: LongArray,
        count: Size,
        written: Pointer,
    ): Int
}
