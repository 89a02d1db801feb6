package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Direct
import sortid.internal.Plain
import sortid.internal.glue
import java.math.BigInteger
import java.time.Instant
import java.util.UUID

/**
 * An id and its format, for formats known only at run time. For a format known at compile time, use
 * its class: [Tid], [Uuid7] and so on. Immutable.
 *
 * Ids of one format are ordered by value (timeid: by time), unlike [UUID], which compares signed
 * numbers. Ids of different formats are never equal, and ordered by the format's code. Jackson
 * writes and reads an object of `format` and `text`.
 *
 * ```kotlin
 * val id = SortId.parse("3jzfcijpj2z2a", Format.TID)
 * check(id.field("timestamp_us").toLong() == 1688137381887007)
 * check(id.instant == Instant.parse("2023-06-30T15:03:01.887007Z"))
 * check(id.toString() == "3jzfcijpj2z2a")
 * ```
 */
public class SortId internal constructor(
    override val format: Format,
    override val head: Long,
    override val middle: Long,
    override val tail: Int,
) : AnyId(),
    Comparable<SortId> {
    private val type get() = IdType.dynamic(format)

    override val plain: Plain? get() = type.plain

    /** Returns the canonical text. The JDK writes UUIDs, without a call into the library. */
    override fun toString(): String = if (format.isUuid) UUID(head, middle).toString() else super.toString()

    /**
     * Returns the integer of a 64-bit format. It sorts for timeid, tid and uid11_snowish.
     *
     * @throws SortidException.NotApplicable for wider formats
     */
    public fun toLong(): Long = if (format.bits == Long.SIZE_BITS) head else Direct.fromLong(head, type).head

    /**
     * Returns the UUID with the bits of an id of 128 bits.
     *
     * [UUID] compares signed numbers, which is wrong from the year 6429 (uuid7): sort ids instead.
     *
     * @throws SortidException.NotApplicable for every other format
     */
    public fun toUuid(): UUID = UUID(head, middle).also { if (!format.has128Bits) Direct.fromLongs(head, middle, type) }

    /**
     * Returns the id whose integer is greater by one. Requires bytes that sort, and no fixed bits.
     *
     * @throws SortidException.OutOfRange for the largest id
     * @throws SortidException.NotApplicable for other formats
     */
    public fun successor(): SortId = neighbor(true, type)

    /**
     * Returns the id whose integer is less by one: see [successor].
     *
     * @throws SortidException.OutOfRange for the smallest id
     */
    public fun predecessor(): SortId = neighbor(false, type)

    override fun compareTo(other: SortId): Int {
        val byFormat = format.compareTo(other.format)
        return if (byFormat != 0) byFormat else order(other)
    }

    /** Includes the format, which the text does not contain. */
    @JsonValue
    private fun json(): Map<String, String> = mapOf(FORMAT to format.formatName, TEXT to toString())

    /** A text form of ids. */
    public enum class Form(
        /** The name, the same in every language. */
        public val formName: String,
    ) {
        // <generated: forms>

        /** The canonical form, as in `toString`. */
        CANONICAL("canonical"),

        /**
         * The form `compact` of timeid, uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, ordered_uuid, comb_guid, comb_mssql,
         * uuid1, uuid4, any_uuid.
         */
        COMPACT("compact"),

        /** The form `hex` of scru160, flake, flake_idgen, sid. */
        HEX("hex"),

        /** The form `urn` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
        URN("urn"),

        /** The form `base32` of sid. */
        BASE32("base32"),

        /** The form `base64` of sid. */
        BASE64("base64"),

        /** The form `uuid` of lexical_uuid, flake, ulid. */
        UUID("uuid"),

        /** The form `typeid` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
        TYPEID("typeid"),

        /** The form `decimal` of tsid. */
        DECIMAL("decimal"),

        /** The form `braced` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
        BRACED("braced"),

        /** The form `upper` of uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4, any_uuid. */
        UPPER("upper"),

        /**
         * The form `base36` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
         * comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE36("base36"),

        /**
         * The form `base57` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
         * comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE57("base57"),

        /**
         * The form `base58` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
         * comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE58("base58"),

        /**
         * The form `base58_flickr` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
         * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE58_FLICKR("base58_flickr"),

        /**
         * The form `base62` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid, cuid,
         * comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE62("base62"),

        /**
         * The form `base64url` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
         * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        BASE64URL("base64url"),

        /**
         * The form `crockford` of uuid6, uuid7_draft01, uuid7, uuid8, lexical_uuid, flake, ordered_uuid, comb_guid, ulid, sid,
         * cuid, comb_mssql, uuid1, uuid4, any_uuid, scru128.
         */
        CROCKFORD("crockford"),
        // </generated>
    }

    /** A converted id: its canonical text and its big-endian bytes. */
    public class Converted internal constructor(
        /** The canonical text. */
        public val text: String,
        private val bytes: ByteArray,
    ) {
        /** The big-endian bytes. */
        public fun toByteArray(): ByteArray = bytes.clone()

        override fun toString(): String = text

        override fun equals(other: Any?): Boolean = other is Converted && other.text == text

        override fun hashCode(): Int = text.hashCode()
    }

    public companion object {
        private const val FORMAT = "format"
        private const val TEXT = "text"

        @JvmStatic
        @JsonCreator
        private fun json(map: Map<String, String>): SortId {
            require(map.keys == setOf(FORMAT, TEXT)) { "expected an object of $FORMAT and $TEXT, not of ${map.keys}" }
            return parse(map.getValue(TEXT), Format.named(map.getValue(FORMAT)))
        }

        /** See [IdType.parse]. */
        @JvmStatic
        public fun parse(
            text: String,
            format: Format,
        ): SortId = IdType.dynamic(format).parse(text)

        /** Parses a text; `null` if it is invalid. */
        @JvmStatic
        public fun parseOrNull(
            text: String,
            format: Format,
        ): SortId? = IdType.dynamic(format).parseOrNull(text)

        /** Parses text in one form: see [IdType.parseForm]. */
        @JvmStatic
        public fun parseForm(
            text: String,
            format: Format,
            form: Form,
        ): SortId = IdType.dynamic(format).parseForm(text, form)

        /** Parses text, and corrects unambiguous spellings: see [IdType.parseLenient]. */
        @JvmStatic
        public fun parseLenient(
            text: String,
            format: Format,
        ): Corrected<SortId> = IdType.dynamic(format).parseLenient(text)

        /**
         * Suggests ids for a text that [inspect] rejects, each with its corrections: those that
         * [parseLenient] accepts, and those that differ in up to three similar characters.
         */
        @JvmStatic
        public fun nearMisses(text: String): List<Corrected<SortId>> =
            glue { sortid.internal.nearMisses(wellFormed(text)) }.map {
                Corrected(IdType.dynamic(Format.coded(it.id.format)).of(it.id), it.corrections)
            }

        /** Whether [parse] would accept the text. */
        @JvmStatic
        public fun isValid(
            text: String,
            format: Format,
        ): Boolean = IdType.dynamic(format).isValid(text)

        /** Reads big-endian bytes of exactly the format's width: see [IdType.fromBytes]. */
        @JvmStatic
        public fun fromBytes(
            bytes: ByteArray,
            format: Format,
        ): SortId = IdType.dynamic(format).fromBytes(bytes)

        /** Reads 16 bytes in another byte order than big-endian: see [IdType.fromBytesIn]. */
        @JvmStatic
        public fun fromBytesIn(
            bytes: ByteArray,
            format: Format,
            order: ByteOrder,
        ): SortId = IdType.dynamic(format).fromBytesIn(bytes, order)

        /**
         * Returns the id of a 64-bit format with the bits of an integer.
         *
         * @throws SortidException.NotApplicable for wider formats
         * @throws SortidException.OutOfRange if no id has this integer
         */
        @JvmStatic
        public fun fromLong(
            int: Long,
            format: Format,
        ): SortId {
            val type = IdType.dynamic(format)
            return if (format.bits == Long.SIZE_BITS) type.ofWords(int, 0) else Direct.fromLong(int, type)
        }

        /** Reads an integer, the inverse of [AnyId.toBigInteger]: see [IdType.fromBigInteger]. */
        @JvmStatic
        public fun fromBigInteger(
            int: BigInteger,
            format: Format,
        ): SortId = IdType.dynamic(format).fromBigInteger(int)

        /**
         * Returns the id of a 128-bit format with the bits of a UUID.
         *
         * @throws SortidException.NotApplicable for every other format
         * @throws SortidException.OutOfRange if no id has these bits
         * @throws SortidException.InvalidVariant for a UUID of another variant
         * @throws SortidException.InvalidVersion for a UUID of another version
         */
        @JvmStatic
        public fun fromUuid(
            uuid: UUID,
            format: Format,
        ): SortId {
            val type = IdType.dynamic(format)
            val (high, low) = uuid.mostSignificantBits to uuid.leastSignificantBits
            return if (format.has128Bits) type.ofWords(high, low) else Direct.fromLongs(high, low, type)
        }

        /** Builds an id from named fields; omitted fields are zero: see [IdType.fromFields]. */
        @JvmStatic
        public fun fromFields(
            fields: Map<String, Number>,
            format: Format,
        ): SortId = IdType.dynamic(format).fromFields(fields)

        /** The smallest id of the tick that contains an instant: see [IdType.minAt]. */
        @JvmStatic
        public fun minAt(
            time: Timestamp,
            format: Format,
        ): SortId = IdType.dynamic(format).minAt(time)

        /** [minAt] with an [Instant]. */
        @JvmStatic
        public fun minAt(
            time: Instant,
            format: Format,
        ): SortId = minAt(Timestamp(time), format)

        /** [minAt] of ids generated with these options: see [IdType.minAt]. */
        @JvmStatic
        public fun minAt(
            time: Timestamp,
            format: Format,
            options: GeneratorOptions,
        ): SortId = IdType.dynamic(format).minAt(time, options)

        /** [minAt] with an [Instant], of ids generated with these options. */
        @JvmStatic
        public fun minAt(
            time: Instant,
            format: Format,
            options: GeneratorOptions,
        ): SortId = minAt(Timestamp(time), format, options)

        /** The largest id of the tick that contains an instant: see [IdType.maxAt]. */
        @JvmStatic
        public fun maxAt(
            time: Timestamp,
            format: Format,
        ): SortId = IdType.dynamic(format).maxAt(time)

        /** [maxAt] with an [Instant]. */
        @JvmStatic
        public fun maxAt(
            time: Instant,
            format: Format,
        ): SortId = maxAt(Timestamp(time), format)

        /** [maxAt] of ids generated with these options: see [IdType.maxAt]. */
        @JvmStatic
        public fun maxAt(
            time: Timestamp,
            format: Format,
            options: GeneratorOptions,
        ): SortId = IdType.dynamic(format).maxAt(time, options)

        /** [maxAt] with an [Instant], of ids generated with these options. */
        @JvmStatic
        public fun maxAt(
            time: Instant,
            format: Format,
            options: GeneratorOptions,
        ): SortId = maxAt(Timestamp(time), format, options)

        /** The smallest and the largest id from [from] to before [to]: see [IdType.range]. */
        @JvmStatic
        @JvmOverloads
        public fun range(
            from: Timestamp?,
            to: Timestamp?,
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): IdRange<SortId> = IdType.dynamic(format).range(from, to, options)

        /** [range] between [Instant]s. */
        @JvmStatic
        @JvmOverloads
        public fun range(
            from: Instant?,
            to: Instant?,
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): IdRange<SortId> = IdType.dynamic(format).range(from, to, options)

        /** The smallest and the largest id with a text prefix: see [IdType.prefixRange]. */
        @JvmStatic
        public fun prefixRange(
            prefix: String,
            format: Format,
        ): IdRange<SortId> = IdType.dynamic(format).prefixRange(prefix)

        /**
         * Lists the formats that a text may have, the likeliest times first and reserved ids last.
         * Formats that match every UUID or every short text, and decimal integers with the epochs
         * of Discord, LinkedIn and Sonyflake 2, require a likely time. Nothing is trimmed.
         */
        @JvmStatic
        public fun inspect(text: String): List<Reading> = glue { sortid.internal.inspect(wellFormed(text)) }.map(::Reading)

        /**
         * Finds the ids in a text, in order, each with its likeliest format.
         *
         * An id is a whole word of letters, digits, `_` and `-`, in its canonical text or behind a
         * prefix. Without [formats], fixed bits or a likely time distinguish ids from words;
         * integers are found only if [formats] contains their format.
         */
        @JvmStatic
        @JvmOverloads
        public fun findIds(
            text: String,
            formats: Collection<Format>? = null,
        ): List<FoundId> {
            val codes = formats?.map { it.code.toByte() }?.toByteArray()
            val found = glue { sortid.internal.findIds(wellFormed(text), codes) }
            return found.map { FoundId(IdType.dynamic(Format.coded(it.id.format)).of(it.id), it.start.toInt(), it.end.toInt()) }
        }

        /** Returns the prefix of a text, before its last `_`; empty without a valid prefix. */
        @JvmStatic
        public fun prefixOf(text: String): String = glue { sortid.internal.prefixOf(wellFormed(text)) }

        /** Returns the error of each format that rejects a text. */
        @JvmStatic
        public fun refusals(text: String): Map<Format, SortidException> =
            glue { sortid.internal.refusals(wellFormed(text)) }.associate {
                Format.coded(it.format) to sortidException(it.refusal)
            }

        /**
         * Converts text by the names of formats. These include `sql_server_uuid` and
         * `clickhouse_uuid`, which sort in these servers as the id does elsewhere.
         *
         * @throws SortidException.UnknownFormat for any other name
         * @throws SortidException.NotApplicable if there is no such conversion
         * @throws SortidException.OutOfRange for a reserved tid and a timeid before 1970
         * @throws SortidException.Argument as [parse]
         */
        @JvmStatic
        public fun convert(
            text: String,
            from: String,
            to: String,
        ): Converted {
            val converted = glue { sortid.internal.convertText(wellFormed(text), wellFormed(from), wellFormed(to)) }
            return Converted(converted.text, converted.bytes)
        }

        /** Converts big-endian bytes: see [convert] of text. */
        @JvmStatic
        public fun convert(
            bytes: ByteArray,
            from: String,
            to: String,
        ): Converted {
            val converted = glue { sortid.internal.convertBytes(bytes, wellFormed(from), wellFormed(to)) }
            return Converted(converted.text, converted.bytes)
        }
    }
}
