package sortid.internal

import sortid.AnyId
import sortid.IdType

/**
 * Reads and writes a text of symbols that together are one number of 64 or 128 bits, with other characters between them.
 *
 * Each text has an object with its places and tables as constants, which the JVM compiles into twice as fast code as fields. What
 * it calls for each symbol is private: other functions check their parameters for `null`, and JVM 17 may not inline the check.
 */
internal abstract class PlainText {
    /** The id of a text; `null` for any text that is not surely one of the format. */
    abstract fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T>

    /** The text of an id's words. */
    abstract fun write(
        head: Long,
        tail: Long,
    ): String
}
