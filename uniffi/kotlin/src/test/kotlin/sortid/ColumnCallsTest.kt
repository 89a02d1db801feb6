package sortid

import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import sortid.IdColumn.OnInvalid.NULL
import java.lang.management.ManagementFactory
import java.nio.ByteBuffer
import java.nio.IntBuffer
import java.time.Instant
import java.util.concurrent.TimeUnit

/** Operations on columns, and their errors. */
class ColumnCallsTest {
    @Test
    fun `a column of several pieces has all rows`() {
        val ids = LongArray(10_001) { it.toLong() shl 10 }
        ids[5000] = -1
        val column = IdColumn.ofInts(ids, Format.TIMEID)
        val alone = assertThrows<SortidException.Argument> { AnyId.fromLong(-1, Format.TIMEID) }
        val error = assertThrows<SortidException.Argument> { column.times() }
        assertEquals(alone.code, error.code)
        assertEquals(5000, error.row)
        assertEquals("${alone.message}, in row 5000", error.message)
        val times = column.times(TimeUnit.MICROSECONDS, NULL)
        assertEquals(listOf(4999L, null, 5001L, 10_000L), listOf(times[4999], times[5000], times[5001], times[10_000]))
        assertEquals(mapOf(alone.code to 1L), times.invalid)
        val texts = IdColumn.ofTexts(column.texts(NULL), Format.TIMEID)
        assertEquals(times, texts.times(TimeUnit.MICROSECONDS, NULL))
        assertEquals(9, column.between(Instant.ofEpochSecond(0, 9_991_000), Instant.ofEpochSecond(0, 10_000_000), NULL).rows.cardinality())
    }

    @Test
    fun `an invalid row throws the error of a single id with the row`() {
        val text = "3jzfcijpj2z2!"
        val alone = assertThrows<SortidException.Argument> { Tid.parse(text) }
        val texts = List(5000) { null } + text
        val buffer = ByteBuffer.wrap((text + "3jzfcijpj2z2a").toByteArray())
        val offsets = IntBuffer.wrap(intArrayOf(0, 13, 26))
        val padded = ByteBuffer.wrap("3jzfc\u00003jzfci".toByteArray())
        val short = assertThrows<SortidException.Argument> { Tid.parse("3jzfc") }
        for ((column, expected, row) in listOf(
            Triple(IdColumn.ofTexts(texts, Format.TID), alone, 5000),
            Triple(IdColumn.ofTexts(buffer, 13, Format.TID), alone, 0),
            Triple(IdColumn.ofTexts(buffer, offsets, Format.TID), alone, 0),
            Triple(IdColumn.ofTexts(padded, 6, Format.TID), short, 0),
        )) {
            val message = "${expected.message}, in row $row"
            assertEquals(message, assertThrows<SortidException.Argument> { column.times() }.message)
            assertEquals(message, assertThrows<SortidException.Argument> { column[row] }.message)
            assertEquals(message, column.times(onInvalid = NULL).firstError?.message)
        }
        val late = IdColumn.ofTexts(listOf(Uuid6.maxAt(Timestamp(50_000_000_000, 0)).toString()), Format.UUID6)
        val message = assertThrows<SortidException.TimestampOutOfRange> { late.times(TimeUnit.NANOSECONDS) }.message
        assertEquals("timestamp_out_of_range: the time does not fit 64 bits in this unit, in row 0", message)
    }

    @Test
    fun `a column reads strings of any length and characters`() {
        val long = "a".repeat(300_000)
        val texts =
            listOf("", "é", "\ud800", "3jzfcijpj2z2a", null, long, "3jzfcijpj2z2\ud83d\ude00", long + "é") + List(5000) { long.take(100) } +
                "3jzfcijpj2z2a"
        val column = IdColumn.ofTexts(texts, Format.TID)
        for ((text, time) in texts.zip(column.times(onInvalid = NULL))) {
            val alone = runCatching { text?.let { AnyId.parse(it, Format.TID).instant.toEpochMilli() } }
            assertEquals(alone.getOrNull(), time)
        }
        assertEquals(300_002, assertThrows<SortidException.InvalidLength> { column[7] }.offset)
        assertThrows<SortidException.NotApplicable> { column.withValidity(ByteBuffer.allocate(1000)) }
    }

    @Test
    fun `times have the requested unit and options`() {
        val column = IdColumn.ofInts(longArrayOf(175928847299117063), Format.FLAKE_IDGEN)
        val discord = GeneratorOptions(epoch = GeneratorOptions.Epoch.DISCORD)
        for ((unit, time) in mapOf(
            TimeUnit.SECONDS to 1462015105L,
            TimeUnit.MILLISECONDS to 1462015105796L,
            TimeUnit.MICROSECONDS to 1462015105796000L,
            TimeUnit.NANOSECONDS to 1462015105796000000L,
        )) {
            assertEquals(listOf(time), column.times(unit, options = discord))
        }
        assertEquals("unit", assertThrows<SortidException.InvalidOption> { column.times(TimeUnit.DAYS) }.subject)
        val (from, to) = Timestamp(1462015105, 0) to Timestamp(1462015106, 0)
        assertEquals(listOf(true), column.between(from, to, options = discord))
        assertEquals(listOf(false), column.between(from, to))
        assertThrows<SortidException.InvalidOption> { column.between(to, from) }
        assertThrows<SortidException.InvalidOption> { column.times(options = GeneratorOptions(machineId = 1)) }
        assertThrows<SortidException.NotApplicable> { IdColumn.ofTexts(listOf(), Format.UUID4).times() }
        val flake = IdColumn.ofBytes(ByteBuffer.wrap(ByteArray(16) + ByteArray(16) { -1 }), Format.FLAKE)
        assertEquals(1, assertThrows<SortidException.TimestampOutOfRange> { flake.times(TimeUnit.NANOSECONDS) }.row)
    }

    @Test
    fun `rejects invalid columns`() {
        val data = ByteBuffer.allocate(26)
        val row = { offsets: IntArray ->
            assertThrows<SortidException.InvalidLength> { IdColumn.ofTexts(data, IntBuffer.wrap(offsets), Format.TID) }.row
        }
        assertEquals(0, row(intArrayOf()))
        assertEquals(0, row(intArrayOf(-1, 13)))
        assertEquals(1, row(intArrayOf(0, 13, 12)))
        assertEquals(1, row(intArrayOf(0, 13, 27)))
        for ((width, at) in mapOf(0 to null, -1 to null, 12 to 2)) {
            assertEquals(at, assertThrows<SortidException.InvalidLength> { IdColumn.ofTexts(data, width, Format.TID) }.row)
        }
        assertThrows<SortidException.InvalidLength> { IdColumn.ofBytes(data, Format.TID) }
        val column = IdColumn.ofTexts(data, 13, Format.TID)
        assertThrows<SortidException.InvalidLength> { column.withValidity(ByteBuffer.allocate(1), 7) }
        assertThrows<SortidException.InvalidLength> { column.withValidity(ByteBuffer.allocate(1), -1) }
        assertThrows<SortidException.InvalidField> { column.field("no such") }
        assertThrows<SortidException.NotApplicable> { IdColumn.ofTexts(listOf("a"), Format.ULID).field("randomness") }
        for (at in listOf(-1, 2)) assertThrows<IndexOutOfBoundsException> { column[at] }
        for (at in listOf(-1, 2)) assertThrows<IndexOutOfBoundsException> { column.valid()[at] }

        val none = IdColumn.ofTexts(listOf(), Format.TID)
        assertEquals(listOf<Long>(), none.times())
        assertNull(none.texts().firstError)
        assertArrayEquals(ByteArray(0), none.bytes().values)
    }

    @Test
    fun `a column allocates nothing per row except the results`() {
        val threads = ManagementFactory.getThreadMXBean() as com.sun.management.ThreadMXBean
        val self = Thread.currentThread().id
        val texts = List(200_000) { "3jzfcijpj2z2a" }
        val data = ByteBuffer.wrap("3jzfcijpj2z2a".repeat(1000).toByteArray())
        for (column in listOf(
            IdColumn.ofInts(LongArray(200_000) { it.toLong() }, Format.TID),
            IdColumn.ofTexts(texts, Format.TID),
            IdColumn.ofTexts(data, 13, Format.TID),
        )) {
            repeat(3) { column.times() }
            val before = threads.getThreadAllocatedBytes(self)
            val times = column.times()
            val allocated = threads.getThreadAllocatedBytes(self) - before
            assertTrue(allocated < times.size * 8 + 100_000, "$allocated bytes for ${times.size} rows")
        }
    }
}
