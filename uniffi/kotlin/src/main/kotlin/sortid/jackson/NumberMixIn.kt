package sortid.jackson

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.annotation.JsonValue
import sortid.Id64

/**
 * Makes Jackson 2 and 3 write and read ids of a 64-bit class as JSON numbers, and still read texts:
 * `mapper.addMixIn(Snowflake::class.java, NumberMixIn::class.java)`.
 *
 * JavaScript rounds numbers from 2^53 on.
 */
public abstract class NumberMixIn private constructor() {
    /** The number. */
    @JsonValue
    public abstract fun toLong(): Long

    /** The text, which is not written. */
    @JsonValue(false)
    abstract override fun toString(): String

    public companion object {
        /** Reads a number. Jackson calls the class's own function. */
        @JvmStatic
        @JsonCreator
        public fun fromLong(int: Long): Id64<*> = throw UnsupportedOperationException("$int: NumberMixIn is only for addMixIn")
    }
}
