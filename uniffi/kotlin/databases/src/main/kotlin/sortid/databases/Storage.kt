package sortid.databases

import sortid.AnyId
import sortid.Format
import sortid.IdType
import sortid.SortidException
import java.math.BigInteger
import java.nio.ByteBuffer
import java.util.UUID

/**
 * What a column holds of the ids of a format, in whose order a database then keeps them: but for `uuid1` and `comb_mssql`, whose
 * order is not that of their bytes, and formats without an order.
 */
public enum class Storage {
    /** A `uuid`: every format of 128 bits. */
    UUID,

    /** An integer of 64 bits with a sign: formats of 64 bits whose ids that are made all fit it. */
    BIGINT,

    /** Big-endian bytes: every other format, also of 64 bits where ids can have the top bit, as half of all `uid11_fullrand` have. */
    BYTES,
    ;

    public companion object {
        /** What columns hold of a format's ids: the same as in every other language. */
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

/** Converts the ids of one type from and to columns; other values are refused both ways. */
internal class Stored<T>(
    val type: IdType<T>,
) where T : AnyId, T : Comparable<T> {
    val storage = Storage.of(type.format)

    fun toUuid(id: T): UUID = ByteBuffer.wrap(id.toByteArray()).let { UUID(it.long, it.long) }

    /** Throws [SortidException] for a UUID that is not an id. */
    fun ofUuid(uuid: UUID): T {
        val bytes = ByteBuffer.allocate(2 * Long.SIZE_BYTES).putLong(uuid.mostSignificantBits).putLong(uuid.leastSignificantBits)
        return type.fromBytes(bytes.array())
    }

    /** Throws [ArithmeticException] for an id that would be stored as a negative number, before all others. */
    fun toLong(id: T): Long = id.toBigInteger().longValueExact()

    /** Throws [SortidException] for a number that is not an id. */
    fun ofLong(int: Long): T = type.fromBigInteger(BigInteger.valueOf(int))

    fun toBytes(id: T): ByteArray = id.toByteArray()

    fun ofBytes(bytes: ByteArray): T = type.fromBytes(bytes)
}
