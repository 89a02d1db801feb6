package sortid

import sortid.internal.FieldValue
import java.math.BigInteger

/** The largest integer that the library receives, too wide for every field. */
private val WIDEST_INTEGER: BigInteger = BigInteger.ONE.shiftLeft(2 * Long.SIZE_BITS - 1).dec()

internal fun fieldValue(
    name: String,
    value: Number,
): FieldValue {
    val integer =
        when (value) {
            is BigInteger -> value.coerceIn(WIDEST_INTEGER.not(), WIDEST_INTEGER)
            is Long, is Int, is Short, is Byte -> BigInteger.valueOf(value.toLong())
            // Rejected by the library, as too wide: fields are integers.
            else -> WIDEST_INTEGER
        }
    return FieldValue(name, integer.shiftRight(Long.SIZE_BITS).toLong(), integer.toLong().toULong())
}
