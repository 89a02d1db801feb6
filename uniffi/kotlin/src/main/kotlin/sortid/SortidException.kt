package sortid

import sortid.internal.systemMessage
import java.io.UncheckedIOException
import java.nio.file.FileSystemException

/**
 * A refused input or a failed operation: one class for each [ErrorCode], each an exception of the kind that the JDK has
 * for it.
 *
 * | what failed | is a | and of the JDK |
 * |---|---|---|
 * | text, bytes, fields, times, options | [Argument] | [IllegalArgumentException] |
 * | a generator, or the library | [State] | [IllegalStateException] |
 * | a state file | [Store] | [UncheckedIOException] |
 *
 * ```kotlin
 * try {
 *     Tid.parse(text)
 * } catch (e: SortidException.InvalidCharacter) {
 *     println("not a tid: see byte ${e.offset}")
 * }
 * ```
 */
public sealed interface SortidException {
    /** What went wrong. */
    public val code: ErrorCode

    /**
     * The byte of the text, in UTF-8, that is to blame, counted from 0; for `invalid_length` the length of the text;
     * `null` if no byte is.
     */
    public val offset: Int?

    /** The option or field that is to blame, for a [Store] the path of the file; `null` if there is none. */
    public val subject: String?

    /** The row of an [IdColumn] that is to blame, counted from 0; `null` if no column was read. */
    public val row: Int? get() = null

    /** The code's name, its sentence, and what is to blame. */
    public val message: String?

    /** A text, bytes, a field, a time or an option that is refused. */
    public sealed class Argument(
        override val code: ErrorCode,
        override val offset: Int?,
        override val subject: String?,
        override val row: Int?,
    ) : IllegalArgumentException(describe(code, offset, subject, null, row)),
        SortidException {
        /** A message that names the rejected input, if one is known. */
        internal var explanation: String? = null

        override val message: String? get() = explanation?.let { it + inRow(row) } ?: super.message
    }

    /** A generator that cannot make an id now, or a fault of the library's own. */
    public sealed class State(
        override val code: ErrorCode,
        override val offset: Int?,
        override val subject: String?,
    ) : IllegalStateException(describe(code, offset, subject, null)),
        SortidException

    /** A state file cannot be used: when its generator is made, or by any call that makes ids. */
    public sealed class Store(
        override val code: ErrorCode,
        /** The path of the file. */
        public val path: String,
        /** The number of the operating system's error, where one was the cause. */
        public val osError: Int?,
    ) : UncheckedIOException(
            describe(code, null, path, osError),
            FileSystemException(path, null, osError?.let(::systemMessage) ?: code.message),
        ),
        SortidException {
        override val offset: Int? get() = null
        override val subject: String get() = path
    }

    // <generated: exceptions>

    /** [ErrorCode.INVALID_LENGTH]: wrong length for the format. */
    public class InvalidLength internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_LENGTH, offset, subject, row)

    /** [ErrorCode.INVALID_CHARACTER]: invalid or misplaced character. */
    public class InvalidCharacter internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_CHARACTER, offset, subject, row)

    /** [ErrorCode.OUT_OF_RANGE]: the value is outside the range of the format. */
    public class OutOfRange internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.OUT_OF_RANGE, offset, subject, row)

    /** [ErrorCode.INVALID_VARIANT]: the UUID variant bits are not 10. */
    public class InvalidVariant internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_VARIANT, offset, subject, row)

    /** [ErrorCode.INVALID_VERSION]: the UUID version does not match the format. */
    public class InvalidVersion internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_VERSION, offset, subject, row)

    /** [ErrorCode.TIMESTAMP_OUT_OF_RANGE]: the time is outside the range of the format. */
    public class TimestampOutOfRange internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.TIMESTAMP_OUT_OF_RANGE, offset, subject, row)

    /** [ErrorCode.INVALID_FIELD]: unknown field, or a value too wide for its bits. */
    public class InvalidField internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_FIELD, offset, subject, row)

    /** [ErrorCode.INVALID_OPTION]: unknown option, unsupported option for this format, or invalid value. */
    public class InvalidOption internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.INVALID_OPTION, offset, subject, row)

    /** [ErrorCode.UNKNOWN_FORMAT]: unknown format name. */
    public class UnknownFormat internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.UNKNOWN_FORMAT, offset, subject, row)

    /** [ErrorCode.NOT_APPLICABLE]: the format has no time, or no such conversion or text form. */
    public class NotApplicable internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.NOT_APPLICABLE, offset, subject, row)

    /** [ErrorCode.CLOCK_ROLLBACK]: the clock was set back further than tolerated. */
    public class ClockRollback internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.CLOCK_ROLLBACK, offset, subject)

    /** [ErrorCode.COUNTER_EXHAUSTED]: the tick has no ids left, and the clock has not advanced. */
    public class CounterExhausted internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.COUNTER_EXHAUSTED, offset, subject)

    /** [ErrorCode.ENTROPY_UNAVAILABLE]: the operating system returned no random bytes. */
    public class EntropyUnavailable internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.ENTROPY_UNAVAILABLE, offset, subject)

    /** [ErrorCode.FORKED_GENERATOR]: a forked process needs its own seed or node. */
    public class ForkedGenerator internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.FORKED_GENERATOR, offset, subject)

    /** [ErrorCode.WRONG_PREFIX]: missing or wrong type prefix. */
    public class WrongPrefix internal constructor(
        offset: Int?,
        subject: String?,
        row: Int? = null,
    ) : Argument(ErrorCode.WRONG_PREFIX, offset, subject, row)

    /** [ErrorCode.LEAD_EXCEEDED]: the id would be further ahead of the clock than allowed. */
    public class LeadExceeded internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.LEAD_EXCEEDED, offset, subject)

    /** [ErrorCode.STORE_IO]: the file cannot be read or written. */
    public class StoreIo internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_IO, path, osError)

    /** [ErrorCode.STORE_CORRUPT]: the file is damaged. */
    public class StoreCorrupt internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_CORRUPT, path, osError)

    /** [ErrorCode.STORE_FOREIGN]: the file belongs to another format or program. */
    public class StoreForeign internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_FOREIGN, path, osError)

    /** [ErrorCode.STORE_LOCKED]: the file is locked by another process. */
    public class StoreLocked internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_LOCKED, path, osError)

    /** [ErrorCode.STORE_READ_ONLY]: the file cannot be written. */
    public class StoreReadOnly internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_READ_ONLY, path, osError)

    /** [ErrorCode.STORE_FULL]: the disk is full. */
    public class StoreFull internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.STORE_FULL, path, osError)

    /** [ErrorCode.LEASE_EXPIRED]: the lease of the node has expired. */
    public class LeaseExpired internal constructor(
        path: String,
        osError: Int?,
    ) : Store(ErrorCode.LEASE_EXPIRED, path, osError)

    /** [ErrorCode.NULL_ARGUMENT]: a pointer is null. */
    public class NullArgument internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.NULL_ARGUMENT, offset, subject)

    /** [ErrorCode.BUFFER_TOO_SMALL]: the buffer is too small. */
    public class BufferTooSmall internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.BUFFER_TOO_SMALL, offset, subject)

    /** [ErrorCode.PANIC]: an internal error was caught. */
    public class Panic internal constructor(
        offset: Int?,
        subject: String?,
    ) : State(ErrorCode.PANIC, offset, subject)
    // </generated>
}

/** Every class of it is one. */
internal val SortidException.throwable: RuntimeException get() = this as RuntimeException

/** The exception with a message that names the rejected input. */
internal inline fun SortidException.explained(message: () -> String): SortidException {
    if (this is SortidException.Argument) explanation = message().ifEmpty { null }
    return this
}

private fun describe(
    code: ErrorCode,
    offset: Int?,
    subject: String?,
    osError: Int?,
    row: Int? = null,
): String {
    val reason = if (code == ErrorCode.NOT_APPLICABLE) reasons[subject] else null
    if (reason != null) return "${code.codeName}: $reason${inRow(row)}"
    val about = if (subject == null) "" else " ($subject)"
    val place =
        when {
            osError != null -> ": ${systemMessage(osError)}"
            offset == null -> ""
            code == ErrorCode.INVALID_LENGTH -> ": $offset bytes"
            else -> ", at byte $offset"
        }
    return "${code.codeName}: ${code.message}$about$place${inRow(row)}"
}

private fun inRow(row: Int?): String = if (row == null) "" else ", in row $row"

/** Why an operation does not apply to a format, by the error's subject. The library answers with the place in this list. */
private val reasons =
    mapOf(
        // <generated: reasons>
        "byte_order" to "only ids of 128 bits have other orders of bytes",
        "conversion" to "there is no conversion between these formats",
        "environment" to "this platform has no environment variables for `node_from_env`",
        "form" to "the format has no such text form",
        "format" to "the id is of another format",
        "generation" to "ids of this format are only read",
        "integer" to "the format has another number of bits than the integer",
        "order" to "ids of this format do not sort by their time",
        "prefix" to "ids of this format take no type prefix",
        "range" to "ids whose texts begin alike do not form a range in this format",
        "time" to "ids of this format contain no time",
        // </generated>
    )

/**
 * @param place the byte of the text that is to blame; of a [SortidException.Store] the number of the operating system's error; of a
 * [SortidException.NotApplicable] the place in [reasons]
 * @param path asked for a [SortidException.Store]
 * @param row the row of a column that is to blame
 */
internal fun sortidException(
    number: Int,
    place: Int?,
    subject: String?,
    path: () -> String = subject::orEmpty,
    row: Int? = null,
): SortidException =
    when (number) {
        // <generated: of>
        1 -> SortidException.InvalidLength(place, subject, row)
        2 -> SortidException.InvalidCharacter(place, subject, row)
        3 -> SortidException.OutOfRange(place, subject, row)
        4 -> SortidException.InvalidVariant(place, subject, row)
        5 -> SortidException.InvalidVersion(place, subject, row)
        6 -> SortidException.TimestampOutOfRange(place, subject, row)
        7 -> SortidException.InvalidField(place, subject, row)
        8 -> SortidException.InvalidOption(place, subject, row)
        9 -> SortidException.UnknownFormat(place, subject, row)
        10 -> SortidException.NotApplicable(null, subject ?: place?.let(reasons.keys::elementAt), row)
        11 -> SortidException.ClockRollback(place, subject)
        12 -> SortidException.CounterExhausted(place, subject)
        13 -> SortidException.EntropyUnavailable(place, subject)
        14 -> SortidException.ForkedGenerator(place, subject)
        15 -> SortidException.WrongPrefix(place, subject, row)
        16 -> SortidException.LeadExceeded(place, subject)
        20 -> SortidException.StoreIo(path(), place)
        21 -> SortidException.StoreCorrupt(path(), place)
        22 -> SortidException.StoreForeign(path(), place)
        23 -> SortidException.StoreLocked(path(), place)
        24 -> SortidException.StoreReadOnly(path(), place)
        25 -> SortidException.StoreFull(path(), place)
        26 -> SortidException.LeaseExpired(path(), place)
        30 -> SortidException.NullArgument(place, subject)
        31 -> SortidException.BufferTooSmall(place, subject)
        32 -> SortidException.Panic(place, subject)
        // </generated>
        else -> throw IllegalStateException("the library answers with the unknown code $number")
    }
