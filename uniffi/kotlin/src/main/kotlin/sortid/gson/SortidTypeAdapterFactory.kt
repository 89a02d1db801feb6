package sortid.gson

import com.google.gson.Gson
import com.google.gson.JsonParseException
import com.google.gson.TypeAdapter
import com.google.gson.TypeAdapterFactory
import com.google.gson.reflect.TypeToken
import com.google.gson.stream.JsonReader
import com.google.gson.stream.JsonToken
import com.google.gson.stream.JsonWriter
import sortid.AnyId
import sortid.Format
import sortid.Id
import sortid.internal.parserOf

/**
 * Lets Gson write and read ids: an [AnyId] as an object of `format` and `text`, ids of other classes
 * as their text. Without this factory, Gson throws for ids.
 *
 * ```kotlin
 * val gson = GsonBuilder().registerTypeAdapterFactory(SortidTypeAdapterFactory()).create()
 * ```
 */
public class SortidTypeAdapterFactory : TypeAdapterFactory {
    override fun <T> create(
        gson: Gson,
        type: TypeToken<T>,
    ): TypeAdapter<T>? {
        val adapter =
            when (type.rawType) {
                AnyId::class.java -> {
                    Objects
                }
                else -> {
                    if (Id::class.java.isAssignableFrom(
                            type.rawType,
                        )
                    ) {
                        Texts(parserOf(type.rawType.asSubclass(Id::class.java)))
                    } else {
                        null
                    }
                }
            }
        // The adapter has the requested class.
        @Suppress("UNCHECKED_CAST")
        return adapter?.nullSafe() as TypeAdapter<T>?
    }

    private class Texts(
        private val parse: (String) -> Id,
    ) : TypeAdapter<Id>() {
        override fun write(
            out: JsonWriter,
            value: Id,
        ) {
            out.value(value.toString())
        }

        override fun read(source: JsonReader): Id = source.string("expected an id as a string").let { parsed(source) { parse(it) } }
    }

    private object Objects : TypeAdapter<AnyId>() {
        override fun write(
            out: JsonWriter,
            value: AnyId,
        ) {
            out.beginObject()
            out.name(FORMAT).value(value.format.formatName)
            out.name(TEXT).value(value.toString())
            out.endObject()
        }

        override fun read(source: JsonReader): AnyId {
            val given = HashMap<String, String>()
            source.beginObject()
            while (source.hasNext()) given[source.nextName()] = source.string("expected strings in an id")
            source.endObject()
            val (format, text) = given.remove(FORMAT) to given.remove(TEXT)
            if (format == null || text == null || given.isNotEmpty()) {
                throw JsonParseException("expected an object of $FORMAT and $TEXT, at ${source.path}")
            }
            return parsed(source) { AnyId.parse(text, Format.named(format)) }
        }

        private const val FORMAT = "format"
        private const val TEXT = "text"
    }
}

/** Reads a string. Gson's `nextString` alone would also accept a number. */
private fun JsonReader.string(message: String): String =
    if (peek() == JsonToken.STRING) nextString() else throw JsonParseException("$message, at $path")

/** Converts the exception of an invalid id to that of Gson. */
private inline fun <T> parsed(
    source: JsonReader,
    read: () -> T,
): T =
    try {
        read()
    } catch (error: RuntimeException) {
        throw JsonParseException("${error.message}, at ${source.path}", error)
    }
