package sortid

/**
 * A refused input or a failed operation: one class for each [ErrorCode].
 *
 * ```kotlin
 * try {
 *     Id.parse(text, Format.TID)
 * } catch (e: SortidException.InvalidCharacter) {
 *     println("not a tid: see byte ${e.offset}")
 * }
 * ```
 */
public sealed class SortidException(
    /** What went wrong. */
    public val code: ErrorCode,
    /**
     * The byte of the text, in UTF-8, that is to blame, counted from 0; for `invalid_length` the length of the text;
     * `null` where no byte is.
     */
    public val offset: Int?,
    /** The option or field that is to blame; `null` where none is. */
    public val subject: String?,
) : RuntimeException(describe(code, offset, subject)) {
    // <generated: exceptions>

    /** [ErrorCode.INVALID_LENGTH]: the length is not that of the format. */
    public class InvalidLength internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_LENGTH, offset, subject)

    /** [ErrorCode.INVALID_CHARACTER]: a character is not of the format's alphabet or not at its place. */
    public class InvalidCharacter internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_CHARACTER, offset, subject)

    /** [ErrorCode.OUT_OF_RANGE]: no valid id has this value. */
    public class OutOfRange internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.OUT_OF_RANGE, offset, subject)

    /** [ErrorCode.INVALID_VARIANT]: the UUID variant bits are not 10. */
    public class InvalidVariant internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_VARIANT, offset, subject)

    /** [ErrorCode.INVALID_VERSION]: the UUID version is not that of the format. */
    public class InvalidVersion internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_VERSION, offset, subject)

    /** [ErrorCode.TIMESTAMP_OUT_OF_RANGE]: the format cannot carry this time. */
    public class TimestampOutOfRange internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.TIMESTAMP_OUT_OF_RANGE, offset, subject)

    /** [ErrorCode.INVALID_FIELD]: the format has no such field, or the value is too wide for its bits. */
    public class InvalidField internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_FIELD, offset, subject)

    /** [ErrorCode.INVALID_OPTION]: the option is unknown, not for this format, or its value is not allowed. */
    public class InvalidOption internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.INVALID_OPTION, offset, subject)

    /** [ErrorCode.UNKNOWN_FORMAT]: there is no format of this name. */
    public class UnknownFormat internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.UNKNOWN_FORMAT, offset, subject)

    /** [ErrorCode.NOT_APPLICABLE]: the format has no time, or no such conversion or form. */
    public class NotApplicable internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.NOT_APPLICABLE, offset, subject)

    /** [ErrorCode.CLOCK_ROLLBACK]: the clock was set back further than tolerated. */
    public class ClockRollback internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.CLOCK_ROLLBACK, offset, subject)

    /** [ErrorCode.COUNTER_EXHAUSTED]: the tick has no id left and the clock has not moved on. */
    public class CounterExhausted internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.COUNTER_EXHAUSTED, offset, subject)

    /** [ErrorCode.ENTROPY_UNAVAILABLE]: the operating system gave no random bytes. */
    public class EntropyUnavailable internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.ENTROPY_UNAVAILABLE, offset, subject)

    /** [ErrorCode.FORKED_GENERATOR]: a forked process needs a seed or node of its own. */
    public class ForkedGenerator internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.FORKED_GENERATOR, offset, subject)

    /** [ErrorCode.STORE_IO]: the state file cannot be read or written. */
    public class StoreIo internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_IO, offset, subject)

    /** [ErrorCode.STORE_CORRUPT]: the state file is damaged. */
    public class StoreCorrupt internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_CORRUPT, offset, subject)

    /** [ErrorCode.STORE_FOREIGN]: the state file belongs to another format or program. */
    public class StoreForeign internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_FOREIGN, offset, subject)

    /** [ErrorCode.STORE_LOCKED]: the state file is locked by another process. */
    public class StoreLocked internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_LOCKED, offset, subject)

    /** [ErrorCode.STORE_READ_ONLY]: the state file cannot be written. */
    public class StoreReadOnly internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_READ_ONLY, offset, subject)

    /** [ErrorCode.STORE_FULL]: the disk is full. */
    public class StoreFull internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.STORE_FULL, offset, subject)

    /** [ErrorCode.NULL_ARGUMENT]: a pointer is null. */
    public class NullArgument internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.NULL_ARGUMENT, offset, subject)

    /** [ErrorCode.BUFFER_TOO_SMALL]: the buffer is too small. */
    public class BufferTooSmall internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.BUFFER_TOO_SMALL, offset, subject)

    /** [ErrorCode.PANIC]: an internal fault was caught. */
    public class Panic internal constructor(
        offset: Int?,
        subject: String?,
    ) : SortidException(ErrorCode.PANIC, offset, subject)
    // </generated>

    internal companion object {
        private const val serialVersionUID = 1L

        private fun describe(
            code: ErrorCode,
            offset: Int?,
            subject: String?,
        ): String {
            val about = if (subject == null) "" else " ($subject)"
            val place =
                when {
                    offset == null -> ""
                    code == ErrorCode.INVALID_LENGTH -> ": $offset bytes"
                    else -> ", at byte $offset"
                }
            return "${code.codeName}: ${code.message}$about$place"
        }

        internal fun of(
            number: Int,
            offset: Int?,
            subject: String?,
        ): SortidException =
            when (number) {
                // <generated: of>
                1 -> InvalidLength(offset, subject)
                2 -> InvalidCharacter(offset, subject)
                3 -> OutOfRange(offset, subject)
                4 -> InvalidVariant(offset, subject)
                5 -> InvalidVersion(offset, subject)
                6 -> TimestampOutOfRange(offset, subject)
                7 -> InvalidField(offset, subject)
                8 -> InvalidOption(offset, subject)
                9 -> UnknownFormat(offset, subject)
                10 -> NotApplicable(offset, subject)
                11 -> ClockRollback(offset, subject)
                12 -> CounterExhausted(offset, subject)
                13 -> EntropyUnavailable(offset, subject)
                14 -> ForkedGenerator(offset, subject)
                20 -> StoreIo(offset, subject)
                21 -> StoreCorrupt(offset, subject)
                22 -> StoreForeign(offset, subject)
                23 -> StoreLocked(offset, subject)
                24 -> StoreReadOnly(offset, subject)
                25 -> StoreFull(offset, subject)
                30 -> NullArgument(offset, subject)
                31 -> BufferTooSmall(offset, subject)
                32 -> Panic(offset, subject)
                // </generated>
                else -> throw IllegalStateException("the library answers with the unknown code $number")
            }
    }
}
