package sortid.internal

import sortid.AnyId
import sortid.IdType

/**
 * Checks, reads and writes ids without a call into the library, for a format of up to 128 bits whose fixed bits alone decide what
 * is an id. It accepts only what the library accepts; the library reads all else, or says what is wrong.
 */
internal class Plain(
    headMask: ULong,
    headBits: ULong,
    middleMask: ULong,
    middleBits: ULong,
    /** The canonical text, if this code can read and write it. */
    private val text: PlainText?,
) {
    // The signed numbers of the ids' words.
    private val headMask = headMask.toLong()
    private val headBits = headBits.toLong()
    private val middleMask = middleMask.toLong()
    private val middleBits = middleBits.toLong()

    /** Whether words are an id. */
    fun accepts(
        head: Long,
        middle: Long,
    ): Boolean = head and headMask == headBits && middle and middleMask == middleBits

    /** The id of words, or `null` if they are none. */
    fun <T> id(
        head: Long,
        middle: Long,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> = if (accepts(head, middle)) type.make(head, middle, 0) else null

    /** The id of a canonical text, or `null` if the library has to read it. */
    fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> = this.text?.parse(text, this, type)

    /** The canonical text, or `null` if the library has to write it. */
    fun write(id: AnyId): String? = text?.write(id.head, id.middle)
}
