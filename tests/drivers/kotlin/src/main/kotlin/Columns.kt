// The suite's operation `columns` on the module's batch functions.

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import sortid.ColumnValues
import sortid.IdColumn
import sortid.IdColumn.OnInvalid.NULL
import sortid.SortidException
import java.nio.ByteBuffer
import java.nio.LongBuffer
import java.util.BitSet
import java.util.concurrent.TimeUnit

/** The rows of a request, as texts or as bytes. */
private class Rows(
    private val request: Request,
) {
    private val format = request.format
    private val texts = if (request.has("texts")) request.texts("texts") else null
    private val cells = if (texts == null) request.texts("hex").map { it?.let(::bytes) } else listOf()

    val count: Int get() = texts?.size ?: cells.size

    /** The column that begins at row `first`. */
    fun from(first: Int): IdColumn {
        if (texts != null) return IdColumn.ofTexts(texts.drop(first), format)
        val rest = cells.drop(first)
        val data = rest.fold(ByteArray(0)) { data, row -> data + (row ?: ByteArray(0)) }
        val offsets = rest.runningFold(0L) { end, row -> end + (row?.size ?: 0) }
        val there = BitSet()
        for (row in rest.indices) there[row] = rest[row] != null
        return IdColumn
            .ofBytes(ByteBuffer.wrap(data), LongBuffer.wrap(offsets.toLongArray()), format)
            .withValidity(ByteBuffer.wrap(there.toByteArray().copyOf((rest.size + 7) / 8)))
    }

    /** The errors of the rows: after an error, continues with the next row. */
    fun invalid(ask: (IdColumn) -> Unit): Map<Int, SortidException> {
        val refused = HashMap<Int, SortidException>()
        var first = 0
        while (true) {
            try {
                ask(from(first))
                return refused
            } catch (error: RuntimeException) {
                val row = (error as? SortidException)?.row ?: throw error
                refused[first + row] = error
                first += row + 1
            }
        }
    }
}

private val units =
    mapOf("s" to TimeUnit.SECONDS, "ms" to TimeUnit.MILLISECONDS, "us" to TimeUnit.MICROSECONDS, "ns" to TimeUnit.NANOSECONDS)

fun columns(request: Request): JsonObject {
    val rows = Rows(request)
    val column = rows.from(0)
    val (bytes, texts) = column.bytes(NULL) to column.texts(NULL)
    val refused = rows.invalid { it.bytes() }
    val unit = units.getValue(request.text("unit"))
    val times: ColumnValues.Ints? =
        try {
            column.times(unit, NULL, request.options)
        } catch (_: SortidException.NotApplicable) {
            null
        }
    val untimed = if (times == null) mapOf() else rows.invalid { it.times(unit, options = request.options) }
    val answers = JsonArray()
    for (row in 0 until rows.count) {
        val (refusal, id) = refused[row] to bytes[row]
        val time =
            times?.let { it[row]?.let { time -> json("time" to time.toString())["time"] } ?: untimed[row]?.let(::error) }
        answers.add(
            when {
                refusal != null -> error(refusal)
                id == null -> JsonNull.INSTANCE
                else -> json("hex" to hex(id), "text" to checkNotNull(texts[row]), "time" to (time ?: JsonNull.INSTANCE))
            },
        )
    }
    val counts = JsonObject()
    bytes.invalid.forEach { (code, count) -> counts.addProperty(code.codeName, count) }
    return json("rows" to answers, "counts" to counts)
}

private fun error(error: SortidException): JsonElement {
    val json = json("error" to error.code.codeName)
    error.offset?.let { json.addProperty("offset", it) }
    return json
}
