package sortid.internal

import com.sun.jna.Pointer
import sortid.SortidException
import sortid.sortidException
import sortid.throwable

/** Calls through UniFFI, with its errors made the module's own. */
internal inline fun <T> glue(call: () -> T): T {
    Jna.ensureOpened()
    try {
        return call()
    } catch (failure: Exception) {
        throw translated(failure)
    }
}

/** The module's own error. Not in [glue]: the JVM would load the errors with each class that calls it. */
internal fun translated(failure: Exception): Throwable =
    when (failure) {
        is Failure.Refused -> sortidException(failure.code, failure.place?.toInt(), failure.subject).throwable
        is InternalException -> SortidException.Panic(null, failure.message)
        else -> failure
    }

/** Throws what a direct function says, unless it is that all went well. */
internal fun check(
    outcome: Long,
    path: () -> String = noPath,
) {
    failure(outcome, path)?.let { throw it.throwable }
}

/**
 * What a direct function says: 0, or a code in the lower 32 bits and the place above them.
 *
 * @param path asked where a state file is to blame
 */
internal fun failure(
    outcome: Long,
    path: () -> String = noPath,
): SortidException? {
    if (outcome == 0L) return null
    val place = (outcome shr Int.SIZE_BITS).toInt()
    return sortidException(outcome.toInt(), if (place < 0) null else place, null, path)
}

/** Of functions that have nothing to do with files. Not the reference to a function, whose classes are ten. */
private val noPath = { "" }

/** The path of a state file, where the library has it. */
internal fun path(
    address: Long,
    length: Long,
): String = String(Pointer(address).getByteArray(0, length.toInt()))
