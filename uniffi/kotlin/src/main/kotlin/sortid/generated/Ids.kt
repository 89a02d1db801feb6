// Written by `cargo suite generate kotlin` from the core's list of formats.

package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import sortid.internal.PlainTime
import java.math.BigInteger
import java.time.Instant
import java.util.UUID

/** The atproto TID: microseconds and a clock identifier (`tid`, atproto TID). New ones are made by [tid]. */
public class Tid private constructor(high: Long, middle: Long, low: Int) : Id64<Tid>(high) {
    override val type: IdType64<Tid> get() = Companion

    override val isReserved: Boolean get() = head < 0

    /** The field `reserved`, of 1 bit. */
    public val reserved: Int get() = (head ushr 63).toInt()

    /** The field `timestamp_us`, of 53 bits. */
    public val timestampUs: Long get() = (head ushr 10) and 0x1fffffffffffffL

    /** The field `clock_id`, of 10 bits. */
    public val clockId: Int get() = (head and 0x3ffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Tid>(Format.TID, Tid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Tid = Tid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.TidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Tid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Tid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Tid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Tid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Tid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Tid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Tid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Tid = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Tid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Tid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Tid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Tid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Tid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Tid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Tid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Tid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Tid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Tid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Tid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Tid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Tid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Tid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Tid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Tid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Tid = super.now()
        @JvmStatic override fun at(time: Timestamp): Tid = super.at(time)
        @JvmStatic override fun at(time: Instant): Tid = super.at(time)
        @JvmStatic override fun generator(): Generator<Tid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Tid> = super.generator(options)
    }
}

/** Microseconds with a sign, so also before 1970, and a node (`timeid`, draft-goldman-tid). New ones are made by [timeid]. */
public class Timeid private constructor(high: Long, middle: Long, low: Int) : Id64<Timeid>(high) {
    override val type: IdType64<Timeid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_us`, of 54 bits. */
    public val timestampUs: Long get() = fieldAt(0)

    /** The field `node`, of 10 bits. */
    public val node: Int get() = (head and 0x3ffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Timeid>(Format.TIMEID, Timeid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Timeid = Timeid(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Timeid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Timeid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Timeid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Timeid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Timeid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Timeid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Timeid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Timeid = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Timeid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Timeid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Timeid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Timeid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Timeid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Timeid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Timeid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Timeid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Timeid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Timeid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Timeid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Timeid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Timeid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Timeid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Timeid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Timeid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Timeid = super.now()
        @JvmStatic override fun at(time: Timestamp): Timeid = super.at(time)
        @JvmStatic override fun at(time: Instant): Timeid = super.at(time)
        @JvmStatic override fun generator(): Generator<Timeid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Timeid> = super.generator(options)
    }
}

/** Milliseconds since 2011 and 22 random bits (`uid11_xid`, uid11 1.0, section 8). New ones are made by [uid11Xid]. */
public class Uid11Xid private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Xid>(high) {
    override val type: IdType64<Uid11Xid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = head ushr 22

    /** The field `random`, of 22 bits. */
    public val random: Int get() = (head and 0x3fffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Xid>(Format.UID11_XID, Uid11Xid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Xid = Uid11Xid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uid11XidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Xid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uid11Xid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uid11Xid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uid11Xid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uid11Xid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Xid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uid11Xid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Uid11Xid = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uid11Xid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Xid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uid11Xid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uid11Xid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uid11Xid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uid11Xid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uid11Xid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uid11Xid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uid11Xid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uid11Xid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uid11Xid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uid11Xid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uid11Xid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uid11Xid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uid11Xid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Xid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uid11Xid = super.now()
        @JvmStatic override fun at(time: Timestamp): Uid11Xid = super.at(time)
        @JvmStatic override fun at(time: Instant): Uid11Xid = super.at(time)
        @JvmStatic override fun generator(): Generator<Uid11Xid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Xid> = super.generator(options)
    }
}

/** 64 random bits, no time (`uid11_fullrand`, uid11 1.0, section 5). New ones are made by [uid11Fullrand]. */
public class Uid11Fullrand private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Fullrand>(high) {
    override val type: IdType64<Uid11Fullrand> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `random`, of 64 bits. */
    public val random: BigInteger get() = wideFieldAt(0)

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Fullrand>(Format.UID11_FULLRAND, Uid11Fullrand::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Fullrand = Uid11Fullrand(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Fullrand = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uid11Fullrand = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uid11Fullrand? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uid11Fullrand = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uid11Fullrand> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Fullrand = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uid11Fullrand = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Uid11Fullrand = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uid11Fullrand = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Fullrand = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uid11Fullrand = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uid11Fullrand = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uid11Fullrand = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uid11Fullrand = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uid11Fullrand = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uid11Fullrand = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uid11Fullrand = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uid11Fullrand = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uid11Fullrand = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uid11Fullrand> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uid11Fullrand> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uid11Fullrand> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uid11Fullrand> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Fullrand> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uid11Fullrand = super.now()
        @JvmStatic override fun at(time: Timestamp): Uid11Fullrand = super.at(time)
        @JvmStatic override fun at(time: Instant): Uid11Fullrand = super.at(time)
        @JvmStatic override fun generator(): Generator<Uid11Fullrand> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Fullrand> = super.generator(options)
    }
}

/** Milliseconds since 2011, a machine and a sequence (`uid11_snowish`, uid11 1.0, section 5). New ones are made by [uid11Snowish]. */
public class Uid11Snowish private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11Snowish>(high) {
    override val type: IdType64<Uid11Snowish> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 41 bits. */
    public val timestampMs: Long get() = (head ushr 22) and 0x1ffffffffffL

    /** The field `machine`, of 10 bits. */
    public val machine: Int get() = ((head ushr 12) and 0x3ffL).toInt()

    /** The field `sequence`, of 12 bits. */
    public val sequence: Int get() = (head and 0xfffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11Snowish>(Format.UID11_SNOWISH, Uid11Snowish::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11Snowish = Uid11Snowish(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uid11SnowishTime

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11Snowish = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uid11Snowish = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uid11Snowish? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uid11Snowish = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uid11Snowish> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11Snowish = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uid11Snowish = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Uid11Snowish = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uid11Snowish = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11Snowish = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uid11Snowish = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uid11Snowish = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uid11Snowish = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uid11Snowish = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uid11Snowish = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uid11Snowish = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uid11Snowish = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uid11Snowish = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uid11Snowish = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uid11Snowish> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uid11Snowish> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uid11Snowish> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uid11Snowish> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11Snowish> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uid11Snowish = super.now()
        @JvmStatic override fun at(time: Timestamp): Uid11Snowish = super.at(time)
        @JvmStatic override fun at(time: Instant): Uid11Snowish = super.at(time)
        @JvmStatic override fun generator(): Generator<Uid11Snowish> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11Snowish> = super.generator(options)
    }
}

/** Milliseconds since 2011, a sequence and 10 random bits (`uid11_ts_seq_rand`, uid11 1.0, section 5). New ones are made by [uid11TsSeqRand]. */
public class Uid11TsSeqRand private constructor(high: Long, middle: Long, low: Int) : Id64<Uid11TsSeqRand>(high) {
    override val type: IdType64<Uid11TsSeqRand> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = head ushr 22

    /** The field `sequence`, of 12 bits. */
    public val sequence: Int get() = ((head ushr 10) and 0xfffL).toInt()

    /** The field `random`, of 10 bits. */
    public val random: Int get() = (head and 0x3ffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Uid11TsSeqRand>(Format.UID11_TS_SEQ_RAND, Uid11TsSeqRand::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uid11TsSeqRand = Uid11TsSeqRand(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uid11TsSeqRandTime

        @JvmStatic @JsonCreator override fun parse(text: String): Uid11TsSeqRand = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uid11TsSeqRand = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uid11TsSeqRand? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uid11TsSeqRand = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uid11TsSeqRand> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uid11TsSeqRand = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uid11TsSeqRand = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Uid11TsSeqRand = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uid11TsSeqRand = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uid11TsSeqRand = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uid11TsSeqRand = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uid11TsSeqRand = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uid11TsSeqRand = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uid11TsSeqRand = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uid11TsSeqRand = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uid11TsSeqRand = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uid11TsSeqRand = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uid11TsSeqRand = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uid11TsSeqRand = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uid11TsSeqRand> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uid11TsSeqRand> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uid11TsSeqRand> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uid11TsSeqRand> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uid11TsSeqRand> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uid11TsSeqRand = super.now()
        @JvmStatic override fun at(time: Timestamp): Uid11TsSeqRand = super.at(time)
        @JvmStatic override fun at(time: Instant): Uid11TsSeqRand = super.at(time)
        @JvmStatic override fun generator(): Generator<Uid11TsSeqRand> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uid11TsSeqRand> = super.generator(options)
    }
}

/** UUID version 1 in the order of time (`uuid6`, draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6). New ones are made by [uuid6]. */
public class Uuid6 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid6>(high, middle) {
    override val type: IdType128<Uuid6> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `clock_seq`, of 14 bits. */
    public val clockSeq: Int get() = ((middle ushr 48) and 0x3fffL).toInt()

    /** The field `node`, of 48 bits. */
    public val node: Long get() = middle and 0xffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid6>(Format.UUID6, Uuid6::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid6 = Uuid6(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uuid6Time

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid6 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid6 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid6? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid6 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid6> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid6 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid6 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid6 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid6 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid6 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid6 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid6 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid6 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid6 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid6 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid6 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid6 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid6 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid6 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid6> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid6> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid6> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid6> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid6> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid6 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid6 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid6 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid6> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid6> = super.generator(options)
    }
}

/** UUID version 7 as drafted in 2021: seconds and a fraction (`uuid7_draft01`, draft-peabody-dispatch-new-uuid-format-01, section 4.4). New ones are made by [uuid7Draft01]. */
public class Uuid7Draft01 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid7Draft01>(high, middle) {
    override val type: IdType128<Uuid7Draft01> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `unixts`, of 36 bits. */
    public val unixts: Long get() = head ushr 28

    /** The field `subsec_a`, of 12 bits. */
    public val subsecA: Int get() = ((head ushr 16) and 0xfffL).toInt()

    /** The field `subsec_b`, of 12 bits. */
    public val subsecB: Int get() = (head and 0xfffL).toInt()

    /** The field `subsec_seq_node`, of 62 bits. */
    public val subsecSeqNode: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid7Draft01>(Format.UUID7_DRAFT01, Uuid7Draft01::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid7Draft01 = Uuid7Draft01(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid7Draft01 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid7Draft01 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid7Draft01? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid7Draft01 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid7Draft01> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid7Draft01 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid7Draft01 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid7Draft01 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid7Draft01 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid7Draft01 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid7Draft01 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid7Draft01 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid7Draft01 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid7Draft01 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid7Draft01 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid7Draft01 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid7Draft01 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid7Draft01 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid7Draft01 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid7Draft01> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid7Draft01> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid7Draft01> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid7Draft01> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid7Draft01> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid7Draft01 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid7Draft01 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid7Draft01 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid7Draft01> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid7Draft01> = super.generator(options)
    }
}

/** UUID version 7: milliseconds, a counter and random bits (`uuid7`, RFC 9562, section 5.7). New ones are made by [uuid7]. */
public class Uuid7 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid7>(high, middle) {
    override val type: IdType128<Uuid7> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `unix_ts_ms`, of 48 bits. */
    public val unixTsMs: Long get() = head ushr 16

    /** The field `rand_a`, of 12 bits. */
    public val randA: Int get() = (head and 0xfffL).toInt()

    /** The field `rand_b`, of 62 bits. */
    public val randB: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid7>(Format.UUID7, Uuid7::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid7 = Uuid7(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uuid7Time

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid7 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid7 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid7? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid7 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid7> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid7 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid7 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid7 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid7 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid7 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid7 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid7 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid7 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid7 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid7 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid7 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid7 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid7 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid7 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid7> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid7> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid7> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid7> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid7> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid7 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid7 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid7 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid7> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid7> = super.generator(options)
    }
}

/** UUID version 8: a timestamp of the maker's own layout (`uuid8`, draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8). New ones are made by [uuid8]. */
public class Uuid8 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid8>(high, middle) {
    override val type: IdType128<Uuid8> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `custom_a`, of 48 bits. */
    public val customA: Long get() = head ushr 16

    /** The field `custom_b`, of 12 bits. */
    public val customB: Int get() = (head and 0xfffL).toInt()

    /** The field `custom_c`, of 62 bits. */
    public val customC: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid8>(Format.UUID8, Uuid8::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid8 = Uuid8(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid8 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid8 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid8? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid8 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid8> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid8 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid8 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid8 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid8 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid8 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid8 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid8 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid8 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid8 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid8 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid8 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid8 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid8 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid8 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid8> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid8> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid8> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid8> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid8> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid8 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid8 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid8 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid8> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid8> = super.generator(options)
    }
}

/** 160 bits: milliseconds, a counter and 96 random bits (`scru160`, SCRU160 v0.1.0). New ones are made by [scru160]. */
public class Scru160 private constructor(high: Long, middle: Long, low: Int) : WideId<Scru160>(high, middle, low) {
    override val type: IdType<Scru160> get() = Companion

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `counter`, of 16 bits. */
    public val counter: Int get() = (head and 0xffffL).toInt()

    /** The field `random16`, of 16 bits. */
    public val random16: Int get() = (middle ushr 48).toInt()

    /** The field `random80`, of 80 bits. */
    public val random80: BigInteger get() = wideFieldAt(3)

    /** Makes and reads ids of this format. */
    public companion object : IdType<Scru160>(Format.SCRU160, Scru160::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Scru160 = Scru160(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Scru160 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Scru160 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Scru160? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Scru160 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Scru160> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Scru160 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Scru160 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Scru160 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Scru160 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Scru160 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Scru160 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Scru160 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Scru160 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Scru160 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Scru160 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Scru160 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Scru160 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Scru160 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Scru160> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Scru160> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Scru160> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Scru160> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Scru160> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Scru160 = super.now()
        @JvmStatic override fun at(time: Timestamp): Scru160 = super.at(time)
        @JvmStatic override fun at(time: Instant): Scru160 = super.at(time)
        @JvmStatic override fun generator(): Generator<Scru160> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Scru160> = super.generator(options)
    }
}

/** Microseconds and a worker, as 8-4-4-16 hexadecimal digits (`lexical_uuid`, twitter/cassie f6da4e0, LexicalUUID). New ones are made by [lexicalUuid]. */
public class LexicalUuid private constructor(high: Long, middle: Long, low: Int) : Id128<LexicalUuid>(high, middle) {
    override val type: IdType128<LexicalUuid> get() = Companion

    override val isReserved: Boolean get() = head < 0

    /** The field `timestamp_us`, of 64 bits. */
    public val timestampUs: BigInteger get() = wideFieldAt(0)

    /** The field `worker`, of 64 bits. */
    public val worker: BigInteger get() = wideFieldAt(1)

    /** Makes and reads ids of this format. */
    public companion object : IdType128<LexicalUuid>(Format.LEXICAL_UUID, LexicalUuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): LexicalUuid = LexicalUuid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.LexicalUuidTime

        @JvmStatic @JsonCreator override fun parse(text: String): LexicalUuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): LexicalUuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): LexicalUuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): LexicalUuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<LexicalUuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): LexicalUuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): LexicalUuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): LexicalUuid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): LexicalUuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): LexicalUuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): LexicalUuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): LexicalUuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): LexicalUuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): LexicalUuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): LexicalUuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): LexicalUuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): LexicalUuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): LexicalUuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): LexicalUuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<LexicalUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<LexicalUuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<LexicalUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<LexicalUuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<LexicalUuid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): LexicalUuid = super.now()
        @JvmStatic override fun at(time: Timestamp): LexicalUuid = super.at(time)
        @JvmStatic override fun at(time: Instant): LexicalUuid = super.at(time)
        @JvmStatic override fun generator(): Generator<LexicalUuid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<LexicalUuid> = super.generator(options)
    }
}

/** Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer (`snowflake`, twitter/snowflake b3f6a3c, IdWorker). New ones are made by [snowflake]. */
public class Snowflake private constructor(high: Long, middle: Long, low: Int) : Id64<Snowflake>(high) {
    override val type: IdType64<Snowflake> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 41 bits. */
    public val timestampMs: Long get() = (head ushr 22) and 0x1ffffffffffL

    /** The field `datacenter`, of 5 bits. */
    public val datacenter: Int get() = ((head ushr 17) and 0x1fL).toInt()

    /** The field `worker`, of 5 bits. */
    public val worker: Int get() = ((head ushr 12) and 0x1fL).toInt()

    /** The field `sequence`, of 12 bits. */
    public val sequence: Int get() = (head and 0xfffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Snowflake>(Format.SNOWFLAKE, Snowflake::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Snowflake = Snowflake(high, middle, low)

        override val time: PlainTime get() = sortid.internal.SnowflakeTime

        @JvmStatic @JsonCreator override fun parse(text: String): Snowflake = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Snowflake = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Snowflake? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Snowflake = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Snowflake> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Snowflake = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Snowflake = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Snowflake = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Snowflake = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Snowflake = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Snowflake = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Snowflake = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Snowflake = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Snowflake = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Snowflake = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Snowflake = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Snowflake = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Snowflake = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Snowflake = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Snowflake> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Snowflake> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Snowflake> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Snowflake> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Snowflake> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Snowflake = super.now()
        @JvmStatic override fun at(time: Timestamp): Snowflake = super.at(time)
        @JvmStatic override fun at(time: Instant): Snowflake = super.at(time)
        @JvmStatic override fun generator(): Generator<Snowflake> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Snowflake> = super.generator(options)
    }
}

/** Milliseconds, a worker and a sequence in base62 (`flake`, boundary/flake 15c933a). New ones are made by [flake]. */
public class Flake private constructor(high: Long, middle: Long, low: Int) : Id128<Flake>(high, middle) {
    override val type: IdType128<Flake> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 64 bits. */
    public val timestampMs: BigInteger get() = wideFieldAt(0)

    /** The field `worker`, of 48 bits. */
    public val worker: Long get() = middle ushr 16

    /** The field `sequence`, of 16 bits. */
    public val sequence: Int get() = (middle and 0xffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Flake>(Format.FLAKE, Flake::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Flake = Flake(high, middle, low)

        override val time: PlainTime get() = sortid.internal.FlakeTime

        @JvmStatic @JsonCreator override fun parse(text: String): Flake = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Flake = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Flake? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Flake = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Flake> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Flake = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Flake = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Flake = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Flake = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Flake = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Flake = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Flake = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Flake = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Flake = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Flake = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Flake = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Flake = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Flake = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Flake = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Flake> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Flake> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Flake> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Flake> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Flake> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Flake = super.now()
        @JvmStatic override fun at(time: Timestamp): Flake = super.at(time)
        @JvmStatic override fun at(time: Instant): Flake = super.at(time)
        @JvmStatic override fun generator(): Generator<Flake> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Flake> = super.generator(options)
    }
}

/** Milliseconds since 2011, a shard and a sequence, as a decimal integer (`sharding_id`, Instagram Engineering, Sharding & IDs at Instagram). New ones are made by [shardingId]. */
public class ShardingId private constructor(high: Long, middle: Long, low: Int) : Id64<ShardingId>(high) {
    override val type: IdType64<ShardingId> get() = Companion

    override val isReserved: Boolean get() = head < 0

    /** The field `timestamp_ms`, of 41 bits. */
    public val timestampMs: Long get() = head ushr 23

    /** The field `shard`, of 13 bits. */
    public val shard: Int get() = ((head ushr 10) and 0x1fffL).toInt()

    /** The field `sequence`, of 10 bits. */
    public val sequence: Int get() = (head and 0x3ffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<ShardingId>(Format.SHARDING_ID, ShardingId::class.java) {
        override fun make(high: Long, middle: Long, low: Int): ShardingId = ShardingId(high, middle, low)

        override val time: PlainTime get() = sortid.internal.ShardingIdTime

        @JvmStatic @JsonCreator override fun parse(text: String): ShardingId = super.parse(text)
        @JvmStatic override fun valueOf(text: String): ShardingId = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): ShardingId? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): ShardingId = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<ShardingId> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): ShardingId = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): ShardingId = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): ShardingId = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): ShardingId = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): ShardingId = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): ShardingId = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): ShardingId = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): ShardingId = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): ShardingId = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): ShardingId = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): ShardingId = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): ShardingId = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): ShardingId = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): ShardingId = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<ShardingId> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<ShardingId> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<ShardingId> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<ShardingId> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<ShardingId> = super.prefixRange(prefix)
        @JvmStatic override fun now(): ShardingId = super.now()
        @JvmStatic override fun at(time: Timestamp): ShardingId = super.at(time)
        @JvmStatic override fun at(time: Instant): ShardingId = super.at(time)
        @JvmStatic override fun generator(): Generator<ShardingId> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<ShardingId> = super.generator(options)
    }
}

/** Seconds since 2014, a random counter and 64 random bits (`ksuid`, segmentio/ksuid bf376a7). New ones are made by [ksuid]. */
public class Ksuid private constructor(high: Long, middle: Long, low: Int) : WideId<Ksuid>(high, middle, low) {
    override val type: IdType<Ksuid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_s`, of 32 bits. */
    public val timestampS: Long get() = head ushr 32

    /** The field `payload_hi`, of 64 bits. */
    public val payloadHi: BigInteger get() = wideFieldAt(1)

    /** The field `payload_lo`, of 64 bits. */
    public val payloadLo: BigInteger get() = wideFieldAt(2)

    /** Makes and reads ids of this format. */
    public companion object : IdType<Ksuid>(Format.KSUID, Ksuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Ksuid = Ksuid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.KsuidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Ksuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Ksuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Ksuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Ksuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Ksuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Ksuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Ksuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Ksuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Ksuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Ksuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Ksuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Ksuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Ksuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Ksuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Ksuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Ksuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Ksuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Ksuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Ksuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Ksuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Ksuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Ksuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Ksuid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Ksuid = super.now()
        @JvmStatic override fun at(time: Timestamp): Ksuid = super.at(time)
        @JvmStatic override fun at(time: Instant): Ksuid = super.at(time)
        @JvmStatic override fun generator(): Generator<Ksuid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Ksuid> = super.generator(options)
    }
}

/** Milliseconds, a node and a sequence, as Elasticsearch had them up to version 5 (`elasticflake`, ppearcy/elasticflake dd71c21). New ones are made by [elasticflake]. */
public class Elasticflake private constructor(high: Long, middle: Long, low: Int) : WideId<Elasticflake>(high, middle, low) {
    override val type: IdType<Elasticflake> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `node`, of 48 bits. */
    public val node: Long get() = fieldAt(1)

    /** The field `sequence`, of 24 bits. */
    public val sequence: Int get() = ((middle ushr 8) and 0xffffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType<Elasticflake>(Format.ELASTICFLAKE, Elasticflake::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Elasticflake = Elasticflake(high, middle, low)

        override val time: PlainTime get() = sortid.internal.ElasticflakeTime

        @JvmStatic @JsonCreator override fun parse(text: String): Elasticflake = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Elasticflake = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Elasticflake? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Elasticflake = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Elasticflake> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Elasticflake = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Elasticflake = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Elasticflake = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Elasticflake = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Elasticflake = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Elasticflake = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Elasticflake = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Elasticflake = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Elasticflake = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Elasticflake = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Elasticflake = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Elasticflake = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Elasticflake = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Elasticflake> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Elasticflake> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Elasticflake> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Elasticflake> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Elasticflake> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Elasticflake = super.now()
        @JvmStatic override fun at(time: Timestamp): Elasticflake = super.at(time)
        @JvmStatic override fun at(time: Instant): Elasticflake = super.at(time)
        @JvmStatic override fun generator(): Generator<Elasticflake> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Elasticflake> = super.generator(options)
    }
}

/** Milliseconds, a datacenter, a worker and a counter, as a decimal integer (`flake_idgen`, T-PWK/flake-idgen fcd6a2f). New ones are made by [flakeIdgen]. */
public class FlakeIdgen private constructor(high: Long, middle: Long, low: Int) : Id64<FlakeIdgen>(high) {
    override val type: IdType64<FlakeIdgen> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = head ushr 22

    /** The field `datacenter`, of 5 bits. */
    public val datacenter: Int get() = ((head ushr 17) and 0x1fL).toInt()

    /** The field `worker`, of 5 bits. */
    public val worker: Int get() = ((head ushr 12) and 0x1fL).toInt()

    /** The field `counter`, of 12 bits. */
    public val counter: Int get() = (head and 0xfffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<FlakeIdgen>(Format.FLAKE_IDGEN, FlakeIdgen::class.java) {
        override fun make(high: Long, middle: Long, low: Int): FlakeIdgen = FlakeIdgen(high, middle, low)

        override val time: PlainTime get() = sortid.internal.FlakeIdgenTime

        @JvmStatic @JsonCreator override fun parse(text: String): FlakeIdgen = super.parse(text)
        @JvmStatic override fun valueOf(text: String): FlakeIdgen = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): FlakeIdgen? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): FlakeIdgen = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<FlakeIdgen> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): FlakeIdgen = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): FlakeIdgen = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): FlakeIdgen = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): FlakeIdgen = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): FlakeIdgen = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): FlakeIdgen = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): FlakeIdgen = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): FlakeIdgen = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): FlakeIdgen = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): FlakeIdgen = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): FlakeIdgen = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): FlakeIdgen = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): FlakeIdgen = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): FlakeIdgen = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<FlakeIdgen> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<FlakeIdgen> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<FlakeIdgen> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<FlakeIdgen> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<FlakeIdgen> = super.prefixRange(prefix)
        @JvmStatic override fun now(): FlakeIdgen = super.now()
        @JvmStatic override fun at(time: Timestamp): FlakeIdgen = super.at(time)
        @JvmStatic override fun at(time: Instant): FlakeIdgen = super.at(time)
        @JvmStatic override fun generator(): Generator<FlakeIdgen> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<FlakeIdgen> = super.generator(options)
    }
}

/** Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer (`sonyflake`, sony/sonyflake 848d664, version 1). New ones are made by [sonyflake]. */
public class Sonyflake private constructor(high: Long, middle: Long, low: Int) : Id64<Sonyflake>(high) {
    override val type: IdType64<Sonyflake> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_10ms`, of 39 bits. */
    public val timestamp10ms: Long get() = (head ushr 24) and 0x7fffffffffL

    /** The field `sequence`, of 8 bits. */
    public val sequence: Int get() = ((head ushr 16) and 0xffL).toInt()

    /** The field `machine`, of 16 bits. */
    public val machine: Int get() = (head and 0xffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Sonyflake>(Format.SONYFLAKE, Sonyflake::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Sonyflake = Sonyflake(high, middle, low)

        override val time: PlainTime get() = sortid.internal.SonyflakeTime

        @JvmStatic @JsonCreator override fun parse(text: String): Sonyflake = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Sonyflake = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Sonyflake? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Sonyflake = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Sonyflake> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Sonyflake = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Sonyflake = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Sonyflake = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Sonyflake = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Sonyflake = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Sonyflake = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Sonyflake = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Sonyflake = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Sonyflake = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Sonyflake = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Sonyflake = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Sonyflake = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Sonyflake = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Sonyflake = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Sonyflake> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Sonyflake> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Sonyflake> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Sonyflake> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Sonyflake> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Sonyflake = super.now()
        @JvmStatic override fun at(time: Timestamp): Sonyflake = super.at(time)
        @JvmStatic override fun at(time: Instant): Sonyflake = super.at(time)
        @JvmStatic override fun generator(): Generator<Sonyflake> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Sonyflake> = super.generator(options)
    }
}

/** UUID version 4 with tens of microseconds in front, as Laravel makes it (`ordered_uuid`, Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB). New ones are made by [orderedUuid]. */
public class OrderedUuid private constructor(high: Long, middle: Long, low: Int) : UuidId<OrderedUuid>(high, middle) {
    override val type: IdType128<OrderedUuid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_10us`, of 48 bits. */
    public val timestamp10us: Long get() = head ushr 16

    /** The field `rand_a`, of 12 bits. */
    public val randA: Int get() = (head and 0xfffL).toInt()

    /** The field `rand_b`, of 62 bits. */
    public val randB: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<OrderedUuid>(Format.ORDERED_UUID, OrderedUuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): OrderedUuid = OrderedUuid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.OrderedUuidTime

        @JvmStatic @JsonCreator override fun parse(text: String): OrderedUuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): OrderedUuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): OrderedUuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): OrderedUuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<OrderedUuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): OrderedUuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): OrderedUuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): OrderedUuid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): OrderedUuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): OrderedUuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): OrderedUuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): OrderedUuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): OrderedUuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): OrderedUuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): OrderedUuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): OrderedUuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): OrderedUuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): OrderedUuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): OrderedUuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<OrderedUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<OrderedUuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<OrderedUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<OrderedUuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<OrderedUuid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): OrderedUuid = super.now()
        @JvmStatic override fun at(time: Timestamp): OrderedUuid = super.at(time)
        @JvmStatic override fun at(time: Instant): OrderedUuid = super.at(time)
        @JvmStatic override fun generator(): Generator<OrderedUuid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<OrderedUuid> = super.generator(options)
    }
}

/** UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL (`comb_guid`, richardtallent/RT.Comb 2759820, PostgreSQL order). New ones are made by [combGuid]. */
public class CombGuid private constructor(high: Long, middle: Long, low: Int) : UuidId<CombGuid>(high, middle) {
    override val type: IdType128<CombGuid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `unix_ts_ms`, of 48 bits. */
    public val unixTsMs: Long get() = head ushr 16

    /** The field `rand_a`, of 12 bits. */
    public val randA: Int get() = (head and 0xfffL).toInt()

    /** The field `rand_b`, of 62 bits. */
    public val randB: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<CombGuid>(Format.COMB_GUID, CombGuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): CombGuid = CombGuid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.CombGuidTime

        @JvmStatic @JsonCreator override fun parse(text: String): CombGuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): CombGuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): CombGuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): CombGuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<CombGuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): CombGuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): CombGuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): CombGuid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): CombGuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): CombGuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): CombGuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): CombGuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): CombGuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): CombGuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): CombGuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): CombGuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): CombGuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): CombGuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): CombGuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<CombGuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<CombGuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<CombGuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<CombGuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<CombGuid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): CombGuid = super.now()
        @JvmStatic override fun at(time: Timestamp): CombGuid = super.at(time)
        @JvmStatic override fun at(time: Instant): CombGuid = super.at(time)
        @JvmStatic override fun generator(): Generator<CombGuid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<CombGuid> = super.generator(options)
    }
}

/** Milliseconds and 80 random bits that count up within one (`ulid`, ulid/spec). New ones are made by [ulid]. */
public class Ulid private constructor(high: Long, middle: Long, low: Int) : Id128<Ulid>(high, middle) {
    override val type: IdType128<Ulid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `randomness`, of 80 bits. */
    public val randomness: BigInteger get() = wideFieldAt(1)

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Ulid>(Format.ULID, Ulid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Ulid = Ulid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.UlidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Ulid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Ulid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Ulid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Ulid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Ulid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Ulid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Ulid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Ulid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Ulid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Ulid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Ulid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Ulid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Ulid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Ulid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Ulid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Ulid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Ulid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Ulid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Ulid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Ulid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Ulid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Ulid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Ulid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Ulid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Ulid = super.now()
        @JvmStatic override fun at(time: Timestamp): Ulid = super.at(time)
        @JvmStatic override fun at(time: Instant): Ulid = super.at(time)
        @JvmStatic override fun generator(): Generator<Ulid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Ulid> = super.generator(options)
    }
}

/** Nanoseconds and 63 random bits, as two numbers (`sid`, chilts/sid 660e947). New ones are made by [sid]. */
public class Sid private constructor(high: Long, middle: Long, low: Int) : Id128<Sid>(high, middle) {
    override val type: IdType128<Sid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ns`, of 63 bits. */
    public val timestampNs: Long get() = head and 0x7fffffffffffffffL

    /** The field `random`, of 63 bits. */
    public val random: Long get() = middle and 0x7fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Sid>(Format.SID, Sid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Sid = Sid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.SidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Sid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Sid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Sid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Sid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Sid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Sid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Sid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Sid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Sid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Sid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Sid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Sid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Sid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Sid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Sid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Sid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Sid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Sid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Sid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Sid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Sid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Sid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Sid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Sid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Sid = super.now()
        @JvmStatic override fun at(time: Timestamp): Sid = super.at(time)
        @JvmStatic override fun at(time: Instant): Sid = super.at(time)
        @JvmStatic override fun generator(): Generator<Sid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Sid> = super.generator(options)
    }
}

/** Milliseconds and 72 random bits that count up within one (`push_id`, Firebase, The 2^120 Ways to Ensure Unique Identifiers). New ones are made by [pushId]. */
public class PushId private constructor(high: Long, middle: Long, low: Int) : WideId<PushId>(high, middle, low) {
    override val type: IdType<PushId> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `random`, of 72 bits. */
    public val random: BigInteger get() = wideFieldAt(1)

    /** Makes and reads ids of this format. */
    public companion object : IdType<PushId>(Format.PUSH_ID, PushId::class.java) {
        override fun make(high: Long, middle: Long, low: Int): PushId = PushId(high, middle, low)

        override val time: PlainTime get() = sortid.internal.PushIdTime

        @JvmStatic @JsonCreator override fun parse(text: String): PushId = super.parse(text)
        @JvmStatic override fun valueOf(text: String): PushId = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): PushId? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): PushId = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<PushId> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): PushId = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): PushId = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): PushId = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): PushId = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): PushId = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): PushId = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): PushId = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): PushId = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): PushId = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): PushId = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): PushId = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): PushId = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): PushId = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<PushId> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<PushId> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<PushId> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<PushId> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<PushId> = super.prefixRange(prefix)
        @JvmStatic override fun now(): PushId = super.now()
        @JvmStatic override fun at(time: Timestamp): PushId = super.at(time)
        @JvmStatic override fun at(time: Instant): PushId = super.at(time)
        @JvmStatic override fun generator(): Generator<PushId> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<PushId> = super.generator(options)
    }
}

/** Seconds, a machine, a process and a counter (`xid`, rs/xid efa678f). New ones are made by [xid]. */
public class Xid private constructor(high: Long, middle: Long, low: Int) : WideId<Xid>(high, middle, low) {
    override val type: IdType<Xid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_s`, of 32 bits. */
    public val timestampS: Long get() = head ushr 32

    /** The field `machine`, of 24 bits. */
    public val machine: Int get() = ((head ushr 8) and 0xffffffL).toInt()

    /** The field `pid`, of 16 bits. */
    public val pid: Int get() = fieldAt(2).toInt()

    /** The field `counter`, of 24 bits. */
    public val counter: Int get() = ((middle ushr 32) and 0xffffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType<Xid>(Format.XID, Xid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Xid = Xid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.XidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Xid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Xid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Xid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Xid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Xid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Xid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Xid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Xid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Xid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Xid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Xid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Xid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Xid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Xid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Xid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Xid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Xid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Xid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Xid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Xid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Xid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Xid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Xid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Xid = super.now()
        @JvmStatic override fun at(time: Timestamp): Xid = super.at(time)
        @JvmStatic override fun at(time: Instant): Xid = super.at(time)
        @JvmStatic override fun generator(): Generator<Xid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Xid> = super.generator(options)
    }
}

/** Seconds, 40 bits drawn for the process, and a counter (`object_id`, MongoDB, BSON ObjectID). New ones are made by [objectId]. */
public class ObjectId private constructor(high: Long, middle: Long, low: Int) : WideId<ObjectId>(high, middle, low) {
    override val type: IdType<ObjectId> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_s`, of 32 bits. */
    public val timestampS: Long get() = head ushr 32

    /** The field `random`, of 40 bits. */
    public val random: Long get() = fieldAt(1)

    /** The field `counter`, of 24 bits. */
    public val counter: Int get() = ((middle ushr 32) and 0xffffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType<ObjectId>(Format.OBJECT_ID, ObjectId::class.java) {
        override fun make(high: Long, middle: Long, low: Int): ObjectId = ObjectId(high, middle, low)

        override val time: PlainTime get() = sortid.internal.ObjectIdTime

        @JvmStatic @JsonCreator override fun parse(text: String): ObjectId = super.parse(text)
        @JvmStatic override fun valueOf(text: String): ObjectId = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): ObjectId? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): ObjectId = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<ObjectId> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): ObjectId = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): ObjectId = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): ObjectId = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): ObjectId = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): ObjectId = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): ObjectId = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): ObjectId = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): ObjectId = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): ObjectId = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): ObjectId = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): ObjectId = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): ObjectId = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): ObjectId = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<ObjectId> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<ObjectId> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<ObjectId> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<ObjectId> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<ObjectId> = super.prefixRange(prefix)
        @JvmStatic override fun now(): ObjectId = super.now()
        @JvmStatic override fun at(time: Timestamp): ObjectId = super.at(time)
        @JvmStatic override fun at(time: Instant): ObjectId = super.at(time)
        @JvmStatic override fun generator(): Generator<ObjectId> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<ObjectId> = super.generator(options)
    }
}

/** Milliseconds, a counter, a fingerprint and 41 random bits in base36 (`cuid`, ericelliott/cuid 215b27b, version 1). New ones are made by [cuid]. */
public class Cuid private constructor(high: Long, middle: Long, low: Int) : Id128<Cuid>(high, middle) {
    override val type: IdType128<Cuid> get() = Companion

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = (head ushr 20) and 0x3ffffffffffL

    /** The field `counter`, of 21 bits. */
    public val counter: Int get() = fieldAt(1).toInt()

    /** The field `fingerprint`, of 21 bits. */
    public val fingerprint: Int get() = ((middle ushr 42) and 0x1fffffL).toInt()

    /** The field `random`, of 42 bits. */
    public val random: Long get() = middle and 0x3ffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Cuid>(Format.CUID, Cuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Cuid = Cuid(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Cuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Cuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Cuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Cuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Cuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Cuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Cuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Cuid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Cuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Cuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Cuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Cuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Cuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Cuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Cuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Cuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Cuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Cuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Cuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Cuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Cuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Cuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Cuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Cuid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Cuid = super.now()
        @JvmStatic override fun at(time: Timestamp): Cuid = super.at(time)
        @JvmStatic override fun at(time: Instant): Cuid = super.at(time)
        @JvmStatic override fun generator(): Generator<Cuid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Cuid> = super.generator(options)
    }
}

/** UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server (`comb_mssql`, richardtallent/RT.Comb 2759820, SQL Server order). New ones are made by [combMssql]. */
public class CombMssql private constructor(high: Long, middle: Long, low: Int) : UuidId<CombMssql>(high, middle) {
    override val type: IdType128<CombMssql> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `rand_a`, of 48 bits. */
    public val randA: Long get() = head ushr 16

    /** The field `rand_b`, of 12 bits. */
    public val randB: Int get() = (head and 0xfffL).toInt()

    /** The field `rand_c`, of 14 bits. */
    public val randC: Int get() = ((middle ushr 48) and 0x3fffL).toInt()

    /** The field `unix_ts_ms`, of 48 bits. */
    public val unixTsMs: Long get() = middle and 0xffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<CombMssql>(Format.COMB_MSSQL, CombMssql::class.java) {
        override fun make(high: Long, middle: Long, low: Int): CombMssql = CombMssql(high, middle, low)

        override val time: PlainTime get() = sortid.internal.CombMssqlTime

        @JvmStatic @JsonCreator override fun parse(text: String): CombMssql = super.parse(text)
        @JvmStatic override fun valueOf(text: String): CombMssql = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): CombMssql? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): CombMssql = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<CombMssql> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): CombMssql = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): CombMssql = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): CombMssql = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): CombMssql = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): CombMssql = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): CombMssql = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): CombMssql = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): CombMssql = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): CombMssql = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): CombMssql = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): CombMssql = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): CombMssql = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): CombMssql = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): CombMssql = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<CombMssql> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<CombMssql> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<CombMssql> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<CombMssql> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<CombMssql> = super.prefixRange(prefix)
        @JvmStatic override fun now(): CombMssql = super.now()
        @JvmStatic override fun at(time: Timestamp): CombMssql = super.at(time)
        @JvmStatic override fun at(time: Instant): CombMssql = super.at(time)
        @JvmStatic override fun generator(): Generator<CombMssql> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<CombMssql> = super.generator(options)
    }
}

/** UUID version 1, a timeuuid: its bytes and text are not in the order of time (`uuid1`, RFC 9562, section 5.1). New ones are made by [uuid1]. */
public class Uuid1 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid1>(high, middle) {
    override val type: IdType128<Uuid1> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `clock_seq`, of 14 bits. */
    public val clockSeq: Int get() = ((middle ushr 48) and 0x3fffL).toInt()

    /** The field `node`, of 48 bits. */
    public val node: Long get() = middle and 0xffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid1>(Format.UUID1, Uuid1::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid1 = Uuid1(high, middle, low)

        override val time: PlainTime get() = sortid.internal.Uuid1Time

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid1 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid1 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid1? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid1 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid1> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid1 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid1 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid1 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid1 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid1 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid1 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid1 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid1 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid1 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid1 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid1 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid1 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid1 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid1 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid1> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid1> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid1> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid1> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid1> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid1 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid1 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid1 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid1> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid1> = super.generator(options)
    }
}

/** UUID version 4: 122 random bits, no time (`uuid4`, RFC 9562, section 5.4). New ones are made by [uuid4]. */
public class Uuid4 private constructor(high: Long, middle: Long, low: Int) : UuidId<Uuid4>(high, middle) {
    override val type: IdType128<Uuid4> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `random_a`, of 48 bits. */
    public val randomA: Long get() = head ushr 16

    /** The field `random_b`, of 12 bits. */
    public val randomB: Int get() = (head and 0xfffL).toInt()

    /** The field `random_c`, of 62 bits. */
    public val randomC: Long get() = middle and 0x3fffffffffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Uuid4>(Format.UUID4, Uuid4::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Uuid4 = Uuid4(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Uuid4 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Uuid4 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Uuid4? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Uuid4 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Uuid4> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Uuid4 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Uuid4 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Uuid4 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Uuid4 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Uuid4 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Uuid4 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Uuid4 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Uuid4 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Uuid4 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Uuid4 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Uuid4 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Uuid4 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Uuid4 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Uuid4 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Uuid4> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Uuid4> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Uuid4> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Uuid4> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Uuid4> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Uuid4 = super.now()
        @JvmStatic override fun at(time: Timestamp): Uuid4 = super.at(time)
        @JvmStatic override fun at(time: Instant): Uuid4 = super.at(time)
        @JvmStatic override fun generator(): Generator<Uuid4> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Uuid4> = super.generator(options)
    }
}

/** Any UUID, of whatever version or none; read, never made (`any_uuid`, RFC 9562, section 4). None are made. */
public class AnyUuid private constructor(high: Long, middle: Long, low: Int) : UuidId<AnyUuid>(high, middle) {
    override val type: IdType128<AnyUuid> get() = Companion

    override val kind: UuidKind get() = checkNotNull(super.kind)

    override val isReserved: Boolean get() = false

    /** The field `high`, of 64 bits. */
    public val high: BigInteger get() = wideFieldAt(0)

    /** The field `low`, of 64 bits. */
    public val low: BigInteger get() = wideFieldAt(1)

    /** Makes and reads ids of this format. */
    public companion object : IdType128<AnyUuid>(Format.ANY_UUID, AnyUuid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): AnyUuid = AnyUuid(high, middle, low)

        /** The nil UUID: all bits are zero. */
        @JvmField
        public val NIL: AnyUuid = AnyUuid(0, 0, 0)

        /** The max UUID: all bits are one. */
        @JvmField
        public val MAX: AnyUuid = AnyUuid(-1, -1, 0)

        @JvmStatic @JsonCreator override fun parse(text: String): AnyUuid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): AnyUuid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): AnyUuid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): AnyUuid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<AnyUuid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): AnyUuid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): AnyUuid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): AnyUuid = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): AnyUuid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): AnyUuid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): AnyUuid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): AnyUuid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): AnyUuid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): AnyUuid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): AnyUuid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): AnyUuid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): AnyUuid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): AnyUuid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): AnyUuid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<AnyUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<AnyUuid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<AnyUuid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<AnyUuid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<AnyUuid> = super.prefixRange(prefix)
    }
}

/** Milliseconds and a sequence, as a decimal integer (`mastodon`, mastodon/mastodon 0486db9, timestamp_id). New ones are made by [mastodon]. */
public class Mastodon private constructor(high: Long, middle: Long, low: Int) : Id64<Mastodon>(high) {
    override val type: IdType64<Mastodon> get() = Companion

    override val isReserved: Boolean get() = head < 0

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `sequence`, of 16 bits. */
    public val sequence: Int get() = (head and 0xffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Mastodon>(Format.MASTODON, Mastodon::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Mastodon = Mastodon(high, middle, low)

        override val time: PlainTime get() = sortid.internal.MastodonTime

        @JvmStatic @JsonCreator override fun parse(text: String): Mastodon = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Mastodon = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Mastodon? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Mastodon = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Mastodon> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Mastodon = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Mastodon = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Mastodon = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Mastodon = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Mastodon = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Mastodon = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Mastodon = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Mastodon = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Mastodon = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Mastodon = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Mastodon = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Mastodon = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Mastodon = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Mastodon = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Mastodon> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Mastodon> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Mastodon> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Mastodon> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Mastodon> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Mastodon = super.now()
        @JvmStatic override fun at(time: Timestamp): Mastodon = super.at(time)
        @JvmStatic override fun at(time: Instant): Mastodon = super.at(time)
        @JvmStatic override fun generator(): Generator<Mastodon> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Mastodon> = super.generator(options)
    }
}

/** Milliseconds since 2020, a node and a counter, in base32 or as a decimal integer (`tsid`, f4b6a3/tsid-creator 5.2.6). New ones are made by [tsid]. */
public class Tsid private constructor(high: Long, middle: Long, low: Int) : Id64<Tsid>(high) {
    override val type: IdType64<Tsid> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 42 bits. */
    public val timestampMs: Long get() = head ushr 22

    /** The field `random`, of 22 bits. */
    public val random: Int get() = (head and 0x3fffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Tsid>(Format.TSID, Tsid::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Tsid = Tsid(high, middle, low)

        override val time: PlainTime get() = sortid.internal.TsidTime

        @JvmStatic @JsonCreator override fun parse(text: String): Tsid = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Tsid = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Tsid? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Tsid = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Tsid> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Tsid = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Tsid = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Tsid = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Tsid = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Tsid = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Tsid = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Tsid = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Tsid = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Tsid = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Tsid = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Tsid = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Tsid = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Tsid = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Tsid = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Tsid> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Tsid> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Tsid> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Tsid> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Tsid> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Tsid = super.now()
        @JvmStatic override fun at(time: Timestamp): Tsid = super.at(time)
        @JvmStatic override fun at(time: Instant): Tsid = super.at(time)
        @JvmStatic override fun generator(): Generator<Tsid> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Tsid> = super.generator(options)
    }
}

/** Milliseconds, a counter and random bits, 128 in all, in base36 (`scru128`, scru128/spec v2.1.1). New ones are made by [scru128]. */
public class Scru128 private constructor(high: Long, middle: Long, low: Int) : Id128<Scru128>(high, middle) {
    override val type: IdType128<Scru128> get() = Companion

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = head ushr 16

    /** The field `counter_hi`, of 24 bits. */
    public val counterHi: Int get() = fieldAt(1).toInt()

    /** The field `counter_lo`, of 24 bits. */
    public val counterLo: Int get() = ((middle ushr 32) and 0xffffffL).toInt()

    /** The field `entropy`, of 32 bits. */
    public val entropy: Long get() = middle and 0xffffffffL

    /** Makes and reads ids of this format. */
    public companion object : IdType128<Scru128>(Format.SCRU128, Scru128::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Scru128 = Scru128(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Scru128 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Scru128 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Scru128? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Scru128 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Scru128> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Scru128 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Scru128 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromUuid(uuid: UUID): Scru128 = super.fromUuid(uuid)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Scru128 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Scru128 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Scru128 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Scru128 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Scru128 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Scru128 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Scru128 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Scru128 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Scru128 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Scru128 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Scru128 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Scru128> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Scru128> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Scru128> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Scru128> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Scru128> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Scru128 = super.now()
        @JvmStatic override fun at(time: Timestamp): Scru128 = super.at(time)
        @JvmStatic override fun at(time: Instant): Scru128 = super.at(time)
        @JvmStatic override fun generator(): Generator<Scru128> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Scru128> = super.generator(options)
    }
}

/** Units of 256 milliseconds, a node and a counter, 12 digits of base36 (`scru64`, scru64/spec v1.0.0). New ones are made by [scru64]. */
public class Scru64 private constructor(high: Long, middle: Long, low: Int) : Id64<Scru64>(high) {
    override val type: IdType64<Scru64> get() = Companion

    /** The field `timestamp_256ms`, of 39 bits. */
    public val timestamp256ms: Long get() = (head ushr 24) and 0x7fffffffffL

    /** The field `node_ctr`, of 24 bits. */
    public val nodeCtr: Int get() = (head and 0xffffffL).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Scru64>(Format.SCRU64, Scru64::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Scru64 = Scru64(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Scru64 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Scru64 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Scru64? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Scru64 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Scru64> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Scru64 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Scru64 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Scru64 = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Scru64 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Scru64 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Scru64 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Scru64 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Scru64 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Scru64 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Scru64 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Scru64 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Scru64 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Scru64 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Scru64 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Scru64> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Scru64> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Scru64> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Scru64> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Scru64> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Scru64 = super.now()
        @JvmStatic override fun at(time: Timestamp): Scru64 = super.at(time)
        @JvmStatic override fun at(time: Instant): Scru64 = super.at(time)
        @JvmStatic override fun generator(): Generator<Scru64> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Scru64> = super.generator(options)
    }
}

/** Milliseconds, a node and a sequence, as Elasticsearch and OpenSearch have them; read, never made (`elasticsearch_id`, elastic/elasticsearch 891db0d). None are made. */
public class ElasticsearchId private constructor(high: Long, middle: Long, low: Int) : WideId<ElasticsearchId>(high, middle, low) {
    override val type: IdType<ElasticsearchId> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `timestamp_ms`, of 48 bits. */
    public val timestampMs: Long get() = fieldAt(0)

    /** The field `node`, of 48 bits. */
    public val node: Long get() = fieldAt(1)

    /** The field `sequence`, of 24 bits. */
    public val sequence: Int get() = fieldAt(2).toInt()

    /** Makes and reads ids of this format. */
    public companion object : IdType<ElasticsearchId>(Format.ELASTICSEARCH_ID, ElasticsearchId::class.java) {
        override fun make(high: Long, middle: Long, low: Int): ElasticsearchId = ElasticsearchId(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): ElasticsearchId = super.parse(text)
        @JvmStatic override fun valueOf(text: String): ElasticsearchId = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): ElasticsearchId? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): ElasticsearchId = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<ElasticsearchId> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): ElasticsearchId = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): ElasticsearchId = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromBigInteger(int: BigInteger): ElasticsearchId = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): ElasticsearchId = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): ElasticsearchId = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): ElasticsearchId = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): ElasticsearchId = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): ElasticsearchId = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): ElasticsearchId = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): ElasticsearchId = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): ElasticsearchId = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): ElasticsearchId = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): ElasticsearchId = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<ElasticsearchId> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<ElasticsearchId> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<ElasticsearchId> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<ElasticsearchId> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<ElasticsearchId> = super.prefixRange(prefix)
    }
}

/** A time, a node and a sequence in a layout of the maker's own, as a decimal integer (`custom64`, sortid's own; presets name published layouts). New ones are made by [custom64]. */
public class Custom64 private constructor(high: Long, middle: Long, low: Int) : Id64<Custom64>(high) {
    override val type: IdType64<Custom64> get() = Companion

    override val isReserved: Boolean get() = false

    /** The field `custom`, of 64 bits. */
    public val custom: BigInteger get() = wideFieldAt(0)

    /** Makes and reads ids of this format. */
    public companion object : IdType64<Custom64>(Format.CUSTOM64, Custom64::class.java) {
        override fun make(high: Long, middle: Long, low: Int): Custom64 = Custom64(high, middle, low)

        @JvmStatic @JsonCreator override fun parse(text: String): Custom64 = super.parse(text)
        @JvmStatic override fun valueOf(text: String): Custom64 = super.valueOf(text)
        @JvmStatic override fun parseOrNull(text: String): Custom64? = super.parseOrNull(text)
        @JvmStatic override fun parseForm(text: String, form: SortId.Form): Custom64 = super.parseForm(text, form)
        @JvmStatic override fun parseLenient(text: String): Corrected<Custom64> = super.parseLenient(text)
        @JvmStatic override fun isValid(text: String): Boolean = super.isValid(text)
        @JvmStatic override fun fromBytes(bytes: ByteArray): Custom64 = super.fromBytes(bytes)
        @JvmStatic override fun fromBytesIn(bytes: ByteArray, order: ByteOrder): Custom64 = super.fromBytesIn(bytes, order)
        @JvmStatic override fun fromLong(int: Long): Custom64 = super.fromLong(int)
        @JvmStatic override fun fromBigInteger(int: BigInteger): Custom64 = super.fromBigInteger(int)
        @JvmStatic override fun fromFields(fields: Map<String, Number>): Custom64 = super.fromFields(fields)
        @JvmStatic override fun of(id: SortId): Custom64 = super.of(id)
        @JvmStatic override fun minAt(time: Timestamp): Custom64 = super.minAt(time)
        @JvmStatic override fun minAt(time: Instant): Custom64 = super.minAt(time)
        @JvmStatic override fun maxAt(time: Timestamp): Custom64 = super.maxAt(time)
        @JvmStatic override fun maxAt(time: Instant): Custom64 = super.maxAt(time)
        @JvmStatic override fun minAt(time: Timestamp, options: GeneratorOptions): Custom64 = super.minAt(time, options)
        @JvmStatic override fun minAt(time: Instant, options: GeneratorOptions): Custom64 = super.minAt(time, options)
        @JvmStatic override fun maxAt(time: Timestamp, options: GeneratorOptions): Custom64 = super.maxAt(time, options)
        @JvmStatic override fun maxAt(time: Instant, options: GeneratorOptions): Custom64 = super.maxAt(time, options)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?): IdRange<Custom64> = super.range(from, to)
        @JvmStatic override fun range(from: Timestamp?, to: Timestamp?, options: GeneratorOptions): IdRange<Custom64> = super.range(from, to, options)
        @JvmStatic override fun range(from: Instant?, to: Instant?): IdRange<Custom64> = super.range(from, to)
        @JvmStatic override fun range(from: Instant?, to: Instant?, options: GeneratorOptions): IdRange<Custom64> = super.range(from, to, options)
        @JvmStatic override fun prefixRange(prefix: String): IdRange<Custom64> = super.prefixRange(prefix)
        @JvmStatic override fun now(): Custom64 = super.now()
        @JvmStatic override fun at(time: Timestamp): Custom64 = super.at(time)
        @JvmStatic override fun at(time: Instant): Custom64 = super.at(time)
        @JvmStatic override fun generator(): Generator<Custom64> = super.generator()
        @JvmStatic override fun generator(options: GeneratorOptions): Generator<Custom64> = super.generator(options)
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
    LexicalUuid,
    Snowflake,
    Flake,
    ShardingId,
    Ksuid,
    Elasticflake,
    FlakeIdgen,
    Sonyflake,
    OrderedUuid,
    CombGuid,
    Ulid,
    Sid,
    PushId,
    Xid,
    ObjectId,
    Cuid,
    CombMssql,
    Uuid1,
    Uuid4,
    AnyUuid,
    Mastodon,
    Tsid,
    Scru128,
    Scru64,
    ElasticsearchId,
    Custom64,
)
