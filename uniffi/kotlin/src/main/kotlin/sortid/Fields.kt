package sortid

import sortid.internal.FieldValue
import java.math.BigInteger

/** The widest integer that crosses, too wide for every field. */
private val WIDEST_INTEGER: BigInteger = BigInteger.ONE.shiftLeft(2 * Long.SIZE_BITS - 1).dec()

internal fun fieldValue(
    name: String,
    value: Number,
): FieldValue {
    val integer =
        when (value) {
            is BigInteger -> value.coerceIn(WIDEST_INTEGER.not(), WIDEST_INTEGER)
            is Long, is Int, is Short, is Byte -> BigInteger.valueOf(value.toLong())
            // What is no integer is no field's value.
            else -> WIDEST_INTEGER
        }
    return FieldValue(name, integer.shiftRight(Long.SIZE_BITS).toLong(), integer.toLong().toULong())
}
