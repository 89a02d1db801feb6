package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Prefixes
import sortid.internal.SerializedId
import sortid.internal.failure
import java.io.ObjectInputStream
import java.io.Serializable
import java.time.Instant

/**
 * An id and its prefix, for formats and prefixes known only at run time. If both are known at
 * compile time, define a class: see [PrefixedType].
 *
 * Immutable; ordered by prefix, then by id. A prefixed `any_uuid` is a TypeID, a prefixed `uuid7` a
 * TypeID of version 7. Jackson writes and reads an object of `format` and `text`.
 *
 * ```kotlin
 * val order = PrefixedId.parse("order_01fwhe4ydgfk1shh6w1g60eecf", Format.UUID7)
 * check(order.prefix == "order")
 * check(order.id.toString() == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
 * ```
 */
public class PrefixedId private constructor(
    /** The prefix: at most 63 of `a` to `z` and `_`, no `_` first or last; it may be empty. */
    public val prefix: String,
    /** The id without its prefix. */
    public val id: SortId,
    isJudged: Boolean,
) : Comparable<PrefixedId>,
    Serializable {
    init {
        if (!isJudged) {
            Prefixes.check(prefix)
            if (!id.format.takesPrefix) Prefixes.made(id.format)
        }
    }

    /**
     * Adds a prefix to an id.
     *
     * @throws SortidException.InvalidOption for an invalid prefix
     * @throws SortidException.NotApplicable for a format without prefixes: see [Format.takesPrefix]
     */
    public constructor(prefix: String, id: SortId) : this(prefix, id, false)

    /** Adds a prefix to an id of a format's class. */
    public constructor(prefix: String, id: TypedId<*>) : this(prefix, id.toSortId(), false)

    /**
     * The time of the id. An `any_uuid` has one in versions 1, 6 and 7. Throws
     * [SortidException.NotApplicable] for other versions and for formats without time.
     */
    public val timestamp: Timestamp get() = Prefixes.timestamp(id)

    /** [timestamp] as an [Instant]. */
    public val instant: Instant get() = timestamp.toInstant()

    /** Returns the prefix, `_`, and the form `typeid` of a UUID or the text of another id. */
    override fun toString(): String = Prefixes.text(id, prefix)

    override fun compareTo(other: PrefixedId): Int {
        val byPrefix = prefix.compareTo(other.prefix)
        return if (byPrefix != 0) byPrefix else id.compareTo(other.id)
    }

    override fun equals(other: Any?): Boolean = other is PrefixedId && prefix == other.prefix && id == other.id

    override fun hashCode(): Int = 31 * prefix.hashCode() + id.hashCode()

    private fun writeReplace(): Any = SerializedId(this)

    private fun readObject(stream: ObjectInputStream): Unit = throw SerializedId.missing()

    /** Text alone would lose the format. */
    @JsonValue
    private fun json(): Map<String, String> = mapOf(FORMAT to id.format.formatName, TEXT to toString())

    public companion object {
        private const val FORMAT = "format"
        private const val TEXT = "text"

        @JvmStatic
        @JsonCreator
        private fun json(map: Map<String, String>): PrefixedId {
            require(map.keys == setOf(FORMAT, TEXT)) { "expected an object of $FORMAT and $TEXT, not of ${map.keys}" }
            return parse(map.getValue(TEXT), Format.named(map.getValue(FORMAT)))
        }

        internal fun judged(
            prefix: String,
            id: SortId,
        ) = PrefixedId(prefix, id, true)

        /**
         * Parses a text with any prefix; without `_`, it is empty. Nothing is trimmed. UUIDs must
         * be in the form `typeid`, ids of other formats in their canonical text.
         *
         * @throws SortidException.NotApplicable for a format that does not allow prefixes
         * @throws SortidException.InvalidLength for a prefix or an id of another length
         * @throws SortidException.InvalidCharacter with the offset of the first invalid byte
         * @throws SortidException.OutOfRange if no id has this text
         * @throws SortidException.InvalidVariant for a UUID of another variant
         * @throws SortidException.InvalidVersion for a UUID of another version
         */
        @JvmStatic
        public fun parse(
            text: String,
            format: Format,
        ): PrefixedId = read(text, format, null)

        /**
         * Parses a text with this prefix.
         *
         * @throws SortidException.InvalidOption for an invalid prefix
         * @throws SortidException.WrongPrefix if the text has another prefix or none
         * @throws SortidException.Argument as without a prefix
         */
        @JvmStatic
        public fun parse(
            text: String,
            format: Format,
            prefix: String,
        ): PrefixedId = read(text, format, prefix)

        private fun read(
            text: String,
            format: Format,
            prefix: String?,
        ): PrefixedId {
            val parsed = Prefixes.parse(text, format, prefix) ?: throw failure(text, prefix)
            return judged(parsed.prefix, parsed.id)
        }

        /** Parses a text with any prefix; `null` if it is invalid. */
        @JvmStatic
        public fun parseOrNull(
            text: String,
            format: Format,
        ): PrefixedId? = Prefixes.parse(text, format, null)?.let { judged(it.prefix, it.id) }

        /** Whether [parse] would accept the text. */
        @JvmStatic
        public fun isValid(
            text: String,
            format: Format,
        ): Boolean = parseOrNull(text, format) != null
    }
}
