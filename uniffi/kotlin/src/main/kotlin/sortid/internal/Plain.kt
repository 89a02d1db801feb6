package sortid.internal

import sortid.Format

/**
 * Checks, reads and writes ids without a call into the library, for a format of up to 128 bits whose fixed bits alone decide what
 * is an id. It accepts only what the library accepts; the library reads all else, or says what is wrong.
 */
internal class Plain(
    headMask: ULong,
    headBits: ULong,
    middleMask: ULong,
    middleBits: ULong,
    /** The canonical text; `null` if the library has to read and write it. */
    val text: PlainText?,
    copies: ULong,
) {
    // The signed numbers of the ids' words.
    private val headMask = headMask.toLong()
    private val headBits = headBits.toLong()
    private val middleMask = middleMask.toLong()
    private val middleBits = middleBits.toLong()
    private val copies = copies.toLong()

    /** Whether words are an id. */
    fun accepts(
        head: Long,
        middle: Long,
    ): Boolean = head and headMask == headBits && middle and middleMask == middleBits

    /** Whether an id becomes one of another format with the same words, if these are an id of it. */
    fun isCopiedTo(format: Format): Boolean = (copies ushr format.ordinal) and 1 != 0L
}
