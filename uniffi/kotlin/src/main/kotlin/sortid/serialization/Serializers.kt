// Serializers for kotlinx.serialization. Its plugin requires one for each property with an id:
// `@Serializable(with = TidSerializer::class)`, or `@file:UseSerializers(TidSerializer::class)`.
// They throw SerializationException for an invalid id. Requires kotlinx-serialization-core.

package sortid.serialization

import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerializationException
import kotlinx.serialization.descriptors.PrimitiveKind
import kotlinx.serialization.descriptors.PrimitiveSerialDescriptor
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.descriptors.buildClassSerialDescriptor
import kotlinx.serialization.descriptors.element
import kotlinx.serialization.encoding.CompositeDecoder
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.encoding.decodeStructure
import kotlinx.serialization.encoding.encodeStructure
import sortid.AnyId
import sortid.Format
import sortid.IdType
import sortid.Prefixed
import sortid.PrefixedId
import sortid.PrefixedType
import sortid.SortId
import sortid.SortidException

/** Writes a [SortId] as an object of `format` and `text`. */
public object SortIdSerializer : KSerializer<SortId> by ObjectSerializer("sortid.SortId", SortId::format, SortId::parse)

/** Writes a [PrefixedId] as an object of `format` and `text`. */
public object PrefixedIdSerializer :
    KSerializer<PrefixedId> by ObjectSerializer("sortid.PrefixedId", { it.id.format }, { text, format -> PrefixedId.parse(text, format) })

/**
 * Writes an id with a prefix as its text:
 * `object OrderIdSerializer : PrefixedSerializer<OrderId>(OrderId)`.
 */
public open class PrefixedSerializer<T : Prefixed<T>>(
    private val type: PrefixedType<T>,
) : KSerializer<T> {
    override val descriptor: SerialDescriptor = PrimitiveSerialDescriptor("sortid.$type", PrimitiveKind.STRING)

    override fun serialize(
        encoder: Encoder,
        value: T,
    ) {
        encoder.encodeString(type.text(value.id))
    }

    override fun deserialize(decoder: Decoder): T = decoder.decodeString().let { text -> decoded { type.parse(text) } }
}

/** Writes an id as an object, since its text does not contain its format. */
internal class ObjectSerializer<T>(
    name: String,
    private val format: (T) -> Format,
    private val parse: (text: String, format: Format) -> T,
) : KSerializer<T> {
    override val descriptor: SerialDescriptor =
        buildClassSerialDescriptor(name) {
            element<String>("format")
            element<String>("text")
        }

    override fun serialize(
        encoder: Encoder,
        value: T,
    ) {
        encoder.encodeStructure(descriptor) {
            encodeStringElement(descriptor, 0, format(value).formatName)
            encodeStringElement(descriptor, 1, value.toString())
        }
    }

    override fun deserialize(decoder: Decoder): T =
        decoder.decodeStructure(descriptor) {
            val parts = arrayOfNulls<String>(2)
            while (true) {
                val at = decodeElementIndex(descriptor)
                if (at == CompositeDecoder.DECODE_DONE) break
                parts[at] = decodeStringElement(descriptor, at)
            }
            val (format, text) = parts
            if (format == null || text == null) throw SerializationException("expected an object of format and text")
            decoded { parse(text, Format.named(format)) }
        }
}

/** Converts the exception of an invalid id to that of kotlinx.serialization. */
private inline fun <T> decoded(parse: () -> T): T =
    try {
        parse()
    } catch (error: SortidException) {
        throw SerializationException(error.message, error)
    }

/** Writes an id of one class as its text. */
internal class TextSerializer<T>(
    private val type: IdType<T>,
) : KSerializer<T> where T : AnyId, T : Comparable<T> {
    override val descriptor: SerialDescriptor = PrimitiveSerialDescriptor("sortid.$type", PrimitiveKind.STRING)

    override fun serialize(
        encoder: Encoder,
        value: T,
    ) {
        encoder.encodeString(value.toString())
    }

    override fun deserialize(decoder: Decoder): T = decoder.decodeString().let { text -> decoded { type.parse(text) } }
}
