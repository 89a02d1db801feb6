package sortid

import sortid.internal.Direct
import sortid.internal.Plain
import sortid.internal.PlainTime
import sortid.internal.Words
import sortid.internal.failure
import sortid.internal.glue
import sortid.internal.plain
import java.math.BigInteger
import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID
import kotlin.jvm.internal.DefaultConstructorMarker

/**
 * Makes and reads ids of one class. The companion of each class is its type, so that `Tid.parse(text)` is all that most need; a
 * function of many classes takes one: `fun <T : TypedId<T>> load(text: String, type: IdType<T>): T = type.parse(text)`.
 */
public sealed class IdType<T>(
    /** The format. */
    public val format: Format,
    /** The class of the ids. */
    public val idClass: Class<T>,
) where T : AnyId, T : Comparable<T> {
    /** What needs no call into the library. */
    internal val plain: Plain? = plain(format)

    /** Writes bounds of times without a call into the library; `null` if the library has to. */
    internal open val time: PlainTime? get() = null

    internal abstract fun make(
        high: Long,
        middle: Long,
        low: Int,
    ): T

    internal fun of(words: Words): T = make(words.high.toLong(), words.middle.toLong(), words.low.toInt())

    /**
     * A new id, of the process-wide generator.
     *
     * @throws SortidException as [newId]
     */
    public open fun now(): T = Direct.next(0, this)

    /**
     * A new id with the tick that contains [time], from the process: for rows that are older than their ids, and for tests.
     *
     * No id repeats within the process, and ids of one tick count up, as far as [Format.isOrdered]. Times may come in any order in
     * formats whose counter has 40 bits or more: uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid, ordered_uuid. In other formats
     * they must not go back: sort the rows.
     *
     * @throws SortidException.NotApplicable for a format without time, or a read-only one
     * @throws SortidException.ClockRollback for a time before that of an earlier call, in a format of the second kind
     * @throws SortidException.CounterExhausted if all ids of the tick were made
     * @throws SortidException.TimestampOutOfRange for a tick that no id carries
     */
    public open fun at(time: Timestamp): T = Direct.newAt(time, this)

    /** [at] with an [Instant]. */
    public open fun at(time: Instant): T = at(Timestamp(time))

    /**
     * The id of a time and a key: the same arguments give the same id, in every language and process.
     *
     * Without a [secret], anybody who sees an id can test a guessed key, such as an e-mail address. It is 16 to 64 random bytes that
     * only your programs know. [namespace] keeps equal keys of several tables apart. Ids of one tick are in no order.
     *
     * @throws SortidException.NotApplicable unless the format has a linear time, at least 62 other bits and no node
     * @throws SortidException.InvalidLength for an empty key or a secret of another length
     * @throws SortidException.TimestampOutOfRange for a tick that no id carries
     */
    @JvmOverloads
    public fun keyed(
        time: Timestamp,
        key: ByteArray,
        namespace: ByteArray = ByteArray(0),
        secret: ByteArray? = null,
    ): T = of(glue { sortid.internal.keyed(format.code.toUByte(), time.crossing, key, namespace, secret) })

    /**
     * [keyed] by texts, which stand for their UTF-8, without normalization.
     *
     * @throws SortidException.InvalidCharacter for half of a surrogate pair
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
            throw sortidException(ErrorCode.INVALID_CHARACTER, "the $subject has half of a surrogate pair", subject)
        }
        return text.toByteArray()
    }

    /**
     * Reads text in any of the format's forms; nothing is trimmed.
     *
     * @throws SortidException.InvalidLength first of all
     * @throws SortidException.InvalidCharacter with the offset of the first bad byte
     * @throws SortidException.OutOfRange if no id has this text
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun parse(text: String): T {
        plain?.text?.parse(text, this)?.let { return it }
        return Direct.parse(text, this) ?: throw failure(text)
    }

    /** The id of words, which an id of the format must have. */
    internal fun ofWords(
        head: Long,
        middle: Long,
    ): T =
        ofWordsOrNull(head, middle)
            ?: if (format.bits == Long.SIZE_BITS) Direct.fromLong(head, this) else Direct.fromLongs(head, middle, this)

    /** The id of words; `null` for words that are no id, or that the library has to check. */
    internal fun ofWordsOrNull(
        head: Long,
        middle: Long,
    ): T? = if (plain?.accepts(head, middle) == true) make(head, middle, 0) else null

    /** [parse], by the name that Java's frameworks call for parameters: Spring, JAX-RS and others. */
    public open fun valueOf(text: String): T = parse(text)

    /** The id of a text, or `null` if [parse] would throw. */
    public open fun parseOrNull(text: String): T? = plain?.text?.parse(text, this) ?: Direct.parse(text, this)

    /**
     * Reads text in one form, also in those that [parse] does not read. It has the length in which [AnyId.toText] writes it.
     *
     * @throws SortidException.NotApplicable if the format lacks the form
     * @throws SortidException.Argument as [parse]
     */
    public open fun parseForm(
        text: String,
        form: SortId.Form,
    ): T = of(glue { sortid.internal.parseForm(format.code.toUByte(), wellFormed(text), form.ordinal.toUByte()) })

    /**
     * Reads text, and corrects spellings that leave the bits certain: blanks, quotes and braces around the id, `urn:uuid:`, letters
     * in the wrong case, missing or extra hyphens, Crockford's I, L and O, and zeros before a decimal number.
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
     * From big-endian bytes of exactly the format's width.
     *
     * @throws SortidException.InvalidLength for bytes of another number
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
     * From 16 bytes in another order than big-endian.
     *
     * @throws SortidException.NotApplicable for formats of other widths
     * @throws SortidException.Argument as [fromBytes]
     */
    public open fun fromBytesIn(
        bytes: ByteArray,
        order: ByteOrder,
    ): T = of(glue { sortid.internal.fromBytesIn(format.code.toUByte(), bytes, order.ordinal.toUByte()) })

    /**
     * The id of an integer, the inverse of [AnyId.toBigInteger].
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
     * From named fields; those left out are zero. Accepts what [parse] accepts.
     *
     * @param fields integers: [java.math.BigInteger], [Long], [Int]
     * @throws SortidException.InvalidField for a name the format lacks or a value too wide for its bits
     * @throws SortidException.TimestampOutOfRange for a timeid with time −1
     */
    public open fun fromFields(fields: Map<String, Number>): T {
        val crossing = fields.map { (name, value) -> fieldValue(wellFormed(name), value) }
        return of(glue { sortid.internal.idFromFields(format.code.toUByte(), crossing) })
    }

    /**
     * Of a dynamic id.
     *
     * @throws SortidException.NotApplicable for one of another format
     */
    public open fun of(id: SortId): T = if (id.format == format) make(id.head, id.middle, id.tail) else throw otherFormat(format, id)

    /**
     * The smallest id of the tick that contains an instant.
     *
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick that no id carries; nothing is clamped
     */
    public open fun minAt(time: Timestamp): T = this.time?.minAt(time, this) ?: Direct.minAt(time, this)

    /** [minAt] with an [Instant]. */
    public open fun minAt(time: Instant): T = minAt(Timestamp(time))

    /**
     * [minAt] of ids generated with these options: epoch, layout (uuid8), precision.
     *
     * @throws SortidException.InvalidOption for an option that reading this format does not use
     */
    public open fun minAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = of(glue { sortid.internal.minAtWith(format.code.toUByte(), time.crossing, options.crossing) })

    /** [minAt] with an [Instant], of ids generated with these options. */
    public open fun minAt(
        time: Instant,
        options: GeneratorOptions,
    ): T = minAt(Timestamp(time), options)

    /**
     * The largest id of the tick that contains an instant.
     *
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick that no id carries; nothing is clamped
     */
    public open fun maxAt(time: Timestamp): T = this.time?.maxAt(time, this) ?: Direct.maxAt(time, this)

    /** [maxAt] with an [Instant]. */
    public open fun maxAt(time: Instant): T = maxAt(Timestamp(time))

    /**
     * [maxAt] of ids generated with these options: epoch, layout (uuid8), precision.
     *
     * @throws SortidException.InvalidOption for an option that reading this format does not use
     */
    public open fun maxAt(
        time: Timestamp,
        options: GeneratorOptions,
    ): T = of(glue { sortid.internal.maxAtWith(format.code.toUByte(), time.crossing, options.crossing) })

    /** [maxAt] with an [Instant], of ids generated with these options. */
    public open fun maxAt(
        time: Instant,
        options: GeneratorOptions,
    ): T = maxAt(Timestamp(time), options)

    /**
     * The smallest and the largest id of the half-open interval from [from] to before [to].
     *
     * An id whose time was read from a clock inside the interval lies between them; one made ahead of the clock is found
     * at the later time it carries.
     *
     * An end that is `null` is the format's first or last time: `range(since, null)`.
     *
     * @param options with which the ids were generated, if not the defaults: epoch, layout (uuid8), precision
     * @throws SortidException.InvalidOption for an empty interval, and for an option that reading this format does not use
     * @throws SortidException.NotApplicable for a format without time
     * @throws SortidException.TimestampOutOfRange for a tick that no id carries; nothing is clamped
     */
    public open fun range(
        from: Timestamp?,
        to: Timestamp?,
        options: GeneratorOptions,
    ): IdRange<T> {
        if (options.isEmpty) rangeOrNull(from, to)?.let { return it }
        // This call knows open intervals, and names what is wrong.
        val bounds = glue { sortid.internal.range(format.code.toUByte(), from?.crossing, to?.crossing, options.crossing) }
        return IdRange(of(bounds.min), of(bounds.max))
    }

    /** [range] of ids generated with the defaults; `null` if there is none. */
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
     * @throws SortidException.InvalidCharacter with the offset
     * @throws SortidException.OutOfRange if no id begins so
     * @throws SortidException.InvalidVariant where the prefix of a UUID fixes a wrong one
     * @throws SortidException.InvalidVersion where the prefix of a UUID fixes a wrong one
     */
    public open fun prefixRange(prefix: String): IdRange<T> {
        val bounds = glue { sortid.internal.prefixRange(format.code.toUByte(), wellFormed(prefix)) }
        return IdRange(of(bounds.min), of(bounds.max))
    }

    /**
     * A generator of this type, to be closed when done.
     *
     * @throws SortidException.InvalidOption for what the format lacks, or a value out of bounds
     * @throws SortidException.EntropyUnavailable if the operating system gives no random bytes
     * @throws SortidException.Store if the state file cannot be used
     */
    public open fun generator(options: GeneratorOptions): Generator<T> = Generator.of(this, options)

    /** A [generator] with the defaults. Other processes may repeat ids as with [newId]. */
    public open fun generator(): Generator<T> = generator(GeneratorOptions())

    /** The name of the format. */
    override fun toString(): String = format.formatName

    /** The type of ids whose format is known only at run time. */
    internal class Dynamic(
        format: Format,
    ) : IdType<SortId>(format, SortId::class.java) {
        override fun make(
            high: Long,
            middle: Long,
            low: Int,
        ) = SortId(format, high, middle, low)
    }

    /** Not in the companion, which a first id would wait for. */
    private object Dynamics {
        val all = Array(Format.entries.size) { Dynamic(Format.entries[it]) }
    }

    public companion object {
        /** A parameter of the constructors that companions call. The JVM inlines them only if this module has loaded it. */
        private val marker: Class<*> = DefaultConstructorMarker::class.java

        /** The type of ids whose format is known only at run time. */
        @JvmStatic
        public fun dynamic(format: Format): IdType<SortId> = Dynamics.all[format.ordinal]
    }
}

/** The exception for an id of another format than the expected one. */
internal fun otherFormat(
    expected: Format,
    id: SortId,
) = sortidException(ErrorCode.NOT_APPLICABLE, "an id of $expected is expected, not of ${id.format}", "format")

/** Makes and reads ids of 64 bits. */
public sealed class IdType64<T : Id64<T>>(
    format: Format,
    idClass: Class<T>,
) : IdType<T>(format, idClass) {
    /**
     * From the integer, its bits taken as they are.
     *
     * @throws SortidException.OutOfRange if no id has this integer
     */
    public open fun fromLong(int: Long): T = ofWords(int, 0)
}

/** Makes and reads ids of 128 bits. */
public sealed class IdType128<T : Id128<T>>(
    format: Format,
    idClass: Class<T>,
) : IdType<T>(format, idClass) {
    /**
     * From the UUID with the id's bits.
     *
     * @throws SortidException.OutOfRange if no id has these bits
     * @throws SortidException.InvalidVariant for a UUID of another variant
     * @throws SortidException.InvalidVersion for a UUID of another version
     */
    public open fun fromUuid(uuid: UUID): T = ofWords(uuid.mostSignificantBits, uuid.leastSignificantBits)
}
