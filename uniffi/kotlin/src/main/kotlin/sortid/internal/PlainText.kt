package sortid.internal

import sortid.AnyId
import sortid.IdType
import java.nio.charset.StandardCharsets

/**
 * Reads and writes a text of symbols that together are one number of 64 or 128 bits, with other characters between them.
 *
 * Each text has an object with its places and tables as constants, which the JVM compiles into twice as fast code as fields.
 */
internal abstract class PlainText {
    /** The id of a text; `null` for any text that is not surely one of the format. */
    abstract fun <T> parse(
        text: String,
        fixed: Plain,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T>

    /** The text of an id's words. */
    abstract fun write(
        head: Long,
        tail: Long,
    ): String
}

private const val ASCII = 128

/** The symbol of each value. */
internal fun written(symbols: String): ByteArray = symbols.toByteArray(StandardCharsets.US_ASCII)

/** The value of each ASCII character, negative if it is no symbol. */
internal fun values(vararg symbols: String): ByteArray {
    val values = ByteArray(ASCII) { -1 }
    for (row in symbols) for (value in 0 until row.length) values[row[value].code] = value.toByte()
    return values
}

/** The value of a symbol; negative if it is none. */
internal fun one(
    values: ByteArray,
    text: String,
    at: Int,
): Long {
    val symbol = text[at].code
    return if (symbol < ASCII) values[symbol].toLong() else -1
}

/** The number of four symbols that hold some bits each; negative if one is none. */
internal fun four(
    values: ByteArray,
    bits: Int,
    text: String,
    at: Int,
): Long {
    val first = text[at].code
    val second = text[at + 1].code
    val third = text[at + 2].code
    val fourth = text[at + 3].code
    if (first or second or third or fourth >= ASCII) return -1
    val upper = (values[first].toInt() shl bits) or values[second].toInt()
    val lower = (values[third].toInt() shl bits) or values[fourth].toInt()
    return ((upper shl 2 * bits) or lower).toLong()
}

/** Writes the symbol of a value's lowest bits. */
internal fun put(
    written: ByteArray,
    value: Long,
    out: ByteArray,
    at: Int,
) {
    out[at] = written[value.toInt() and written.size - 1]
}

/** Writes the four symbols of a value's lowest bits. */
internal fun putFour(
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

internal fun ascii(bytes: ByteArray): String = String(bytes, StandardCharsets.ISO_8859_1)
