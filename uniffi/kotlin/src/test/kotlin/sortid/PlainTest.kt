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

/** Holds what Kotlin reads and writes itself to what the library does. */
class PlainTest {
    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Kotlin and the library agree`(type: IdType<*>) = agree(type)

    private fun <T> agree(type: IdType<T>) where T : AnyId, T : Comparable<T> {
        val plain = type.plain ?: return
        val random = Random(1)
        repeat(ROUNDS) { round ->
            val bytes = random.nextBytes(type.format.byteLength)
            // Every other round, bytes that carry the fixed bits.
            if (round % 2 == 0) someId(type.format).toByteArray().copyInto(bytes, 0, 0, minOf(FIXED, bytes.size))
            val words = ByteBuffer.wrap(bytes.copyOf(2 * Long.SIZE_BYTES))
            val id = Direct.fromBytes(bytes, type).id
            assertEquals(id != null, plain.accepts(words.getLong(0), words.getLong(Long.SIZE_BYTES)))
            if (id == null) return@repeat
            assertEquals(id, type.fromBytes(bytes))
            val text = Direct.text(id, SortId.Form.CANONICAL)
            assertEquals(text, id.toString())
            assertEquals(text, plain.text?.write(id.head, id.middle) ?: text)
            for (other in listOf(text, text.uppercase(), text.lowercase(), changed(text, random), text.drop(1), "${text}0")) {
                val wanted = Direct.parse(other, type).id
                assertEquals(wanted, plain.text?.parse(other, type) ?: wanted, other)
                assertEquals(wanted, type.parseOrNull(other), other)
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `fields that Kotlin reads are those of the library`(type: IdType<*>) = readsFields(type)

    private fun <T> readsFields(type: IdType<T>) where T : AnyId, T : Comparable<T> {
        val random = Random(2)
        repeat(ROUNDS) {
            val id = Direct.fromBytes(random.nextBytes(type.format.byteLength), type).id ?: return@repeat
            val methods = id.javaClass.methods.filter { it.parameterCount == 0 }
            val getters = methods.associateBy { it.name.lowercase() }
            for (field in type.format.fields) {
                val getter = getters["get" + field.name.replace("_", "")] ?: continue
                val value = getter(id) as? Number ?: continue
                assertEquals(id.field(field.name).toLong(), value.toLong(), "${field.name} of $id")
            }
        }
    }

    /** A text with another character in one place. */
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

    private fun <T> readsAndWrites(type: IdType<T>) where T : AnyId, T : Comparable<T> {
        val (id, text) = type.now() to checkNotNull(type.plain?.text)
        assertEquals(id, text.parse(id.toString(), type))
        assertEquals(id.toString(), text.write(id.head, id.middle))
        assertTrue(text.parse(id.toString().dropLast(1) + "\u0130", type) == null)
    }

    private companion object {
        const val ROUNDS = 1000

        /** The bytes up to the last fixed bits. */
        const val FIXED = 9

        /** Some characters beyond Latin 1. */
        const val CHARACTERS = 0x2ff
    }
}
