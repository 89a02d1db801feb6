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
    /** The width in bits: 64, 96, 120, 128 or 160. */
    public val bits: Int,
    /** The length of the canonical text in characters, all of them ASCII; of texts of several lengths the longest. */
    public val textLength: Int,
    /** The length of the shortest canonical text in characters. */
    public val textLengthMin: Int,
    /** Whether canonical texts sort as the ids do: not those of a `snowflake`, which are numbers of several lengths. */
    public val textSorts: Boolean,
    /** Whether big-endian bytes sort as the ids do: not those of a `comb_mssql`, which sorts as SQL Server does. */
    public val bytesSort: Boolean,
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
        13,
        true,
        true,
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
        16,
        false,
        false,
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
        11,
        true,
        true,
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
        11,
        true,
        true,
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
        11,
        true,
        true,
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
        11,
        true,
        true,
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
        36,
        true,
        true,
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
        36,
        true,
        true,
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
        36,
        true,
        true,
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

    /**
     * UUID version 8: a timestamp of the maker's own layout: see draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC
     * 9562, section 5.8.
     */
    UUID8(
        10,
        "uuid8",
        128,
        36,
        36,
        true,
        true,
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
        32,
        true,
        true,
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

    /** Microseconds and a worker, as 8-4-4-16 hexadecimal digits: see twitter/cassie f6da4e0, LexicalUUID. */
    LEXICAL_UUID(
        12,
        "lexical_uuid",
        128,
        35,
        35,
        true,
        true,
        false,
        1000,
        "twitter/cassie f6da4e0, LexicalUUID",
        "microseconds and a worker, as 8-4-4-16 hexadecimal digits",
        listOf(
            Field("timestamp_us", 64),
            Field("worker", 64),
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

    /**
     * Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer: see twitter/snowflake b3f6a3c,
     * IdWorker.
     */
    SNOWFLAKE(
        13,
        "snowflake",
        64,
        19,
        1,
        false,
        true,
        false,
        1000000,
        "twitter/snowflake b3f6a3c, IdWorker",
        "milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer",
        listOf(
            Field("timestamp_ms", 41),
            Field("datacenter", 5),
            Field("worker", 5),
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
            "datacenter",
            "worker",
            "epoch_unix_ms",
        ),
    ),

    /** Milliseconds, a worker and a sequence in base62: see boundary/flake 15c933a. */
    FLAKE(
        14,
        "flake",
        128,
        22,
        1,
        false,
        true,
        false,
        1000000,
        "boundary/flake 15c933a",
        "milliseconds, a worker and a sequence in base62",
        listOf(
            Field("timestamp_ms", 64),
            Field("worker", 48),
            Field("sequence", 16),
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

    /**
     * Milliseconds since 2011, a shard and a sequence, as a decimal integer: see Instagram Engineering, Sharding & IDs at
     * Instagram.
     */
    SHARDING_ID(
        15,
        "sharding_id",
        64,
        20,
        1,
        false,
        true,
        false,
        1000000,
        "Instagram Engineering, Sharding & IDs at Instagram",
        "milliseconds since 2011, a shard and a sequence, as a decimal integer",
        listOf(
            Field("timestamp_ms", 41),
            Field("shard", 13),
            Field("sequence", 10),
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
            "shard",
            "epoch_unix_ms",
        ),
    ),

    /** Seconds since 2014, a random counter and 64 random bits: see segmentio/ksuid bf376a7. */
    KSUID(
        16,
        "ksuid",
        160,
        27,
        27,
        true,
        true,
        false,
        1000000000,
        "segmentio/ksuid bf376a7",
        "seconds since 2014, a random counter and 64 random bits",
        listOf(
            Field("timestamp_s", 32),
            Field("payload_hi", 64),
            Field("payload_lo", 64),
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
        ),
    ),

    /** Milliseconds, a node and a sequence, as Elasticsearch had them up to version 5: see ppearcy/elasticflake dd71c21. */
    ELASTICFLAKE(
        17,
        "elasticflake",
        120,
        20,
        20,
        false,
        true,
        false,
        1000000,
        "ppearcy/elasticflake dd71c21",
        "milliseconds, a node and a sequence, as Elasticsearch had them up to version 5",
        listOf(
            Field("timestamp_ms", 48),
            Field("node", 48),
            Field("sequence", 24),
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

    /** Milliseconds, a datacenter, a worker and a counter, as a decimal integer: see T-PWK/flake-idgen fcd6a2f. */
    FLAKE_IDGEN(
        18,
        "flake_idgen",
        64,
        20,
        1,
        false,
        true,
        false,
        1000000,
        "T-PWK/flake-idgen fcd6a2f",
        "milliseconds, a datacenter, a worker and a counter, as a decimal integer",
        listOf(
            Field("timestamp_ms", 42),
            Field("datacenter", 5),
            Field("worker", 5),
            Field("counter", 12),
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
            "datacenter",
            "worker",
            "epoch_unix_ms",
        ),
    ),

    /** Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer: see sony/sonyflake 848d664, version 1. */
    SONYFLAKE(
        19,
        "sonyflake",
        64,
        19,
        1,
        false,
        true,
        false,
        10000000,
        "sony/sonyflake 848d664, version 1",
        "tens of milliseconds since 2014, a sequence and a machine, as a decimal integer",
        listOf(
            Field("timestamp_10ms", 39),
            Field("sequence", 8),
            Field("machine", 16),
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

    /**
     * UUID version 4 with tens of microseconds in front, as Laravel makes it: see Laravel Str::orderedUuid, ramsey/uuid
     * timestamp-first COMB.
     */
    ORDERED_UUID(
        20,
        "ordered_uuid",
        128,
        36,
        36,
        true,
        true,
        false,
        10000,
        "Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB",
        "UUID version 4 with tens of microseconds in front, as Laravel makes it",
        listOf(
            Field("timestamp_10us", 48),
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

    /**
     * UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL: see richardtallent/RT.Comb 2759820,
     * PostgreSQL order.
     */
    COMB_GUID(
        21,
        "comb_guid",
        128,
        36,
        36,
        true,
        true,
        false,
        1000000,
        "richardtallent/RT.Comb 2759820, PostgreSQL order",
        "UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL",
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

    /** Milliseconds and 80 random bits that count up within one: see ulid/spec. */
    ULID(
        22,
        "ulid",
        128,
        26,
        26,
        true,
        true,
        false,
        1000000,
        "ulid/spec",
        "milliseconds and 80 random bits that count up within one",
        listOf(
            Field("timestamp_ms", 48),
            Field("randomness", 80),
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
        ),
    ),

    /** Nanoseconds and 63 random bits, as two numbers: see chilts/sid 660e947. */
    SID(
        23,
        "sid",
        128,
        39,
        39,
        true,
        true,
        false,
        1,
        "chilts/sid 660e947",
        "nanoseconds and 63 random bits, as two numbers",
        listOf(
            Field("timestamp_ns", 63),
            Field("random", 63),
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
        ),
    ),

    /** Milliseconds and 72 random bits that count up within one: see Firebase, The 2^120 Ways to Ensure Unique Identifiers. */
    PUSH_ID(
        24,
        "push_id",
        120,
        20,
        20,
        true,
        true,
        false,
        1000000,
        "Firebase, The 2^120 Ways to Ensure Unique Identifiers",
        "milliseconds and 72 random bits that count up within one",
        listOf(
            Field("timestamp_ms", 48),
            Field("random", 72),
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
        ),
    ),

    /** Seconds, a machine, a process and a counter: see rs/xid efa678f. */
    XID(
        25,
        "xid",
        96,
        20,
        20,
        true,
        true,
        false,
        1000000000,
        "rs/xid efa678f",
        "seconds, a machine, a process and a counter",
        listOf(
            Field("timestamp_s", 32),
            Field("machine", 24),
            Field("pid", 16),
            Field("counter", 24),
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

    /** Seconds, 40 bits drawn for the process, and a counter: see MongoDB, BSON ObjectID. */
    OBJECT_ID(
        26,
        "object_id",
        96,
        24,
        24,
        true,
        true,
        false,
        1000000000,
        "MongoDB, BSON ObjectID",
        "seconds, 40 bits drawn for the process, and a counter",
        listOf(
            Field("timestamp_s", 32),
            Field("random", 40),
            Field("counter", 24),
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

    /** Milliseconds, a counter, a fingerprint and 41 random bits in base36: see ericelliott/cuid 215b27b, version 1. */
    CUID(
        27,
        "cuid",
        128,
        25,
        25,
        true,
        true,
        false,
        1000000,
        "ericelliott/cuid 215b27b, version 1",
        "milliseconds, a counter, a fingerprint and 41 random bits in base36",
        listOf(
            Field("timestamp_ms", 42),
            Field("counter", 21),
            Field("fingerprint", 21),
            Field("random", 42),
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

    /**
     * UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server: see richardtallent/RT.Comb 2759820, SQL
     * Server order.
     */
    COMB_MSSQL(
        28,
        "comb_mssql",
        128,
        36,
        36,
        false,
        false,
        false,
        1000000,
        "richardtallent/RT.Comb 2759820, SQL Server order",
        "UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server",
        listOf(
            Field("rand_a", 48),
            Field("rand_b", 12),
            Field("rand_c", 14),
            Field("unix_ts_ms", 48),
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
