package sortid

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.google.gson.Gson
import com.google.gson.GsonBuilder
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import sortid.gson.SortidTypeAdapterFactory
import sortid.serialization.IdSerializer
import java.time.Duration
import java.time.Instant

class TypeIdTest {
    class OrderId private constructor(
        id: AnyId,
    ) : TypeId(TYPE, id) {
        companion object {
            @JvmField
            val TYPE: IdType<OrderId> = IdType.of("order", Uuid7, ::OrderId)

            // Without the annotation, Jackson's module for Kotlin calls the constructor.
            @JvmStatic
            @JsonCreator
            fun valueOf(text: String): OrderId = TYPE.parse(text)
        }
    }

    data class Order(
        val id: OrderId,
        val account: TypeId,
        val total: Int,
    )

    object OrderSerializer : IdSerializer<OrderId>(OrderId.TYPE)

    object AccountSerializer : IdSerializer<TypeId>(IdType.of("account"))

    /** Generic code over every kind of id. */
    private class Repository<T : Id>(
        private val type: IdType<T>,
    ) {
        private val rows = HashMap<T, String>()

        fun add(text: String): T = type.now().also { rows[it] = text }

        fun find(id: String): String? = rows[type.parse(id)]

        fun newest(): T? = rows.keys.maxByOrNull { it.timestamp }
    }

    private val text = "order_01fwhe4ydgfk1shh6w1g60eecf"
    private val order = TypeId(text, Format.UUID7)
    private val accounts = IdType.of("account")

    @Test
    fun `generic code accepts every type`() {
        val types = listOf(Tid.TYPE, OrderId.TYPE, accounts, IdType.of(Format.ULID), IdType.of(Tid::class.java))
        for (type in types) {
            val repository = Repository(type)
            val id = repository.add("text")
            assertEquals("text" to id, repository.find("$id") to repository.newest(), "$type")
        }
    }

    @Test
    fun `parse splits a text into prefix and id`() {
        assertEquals("order" to "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", order.prefix to order.id.toString())
        assertEquals(text, order.toString())
        assertEquals(order, TypeId("order", Uuid7.of(order.id)))
        assertEquals(order.hashCode(), IdType.of("order", Uuid7).parse(text).hashCode())
        assertEquals("order", AnyId.prefixOf(text))
        assertEquals("", AnyId.prefixOf("Order_x"))
        val nil = TypeId("0".repeat(26), Format.ANY_UUID)
        assertEquals("" to UuidKind.NIL, nil.prefix to nil.id.kind)
        assertEquals("0".repeat(26), nil.toString())
        val longest = "x".repeat(63)
        assertEquals(longest, TypeId("${longest}_0000000000e008000000000000", Format.UUID7).prefix)
        assertEquals("order_0AWE5HZP3SKTK", TypeId("order", Tsid.parse("0AWE5HZP3SKTK")).toString())
    }

    @ParameterizedTest
    @EnumSource
    fun `ids with a prefix round-trip in each format`(format: Format) {
        val id = someId(format)
        if (format.takesPrefix) {
            val prefixed = TypeId("a_b", id)
            assertEquals(prefixed, TypeId("$prefixed", format))
            assertEquals(prefixed, IdType.of("a_b", IdType.of(format)).parse("$prefixed"))
        } else {
            assertThrows<SortidException.NotApplicable> { TypeId("a_b", id) }
            assertThrows<SortidException.NotApplicable> { IdType.of("a_b", IdType.of(format)) }
        }
    }

    @Test
    fun `invalid texts throw the errors of the library`() {
        fun refused(
            text: String,
            prefix: String? = null,
        ) = assertThrows<SortidException> {
            if (prefix == null) TypeId(text) else IdType.of(prefix).parse(text)
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
                    assertThrows<SortidException.InvalidOption> { TypeId(wrong, order.id) },
                    assertThrows<SortidException.InvalidOption> { IdType.of(wrong, Uuid7) },
                )
            assertEquals(setOf("prefix"), errors.map { it.subject }.toSet())
        }
        assertNull(accounts.parseOrNull("account_"))
    }

    @Test
    fun `TypeIDs accept every UUID and generate version 7`() {
        val ids = List(10) { accounts.now() }
        assertEquals(ids, ids.sorted())
        assertEquals(setOf<UuidKind?>(UuidKind.VERSION_7), ids.map { it.id.kind }.toSet())
        assertEquals(ids[0], accounts.parse("${ids[0]}"))
        val v7 = Uuid7.of(order.id)
        val id = accounts.of(v7)
        assertEquals(v7.toString() to Format.ANY_UUID, id.id.toString() to id.id.format)
        assertEquals(v7.timestamp to v7.instant, id.timestamp to id.instant)
        assertEquals(Uuid7.minAt(v7.instant).toString(), accounts.minAt(v7.instant).id.toString())
        assertEquals(accounts.maxAt(v7.instant), accounts.range(v7.instant, v7.instant.plusMillis(1)).max)
        assertThrows<SortidException.NotApplicable> { accounts.of(tid()) }
        assertThrows<SortidException.NotApplicable> { accounts.parse("account_7mfb0gpp6c8dsaasre0asc7n3s").timestamp }
        assertThrows<SortidException.NotApplicable> { OrderId.TYPE.of(id.id) }
    }

    @Test
    fun `ids with a prefix sort by prefix, then by id`() {
        val (a, b) = uuid7() to uuid7()
        val ids = listOf(TypeId("a", a), TypeId("a", b), TypeId("a_b", a), TypeId("aa", a))
        assertEquals(ids, ids.reversed().sorted())
        assertTrue(OrderId.TYPE.of(a) < OrderId.TYPE.of(b))
        assertFalse(TypeId("a", a) in IdRange(TypeId("b", a), TypeId("b", b)))
    }

    @Test
    fun `a custom class generates and parses its ids`() {
        val type = OrderId.TYPE
        val id = type.parse(text)
        assertEquals(order.id to text, id.id to "$id")
        assertEquals(id.id.toUuid(), id.toUuid())
        assertEquals(OrderId::class.java, type.idClass)
        assertEquals(id, type.of(order))
        assertEquals(id, type.fromBytes(id.toByteArray()))
        assertEquals(setOf(id), setOf(type.parse(text), type.of(Uuid7.of(order.id))))
        assertFalse(id.equals(order))
        assertTrue(type.now() < type.now())
        assertTrue(type.isValid(text))
        assertNull(type.parseOrNull("user_01h455vb4pex5vsknk084sn02q"))
        assertThrows<SortidException.WrongPrefix> { type.parse("user_01h455vb4pex5vsknk084sn02q") }
        assertThrows<SortidException.WrongPrefix> { type.of(TypeId("user", order.id)) }
        assertThrows<SortidException.NotApplicable> { type.of(tsid()) }
        val (from, to) = Instant.parse("2022-02-22T00:00:00Z") to Instant.parse("2022-02-23T00:00:00Z")
        assertTrue(id in type.range(from, to))
        assertTrue(type.minAt(from) < id && id < type.maxAt(to))
        assertEquals(from, type.at(from).instant)
        assertThrows<IllegalArgumentException> { IdType.of("a", type) }
    }

    @Test
    fun `a generator of a type returns its ids`() {
        accounts.generator().use { generator ->
            val (first, second) = generator.next() to generator.nextIds(1).single()
            assertTrue(first < second && second < generator.nextAfter(second))
            assertEquals("account", accounts.parse(generator.nextTexts(1).single()).prefix)
            assertEquals(first.timestamp, generator.timestamp(first))
        }
    }

    @Test
    fun `a type with an epoch reads and generates by it`() {
        val discord = GeneratorOptions(epoch = GeneratorOptions.Epoch.DISCORD)
        val type = IdType.of(Snowflake, discord)
        val message = type.parse("175928847299117063")
        val time = Instant.parse("2016-04-30T11:18:25.796Z")
        assertEquals(time to "175928847299117063", message.instant to "$message")
        assertEquals(175928847299117063, message.toLong())
        assertTrue(message in type.range(time, time.plusMillis(1)))
        assertTrue(type.minAt(time) <= message && message <= type.maxAt(time))
        assertEquals(time, type.at(time).instant)
        val now = type.now()
        assertTrue(Duration.between(now.instant, Instant.now()) < Duration.ofMinutes(1))
        type.generator(GeneratorOptions(node = 3)).use { assertEquals(3L, it.next().node) }
        val same = IdType.of(Snowflake, GeneratorOptions(epochUnixMs = 1420070400000))
        assertEquals(type to type.hashCode(), same to same.hashCode())
        assertFalse(type == IdType.of(Snowflake, GeneratorOptions(epoch = GeneratorOptions.Epoch.LINKEDIN)))
        assertEquals("node", assertThrows<SortidException.InvalidOption> { IdType.of(Snowflake, GeneratorOptions(node = 3)) }.subject)
        val other = GeneratorOptions(epoch = GeneratorOptions.Epoch.LINKEDIN)
        assertEquals("epoch", assertThrows<SortidException.InvalidOption> { type.generator(other) }.subject)
        assertThrows<SortidException.NotApplicable> { type.keyed(time, "key") }
    }

    @Test
    fun `JSON libraries write ids of a type as text`() {
        val order = Order(OrderId.TYPE.now(), accounts.now(), 5)
        assertEquals(order.id, OrderId.valueOf("${order.id}"))
        val json = """{"id":"${order.id}","account":"${order.account}","total":5}"""
        val jackson = jacksonObjectMapper()
        assertEquals(json, jackson.writeValueAsString(order))
        assertEquals(order, jackson.readValue(json, Order::class.java))
        val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
        assertEquals(json, gson.toJson(order))
        assertEquals(order, gson.fromJson(json, Order::class.java))
        assertThrows<IllegalArgumentException> { Gson().toJson(order) }
        assertEquals("\"${order.id}\"", Json.encodeToString(OrderSerializer, order.id))
        assertEquals(order.id, Json.decodeFromString(OrderSerializer, "\"${order.id}\""))
        assertEquals(order.account, Json.decodeFromString(AccountSerializer, "\"${order.account}\""))
        assertThrows<SerializationException> { Json.decodeFromString(AccountSerializer, "\"$text\"") }
    }
}
