package sortid.internal

import sortid.Id
import sortid.IdType

/**
 * Reads and writes texts whose symbols encode a number of 64 or 128 bits, with separators.
 *
 * Each text has an object with its positions and tables as constants, for which the JVM compiles
 * code twice as fast as for fields. Functions for single symbols are private: others check their
 * parameters for `null`, and JVM 17 may not inline the check.
 */
internal abstract class PlainText {
    /** Parses a text; `null` if the library must read it. */
    abstract fun <T : Id> parse(
        text: String,
        type: IdType<T>,
    ): T?

    abstract fun write(
        head: Long,
        tail: Long,
    ): String
}
