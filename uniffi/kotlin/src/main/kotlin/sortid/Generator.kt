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
 * Makes ids of one format, never the same twice, each greater than the one before. The only object with state; share it between
 * threads as you like.
 *
 * | the clock … | tick and counter |
 * |---|---|
 * | went on | a new tick; the counter starts as the format says |
 * | stands still | the counter goes up; without a counter, or when it is full, the tick does, up to `max_lead_ms` ahead of the highest reading; then the call waits (or `counter_exhausted`) |
 * | was set back within `rollback_tolerance_ms` | as if it stood still |
 * | was set back further | by `on_rollback`: *reset* follows the clock with everything drawn again, *error* is `clock_rollback` |
 *
 * A tick of `tid` and `timeid` holds one id: one generator makes one a microsecond, and bursts of `max_lead_ms` thousand.
 *
 * Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits or fewer, processes of several users
 * or machines, or on systems other than Linux, may have the same one and repeat each other's ids: see docs/choosing.md.
 *
 * ```kotlin
 * Tid.generator(GeneratorOptions(clockId = 7)).use { generator ->
 *     check(generator.next() < generator.next())
 * }
 * ```
 *
 * The memory outside the Java heap is freed, and the state file left exact, by [close], or some time after the object is
 * unreachable.
 */
public class Generator<T> private constructor(
    private val type: IdType<T>,
    private val raw: RawGenerator,
) : AutoCloseable where T : AnyId, T : Comparable<T> {
    /** The format. */
    public val format: Format get() = type.format

    private val address = raw.address().toLong()

    /** Calls that are inside, and one for the owner until it closes: at zero the memory is freed. */
    private val users = AtomicInteger(1)
    private val closed = AtomicBoolean()

    /**
     * The next id, at the system's time. Waits where the tick has run `max_lead_ms` ahead of the clock.
     *
     * @throws SortidException.InvalidOption on a manual clock
     * @throws SortidException.ClockRollback as the options say
     * @throws SortidException.CounterExhausted as the options say
     * @throws SortidException.TimestampOutOfRange where the clock stands outside the time of the format
     * @throws SortidException.Store if the state file cannot be used any more
     * @throws IllegalStateException if the generator is closed
     */
    public fun next(): T = inside { Direct.next(address, type) }

    /**
     * The next id of a generator whose option `clock` is `manual`, taking [time] for the clock's reading: for backfills and tests.
     *
     * @throws SortidException.InvalidOption on a system clock
     * @throws SortidException.CounterExhausted where [next] would wait
     * @throws SortidException.State as [next]
     */
    public fun nextAt(time: Timestamp): T = inside { Direct.nextAt(address, type, time) }

    /** [nextAt] of an instant of the JDK's. */
    public fun nextAt(time: Instant): T = nextAt(Timestamp(time))

    /**
     * The next id, greater than [id] and than all before: a logical clock.
     *
     * @throws SortidException.LeadExceeded if the new id would be more than `max_lead_ms` ahead of the clock
     * @throws SortidException.TimestampOutOfRange if no id of the format is greater
     * @throws SortidException.NotApplicable for an id of another format, and for a format without time
     * @throws SortidException.State as [next]
     */
    public fun nextAfter(id: T): T = inside { type.of(glue { raw.nextAfter(id.words) }) }

    /** [nextAfter] on a manual clock that reads [time]. */
    public fun nextAfterAt(
        id: T,
        time: Timestamp,
    ): T = inside { type.of(glue { raw.nextAfterAt(id.words, time.crossing) }) }

    /** [nextAfterAt] of an instant of the JDK's. */
    public fun nextAfterAt(
        id: T,
        time: Instant,
    ): T = nextAfterAt(id, Timestamp(time))

    /**
     * The time of an id that was made with this generator's options: its epoch, layout (uuid8) and precision.
     *
     * @throws SortidException.NotApplicable for an id of another format, and for a format without time
     * @throws SortidException.TimestampOutOfRange where the seconds pass 64 bits
     */
    public fun timestamp(id: T): Timestamp =
        inside {
            val time = glue { raw.timestamp(id.words) }
            Timestamp(time.seconds, time.nanos.toInt())
        }

    /**
     * The smallest and the largest id of the half-open interval from [from] to before [to], by this generator's epoch, layout (uuid8)
     * and precision: see [IdType.range].
     */
    public fun range(
        from: Timestamp,
        to: Timestamp,
    ): IdRange<T> =
        inside {
            val bounds = glue { raw.range(from.crossing, to.crossing) }
            IdRange(type.of(bounds.min), type.of(bounds.max))
        }

    /** [range] between instants of the JDK's. */
    public fun range(
        from: Instant,
        to: Instant,
    ): IdRange<T> = range(Timestamp(from), Timestamp(to))

    /**
     * The next [count] ids, as by as many calls of [next] but in one.
     *
     * @throws SortidException.State as [next]; the ids made before are lost
     */
    public fun nextIds(count: Int): List<T> {
        val ids = ArrayList<T>(checked(count))
        inChunks(count, format.byteLength, ::fill) { bytes, made ->
            val rest = ByteBuffer.wrap(bytes)
            repeat(made) { ids.add(read(rest)) }
        }
        return ids
    }

    /** The next [count] ids as text: see [nextIds]. */
    public fun nextTexts(count: Int): List<String> {
        val texts = ArrayList<String>(checked(count))
        val width = format.textLength
        inChunks(count, width, ::fillText) { bytes, made ->
            repeat(made) { texts.add(text(bytes, it * width)) }
        }
        return texts
    }

    /** The ids to come, without end. */
    public fun ids(): Sequence<T> = generateSequence { next() }

    /** [ids] for Java: `generator.stream().limit(10)`. */
    public fun stream(): Stream<T> = Stream.generate { next() }

    /**
     * Fills an array with the ids' 64-bit integers; a timeid's are signed.
     *
     * @return how many leading ids are valid, and why there are not more: `not_applicable` for wider formats; else as [next]
     */
    public fun fill(ints: LongArray): Filled = inside { Fills.ints(address, ints) }

    /**
     * Fills an array with big-endian ids, one after another.
     *
     * @return how many leading ids are valid, and why there are not more: `invalid_length` where the length is no multiple of the
     * format's width; else as [next]
     */
    public fun fill(bytes: ByteArray): Filled = inside { Fills.bytes(address, bytes) }

    /**
     * Fills what remains of a buffer with big-endian ids, whatever its byte order, and moves its position behind the last valid one.
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
     * Fills an array with canonical texts in ASCII, one after another without separators; a text that is shorter than the format's
     * text length is filled up with zero bytes.
     *
     * @return how many leading ids are valid, and why there are not more: `invalid_length` where the length is no multiple of the
     * format's text length; else as [next]
     */
    public fun fillText(bytes: ByteArray): Filled = inside { Fills.texts(address, bytes) }

    /** What the generator has done. */
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

    /**
     * The node of the ids to come: assigned, drawn, or of the lease; null if the ids have none. After a reset or a reseed, a drawn
     * node is another one.
     */
    public fun node(): Long? = inside { glue { raw.node() }?.toLong() }

    /**
     * Draws everything anew, as after a resume from a snapshot or checkpoint: entropy, node, clock sequence, counter.
     *
     * @param seed 32 bytes in place of the operating system's entropy, for tests
     * @param node an assigned node (clock identifier, machine)
     * @throws SortidException.ForkedGenerator where the user's node alone tells generators apart and no other is given
     * @throws SortidException.InvalidOption for a node that does not fit or a format without one, and for a seed of another length
     */
    @JvmOverloads
    public fun reseed(
        seed: ByteArray? = null,
        node: Long? = null,
    ) {
        inside { glue { raw.reseed(seed, node?.toULong()) } }
    }

    /**
     * Frees the memory, and leaves the state file exact, once no call is inside; later calls throw [IllegalStateException]. To close
     * twice does nothing.
     */
    override fun close() {
        if (closed.compareAndSet(false, true)) leave()
    }

    override fun toString(): String = "Generator($format)"

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

    private fun checked(count: Int): Int = count.also { require(it >= 0) { "a count is 0 or more, not $it" } }

    private inline fun inChunks(
        count: Int,
        width: Int,
        fill: (ByteArray) -> Filled,
        take: (ByteArray, made: Int) -> Unit,
    ) {
        var left = count
        while (left > 0) {
            val bytes = ByteArray(minOf(left, CHUNK) * width)
            val made = fill(bytes).complete()
            take(bytes, made)
            left -= made
        }
    }

    /** A text in its place, without the zero bytes behind it. */
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

    /** The next word of an id with this number of bits left; missing bits are zero. */
    private fun word(
        bytes: ByteBuffer,
        left: Int,
    ): Long =
        when {
            left <= 0 -> 0
            left >= Long.SIZE_BYTES -> bytes.getLong()
            else -> ByteArray(Long.SIZE_BYTES).also { bytes.get(it, 0, left) }.let { ByteBuffer.wrap(it).getLong() }
        }

    /** What a generator has done. */
    public data class Status(
        /** Ids made. */
        public val ids: Long,
        /** How far the last id's tick is ahead of the clock's highest reading, in nanoseconds. */
        public val leadNs: Long,
        /** How often the clock was found set back by more than the tolerance. */
        public val rollbacks: Long,
        /** Where the node of the ids to come is from. */
        public val nodeOrigin: NodeOrigin,
        /** Why it is from there, or among which processes it is claimed: a sentence without a full stop. */
        public val nodeReason: String,
    )

    /** How far a fill came: the ids at the start of the memory are valid, also after an error. */
    public data class Filled(
        /** How many leading ids are valid. */
        public val ids: Int,
        /** Why there are not more; `null` if the memory is full. */
        public val error: SortidException?,
    ) {
        /** The number of ids if the memory is full; else throws the [error]. */
        public fun complete(): Int = if (error == null) ids else throw error
    }

    public companion object {
        /** How many ids are made by one call into the library, at most. */
        private const val CHUNK = 4096

        /** A generator of a format that is known only at run time, to be closed when done: see [IdType.generator]. */
        @JvmStatic
        @JvmOverloads
        public fun of(
            format: Format,
            options: GeneratorOptions = GeneratorOptions(),
        ): Generator<SortId> = of(IdType.dynamic(format), options)

        internal fun <T> of(
            type: IdType<T>,
            options: GeneratorOptions,
        ): Generator<T> where T : AnyId, T : Comparable<T> =
            Generator(type, glue { RawGenerator(type.format.code.toUByte(), options.crossing) })

        internal fun ofProcess(format: Format): Generator<SortId> =
            Generator(IdType.dynamic(format), glue { RawGenerator.processWide(format.code.toUByte()) })
    }
}
