package sortid

import sortid.internal.Refusal

/**
 * A rejected input or a failed operation: one class for each [ErrorCode].
 *
 * | class | error in |
 * |---|---|
 * | [Argument] | text, bytes, fields, times, options |
 * | [State] | a generator, or the library |
 * | [Store] | a state file or lease file |
 *
 * ```kotlin
 * try {
 *     Tid.parse(text)
 * } catch (e: SortidException) {
 *     println(e.message)
 * }
 * ```
 */
public sealed class SortidException private constructor(
    refusal: Refusal,
    /** The row of an [IdColumn] at fault, counted from 0; `null` if no column was read. */
    public val row: Int?,
) : RuntimeException(if (row == null) refusal.message else "${refusal.message}, in row $row") {
    /** The kind of the error. */
    public val code: ErrorCode = ErrorCode.entries.first { it.number == refusal.code }

    /**
     * The offset of the byte at fault in the text's UTF-8, counted from 0; for `invalid_length` the
     * length of the text; `null` if neither applies.
     */
    public val offset: Int? = refusal.offset?.toInt()

    /** The option or field at fault; for a [Store] the file's path; `null` if neither applies. */
    public val subject: String? = refusal.subject

    /** A rejected text, byte array, field, time or option. */
    public abstract class Argument internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : SortidException(refusal, row)

    /** A generator that cannot generate an id now, or a fault in the library. */
    public abstract class State internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : SortidException(refusal, row)

    /** A state file that cannot be used, by a new generator or by any call that generates ids. */
    public abstract class Store internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : SortidException(refusal, row) {
        /** The path of the file. */
        public val path: String = refusal.subject.orEmpty()

        /** The operating system's error number, if a system call failed. */
        public val osError: Int? = refusal.osError
    }

    // <generated: exceptions>

    /** [ErrorCode.INVALID_LENGTH]: wrong length. */
    public class InvalidLength internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.INVALID_CHARACTER]: invalid or misplaced character. */
    public class InvalidCharacter internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.OUT_OF_RANGE]: the value is outside the range of the format. */
    public class OutOfRange internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.INVALID_VARIANT]: the UUID variant bits are not 10. */
    public class InvalidVariant internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.INVALID_VERSION]: the UUID version does not match the format. */
    public class InvalidVersion internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.TIMESTAMP_OUT_OF_RANGE]: the time is outside the range of the format. */
    public class TimestampOutOfRange internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.INVALID_FIELD]: the field or its value is not valid. */
    public class InvalidField internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.INVALID_OPTION]: the option or its value is not valid. */
    public class InvalidOption internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.UNKNOWN_FORMAT]: no format has this name. */
    public class UnknownFormat internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.NOT_APPLICABLE]: ids of the format lack this. */
    public class NotApplicable internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.CLOCK_ROLLBACK]: the clock was set back by more than rollback_tolerance_ms. */
    public class ClockRollback internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.COUNTER_EXHAUSTED]: the tick has no ids left, and the clock has not advanced. */
    public class CounterExhausted internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.ENTROPY_UNAVAILABLE]: the operating system returned no random bytes. */
    public class EntropyUnavailable internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.FORKED_GENERATOR]: this process is a fork: call reseed, with a node of its own if one was assigned. */
    public class ForkedGenerator internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.WRONG_PREFIX]: another prefix is expected. */
    public class WrongPrefix internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Argument(refusal, row)

    /** [ErrorCode.LEAD_EXCEEDED]: the id would be ahead of the clock by more than max_lead_ms. */
    public class LeadExceeded internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.STORE_IO]: the file cannot be read or written. */
    public class StoreIo internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.STORE_CORRUPT]: the file is damaged. */
    public class StoreCorrupt internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.STORE_FOREIGN]: the file belongs to another format or program. */
    public class StoreForeign internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.STORE_LOCKED]: the file is locked by another process. */
    public class StoreLocked internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.STORE_READ_ONLY]: the file cannot be written. */
    public class StoreReadOnly internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.STORE_FULL]: the disk is full. */
    public class StoreFull internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.LEASE_EXPIRED]: the lease of the node has expired. */
    public class LeaseExpired internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : Store(refusal, row)

    /** [ErrorCode.NULL_ARGUMENT]: a pointer is null. */
    public class NullArgument internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.BUFFER_TOO_SMALL]: the buffer is too small. */
    public class BufferTooSmall internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)

    /** [ErrorCode.PANIC]: an internal error was caught. */
    public class Panic internal constructor(
        refusal: Refusal,
        row: Int?,
    ) : State(refusal, row)
    // </generated>
}

/** Creates the exception of an error; [row] is the invalid row of a column. */
internal fun sortidException(
    refusal: Refusal,
    row: Int? = null,
): SortidException =
    when (refusal.code) {
        // <generated: of>
        1 -> SortidException.InvalidLength(refusal, row)
        2 -> SortidException.InvalidCharacter(refusal, row)
        3 -> SortidException.OutOfRange(refusal, row)
        4 -> SortidException.InvalidVariant(refusal, row)
        5 -> SortidException.InvalidVersion(refusal, row)
        6 -> SortidException.TimestampOutOfRange(refusal, row)
        7 -> SortidException.InvalidField(refusal, row)
        8 -> SortidException.InvalidOption(refusal, row)
        9 -> SortidException.UnknownFormat(refusal, row)
        10 -> SortidException.NotApplicable(refusal, row)
        11 -> SortidException.ClockRollback(refusal, row)
        12 -> SortidException.CounterExhausted(refusal, row)
        13 -> SortidException.EntropyUnavailable(refusal, row)
        14 -> SortidException.ForkedGenerator(refusal, row)
        15 -> SortidException.WrongPrefix(refusal, row)
        16 -> SortidException.LeadExceeded(refusal, row)
        20 -> SortidException.StoreIo(refusal, row)
        21 -> SortidException.StoreCorrupt(refusal, row)
        22 -> SortidException.StoreForeign(refusal, row)
        23 -> SortidException.StoreLocked(refusal, row)
        24 -> SortidException.StoreReadOnly(refusal, row)
        25 -> SortidException.StoreFull(refusal, row)
        26 -> SortidException.LeaseExpired(refusal, row)
        30 -> SortidException.NullArgument(refusal, row)
        31 -> SortidException.BufferTooSmall(refusal, row)
        32 -> SortidException.Panic(refusal, row)
        // </generated>
        else -> error("the library returned the unknown code ${refusal.code}")
    }

/** Creates the exception of an error found by Kotlin code; [message] has no full stop. */
internal fun sortidException(
    code: ErrorCode,
    message: String,
    subject: String? = null,
    row: Int? = null,
): SortidException = sortidException(Refusal(code.number, null, subject, null, "$code: $message"), row)
