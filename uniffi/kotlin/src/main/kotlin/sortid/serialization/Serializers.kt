// Ids in kotlinx.serialization, whose plugin refuses to compile a class with an id that it is not told the serializer of: by
// `@Serializable(with = TidSerializer::class)` at the property, or `@file:UseSerializers(TidSerializer::class)`. This needs
// kotlinx-serialization-core, on which the module does not depend. An invalid id is an IllegalArgumentException, as there.

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

/** A [SortId] as an object of `format` and `text`. */
public object SortIdSerializer : KSerializer<SortId> by ObjectSerializer("sortid.SortId", SortId::format, SortId::parse)

/** A [PrefixedId] as an object of `format` and `text`. */
public object PrefixedIdSerializer :
    KSerializer<PrefixedId> by ObjectSerializer("sortid.PrefixedId", { it.id.format }, { text, format -> PrefixedId.parse(text, format) })

/**
 * An id with a prefix as its text: `object OrderIdSerializer : PrefixedSerializer<OrderId>(OrderId)`.
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

    override fun deserialize(decoder: Decoder): T = type.parse(decoder.decodeString())
}

/** An id whose text does not tell its format. */
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
            if (format == null || text == null) throw SerializationException("an id is an object of format and text")
            parse(text, Format.named(format))
        }
}

/** An id of one class as its text. */
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

    override fun deserialize(decoder: Decoder): T = type.parse(decoder.decodeString())
}

// <generated: serializers>

/** A [sortid.Tid] as its text. */
public object TidSerializer : KSerializer<sortid.Tid> by TextSerializer(sortid.Tid)

/** A [sortid.Timeid] as its text. */
public object TimeidSerializer : KSerializer<sortid.Timeid> by TextSerializer(sortid.Timeid)

/** A [sortid.Uid11Xid] as its text. */
public object Uid11XidSerializer : KSerializer<sortid.Uid11Xid> by TextSerializer(sortid.Uid11Xid)

/** A [sortid.Uid11Fullrand] as its text. */
public object Uid11FullrandSerializer : KSerializer<sortid.Uid11Fullrand> by TextSerializer(sortid.Uid11Fullrand)

/** A [sortid.Uid11Snowish] as its text. */
public object Uid11SnowishSerializer : KSerializer<sortid.Uid11Snowish> by TextSerializer(sortid.Uid11Snowish)

/** A [sortid.Uid11TsSeqRand] as its text. */
public object Uid11TsSeqRandSerializer : KSerializer<sortid.Uid11TsSeqRand> by TextSerializer(sortid.Uid11TsSeqRand)

/** A [sortid.Uuid6] as its text. */
public object Uuid6Serializer : KSerializer<sortid.Uuid6> by TextSerializer(sortid.Uuid6)

/** A [sortid.Uuid7Draft01] as its text. */
public object Uuid7Draft01Serializer : KSerializer<sortid.Uuid7Draft01> by TextSerializer(sortid.Uuid7Draft01)

/** A [sortid.Uuid7] as its text. */
public object Uuid7Serializer : KSerializer<sortid.Uuid7> by TextSerializer(sortid.Uuid7)

/** A [sortid.Uuid8] as its text. */
public object Uuid8Serializer : KSerializer<sortid.Uuid8> by TextSerializer(sortid.Uuid8)

/** A [sortid.Scru160] as its text. */
public object Scru160Serializer : KSerializer<sortid.Scru160> by TextSerializer(sortid.Scru160)

/** A [sortid.LexicalUuid] as its text. */
public object LexicalUuidSerializer : KSerializer<sortid.LexicalUuid> by TextSerializer(sortid.LexicalUuid)

/** A [sortid.Snowflake] as its text. */
public object SnowflakeSerializer : KSerializer<sortid.Snowflake> by TextSerializer(sortid.Snowflake)

/** A [sortid.Flake] as its text. */
public object FlakeSerializer : KSerializer<sortid.Flake> by TextSerializer(sortid.Flake)

/** A [sortid.ShardingId] as its text. */
public object ShardingIdSerializer : KSerializer<sortid.ShardingId> by TextSerializer(sortid.ShardingId)

/** A [sortid.Ksuid] as its text. */
public object KsuidSerializer : KSerializer<sortid.Ksuid> by TextSerializer(sortid.Ksuid)

/** A [sortid.Elasticflake] as its text. */
public object ElasticflakeSerializer : KSerializer<sortid.Elasticflake> by TextSerializer(sortid.Elasticflake)

/** A [sortid.FlakeIdgen] as its text. */
public object FlakeIdgenSerializer : KSerializer<sortid.FlakeIdgen> by TextSerializer(sortid.FlakeIdgen)

/** A [sortid.Sonyflake] as its text. */
public object SonyflakeSerializer : KSerializer<sortid.Sonyflake> by TextSerializer(sortid.Sonyflake)

/** A [sortid.OrderedUuid] as its text. */
public object OrderedUuidSerializer : KSerializer<sortid.OrderedUuid> by TextSerializer(sortid.OrderedUuid)

/** A [sortid.CombGuid] as its text. */
public object CombGuidSerializer : KSerializer<sortid.CombGuid> by TextSerializer(sortid.CombGuid)

/** A [sortid.Ulid] as its text. */
public object UlidSerializer : KSerializer<sortid.Ulid> by TextSerializer(sortid.Ulid)

/** A [sortid.Sid] as its text. */
public object SidSerializer : KSerializer<sortid.Sid> by TextSerializer(sortid.Sid)

/** A [sortid.PushId] as its text. */
public object PushIdSerializer : KSerializer<sortid.PushId> by TextSerializer(sortid.PushId)

/** A [sortid.Xid] as its text. */
public object XidSerializer : KSerializer<sortid.Xid> by TextSerializer(sortid.Xid)

/** A [sortid.ObjectId] as its text. */
public object ObjectIdSerializer : KSerializer<sortid.ObjectId> by TextSerializer(sortid.ObjectId)

/** A [sortid.Cuid] as its text. */
public object CuidSerializer : KSerializer<sortid.Cuid> by TextSerializer(sortid.Cuid)

/** A [sortid.CombMssql] as its text. */
public object CombMssqlSerializer : KSerializer<sortid.CombMssql> by TextSerializer(sortid.CombMssql)

/** A [sortid.Uuid1] as its text. */
public object Uuid1Serializer : KSerializer<sortid.Uuid1> by TextSerializer(sortid.Uuid1)

/** A [sortid.Uuid4] as its text. */
public object Uuid4Serializer : KSerializer<sortid.Uuid4> by TextSerializer(sortid.Uuid4)

/** A [sortid.AnyUuid] as its text. */
public object AnyUuidSerializer : KSerializer<sortid.AnyUuid> by TextSerializer(sortid.AnyUuid)

/** A [sortid.Mastodon] as its text. */
public object MastodonSerializer : KSerializer<sortid.Mastodon> by TextSerializer(sortid.Mastodon)

/** A [sortid.Tsid] as its text. */
public object TsidSerializer : KSerializer<sortid.Tsid> by TextSerializer(sortid.Tsid)

/** A [sortid.Scru128] as its text. */
public object Scru128Serializer : KSerializer<sortid.Scru128> by TextSerializer(sortid.Scru128)

/** A [sortid.Scru64] as its text. */
public object Scru64Serializer : KSerializer<sortid.Scru64> by TextSerializer(sortid.Scru64)

/** A [sortid.ElasticsearchId] as its text. */
public object ElasticsearchIdSerializer : KSerializer<sortid.ElasticsearchId> by TextSerializer(sortid.ElasticsearchId)

/** A [sortid.Custom64] as its text. */
public object Custom64Serializer : KSerializer<sortid.Custom64> by TextSerializer(sortid.Custom64)
// </generated>
