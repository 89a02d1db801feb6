// Written by `cargo suite generate kotlin` from the core's list of formats.

package sortid.internal

import sortid.Format
import sortid.Id
import sortid.IdType
import java.nio.charset.StandardCharsets

/**
 * The size of the tables: the JVM omits bounds checks for indexes from compact strings, whose
 * characters are Latin-1.
 */
private const val LATIN_1 = 256

/** The table of symbols by value. */
private fun written(symbols: String): ByteArray = symbols.toByteArray(StandardCharsets.US_ASCII)

/** The table of values by Latin-1 character, negative if it is not a symbol. */
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

/** Decodes four symbols to an integer; negative if one is not in the alphabet. */
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
