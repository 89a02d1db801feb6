package sortid.internal

import sortid.AnyId
import sortid.Format
import sortid.IdType
import sortid.SortId
import sortid.Timestamp
import sortid.wellFormed

/** Ids with a prefix, past UniFFI and JNA as [Direct] is. */
internal object Prefixes {
    /** Where the length of the prefix that was found is written, behind the id. */
    private const val FOUND_AT = Direct.ID_SIZE
    private const val PREFIX_AT = FOUND_AT + Long.SIZE_BYTES

    /** What the longest prefix takes, and a byte more. */
    private const val PREFIX_ROOM = 64
    private const val TEXT_AT = PREFIX_AT + PREFIX_ROOM
    private const val TEXT_ROOM = Direct.SIZE - TEXT_AT

    /** Throws for an invalid prefix. */
    fun check(prefix: String) {
        val scratch = Direct.scratch()
        val status = placed(scratch, prefix, PREFIX_AT, PREFIX_ROOM) { at, length -> Calls.prefixCheck(at, length) }
        if (status != 0) throw failure(prefix)
    }

    /**
     * The format of the ids to generate, and of bounds, for ids of a format with a prefix.
     *
     * @throws SortidException.NotApplicable for a format that takes no prefix
     */
    fun made(format: Format): Format = Format.coded(glue { madeWithPrefix(format.code.toUByte()) })

    /** The time of an id with a prefix. */
    fun timestamp(id: SortId): Timestamp {
        val time = glue { prefixedTimestamp(id.words) }
        return Timestamp(time.seconds, time.nanos.toInt())
    }

    /** The id of a text with this prefix, or with any if it is null; `null` for an invalid text. */
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
        return Parsed(Direct.id(IdType.dynamic(format), scratch.ids), text.substring(0, found))
    }

    /** An id and its prefix. */
    class Parsed(
        val id: SortId,
        val prefix: String,
    )

    /** The text of an id with a prefix. */
    fun text(
        id: AnyId,
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
        // The library also counts a terminator.
        val bytes = ByteArray(scratch.buffer.getLong(0).toInt() - 1)
        scratch.buffer.moveTo(TEXT_AT)
        scratch.buffer.get(bytes)
        return String(bytes, Charsets.ISO_8859_1)
    }

    /** Puts text where the library reads it, and says where, and of how many bytes it is. */
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
        // Too long, but it is the library that says so.
        return atAddress(bytes) { call(it, bytes.size.toLong()) }
    }
}
