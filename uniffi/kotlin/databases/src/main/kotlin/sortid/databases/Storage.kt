package sortid.databases

import sortid.Format
import sortid.Id
import sortid.IdType
import sortid.SortidException
import java.math.BigInteger
import java.nio.ByteBuffer
import java.util.UUID

/**
 * The column type of a format's ids. Columns sort as the ids do, except for `uuid1` and
 * `comb_mssql`, whose bytes do not sort, and formats without an order.
 */
public enum class Storage {
    /** A `uuid`: every format of 128 bits. */
    UUID,

    /** A signed 64-bit integer: formats of 64 bits whose new ids are all in its range. */
    BIGINT,

    /** Big-endian bytes: all others, also `uid11_fullrand`, whose ids may have the top bit. */
    BYTES,
    ;

    public companion object {
        /** Returns the column type of a format, the same as in every other language. */
        @JvmStatic
        public fun of(format: Format): Storage =
            when (format) {
                in INTEGERS -> BIGINT
                else -> if (format.bits == UUID_BITS) UUID else BYTES
            }

        private const val UUID_BITS = 128

        private val INTEGERS =
            setOf(
                // <generated: bigint>
                Format.TID,
                Format.TIMEID,
                Format.UID11_SNOWISH,
                Format.SNOWFLAKE,
                Format.SHARDING_ID,
                Format.SONYFLAKE,
                Format.MASTODON,
                Format.SCRU64,
                Format.CUSTOM64,
                // </generated>
            )
    }
}

/** Converts the ids of one type from and to column values. Throws for invalid ones. */
internal class Stored<T : Id>(
    val type: IdType<T>,
) {
    val storage = Storage.of(type.format)

    fun toUuid(id: T): UUID = ByteBuffer.wrap(id.toByteArray()).let { UUID(it.long, it.long) }

    /** Throws [SortidException] for a UUID that is not an id. */
    fun ofUuid(uuid: UUID): T {
        val bytes = ByteBuffer.allocate(2 * Long.SIZE_BYTES).putLong(uuid.mostSignificantBits).putLong(uuid.leastSignificantBits)
        return type.fromBytes(bytes.array())
    }

    /** Throws [ArithmeticException] for an id that, as a negative number, would sort first. */
    fun toLong(id: T): Long = id.toBigInteger().longValueExact()

    /** Throws [SortidException] for a number that is not an id. */
    fun ofLong(int: Long): T = type.fromBigInteger(BigInteger.valueOf(int))

    fun toBytes(id: T): ByteArray = id.toByteArray()

    fun ofBytes(bytes: ByteArray): T = type.fromBytes(bytes)
}
