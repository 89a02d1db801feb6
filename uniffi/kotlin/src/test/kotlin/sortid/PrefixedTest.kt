package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.google.gson.Gson
import com.google.gson.GsonBuilder
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import sortid.gson.SortidTypeAdapterFactory
import sortid.serialization.PrefixedIdSerializer
import sortid.serialization.PrefixedSerializer
import java.time.Instant

class PrefixedTest {
    @JvmInline
    value class OrderId(
        override val id: AnyId,
    ) : Prefixed<OrderId> {
        override fun toString(): String = text(id)

        companion object : PrefixedType<OrderId>("order", Format.UUID7, ::OrderId)
    }

    /** A minimal class. */
    @JvmInline
    value class UserId(
        val id: AnyId,
    ) {
        companion object : PrefixedType<UserId>("user", Format.TSID, ::UserId)
    }

    @JvmInline
    value class AccountId(
        override val id: AnyId,
    ) : Prefixed<AccountId> {
        override fun toString(): String = text(id)

        companion object : PrefixedType<AccountId>("account", ::AccountId)
    }

    /** A class that frameworks read. */
    class InvoiceId private constructor(
        id: AnyId,
    ) : AbstractPrefixed<InvoiceId>(Companion, id) {
        companion object : PrefixedType<InvoiceId>("invoice", Format.ULID, ::InvoiceId) {
            // Without the annotation, Jackson's module for Kotlin calls the constructor.
            @JvmStatic
            @JsonCreator
            fun valueOf(text: String): InvoiceId = parse(text)
        }
    }

    data class Invoice(
        val id: InvoiceId,
        val total: Int,
    )

    object InvoiceIdSerializer : PrefixedSerializer<InvoiceId>(InvoiceId)

    object OrderIdSerializer : PrefixedSerializer<OrderId>(OrderId)

    private val text = "order_01fwhe4ydgfk1shh6w1g60eecf"
    private val order = PrefixedId.parse(text, Format.UUID7)

    @Test
    fun `parse splits a text into prefix and id`() {
        assertEquals("order" to "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", order.prefix to order.id.toString())
        assertEquals(text, order.toString())
        assertEquals(order, PrefixedId("order", Uuid7.of(order.id)))
        assertEquals(order.hashCode(), PrefixedId.parse(text, Format.UUID7, "order").hashCode())
        assertEquals("order", AnyId.prefixOf(text))
        assertEquals("", AnyId.prefixOf("Order_x"))
        val nil = PrefixedId.parse("0".repeat(26), Format.ANY_UUID)
        assertEquals("" to UuidKind.NIL, nil.prefix to nil.id.kind)
        assertEquals("0".repeat(26), nil.toString())
        val longest = "x".repeat(63)
        assertEquals(longest, PrefixedId.parse("${longest}_0000000000e008000000000000", Format.UUID7).prefix)
        assertEquals("order_0AWE5HZP3SKTK", PrefixedId("order", Tsid.parse("0AWE5HZP3SKTK")).toString())
    }

    @ParameterizedTest
    @EnumSource
    fun `ids with a prefix round-trip in each format`(format: Format) {
        val id = someId(format)
        if (format.takesPrefix) {
            val prefixed = PrefixedId("a_b", id)
            assertEquals(prefixed, PrefixedId.parse("$prefixed", format))
            assertTrue(PrefixedId.isValid("$prefixed", format))
        } else {
            assertThrows<SortidException.NotApplicable> { PrefixedId("a_b", id) }
            assertThrows<SortidException.NotApplicable> { PrefixedType("a_b", format) { it } }
        }
    }

    @Test
    fun `invalid texts throw the errors of the library`() {
        fun refused(
            text: String,
            prefix: String? = null,
        ) = assertThrows<SortidException> {
            if (prefix == null) PrefixedId.parse(text, Format.ANY_UUID) else PrefixedId.parse(text, Format.ANY_UUID, prefix)
        }.let { it.code to it.offset }
        assertEquals(ErrorCode.INVALID_CHARACTER to 0, refused("PREFIX_00000000000000000000000000"))
        assertEquals(ErrorCode.INVALID_CHARACTER to 2, refused("pr\u00e9fix_00000000000000000000000000"))
        assertEquals(ErrorCode.INVALID_LENGTH to 91, refused("${"a".repeat(64)}_00000000000000000000000000"))
        assertEquals(ErrorCode.INVALID_LENGTH to 100_000, refused("a".repeat(100_000)))
        assertEquals(ErrorCode.OUT_OF_RANGE to null, refused("prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz"))
        assertEquals(ErrorCode.WRONG_PREFIX to 0, refused("user_01h455vb4pex5vsknk084sn02q", "order"))
        assertEquals(ErrorCode.WRONG_PREFIX to 0, refused("01h455vb4pex5vsknk084sn02q", "order"))
        assertEquals(ErrorCode.WRONG_PREFIX to 0, refused(text, ""))
        for (wrong in listOf("Order", "_a", "a_", "\uD800", "a".repeat(64), "a".repeat(1000))) {
            val errors =
                listOf(
                    assertThrows<SortidException.InvalidOption> { PrefixedId(wrong, order.id) },
                    assertThrows<SortidException.InvalidOption> { PrefixedId.parse(text, Format.UUID7, wrong) },
                    assertThrows<SortidException.InvalidOption> { PrefixedType(wrong, Format.UUID7) { it } },
                )
            assertEquals(setOf("prefix"), errors.map { it.subject }.toSet())
        }
        assertNull(PrefixedId.parseOrNull("order_", Format.UUID7))
        assertFalse(PrefixedId.isValid("order_", Format.UUID7))
    }

    @Test
    fun `TypeIDs accept every UUID and generate version 7`() {
        val ids = List(10) { AccountId.now() }
        assertEquals(ids, ids.sorted())
        assertEquals(setOf<UuidKind?>(UuidKind.VERSION_7), ids.map { it.id.kind }.toSet())
        assertEquals(ids[0], AccountId.parse("${ids[0]}"))
        val v7 = Uuid7.of(order.id)
        val id = AccountId.of(v7)
        assertEquals(v7.toString() to Format.ANY_UUID, id.id.toString() to id.id.format)
        assertEquals(v7.timestamp to v7.instant, id.timestamp to id.instant)
        assertEquals(id.timestamp to id.instant, AccountId.prefixed(id.id).let { it.timestamp to it.instant })
        assertEquals(Uuid7.minAt(v7.instant).toString(), AccountId.minAt(v7.instant).id.toString())
        assertEquals(AccountId.maxAt(v7.instant), AccountId.range(v7.instant, v7.instant.plusMillis(1)).max)
        assertThrows<SortidException.NotApplicable> { AccountId.of(tid()) }
        assertThrows<SortidException.NotApplicable> { AccountId.parse("account_7mfb0gpp6c8dsaasre0asc7n3s").timestamp }
        assertThrows<SortidException.NotApplicable> { OrderId.of(id.id) }
    }

    @Test
    fun `ids with a prefix sort by prefix, then by id`() {
        val (a, b) = uuid7() to uuid7()
        val ids = listOf(PrefixedId("a", a), PrefixedId("a", b), PrefixedId("a_b", a), PrefixedId("aa", a))
        assertEquals(ids, ids.reversed().sorted())
        assertTrue(OrderId.of(a) < OrderId.of(b))
    }

    @Test
    fun `a custom class generates and parses its ids`() {
        val id = OrderId.parse(text)
        assertEquals(order.id, id.id)
        assertEquals(text, "$id")
        assertEquals(id, OrderId.of(order))
        assertEquals(id, OrderId.fromBytes(id.id.toByteArray()))
        assertEquals(order, OrderId.prefixed(id.id))
        assertEquals(setOf(id), setOf(OrderId.parse(text), OrderId.of(Uuid7.of(order.id))))
        assertTrue(OrderId.now() < OrderId.now())
        assertTrue(OrderId.isValid(text))
        assertNull(OrderId.parseOrNull("user_01h455vb4pex5vsknk084sn02q"))
        assertThrows<SortidException.WrongPrefix> { OrderId.parse("user_01h455vb4pex5vsknk084sn02q") }
        assertThrows<SortidException.WrongPrefix> { OrderId.of(PrefixedId("user", order.id)) }
        assertThrows<SortidException.NotApplicable> { OrderId.of(tsid()) }
        val user = UserId.now()
        assertEquals(user, UserId.parse(UserId.text(user.id)))
        assertTrue(UserId.text(user.id).startsWith("user_"))
        val (from, to) = Instant.parse("2022-02-22T00:00:00Z") to Instant.parse("2022-02-23T00:00:00Z")
        assertTrue(id in OrderId.range(from, to))
        assertTrue(OrderId.minAt(from) < id && id < OrderId.maxAt(to))
    }

    @Test
    fun `Jackson writes classes as text and dynamic ids as objects`() {
        val dynamic = """{"format":"uuid7","text":"$text"}"""
        val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
        val mapper = ObjectMapper()
        assertEquals(dynamic, mapper.writeValueAsString(order))
        assertEquals(order, mapper.readValue(dynamic, PrefixedId::class.java))
        assertEquals(dynamic, gson.toJson(order))
        assertEquals(order, gson.fromJson(dynamic, PrefixedId::class.java))
        assertThrows<IllegalArgumentException> { Gson().toJson(order) }
        assertEquals(dynamic, Json.encodeToString(PrefixedIdSerializer, order))
        assertEquals(order, Json.decodeFromString(PrefixedIdSerializer, dynamic))
        assertEquals("\"$text\"", Json.encodeToString(OrderIdSerializer, OrderId.parse(text)))
        assertEquals(OrderId.parse(text), Json.decodeFromString(OrderIdSerializer, "\"$text\""))
        assertThrows<SerializationException> { Json.decodeFromString(OrderIdSerializer, "\"user_${text.drop(6)}\"") }
    }

    @Test
    fun `subclasses of AbstractPrefixed are written as text`() {
        val invoice = Invoice(InvoiceId.now(), 5)
        assertEquals(invoice.id, InvoiceId.valueOf("${invoice.id}"))
        val json = """{"id":"${invoice.id}","total":5}"""
        val jackson = jacksonObjectMapper()
        assertEquals(json, jackson.writeValueAsString(invoice))
        assertEquals(invoice, jackson.readValue(json, Invoice::class.java))
        val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
        assertEquals(json, gson.toJson(invoice))
        assertEquals(invoice, gson.fromJson(json, Invoice::class.java))
        assertEquals("\"${invoice.id}\"", Json.encodeToString(InvoiceIdSerializer, invoice.id))
        assertEquals(invoice.id, Json.decodeFromString(InvoiceIdSerializer, "\"${invoice.id}\""))
    }

    @Test
    fun `bytes have no prefix`() {
        assertArrayEquals(order.id.toByteArray(), OrderId.of(order).id.toByteArray())
        assertEquals(order.id.toUuid(), OrderId.of(order).id.toUuid())
    }
}
