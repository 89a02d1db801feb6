package sortid.internal

import java.nio.Buffer
import java.nio.ByteBuffer

/** Sets a buffer's position. By the method of `Buffer`: Android 8 knows none of `ByteBuffer`'s own. */
internal fun Buffer.moveTo(place: Int) {
    position(place)
}

/** Bytes in memory of their own, which the library may read at their address until [read] is done. */
internal inline fun <T> atAddress(
    bytes: ByteArray,
    read: (address: Long) -> T,
): T {
    val memory = ByteBuffer.allocateDirect(bytes.size).put(bytes)
    try {
        return read(Direct.address(memory))
    } finally {
        // The address alone does not keep it: whoever is to be locked is still there.
        synchronized(memory) {}
    }
}
