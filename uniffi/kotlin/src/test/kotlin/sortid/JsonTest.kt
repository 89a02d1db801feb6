package sortid

import com.fasterxml.jackson.annotation.JsonAutoDetect
import com.fasterxml.jackson.annotation.PropertyAccessor
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.core.type.TypeReference
import com.fasterxml.jackson.databind.JsonMappingException
import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule
import com.google.gson.Gson
import com.google.gson.GsonBuilder
import com.google.gson.JsonParseException
import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.MapSerializer
import kotlinx.serialization.builtins.serializer
import kotlinx.serialization.json.Json
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import sortid.gson.SortidTypeAdapterFactory
import sortid.jackson.NumberMixIn
import sortid.serialization.AnyIdSerializer
import sortid.serialization.TidSerializer

/** Ids in three JSON libraries of the JVM: correct JSON or an exception. */
class JsonTest {
    class Post {
        @JvmField var key: Tid? = null

        @JvmField var any: AnyId? = null
    }

    data class Row(
        val key: Tid,
        val any: AnyId,
        val none: Uuid7?,
    )

    private val tid = Tid.parse("3jzfcijpj2z2a")
    private val json = """{"key":"3jzfcijpj2z2a","any":{"format":"tid","text":"3jzfcijpj2z2a"}}"""
    private val post =
        Post().apply {
            key = tid
            any = tid.toAnyId()
        }

    private val mappers
        get() =
            mapOf(
                "plain" to ObjectMapper(),
                "parameter names" to ObjectMapper().registerModules(ParameterNamesModule(), JavaTimeModule()),
                "Kotlin" to jacksonObjectMapper().registerModule(JavaTimeModule()),
                "fields" to ObjectMapper().setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY),
            )

    @Test
    fun `Jackson writes and reads ids`() {
        for ((name, mapper) in mappers) {
            assertEquals(json, mapper.writeValueAsString(post), name)
            val read = mapper.readValue(json, Post::class.java)
            assertEquals(tid to tid.toAnyId(), read.key to read.any, name)
            val keys = mapper.writeValueAsString(mapOf(tid to 1))
            assertEquals("""{"$tid":1}""", keys, name)
            assertEquals(mapOf(tid to 1), mapper.readValue(keys, object : TypeReference<Map<Tid, Int>>() {}), name)
            for (wrong in listOf("{\"key\":\"3jzfcijpj2z21\"}", "{\"key\":5}", "{\"any\":\"$tid\"}", "{\"any\":{\"text\":\"$tid\"}}")) {
                assertThrows<JsonMappingException>("$name $wrong") { mapper.readValue(wrong, Post::class.java) }
            }
        }
        val row = Row(tid, uuid7().toAnyId(), null)
        val mapper = jacksonObjectMapper()
        assertEquals(row, mapper.readValue(mapper.writeValueAsString(row), Row::class.java))
    }

    @ParameterizedTest
    @MethodSource("sortid.IdsKt#getIdTypes")
    fun `Jackson writes and reads each class as text`(type: IdType<*>) {
        val id = someId(type.format).toString().let(type::parse) as Id
        val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
        for ((name, mapper) in mappers) {
            assertEquals("\"$id\"", mapper.writeValueAsString(id), name)
            assertEquals(id, mapper.readValue("\"$id\"", type.idClass), name)
        }
        assertEquals("\"$id\"", gson.toJson(id))
        assertEquals(id, gson.fromJson("\"$id\"", type.idClass))
        assertThrows<IllegalArgumentException> { Gson().toJson(id) }
        val name = "sortid.serialization.${type.idClass.simpleName}Serializer"

        @Suppress("UNCHECKED_CAST")
        val serializer = Class.forName(name).getField("INSTANCE").get(null) as KSerializer<Id>
        assertEquals("\"$id\"", Json.encodeToString(serializer, id))
        assertEquals(id, Json.decodeFromString(serializer, "\"$id\""))
    }

    @Test
    fun `Jackson writes and reads numbers by the mix-in`() {
        val (least, most) = Snowflake.fromLong(1) to Snowflake.fromLong(Long.MAX_VALUE)
        for ((name, mapper) in mappers) {
            for (type in listOf(Snowflake, Tid)) mapper.addMixIn(type.idClass, NumberMixIn::class.java)
            assertEquals("[1,9223372036854775807,\"1\"]", mapper.writeValueAsString(listOf(least, most, "$least")), name)
            for (json in listOf("9223372036854775807", "\"$most\"")) assertEquals(most, mapper.readValue(json, Snowflake::class.java), name)
            for (wrong in listOf("1.5", "9223372036854775808", "true")) {
                assertThrows<JsonProcessingException>("$name $wrong") { mapper.readValue(wrong, Tid::class.java) }
            }
        }
    }

    @Test
    fun `Gson writes and reads ids by the factory`() {
        val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
        assertEquals(json, gson.toJson(post))
        val read = gson.fromJson(json, Post::class.java)
        assertEquals(tid to tid.toAnyId(), read.key to read.any)
        assertNull(gson.fromJson("{\"key\":null}", Post::class.java).key)
        for (wrong in listOf(
            "{\"key\":\"3jzfcijpj2z21\"}",
            "{\"key\":5}",
            "{\"key\":{}}",
            "{\"any\":\"$tid\"}",
            "{\"any\":{}}",
        )) {
            assertThrows<JsonParseException>(wrong) {
                gson.fromJson(wrong, Post::class.java)
            }
        }
        val more = """{"any":{"format":"tid","text":"$tid","more":"x"}}"""
        assertThrows<JsonParseException> { gson.fromJson(more, Post::class.java) }
    }

    @Test
    fun `Gson without the factory throws an error that names it`() {
        for (id in listOf(tid, tid.toAnyId(), uuid7(), scru160())) {
            val error = assertThrows<IllegalArgumentException> { Gson().toJson(id) }
            assertTrue(error.message.orEmpty().contains("register_SortidTypeAdapterFactory"), error.message)
            assertThrows<IllegalArgumentException> { Gson().fromJson("{}", id.javaClass) }
        }
        assertThrows<IllegalArgumentException> { Gson().toJson(post) }
    }

    @Test
    fun `kotlinx serialization writes and reads ids by their serializers`() {
        val dynamic = """{"format":"tid","text":"3jzfcijpj2z2a"}"""
        assertEquals(dynamic, Json.encodeToString(AnyIdSerializer, tid.toAnyId()))
        assertEquals(tid.toAnyId(), Json.decodeFromString(AnyIdSerializer, dynamic))
        val map = MapSerializer(TidSerializer, Int.serializer())
        assertEquals(mapOf(tid to 1), Json.decodeFromString(map, Json.encodeToString(map, mapOf(tid to 1))))
        for (wrong in listOf("{}", "5", "\"$tid\"", """{"format":"nope","text":"$tid"}""", """{"format":"tid","text":"$tid","more":1}""")) {
            assertThrows<SerializationException>(wrong) { Json.decodeFromString(AnyIdSerializer, wrong) }
        }
        assertThrows<SerializationException> { Json.decodeFromString(TidSerializer, "\"3jzfcijpj2z21\"") }
    }
}
