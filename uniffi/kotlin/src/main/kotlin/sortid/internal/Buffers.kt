package sortid.internal

import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.IntBuffer
import java.nio.LongBuffer

/** Sets a buffer's position, by the method of `Buffer`: Android 8 lacks that of `ByteBuffer`. */
internal fun Buffer.moveTo(place: Int) {
    position(place)
}

/** Sets a buffer's limit: see [moveTo]. */
internal fun Buffer.endAt(place: Int) {
    limit(place)
}

/** Returns a view of the elements from [from] to before [to]. */
internal fun ByteBuffer.part(
    from: Int,
    to: Int,
): ByteBuffer =
    duplicate().also {
        it.endAt(to)
        it.moveTo(from)
    }

/** [part] of a [LongBuffer]. */
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

/** Returns the remaining bytes in native memory: a view of a direct buffer, or a copy. */
internal fun readable(bytes: ByteBuffer): ByteBuffer {
    if (bytes.isDirect) return bytes.slice()
    val copy = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate())
    copy.moveTo(0)
    return copy
}

/** [readable] of an [IntBuffer]. */
internal fun readable(ints: IntBuffer): IntBuffer {
    if (ints.isReadable(ints.order(), Int.SIZE_BYTES)) return ints.slice()
    val copy = ByteBuffer.allocateDirect(ints.remaining() * Int.SIZE_BYTES).order(ByteOrder.nativeOrder())
    return copy.asIntBuffer().also { it.duplicate().put(ints.duplicate()) }
}

/** [readable] of a [LongBuffer]. */
internal fun readable(ints: LongBuffer): LongBuffer {
    if (ints.isReadable(ints.order(), Long.SIZE_BYTES)) return ints.slice()
    val copy = ByteBuffer.allocateDirect(ints.remaining() * Long.SIZE_BYTES).order(ByteOrder.nativeOrder())
    return copy.asLongBuffer().also { it.duplicate().put(ints.duplicate()) }
}

/** Copies bytes to native memory, which is valid until [read] returns. */
internal inline fun <T> atAddress(
    bytes: ByteArray,
    read: (address: Long) -> T,
): T = atAddress(ByteBuffer.allocateDirect(bytes.size).put(bytes), read)

/** Calls [read] with the address of a direct buffer. */
internal inline fun <T> atAddress(
    memory: ByteBuffer,
    read: (address: Long) -> T,
): T {
    try {
        return read(Direct.address(memory))
    } finally {
        memory.keepReachable()
    }
}

/** Keeps an object reachable until here, so that its address remains valid. */
internal fun Any.keepReachable() {
    synchronized(this) {}
}
