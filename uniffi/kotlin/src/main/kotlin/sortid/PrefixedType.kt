package sortid

import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Prefixes
import sortid.internal.SerializedId
import sortid.internal.failure
import java.io.ObjectInputStream
import java.io.Serializable
import java.time.Instant

/**
 * Generates and reads ids of your own class, whose texts have a prefix: the companion of a value class, which costs nothing beside
 * the id. Ids of two such classes neither compare nor pass for each other.
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
 * Without a format they are TypeIDs: every UUID is read, and version 7 is made. With [Format.UUID7], only version 7 is read.
 *
 * @throws SortidException.InvalidOption when it is created, for an invalid prefix: at most 63 of `a` to `z` and `_`, no `_` first or last
 * @throws SortidException.NotApplicable when it is made, for a format that takes no prefix: see [Format.takesPrefix]
 */
public open class PrefixedType<T>(
    /** The prefix. */
    public val prefix: String,
    /** The format of the ids. */
    public val format: Format,
    private val make: (SortId) -> T,
) {
    /** Of [Format.ANY_UUID], as TypeIDs are. */
    public constructor(prefix: String, make: (SortId) -> T) : this(prefix, Format.ANY_UUID, make)

    init {
        Prefixes.check(prefix)
    }

    /** The format of the ids to generate, and of bounds: version 7 for any UUID. */
    internal val made: Format = Prefixes.made(format)

    /**
     * A new id of the format's process-wide generator, of version 7 for any UUID. Throws as [sortid.newId] does, and other processes may repeat ids as with that
     * function.
     */
    public fun now(): T = of(newId(made))

    /**
     * Reads a text with this prefix; nothing is trimmed.
     *
     * @throws SortidException.WrongPrefix where another prefix stands in the text, whatever follows, or none
     * @throws SortidException.Argument as [PrefixedId.parse]
     */
    public fun parse(text: String): T {
        val parsed = Prefixes.parse(text, format, prefix) ?: throw failure(text, prefix)
        return make(parsed.id)
    }

    /** The id of a text, or `null` where [parse] would throw. */
    public fun parseOrNull(text: String): T? = Prefixes.parse(text, format, prefix)?.let { make(it.id) }

    /** Whether [parse] would accept the text. */
    public fun isValid(text: String): Boolean = Prefixes.parse(text, format, prefix) != null

    /**
     * Of an id without prefix, such as a generator of the format makes; for any UUID one of [Format.UUID7].
     *
     * @throws SortidException.NotApplicable for one of another format
     */
    public fun of(id: SortId): T = make(ofFormat(id))

    /** Of an id of the format's own class: see there. */
    public fun of(id: TypedId<*>): T = of(id.toSortId())

    /**
     * Of a dynamic id with its prefix.
     *
     * @throws SortidException.WrongPrefix for one of another prefix
     * @throws SortidException.NotApplicable for one of another format
     */
    public fun of(id: PrefixedId): T = if (id.prefix == prefix) of(id.id) else parse("$id")

    /** From big-endian bytes, which have no prefix: see [IdType.fromBytes]. */
    public fun fromBytes(bytes: ByteArray): T = make(SortId.fromBytes(bytes, format))

    /** The smallest id of the tick in which an instant lies: see [IdType.minAt]. */
    public fun minAt(time: Timestamp): T = of(SortId.minAt(time, made))

    /** [minAt] of an instant of the JDK's. */
    public fun minAt(time: Instant): T = minAt(Timestamp(time))

    /** The largest id of the tick in which an instant lies: see [IdType.maxAt]. */
    public fun maxAt(time: Timestamp): T = of(SortId.maxAt(time, made))

    /** [maxAt] of an instant of the JDK's. */
    public fun maxAt(time: Instant): T = maxAt(Timestamp(time))

    /**
     * The text of an id of the format, with the prefix.
     *
     * @throws SortidException.NotApplicable for an id of another format
     */
    public fun text(id: SortId): String = Prefixes.text(ofFormat(id), prefix)

    /** An id of the format as one whose prefix is known at run time alone; throws as [text]. */
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
 * An id of a class with a [PrefixedType], in the order of the ids. A class of Java's own extends [AbstractPrefixed], which also has
 * `equals`, `hashCode` and `toString`.
 */
public interface Prefixed<T : Prefixed<T>> : Comparable<T> {
    /** The id without its prefix. */
    public val id: SortId

    /** The time of the id: see [PrefixedId.timestamp]. */
    public val timestamp: Timestamp get() = Prefixes.timestamp(id)

    /** [timestamp] as an instant of the JDK's. */
    public val instant: Instant get() = timestamp.toInstant()

    override fun compareTo(other: T): Int = id.compareTo(other.id)

    /**
     * What Jackson writes: the text.
     *
     * @throws IllegalStateException if `toString` is not the text
     */
    @JsonValue
    public fun json(): String {
        val text = toString()
        check(text.endsWith(Prefixes.text(id, ""))) { "${javaClass.name} needs a toString that is the text of its type" }
        return text
    }
}

/**
 * An id of a class of Java's own, whose texts have a prefix: an immutable value. Equal if the class and the id are; printed, and
 * written by Jackson and Java's serialization, as its text. They read it by the class's `valueOf`. In Kotlin, take a value class:
 * see [PrefixedType].
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

    /** Quarkus looks for an override, and would write the fields of a class without one. */
    final override fun json(): String = toString()

    /** Java's serialization writes the text, and reads it by the class's `valueOf`. */
    protected fun writeReplace(): Any = SerializedId(this)

    private fun readObject(stream: ObjectInputStream): Unit = throw SerializedId.missing()
}

/**
 * The smallest and the largest id of the half-open interval from [from] to before [to]: see [IdType.range].
 */
public fun <T : Prefixed<T>> PrefixedType<T>.range(
    from: Timestamp?,
    to: Timestamp?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> {
    val range = SortId.range(from, to, made, options)
    return IdRange(of(range.min), of(range.max))
}

/** [range] between instants of the JDK's. */
public fun <T : Prefixed<T>> PrefixedType<T>.range(
    from: Instant?,
    to: Instant?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> = range(from?.let(::Timestamp), to?.let(::Timestamp), options)
