// Converters of JPA for attributes that are no keys; JPA has none for those. A program names one for each of its types, in a line:
// `@Converter(autoApply = true) class Uuid7s : UuidConverter<Uuid7>(Uuid7)`.

package sortid.jpa

import jakarta.persistence.AttributeConverter
import sortid.AnyId
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored
import java.util.UUID

/**
 * Ids of 128 bits in a column of type `uuid`.
 *
 * @throws IllegalArgumentException for a type whose [Storage] is another
 */
public abstract class UuidConverter<T>(
    type: IdType<T>,
) : AttributeConverter<T, UUID> where T : AnyId, T : Comparable<T> {
    private val stored = stored(type, Storage.UUID)

    override fun convertToDatabaseColumn(id: T?): UUID? = id?.let(stored::toUuid)

    override fun convertToEntityAttribute(column: UUID?): T? = column?.let(stored::ofUuid)
}

/**
 * Ids of 64 bits in a column of integers.
 *
 * @throws IllegalArgumentException for a type whose [Storage] is another
 */
public abstract class BigintConverter<T>(
    type: IdType<T>,
) : AttributeConverter<T, Long> where T : AnyId, T : Comparable<T> {
    private val stored = stored(type, Storage.BIGINT)

    override fun convertToDatabaseColumn(id: T?): Long? = id?.let(stored::toLong)

    override fun convertToEntityAttribute(column: Long?): T? = column?.let(stored::ofLong)
}

/** Ids of any type as their big-endian bytes: what [Storage.BYTES] is, and if no database has the other types. */
public abstract class BytesConverter<T>(
    type: IdType<T>,
) : AttributeConverter<T, ByteArray> where T : AnyId, T : Comparable<T> {
    private val stored = Stored(type)

    override fun convertToDatabaseColumn(id: T?): ByteArray? = id?.let(stored::toBytes)

    override fun convertToEntityAttribute(column: ByteArray?): T? = column?.let(stored::ofBytes)
}

/** Ids of any type as their canonical text. It sorts as they do where `Format.textSorts`, and the column compares bytes. */
public abstract class TextConverter<T>(
    private val type: IdType<T>,
) : AttributeConverter<T, String> where T : AnyId, T : Comparable<T> {
    override fun convertToDatabaseColumn(id: T?): String? = id?.toString()

    override fun convertToEntityAttribute(column: String?): T? = column?.let(type::parse)
}

private fun <T> stored(
    type: IdType<T>,
    wanted: Storage,
): Stored<T> where T : AnyId, T : Comparable<T> =
    Stored(type).also { require(it.storage == wanted) { "a column holds $type as ${it.storage}, not as $wanted" } }
