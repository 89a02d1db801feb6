package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import sortid.internal.JsonText
import sortid.internal.Plain
import sortid.internal.Prefixes
import sortid.internal.SerializedId
import sortid.internal.failure
import java.util.UUID

/**
 * An id of a declared type, which has a prefix, or is read with options: see [IdType.of]. Without
 * a declaration, `TypeId(text)` reads every TypeID.
 *
 * Immutable. Equal if class, prefix, format and bits are; ordered by prefix, then by id.
 *
 * A class of its own lets the compiler distinguish ids. Frameworks find its type by the static
 * field `TYPE`, or call `valueOf`:
 *
 * ```kotlin
 * class OrderId private constructor(id: AnyId) : TypeId(TYPE, id) {
 *     companion object {
 *         @JvmField
 *         val TYPE: IdType<OrderId> = IdType.of("order", ::OrderId)
 *
 *         @JvmStatic
 *         @JsonCreator
 *         fun valueOf(text: String): OrderId = TYPE.parse(text)
 *     }
 * }
 * ```
 *
 * ```java
 * public final class OrderId extends TypeId {
 *     public static final IdType<OrderId> TYPE = IdType.of("order", OrderId::new);
 *
 *     private OrderId(AnyId id) {
 *         super(TYPE, id);
 *     }
 *
 *     public static OrderId valueOf(String text) {
 *         return TYPE.parse(text);
 *     }
 * }
 * ```
 */
public open class TypeId protected constructor(
    /** The declared type. */
    @Transient public val type: IdType<*>,
    /** The id without its prefix. */
    @Transient public val id: AnyId,
) : Id(),
    JsonText,
    Comparable<TypeId> {
    init {
        require(type is DeclaredType) { "a TypeId needs the type of IdType.of, not $type" }
        if (id.format != type.format) throw otherFormat(type.format, id)
    }

    /**
     * Adds a prefix to an id.
     *
     * @throws SortidException.InvalidOption for an invalid prefix
     * @throws SortidException.NotApplicable for a format without prefixes: see [Format.takesPrefix]
     */
    public constructor(prefix: String, id: Id) : this(IdType.of(prefix, IdType.of(id.format)), id.toAnyId())

    /**
     * Parses a text with any prefix; without `_`, it is empty. Nothing is trimmed. UUIDs must be in
     * the form `typeid`, ids of other formats in their canonical text.
     *
     * @throws SortidException.NotApplicable for a format that does not allow prefixes
     * @throws SortidException.InvalidLength for a prefix or an id of another length
     * @throws SortidException.InvalidCharacter with the offset of the first invalid byte
     * @throws SortidException.OutOfRange if no id has this text
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public constructor(text: String, format: Format) : this(Prefixes.parse(text, format, null) ?: throw failure(text))

    /** Parses a TypeID with any prefix. Frameworks and Jackson use it for a plain [TypeId]. */
    @JsonCreator
    public constructor(text: String) : this(text, Format.ANY_UUID)

    private constructor(parsed: Prefixes.Parsed) : this(parsed(parsed.prefix, parsed.id.format), parsed.id)

    /** The prefix; empty without one. */
    public val prefix: String get() = type.prefix.orEmpty()

    final override val format: Format get() = id.format
    final override val head: Long get() = id.head
    final override val middle: Long get() = id.middle
    final override val tail: Int get() = id.tail
    final override val plain: Plain? get() = id.plain

    /**
     * The time of the id, by the epoch, layout and precision of its type. A TypeID has one in
     * versions 1, 6 and 7. Throws [SortidException.NotApplicable] for other versions and for
     * formats without time.
     */
    final override val timestamp: Timestamp get() = (type as DeclaredType<*>).timestamp(id)

    /** The node: see [AnyId.node]. */
    public val node: Long? get() = id.node

    /** Returns the integer of a 64-bit format: see [AnyId.toLong]. */
    public fun toLong(): Long = id.toLong()

    /** Returns the UUID with the bits of an id of 128 bits: see [AnyId.toUuid]. */
    public fun toUuid(): UUID = id.toUuid()

    final override fun toAnyId(): AnyId = id

    /** Returns the prefix, `_`, and the form `typeid` of a UUID or the text of another id. */
    final override fun toString(): String = type.prefix?.let { Prefixes.text(id, it) } ?: id.toString()

    final override fun compareTo(other: TypeId): Int = order(other)

    final override fun order(other: Id): Int {
        val byPrefix = prefix.compareTo((other as TypeId).prefix)
        return if (byPrefix != 0) byPrefix else id.order(other.id)
    }

    final override fun equals(other: Any?): Boolean = super.equals(other) && type.prefix == (other as TypeId).type.prefix

    final override fun hashCode(): Int = 31 * prefix.hashCode() + id.hashCode()

    /** Java's serialization writes the text and the type. */
    final override fun writeReplace(): Any = SerializedId(this, type)

    internal companion object {
        /** For [IdType.of]. */
        fun of(
            type: IdType<*>,
            id: AnyId,
        ) = TypeId(type, id)
    }
}
