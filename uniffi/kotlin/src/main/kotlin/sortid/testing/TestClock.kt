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
 * Sets the time and the seed of the process-wide generators until it is closed.
 *
 * It affects `uuid7()` and so on in all threads, but no generators that the program creates. Ids of
 * one time increase; the same seed and calls return the same ids. If the time decreases, ids may
 * repeat.
 *
 * Scopes nest within a thread. A thread that begins one waits until other threads have closed
 * theirs. If two coroutines of one thread close the outer scope first, it lasts until the end of
 * the inner one.
 *
 * Not for production: it prints a warning once to standard error, and excludes generators with a
 * state file or lease file.
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
     * Sets the time. Has no effect after [follow] or [close].
     *
     * @throws sortid.SortidException.TimestampOutOfRange for 10^9 nanoseconds or more
     */
    public fun set(time: Timestamp) {
        glue { raw.set(time.crossing) }
    }

    /** Sets the time to an [Instant]. */
    public fun set(time: Instant): Unit = set(Timestamp(time))

    /**
     * Moves the time forward. Has no effect after [follow] or [close].
     *
     * @throws IllegalArgumentException for a negative duration
     */
    public fun advance(by: Duration) {
        require(!by.isNegative) { "the duration must not be negative: $by" }
        glue { raw.advance(by.seconds.toULong(), by.nano.toUInt()) }
    }

    private var hasEnded = false

    init {
        synchronized(scopes) { scopes.add(this) }
    }

    /**
     * Ends the scope, in any thread, and throws the exception of a followed clock, if any. A second
     * call has no effect.
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

    /** A JDK clock that records its first exception. */
    private class Followed(
        private val clock: Clock,
    ) : RawClock {
        val failure = AtomicReference<Throwable?>()

        override fun now() =
            try {
                Timestamp(clock.instant()).crossing
            } catch (error: Throwable) {
                // Exceptions must not unwind through the library.
                failure.compareAndSet(null, error)
                Timestamp(Long.MAX_VALUE, 0).crossing
            }
    }

    public companion object {
        /** The open scopes of one thread, the innermost last. */
        private val scopes = ArrayList<TestClock>()

        /**
         * Freezes the time.
         *
         * @param seed 32 bytes that determine nodes, counters and random bits
         * @throws sortid.SortidException.NotApplicable while a generator with a state file or lease
         * file exists
         * @throws sortid.SortidException.InvalidOption for a seed of another length
         */
        @JvmStatic
        @JvmOverloads
        public fun freeze(
            time: Instant,
            seed: ByteArray? = null,
        ): TestClock = TestClock(glue { RawTestClock.freeze(Timestamp(time).crossing, seed) })

        /**
         * Follows a clock. Each new id reads it, in any thread.
         *
         * If the clock throws, the call fails with [sortid.SortidException.TimestampOutOfRange],
         * and [close] throws the exception.
         *
         * @param seed as in [freeze]
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
