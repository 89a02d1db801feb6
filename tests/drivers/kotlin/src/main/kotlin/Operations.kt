// Every operation of the suite on the module's public API.

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import sortid.AnyId
import sortid.ByteOrder
import sortid.Converted
import sortid.Corrected
import sortid.Form
import sortid.Generator
import sortid.GeneratorOptions
import sortid.Id
import sortid.IdRange
import sortid.IdType
import sortid.SortidException
import sortid.Timestamp
import sortid.TypeId
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
            "prefixed_text" -> json("text" to TypeId(r.text("prefix"), r.parsed("text")))
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

private fun kind(id: Id): JsonElement = id.kind?.let { JsonPrimitive(it.kindName) } ?: JsonNull.INSTANCE

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

private fun bounds(range: IdRange<*>) = json("min" to range.min, "max" to range.max)

/** The type with a request's prefix and format. */
private fun type(request: Request): IdType<*> {
    val format = IdType.of(request.format)
    return if (request.has("prefix")) IdType.of(request.text("prefix"), format) else format
}

private fun range(request: Request) = bounds(type(request).range(request.time("from"), request.time("to"), request.options))

private fun at(request: Request): JsonObject {
    val (type, time, options) = Triple(type(request), request.time("unix"), request.options)
    if (request.has("options")) return json("min" to type.minAt(time, options), "max" to type.maxAt(time, options))
    return json("min" to type.minAt(time), "max" to type.maxAt(time))
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
    val type = IdType.of(request.format)
    return json("text" to type.keyed(request.time("unix"), key, namespace, octets("secret")))
}

private fun corrected(read: Corrected<AnyId>): JsonObject {
    val corrections = JsonArray()
    for (name in read.corrections) corrections.add(name)
    return json("text" to read.id, "corrections" to corrections)
}

private fun nearMisses(request: Request): JsonObject {
    val misses = JsonArray()
    for (miss in AnyId.inspect(request.text("text")).suggestions) {
        val read = corrected(miss)
        read.addProperty("format", miss.id.format.formatName)
        misses.add(read)
    }
    return json("misses" to misses)
}

private fun converted(converted: Converted) = json("text" to converted.text, "hex" to hex(converted.toByteArray()))

private fun inspect(request: Request): JsonObject {
    val readings = JsonArray()
    for (reading in AnyId.inspect(request.text("text")).readings) {
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
    val id = if (request.has("prefix")) IdType.of(request.text("prefix"), IdType.of(format)).parse(text) else TypeId(text, format)
    return json("prefix" to id.prefix, "id" to id.id, "unix" to told { id.timestamp })
}

/** Generates ids of a declared prefix, and describes the last one. */
private fun prefixedGenerate(request: Request): JsonObject {
    val ids = List(request.number("count")) { type(request).now() }
    return json("texts" to array(ids.map { "$it" }), "prefix" to request.text("prefix"), "kind" to kind(ids.last().toAnyId()))
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
