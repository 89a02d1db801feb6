package sortid

/**
 * Replaces unpaired surrogates by U+FFFD, which the core also counts as an invalid character of
 * three bytes. The JDK's encoder would write a question mark of one byte.
 */
internal fun wellFormed(text: String): String {
    if (text.none(Char::isSurrogate)) return text
    val builder = StringBuilder(text)
    var at = 0
    while (at < builder.length) {
        val here = builder[at]
        val paired = here.isHighSurrogate() && at + 1 < builder.length && builder[at + 1].isLowSurrogate()
        if (here.isSurrogate() && !paired) builder.setCharAt(at, '\uFFFD')
        at += if (paired) 2 else 1
    }
    return builder.toString()
}
