// The suite's driver for Kotlin: reads JSON requests and writes JSON answers, one per line, in
// order. It only uses the public API, as a user would, and contains no expected values.

import com.google.gson.GsonBuilder
import com.google.gson.JsonArray
import com.google.gson.JsonObject

fun main() {
    val gson = GsonBuilder().serializeNulls().create()
    val out = System.out.bufferedWriter()
    System.`in`.bufferedReader().forEachLine { line ->
        val request = Request(gson.fromJson(line, JsonObject::class.java))
        val answer = JsonObject()
        answer.add("id", request.id)
        try {
            answer.add("ok", answer(request))
        } catch (_: Unsupported) {
            answer.addProperty("error", "unsupported")
        } catch (refused: Refused) {
            answer.addProperty("error", refused.error.code.codeName)
            refused.error.offset?.let { answer.addProperty("offset", it) }
            answer.addProperty("message", refused.error.message)
            refused.texts?.let { answer.add("texts", array(it)) }
        }
        out.write(gson.toJson(answer))
        out.newLine()
        out.flush()
    }
}

fun array(texts: List<String>): JsonArray = JsonArray().apply { texts.forEach(::add) }
