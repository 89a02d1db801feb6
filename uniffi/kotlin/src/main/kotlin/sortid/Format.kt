package sortid

import sortid.internal.formatRows
import sortid.internal.glue

/** The formats. This list is generated from the core. */
public enum class Format {
    // <generated: formats>

    /** The atproto TID: microseconds and a clock identifier (atproto TID). */
    TID,

    /** Microseconds with a sign, so also before 1970, and a node (draft-goldman-tid). */
    TIMEID,

    /** Milliseconds since 2011 and 22 random bits (uid11 1.0, section 8). */
    UID11_XID,

    /** 64 random bits, no time (uid11 1.0, section 5). */
    UID11_FULLRAND,

    /** Milliseconds since 2011, a machine and a sequence (uid11 1.0, section 5). */
    UID11_SNOWISH,

    /** Milliseconds since 2011, a sequence and 10 random bits (uid11 1.0, section 5). */
    UID11_TS_SEQ_RAND,

    /** UUID version 1 in the order of time (draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6). */
    UUID6,

    /** UUID version 7 as drafted in 2021: seconds and a fraction (draft-peabody-dispatch-new-uuid-format-01, section 4.4). */
    UUID7_DRAFT01,

    /** UUID version 7: milliseconds, a counter and random bits (RFC 9562, section 5.7). */
    UUID7,

    /**
     * UUID version 8: a timestamp in a custom layout (draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562,
     * section 5.8).
     */
    UUID8,

    /** 160 bits: milliseconds, a counter and 96 random bits (SCRU160 v0.1.0). */
    SCRU160,

    /** Microseconds and a worker, as 8-4-4-16 hexadecimal digits (twitter/cassie f6da4e0, LexicalUUID). */
    LEXICAL_UUID,

    /**
     * Milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer (twitter/snowflake b3f6a3c,
     * IdWorker).
     */
    SNOWFLAKE,

    /** Milliseconds, a worker and a sequence in base62 (boundary/flake 15c933a). */
    FLAKE,

    /**
     * Milliseconds since 2011, a shard and a sequence, as a decimal integer (Instagram Engineering, Sharding & IDs at
     * Instagram).
     */
    SHARDING_ID,

    /** Seconds since 2014, a random counter and 64 random bits (segmentio/ksuid bf376a7). */
    KSUID,

    /** Milliseconds, a node and a sequence, as in Elasticsearch up to version 5 (ppearcy/elasticflake dd71c21). */
    ELASTICFLAKE,

    /** Milliseconds, a datacenter, a worker and a counter, as a decimal integer (T-PWK/flake-idgen fcd6a2f). */
    FLAKE_IDGEN,

    /** Tens of milliseconds since 2014, a sequence and a machine, as a decimal integer (sony/sonyflake 848d664, version 1). */
    SONYFLAKE,

    /**
     * UUID version 4 with tens of microseconds in front, as Laravel makes it (Laravel Str::orderedUuid, ramsey/uuid
     * timestamp-first COMB).
     */
    ORDERED_UUID,

    /**
     * UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL (richardtallent/RT.Comb 2759820,
     * PostgreSQL order).
     */
    COMB_GUID,

    /** Milliseconds and 80 random bits, which count up within a millisecond (ulid/spec). */
    ULID,

    /** Nanoseconds and 63 random bits, as two numbers (chilts/sid 660e947). */
    SID,

    /**
     * Milliseconds and 72 random bits, which count up within a millisecond (Firebase, The 2^120 Ways to Ensure Unique
     * Identifiers).
     */
    PUSH_ID,

    /** Seconds, a machine, a process and a counter (rs/xid efa678f). */
    XID,

    /** Seconds, 40 bits drawn for the process, and a counter (MongoDB, BSON ObjectID). */
    OBJECT_ID,

    /** Milliseconds, a counter, a fingerprint and 41 random bits in base36 (ericelliott/cuid 215b27b, version 1). */
    CUID,

    /**
     * UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server (richardtallent/RT.Comb 2759820, SQL
     * Server order).
     */
    COMB_MSSQL,

    /** UUID version 1, a timeuuid: its bytes and text are not in the order of time (RFC 9562, section 5.1). */
    UUID1,

    /** UUID version 4: 122 random bits, no time (RFC 9562, section 5.4). */
    UUID4,

    /** Any UUID, of any version; parsed only (RFC 9562, section 4). */
    ANY_UUID,

    /** Milliseconds and a sequence, as a decimal integer (mastodon/mastodon 0486db9, timestamp_id). */
    MASTODON,

    /** Milliseconds since 2020, a node and a counter, in base32 or as a decimal integer (f4b6a3/tsid-creator 5.2.6). */
    TSID,

    /** Milliseconds, a counter and random bits, 128 in all, in base36 (scru128/spec v2.1.1). */
    SCRU128,

    /** Units of 256 milliseconds, a node and a counter, 12 digits of base36 (scru64/spec v1.0.0). */
    SCRU64,

    /** Milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only (elastic/elasticsearch 891db0d). */
    ELASTICSEARCH_ID,

    /** A time, a node and a sequence in a custom layout, as a decimal integer (sortid's own; presets name published layouts). */
    CUSTOM64,

    /** Milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only (elastic/elasticsearch 1116d7d). */
    ELASTICSEARCH_K_ORDERED,

    /** Milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only (elastic/elasticsearch 1116d7d). */
    ELASTICSEARCH_ROUTED,
    // </generated>
    ;

    private val row = formatRows[ordinal]

    /** The stable number, the same in every language. */
    public val code: Int = row.code

    /** The name, the same in every language, for example `uuid7_draft01`. */
    public val formatName: String = row.formatName

    /** The width in bits: a multiple of 8, from 64 to 160. */
    public val bits: Int = row.bits

    /** The maximum length of the canonical text in ASCII characters. */
    public val textLength: Int = row.textLength

    /** The minimum length of the canonical text in ASCII characters. */
    public val textLengthMin: Int = row.textLengthMin

    /** Whether texts sort as the ids do. Those of `snowflake` do not: they have several lengths. */
    public val textSorts: Boolean = row.textSorts

    /** Whether bytes sort as the ids do. Those of `comb_mssql` do so only in SQL Server. */
    public val bytesSort: Boolean = row.bytesSort

    /** Whether ids can be generated; `any_uuid` is read-only. */
    @get:JvmName("canGenerate")
    public val canGenerate: Boolean = row.canGenerate

    /** Whether a generator with default options returns increasing ids. */
    public val isOrdered: Boolean = row.isOrdered

    /** Whether ids can have a prefix: their texts do not contain `_`. */
    public val takesPrefix: Boolean = row.takesPrefix

    /** Whether ids sort as signed integers: the time of a timeid may be before 1970. */
    internal val isSigned: Boolean = row.isSigned

    /** The unit of the time in nanoseconds; `null` for a format without a known time. */
    public val resolutionNs: Long? = row.resolutionNs

    /** The specification that defines the format, with the section. */
    public val specification: String = row.specification

    /** A description in one line. */
    public val summary: String = row.summary

    /** The fields, most significant first. */
    public val fields: List<Field> = row.fields

    /** The names of the options of its generators. */
    public val options: List<String> = row.options

    /** The width in bytes. */
    public val byteLength: Int get() = bits / Byte.SIZE_BITS

    /** Whether the ids are UUIDs: no other format of 128 bits has their text length. */
    internal val isUuid: Boolean get() = has128Bits && textLength == UUID_TEXT

    /** Whether an id has as many bits as a UUID. */
    internal val has128Bits: Boolean get() = bits == 2 * Long.SIZE_BITS

    /** A field of a format: its name, and its width in bits. */
    public data class Field(
        public val name: String,
        public val bits: Int,
    )

    /** The [formatName]. */
    override fun toString(): String = formatName

    /** The index of a field in [fields]. */
    internal fun fieldAt(name: String): Int {
        val place = fields.indexOfFirst { it.name == name }
        // Always throws, with the library's message.
        if (place < 0) IdType.of(this).fromFields(mapOf(name to 0))
        return place
    }

    public companion object {
        private const val UUID_TEXT = 36

        /**
         * Returns the format with a name.
         *
         * @throws SortidException.UnknownFormat for any other name
         */
        @JvmStatic
        public fun named(name: String): Format =
            entries.firstOrNull { it.formatName == name } ?: coded(glue { sortid.internal.formatNamed(wellFormed(name)) })

        internal fun coded(code: UByte): Format = entries[code.toInt() - 1]
    }
}
