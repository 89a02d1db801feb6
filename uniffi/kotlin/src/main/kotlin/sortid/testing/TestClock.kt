package sortid.testing

import sortid.Timestamp
import sortid.internal.RawClock
import sortid.internal.RawTestClock
import sortid.internal.glue
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.util.concurrent.atomic.AtomicReference

/**
 * A time and a seed for the process-wide generators, until it is closed.
 *
 * They apply to the plain functions of all threads, not to generators that the program makes itself. Ids of one time count up; with
 * the same seed and the same calls they are the same ids. When the time goes back, ids may repeat.
 *
 * Scopes nest within a thread. A thread that begins one waits until no other thread has one, so close each. If two coroutines of one
 * thread end theirs in the order of their begin, the outer one lasts until the end of the inner one.
 *
 * Not for production: a line on standard error says so once, and neither this nor a generator with a state file or lease file begins
 * while the other exists.
 *
 * ```kotlin
 * TestClock.freeze(Instant.parse("2024-01-01T00:00:00Z"), ByteArray(32)).use { clock ->
 *     val first = uuid7()
 *     clock.advance(Duration.ofSeconds(60))
 *     check(uuid7().instant == first.instant.plusSeconds(60))
 * }
 * ```
 */
public class TestClock private constructor(
    private val raw: RawTestClock,
    private val followed: Followed? = null,
) : AutoCloseable {
    /**
     * Sets the time. No effect on a clock that follows another one, or is closed.
     *
     * @throws sortid.SortidException.TimestampOutOfRange for 10^9 nanoseconds or more
     */
    public fun set(time: Timestamp) {
        glue { raw.set(time.crossing) }
    }

    /** Sets the time to an [Instant]. */
    public fun set(time: Instant): Unit = set(Timestamp(time))

    /**
     * Moves the time forward. No effect on a clock that follows another one, or is closed.
     *
     * @throws IllegalArgumentException for a negative duration
     */
    public fun advance(by: Duration) {
        require(!by.isNegative) { "a duration of $by" }
        glue { raw.advance(by.seconds.toULong(), by.nano.toUInt()) }
    }

    private var hasEnded = false

    init {
        synchronized(scopes) { scopes.add(this) }
    }

    /**
     * Ends the scope, in any thread, and throws what a followed clock has thrown. To close twice does nothing.
     *
     * A scope that is closed before an inner one lasts until the end of the inner one.
     */
    override fun close() {
        synchronized(scopes) {
            hasEnded = true
            while (scopes.isNotEmpty() && scopes.last().hasEnded) {
                val scope = scopes.removeAt(scopes.lastIndex)
                glue { scope.raw.end() }
            }
        }
        followed?.failure?.getAndSet(null)?.let { throw it }
    }

    /** A clock of the JDK's. */
    private class Followed(
        private val clock: Clock,
    ) : RawClock {
        val failure = AtomicReference<Throwable?>()

        override fun now() =
            try {
                Timestamp(clock.instant()).crossing
            } catch (error: Throwable) {
                // None may pass through the library.
                failure.compareAndSet(null, error)
                Timestamp(Long.MAX_VALUE, 0).crossing
            }
    }

    public companion object {
        /** The open scopes, the innermost last. All were begun by one thread. */
        private val scopes = ArrayList<TestClock>()

        /**
         * Freezes the time.
         *
         * @param seed 32 bytes, from which nodes, counters and random bits are drawn
         * @throws sortid.SortidException.NotApplicable while a generator with a state file or lease file exists
         * @throws sortid.SortidException.InvalidOption for a seed of another length
         */
        @JvmStatic
        @JvmOverloads
        public fun freeze(
            time: Instant,
            seed: ByteArray? = null,
        ): TestClock = TestClock(glue { RawTestClock.freeze(Timestamp(time).crossing, seed) })

        /**
         * Follows a clock, which is read for each id, by any thread.
         *
         * If it throws, the call fails with [sortid.SortidException.TimestampOutOfRange], and [close] throws the exception.
         *
         * @param seed as of [freeze]
         * @throws sortid.SortidException as [freeze]
         */
        @JvmStatic
        @JvmOverloads
        public fun follow(
            clock: Clock,
            seed: ByteArray? = null,
        ): TestClock {
            val followed = Followed(clock)
            return TestClock(glue { RawTestClock.follow(followed, seed) }, followed)
        }
    }
}
