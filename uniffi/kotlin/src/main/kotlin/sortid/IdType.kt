package sortid

import sortid.internal.Direct
import sortid.internal.Plain
import sortid.internal.PlainTime
import sortid.internal.Words
import sortid.internal.failure
import sortid.internal.glue
import sortid.internal.plain
import sortid.internal.typeOf
import java.math.BigInteger
import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID
import kotlin.jvm.internal.DefaultConstructorMarker

/**
 * Generates and parses ids of one type. Each class of ids has its type as a constant, `Tid.TYPE`;
 * [of] declares others. Generic code takes a type as parameter, and mappers accept every type.
 *
 * ```kotlin
 * class Repository<T : Id>(private val type: IdType<T>) {
 *     fun find(text: String): T = type.parse(text)
 * }
 * val orders = Repository(IdType.of("order"))
 * val posts = Repository(Tid.TYPE)
 * ```
 *
 * Types are equal if format, prefix and options are.
 */
public sealed class IdType<T : Id>(
    /** The format. */
    public val format: Format,
    /** The format of new ids and of bounds. */
    internal val generated: Format = format,
) {
    /** The class of the ids. */
    public abstract val idClass: Class<T>

    /** The prefix of the ids' texts; `null` without one. */
    public open val prefix: String? get() = null

    /** The options for reading and generating ids: epoch, layout, precision. */
    public open val options: GeneratorOptions get() = GeneratorOptions.NONE

    /** Reads and writes ids without the library; `null` if the format requires it. */
    internal val plain: Plain? = plain(format)

    /** Computes bounds of times without the library; `null` if the format requires it. */
    internal open val time: PlainTime? get() = null

    /** The maximum length of the ids' texts in ASCII characters. */
    public open val textLength: Int get() = format.textLength

    internal abstract fun make(
        high: Long,
        middle: Long,
        low: Int,
    ): T

    internal fun of(words: Words): T = make(words.high.toLong(), words.middle.toLong(), words.low.toInt())

    /**
     * Generates an id with the process-wide generator.
     *
     * @throws SortidException as [newId]
     */
    public open fun now(): T = Direct.next(0, this)

    /**
     * Generates an id with the tick that contains [time]: for existing rows, and for tests.
     *
     * No id repeats within the process, and ids of one tick increase if [Format.isOrdered]. Formats
     * whose counter has 40 bits or more (uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid,
     * ordered_uuid) accept times in any order. For other formats, sort the rows.
     *
     * @throws SortidException.NotApplicable for a format without time, or a read-only one
     * @throws SortidException.ClockRollback for an earlier time, if the format requires sorted rows
     * @throws SortidException.CounterExhausted if the tick has no ids left
     * @throws SortidException.TimestampOutOfRange for a tick outside the range of the format
     */
    public open fun at(time: Timestamp): T = Direct.newAt(time, this)

    /** [at] with an [Instant]. */
    public open fun at(time: Instant): T = at(Timestamp(time))

    /**
     * Derives an id from a time and a key: equal arguments return equal ids in every language.
     *
     * [secret] is 16 to 64 random bytes. Without it, anybody who sees an id can test a guessed key,
     * such as an e-mail address. [namespace] distinguishes equal keys of several tables. Ids of one
     * tick have no order.
     *
     * @throws SortidException.NotApplicable unless the format has a linear time, at least 62 other
     * bits and no node
     * @throws SortidException.InvalidLength for an empty key or a secret of another length
     * @throws SortidException.TimestampOutOfRange for a tick outside the range of the format
     */
    @JvmOverloads
    public open fun keyed(
        time: Timestamp,
        key: ByteArray,
        namespace: ByteArray = ByteArray(0),
        secret: ByteArray? = null,
    ): T = of(glue { sortid.internal.keyed(generated.code.toUByte(), time.crossing, key, namespace, secret) })

    /**
     * [keyed] with texts as UTF-8, without normalization.
     *
     * @throws SortidException.InvalidCharacter for an unpaired surrogate
     */
    @JvmOverloads
    public fun keyed(
        time: Instant,
        key: String,
        namespace: String = "",
        secret: ByteArray? = null,
    ): T = keyed(Timestamp(time), utf8(key, "key"), utf8(namespace, "namespace"), secret)

    private fun utf8(
        text: String,
        subject: String,
    ): ByteArray {
        if (wellFormed(text) != text) {
            throw sortidException(ErrorCode.INVALID_CHARACTER, "the $subject has an unpaired surrogate", subject)
        }
        return text.toByteArray()
    }

    /**
     * Parses text in any of the format's forms; nothing is trimmed.
     *
     * @throws SortidException.InvalidLength for a length that no form has
     * @throws SortidException.InvalidCharacter with the offset of the first invalid byte
     * @throws SortidException.OutOfRange if no id has this text
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun parse(text: String): T {
        plain?.text?.parse(text, this)?.let { return it }
        return Direct.parse(text, this) ?: throw failure(text)
    }

    /** The id of words; throws if they are not an id of the format. */
    internal fun ofWords(
        head: Long,
        middle: Long,
    ): T =
        ofWordsOrNull(head, middle)
            ?: if (format.bits == Long.SIZE_BITS) Direct.fromLong(head, this) else Direct.fromLongs(head, middle, this)

    /** The id of words; `null` if they are not an id, or if only the library can check them. */
    internal fun ofWordsOrNull(
        head: Long,
        middle: Long,
    ): T? = if (plain?.accepts(head, middle) == true) make(head, middle, 0) else null

    /** [parse] for parameters of Spring, JAX-RS and other frameworks, which call `valueOf`. */
    public open fun valueOf(text: String): T = parse(text)

    /** Parses a text; `null` if it is invalid. */
    public open fun parseOrNull(text: String): T? = plain?.text?.parse(text, this) ?: Direct.parse(text, this)

    /**
     * Parses text in one form, of the length that [Id.toText] writes. Some forms are accepted
     * only here, not by [parse].
     *
     * @throws SortidException.NotApplicable if the format lacks the form
     * @throws SortidException.Argument as [parse]
     */
    public open fun parseForm(
        text: String,
        form: Form,
    ): T = of(glue { sortid.internal.parseForm(format.code.toUByte(), wellFormed(text), form.ordinal.toUByte()) })

    /**
     * Parses text, and corrects unambiguous spellings: blanks, quotes and braces around the id,
     * `urn:uuid:`, letters in the wrong case, missing or extra hyphens, Crockford's I, L and O, and
     * leading zeros of a decimal number.
     *
     * @throws SortidException.Argument as [parse], if the corrected text is invalid too
     */
    public open fun parseLenient(text: String): Corrected<T> {
        val read = glue { sortid.internal.parseLenient(format.code.toUByte(), wellFormed(text)) }
        return Corrected(of(read.id), read.corrections)
    }

    /** Whether [parse] would accept the text. */
    public open fun isValid(text: String): Boolean = parseOrNull(text) != null

    /**
     * Reads big-endian bytes of exactly the format's width.
     *
     * @throws SortidException.InvalidLength for another number of bytes
     * @throws SortidException.OutOfRange if no id has these bytes
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun fromBytes(bytes: ByteArray): T {
        if (plain != null && bytes.size == format.byteLength) {
            val words = ByteBuffer.wrap(bytes)
            ofWordsOrNull(words.long, if (words.hasRemaining()) words.long else 0)?.let { return it }
        }
        return Direct.fromBytes(bytes, this) ?: throw failure()
    }

    /**
     * Reads 16 bytes in another byte order than big-endian.
     *
     * @throws SortidException.NotApplicable for formats of other widths
     * @throws SortidException.Argument as [fromBytes]
     */
    public open fun fromBytesIn(
        bytes: ByteArray,
        order: ByteOrder,
    ): T = of(glue { sortid.internal.fromBytesIn(format.code.toUByte(), bytes, order.ordinal.toUByte()) })

    /**
     * Reads an integer, the inverse of [Id.toBigInteger].
     *
     * @throws SortidException.OutOfRange if no id has this integer
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun fromBigInteger(int: BigInteger): T {
        val bits = if (format.isSigned) format.bits - 1 else format.bits
        if (int.bitLength() > bits || (int.signum() < 0 && !format.isSigned)) {
            throw sortidException(ErrorCode.OUT_OF_RANGE, "$int does not fit the ${format.bits} bits of $format ids")
        }
        val (sign, bytes) = int.signum().shr(1).toByte() to int.toByteArray()
        return fromBytes(ByteArray(format.byteLength) { bytes.getOrElse(bytes.size - format.byteLength + it) { sign } })
    }

    /**
     * Builds an id from named fields; omitted fields are zero. The result must be a valid id.
     *
     * @param fields integers: [java.math.BigInteger], [Long], [Int]
     * @throws SortidException.InvalidField for an unknown name or a value that is too wide
     * @throws SortidException.TimestampOutOfRange for a timeid with time −1
     */
    public open fun fromFields(fields: Map<String, Number>): T {
        val crossing = fields.map { (name, value) -> fieldValue(wellFormed(name), value) }
        return of(glue { sortid.internal.idFromFields(format.code.toUByte(), crossing) })
    }

    /**
     * Converts an id of this format to the class.
     *
     * @throws SortidException.NotApplicable for an id of another format
     */
    public open fun of(id: Id): T = if (id.format == format) make(id.head, id.middle, id.tail) else throw otherFormat(format, id)

    /**
     * The smallest id of the tick that contains an instant.
     *
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick outside the range of the format
     */
    public open fun minAt(time: Timestamp): T = this.time?.minAt(time, this) ?: Direct.minAt(time, this)

    /** [minAt] with an [Instant]. */
    public open fun minAt(time: Instant): T = minAt(Timestamp(time))

    /**
     * [minAt] of ids generated with these options: epoch, layout (uuid8), precision.
     *
     * @throws SortidException.InvalidOption for an inapplicable option
     */
    public open fun minAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = of(glue { sortid.internal.minAtWith(generated.code.toUByte(), time.crossing, options.crossing) })

    /** [minAt] with an [Instant], of ids generated with these options. */
    public open fun minAt(
        time: Instant,
        options: GeneratorOptions,
    ): T = minAt(Timestamp(time), options)

    /**
     * The largest id of the tick that contains an instant.
     *
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick outside the range of the format
     */
    public open fun maxAt(time: Timestamp): T = this.time?.maxAt(time, this) ?: Direct.maxAt(time, this)

    /** [maxAt] with an [Instant]. */
    public open fun maxAt(time: Instant): T = maxAt(Timestamp(time))

    /**
     * [maxAt] of ids generated with these options: epoch, layout (uuid8), precision.
     *
     * @throws SortidException.InvalidOption for an inapplicable option
     */
    public open fun maxAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = of(glue { sortid.internal.maxAtWith(generated.code.toUByte(), time.crossing, options.crossing) })

    /** [maxAt] with an [Instant], of ids generated with these options. */
    public open fun maxAt(
        time: Instant,
        options: GeneratorOptions,
    ): T = maxAt(Timestamp(time), options)

    /**
     * The smallest and the largest id of the half-open interval from [from] to before [to].
     *
     * It contains all ids that were generated at a clock reading inside the interval. An id that
     * was generated ahead of the clock counts by its later time.
     *
     * A bound of `null` is the format's first or last time: `range(since, null)`.
     *
     * @param options epoch, layout (uuid8) and precision of the ids, if not the defaults
     * @throws SortidException.InvalidOption for an empty interval or an inapplicable option
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick outside the range of the format
     */
    public open fun range(
        from: Timestamp?,
        to: Timestamp?,
        options: GeneratorOptions,
    ): IdRange<T> {
        if (options.isEmpty) rangeOrNull(from, to)?.let { return it }
        // This call also accepts open intervals, and reports errors.
        val bounds = glue { sortid.internal.range(generated.code.toUByte(), from?.crossing, to?.crossing, options.crossing) }
        return IdRange(of(bounds.min), of(bounds.max))
    }

    /** [range] of ids generated with the defaults; `null` for an open or invalid interval. */
    private fun rangeOrNull(
        from: Timestamp?,
        to: Timestamp?,
    ): IdRange<T>? {
        if (from == null || to == null) return null
        return time?.range(from, to, this) ?: Direct.rangeOrNull(from, to, this)
    }

    /** [range] of ids generated with the defaults. */
    public open fun range(
        from: Timestamp?,
        to: Timestamp?,
    ): IdRange<T> = rangeOrNull(from, to) ?: range(from, to, GeneratorOptions())

    /** [range] between [Instant]s. */
    public open fun range(
        from: Instant?,
        to: Instant?,
        options: GeneratorOptions,
    ): IdRange<T> = range(from?.let(::Timestamp), to?.let(::Timestamp), options)

    /** [range] between [Instant]s, of ids generated with the defaults. */
    public open fun range(
        from: Instant?,
        to: Instant?,
    ): IdRange<T> = range(from, to, GeneratorOptions())

    /**
     * The smallest and the largest id whose canonical text begins with [prefix].
     *
     * @throws SortidException.InvalidLength for an empty prefix or one longer than the text
     * @throws SortidException.InvalidCharacter with the offset of the first invalid byte
     * @throws SortidException.OutOfRange if no id begins with the prefix
     * @throws SortidException.InvalidVariant if the prefix of a UUID contains another variant
     * @throws SortidException.InvalidVersion if the prefix of a UUID contains another version
     */
    public open fun prefixRange(prefix: String): IdRange<T> {
        val bounds = glue { sortid.internal.prefixRange(format.code.toUByte(), wellFormed(prefix)) }
        return IdRange(of(bounds.min), of(bounds.max))
    }

    /**
     * Creates a generator of this type. Close it after use.
     *
     * @throws SortidException.InvalidOption for an option that the format lacks or an invalid value
     * @throws SortidException.EntropyUnavailable if the operating system returns no random bytes
     * @throws SortidException.Store if the state file cannot be used
     */
    public open fun generator(options: GeneratorOptions): Generator<T> = Generator.of(this, this.options + options)

    /** Creates a generator with the defaults. Other processes may repeat its ids: see [newId]. */
    public open fun generator(): Generator<T> = generator(GeneratorOptions())

    /** The name of the format. */
    override fun toString(): String = format.formatName

    /** The type of ids whose format is known only at run time. */
    internal class Dynamic(
        format: Format,
    ) : IdType<AnyId>(format) {
        override val idClass get() = AnyId::class.java

        override fun make(
            high: Long,
            middle: Long,
            low: Int,
        ) = AnyId(format, high, middle, low)
    }

    /** Separate from the companion, whose initialization delays the first id. */
    private object Dynamics {
        val all = Array(Format.entries.size) { Dynamic(Format.entries[it]) }
    }

    public companion object {
        /** A parameter type of constructors, which the JVM only inlines if it is loaded here. */
        private val marker: Class<*> = DefaultConstructorMarker::class.java

        /** The type of ids of a format that is known only at run time. */
        @JvmStatic
        public fun of(format: Format): IdType<AnyId> = Dynamics.all[format.ordinal]

        /**
         * Declares a type of ids with a prefix, such as `order_01fwhe4ydgfk1shh6w1g60eecf`.
         *
         * Without a format, the ids are TypeIDs: every UUID is valid, and new ones have version 7.
         * With `Uuid7.TYPE`, only version 7 is valid.
         *
         * @param format the type of a format's class, or of [of]
         * @param options the options for reading: see [of]
         * @throws SortidException.InvalidOption if the prefix is not at most 63 of `a` to `z` and
         * `_`, without `_` at the start or end; or for an option that the format lacks
         * @throws SortidException.NotApplicable for a format without prefixes: see
         * [Format.takesPrefix]
         */
        @JvmStatic
        @JvmOverloads
        public fun of(
            prefix: String,
            format: IdType<*> = AnyUuid,
            options: GeneratorOptions = GeneratorOptions.NONE,
        ): IdType<TypeId> = declared(prefix, formatOf(format), options)

        /** Declares TypeIDs of a class of their own: see [TypeId]. */
        @JvmStatic
        public fun <T : TypeId> of(
            prefix: String,
            create: (AnyId) -> T,
        ): IdType<T> = of(prefix, AnyUuid, create)

        /** Declares ids with a prefix and a class of their own: see [TypeId]. */
        @JvmStatic
        public fun <T : TypeId> of(
            prefix: String,
            format: IdType<*>,
            create: (AnyId) -> T,
        ): IdType<T> = declared(prefix, formatOf(format), GeneratorOptions.NONE) { _, id -> create(id) }

        /** Declares ids with options and a class of their own: see [TypeId]. */
        @JvmStatic
        public fun <T : TypeId> of(
            format: IdType<*>,
            options: GeneratorOptions,
            create: (AnyId) -> T,
        ): IdType<T> = declared(null, formatOf(format), options) { _, id -> create(id) }

        /**
         * Declares a type of ids that were generated with another epoch, layout (uuid8) or
         * precision: `IdType.of(Snowflake.TYPE, GeneratorOptions(epoch = Epoch.DISCORD))`.
         *
         * @throws SortidException.InvalidOption for an option that the format lacks, an invalid
         * value, or an option that does not affect reading
         */
        @JvmStatic
        public fun of(
            format: IdType<*>,
            options: GeneratorOptions,
        ): IdType<TypeId> = declared(null, formatOf(format), options)

        private fun formatOf(type: IdType<*>): Format {
            require(type !is DeclaredType) { "expected the type of a format, such as Uuid7.TYPE, not $type" }
            return type.format
        }

        /** The type of a class of ids: its static field `TYPE`. */
        @JvmStatic
        public fun <T : Id> of(idClass: Class<T>): IdType<T> = typeOf(idClass)
    }
}

/** Creates the exception for an id of an unexpected format. */
internal fun otherFormat(
    expected: Format,
    id: Id,
) = sortidException(ErrorCode.NOT_APPLICABLE, "an id of $expected is expected, not of ${id.format}", "format")

/** Generates and parses ids of 64 bits. */
public sealed class IdType64<T : Id64<T>>(
    format: Format,
) : IdType<T>(format) {
    /**
     * Returns the id with the bits of an integer.
     *
     * @throws SortidException.OutOfRange if no id has this integer
     */
    public open fun fromLong(int: Long): T = ofWords(int, 0)
}

/** Generates and parses ids of 128 bits. */
public sealed class IdType128<T : Id128<T>>(
    format: Format,
) : IdType<T>(format) {
    /**
     * Returns the id with the bits of a UUID.
     *
     * @throws SortidException.OutOfRange if no id has these bits
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun fromUuid(uuid: UUID): T = ofWords(uuid.mostSignificantBits, uuid.leastSignificantBits)
}
