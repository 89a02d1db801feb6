package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import java.lang.reflect.Modifier
import java.math.BigInteger
import java.time.Duration
import java.time.Instant

class TypedIdTest {
    @Test
    fun `each format has a final class`() {
        assertEquals(Format.entries, idTypes.map { it.format })
        assertEquals(idTypes.size, idTypes.map { it.idClass }.toSet().size)
        for (type in idTypes) assertTrue(Modifier.isFinal(type.idClass.modifiers), "$type")
    }

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `typed and dynamic ids agree`(type: IdType<*>) = same(type)

    private fun <T : Id> same(type: IdType<T>) {
        val id = if (type.format.canGenerate) type.generator().use { it.next() } else type.of(someId(type.format))
        val dynamic = AnyId.parse(id.toString(), type.format)
        assertEquals(type.idClass, id.javaClass)
        assertSame(type, type.idClass.getField("TYPE").get(null))
        assertEquals(id, type.of(dynamic))
        assertEquals(dynamic.fields, id.fields)
        assertEquals(dynamic.toBigInteger(), id.toBigInteger())
        assertEquals(id, type.parse(id.toString()))
        assertEquals(id, type.parseOrNull(id.toString()))
        assertEquals(id, type.fromBytes(id.toByteArray()))
        assertEquals(id, type.fromFields(id.fields))
        assertEquals(id.hashCode(), type.of(dynamic).hashCode())
        assertEquals(dynamic, id.toAnyId())
        assertFalse(id.equals(dynamic))
        assertNull(type.parseOrNull("?"))
        assertFalse(type.isValid("?"))
        val other = Format.entries[(type.format.ordinal + 1) % Format.entries.size]
        assertThrows<SortidException.NotApplicable> { type.of(someId(other)) }
        if (type.format.resolutionNs != null && type.format.canGenerate) {
            val range = type.range(dynamic.instant.minusSeconds(1), dynamic.instant.plusSeconds(1))
            assertTrue(id in range)
            assertFalse(type.maxAt(dynamic.instant.plusSeconds(9)) in range)
        }
        properties(type, id)
    }

    /**
     * Each field has a property of the narrowest number type. `timestamp` is the exact time of
     * every format.
     */
    private fun properties(
        type: IdType<*>,
        id: Id,
    ) {
        for (field in type.format.fields.filter { it.name != "timestamp" }) {
            val name = field.name.split('_').joinToString("") { it.replaceFirstChar(Char::uppercase) }
            val value = type.idClass.getMethod("get$name").invoke(id)
            val kind =
                if (field.bits < 32) {
                    Int::class
                } else if (field.bits < 64) {
                    Long::class
                } else {
                    BigInteger::class
                }
            assertEquals(kind, value::class)
            assertEquals(id.field(field.name), BigInteger(value.toString()))
        }
    }

    @Test
    fun `the node reads back`() {
        for (format in Format.entries.filter { it.bits == 64 && "node" in it.options }) {
            val id = Generator.of(format, GeneratorOptions(node = 5)).use { it.next() }
            assertEquals(5L, id.node, "$format")
            val own = idTypes.single { it.format == format }
            assertEquals(5, (own.idClass.getMethod("getNode").invoke(own.of(id)) as Number).toInt(), "$format")
        }
        assertNull(uuid7().toAnyId().node)
    }

    @Test
    fun `typed and dynamic ids have the same order`() {
        val (before, after) = Timeid.fromFields(mapOf("timestamp_us" to -2)) to Timeid.fromFields(mapOf("timestamp_us" to 0))
        assertTrue(before < after)
        assertEquals(-2, before.timestampUs)
        val uuids = listOf("00000000-0000-8000-8000-000000000001", "ffffffff-ffff-8fff-bfff-ffffffffffff").map(Uuid8::parse)
        assertEquals(uuids, uuids.reversed().sorted())
        assertEquals(uuids, uuids.map { Uuid8.fromUuid(it.toUuid()) })
        val random80 = BigInteger.ONE.shiftLeft(80).dec()
        assertEquals(random80, Scru160.fromFields(mapOf("random80" to random80, "timestamp_ms" to 1)).random80)
    }

    @Test
    fun `options accept named arguments and JDK times`() {
        assertEquals(GeneratorOptions().node(7).maxLeadMs(20), GeneratorOptions(node = 7, maxLeadMs = 20))
        assertEquals(GeneratorOptions().maxLeadMs(20), GeneratorOptions().maxLead(Duration.ofMillis(20)))
        assertEquals(GeneratorOptions().epochUnixMs(-1), GeneratorOptions().epoch(Instant.ofEpochMilli(-1)))
        assertEquals(GeneratorOptions().unlimitedRollbackTolerance(), GeneratorOptions(unlimitedRollbackTolerance = true))
        assertEquals(GeneratorOptions(), GeneratorOptions(node = null))
        val error = assertThrows<SortidException.InvalidOption> { GeneratorOptions().maxLead(Duration.ofNanos(1)) }
        assertEquals("max_lead_ms", error.subject)
        assertThrows<SortidException.InvalidOption> { Tid.generator(GeneratorOptions().maxLead(Duration.ofSeconds(Long.MAX_VALUE))) }
    }

    @Test
    fun `keyed reads texts as UTF-8`() {
        val (text, secret) = "é" to ByteArray(16)
        val id = Uuid7.keyed(Instant.EPOCH, text, text, secret)
        assertEquals(id, Uuid7.keyed(Timestamp(0, 0), text.toByteArray(), text.toByteArray(), secret))
        assertThrows<SortidException.InvalidCharacter> { Uuid7.keyed(Instant.EPOCH, "\ud800") }
        assertThrows<SortidException.InvalidCharacter> { Uuid7.keyed(Instant.EPOCH, text, "\ud800") }
    }
}
