package sortid.internal

import sortid.Id
import sortid.IdRange
import sortid.IdType
import sortid.Timestamp

/**
 * Computes the smallest and the largest id of a time without a call into the library. Each format
 * has an object with constants, as in [PlainText]. The result is `null` for a time that the library
 * must convert or reject.
 */
internal abstract class PlainTime {
    /** The tick that contains an instant; negative if it is outside the format. */
    protected abstract fun tick(
        seconds: Long,
        nanos: Int,
    ): Long

    protected abstract fun <T : Id> min(
        tick: Long,
        type: IdType<T>,
    ): T

    protected abstract fun <T : Id> max(
        tick: Long,
        type: IdType<T>,
    ): T

    fun <T : Id> minAt(
        time: Timestamp,
        type: IdType<T>,
    ): T? {
        val tick = checked(time.seconds, time.nanos)
        return if (tick < 0) null else min(tick, type)
    }

    fun <T : Id> maxAt(
        time: Timestamp,
        type: IdType<T>,
    ): T? {
        val tick = checked(time.seconds, time.nanos)
        return if (tick < 0) null else max(tick, type)
    }

    fun <T : Id> range(
        from: Timestamp,
        to: Timestamp,
        type: IdType<T>,
    ): IdRange<T>? {
        if (to.nanos > LAST_NANO || !isBefore(from, to)) return null
        val first = checked(from.seconds, from.nanos)
        // The tick of the last nanosecond before the end.
        val last = if (to.nanos == 0) tick(to.seconds - 1, LAST_NANO) else checked(to.seconds, to.nanos - 1)
        if (first < 0 || last < 0) return null
        return IdRange(min(first, type), max(last, type))
    }

    private fun isBefore(
        from: Timestamp,
        to: Timestamp,
    ): Boolean = from.seconds < to.seconds || (from.seconds == to.seconds && from.nanos < to.nanos)

    private fun checked(
        seconds: Long,
        nanos: Int,
    ): Long = if (nanos < 0 || nanos > LAST_NANO) OUTSIDE else tick(seconds, nanos)

    protected companion object {
        const val OUTSIDE = -1L

        private const val LAST_NANO = 999_999_999
    }
}
