package sortid.internal

import sortid.ErrorCode
import sortid.SortidException
import sortid.sortidException
import sortid.wellFormed

/** Calls through UniFFI, and converts its errors to the module's own. */
internal inline fun <T> glue(call: () -> T): T {
    Jna.ensureOpened()
    try {
        return call()
    } catch (failure: Exception) {
        throw translated(failure)
    }
}

/** Converts an error of UniFFI. Not inlined: each caller would load the error classes. */
internal fun translated(failure: Exception): Throwable =
    when (failure) {
        is Failure.Refused -> sortidException(failure.refusal)
        is InternalException -> sortidException(ErrorCode.PANIC, "${failure.message}")
        else -> failure
    }

/** Throws the library's error if a status is not 0. */
internal fun check(status: Int) {
    if (status != 0) throw failure()
}

/**
 * The error of the last call of this thread that returned a status other than 0.
 *
 * @param input the rejected text
 * @param prefix the prefix that the text must have
 */
internal fun failure(
    input: String? = null,
    prefix: String? = null,
): SortidException = sortidException(lastFailure(input, prefix))

/** The library's form of the error: see [failure]. */
internal fun lastFailure(
    input: String? = null,
    prefix: String? = null,
): Refusal {
    val saved = Library.keepError()
    return glue { lastRefusal(input?.let(::wellFormed), prefix?.let(::wellFormed), saved.toULong()) }
}
