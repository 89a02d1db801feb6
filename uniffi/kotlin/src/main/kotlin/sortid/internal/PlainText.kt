package sortid.internal

import sortid.AnyId
import sortid.IdType

/** Symbols in the order of their values, as many as a power of two: those that are written, then others that are read. */
internal class Alphabet(
    vararg symbols: String,
) {
    /** The number of bits of a symbol. */
    val bits: Int = Integer.numberOfTrailingZeros(symbols[0].length)

    /** The symbol of each value. */
    val written: ByteArray = symbols[0].toByteArray(Charsets.ISO_8859_1)

    /** The value of each ASCII character, negative if it is no symbol. */
    val values: ByteArray = ByteArray(ASCII) { -1 }

    init {
        for (row in symbols) row.forEachIndexed { value, symbol -> values[symbol.code] = value.toByte() }
    }

    /** A negative number if the character is no symbol. */
    fun value(symbol: Char): Int = if (symbol.code < ASCII) values[symbol.code].toInt() else -1

    private companion object {
        const val ASCII = 128
    }
}

/**
 * A text of symbols that together are one number of 64 or 128 bits, with other characters between them.
 *
 * @param zero the text of the number 0
 */
internal class PlainText(
    private val alphabet: Alphabet,
    private val zero: String,
    bits: Int,
) {
    private val bytes = zero.toByteArray(Charsets.ISO_8859_1)

    /** Where symbols stand, and where other characters. */
    private val places = bytes.indices.filter { bytes[it] == alphabet.written[0] }.toIntArray()
    private val others = bytes.indices.filter { bytes[it] != alphabet.written[0] }.toIntArray()

    /** Among the symbols, the one before those that lie whole in the lower 64 bits, and how many of its bits lie there. */
    private val middle = places.size - 1 - Long.SIZE_BITS / alphabet.bits
    private val middleBits = Long.SIZE_BITS % alphabet.bits

    /** The largest value of the first symbol. */
    private val largest = (1 shl (bits - (places.size - 1) * alphabet.bits)) - 1

    /** Whether the lower 64 bits are the whole number, which an id has as its upper ones. */
    private val isShort = bits == Long.SIZE_BITS

    /** The id of a text; `null` for any text that is not surely one of the format. */
    fun <T> parse(
        text: String,
        fixed: Plain,
        type: IdType<T>,
    ): T? where T : AnyId, T : Comparable<T> {
        if (text.length != bytes.size) return null
        for (at in others) if (text[at] != zero[at]) return null
        // Negative once a character was no symbol.
        var all = largest - alphabet.value(text[places[0]])
        var upper = 0L
        for (i in 0 until middle) {
            val value = alphabet.value(text[places[i]])
            all = all or value
            upper = (upper shl alphabet.bits) or value.toLong()
        }
        val between = alphabet.value(text[places[middle]])
        all = all or between
        upper = (upper shl (alphabet.bits - middleBits)) or (between ushr middleBits).toLong()
        var lower = (between and ((1 shl middleBits) - 1)).toLong()
        for (i in middle + 1 until places.size) {
            val value = alphabet.value(text[places[i]])
            all = all or value
            lower = (lower shl alphabet.bits) or value.toLong()
        }
        if (all < 0) return null
        val head = if (isShort) lower else upper
        val tail = if (isShort) 0 else lower
        return if (fixed.accepts(head, tail)) type.make(head, tail, 0) else null
    }

    /** The text of an id's words. */
    fun write(
        head: Long,
        tail: Long,
    ): String {
        val text = bytes.clone()
        val written = alphabet.written
        val mask = written.size - 1L
        var rest = if (isShort) head else tail
        val upper = if (isShort) 0 else head
        for (i in places.size - 1 downTo middle + 1) {
            text[places[i]] = written[(rest and mask).toInt()]
            rest = rest ushr alphabet.bits
        }
        text[places[middle]] = written[(((upper shl middleBits) or rest) and mask).toInt()]
        rest = upper ushr (alphabet.bits - middleBits)
        for (i in middle - 1 downTo 0) {
            text[places[i]] = written[(rest and mask).toInt()]
            rest = rest ushr alphabet.bits
        }
        return String(text, Charsets.ISO_8859_1)
    }
}
