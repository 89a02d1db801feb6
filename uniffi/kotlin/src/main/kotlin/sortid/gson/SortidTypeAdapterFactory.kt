package sortid.gson

import com.google.gson.Gson
import com.google.gson.JsonParseException
import com.google.gson.TypeAdapter
import com.google.gson.TypeAdapterFactory
import com.google.gson.reflect.TypeToken
import com.google.gson.stream.JsonReader
import com.google.gson.stream.JsonToken
import com.google.gson.stream.JsonWriter
import sortid.AbstractPrefixed
import sortid.AnyId
import sortid.Format
import sortid.IdType
import sortid.PrefixedId
import sortid.SortId
import sortid.idTypes
import sortid.internal.valueOf

/**
 * Lets Gson write and read ids: a [SortId] and a [PrefixedId] as an object of `format` and `text`,
 * ids of other classes as their text. It reads a class that extends [AbstractPrefixed] by its
 * `valueOf`. Without this factory, Gson throws for ids.
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
                SortId::class.java -> Objects(SortId::format, SortId::parse)
                PrefixedId::class.java -> Objects({ it.id.format }, { text, format -> PrefixedId.parse(text, format) })
                else -> idTypes.find { it.idClass == type.rawType }?.let { Texts(it) } ?: prefixed(type.rawType)
            }
        // The adapter is of the requested class.
        @Suppress("UNCHECKED_CAST")
        return adapter?.nullSafe() as TypeAdapter<T>?
    }

    private class Texts<T>(
        private val type: IdType<T>,
    ) : TypeAdapter<T>() where T : AnyId, T : Comparable<T> {
        override fun write(
            out: JsonWriter,
            value: T,
        ) {
            out.value(value.toString())
        }

        override fun read(source: JsonReader): T = source.string("expected an id as a string").let { refused(source) { type.parse(it) } }
    }

    private fun prefixed(type: Class<*>) = if (AbstractPrefixed::class.java.isAssignableFrom(type)) PrefixedTexts(type) else null

    private class PrefixedTexts(
        private val type: Class<*>,
    ) : TypeAdapter<Any>() {
        override fun write(
            out: JsonWriter,
            value: Any,
        ) {
            out.value(value.toString())
        }

        override fun read(source: JsonReader): Any {
            val text = source.string("expected an id as a string")
            return try {
                refused(source) { valueOf(type, text) }
            } catch (error: NoSuchMethodException) {
                throw JsonParseException("${type.name} has no public static valueOf(String)", error)
            }
        }
    }

    private class Objects<T>(
        private val format: (T) -> Format,
        private val parse: (text: String, format: Format) -> T,
    ) : TypeAdapter<T>() {
        override fun write(
            out: JsonWriter,
            value: T,
        ) {
            out.beginObject()
            out.name(FORMAT).value(format(value).formatName)
            out.name(TEXT).value(value.toString())
            out.endObject()
        }

        override fun read(source: JsonReader): T {
            val given = HashMap<String, String>()
            source.beginObject()
            while (source.hasNext()) given[source.nextName()] = source.string("expected strings in an id")
            source.endObject()
            val (format, text) = given.remove(FORMAT) to given.remove(TEXT)
            if (format == null || text == null || given.isNotEmpty()) {
                throw JsonParseException("expected an object of $FORMAT and $TEXT, at ${source.path}")
            }
            return refused(source) { parse(text, Format.named(format)) }
        }

        private companion object {
            const val FORMAT = "format"
            const val TEXT = "text"
        }
    }
}

/** Reads a string. Gson's `nextString` alone would also accept a number. */
private fun JsonReader.string(message: String): String =
    if (peek() == JsonToken.STRING) nextString() else throw JsonParseException("$message, at $path")

/** Converts the exception of an invalid id to that of Gson. */
private inline fun <T> refused(
    source: JsonReader,
    read: () -> T,
): T =
    try {
        read()
    } catch (error: RuntimeException) {
        throw JsonParseException("${error.message}, at ${source.path}", error)
    }
