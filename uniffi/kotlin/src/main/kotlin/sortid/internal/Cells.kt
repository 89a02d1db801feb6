package sortid.internal

import sortid.wellFormed
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.LongBuffer

/** The memory of a column's rows, and the copies that the library reads. */
internal sealed class Cells(
    val rows: Int,
) {
    /** The maximum number of bytes that are copied for this number of rows. */
    open fun copied(rows: Int): Int = 0

    /** Writes the address of up to [most] rows to the request, and returns their number. */
    abstract fun place(
        request: Request,
        first: Int,
        most: Int,
        room: Room,
    ): Int

    /** Integers; copied piece by piece if the library cannot read them in place. */
    class Ints(
        private val ints: LongBuffer,
    ) : Cells(ints.remaining()) {
        private val address = if (ints.isReadable(ints.order(), Long.SIZE_BYTES)) Direct.address(ints) else 0

        override fun copied(rows: Int) = if (address == 0L) rows * Long.SIZE_BYTES else 0

        override fun place(
            request: Request,
            first: Int,
            most: Int,
            room: Room,
        ): Int {
            val from = ints.position() + first
            if (address == 0L) room.copy.asLongBuffer().put(ints.part(from, from + most))
            request[Request.CELLS] = Request.INTS
            request[Request.ROWS] = most.toLong()
            request[Request.DATA] = if (address == 0L) room.copyAddress else address + from.toLong() * Long.SIZE_BYTES
            return most
        }
    }

    /** Rows of one width, copied piece by piece from the heap. */
    class Fixed(
        private val data: ByteBuffer,
        private val width: Int,
    ) : Cells(data.remaining() / width) {
        private val address = if (data.isDirect) Direct.address(data) else 0

        override fun copied(rows: Int) = if (address == 0L) rows * width else 0

        override fun place(
            request: Request,
            first: Int,
            most: Int,
            room: Room,
        ): Int {
            val from = data.position() + first * width
            if (address == 0L) room.copy.duplicate().put(data.part(from, from + most * width))
            request[Request.CELLS] = Request.FIXED
            request[Request.DATA] = if (address == 0L) room.copyAddress else address + from
            request[Request.DATA_LENGTH] = most.toLong() * width
            request[Request.ASIDE] = width.toLong()
            return most
        }
    }

    /** Rows with offsets of [width] bytes each, in native memory. */
    class Offsets(
        private val data: ByteBuffer,
        private val offsets: Buffer,
        private val width: Int,
    ) : Cells(offsets.remaining() - 1) {
        private val address = Direct.address(offsets)

        override fun place(
            request: Request,
            first: Int,
            most: Int,
            room: Room,
        ): Int {
            request[Request.CELLS] = if (width == Int.SIZE_BYTES) Request.OFFSETS_32 else Request.OFFSETS_64
            request[Request.ROWS] = most.toLong()
            request[Request.DATA] = Direct.address(data)
            request[Request.DATA_LENGTH] = data.remaining().toLong()
            request[Request.ASIDE] = address + first.toLong() * width
            return most
        }
    }

    /** Java strings, copied as UTF-8 with offsets and a validity bitmap. */
    class Texts(
        private val texts: List<String?>,
    ) : Cells(texts.size) {
        /** The bitmap in whole words, then the offsets. */
        override fun copied(rows: Int) = bitmapBytes(rows) + (rows + 1) * Long.SIZE_BYTES

        override fun place(
            request: Request,
            first: Int,
            most: Int,
            room: Room,
        ): Int {
            val bitmap = bitmapBytes(most)
            for (word in 0 until bitmap step Long.SIZE_BYTES) room.copy.putLong(word, 0)
            var end = 0
            var rows = 0
            val rest = texts.listIterator(first)
            while (rows < most) {
                val text = rest.next()
                if (text != null) {
                    // A text that does not fit begins the next piece, which grows if needed.
                    val next = put(text, end, room, isFirst = end == 0)
                    if (next < 0) break
                    end = next
                    val at = rows / Byte.SIZE_BITS
                    room.copy.put(at, (room.copy.get(at).toInt() or (1 shl rows % Byte.SIZE_BITS)).toByte())
                }
                rows++
                room.copy.putLong(bitmap + rows * Long.SIZE_BYTES, end.toLong())
            }
            room.copy.putLong(bitmap, 0)
            request[Request.CELLS] = Request.OFFSETS_64
            request[Request.ROWS] = rows.toLong()
            request[Request.DATA] = room.textAddress
            request[Request.DATA_LENGTH] = end.toLong()
            request[Request.ASIDE] = room.copyAddress + bitmap
            request[Request.VALID] = room.copyAddress
            request[Request.VALID_OFFSET] = 0
            return rows
        }

        /** Writes a text at [at], and returns its end, or −1 if it does not fit. */
        private fun put(
            text: String,
            at: Int,
            room: Room,
            isFirst: Boolean,
        ): Int {
            val length = text.length
            if (length <= room.chars.size) {
                if (!room.hasText(at, length, isFirst)) return -1
                text.toCharArray(room.chars, 0, 0, length)
                // Checks for ASCII after the loop, so that the loop has a single exit.
                var all = 0
                for (nth in 0 until length) {
                    val char = room.chars[nth].code
                    all = all or char
                    room.bytes[nth] = char.toByte()
                }
                if (all < FIRST_OF_MORE_BYTES) return put(room.bytes, length, at, room)
            }
            val bytes = wellFormed(text).toByteArray()
            return if (room.hasText(at, bytes.size, isFirst)) put(bytes, bytes.size, at, room) else -1
        }

        private fun put(
            bytes: ByteArray,
            length: Int,
            at: Int,
            room: Room,
        ): Int {
            room.text.moveTo(at)
            room.text.put(bytes, 0, length)
            return at + length
        }

        private companion object {
            const val FIRST_OF_MORE_BYTES = 0x80

            fun bitmapBytes(rows: Int) = (rows + Long.SIZE_BITS - 1) / Long.SIZE_BITS * Long.SIZE_BYTES
        }
    }
}
