package sortid

import sortid.internal.Direct
import sortid.internal.Prefixes
import sortid.internal.RawType
import sortid.internal.failure
import sortid.internal.glue

/** A declared type: see [IdType.of]. */
internal class DeclaredType<T : TypeId>(
    override val prefix: String?,
    format: Format,
    override val options: GeneratorOptions,
    generated: Format,
    private val raw: Lazy<RawType>,
    private val create: (IdType<T>, AnyId) -> T,
) : IdType<T>(format, generated) {
    /** The class that the constructor returns. */
    override val idClass: Class<T> by lazy { make(0, 0, 0).javaClass }

    /** The generator that all equal types share. */
    private val generator by lazy { glue { raw.value.generator() } }

    override val textLength: Int
        get() {
            if (prefix == null) return format.textLength
            val ofId = if (format.isUuid) TYPEID_LENGTH else format.textLength
            return if (prefix.isEmpty()) ofId else prefix.length + 1 + ofId
        }

    override fun make(
        high: Long,
        middle: Long,
        low: Int,
    ): T = create(this, AnyId(format, high, middle, low))

    override fun now(): T = if (options.isEmpty) super.now() else Direct.next(generator.address().toLong(), this)

    override fun at(time: Timestamp): T = if (options.isEmpty) super.at(time) else of(glue { raw.value.at(time.crossing) })

    /** The time of an id; for a TypeID, according to its version. */
    fun timestamp(id: AnyId): Timestamp {
        if (options.isEmpty && format != Format.ANY_UUID) return id.timestamp
        val time = glue { raw.value.timestamp(id.words) }
        return Timestamp(time.seconds, time.nanos.toInt())
    }

    override fun keyed(
        time: Timestamp,
        key: ByteArray,
        namespace: ByteArray,
        secret: ByteArray?,
    ): T {
        if (!options.isEmpty) throw sortidException(ErrorCode.NOT_APPLICABLE, "keyed ids have the default epoch, layout and precision")
        return super.keyed(time, key, namespace, secret)
    }

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

    override fun equals(other: Any?): Boolean = other is DeclaredType<*> && raw.value == other.raw.value

    override fun hashCode(): Int = 31 * prefix.hashCode() + format.hashCode()

    override fun toString(): String = listOfNotNull(prefix, format, options.takeUnless { it.isEmpty }).joinToString("_")

    private companion object {
        /** The length of the form `typeid` of a UUID. */
        const val TYPEID_LENGTH = 26
    }
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
    val raw = raw(prefix, format, options)
    return DeclaredType(prefix, format, options, Format.coded(raw.generated()), lazyOf(raw), create)
}

/** The type of a text that the library has parsed. */
internal fun parsed(
    prefix: String,
    format: Format,
): IdType<TypeId> {
    val generated = if (format == Format.ANY_UUID) Format.UUID7 else format
    return DeclaredType(prefix, format, GeneratorOptions.NONE, generated, lazy { raw(prefix, format, GeneratorOptions.NONE) }, TypeId::of)
}

private fun raw(
    prefix: String?,
    format: Format,
    options: GeneratorOptions,
): RawType = glue { RawType(prefix?.let(::wellFormed), format.code.toUByte(), options.crossing) }

/** Adds the options of a call to those of a type. */
internal operator fun GeneratorOptions.plus(other: GeneratorOptions): GeneratorOptions {
    if (isEmpty || other.isEmpty) return if (isEmpty) other else this
    for ((name, value) in other.given) {
        val own = given[name] ?: continue
        if (own != value) throw sortidException(ErrorCode.INVALID_OPTION, "$name is $own by the type, not $value", name)
    }
    return GeneratorOptions(given + other.given)
}
