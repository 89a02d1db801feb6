package sortid.internal

import sortid.Format

/**
 * Checks, reads and writes ids without a call into the library, for formats of up to 128 bits whose
 * ids are valid if their fixed bits are. It accepts a subset of the library's input; callers pass
 * all other input to the library.
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

    fun accepts(
        head: Long,
        middle: Long,
    ): Boolean = head and headMask == headBits && middle and middleMask == middleBits

    /** Whether a conversion to a format copies the words, if they are valid there. */
    fun isCopiedTo(format: Format): Boolean = (copies ushr format.ordinal) and 1 != 0L
}
