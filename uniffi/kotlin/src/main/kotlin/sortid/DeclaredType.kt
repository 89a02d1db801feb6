package sortid

import sortid.internal.Prefixes
import sortid.internal.failure
import sortid.internal.glue

/** A type of a program: see [IdType.of]. */
internal class DeclaredType<T : TypeId>(
    override val prefix: String?,
    format: Format,
    override val options: GeneratorOptions,
    generated: Format,
    private val create: (IdType<T>, AnyId) -> T,
) : IdType<T>(format, generated) {
    // The class of the ids that the constructor returns, for any bits.
    override val idClass: Class<T> by lazy { make(0, 0, 0).javaClass }

    override fun make(
        high: Long,
        middle: Long,
        low: Int,
    ): T = create(this, AnyId(format, high, middle, low))

    /** Generates ids by [options]; lasts as long as the type. */
    private val generator by lazy { generator() }

    override fun now(): T = if (options.isEmpty) super.now() else generator.next()

    override fun parse(text: String): T = if (prefix == null) super.parse(text) else parseOrNull(text) ?: throw failure(text, prefix)

    override fun parseOrNull(text: String): T? {
        if (prefix == null) return super.parseOrNull(text)
        return Prefixes.parse(text, format, prefix)?.let { create(this, it.id) }
    }

    override fun of(id: Id): T =
        when {
            id is TypeId && id.prefix != prefix.orEmpty() -> parse("$id")
            id.format == format || id.format == generated -> make(id.head, id.middle, id.tail)
            else -> throw otherFormat(format, id)
        }

    override fun minAt(time: Timestamp): T = if (options.isEmpty) super.minAt(time) else super.minAt(time, options)

    override fun minAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = super.minAt(time, this.options + options)

    override fun maxAt(time: Timestamp): T = if (options.isEmpty) super.maxAt(time) else super.maxAt(time, options)

    override fun maxAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = super.maxAt(time, this.options + options)

    override fun range(
        from: Timestamp?,
        to: Timestamp?,
    ): IdRange<T> = if (options.isEmpty) super.range(from, to) else super.range(from, to, options)

    override fun range(
        from: Timestamp?,
        to: Timestamp?,
        options: GeneratorOptions,
    ): IdRange<T> = super.range(from, to, this.options + options)

    override fun equals(other: Any?): Boolean =
        other is DeclaredType<*> && prefix == other.prefix && format == other.format && options == other.options

    override fun hashCode(): Int = listOf(prefix, format, options).hashCode()

    override fun toString(): String = listOfNotNull(prefix, format, options.takeUnless { it.isEmpty }).joinToString("_")
}

/** A type of ids without a class of their own. */
internal fun declared(
    prefix: String?,
    format: Format,
    options: GeneratorOptions,
): IdType<TypeId> = declared(prefix, format, options, TypeId::of)

internal fun <T : TypeId> declared(
    prefix: String?,
    format: Format,
    options: GeneratorOptions,
    create: (IdType<T>, AnyId) -> T,
): IdType<T> {
    val generated = Format.coded(glue { sortid.internal.declare(prefix?.let(::wellFormed), format.code.toUByte(), options.crossing) })
    return DeclaredType(prefix, format, options, generated, create)
}

/** The type of a prefix that the library has parsed. */
internal fun parsed(
    prefix: String,
    format: Format,
): IdType<TypeId> = DeclaredType(prefix, format, GeneratorOptions.NONE, if (format == Format.ANY_UUID) Format.UUID7 else format, TypeId::of)
