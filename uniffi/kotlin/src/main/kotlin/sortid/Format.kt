package sortid

/**
 * The closed list of formats.
 *
 * What a format is, the core says; this list is generated from the core's.
 */
public enum class Format(
    /** The stable number, the same in every language. */
    public val code: Int,
    /** The name, the same in every language, for example `uuid7_draft01`. */
    public val formatName: String,
    /** The width in bits: 64, 128 or 160. */
    public val bits: Int,
    /** The length of the canonical text in characters, all of them ASCII. */
    public val textLength: Int,
    /** Whether ids are in the order of signed integers: the time of a timeid may lie before 1970. */
    internal val isSigned: Boolean,
    /** The unit of the time in nanoseconds; `null` where the bits tell no time. */
    public val resolutionNs: Long?,
    /** The specification that defines the format, with the section. */
    public val specification: String,
    /** What the format is, in one line. */
    public val summary: String,
    /** The fields, most significant first. */
    public val fields: List<Field>,
    /** The names of all options that its generators have. */
    public val options: List<String>,
) {
    // <generated: formats>

    /** The atproto TID: microseconds and a clock identifier: see atproto TID. */
    TID(
        1,
        "tid",
        64,
        13,
        false,
        1000,
        "atproto TID",
        "the atproto TID: microseconds and a clock identifier",
        listOf(
            Field("reserved", 1),
            Field("timestamp_us", 53),
            Field("clock_id", 10),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "clock_id",
        ),
    ),

    /** Microseconds with a sign, so also before 1970, and a node: see draft-goldman-tid. */
    TIMEID(
        2,
        "timeid",
        64,
        16,
        true,
        1000,
        "draft-goldman-tid",
        "microseconds with a sign, so also before 1970, and a node",
        listOf(
            Field("timestamp_us", 54),
            Field("node", 10),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "node",
        ),
    ),

    /** Milliseconds since 2011 and 22 random bits: see uid11 1.0, section 8. */
    UID11_XID(
        3,
        "uid11_xid",
        64,
        11,
        false,
        1000000,
        "uid11 1.0, section 8",
        "milliseconds since 2011 and 22 random bits",
        listOf(
            Field("timestamp_ms", 42),
            Field("random", 22),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "order",
        ),
    ),

    /** 64 random bits, no time: see uid11 1.0, section 5. */
    UID11_FULLRAND(
        4,
        "uid11_fullrand",
        64,
        11,
        false,
        null,
        "uid11 1.0, section 5",
        "64 random bits, no time",
        listOf(
            Field("random", 64),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
        ),
    ),

    /** Milliseconds since 2011, a machine and a sequence: see uid11 1.0, section 5. */
    UID11_SNOWISH(
        5,
        "uid11_snowish",
        64,
        11,
        false,
        1000000,
        "uid11 1.0, section 5",
        "milliseconds since 2011, a machine and a sequence",
        listOf(
            Field("timestamp_ms", 41),
            Field("machine", 10),
            Field("sequence", 12),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "machine",
            "epoch_unix_ms",
        ),
    ),

    /** Milliseconds since 2011, a sequence and 10 random bits: see uid11 1.0, section 5. */
    UID11_TS_SEQ_RAND(
        6,
        "uid11_ts_seq_rand",
        64,
        11,
        false,
        1000000,
        "uid11 1.0, section 5",
        "milliseconds since 2011, a sequence and 10 random bits",
        listOf(
            Field("timestamp_ms", 42),
            Field("sequence", 12),
            Field("random", 10),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "epoch_unix_ms",
        ),
    ),

    /** UUID version 1 in the order of time: see draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6. */
    UUID6(
        7,
        "uuid6",
        128,
        36,
        false,
        100,
        "draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6",
        "UUID version 1 in the order of time",
        listOf(
            Field("timestamp", 60),
            Field("clock_seq", 14),
            Field("node", 48),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "machine_id",
            "machine_bits",
        ),
    ),

    /** UUID version 7 as drafted in 2021: seconds and a fraction: see draft-peabody-dispatch-new-uuid-format-01, section 4.4. */
    UUID7_DRAFT01(
        8,
        "uuid7_draft01",
        128,
        36,
        false,
        1000,
        "draft-peabody-dispatch-new-uuid-format-01, section 4.4",
        "UUID version 7 as drafted in 2021: seconds and a fraction",
        listOf(
            Field("unixts", 36),
            Field("subsec_a", 12),
            Field("subsec_b", 12),
            Field("subsec_seq_node", 62),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "machine_id",
            "machine_bits",
            "precision",
        ),
    ),

    /** UUID version 7: milliseconds, a counter and random bits: see RFC 9562, section 5.7. */
    UUID7(
        9,
        "uuid7",
        128,
        36,
        false,
        1000000,
        "RFC 9562, section 5.7",
        "UUID version 7: milliseconds, a counter and random bits",
        listOf(
            Field("unix_ts_ms", 48),
            Field("rand_a", 12),
            Field("rand_b", 62),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "machine_id",
            "machine_bits",
        ),
    ),

    /** UUID version 8: a timestamp of the maker's own layout: see draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8. */
    UUID8(
        10,
        "uuid8",
        128,
        36,
        false,
        null,
        "draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8",
        "UUID version 8: a timestamp of the maker's own layout",
        listOf(
            Field("custom_a", 48),
            Field("custom_b", 12),
            Field("custom_c", 62),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "node",
            "machine_id",
            "machine_bits",
            "epoch_unix_ms",
            "timestamp_bits",
            "unit_ns",
        ),
    ),

    /** 160 bits: milliseconds, a counter and 96 random bits: see SCRU160 v0.1.0. */
    SCRU160(
        11,
        "scru160",
        160,
        32,
        false,
        1000000,
        "SCRU160 v0.1.0",
        "160 bits: milliseconds, a counter and 96 random bits",
        listOf(
            Field("timestamp_ms", 48),
            Field("counter", 16),
            Field("random16", 16),
            Field("random80", 80),
        ),
        listOf(
            "clock",
            "seed",
            "allow_fork",
            "max_lead_ms",
            "on_exhausted",
            "rollback_tolerance_ms",
            "on_rollback",
            "state_file",
            "usage",
            "counter_bits",
            "counter_seed_bits",
            "node_id",
            "node_bits",
        ),
    ),
    // </generated>
    ;

    /** The width in bytes. */
    public val byteLength: Int get() = bits / Byte.SIZE_BITS

    /** Whether the ids are UUIDs: no other text of 128 bits has their length. */
    internal val isUuid: Boolean get() = bits == 2 * Long.SIZE_BITS && textLength == UUID_TEXT

    /** A field of a format: its name, and its width in bits. */
    public data class Field(
        public val name: String,
        public val bits: Int,
    )

    /** The [formatName]. */
    override fun toString(): String = formatName

    public companion object {
        private const val UUID_TEXT = 36

        private val byName = entries.associateBy { it.formatName }

        /**
         * The format of a name.
         *
         * @throws SortidException.UnknownFormat for any other name
         */
        @JvmStatic
        public fun named(name: String): Format = byName[name] ?: throw SortidException.UnknownFormat(null, null)

        internal fun coded(code: UByte): Format = entries[code.toInt() - 1]
    }
}
