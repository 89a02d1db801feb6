import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import sortid.AnyId
import sortid.Form
import sortid.Format
import sortid.GeneratorOptions
import sortid.SortidException
import sortid.Timestamp
import java.math.BigInteger

/** An operation or format that the driver does not know. */
class Unsupported : Exception()

/** The library's error, with the texts generated before it. */
class Refused(
    val error: SortidException,
    val texts: List<String>?,
) : Exception()

/** The bytes of hexadecimal digits. */
fun bytes(hex: String): ByteArray = hex.chunked(2).map { it.toInt(16).toByte() }.toByteArray()

/** A parsed request. A line that breaks the protocol ends the driver. */
class Request(
    private val json: JsonObject,
) {
    val id: JsonElement get() = json.get("id") ?: JsonNull.INSTANCE

    fun text(key: String): String = required(key).asString

    fun has(key: String): Boolean = json.has(key)

    fun number(key: String): Int = required(key).asInt

    val format: Format
        get() =
            try {
                Format.named(text("format"))
            } catch (_: SortidException.UnknownFormat) {
                throw Unsupported()
            }

    val form: Form get() = Form.entries.first { it.formName == text("form") }

    /** Parses a text as an id of the request's format. */
    fun parsed(key: String): AnyId = AnyId.parse(text(key), format)

    /** The formats to search for, if the request names any. */
    val formats: List<Format>? get() = json.getAsJsonArray("formats")?.map { Format.named(it.asString) }

    val bytes: ByteArray get() = bytes(text("hex"))

    /** Texts, which may be `null`. */
    fun texts(key: String): List<String?> = required(key).asJsonArray.map { if (it.isJsonNull) null else it.asString }

    val fields: Map<String, BigInteger> get() = required("fields").asJsonObject.asMap().mapValues { BigInteger(it.value.asString) }

    fun time(key: String): Timestamp = time(required(key))

    /** The scripted readings of a manual clock, if the request has them. */
    val times: List<Timestamp>? get() = json.getAsJsonArray("times")?.map(::time)

    fun givesOption(name: String): Boolean = json.getAsJsonObject("options")?.has(name) ?: false

    /** The options, including the seed. */
    val options: GeneratorOptions
        get() {
            val given = json.getAsJsonObject("options")?.asMap().orEmpty() + json.asMap().filterKeys { it == "seed" }
            return given.entries.fold(GeneratorOptions()) { options, (name, value) -> options.with(optionName(name), setting(value)) }
        }

    /** The library's name for a protocol option. */
    private fun optionName(name: String): String {
        val options = json.getAsJsonObject("options")
        return if (name == NODES[json.get("format")?.asString] && !options.has("node")) "node" else name
    }

    private fun required(key: String): JsonElement = requireNotNull(json.get(key)) { "`$key` is missing in $json" }

    private fun setting(value: JsonElement): Any =
        when {
            value !is JsonPrimitive -> NO_VALUE
            value.isString -> value.asString
            value.isBoolean -> value.asBoolean
            else -> value.asString.toBigIntegerOrNull() ?: NO_VALUE
        }

    private fun time(value: JsonElement): Timestamp {
        val parts = value.asJsonObject
        return Timestamp(parts.get("seconds").asString.toLong(), parts.get("nanos").asString.toInt())
    }

    private companion object {
        /** The protocol's names of the option `node`. */
        val NODES =
            mapOf(
                "tid" to "clock_id",
                "uid11_snowish" to "machine",
                "snowflake" to "machine",
                "flake_idgen" to "machine",
                "sonyflake" to "machine",
                "sharding_id" to "shard",
                "scru160" to "node_id",
                "scru64" to "node_id",
            )

        /** Stands for values that are not integers (1.5, null, a list); no option accepts it. */
        val NO_VALUE = ByteArray(0)
    }
}
