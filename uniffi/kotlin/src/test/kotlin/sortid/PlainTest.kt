package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import sortid.internal.Direct
import java.nio.ByteBuffer
import kotlin.random.Random
import kotlin.random.nextInt

/** Compares Kotlin code that reads and writes ids with the library. */
class PlainTest {
    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Kotlin and the library agree`(type: IdType<*>) = agree(type)

    private fun <T : Id> agree(type: IdType<T>) {
        val plain = type.plain ?: return
        val random = Random(1)
        repeat(ROUNDS) { round ->
            val bytes = random.nextBytes(type.format.byteLength)
            // Every second round uses bytes with the fixed bits.
            if (round % 2 == 0) someId(type.format).toByteArray().copyInto(bytes, 0, 0, minOf(FIXED, bytes.size))
            val words = ByteBuffer.wrap(bytes.copyOf(2 * Long.SIZE_BYTES))
            val id = Direct.fromBytes(bytes, type)
            assertEquals(id != null, plain.accepts(words.getLong(0), words.getLong(Long.SIZE_BYTES)))
            if (id == null) return@repeat
            assertEquals(id, type.fromBytes(bytes))
            val text = Direct.text(id, Form.CANONICAL)
            assertEquals(text, id.toString())
            assertEquals(text, plain.text?.write(id.head, id.middle) ?: text)
            for (other in listOf(text, text.uppercase(), text.lowercase(), changed(text, random), text.drop(1), "${text}0")) {
                val wanted = Direct.parse(other, type)
                assertEquals(wanted, plain.text?.parse(other, type) ?: wanted, other)
                assertEquals(wanted, type.parseOrNull(other), other)
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Kotlin and the library agree on fields`(type: IdType<*>) = readsFields(type)

    private fun <T : Id> readsFields(type: IdType<T>) {
        val random = Random(2)
        repeat(ROUNDS) {
            val id = Direct.fromBytes(random.nextBytes(type.format.byteLength), type) ?: return@repeat
            val methods = id.javaClass.methods.filter { it.parameterCount == 0 }
            val getters = methods.associateBy { it.name.lowercase() }
            for (field in type.format.fields) {
                val getter = getters["get" + field.name.replace("_", "")] ?: continue
                val value = getter(id) as? Number ?: continue
                assertEquals(id.field(field.name).toLong(), value.toLong(), "${field.name} of $id")
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Kotlin and the library agree on reserved ids and conversions`(type: IdType<*>) = convertsAndReserves(type)

    private fun <T : Id> convertsAndReserves(type: IdType<T>) {
        val random = Random(3)
        repeat(FEW) { round ->
            val bytes = random.nextBytes(type.format.byteLength)
            // In turn: random bytes, bytes that begin with zeros or ones, and bytes with the fixed
            // bits.
            if (round % 3 == 1) bytes.fill(if (random.nextBoolean()) 0 else -1, 0, random.nextInt(bytes.size))
            if (round % 3 == 2) someId(type.format).toByteArray().copyInto(bytes, 0, 0, minOf(FIXED, bytes.size))
            val id = Direct.fromBytes(bytes, type) ?: return@repeat
            val isReserved = Direct.isReserved(id)
            assertEquals(isReserved, id.isReserved, "$id")
            assertEquals(isReserved, AnyId.fromBytes(bytes, type.format).isReserved, "$id")
            for (other in idTypes) converts(id, other)
        }
    }

    private fun <O : Id> converts(
        id: Id,
        to: IdType<O>,
    ) = assertEquals(outcome { Direct.convert(id, to) }, outcome { id.convert(to) }, "$id as $to")

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Kotlin and the library agree on bounds of times`(type: IdType<*>) = bounds(type)

    private fun <T : Id> bounds(type: IdType<T>) {
        val random = Random(4)
        val ends = runCatching { type.range(null as Timestamp?, null) }.getOrNull()
        val edges = listOfNotNull(ends?.min, ends?.max).map { it.timestamp.seconds } + listOf(0, Long.MIN_VALUE, Long.MAX_VALUE)
        val (first, last) = listOf(edges.first(), edges[1]).sorted()
        val seconds = edges.flatMap { listOf(it - 1, it, it + 1) } + List(FEW) { random.nextLong(first, last + 1) }
        val ticks = listOfNotNull(ends?.min, ends?.max).map { it.timestamp.nanos }.flatMap { listOf(it - 1, it, it + 1) }
        val nanos = ticks + listOf(0, 1, LAST_NANO, LAST_NANO + 1, -1, Int.MIN_VALUE, Int.MAX_VALUE)
        val times = seconds.flatMap { second -> (nanos + random.nextInt(LAST_NANO)).map { Timestamp(second, it) } }
        for (time in times) {
            assertEquals(outcome { Direct.minAt(time, type) }, outcome { type.minAt(time) }, "$type at $time")
            assertEquals(outcome { Direct.maxAt(time, type) }, outcome { type.maxAt(time) }, "$type at $time")
        }
        for ((from, to) in times.zip(times.shuffled(random)) + times.zipWithNext()) {
            val wanted = Direct.rangeOrNull(from, to, type)
            if (wanted == null) {
                assertTrue(type.time?.range(from, to, type) == null, "$type from $from to $to")
            } else {
                assertEquals(wanted, type.range(from, to), "$type from $from to $to")
            }
        }
    }

    /** A result, or the exception. */
    private fun outcome(call: () -> Any): Any =
        try {
            call()
        } catch (e: RuntimeException) {
            "$e"
        }

    @Test
    fun `Kotlin writes the bounds of common formats`() {
        for (type in listOf(Tid, Uuid7, Ulid, Tsid, Snowflake, Uuid1)) writesBounds(type)
    }

    private fun <T : Id> writesBounds(type: IdType<T>) = assertTrue(type.time?.minAt(Timestamp(1_700_000_000, 0), type) != null)

    /** A text with one character replaced. */
    private fun changed(
        text: String,
        random: Random,
    ): String {
        val at = random.nextInt(text.indices)
        val other = if (random.nextBoolean()) text.random(random) else random.nextInt(0..CHARACTERS).toChar()
        return text.replaceRange(at, at + 1, "$other")
    }

    @Test
    fun `Kotlin reads and writes the common texts`() {
        for (type in listOf(Tid, Uuid7, Ulid, Tsid)) readsAndWrites(type)
    }

    private fun <T : Id> readsAndWrites(type: IdType<T>) {
        val (id, text) = type.now() to checkNotNull(type.plain?.text)
        assertEquals(id, text.parse(id.toString(), type))
        assertEquals(id.toString(), text.write(id.head, id.middle))
        assertTrue(text.parse(id.toString().dropLast(1) + "\u0130", type) == null)
    }

    private companion object {
        const val ROUNDS = 1000

        /** The number of rounds, each with many comparisons. */
        const val FEW = 30

        /** The bytes up to the last fixed bits. */
        const val FIXED = 9

        const val LAST_NANO = 999_999_999

        /** Some characters beyond Latin 1. */
        const val CHARACTERS = 0x2ff
    }
}
