package sortid

/** What went wrong: the same name and number in every language. */
public enum class ErrorCode(
    /** The stable number. */
    public val number: Int,
    /** The name, for example `invalid_length`. */
    public val codeName: String,
    /** One sentence, for people. */
    public val message: String,
) {
    // <generated: codes>

    /** The length is not that of the format. */
    INVALID_LENGTH(1, "invalid_length", "the length is not that of the format"),

    /** A character is not of the format's alphabet or not at its place. */
    INVALID_CHARACTER(2, "invalid_character", "a character is not of the format's alphabet or not at its place"),

    /** No valid id has this value. */
    OUT_OF_RANGE(3, "out_of_range", "no valid id has this value"),

    /** The UUID variant bits are not 10. */
    INVALID_VARIANT(4, "invalid_variant", "the UUID variant bits are not 10"),

    /** The UUID version is not that of the format. */
    INVALID_VERSION(5, "invalid_version", "the UUID version is not that of the format"),

    /** The format cannot carry this time. */
    TIMESTAMP_OUT_OF_RANGE(6, "timestamp_out_of_range", "the format cannot carry this time"),

    /** The format has no such field, or the value is too wide for its bits. */
    INVALID_FIELD(7, "invalid_field", "the format has no such field, or the value is too wide for its bits"),

    /** The option is unknown, not for this format, or its value is not allowed. */
    INVALID_OPTION(8, "invalid_option", "the option is unknown, not for this format, or its value is not allowed"),

    /** There is no format of this name. */
    UNKNOWN_FORMAT(9, "unknown_format", "there is no format of this name"),

    /** The format has no time, or no such conversion or form. */
    NOT_APPLICABLE(10, "not_applicable", "the format has no time, or no such conversion or form"),

    /** The clock was set back further than tolerated. */
    CLOCK_ROLLBACK(11, "clock_rollback", "the clock was set back further than tolerated"),

    /** The tick has no id left and the clock has not moved on. */
    COUNTER_EXHAUSTED(12, "counter_exhausted", "the tick has no id left and the clock has not moved on"),

    /** The operating system gave no random bytes. */
    ENTROPY_UNAVAILABLE(13, "entropy_unavailable", "the operating system gave no random bytes"),

    /** A forked process needs a seed or node of its own. */
    FORKED_GENERATOR(14, "forked_generator", "a forked process needs a seed or node of its own"),

    /** The prefix of another type stands before the id, or none. */
    WRONG_PREFIX(15, "wrong_prefix", "the prefix of another type stands before the id, or none"),

    /** The id would be further ahead of the clock than allowed. */
    LEAD_EXCEEDED(16, "lead_exceeded", "the id would be further ahead of the clock than allowed"),

    /** The state file cannot be read or written. */
    STORE_IO(20, "store_io", "the state file cannot be read or written"),

    /** The state file is damaged. */
    STORE_CORRUPT(21, "store_corrupt", "the state file is damaged"),

    /** The state file belongs to another format or program. */
    STORE_FOREIGN(22, "store_foreign", "the state file belongs to another format or program"),

    /** The state file is locked by another process. */
    STORE_LOCKED(23, "store_locked", "the state file is locked by another process"),

    /** The state file cannot be written. */
    STORE_READ_ONLY(24, "store_read_only", "the state file cannot be written"),

    /** The disk is full. */
    STORE_FULL(25, "store_full", "the disk is full"),

    /** The lease of the node has run out and was not renewed. */
    LEASE_EXPIRED(26, "lease_expired", "the lease of the node has run out and was not renewed"),

    /** A pointer is null. */
    NULL_ARGUMENT(30, "null_argument", "a pointer is null"),

    /** The buffer is too small. */
    BUFFER_TOO_SMALL(31, "buffer_too_small", "the buffer is too small"),

    /** An internal fault was caught. */
    PANIC(32, "panic", "an internal fault was caught"),
    // </generated>
    ;

    /** The [codeName]. */
    override fun toString(): String = codeName
}
