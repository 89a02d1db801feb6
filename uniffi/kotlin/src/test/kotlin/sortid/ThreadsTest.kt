package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import java.util.concurrent.Callable
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger

class ThreadsTest {
    private fun <T> inPool(
        pool: ExecutorService,
        tasks: Int,
        task: () -> T,
    ): List<T> =
        try {
            pool.invokeAll(List(tasks) { Callable(task) }).map(Future<T>::get)
        } finally {
            pool.shutdown()
            assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS))
        }

    @ParameterizedTest
    @MethodSource("sortid.SomeIdsKt#getGeneratedFormats")
    fun `threads share a generator`(format: Format) {
        val options = if (format.options.contains("max_lead_ms")) GeneratorOptions(maxLeadMs = 5000) else GeneratorOptions()
        Generator.of(format, options).use { generator ->
            val lists = inPool(Executors.newFixedThreadPool(8), 8) { List(5_000) { generator.next() } }
            val seen = HashSet<AnyId>()
            assertTrue(lists.all { list -> list.all(seen::add) })
            if (format.isOrdered) {
                assertTrue(lists.all { list -> list.zipWithNext().all { (a, b) -> a < b } })
            }
        }
    }

    /** An executor with a virtual thread for each task; JDKs before 21 have none. */
    private fun virtualThreads(): ExecutorService {
        val factory = runCatching { Executors::class.java.getMethod("newVirtualThreadPerTaskExecutor") }.getOrNull()
        assumeTrue(factory != null, "this JDK has no virtual threads")
        return factory!!.invoke(null) as ExecutorService
    }

    @Test
    @Timeout(120)
    fun `virtual threads generate ids if available`() {
        val seen = ConcurrentHashMap.newKeySet<Uuid7>()
        inPool(virtualThreads(), 10_000) { repeat(10) { seen.add(uuid7()) } }
        assertEquals(100_000, seen.size)
    }

    @Test
    @Timeout(120)
    fun `virtual threads share a generator and release their carriers if available`() {
        for (format in listOf(Format.TID, Format.UUID7)) {
            Generator.of(format, GeneratorOptions(maxLeadMs = 5000)).use { generator ->
                val lists =
                    inPool(virtualThreads(), 10_000) {
                        List(10) {
                            Thread.yield()
                            generator.next()
                        }
                    }
                assertEquals(100_000, lists.flatten().toSet().size)
                assertTrue(lists.all { list -> list.zipWithNext().all { (a, b) -> a < b } })
            }
        }
    }

    /** Fails a call in each of many threads, with different errors in adjacent ones. */
    private fun failInEach(pool: ExecutorService) {
        val next = AtomicInteger()
        inPool(pool, 5_000) {
            val length = next.getAndIncrement() % 20
            val error = assertThrows<SortidException> { Uuid7.parse("x".repeat(length)) }
            assertEquals(length, error.offset)
            val column = IdColumn.ofTexts(listOf("3jzfcijpj2z2a", "y".repeat(length % 12)), Format.TID)
            val refused = assertThrows<SortidException> { column.texts() }
            assertEquals(length % 12, refused.offset)
        }
    }

    @Test
    fun `threads receive the errors of their own calls`() = failInEach(Executors.newFixedThreadPool(8))

    @Test
    @Timeout(120)
    fun `virtual threads receive the errors of their own calls`() = failInEach(virtualThreads())

    @Test
    fun `close waits for running calls`() {
        repeat(50) {
            val generator = Generator.of(Format.UUID7)
            val counts =
                inPool(Executors.newFixedThreadPool(4), 4) {
                    var count = 0
                    try {
                        repeat(2000) {
                            generator.next()
                            if (++count == 100) generator.close()
                        }
                    } catch (_: IllegalStateException) {
                        return@inPool count
                    }
                    count
                }
            assertTrue(counts.all { it < 2000 })
        }
    }
}
