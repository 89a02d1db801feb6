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

/** Throws the error of a status that the library has returned, unless it is 0. */
internal fun check(status: Int) {
    if (status != 0) throw failure(status).throwable
}

/** The error of a status other than 0 that the last call of this thread returned. */
internal fun failure(status: Int): SortidException {
    val scratch = Direct.scratch()
    val outcome = outcome(status, scratch)
    val words = scratch.buffer
    return checkNotNull(failure(outcome) { path(words.getLong(Long.SIZE_BYTES), words.getLong(2 * Long.SIZE_BYTES)) })
}

/** A status other than 0 that the last call of this thread returned, and above its 32 bits the place of the error, -1 if there is none. */
internal fun outcome(
    status: Int,
    scratch: Direct.Scratch,
): Long {
    Calls.lastRefusal(scratch.address)
    return (scratch.buffer.getLong(0) shl Int.SIZE_BITS) or status.toLong()
}

/**
 * The error of an [outcome]; `null` for 0.
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
