// Every operation of the suite on the module's public API.

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import sortid.AnyId
import sortid.ByteOrder
import sortid.Corrected
import sortid.Generator
import sortid.GeneratorOptions
import sortid.IdRange
import sortid.Prefixed
import sortid.PrefixedId
import sortid.PrefixedType
import sortid.SortidException
import sortid.Timestamp
import sortid.range
import java.util.concurrent.Callable
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors

/** Runs the operation that a request names. */
fun answer(r: Request): JsonElement =
    try {
        when (r.text("op")) {
            // <generated: operations>
            "parse" -> id(AnyId.parse(r.text("text"), r.format), r.options)
            "from_bytes" -> id(AnyId.fromBytes(r.bytes, r.format), r.options)
            "build" -> id(AnyId.fromFields(r.fields, r.format), r.options)
            "forms" -> forms(r)
            "parse_form" -> json("text" to AnyId.parseForm(r.text("text"), r.format, r.form))
            "byte_order" -> byteOrder(r)
            "keyed" -> keyed(r)
            "parse_lenient" -> corrected(AnyId.parseLenient(r.text("text"), r.format))
            "near_misses" -> nearMisses(r)
            "prefix" -> bounds(AnyId.prefixRange(r.text("prefix"), r.format))
            "at" -> at(r)
            "range" -> range(r)
            "convert" -> converted(AnyId.convert(r.text("text"), r.text("format"), r.text("to")))
            "inspect" -> inspect(r)
            "find_ids" -> findIds(r)
            "compare" -> json("order" to r.parsed("a").compareTo(r.parsed("b")).coerceIn(-1, 1))
            "step" -> json("text" to if (r.text("to") == "successor") r.parsed("text").successor() else r.parsed("text").predecessor())
            "is_valid" -> json("valid" to AnyId.isValid(r.text("text"), r.format))
            "formats" -> formats(r)
            "prefixed_parse" -> prefixedParse(r)
            "prefixed_text" -> json("text" to PrefixedId(r.text("prefix"), r.parsed("text")))
            "prefix_of" -> json("prefix" to AnyId.prefixOf(r.text("text")))
            "generate" -> generate(r)
            "after" -> after(r)
            "threads" -> threads(r)
            "columns" -> columns(r)
            // </generated>
            else -> throw Unsupported()
        }
    } catch (error: RuntimeException) {
        throw refused(error, null)
    }

/** Converts a `SortidException` to the driver's error; other exceptions end the driver. */
private fun refused(
    error: RuntimeException,
    texts: List<String>?,
) = if (error is SortidException) Refused(error, texts) else error

private fun formats(request: Request): JsonObject {
    val format = request.format
    return json(
        "code" to format.code,
        "bits" to format.bits,
        "text_len" to format.textLength,
        "text_len_min" to format.textLengthMin,
        "text_sorts" to format.textSorts,
        "bytes_sort" to format.bytesSort,
    )
}

fun json(vararg entries: Pair<String, Any>): JsonObject {
    val json = JsonObject()
    for ((name, value) in entries) {
        when (value) {
            is JsonElement -> json.add(name, value)
            is Boolean -> json.addProperty(name, value)
            is Number -> json.addProperty(name, value)
            else -> json.addProperty(name, value.toString())
        }
    }
    return json
}

private fun unix(time: Timestamp) = json("seconds" to time.seconds.toString(), "nanos" to time.nanos)

fun hex(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }

/** The time; `null` if the id has none. */
private fun told(time: () -> Timestamp): JsonElement =
    try {
        unix(time())
    } catch (_: SortidException.NotApplicable) {
        JsonNull.INSTANCE
    }

private fun kind(id: AnyId): JsonElement = id.kind?.let { JsonPrimitive(it.kindName) } ?: JsonNull.INSTANCE

private fun id(
    id: AnyId,
    options: GeneratorOptions,
): JsonObject {
    val fields = JsonObject()
    id.fields.forEach { (name, value) -> fields.addProperty(name, value.toString()) }
    return json(
        "text" to id,
        "hex" to hex(id.toByteArray()),
        "fields" to fields,
        "unix" to told { id.timestamp(options) },
        "reserved" to id.isReserved,
        "kind" to kind(id),
    )
}

private fun <T : Comparable<T>> bounds(range: IdRange<T>) = json("min" to range.min, "max" to range.max)

/** A declaration with a request's prefix and format. */
private class Declared(
    private val type: PrefixedType<Declared>,
    override val id: AnyId,
) : Prefixed<Declared> {
    override fun toString(): String = type.text(id)
}

private fun declared(request: Request): PrefixedType<Declared> {
    lateinit var type: PrefixedType<Declared>
    type = PrefixedType(request.text("prefix"), request.format) { Declared(type, it) }
    return type
}

private fun range(request: Request): JsonObject {
    val (from, to) = request.time("from") to request.time("to")
    if (request.has("prefix")) return bounds(declared(request).range(from, to))
    return bounds(AnyId.range(from, to, request.format, request.options))
}

private fun at(request: Request): JsonObject {
    val (format, time) = request.format to request.time("unix")
    if (request.has("prefix")) {
        val type = declared(request)
        return bounds(IdRange(type.minAt(time), type.maxAt(time)))
    }
    val options = request.options
    return when {
        request.has("options") -> bounds(IdRange(AnyId.minAt(time, format, options), AnyId.maxAt(time, format, options)))
        else -> bounds(IdRange(AnyId.minAt(time, format), AnyId.maxAt(time, format)))
    }
}

private fun forms(request: Request): JsonObject {
    val id = request.parsed("text")
    val forms = JsonObject()
    for (form in Form.entries) {
        try {
            forms.addProperty(form.formName, id.toText(form))
        } catch (_: SortidException.NotApplicable) {
            continue
        }
    }
    return forms
}

private fun byteOrder(request: Request): JsonObject {
    val order = ByteOrder.entries.first { it.orderName == request.text("order") }
    if (request.has("hex")) return json("text" to AnyId.fromBytesIn(request.bytes, request.format, order))
    return json("hex" to hex(request.parsed("text").toByteArray(order)))
}

private fun keyed(request: Request): JsonObject {
    fun octets(name: String) = if (request.has(name)) request.text(name).toByteArray() else null
    val key = octets("key") ?: request.bytes
    val namespace = octets("namespace") ?: ByteArray(0)
    val type = sortid.IdType.of(request.format)
    return json("text" to type.keyed(request.time("unix"), key, namespace, octets("secret")))
}

private fun corrected(read: Corrected<AnyId>): JsonObject {
    val corrections = JsonArray()
    for (name in read.corrections) corrections.add(name)
    return json("text" to read.id, "corrections" to corrections)
}

private fun nearMisses(request: Request): JsonObject {
    val misses = JsonArray()
    for (miss in AnyId.nearMisses(request.text("text"))) {
        val read = corrected(miss)
        read.addProperty("format", miss.id.format.formatName)
        misses.add(read)
    }
    return json("misses" to misses)
}

private fun converted(converted: Converted) = json("text" to converted.text, "hex" to hex(converted.toByteArray()))

private fun inspect(request: Request): JsonObject {
    val readings = JsonArray()
    for (reading in AnyId.inspect(request.text("text"))) {
        val answer = json("format" to reading.id.format.formatName, "unix" to told { reading.timestamp })
        reading.epoch?.let { answer.addProperty("epoch", it.word) }
        readings.add(answer)
    }
    return json("readings" to readings)
}

/** Offsets count code points. */
private fun findIds(request: Request): JsonObject {
    val text = request.text("text")
    val found = JsonArray()
    for ((id, start, end) in AnyId.findIds(text, request.formats)) {
        val place = listOf(start, end).map { text.codePointCount(0, it) }
        found.add(json("format" to id.format.formatName, "id" to id, "start" to place[0], "end" to place[1]))
    }
    return json("found" to found)
}

private fun prefixedParse(request: Request): JsonObject {
    val (text, format) = request.text("text") to request.format
    val prefixed =
        if (request.has("prefix")) PrefixedId.parse(text, format, request.text("prefix")) else PrefixedId.parse(text, format)
    return json("prefix" to prefixed.prefix, "id" to prefixed.id, "unix" to told { prefixed.timestamp })
}

/** Generates ids of a declared prefix, and describes the last one. */
private fun prefixedGenerate(request: Request): JsonObject {
    val type = declared(request)
    val ids = List(request.number("count")) { type.now() }
    return json("texts" to array(ids.map { "$it" }), "prefix" to type.prefix, "kind" to kind(ids.last().id))
}

/** A generator with the request's options, and with a manual clock if the request scripts one. */
private fun generator(request: Request): Generator<AnyId> {
    val manual = request.times != null && !request.givesOption("clock")
    val options = if (manual) request.options.clock(GeneratorOptions.Clock.MANUAL) else request.options
    return Generator.of(request.format, options)
}

private fun generate(request: Request): JsonObject {
    if (request.has("prefix")) return prefixedGenerate(request)
    val (count, times) = request.number("count") to request.times
    val texts = ArrayList<String>()
    generator(request).use { generator ->
        for (i in 0 until count) {
            try {
                val id = if (times == null) generator.next() else generator.nextAt(times[minOf(i, times.lastIndex)])
                texts.add(id.toString())
            } catch (error: RuntimeException) {
                throw refused(error, texts)
            }
        }
    }
    return json("texts" to array(texts))
}

/** All scripted readings but the last are for ids of earlier calls. */
private fun after(request: Request): JsonObject {
    val times = request.times
    generator(request).use { generator ->
        val id = request.parsed("text")
        times?.dropLast(1)?.forEach(generator::nextAt)
        val next = if (times == null) generator.nextAfter(id) else generator.nextAfterAt(id, times.last())
        return json("text" to next)
    }
}

private fun threads(request: Request): JsonObject {
    val (threads, perThread) = request.number("threads") to request.number("per_thread")
    val pool = Executors.newFixedThreadPool(threads)
    try {
        generator(request).use { generator ->
            val one = Callable { List(perThread) { generator.next().toString() } }
            val texts = JsonArray()
            pool.invokeAll(List(threads) { one }).forEach { texts.add(array(it.get())) }
            return json("texts" to texts)
        }
    } catch (failed: ExecutionException) {
        throw failed.cause ?: failed
    } finally {
        pool.shutdown()
    }
}
