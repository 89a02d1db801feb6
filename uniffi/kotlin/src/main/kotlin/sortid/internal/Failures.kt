package sortid.internal

import sortid.SortidException

/** Calls through UniFFI, with its errors made the module's own. */
internal inline fun <T> glue(call: () -> T): T {
    Library.ensureLoaded()
    try {
        return call()
    } catch (failure: Failure.Refused) {
        throw SortidException.of(failure.code, failure.offset?.toInt(), failure.subject)
    } catch (failure: InternalException) {
        throw SortidException.Panic(null, failure.message)
    }
}

/** Throws what a direct function says, unless it is that all went well. */
internal fun check(outcome: Long) {
    failure(outcome)?.let { throw it }
}

/** What a direct function says: 0, or a code in the lower 32 bits and the offset above them. */
internal fun failure(outcome: Long): SortidException? {
    if (outcome == 0L) return null
    val offset = (outcome shr Int.SIZE_BITS).toInt()
    return SortidException.of(outcome.toInt(), if (offset < 0) null else offset, null)
}
