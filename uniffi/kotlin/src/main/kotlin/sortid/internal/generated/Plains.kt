// Written by `cargo suite generate kotlin` from the core's list of formats.

package sortid.internal

import sortid.AnyId
import sortid.Format
import sortid.IdType
import java.nio.charset.StandardCharsets

/** The number of characters that Java's compact strings have: the JVM checks no index into a table of as many. */
private const val LATIN_1 = 256

/** The symbol of each value. */
private fun written(symbols: String): ByteArray = symbols.toByteArray(StandardCharsets.US_ASCII)

/** The value of each Latin-1 character, negative if it is no symbol. */
private fun values(vararg symbols: String): ByteArray {
    val values = ByteArray(LATIN_1) { -1 }
    for (row in symbols) for (value in 0 until row.length) values[row[value].code] = value.toByte()
    return values
}

/** The value of a symbol; negative for any other character. */
private fun one(
    values: ByteArray,
    text: String,
    at: Int,
): Long {
    val symbol = text[at].code
    return if (symbol < LATIN_1) values[symbol].toLong() else -1
}

/** The number of four symbols that hold some bits each; negative if one is none. */
private fun four(
    values: ByteArray,
    bits: Int,
    text: String,
    at: Int,
): Long {
    val first = text[at].code
    val second = text[at + 1].code
    val third = text[at + 2].code
    val fourth = text[at + 3].code
    if (first or second or third or fourth >= LATIN_1) return -1
    val upper = (values[first].toInt() shl bits) or values[second].toInt()
    val lower = (values[third].toInt() shl bits) or values[fourth].toInt()
    return ((upper shl 2 * bits) or lower).toLong()
}

/** Writes the symbol of a value's lowest bits. */
private fun put(
    written: ByteArray,
    value: Long,
    out: ByteArray,
    at: Int,
) {
    out[at] = written[value.toInt() and written.size - 1]
}

/** Writes the four symbols of a value's lowest bits. */
private fun putFour(
    written: ByteArray,
    bits: Int,
    value: Long,
    out: ByteArray,
    at: Int,
) {
    put(written, value ushr 3 * bits, out, at)
    put(written, value ushr 2 * bits, out, at + 1)
    put(written, value ushr bits, out, at + 2)
    put(written, value, out, at + 3)
}

private fun ascii(bytes: ByteArray): String = String(bytes, StandardCharsets.ISO_8859_1)

private object Alphabet0 {
    @JvmField val written: ByteArray = written("234567abcdefghijklmnopqrstuvwxyz")

    @JvmField val values: ByteArray = values("234567abcdefghijklmnopqrstuvwxyz")
}

private object Alphabet1 {
    @JvmField val written: ByteArray = written("0123456789abcdef")

    @JvmField val values: ByteArray = values("0123456789abcdef", "0123456789ABCDEF")
}

private object Alphabet2 {
    @JvmField val written: ByteArray = written("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    @JvmField val values: ByteArray = values("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "0123456789abcdefghjkmnpqrstvwxyz")
}

internal object Text0 : PlainText() {
    override fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != 13) return null
        val v0 = one(Alphabet0.values, text, 0)
        val v1 = four(Alphabet0.values, 5, text, 1)
        val v2 = four(Alphabet0.values, 5, text, 5)
        val v3 = four(Alphabet0.values, 5, text, 9)
        if (v0 or 15 - v0 or v1 or v2 or v3 < 0) return null
        val head = (v0 shl 60) or (v1 shl 40) or (v2 shl 20) or (v3 shl 0)
        val tail = 0L
        return type.ofWordsOrNull(head, tail)
    }

    override fun write(
        head: Long,
        tail: Long,
    ): String {
        val out = ByteArray(13)
        put(Alphabet0.written, head ushr 60, out, 0)
        putFour(Alphabet0.written, 5, head ushr 40, out, 1)
        putFour(Alphabet0.written, 5, head ushr 20, out, 5)
        putFour(Alphabet0.written, 5, head ushr 0, out, 9)
        return ascii(out)
    }
}

internal object Text1 : PlainText() {
    override fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != 36) return null
        if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return null
        val v0 = four(Alphabet1.values, 4, text, 0)
        val v1 = four(Alphabet1.values, 4, text, 4)
        val v2 = four(Alphabet1.values, 4, text, 9)
        val v3 = four(Alphabet1.values, 4, text, 14)
        val v4 = four(Alphabet1.values, 4, text, 19)
        val v5 = four(Alphabet1.values, 4, text, 24)
        val v6 = four(Alphabet1.values, 4, text, 28)
        val v7 = four(Alphabet1.values, 4, text, 32)
        if (v0 or v1 or v2 or v3 or v4 or v5 or v6 or v7 < 0) return null
        val head = (v0 shl 48) or (v1 shl 32) or (v2 shl 16) or (v3 shl 0)
        val tail = (v4 shl 48) or (v5 shl 32) or (v6 shl 16) or (v7 shl 0)
        return type.ofWordsOrNull(head, tail)
    }

    override fun write(
        head: Long,
        tail: Long,
    ): String {
        val out = ByteArray(36)
        putFour(Alphabet1.written, 4, head ushr 48, out, 0)
        putFour(Alphabet1.written, 4, head ushr 32, out, 4)
        putFour(Alphabet1.written, 4, head ushr 16, out, 9)
        putFour(Alphabet1.written, 4, head ushr 0, out, 14)
        putFour(Alphabet1.written, 4, tail ushr 48, out, 19)
        putFour(Alphabet1.written, 4, tail ushr 32, out, 24)
        putFour(Alphabet1.written, 4, tail ushr 16, out, 28)
        putFour(Alphabet1.written, 4, tail ushr 0, out, 32)
        out[8] = '-'.code.toByte()
        out[13] = '-'.code.toByte()
        out[18] = '-'.code.toByte()
        out[23] = '-'.code.toByte()
        return ascii(out)
    }
}

internal object Text2 : PlainText() {
    override fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != 35) return null
        if (text[8] != '-' || text[13] != '-' || text[18] != '-') return null
        val v0 = four(Alphabet1.values, 4, text, 0)
        val v1 = four(Alphabet1.values, 4, text, 4)
        val v2 = four(Alphabet1.values, 4, text, 9)
        val v3 = four(Alphabet1.values, 4, text, 14)
        val v4 = four(Alphabet1.values, 4, text, 19)
        val v5 = four(Alphabet1.values, 4, text, 23)
        val v6 = four(Alphabet1.values, 4, text, 27)
        val v7 = four(Alphabet1.values, 4, text, 31)
        if (v0 or v1 or v2 or v3 or v4 or v5 or v6 or v7 < 0) return null
        val head = (v0 shl 48) or (v1 shl 32) or (v2 shl 16) or (v3 shl 0)
        val tail = (v4 shl 48) or (v5 shl 32) or (v6 shl 16) or (v7 shl 0)
        return type.ofWordsOrNull(head, tail)
    }

    override fun write(
        head: Long,
        tail: Long,
    ): String {
        val out = ByteArray(35)
        putFour(Alphabet1.written, 4, head ushr 48, out, 0)
        putFour(Alphabet1.written, 4, head ushr 32, out, 4)
        putFour(Alphabet1.written, 4, head ushr 16, out, 9)
        putFour(Alphabet1.written, 4, head ushr 0, out, 14)
        putFour(Alphabet1.written, 4, tail ushr 48, out, 19)
        putFour(Alphabet1.written, 4, tail ushr 32, out, 23)
        putFour(Alphabet1.written, 4, tail ushr 16, out, 27)
        putFour(Alphabet1.written, 4, tail ushr 0, out, 31)
        out[8] = '-'.code.toByte()
        out[13] = '-'.code.toByte()
        out[18] = '-'.code.toByte()
        return ascii(out)
    }
}

internal object Text3 : PlainText() {
    override fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != 26) return null
        val v0 = one(Alphabet2.values, text, 0)
        val v1 = four(Alphabet2.values, 5, text, 1)
        val v2 = four(Alphabet2.values, 5, text, 5)
        val v3 = four(Alphabet2.values, 5, text, 9)
        val v4 = one(Alphabet2.values, text, 13)
        val v5 = four(Alphabet2.values, 5, text, 14)
        val v6 = four(Alphabet2.values, 5, text, 18)
        val v7 = four(Alphabet2.values, 5, text, 22)
        if (v0 or 7 - v0 or v1 or v2 or v3 or v4 or v5 or v6 or v7 < 0) return null
        val head = (v0 shl 61) or (v1 shl 41) or (v2 shl 21) or (v3 shl 1) or (v4 ushr 4)
        val tail = (v4 shl 60) or (v5 shl 40) or (v6 shl 20) or (v7 shl 0)
        return type.ofWordsOrNull(head, tail)
    }

    override fun write(
        head: Long,
        tail: Long,
    ): String {
        val out = ByteArray(26)
        put(Alphabet2.written, head ushr 61, out, 0)
        putFour(Alphabet2.written, 5, head ushr 41, out, 1)
        putFour(Alphabet2.written, 5, head ushr 21, out, 5)
        putFour(Alphabet2.written, 5, head ushr 1, out, 9)
        put(Alphabet2.written, (head shl 4) or (tail ushr 60), out, 13)
        putFour(Alphabet2.written, 5, tail ushr 40, out, 14)
        putFour(Alphabet2.written, 5, tail ushr 20, out, 18)
        putFour(Alphabet2.written, 5, tail ushr 0, out, 22)
        return ascii(out)
    }
}

internal object Text4 : PlainText() {
    override fun <T> parse(
        text: String,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != 13) return null
        val v0 = one(Alphabet2.values, text, 0)
        val v1 = four(Alphabet2.values, 5, text, 1)
        val v2 = four(Alphabet2.values, 5, text, 5)
        val v3 = four(Alphabet2.values, 5, text, 9)
        if (v0 or 15 - v0 or v1 or v2 or v3 < 0) return null
        val head = (v0 shl 60) or (v1 shl 40) or (v2 shl 20) or (v3 shl 0)
        val tail = 0L
        return type.ofWordsOrNull(head, tail)
    }

    override fun write(
        head: Long,
        tail: Long,
    ): String {
        val out = ByteArray(13)
        put(Alphabet2.written, head ushr 60, out, 0)
        putFour(Alphabet2.written, 5, head ushr 40, out, 1)
        putFour(Alphabet2.written, 5, head ushr 20, out, 5)
        putFour(Alphabet2.written, 5, head ushr 0, out, 9)
        return ascii(out)
    }
}

/** `null` for a format that needs more than this. */
internal fun plain(format: Format): Plain? =
    when (format) {
        Format.TID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text0, 0x0UL)
        Format.UID11_XID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_FULLRAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_SNOWISH -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UID11_TS_SEQ_RAND -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.UUID6 -> Plain(0xf000UL, 0x6000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID7_DRAFT01 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID7 -> Plain(0xf000UL, 0x7000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID8 -> Plain(0xf000UL, 0x8000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.LEXICAL_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text2, 0x2787823c0UL)
        Format.SNOWFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.FLAKE -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x278780bc0UL)
        Format.SHARDING_ID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.FLAKE_IDGEN -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.SONYFLAKE -> Plain(0x8000000000000000UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.ORDERED_UUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.COMB_GUID -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.ULID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text3, 0x278582bc0UL)
        Format.SID -> Plain(0x8000000000000000UL, 0x0UL, 0x8000000000000000UL, 0x0UL, null, 0x240202800UL)
        Format.COMB_MSSQL -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID1 -> Plain(0xf000UL, 0x1000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.UUID4 -> Plain(0xf000UL, 0x4000UL, 0xc000000000000000UL, 0x8000000000000000UL, Text1, 0x240202800UL)
        Format.ANY_UUID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text1, 0x238782bc0UL)
        Format.MASTODON -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        Format.TSID -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, Text4, 0x0UL)
        Format.SCRU128 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x78782bc0UL)
        Format.CUSTOM64 -> Plain(0x0UL, 0x0UL, 0x0UL, 0x0UL, null, 0x0UL)
        else -> null
    }
