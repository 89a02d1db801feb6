package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Direct
import sortid.internal.Plain
import sortid.internal.Words
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
 * val id = AnyId.parse("3jzfcijpj2z2a", Format.TID)
 * check(id.field("timestamp_us").toLong() == 1688137381887007)
 * check(id.instant == Instant.parse("2023-06-30T15:03:01.887007Z"))
 * check(id.toString() == "3jzfcijpj2z2a")
 * ```
 */
public class AnyId internal constructor(
    override val format: Format,
    override val head: Long,
    override val middle: Long,
    override val tail: Int,
) : Id(),
    Comparable<AnyId> {
    private val type get() = IdType.of(format)

    override val plain: Plain? get() = type.plain

    /** Returns the canonical text. The JDK writes UUIDs, without a call into the library. */
    override fun toString(): String = if (format.isUuid) UUID(head, middle).toString() else super.toString()

    /**
     * Returns the integer of a 64-bit format. Those of timeid, tid and uid11_snowish sort.
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
    public fun successor(): AnyId = neighbor(true, type)

    /**
     * Returns the id whose integer is less by one: see [successor].
     *
     * @throws SortidException.OutOfRange for the smallest id
     */
    public fun predecessor(): AnyId = neighbor(false, type)

    /** The node, read with the default widths; `null` for a format without one. */
    public val node: Long? get() = glue { sortid.internal.idNode(words) }?.toLong()

    override fun toAnyId(): AnyId = this

    override fun compareTo(other: AnyId): Int = order(other)

    override fun order(other: Id): Int {
        val byFormat = format.compareTo(other.format)
        return if (byFormat != 0) byFormat else super.order(other)
    }

    /** Includes the format, which the text does not contain. */
    @JsonValue
    private fun json(): Map<String, String> = mapOf(FORMAT to format.formatName, TEXT to toString())

    public companion object {
        /** The id of words that the library has returned. */
        internal fun of(words: Words): AnyId = IdType.of(Format.coded(words.format)).of(words)

        private const val FORMAT = "format"
        private const val TEXT = "text"

        @JvmStatic
        @JsonCreator
        private fun json(map: Map<String, String>): AnyId {
            require(map.keys == setOf(FORMAT, TEXT)) { "expected an object of $FORMAT and $TEXT, not of ${map.keys}" }
            return parse(map.getValue(TEXT), Format.named(map.getValue(FORMAT)))
        }

        /** See [IdType.parse]. */
        @JvmStatic
        public fun parse(
            text: String,
            format: Format,
        ): AnyId = IdType.of(format).parse(text)

        /** Parses a text; `null` if it is invalid. */
        @JvmStatic
        public fun parseOrNull(
            text: String,
            format: Format,
        ): AnyId? = IdType.of(format).parseOrNull(text)

        /** Parses text in one form: see [IdType.parseForm]. */
        @JvmStatic
        public fun parseForm(
            text: String,
            format: Format,
            form: Form,
        ): AnyId = IdType.of(format).parseForm(text, form)

        /** Parses text, and corrects unambiguous spellings: see [IdType.parseLenient]. */
        @JvmStatic
        public fun parseLenient(
            text: String,
            format: Format,
        ): Corrected<AnyId> = IdType.of(format).parseLenient(text)

        /** Whether [parse] would accept the text. */
        @JvmStatic
        public fun isValid(
            text: String,
            format: Format,
        ): Boolean = IdType.of(format).isValid(text)

        /** Reads big-endian bytes of exactly the format's width: see [IdType.fromBytes]. */
        @JvmStatic
        public fun fromBytes(
            bytes: ByteArray,
            format: Format,
        ): AnyId = IdType.of(format).fromBytes(bytes)

        /** Reads 16 bytes in another byte order than big-endian: see [IdType.fromBytesIn]. */
        @JvmStatic
        public fun fromBytesIn(
            bytes: ByteArray,
            format: Format,
            order: ByteOrder,
        ): AnyId = IdType.of(format).fromBytesIn(bytes, order)

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
        ): AnyId {
            val type = IdType.of(format)
            return if (format.bits == Long.SIZE_BITS) type.ofWords(int, 0) else Direct.fromLong(int, type)
        }

        /** Reads an integer, the inverse of [Id.toBigInteger]: see [IdType.fromBigInteger]. */
        @JvmStatic
        public fun fromBigInteger(
            int: BigInteger,
            format: Format,
        ): AnyId = IdType.of(format).fromBigInteger(int)

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
        ): AnyId {
            val type = IdType.of(format)
            val (high, low) = uuid.mostSignificantBits to uuid.leastSignificantBits
            return if (format.has128Bits) type.ofWords(high, low) else Direct.fromLongs(high, low, type)
        }

        /** Builds an id from named fields; omitted fields are zero: see [IdType.fromFields]. */
        @JvmStatic
        public fun fromFields(
            fields: Map<String, Number>,
            format: Format,
        ): AnyId = IdType.of(format).fromFields(fields)

        /** The smallest id of the tick that contains an instant: see [IdType.minAt]. */
        @JvmStatic
        public fun minAt(
            time: Timestamp,
            format: Format,
        ): AnyId = IdType.of(format).minAt(time)

        /** [minAt] with an [Instant]. */
        @JvmStatic
        public fun minAt(
            time: Instant,
            format: Format,
        ): AnyId = minAt(Timestamp(time), format)

        /** [minAt] of ids generated with these options: see [IdType.minAt]. */
        @JvmStatic
        public fun minAt(
            time: Timestamp,
            format: Format,
            options: GeneratorOptions,
        ): AnyId = IdType.of(format).minAt(time, options)

        /** [minAt] with an [Instant], of ids generated with these options. */
        @JvmStatic
        public fun minAt(
            time: Instant,
            format: Format,
            options: GeneratorOptions,
        ): AnyId = minAt(Timestamp(time), format, options)

        /** The largest id of the tick that contains an instant: see [IdType.maxAt]. */
        @JvmStatic
        public fun maxAt(
            time: Timestamp,
            format: Format,
        ): AnyId = IdType.of(format).maxAt(time)

        /** [maxAt] with an [Instant]. */
        @JvmStatic
        public fun maxAt(
            time: Instant,
            format: Format,
        ): AnyId = maxAt(Timestamp(time), format)

        /** [maxAt] of ids generated with these options: see [IdType.maxAt]. */
        @JvmStatic
        public fun maxAt(
            time: Timestamp,
            format: Format,
            options: GeneratorOptions,
        ): AnyId = IdType.of(format).maxAt(time, options)

        /** [maxAt] with an [Instant], of ids generated with these options. */
        @JvmStatic
        public fun maxAt(
            time: Instant,
            format: Format,
            options: GeneratorOptions,
        ): AnyId = maxAt(Timestamp(time), format, options)

        /** The smallest and the largest id from [from] to before [to]: see [IdType.range]. */
        @JvmStatic
        @JvmOverloads
        public fun range(
            from: Timestamp?,
            to: Timestamp?,
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): IdRange<AnyId> = IdType.of(format).range(from, to, options)

        /** [range] between [Instant]s. */
        @JvmStatic
        @JvmOverloads
        public fun range(
            from: Instant?,
            to: Instant?,
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): IdRange<AnyId> = IdType.of(format).range(from, to, options)

        /** The smallest and the largest id with a text prefix: see [IdType.prefixRange]. */
        @JvmStatic
        public fun prefixRange(
            prefix: String,
            format: Format,
        ): IdRange<AnyId> = IdType.of(format).prefixRange(prefix)

        /** Inspects a text of unknown format; nothing is trimmed. */
        @JvmStatic
        public fun inspect(text: String): Inspection = Inspection(wellFormed(text))

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
            return found.map { FoundId(of(it.id), it.start.toInt(), it.end.toInt()) }
        }

        /** Returns the prefix of a text, before its last `_`; empty without a valid prefix. */
        @JvmStatic
        public fun prefixOf(text: String): String = glue { sortid.internal.prefixOf(wellFormed(text)) }

        /**
         * Converts text by the names of formats. Also accepts `sql_server_uuid` and
         * `clickhouse_uuid`, which these servers sort like the ids.
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
