package sortid

import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Prefixes
import sortid.internal.SerializedId
import sortid.internal.failure
import java.io.ObjectInputStream
import java.io.Serializable
import java.time.Instant

/**
 * The base class of companions of classes of ids with a prefix. A value class adds no object to the
 * id, and the compiler distinguishes ids of different classes.
 *
 * ```kotlin
 * @JvmInline
 * value class OrderId(override val id: SortId) : Prefixed<OrderId> {
 *     override fun toString(): String = text(id)
 *
 *     companion object : PrefixedType<OrderId>("order", ::OrderId)
 * }
 *
 * val order = OrderId.now()
 * check(OrderId.parse("$order") == order)
 * ```
 *
 * Without a format, the ids are TypeIDs: every UUID is valid, and new ones have version 7. With
 * [Format.UUID7], only version 7 is valid.
 *
 * @throws SortidException.InvalidOption if the prefix is not at most 63 of `a` to `z` and `_`,
 * without `_` at the start or end
 * @throws SortidException.NotApplicable for a format without prefixes: see [Format.takesPrefix]
 */
public open class PrefixedType<T>(
    /** The prefix. */
    public val prefix: String,
    /** The format of the ids. */
    public val format: Format,
    private val make: (SortId) -> T,
) {
    /** A type of TypeIDs: the format is [Format.ANY_UUID]. */
    public constructor(prefix: String, make: (SortId) -> T) : this(prefix, Format.ANY_UUID, make)

    init {
        Prefixes.check(prefix)
    }

    /** The format of new ids and of bounds: [Format.UUID7] for [Format.ANY_UUID]. */
    internal val made: Format = Prefixes.made(format)

    /** Generates an id by the process-wide generator: see [sortid.newId]. TypeIDs have version 7. */
    public fun now(): T = of(newId(made))

    /**
     * Parses a text with this prefix; nothing is trimmed.
     *
     * @throws SortidException.WrongPrefix if the text has another prefix or none
     * @throws SortidException.Argument as [PrefixedId.parse]
     */
    public fun parse(text: String): T {
        val parsed = Prefixes.parse(text, format, prefix) ?: throw failure(text, prefix)
        return make(parsed.id)
    }

    /** Parses a text; `null` if it is invalid. */
    public fun parseOrNull(text: String): T? = Prefixes.parse(text, format, prefix)?.let { make(it.id) }

    /** Whether [parse] would accept the text. */
    public fun isValid(text: String): Boolean = Prefixes.parse(text, format, prefix) != null

    /**
     * Adds the prefix to an id of the format; a type of TypeIDs also accepts [Format.UUID7].
     *
     * @throws SortidException.NotApplicable for an id of another format
     */
    public fun of(id: SortId): T = make(ofFormat(id))

    /** Adds the prefix to an id of the format's class. */
    public fun of(id: TypedId<*>): T = of(id.toSortId())

    /**
     * Converts an id with this prefix.
     *
     * @throws SortidException.WrongPrefix for another prefix
     * @throws SortidException.NotApplicable for another format
     */
    public fun of(id: PrefixedId): T = if (id.prefix == prefix) of(id.id) else parse("$id")

    /** Reads big-endian bytes without a prefix: see [IdType.fromBytes]. */
    public fun fromBytes(bytes: ByteArray): T = make(SortId.fromBytes(bytes, format))

    /** The smallest id of the tick that contains an instant: see [IdType.minAt]. */
    public fun minAt(time: Timestamp): T = of(SortId.minAt(time, made))

    /** [minAt] with an [Instant]. */
    public fun minAt(time: Instant): T = minAt(Timestamp(time))

    /** The largest id of the tick that contains an instant: see [IdType.maxAt]. */
    public fun maxAt(time: Timestamp): T = of(SortId.maxAt(time, made))

    /** [maxAt] with an [Instant]. */
    public fun maxAt(time: Instant): T = maxAt(Timestamp(time))

    /**
     * Returns the text of an id of the format, with the prefix.
     *
     * @throws SortidException.NotApplicable for an id of another format
     */
    public fun text(id: SortId): String = Prefixes.text(ofFormat(id), prefix)

    /** Returns a [PrefixedId] with this prefix; throws as [text]. */
    public fun prefixed(id: SortId): PrefixedId = PrefixedId.judged(prefix, ofFormat(id))

    private fun ofFormat(id: SortId) =
        when (id.format) {
            format -> id
            made -> id.convert(format)
            else -> throw otherFormat(format, id)
        }

    /** The prefix and the name of the format. */
    override fun toString(): String = "${prefix}_$format"
}

/**
 * An id of a class with a [PrefixedType]; sorts as the ids do. Java classes extend
 * [AbstractPrefixed], which also has `equals`, `hashCode` and `toString`.
 */
public interface Prefixed<T : Prefixed<T>> : Comparable<T> {
    /** The id without its prefix. */
    public val id: SortId

    /** The time of the id: see [PrefixedId.timestamp]. */
    public val timestamp: Timestamp get() = Prefixes.timestamp(id)

    /** [timestamp] as an [Instant]. */
    public val instant: Instant get() = timestamp.toInstant()

    override fun compareTo(other: T): Int = id.compareTo(other.id)

    /**
     * Returns the text, for Jackson.
     *
     * @throws IllegalStateException if `toString` is not the text
     */
    @JsonValue
    public fun json(): String {
        val text = toString()
        check(text.endsWith(Prefixes.text(id, ""))) { "${javaClass.name}.toString() must return PrefixedType.text(id)" }
        return text
    }
}

/**
 * The base class of Java classes of ids with a prefix. Immutable; equal if class and id are.
 * Jackson and Java's serialization write the text, and read it by the class's `valueOf`. In Kotlin,
 * use a value class: see [PrefixedType].
 *
 * ```java
 * public final class OrderId extends AbstractPrefixed<OrderId> {
 *     public static final PrefixedType<OrderId> TYPE = new PrefixedType<>("order", OrderId::new);
 *
 *     private OrderId(SortId id) {
 *         super(TYPE, id);
 *     }
 *
 *     public static OrderId valueOf(String text) {
 *         return TYPE.parse(text);
 *     }
 * }
 * ```
 *
 * @throws SortidException.NotApplicable for an id of another format than the type's
 */
public abstract class AbstractPrefixed<T : AbstractPrefixed<T>> protected constructor(
    @Transient private val type: PrefixedType<T>,
    final override val id: SortId,
) : Prefixed<T>,
    Serializable {
    init {
        if (id.format != type.format) throw otherFormat(type.format, id)
    }

    final override fun equals(other: Any?): Boolean = other is AbstractPrefixed<*> && javaClass == other.javaClass && id == other.id

    final override fun hashCode(): Int = 31 * javaClass.hashCode() + id.hashCode()

    /** The text, with the prefix. */
    final override fun toString(): String = type.text(id)

    /** Without this override, Quarkus writes the fields. */
    final override fun json(): String = toString()

    /** Java's serialization writes the text, and reads it by the class's `valueOf`. */
    protected fun writeReplace(): Any = SerializedId(this)

    private fun readObject(stream: ObjectInputStream): Unit = throw SerializedId.missing()
}

/** The smallest and the largest id from [from] to before [to]: see [IdType.range]. */
public fun <T : Prefixed<T>> PrefixedType<T>.range(
    from: Timestamp?,
    to: Timestamp?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> {
    val range = SortId.range(from, to, made, options)
    return IdRange(of(range.min), of(range.max))
}

/** [range] between [Instant]s. */
public fun <T : Prefixed<T>> PrefixedType<T>.range(
    from: Instant?,
    to: Instant?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> = range(from?.let(::Timestamp), to?.let(::Timestamp), options)
