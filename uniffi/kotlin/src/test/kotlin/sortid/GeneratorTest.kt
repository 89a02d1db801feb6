package sortid

import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.ReadOnlyBufferException
import java.time.Instant

class GeneratorTest {
    private val noon = Instant.parse("2024-07-19T12:00:00Z")

    @ParameterizedTest
    @MethodSource("sortid.SomeIdsKt#getGeneratedFormats")
    fun `next returns increasing ids`(format: Format) {
        Generator.of(format).use { generator ->
            val ids = generator.ids().take(1000).toList() + generator.nextIds(5000)
            assertEquals(ids.size, ids.toSet().size)
            if (format.isOrdered) assertEquals(ids.sorted(), ids)
            val texts = generator.nextTexts(5000)
            assertTrue(texts.all { AnyId.isValid(it, format) })
            if (format.isOrdered && format.textSorts) assertEquals(texts.sorted(), texts)
            assertEquals(11_000, generator.status().ids)
            assertEquals(emptyList<AnyId>(), generator.nextIds(0))
            for (call in listOf(generator::nextIds, generator::nextTexts)) {
                assertEquals("count must be 0 or more, not -1", assertThrows<IllegalArgumentException> { call(-1) }.message)
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sortid.SomeIdsKt#getGeneratedFormats")
    fun `functions for one format use the process-wide generator`(format: Format) {
        val generator = defaultGenerator(format)
        val before = generator.status().ids
        newId(format)
        generator.next()
        assertTrue(generator.status().ids >= before + 2)
        generator.close()
        newId(format)
    }

    @Test
    fun `status has the origin of the node`() {
        fun origin(options: GeneratorOptions) =
            Generator.of(Format.SNOWFLAKE, options).use { generator ->
                assertTrue(generator.status().nodeReason.isNotEmpty())
                generator.status().nodeOrigin
            }
        assertEquals(NodeOrigin.ABSENT, defaultGenerator(Format.UUID7).status().nodeOrigin)
        assertEquals(NodeOrigin.ASSIGNED, origin(GeneratorOptions(node = 5)))
        assertEquals(NodeOrigin.DRAWN, origin(GeneratorOptions(nodeClaim = GeneratorOptions.NodeClaim.DRAWN)))
        if (System.getProperty("os.name") == "Linux") {
            assertEquals(NodeOrigin.CLAIMED, defaultGenerator(Format.SNOWFLAKE).status().nodeOrigin)
        }
        val seeded = GeneratorOptions(nodeClaim = GeneratorOptions.NodeClaim.REQUIRED, seed = ByteArray(32))
        val error = assertThrows<SortidException.InvalidOption> { origin(seeded) }
        assertEquals("node_claim", error.subject)
    }

    @Test
    fun `a seed determines the ids`() {
        fun ids(seed: ByteArray): List<String> {
            val options = GeneratorOptions().seed(seed).clock(GeneratorOptions.Clock.MANUAL)
            Generator.of(Format.UUID7, options).use { return List(3) { i -> it.nextAt(noon.plusMillis(i.toLong())).toString() } }
        }
        assertEquals(ids(ByteArray(32)), ids(ByteArray(32)))
        assertTrue(ids(ByteArray(32)) != ids(ByteArray(32) { 1 }))
        assertThrows<SortidException.InvalidOption> { ids(ByteArray(31)) }
    }

    @Test
    fun `a manual clock reads the given time`() {
        val options = GeneratorOptions().clock(GeneratorOptions.Clock.MANUAL).node(6)
        Generator.of(Format.TID, options).use { generator ->
            val time = Timestamp(1688137381, 887007000)
            assertEquals("3jzfcijpj2z2a", generator.nextAt(time).toString())
            assertEquals("3jzfcijpj322a", generator.nextAt(time).toString())
            val later = generator.nextAfterAt(AnyId.parse("3jzfcijpj4z2a", Format.TID), time)
            assertTrue(later > AnyId.parse("3jzfcijpj4z2a", Format.TID))
            val error = assertThrows<SortidException.InvalidOption> { generator.nextAfter(later) }
            assertEquals("clock", error.subject)
            assertThrows<SortidException.InvalidOption> { generator.next() }
            assertThrows<SortidException.InvalidOption> { generator.nextIds(1) }
            assertThrows<SortidException.TimestampOutOfRange> { generator.nextAt(Timestamp(0, -1)) }
        }
        assertThrows<SortidException.InvalidOption> { Generator.of(Format.TID).use { it.nextAt(noon) } }
    }

    @Test
    fun `nextAfter returns a greater id`() {
        val (ours, theirs) = Generator.of(Format.TID) to Generator.of(Format.TID)
        repeat(100) {
            val received = theirs.next()
            assertTrue(ours.nextAfter(received) > received)
        }
        assertThrows<SortidException.NotApplicable> { ours.nextAfter(newId(Format.UUID7)) }
        val ahead = AnyId.maxAt(Instant.now().plusSeconds(60), Format.TID)
        assertEquals("max_lead_ms", assertThrows<SortidException.LeadExceeded> { ours.nextAfter(ahead) }.subject)
        Generator.of(Format.TID, GeneratorOptions(maxLeadMs = 10_000_000_000_000)).use { unlimited ->
            assertTrue(unlimited.nextAfter(ahead) > ahead)
        }
    }

    @Test
    fun `timestamp and range use the options of the generator`() {
        val time = Timestamp(1767323045, 678_000_000)
        val options = GeneratorOptions(epoch = GeneratorOptions.Epoch.DISCORD, node = 3, clock = GeneratorOptions.Clock.MANUAL)
        Snowflake.generator(options).use { generator ->
            val id = generator.nextAt(time)
            assertEquals(time, generator.timestamp(id))
            assertEquals(time, id.timestamp(options))
            val range = generator.range(time, Timestamp(1767323046, 0))
            assertTrue(id in range)
            assertEquals(Snowflake.range(time, Timestamp(1767323046, 0), options), range)
            assertThrows<SortidException.InvalidOption> { generator.range(time, time) }
        }
        assertThrows<SortidException.InvalidOption> { snowflake().timestamp(GeneratorOptions(node = 1024)) }
        Generator.of(Format.TID).use { generator ->
            assertThrows<SortidException.NotApplicable> { generator.timestamp(newId(Format.TIMEID)) }
        }
    }

    @Test
    fun `arrays are filled with integers, bytes and text`() {
        Generator.of(Format.TID).use { generator ->
            val ints = LongArray(100)
            assertEquals(Generator.Filled(100, null), generator.fill(ints))
            assertTrue(ints.asList().zipWithNext().all { (a, b) -> a < b })
            val bytes = ByteArray(80)
            assertEquals(10, generator.fill(bytes).complete())
            assertTrue(AnyId.fromBytes(bytes.copyOfRange(72, 80), Format.TID) > AnyId.fromLong(ints.last(), Format.TID))
            val text = ByteArray(130)
            assertEquals(10, generator.fillText(text).complete())
            val texts = String(text, Charsets.US_ASCII).chunked(13)
            assertEquals(texts.sorted(), texts)
            val filled = generator.fill(ByteArray(81))
            assertEquals(0 to ErrorCode.INVALID_LENGTH, filled.ids to filled.error?.code)
            assertThrows<SortidException.InvalidLength> { filled.complete() }
            assertEquals(Generator.Filled(0, null), generator.fill(ByteArray(0)))
        }
        Generator.of(Format.UUID7).use { assertEquals(ErrorCode.NOT_APPLICABLE, it.fill(LongArray(1)).error?.code) }
    }

    @Test
    fun `texts of several lengths have no padding`() {
        val options = GeneratorOptions().clock(GeneratorOptions.Clock.MANUAL)
        Snowflake.generator(options).use { generator ->
            assertTrue(generator.nextAt(Timestamp(1288834974, 657_000_000)).toString().length < Format.SNOWFLAKE.textLengthMin + 8)
        }
        Flake.generator().use { generator ->
            val text = ByteArray(22)
            assertEquals(1, generator.fillText(text).complete())
            assertEquals(0, text.last())
            assertEquals(listOf(18), generator.nextTexts(3).map(String::length).distinct())
        }
    }

    @Test
    fun `a node may have all bits of its field`() {
        val widest = "1".toBigInteger().shiftLeft(64).dec()
        LexicalUuid.generator(GeneratorOptions().with("node", widest)).use { assertEquals(widest, it.next().worker) }
        ObjectId.generator(GeneratorOptions(node = 0xffffffffff)).use { assertEquals(0xffffffffff, it.next().random) }
        assertThrows<SortidException.InvalidOption> { ObjectId.generator(GeneratorOptions(node = 0x10000000000)) }
    }

    @Test
    fun `fill writes at the position of a buffer`() {
        Generator.of(Format.UUID7).use { generator ->
            for (buffer in listOf(ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64), ByteBuffer.allocate(70).position(6).slice())) {
                buffer.order(ByteOrder.LITTLE_ENDIAN).position(16)
                assertNull(generator.fill(buffer).error)
                assertEquals(64, buffer.position())
                val bytes = ByteArray(64).also { buffer.position(0).get(it) }
                assertArrayEquals(ByteArray(16), bytes.copyOf(16))
                assertTrue((16 until 64 step 16).all { AnyId.fromBytes(bytes.copyOfRange(it, it + 16), Format.UUID7).isReserved.not() })
            }
            assertThrows<ReadOnlyBufferException> { generator.fill(ByteBuffer.allocate(16).asReadOnlyBuffer()) }
        }
    }

    @Test
    fun `fill returns the number of ids before an error`() {
        val options = GeneratorOptions().onExhausted(GeneratorOptions.OnExhausted.ERROR).maxLeadMs(0)
        Generator.of(Format.UID11_SNOWISH, options).use { generator ->
            val filled = generator.fill(LongArray(2_000_000))
            assertEquals(ErrorCode.COUNTER_EXHAUSTED, filled.error?.code)
            assertTrue(filled.ids in 1 until 2_000_000)
        }
    }

    @Test
    fun `errors of options contain the range and the value`() {
        fun message(
            format: Format,
            options: GeneratorOptions,
        ) = assertThrows<SortidException.InvalidOption> { Generator.of(format, options) }.message
        val range = message(Format.SNOWFLAKE, GeneratorOptions().node(1024))
        assertEquals("invalid_option: node of a snowflake is 0 to 1023, not 1024", range)
        val unknown = message(Format.SNOWFLAKE, GeneratorOptions().with("nod", 5))
        assertEquals("invalid_option: no option is named \"nod\"; did you mean node?", unknown)
        val kind = message(Format.TID, GeneratorOptions().with("node", "x"))
        assertEquals("invalid_option: node must be an integer from 0 on, not \"x\"", kind)
    }

    @Test
    fun `rejects options that the format lacks`() {
        val error = assertThrows<SortidException.InvalidOption> { Generator.of(Format.UUID7, GeneratorOptions().datacenter(1)) }
        assertEquals("datacenter", error.subject)
        assertTrue(error.message!!.startsWith("invalid_option: a uuid7 has no option datacenter; its own are "), error.message)
        for (wrong in listOf(1024L, -1L, "x", "1025", true, 1.5, "1".toBigInteger().shiftLeft(70))) {
            assertThrows<SortidException.InvalidOption>("$wrong") { Generator.of(Format.TID, GeneratorOptions().with("node", wrong)) }
        }
        for (right in listOf(7, 7L, "7", 7.toBigInteger())) {
            val id = Generator.of(Format.TID, GeneratorOptions().with("node", right)).use { it.next() }
            assertEquals(7, id.field("clock_id").toInt())
        }
        assertThrows<SortidException.InvalidOption> { Generator.of(Format.TID, GeneratorOptions().with("clock_ids", 7)) }
        Generator.of(Format.TID, GeneratorOptions().unlimitedRollbackTolerance().rollbackToleranceMs(5)).close()
        assertEquals(GeneratorOptions().node(7), GeneratorOptions().with("node", 7L))
        assertEquals(
            "GeneratorOptions(seed=…, order=RANDOM)",
            "${GeneratorOptions(seed = ByteArray(32), order = GeneratorOptions.Order.RANDOM)}",
        )
    }

    @Test
    fun `reseed draws a new node`() {
        val generator = Generator.of(Format.TID, GeneratorOptions().node(5))
        assertThrows<SortidException.ForkedGenerator> { generator.reseed() }
        generator.reseed(node = 9)
        assertEquals(9, generator.next().field("clock_id").toInt())
        assertEquals(9, generator.node())
        assertEquals(null, Generator.of(Format.UUID7).node())
        assertThrows<SortidException.InvalidOption> { generator.reseed(seed = ByteArray(5), node = 1) }
        val (before, after) = uuid7().also { reseed() } to uuid7()
        assertTrue(before < after)
    }

    @Test
    fun `a closed generator throws IllegalStateException`() {
        val generator = Generator.of(Format.TID)
        generator.close()
        generator.close()
        assertThrows<IllegalStateException> { generator.next() }
        assertThrows<IllegalStateException> { generator.status() }
        assertThrows<IllegalStateException> { generator.fill(LongArray(1)) }
    }
}
