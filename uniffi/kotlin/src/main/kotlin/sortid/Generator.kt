package sortid

import sortid.internal.Direct
import sortid.internal.Fills
import sortid.internal.RawGenerator
import sortid.internal.glue
import sortid.internal.moveTo
import java.nio.ByteBuffer
import java.nio.ReadOnlyBufferException
import java.time.Instant
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.atomic.AtomicInteger
import java.util.stream.Stream

/**
 * Generates unique, increasing ids of one format. Safe to share between threads.
 *
 * | the clock … | tick and counter |
 * |---|---|
 * | has advanced | a new tick; the counter starts as the format defines |
 * | has not advanced | the counter increases; without a counter, or if it is full, the tick increases, up to `max_lead_ms` ahead of the highest reading; then the call waits (or throws `counter_exhausted`) |
 * | was set back within `rollback_tolerance_ms` | as if it had not advanced |
 * | was set back further | by `on_rollback`: *reset* follows the clock and reseeds, *error* throws
 * `clock_rollback` |
 *
 * A tick of `tid` and `timeid` has one id: one a microsecond, in bursts up to 1000 × `max_lead_ms`.
 *
 * Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
 * or fewer, processes of several users or machines, or on systems other than Linux, may have the
 * same node and repeat ids: see docs/choosing.md.
 *
 * ```kotlin
 * Tid.generator(GeneratorOptions(node = 7)).use { generator ->
 *     check(generator.next() < generator.next())
 * }
 * ```
 *
 * [close] frees the native memory and records the last id in the state file; without it, this
 * happens some time after the object becomes unreachable.
 */
public class Generator<T : Id> private constructor(
    private val type: IdType<T>,
    private val raw: RawGenerator,
) : AutoCloseable {
    /** The format. */
    public val format: Format get() = type.format

    private val address = raw.address().toLong()

    /** The number of running calls, plus one until [close]. At zero, the memory is freed. */
    private val users = AtomicInteger(1)
    private val closed = AtomicBoolean()

    /**
     * Generates the next id. Waits if the tick is `max_lead_ms` ahead of the clock.
     *
     * @throws SortidException.InvalidOption on a manual clock
     * @throws SortidException.ClockRollback with the option `on_rollback` = `error`
     * @throws SortidException.CounterExhausted with the option `on_exhausted` = `error`
     * @throws SortidException.TimestampOutOfRange if the clock is outside the format's range
     * @throws SortidException.Store if the state file cannot be used any more
     * @throws IllegalStateException if the generator is closed
     */
    public fun next(): T = inside { Direct.next(address, type) }

    /**
     * Generates the next id at [time], with the option `clock` = `manual`: for backfills and tests.
     *
     * @throws SortidException.InvalidOption on a system clock
     * @throws SortidException.CounterExhausted if [next] would wait
     * @throws SortidException.State as [next]
     */
    public fun nextAt(time: Timestamp): T = inside { Direct.nextAt(address, type, time) }

    /** [nextAt] with an [Instant]. */
    public fun nextAt(time: Instant): T = nextAt(Timestamp(time))

    /**
     * Generates an id that is greater than [id] and all earlier ids: a logical clock.
     *
     * @throws SortidException.LeadExceeded for an id more than `max_lead_ms` ahead of the clock
     * @throws SortidException.TimestampOutOfRange if no id of the format is greater
     * @throws SortidException.NotApplicable for an id of another format or a format without time
     * @throws SortidException.State as [next]
     */
    public fun nextAfter(id: T): T = inside { type.of(glue { raw.nextAfter(words(id)) }) }

    /** [nextAfter] on a manual clock that reads [time]. */
    public fun nextAfterAt(
        id: T,
        time: Timestamp,
    ): T = inside { type.of(glue { raw.nextAfterAt(words(id), time.crossing) }) }

    /** [nextAfterAt] with an [Instant]. */
    public fun nextAfterAt(
        id: T,
        time: Instant,
    ): T = nextAfterAt(id, Timestamp(time))

    /**
     * The time of an id with this generator's epoch, layout (uuid8) and precision.
     *
     * @throws SortidException.NotApplicable for an id of another format or a format without time
     * @throws SortidException.TimestampOutOfRange if the seconds exceed 64 bits
     */
    public fun timestamp(id: T): Timestamp =
        inside {
            val time = glue { raw.timestamp(words(id)) }
            Timestamp(time.seconds, time.nanos.toInt())
        }

    /**
     * The smallest and the largest id of the half-open interval from [from] to before [to], by this
     * generator's epoch, layout (uuid8) and precision: see [IdType.range].
     */
    public fun range(
        from: Timestamp,
        to: Timestamp,
    ): IdRange<T> =
        inside {
            val bounds = glue { raw.range(from.crossing, to.crossing) }
            IdRange(type.of(bounds.min), type.of(bounds.max))
        }

    /** [range] between [Instant]s. */
    public fun range(
        from: Instant,
        to: Instant,
    ): IdRange<T> = range(Timestamp(from), Timestamp(to))

    /**
     * Generates [count] ids by one call, as [next] does.
     *
     * @throws SortidException.State as [next]; the ids generated before the error are lost
     */
    public fun nextIds(count: Int): List<T> {
        val ids = ArrayList<T>(checked(count))
        inChunks(count, format.byteLength, ::fill) { bytes, filled ->
            val rest = ByteBuffer.wrap(bytes)
            repeat(filled) { ids.add(read(rest)) }
        }
        return ids
    }

    /** [nextIds] as texts. */
    public fun nextTexts(count: Int): List<String> {
        if (type.prefix != null) return nextIds(count).map(Id::toString)
        val texts = ArrayList<String>(checked(count))
        val width = format.textLength
        inChunks(count, width, ::fillText) { bytes, filled ->
            repeat(filled) { texts.add(text(bytes, it * width)) }
        }
        return texts
    }

    /** An infinite sequence of new ids. */
    public fun ids(): Sequence<T> = generateSequence { next() }

    /** [ids] for Java: `generator.stream().limit(10)`. */
    public fun stream(): Stream<T> = Stream.generate { next() }

    /**
     * Fills an array with the ids' 64-bit integers; a timeid's are signed.
     *
     * @return the number of ids and the error: as [next], or `not_applicable` for wider formats
     */
    public fun fill(ints: LongArray): Filled = inside { Fills.ints(address, ints) }

    /**
     * Fills an array with big-endian ids.
     *
     * @return the number of ids and the error, if any: `invalid_length` if the length is not a
     * multiple of the format's width; otherwise as [next]
     */
    public fun fill(bytes: ByteArray): Filled = inside { Fills.bytes(address, bytes) }

    /**
     * Fills the remaining bytes of a buffer with big-endian ids, regardless of its byte order, and
     * moves its position behind the last id.
     *
     * @return as `fill` of an array
     */
    public fun fill(buffer: ByteBuffer): Filled {
        if (buffer.isReadOnly) throw ReadOnlyBufferException()
        val filled =
            if (buffer.isDirect) {
                inside { Fills.bytes(address, buffer) }
            } else {
                val bytes = ByteArray(buffer.remaining())
                fill(bytes).also { buffer.duplicate().put(bytes, 0, it.ids * format.byteLength) }
            }
        buffer.moveTo(buffer.position() + filled.ids * format.byteLength)
        return filled
    }

    /**
     * Fills an array with canonical texts in ASCII, without separators. Texts that are shorter than
     * the format's text length are padded with zero bytes.
     *
     * @return the number of ids and the error, if any: `invalid_length` if the length is not a
     * multiple of the format's text length; otherwise as [next]
     */
    public fun fillText(bytes: ByteArray): Filled = inside { Fills.texts(address, bytes) }

    /** Returns statistics of the generator. */
    public fun status(): Status =
        inside {
            val status = glue { raw.status() }
            Status(
                status.ids.toLong(),
                status.leadNs.toLong(),
                status.rollbacks.toLong(),
                NodeOrigin.entries[status.nodeOrigin.toInt()],
                status.nodeReason,
            )
        }

    /** The node of the next id, or `null`. A reset or [reseed] replaces a drawn node. */
    public fun node(): Long? = inside { glue { raw.node() }?.toLong() }

    /**
     * Draws entropy, node, clock sequence and counter again: call it after resuming a snapshot.
     *
     * @param seed 32 bytes in place of the operating system's entropy, for tests
     * @param node an assigned node (clock identifier, machine)
     * @throws SortidException.ForkedGenerator if only an assigned node distinguishes generators,
     * and [node] is `null`
     * @throws SortidException.InvalidOption for an invalid node, or a seed of another length
     */
    @JvmOverloads
    public fun reseed(
        seed: ByteArray? = null,
        node: Long? = null,
    ) {
        inside { glue { raw.reseed(seed, node?.toULong()) } }
    }

    /**
     * Frees the memory and records the last id in the state file, after running calls have
     * returned; later calls throw [IllegalStateException]. A second call has no effect.
     */
    override fun close() {
        if (closed.compareAndSet(false, true)) leave()
    }

    override fun toString(): String = "Generator($type)"

    /** The words of an id of the type, with the format of new ids. */
    private fun words(id: T) = if (id.format == format) id.words.copy(format = type.generated.code.toUByte()) else id.words

    private inline fun <T> inside(call: () -> T): T {
        enter()
        try {
            return call()
        } finally {
            leave()
        }
    }

    private fun enter() {
        users.incrementAndGet()
        if (closed.get()) {
            leave()
            throw IllegalStateException("the generator is closed")
        }
    }

    private fun leave() {
        if (users.decrementAndGet() == 0) raw.close()
    }

    private fun checked(count: Int): Int = count.also { require(it >= 0) { "count must be 0 or more, not $it" } }

    private inline fun inChunks(
        count: Int,
        width: Int,
        fill: (ByteArray) -> Filled,
        take: (ByteArray, filled: Int) -> Unit,
    ) {
        var left = count
        while (left > 0) {
            val bytes = ByteArray(minOf(left, CHUNK) * width)
            val filled = fill(bytes).complete()
            take(bytes, filled)
            left -= filled
        }
    }

    /** Decodes the text at [start] without its padding. */
    private fun text(
        bytes: ByteArray,
        start: Int,
    ): String {
        var length = format.textLength
        while (length > format.textLengthMin && bytes[start + length - 1] == 0.toByte()) length--
        return String(bytes, start, length, Charsets.ISO_8859_1)
    }

    private fun read(bytes: ByteBuffer): T {
        val width = format.byteLength
        val high = word(bytes, width)
        val middle = word(bytes, width - Long.SIZE_BYTES)
        return type.make(high, middle, (word(bytes, width - 2 * Long.SIZE_BYTES) ushr Int.SIZE_BITS).toInt())
    }

    /** Reads the next word of an id of which [left] bytes remain; missing bytes are zero. */
    private fun word(
        bytes: ByteBuffer,
        left: Int,
    ): Long =
        when {
            left <= 0 -> 0
            left >= Long.SIZE_BYTES -> bytes.getLong()
            else -> ByteArray(Long.SIZE_BYTES).also { bytes.get(it, 0, left) }.let { ByteBuffer.wrap(it).getLong() }
        }

    /** Statistics of a generator. */
    public data class Status(
        /** The number of generated ids. */
        public val ids: Long,
        /** How far the last id's tick is ahead of the clock's highest reading, in nanoseconds. */
        public val leadNs: Long,
        /** The number of times that the clock was set back by more than the tolerance. */
        public val rollbacks: Long,
        /** The origin of the node of the next id. */
        public val nodeOrigin: NodeOrigin,
        /** The reason of the origin, or the processes among which it is claimed: a sentence. */
        public val nodeReason: String,
    )

    /** The result of a fill. The ids before an error are valid. */
    public data class Filled(
        /** The number of ids at the start of the memory. */
        public val ids: Int,
        /** The error that ended the fill; `null` if the memory is full. */
        public val error: SortidException?,
    ) {
        /** Returns the number of ids, or throws the [error]. */
        public fun complete(): Int = if (error == null) ids else throw error
    }

    public companion object {
        /** The largest number of ids that one call into the library generates. */
        private const val CHUNK = 4096

        /** Creates a generator, to be closed after use: see [IdType.generator]. */
        @JvmStatic
        @JvmOverloads
        public fun of(
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): Generator<AnyId> = of(IdType.of(format), options)

        internal fun <T : Id> of(
            type: IdType<T>,
            options: GeneratorOptions,
        ): Generator<T> = Generator(type, glue { RawGenerator(type.generated.code.toUByte(), options.crossing) })

        internal fun ofProcess(format: Format): Generator<AnyId> =
            Generator(IdType.of(format), glue { RawGenerator.processWide(format.code.toUByte()) })
    }
}
