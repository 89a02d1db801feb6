package sortid.internal

import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.IntBuffer
import java.nio.LongBuffer

/** Sets a buffer's position. By the method of `Buffer`: Android 8 knows none of `ByteBuffer`'s own. */
internal fun Buffer.moveTo(place: Int) {
    position(place)
}

/** Sets a buffer's limit, as [moveTo] its position. */
internal fun Buffer.endAt(place: Int) {
    limit(place)
}

/** Rows from one to before another, in a buffer of their own over the same memory. */
internal fun ByteBuffer.part(
    from: Int,
    to: Int,
): ByteBuffer =
    duplicate().also {
        it.endAt(to)
        it.moveTo(from)
    }

/** As the [part] of bytes. */
internal fun LongBuffer.part(
    from: Int,
    to: Int,
): LongBuffer =
    duplicate().also {
        it.endAt(to)
        it.moveTo(from)
    }

/** Whether the library can read integers of this number of bytes in place. */
internal fun Buffer.isReadable(
    order: ByteOrder,
    width: Int,
): Boolean = isDirect && order == ByteOrder.nativeOrder() && Direct.address(this) % width == 0L

/** What remains of a buffer, where the library can read it: there, or a copy. */
internal fun readable(bytes: ByteBuffer): ByteBuffer {
    if (bytes.isDirect) return bytes.slice()
    val copy = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate())
    copy.moveTo(0)
    return copy
}

/** As [readable] of bytes. */
internal fun readable(ints: IntBuffer): IntBuffer {
    if (ints.isReadable(ints.order(), Int.SIZE_BYTES)) return ints.slice()
    val copy = ByteBuffer.allocateDirect(ints.remaining() * Int.SIZE_BYTES).order(ByteOrder.nativeOrder())
    return copy.asIntBuffer().also { it.duplicate().put(ints.duplicate()) }
}

/** As [readable] of bytes. */
internal fun readable(ints: LongBuffer): LongBuffer {
    if (ints.isReadable(ints.order(), Long.SIZE_BYTES)) return ints.slice()
    val copy = ByteBuffer.allocateDirect(ints.remaining() * Long.SIZE_BYTES).order(ByteOrder.nativeOrder())
    return copy.asLongBuffer().also { it.duplicate().put(ints.duplicate()) }
}

/** Bytes in memory of their own, which the library may read at their address until [read] is done. */
internal inline fun <T> atAddress(
    bytes: ByteArray,
    read: (address: Long) -> T,
): T = atAddress(ByteBuffer.allocateDirect(bytes.size).put(bytes), read)

/** The same of a direct buffer, from its start. */
internal inline fun <T> atAddress(
    memory: ByteBuffer,
    read: (address: Long) -> T,
): T {
    try {
        return read(Direct.address(memory))
    } finally {
        memory.stay()
    }
}

/** Keeps an object reachable until here, which an address does not. */
internal fun Any.stay() {
    synchronized(this) {}
}
