package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import sortid.IdColumn.OnInvalid.NULL
import java.math.BigInteger
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.IntBuffer
import java.nio.LongBuffer
import java.util.BitSet
import java.util.LinkedList
import java.util.concurrent.TimeUnit

/** Compares rows of columns in every memory layout with single ids. */
class ColumnTest {
    /** Caches the last fields, since reading them is slow. */
    private val fields = HashMap<AnyId, Long>()

    /** Ids, a null row and an invalid one, as texts or as bytes. */
    private fun rows(format: Format): List<ByteArray?> =
        (0 until ROWS).map { nth ->
            val type = IdType.of(format)
            val fields =
                format.fields.associate {
                    it.name to
                        BigInteger.valueOf(nth * 77_777_777L).mod(BigInteger.ONE.shiftLeft(minOf(it.bits, 40)))
                }
            val id = runCatching { type.fromFields(fields) }.getOrElse { type.fromFields(emptyMap()) }
            val bytes = id.toByteArray()
            if (nth % 37 == 9) bytes.reverse()
            if (nth % 5 == 3) null else bytes
        }

    private fun texts(format: Format): List<String?> =
        rows(format).mapIndexed { nth, bytes ->
            val id = bytes?.let { runCatching { AnyId.fromBytes(it, format).toString() }.getOrDefault("") }
            when (nth % 37) {
                5 -> id?.take(3)
                11 -> id?.let { "!$it".take(it.length) }
                else -> id
            }
        }

    /** The result for each single row: an id, an error, or null. */
    private fun <R : Any> alone(
        rows: List<R?>,
        read: (R) -> AnyId,
    ): List<Any?> =
        rows.map { row ->
            try {
                row?.let(read)
            } catch (e: SortidException.Argument) {
                e
            }
        }

    /** Compares every operation of a column with single ids. */
    private fun compare(
        column: IdColumn,
        alone: List<Any?>,
        about: String,
    ) {
        val format = column.format
        check(alone, column.texts(NULL), about) { it.toString() }
        check(alone, column.bytes(NULL).map { it?.toList() }, column.bytes(NULL), about) { it.toByteArray().toList() }
        val first = alone.indexOfFirst { it is SortidException }
        val thrown = runCatching { column.texts() }.exceptionOrNull() as SortidException?
        assertEquals(if (first < 0) null else describe(alone[first] as SortidException, first), thrown?.let { describe(it, it.row) }, about)
        assertEquals(alone.map { it is AnyId }, column.valid().map { it ?: false }, about)
        for ((row, one) in alone.withIndex().filter { it.index % 7 == 2 || it.value is SortidException }) {
            val read = runCatching { column[row] }
            if (one is SortidException) {
                assertEquals(describe(one, row), describe(read.exceptionOrNull() as SortidException, row), about)
            } else {
                assertEquals(one, read.getOrThrow(), about)
            }
        }
        val name = format.fields.last().name
        if (format.fields.last().bits <= Long.SIZE_BITS) {
            check(alone, column.field(name, NULL), about) { fields.getOrPut(it) { it.field(name).toLong() } }
        }
        if (format.bits == Long.SIZE_BITS) {
            check(alone, column.ints(NULL), about) { it.toLong() }
        } else {
            assertThrows<SortidException.NotApplicable> { column.ints() }
        }
        if (alone.filterIsInstance<AnyId>().all { runCatching { it.timestamp }.isSuccess }) {
            check(alone, column.times(TimeUnit.SECONDS, NULL), about) { it.timestamp.seconds }
            val (from, to) = Timestamp(0, 0) to Timestamp(3_000_000_000, 0)
            check(alone, column.between(from, to, NULL), about) { it.timestamp >= from && it.timestamp < to }
        }
    }

    private fun <T : Any> check(
        alone: List<Any?>,
        found: ColumnValues<T>,
        about: String,
        expect: (AnyId) -> Any,
    ) = check(alone, found, found, about, expect)

    private fun check(
        alone: List<Any?>,
        found: List<Any?>,
        values: ColumnValues<*>,
        about: String,
        expect: (AnyId) -> Any,
    ) {
        assertEquals(alone.map { (it as? AnyId)?.let(expect) }, found, about)
        assertEquals(alone.count { it !is AnyId }, values.nulls.cardinality(), about)
        val refusals = alone.filterIsInstance<SortidException>()
        assertEquals(refusals.groupingBy { it.code }.eachCount().mapValues { it.value.toLong() }, values.invalid, about)
        val first = alone.indexOfFirst { it is SortidException }
        assertEquals(refusals.firstOrNull()?.let { describe(it, first) }, values.firstError?.let { describe(it, it.row) }, about)
    }

    private fun describe(
        error: SortidException,
        row: Int?,
    ) = Triple(error.code, error.offset, row)

    /** Buffers of every kind with these remaining bytes. */
    private fun memories(bytes: ByteArray): List<ByteBuffer> {
        val heap = ByteBuffer.allocate(bytes.size + 8)
        val direct = ByteBuffer.allocateDirect(bytes.size + 8)
        return listOf(heap, direct).flatMap { buffer ->
            buffer.position(3)
            buffer.put(bytes)
            buffer.flip().position(3)
            listOf(buffer, buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN))
        }
    }

    private fun validity(
        rows: List<Any?>,
        from: Int,
    ): ByteBuffer {
        val bits = BitSet()
        for (row in rows.indices) bits[from + row] = rows[row] != null
        return ByteBuffer.wrap(bits.toByteArray().copyOf((rows.size + from + 7) / 8))
    }

    private fun offsets(cells: List<ByteArray>): IntArray = cells.runningFold(0) { end, cell -> end + cell.size }.toIntArray()

    private fun joined(cells: List<ByteArray>): ByteArray = cells.fold(ByteArray(0)) { all, cell -> all + cell }

    /**
     * Offsets of both widths, on the heap, in native memory, and in native memory that the library
     * cannot read.
     */
    private fun columns(
        data: ByteBuffer,
        offsets: IntArray,
        ofInts: (ByteBuffer, IntBuffer) -> IdColumn,
        ofLongs: (ByteBuffer, LongBuffer) -> IdColumn,
    ): List<IdColumn> {
        val bytes = ByteBuffer.allocateDirect(offsets.size * 8 + 1)
        val odd =
            bytes
                .duplicate()
                .position(1)
                .slice()
                .order(ByteOrder.nativeOrder())
                .asLongBuffer()
        odd.duplicate().put(offsets.map(Int::toLong).toLongArray())
        val other = if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) ByteOrder.LITTLE_ENDIAN else ByteOrder.BIG_ENDIAN
        val swapped = ByteBuffer.allocateDirect(offsets.size * 4).order(other).asIntBuffer()
        swapped.duplicate().put(offsets)
        val native = ByteBuffer.allocateDirect(offsets.size * 4 + 4).order(ByteOrder.nativeOrder()).asIntBuffer()
        native.position(1)
        native.slice().put(offsets)
        return listOf(ofInts(data, IntBuffer.wrap(offsets)), ofInts(data, swapped), ofInts(data, native), ofLongs(data, odd))
    }

    @Test
    fun `text rows equal single ids in every memory layout`() {
        for (format in Format.entries) {
            val texts = texts(format)
            val alone = alone(texts) { AnyId.parse(it, format) }
            compare(IdColumn.ofTexts(texts, format), alone, "$format list")
            compare(IdColumn.ofTexts(LinkedList(texts), format), alone, "$format linked list")
            val cells = texts.map { (it ?: "").toByteArray() }
            val width = format.textLength + 1
            val from = format.code % 9
            for (memory in memories(joined(cells.map { it.copyOf(width) }))) {
                compare(IdColumn.ofTexts(memory, width, format).withValidity(validity(texts, from), from), alone, "$format $memory")
            }
            for (memory in memories(joined(cells)).slice(listOf(0, 3))) {
                for (column in columns(
                    memory,
                    offsets(cells),
                    { data, offsets -> IdColumn.ofTexts(data, offsets, format) },
                    { data, offsets -> IdColumn.ofTexts(data, offsets, format) },
                )) {
                    compare(column.withValidity(validity(texts, from), from), alone, "$format $memory offsets")
                }
            }
        }
    }

    @Test
    fun `byte and integer rows equal single ids`() {
        for (format in Format.entries) {
            val rows = rows(format)
            val alone = alone(rows) { AnyId.fromBytes(it, format) }
            val whole = rows.map { it ?: ByteArray(format.byteLength) }
            for (memory in memories(joined(whole))) {
                compare(IdColumn.ofBytes(memory, format).withValidity(validity(rows, 3), 3), alone, "$format $memory")
            }
            // A row that is shorter than an id.
            val cells = rows.mapIndexed { nth, row -> if (nth % 37 == 5) row?.copyOf(3) else row }
            val shorter = alone(cells) { AnyId.fromBytes(it, format) }
            val there = cells.map { it ?: ByteArray(0) }
            for (column in columns(
                memories(joined(there)).first(),
                offsets(there),
                { data, offsets -> IdColumn.ofBytes(data, offsets, format) },
                { data, offsets -> IdColumn.ofBytes(data, offsets, format) },
            )) {
                compare(column.withValidity(validity(cells, 0)), shorter, "$format offsets")
            }
            val longs = { ByteBuffer.wrap(joined(whole)).asLongBuffer() }
            if (format.bits != Long.SIZE_BITS) {
                assertThrows<SortidException.NotApplicable> { IdColumn.ofInts(longs(), format) }
                continue
            }
            val array = LongArray(whole.size).also { longs().get(it) }
            val direct = ByteBuffer.allocateDirect(array.size * 8 + 8).order(ByteOrder.nativeOrder()).asLongBuffer()
            direct.position(1)
            direct.slice().put(array)
            for (column in listOf(IdColumn.ofInts(array, format), IdColumn.ofInts(direct, format), IdColumn.ofInts(longs(), format))) {
                compare(column.withValidity(validity(rows, 0)), alone, "$format integers")
            }
        }
    }

    private companion object {
        const val ROWS = 150
    }
}
