package sortid.internal

import sortid.AnyId
import sortid.Format
import sortid.Id
import sortid.IdType
import sortid.wellFormed

/** Operations on ids with a prefix, by JNI methods as in [Direct]. */
internal object Prefixes {
    /** The offset of the parsed prefix's length, behind the id. */
    private const val FOUND_AT = Direct.ID_SIZE
    private const val PREFIX_AT = FOUND_AT + Long.SIZE_BYTES

    /** The longest prefix has 63 bytes. */
    private const val PREFIX_ROOM = 64
    private const val TEXT_AT = PREFIX_AT + PREFIX_ROOM
    private const val TEXT_ROOM = Direct.SIZE - TEXT_AT

    /** Parses a text with this prefix, or any if it is `null`; `null` if the text is invalid. */
    fun parse(
        text: String,
        format: Format,
        prefix: String?,
    ): Parsed? {
        val scratch = Direct.scratch()
        val code = format.code
        val out = scratch.address
        scratch.buffer.putLong(FOUND_AT, 0)
        val status =
            placed(scratch, text, TEXT_AT, TEXT_ROOM) { at, length ->
                if (prefix == null) {
                    Calls.prefixedParse(at, length, code, 0, 0, out, out + FOUND_AT)
                } else {
                    placed(scratch, prefix, PREFIX_AT, PREFIX_ROOM) { expected, expectedLength ->
                        Calls.prefixedParse(at, length, code, expected, expectedLength, out, out + FOUND_AT)
                    }
                }
            }
        if (status != 0) return null
        val found = scratch.buffer.getLong(FOUND_AT).toInt()
        return Parsed(Direct.id(IdType.of(format), scratch.ids), text.substring(0, found))
    }

    class Parsed(
        val id: AnyId,
        val prefix: String,
    )

    fun text(
        id: Id,
        prefix: String,
    ): String {
        val scratch = Direct.scratch()
        val out = scratch.address
        val room = TEXT_ROOM.toLong()
        scratch.buffer.putLong(0, 0)
        val status =
            placed(scratch, prefix, PREFIX_AT, PREFIX_ROOM) { at, length ->
                Calls.prefixedText(id.head, id.middle, id.tail, id.format.code, at, length, out + TEXT_AT, room, out)
            }
        if (status != 0) throw failure(prefix)
        // The library's length includes a terminator.
        val bytes = ByteArray(scratch.buffer.getLong(0).toInt() - 1)
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.get(bytes)
        return String(bytes, Charsets.ISO_8859_1)
    }

    /** Copies text to an offset of the thread's memory, and calls with its address and length. */
    private inline fun placed(
        scratch: Direct.Scratch,
        text: String,
        place: Int,
        room: Int,
        call: (address: Long, length: Long) -> Int,
    ): Int {
        val bytes = wellFormed(text).toByteArray()
        if (bytes.size <= room) {
            scratch.buffer.moveTo(place)
            scratch.buffer.put(bytes)
            return call(scratch.address + place, bytes.size.toLong())
        }
        // Too long; the library reports the error.
        return atAddress(bytes) { call(it, bytes.size.toLong()) }
    }
}
