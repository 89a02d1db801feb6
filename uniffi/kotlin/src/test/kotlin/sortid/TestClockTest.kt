package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.io.TempDir
import sortid.testing.TestClock
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

class TestClockTest {
    private val noon = Instant.parse("2024-07-19T12:00:00Z")

    /** A clock that a test sets. */
    private class Settable(
        @Volatile var now: () -> Instant,
    ) : Clock() {
        override fun instant(): Instant = now()

        override fun getZone(): ZoneId = ZoneOffset.UTC

        override fun withZone(zone: ZoneId): Clock = this
    }

    @Test
    fun `an outer scope that is closed first lasts until the end of the inner one`() {
        val outer = TestClock.freeze(noon)
        val inner = TestClock.freeze(noon.plusSeconds(60))
        outer.close()
        assertEquals(noon.plusSeconds(60), uuid7().instant)
        inner.close()
        assertTrue(uuid7().instant > noon.plusSeconds(60))
    }

    @Test
    fun `ids of one time increase until the scope ends`() {
        val before = Instant.now().minusSeconds(60)
        TestClock.freeze(noon).use { clock ->
            val ids = List(3) { uuid7() }
            assertEquals(List(3) { noon }, ids.map { it.instant })
            assertEquals(ids.sorted(), ids)
            assertEquals(noon, newId(Format.KSUID).instant)
            defaultGenerator(Format.ULID).use { assertEquals(noon, Ulid.of(it.nextIds(2)[1]).instant) }
            assertEquals(noon, CompletableFuture.supplyAsync { uuid7() }.get().instant)
            clock.close()
            clock.set(noon)
            clock.advance(Duration.ofSeconds(1))
            assertTrue(uuid7().instant > before)
        }
    }

    @Test
    fun `a clock can move forward and back`() {
        TestClock.freeze(noon).use { clock ->
            val last = uuid7()
            clock.advance(Duration.ofMillis(1500))
            assertEquals(noon.plusMillis(1500), uuid7().instant)
            clock.set(noon.minusSeconds(1))
            assertTrue(uuid7() < last)
            clock.set(Timestamp(noon))
            assertEquals(noon, uuid7().instant)
            assertThrows<IllegalArgumentException> { clock.advance(Duration.ofNanos(-1)) }
            assertThrows<SortidException.TimestampOutOfRange> { clock.set(Timestamp(0, 1_000_000_000)) }
            clock.advance(Duration.ofSeconds(Long.MAX_VALUE))
            assertThrows<SortidException.TimestampOutOfRange> { uuid7() }
        }
    }

    @Test
    fun `the same seed and calls return the same ids`() {
        fun ids(seed: Int) = TestClock.freeze(noon, ByteArray(32) { seed.toByte() }).use { listOf(uuid7(), tid(), Uuid7.at(noon)) }
        assertEquals(ids(1), ids(1))
        assertNotEquals(ids(1), ids(2))
        assertThrows<SortidException.InvalidOption> { TestClock.freeze(noon, ByteArray(31)) }
    }

    @Test
    fun `scopes nest, and other threads wait`() {
        val thread = Executors.newSingleThreadExecutor()
        val outer = TestClock.freeze(noon)
        TestClock.freeze(noon.minusSeconds(60)).use { assertEquals(noon.minusSeconds(60), uuid7().instant) }
        assertEquals(noon, uuid7().instant)
        val waiting = thread.submit<TestClock> { TestClock.freeze(noon.plusSeconds(60)) }
        assertEquals(noon, uuid7().instant)
        outer.close()
        val other = waiting.get(1, TimeUnit.MINUTES)
        assertEquals(noon.plusSeconds(60), uuid7().instant)
        // The scope of another thread.
        other.close()
        thread.shutdown()
    }

    @Test
    fun `follow reads another clock`() {
        val clock = Settable { noon }
        TestClock.follow(clock, ByteArray(32)).use {
            val first = uuid7()
            assertEquals(noon, first.instant)
            for (seconds in listOf(60L, -60L)) {
                val time = noon.plusSeconds(seconds)
                clock.now = { time }
                assertEquals(time, uuid7().instant)
                assertEquals(time, CompletableFuture.supplyAsync { uuid7() }.get().instant)
            }
            assertEquals(first, TestClock.follow(Clock.fixed(noon, ZoneOffset.UTC), ByteArray(32)).use { uuid7() })
        }
    }

    @Test
    fun `close throws the exception of a followed clock`() {
        val failure = IllegalStateException("no time")
        val clock = Settable { throw failure }
        val followed = TestClock.follow(clock)
        assertThrows<SortidException.TimestampOutOfRange> { uuid7() }
        clock.now = { noon }
        assertEquals(noon, uuid7().instant)
        assertSame(failure, assertThrows<IllegalStateException> { followed.close() })
        followed.close()
    }

    @Test
    fun `a test clock and a generator with a state file exclude each other`(
        @TempDir folder: Path,
    ) {
        val options = GeneratorOptions().stateFile(folder.resolve("ids.state"))
        Tid.generator(options).use {
            val refused = assertThrows<SortidException.NotApplicable> { TestClock.freeze(noon) }
            assertEquals("state_file", refused.subject)
        }
        TestClock.freeze(noon).use { assertThrows<SortidException.NotApplicable> { Tid.generator(options) } }
        Tid.generator(options).use { it.next() }
    }
}
