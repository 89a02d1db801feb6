// Written by `cargo suite generate kotlin` from the core's list of formats.

package sortid.internal

import sortid.AnyId
import sortid.IdType

internal object TidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 9007199254L) return OUTSIDE
        val tick = seconds * 1000000L + nanos / 1000
        return if (tick > 9007199254740991L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 10
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 10) or 0x3ffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object Uid11XidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1321009871L || seconds > 5719056382L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1321009871111L
        return if (tick > 4398046511103L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object Uid11SnowishTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1321009871L || seconds > 3520033126L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1321009871111L
        return if (tick > 2199023255551L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object Uid11TsSeqRandTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1321009871L || seconds > 5719056382L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1321009871111L
        return if (tick > 4398046511103L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object Uuid6Time : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < -12219292800L || seconds > 103072857660L) return OUTSIDE
        val tick = seconds * 10000000L + nanos / 100 + 122192928000000000L
        return if (tick > 1152921504606846975L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick and 0xfff) or (tick ushr 12 shl 16) or 0x6000L
        val middle = 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick and 0xfff) or (tick ushr 12 shl 16) or 0x6000L
        val middle = 0xbfffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object Uuid7Time : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x7000L
        val middle = 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x7fffL
        val middle = 0xbfffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object LexicalUuidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4611686018427L) return OUTSIDE
        val tick = seconds * 1000000L + nanos / 1000
        return if (tick > 4611686018427387904L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0xffffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object SnowflakeTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1288834974L || seconds > 3487858230L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1288834974657L
        return if (tick > 2199023255551L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object FlakeTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4611686018427387L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 4611686018427387904L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0xffffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object ShardingIdTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1314220021L || seconds > 2413731649L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1314220021721L
        return if (tick > 1099511627775L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 23
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 23) or 0x7fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object KsuidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1400000000L || seconds > 5694967295L) return OUTSIDE
        val tick = seconds * 1L + nanos / 1000000000 - 1400000000L
        return if (tick > 4294967295L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 32
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 32) or 0xffffffffL
        val middle = 0xffffffffffffffffUL.toLong()
        return type.make(head, middle, -1)
    }
}

internal object ElasticflakeTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 16
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0xffffL
        val middle = 0xffffffffffffff00UL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object FlakeIdgenTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4398046511L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 4398046511103L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object SonyflakeTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1409529600L || seconds > 6907087738L) return OUTSIDE
        val tick = seconds * 100L + nanos / 10000000 - 140952960000L
        return if (tick > 549755813887L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 24
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 24) or 0xffffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object OrderedUuidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 2814749767L) return OUTSIDE
        val tick = seconds * 100000L + nanos / 10000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x4000L
        val middle = 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x4fffL
        val middle = 0xbfffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object CombGuidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x4000L
        val middle = 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0x4fffL
        val middle = 0xbfffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object UlidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 16
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0xffffL
        val middle = 0xffffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object SidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4611686018L) return OUTSIDE
        val tick = seconds * 1000000000L + nanos / 1
        return if (tick > 4611686018427387904L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick
        val middle = 0x7fffffffffffffffL
        return type.make(head, middle, 0)
    }
}

internal object PushIdTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 16
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0xffffL
        val middle = 0xffffffffffffff00UL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object XidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4294967295L) return OUTSIDE
        val tick = seconds * 1L + nanos / 1000000000
        return if (tick > 4294967295L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 32
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 32) or 0xffffffffL
        val middle = 0xffffffff00000000UL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object ObjectIdTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 4294967295L) return OUTSIDE
        val tick = seconds * 1L + nanos / 1000000000
        return if (tick > 4294967295L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 32
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 32) or 0xffffffffL
        val middle = 0xffffffff00000000UL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object CombMssqlTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 281474976710L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 281474976710655L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = 0x4000L
        val middle = tick or 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = 0xffffffffffff4fffUL.toLong()
        val middle = tick or 0xbfff000000000000UL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object Uuid1Time : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < -12219292800L || seconds > 103072857660L) return OUTSIDE
        val tick = seconds * 10000000L + nanos / 100 + 122192928000000000L
        return if (tick > 1152921504606846975L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick and 0xffffffff shl 32) or (tick ushr 32 and 0xffff shl 16) or (tick ushr 48) or 0x1000L
        val middle = 0x8000000000000000UL.toLong()
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick and 0xffffffff shl 32) or (tick ushr 32 and 0xffff shl 16) or (tick ushr 48) or 0x1000L
        val middle = 0xbfffffffffffffffUL.toLong()
        return type.make(head, middle, 0)
    }
}

internal object MastodonTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 0L || seconds > 140737488355L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000
        return if (tick > 140737488355327L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 16
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 16) or 0xffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}

internal object TsidTime : PlainTime() {
    override fun tick(
        seconds: Long,
        nanos: Int,
    ): Long {
        if (seconds < 1577836800L || seconds > 5975883311L) return OUTSIDE
        val tick = seconds * 1000L + nanos / 1000000 - 1577836800000L
        return if (tick > 4398046511103L) OUTSIDE else tick
    }

    override fun <T> min(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = tick shl 22
        val middle = 0x0L
        return type.make(head, middle, 0)
    }

    override fun <T> max(
        tick: Long,
        type: IdType<T>,
    ): T where T : AnyId, T : Comparable<T> {
        val head = (tick shl 22) or 0x3fffffL
        val middle = 0x0L
        return type.make(head, middle, 0)
    }
}
