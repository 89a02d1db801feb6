// Written by `cargo run -p sortid-bindgen` from the core's list of formats.

package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import java.math.BigInteger
import java.time.Instant
import java.util.UUID

/** tid: the atproto TID: microseconds and a clock identifier (see atproto TID). New ones are made by [tid]. */
public class Tid private constructor(high: Long, middle: Long, low: Int) : Id64<Tid>(high) {
    override val type: IdType64<Tid> get() = Companion

    /** The field `reserved`, of 1 bit. */
    public val reserved: Int get() = field("reserved").toInt()

    /** The field `timestamp_us`, of 53 bits. */
    public val timestampUs: Long get() = field("timestamp_us").toLong()

    /** The field `clock_id`, of 10 bits. */
    public val clockId: Int get() = field("clock_id").toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Tid>(Format.TID, Tid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Tid = Tid(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Tid = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Tid? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Tid = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Tid = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Tid = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Tid = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Tid = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Tid = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Tid = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Tid = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Tid> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Tid> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Tid> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Tid> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Tid> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Tid> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Tid> = super.generator(options)
    }
}

/** timeid: microseconds with a sign, so also before 1970, and a node (see draft-goldman-tid). New ones are made by [timeid]. */
public class Timeid private constructor(high: Long, middle: Long, low: Int) : Id64<Timeid>(high) {
    override val type: IdType64<Timeid> get() = Companion

    /** The field `timestamp_us`, of 54 bits. */
    public val timestampUs: Long get() = field("timestamp_us").toLong()

    /** The field `node`, of 10 bits. */
    public val node: Int get() = field("node").toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Timeid>(Format.TIMEID, Timeid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Timeid = Timeid(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Timeid = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Timeid? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Timeid = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Timeid = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Timeid = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Timeid = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Timeid = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Timeid = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Timeid = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Timeid = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Timeid> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Timeid> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Timeid> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Timeid> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Timeid> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Timeid> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Timeid> = super.generator(options)
    }
}

/** uid11_xid: milliseconds since 2011 and 22 random bits (see uid11 1.0, section 8). New ones are made by [uid11Xid]. */
public class Uid11Xid private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Xid>(high) {
    override val type: IdType64<Uid11Xid> get() = Companion

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = field("timestamp_ms").toLong()

    /** The field `random`, of 22 bits. */
    public val random: Int get() = field("random").toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Xid>(Format.UID11_XID, Uid11Xid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Xid = Uid11Xid(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Xid = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uid11Xid? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Xid = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Uid11Xid = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Xid = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uid11Xid = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uid11Xid = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uid11Xid = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uid11Xid = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uid11Xid = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uid11Xid> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uid11Xid> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uid11Xid> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uid11Xid> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Xid> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uid11Xid> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Xid> = super.generator(options)
    }
}

/** uid11_fullrand: 64 random bits, no time (see uid11 1.0, section 5). New ones are made by [uid11Fullrand]. */
public class Uid11Fullrand private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Fullrand>(high) {
    override val type: IdType64<Uid11Fullrand> get() = Companion

    /** The field `random`, of 64 bits. */
    public val random: BigInteger get() = field("random")

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Fullrand>(Format.UID11_FULLRAND, Uid11Fullrand::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Fullrand = Uid11Fullrand(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Fullrand = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uid11Fullrand? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Fullrand = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Uid11Fullrand = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Fullrand = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uid11Fullrand = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uid11Fullrand = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uid11Fullrand = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uid11Fullrand = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uid11Fullrand = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uid11Fullrand> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uid11Fullrand> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uid11Fullrand> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uid11Fullrand> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Fullrand> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uid11Fullrand> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Fullrand> = super.generator(options)
    }
}

/** uid11_snowish: milliseconds since 2011, a machine and a sequence (see uid11 1.0, section 5). New ones are made by [uid11Snowish]. */
public class Uid11Snowish private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Snowish>(high) {
    override val type: IdType64<Uid11Snowish> get() = Companion

    /** The field `timestamp_ms`, of 41 bits. */
    public val timestampMs: Long get() = field("timestamp_ms").toLong()

    /** The field `machine`, of 10 bits. */
    public val machine: Int get() = field("machine").toInt()

    /** The field `sequence`, of 12 bits. */
    public val sequence: Int get() = field("sequence").toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Snowish>(Format.UID11_SNOWISH, Uid11Snowish::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Snowish = Uid11Snowish(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Snowish = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uid11Snowish? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Snowish = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Uid11Snowish = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Snowish = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uid11Snowish = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uid11Snowish = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uid11Snowish = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uid11Snowish = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uid11Snowish = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uid11Snowish> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uid11Snowish> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uid11Snowish> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uid11Snowish> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Snowish> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uid11Snowish> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Snowish> = super.generator(options)
    }
}

/** uid11_ts_seq_rand: milliseconds since 2011, a sequence and 10 random bits (see uid11 1.0, section 5). New ones are made by [uid11TsSeqRand]. */
public class Uid11TsSeqRand private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11TsSeqRand>(high) {
    override val type: IdType64<Uid11TsSeqRand> get() = Companion

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = field("timestamp_ms").toLong()

    /** The field `sequence`, of 12 bits. */
    public val sequence: Int get() = field("sequence").toInt()

    /** The field `random`, of 10 bits. */
    public val random: Int get() = field("random").toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11TsSeqRand>(Format.UID11_TS_SEQ_RAND, Uid11TsSeqRand::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11TsSeqRand = Uid11TsSeqRand(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11TsSeqRand = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uid11TsSeqRand? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11TsSeqRand = super.fromBytes(bytes)

        @JvmStatic override fun fromLong(int: Long): Uid11TsSeqRand = super.fromLong(int)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11TsSeqRand = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uid11TsSeqRand = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uid11TsSeqRand = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uid11TsSeqRand = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uid11TsSeqRand = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uid11TsSeqRand = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uid11TsSeqRand> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uid11TsSeqRand> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uid11TsSeqRand> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uid11TsSeqRand> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11TsSeqRand> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uid11TsSeqRand> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11TsSeqRand> = super.generator(options)
    }
}

/** uuid6: UUID version 1 in the order of time (see draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6). New ones are made by [uuid6]. */
public class Uuid6 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid6>(high, middle) {
    override val type: UuidIdType<Uuid6> get() = Companion

    /** The field `timestamp`, of 60 bits. */
    public val timestamp: Long get() = field("timestamp").toLong()

    /** The field `clock_seq`, of 14 bits. */
    public val clockSeq: Int get() = field("clock_seq").toInt()

    /** The field `node`, of 48 bits. */
    public val node: Long get() = field("node").toLong()

    /** Makes and reads ids of this format. */
    public companion object : UuidIdType<Uuid6>(Format.UUID6, Uuid6::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid6 = Uuid6(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid6 = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uuid6? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid6 = super.fromBytes(bytes)

        @JvmStatic override fun fromUuid(uuid: UUID): Uuid6 = super.fromUuid(uuid)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid6 = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uuid6 = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uuid6 = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uuid6 = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uuid6 = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uuid6 = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uuid6> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uuid6> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uuid6> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uuid6> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid6> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uuid6> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid6> = super.generator(options)
    }
}

/** uuid7_draft01: UUID version 7 as drafted in 2021: seconds and a fraction (see draft-peabody-dispatch-new-uuid-format-01, section 4.4). New ones are made by [uuid7Draft01]. */
public class Uuid7Draft01 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid7Draft01>(high, middle) {
    override val type: UuidIdType<Uuid7Draft01> get() = Companion

    /** The field `unixts`, of 36 bits. */
    public val unixts: Long get() = field("unixts").toLong()

    /** The field `subsec_a`, of 12 bits. */
    public val subsecA: Int get() = field("subsec_a").toInt()

    /** The field `subsec_b`, of 12 bits. */
    public val subsecB: Int get() = field("subsec_b").toInt()

    /** The field `subsec_seq_node`, of 62 bits. */
    public val subsecSeqNode: Long get() = field("subsec_seq_node").toLong()

    /** Makes and reads ids of this format. */
    public companion object : UuidIdType<Uuid7Draft01>(Format.UUID7_DRAFT01, Uuid7Draft01::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid7Draft01 = Uuid7Draft01(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid7Draft01 = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uuid7Draft01? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid7Draft01 = super.fromBytes(bytes)

        @JvmStatic override fun fromUuid(uuid: UUID): Uuid7Draft01 = super.fromUuid(uuid)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid7Draft01 = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uuid7Draft01 = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uuid7Draft01 = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uuid7Draft01 = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uuid7Draft01 = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uuid7Draft01 = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uuid7Draft01> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uuid7Draft01> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uuid7Draft01> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uuid7Draft01> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid7Draft01> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uuid7Draft01> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid7Draft01> = super.generator(options)
    }
}

/** uuid7: UUID version 7: milliseconds, a counter and random bits (see RFC 9562, section 5.7). New ones are made by [uuid7]. */
public class Uuid7 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid7>(high, middle) {
    override val type: UuidIdType<Uuid7> get() = Companion

    /** The field `unix_ts_ms`, of 48 bits. */
    public val unixTsMs: Long get() = field("unix_ts_ms").toLong()

    /** The field `rand_a`, of 12 bits. */
    public val randA: Int get() = field("rand_a").toInt()

    /** The field `rand_b`, of 62 bits. */
    public val randB: Long get() = field("rand_b").toLong()

    /** Makes and reads ids of this format. */
    public companion object : UuidIdType<Uuid7>(Format.UUID7, Uuid7::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid7 = Uuid7(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid7 = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uuid7? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid7 = super.fromBytes(bytes)

        @JvmStatic override fun fromUuid(uuid: UUID): Uuid7 = super.fromUuid(uuid)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid7 = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uuid7 = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uuid7 = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uuid7 = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uuid7 = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uuid7 = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uuid7> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uuid7> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uuid7> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uuid7> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid7> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uuid7> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid7> = super.generator(options)
    }
}

/** uuid8: UUID version 8: a timestamp of the maker's own layout (see draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8). New ones are made by [uuid8]. */
public class Uuid8 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid8>(high, middle) {
    override val type: UuidIdType<Uuid8> get() = Companion

    /** The field `custom_a`, of 48 bits. */
    public val customA: Long get() = field("custom_a").toLong()

    /** The field `custom_b`, of 12 bits. */
    public val customB: Int get() = field("custom_b").toInt()

    /** The field `custom_c`, of 62 bits. */
    public val customC: Long get() = field("custom_c").toLong()

    /** Makes and reads ids of this format. */
    public companion object : UuidIdType<Uuid8>(Format.UUID8, Uuid8::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid8 = Uuid8(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid8 = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Uuid8? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid8 = super.fromBytes(bytes)

        @JvmStatic override fun fromUuid(uuid: UUID): Uuid8 = super.fromUuid(uuid)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid8 = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Uuid8 = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Uuid8 = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Uuid8 = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Uuid8 = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Uuid8 = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Uuid8> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Uuid8> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Uuid8> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Uuid8> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid8> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Uuid8> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid8> = super.generator(options)
    }
}

/** scru160: 160 bits: milliseconds, a counter and 96 random bits (see SCRU160 v0.1.0). New ones are made by [scru160]. */
public class Scru160 private constructor(high: Long, middle: Long, low: Int) : WideId<Scru160>(high, middle, low) {
    override val type: IdType<Scru160> get() = Companion

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = field("timestamp_ms").toLong()

    /** The field `counter`, of 16 bits. */
    public val counter: Int get() = field("counter").toInt()

    /** The field `random16`, of 16 bits. */
    public val random16: Int get() = field("random16").toInt()

    /** The field `random80`, of 80 bits. */
    public val random80: BigInteger get() = field("random80")

    /** Makes and reads ids of this format. */
    public companion object : IdType<Scru160>(Format.SCRU160, Scru160::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Scru160 = Scru160(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Scru160 = super.parse(text)

        @JvmStatic override fun parseOrNull(text: String): Scru160? = super.parseOrNull(text)

        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)

        @JvmStatic override fun fromBytes(bytes: ByteArray): Scru160 = super.fromBytes(bytes)

        @JvmStatic override fun fromFields(fields: Map<String, Number>): Scru160 = super.fromFields(fields)

        @JvmStatic override fun of(id: SortId): Scru160 = super.of(id)

        @JvmStatic override fun minAt(time: UnixTime): Scru160 = super.minAt(time)

        @JvmStatic override fun minAt(time: Instant): Scru160 = super.minAt(time)

        @JvmStatic override fun maxAt(time: UnixTime): Scru160 = super.maxAt(time)

        @JvmStatic override fun maxAt(time: Instant): Scru160 = super.maxAt(time)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime): IdRange<Scru160> = super.range(from, to)

        @JvmStatic override fun range(from: UnixTime, to: UnixTime, options: GeneratorOptions): IdRange<Scru160> = super.range(from, to, options)

        @JvmStatic override fun range(from: Instant, to: Instant): IdRange<Scru160> = super.range(from, to)

        @JvmStatic override fun range(from: Instant, to: Instant, options: GeneratorOptions): IdRange<Scru160> = super.range(from, to, options)

        @JvmStatic override fun prefixRange(prefix: String): IdRange<Scru160> = super.prefixRange(prefix)

        @JvmStatic override fun generator(): Generator<Scru160> = super.generator()

        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Scru160> = super.generator(options)
    }
}

/** Every type of ids, in the order of the formats. */
public val idTypes: List<IdType<*>> = listOf(
    Tid,
    Timeid,
    Uid11Xid,
    Uid11Fullrand,
    Uid11Snowish,
    Uid11TsSeqRand,
    Uuid6,
    Uuid7Draft01,
    Uuid7,
    Uuid8,
    Scru160,
)
