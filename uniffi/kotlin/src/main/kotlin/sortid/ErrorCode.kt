package sortid

/** The kind of an error: the same name and number in every language. */
public enum class ErrorCode(
    /** The stable number. */
    public val number: Int,
    /** The name, for example `invalid_length`. */
    public val codeName: String,
    /** A sentence that describes the error. */
    public val message: String,
) {
    // <generated: codes>

    /** Wrong length. */
    INVALID_LENGTH(1, "invalid_length", "wrong length"),

    /** Invalid or misplaced character. */
    INVALID_CHARACTER(2, "invalid_character", "invalid or misplaced character"),

    /** The value is outside the range of the format. */
    OUT_OF_RANGE(3, "out_of_range", "the value is outside the range of the format"),

    /** The UUID variant bits are not 10. */
    INVALID_VARIANT(4, "invalid_variant", "the UUID variant bits are not 10"),

    /** The UUID version does not match the format. */
    INVALID_VERSION(5, "invalid_version", "the UUID version does not match the format"),

    /** The time is outside the range of the format. */
    TIMESTAMP_OUT_OF_RANGE(6, "timestamp_out_of_range", "the time is outside the range of the format"),

    /** The field or its value is not valid. */
    INVALID_FIELD(7, "invalid_field", "the field or its value is not valid"),

    /** The option or its value is not valid. */
    INVALID_OPTION(8, "invalid_option", "the option or its value is not valid"),

    /** No format has this name. */
    UNKNOWN_FORMAT(9, "unknown_format", "no format has this name"),

    /** Ids of the format lack this. */
    NOT_APPLICABLE(10, "not_applicable", "ids of the format lack this"),

    /** The clock was set back by more than rollback_tolerance_ms. */
    CLOCK_ROLLBACK(11, "clock_rollback", "the clock was set back by more than rollback_tolerance_ms"),

    /** The tick has no ids left, and the clock has not advanced. */
    COUNTER_EXHAUSTED(12, "counter_exhausted", "the tick has no ids left, and the clock has not advanced"),

    /** The operating system returned no random bytes. */
    ENTROPY_UNAVAILABLE(13, "entropy_unavailable", "the operating system returned no random bytes"),

    /** This process is a fork: call reseed, with a node of its own if one was assigned. */
    FORKED_GENERATOR(14, "forked_generator", "this process is a fork: call reseed, with a node of its own if one was assigned"),

    /** Another prefix is expected. */
    WRONG_PREFIX(15, "wrong_prefix", "another prefix is expected"),

    /** The id would be ahead of the clock by more than max_lead_ms. */
    LEAD_EXCEEDED(16, "lead_exceeded", "the id would be ahead of the clock by more than max_lead_ms"),

    /** The file cannot be read or written. */
    STORE_IO(20, "store_io", "the file cannot be read or written"),

    /** The file is damaged. */
    STORE_CORRUPT(21, "store_corrupt", "the file is damaged"),

    /** The file belongs to another format or program. */
    STORE_FOREIGN(22, "store_foreign", "the file belongs to another format or program"),

    /** The file is locked by another process. */
    STORE_LOCKED(23, "store_locked", "the file is locked by another process"),

    /** The file cannot be written. */
    STORE_READ_ONLY(24, "store_read_only", "the file cannot be written"),

    /** The disk is full. */
    STORE_FULL(25, "store_full", "the disk is full"),

    /** The lease of the node has expired. */
    LEASE_EXPIRED(26, "lease_expired", "the lease of the node has expired"),

    /** A pointer is null. */
    NULL_ARGUMENT(30, "null_argument", "a pointer is null"),

    /** The buffer is too small. */
    BUFFER_TOO_SMALL(31, "buffer_too_small", "the buffer is too small"),

    /** An internal error was caught. */
    PANIC(32, "panic", "an internal error was caught"),
    // </generated>
    ;

    /** The [codeName]. */
    override fun toString(): String = codeName
}
