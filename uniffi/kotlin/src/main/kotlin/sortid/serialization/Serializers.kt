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
import sortid.Id
import sortid.IdType
import sortid.SortidException

/** Writes an [AnyId] as an object of `format` and `text`. */
public object AnyIdSerializer : KSerializer<AnyId> by ObjectSerializer

/** Writes an id as an object, since its text does not contain its format. */
private object ObjectSerializer : KSerializer<AnyId> {
    override val descriptor: SerialDescriptor =
        buildClassSerialDescriptor("sortid.AnyId") {
            element<String>("format")
            element<String>("text")
        }

    override fun serialize(
        encoder: Encoder,
        value: AnyId,
    ) {
        encoder.encodeStructure(descriptor) {
            encodeStringElement(descriptor, 0, value.format.formatName)
            encodeStringElement(descriptor, 1, value.toString())
        }
    }

    override fun deserialize(decoder: Decoder): AnyId =
        decoder.decodeStructure(descriptor) {
            val parts = arrayOfNulls<String>(2)
            while (true) {
                val at = decodeElementIndex(descriptor)
                if (at == CompositeDecoder.DECODE_DONE) break
                parts[at] = decodeStringElement(descriptor, at)
            }
            val (format, text) = parts
            if (format == null || text == null) throw SerializationException("expected an object of format and text")
            decoded { AnyId.parse(text, Format.named(format)) }
        }
}

/** Converts the exception of an invalid id to that of kotlinx.serialization. */
private inline fun <T> decoded(parse: () -> T): T =
    try {
        parse()
    } catch (error: SortidException) {
        throw SerializationException(error.message, error)
    }

/**
 * Writes ids of a type as their texts:
 * `object OrderSerializer : IdSerializer<TypeId>(IdType.of("order"))`.
 */
public open class IdSerializer<T : Id>(
    private val type: IdType<T>,
) : KSerializer<T> {
    override val descriptor: SerialDescriptor = PrimitiveSerialDescriptor("sortid.$type", PrimitiveKind.STRING)

    override fun serialize(
        encoder: Encoder,
        value: T,
    ) {
        encoder.encodeString(value.toString())
    }

    override fun deserialize(decoder: Decoder): T = decoder.decodeString().let { text -> decoded { type.parse(text) } }
}
