package sortid

import com.fasterxml.jackson.annotation.JsonValue
import sortid.internal.Plain
import java.util.UUID

/**
 * The base class of [Tid], [Uuid7] and so on, a final class for each format.
 *
 * Jackson writes and reads the text. Gson does with [sortid.gson.SortidTypeAdapterFactory],
 * kotlinx.serialization with the serializers of `sortid.serialization`.
 *
 * ```kotlin
 * val tid = Tid.parse("3jzfcijpj2z2a")
 * check(tid.clockId == 6)
 * check(tid < tid())
 * ```
 */
public sealed class TypedId<T : TypedId<T>> :
    Id(),
    Comparable<T> {
    /** The type: the companion of the class. */
    public abstract val type: IdType<T>

    final override val format: Format get() = type.format

    final override val plain: Plain? get() = type.plain

    /**
     * Returns the id whose integer is greater by one. Requires bytes that sort, and no fixed bits.
     *
     * @throws SortidException.OutOfRange for the largest id
     * @throws SortidException.NotApplicable for other formats
     */
    public fun successor(): T = neighbor(true, type)

    /**
     * Returns the id whose integer is less by one: see [successor].
     *
     * @throws SortidException.OutOfRange for the smallest id
     */
    public fun predecessor(): T = neighbor(false, type)

    final override fun compareTo(other: T): Int = order(other)

    @JsonValue
    override fun toString(): String = super.toString()
}

/** An id of 64 bits. */
public sealed class Id64<T : Id64<T>>(
    final override val head: Long,
) : TypedId<T>() {
    final override val middle: Long get() = 0
    final override val tail: Int get() = 0

    /** Returns the integer with the id's bits; signed for a timeid. */
    public fun toLong(): Long = head
}

/** An id of 128 bits. */
public sealed class Id128<T : Id128<T>>(
    final override val head: Long,
    final override val middle: Long,
) : TypedId<T>() {
    final override val tail: Int get() = 0

    /** Returns the UUID with the id's bits. Do not sort by it: see [AnyId.toUuid]. */
    public fun toUuid(): UUID = UUID(head, middle)
}

/** An id that is a UUID. */
public sealed class UuidId<T : UuidId<T>>(
    head: Long,
    middle: Long,
) : Id128<T>(head, middle) {
    /** Returns the canonical text. The JDK writes it, without a call into the library. */
    final override fun toString(): String = UUID(head, middle).toString()
}

/** An id of another width. */
public sealed class WideId<T : WideId<T>>(
    final override val head: Long,
    final override val middle: Long,
    final override val tail: Int,
) : TypedId<T>()
