// JPA converters for attributes that are not keys: JPA does not apply converters to keys. Declare a
// subclass for each type:
// `@Converter(autoApply = true) class Uuid7s : UuidConverter<Uuid7>(Uuid7)`.

package sortid.jpa

import jakarta.persistence.AttributeConverter
import sortid.Id
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored
import java.util.UUID

/**
 * Stores ids of 128 bits in a column of type `uuid`.
 *
 * @throws IllegalArgumentException for a type with another [Storage]
 */
public abstract class UuidConverter<T : Id>(
    type: IdType<T>,
) : AttributeConverter<T, UUID> {
    private val stored = stored(type, Storage.UUID)

    override fun convertToDatabaseColumn(id: T?): UUID? = id?.let(stored::toUuid)

    override fun convertToEntityAttribute(column: UUID?): T? = column?.let(stored::ofUuid)
}

/**
 * Stores ids of 64 bits in a column of integers.
 *
 * @throws IllegalArgumentException for a type with another [Storage]
 */
public abstract class BigintConverter<T : Id>(
    type: IdType<T>,
) : AttributeConverter<T, Long> {
    private val stored = stored(type, Storage.BIGINT)

    override fun convertToDatabaseColumn(id: T?): Long? = id?.let(stored::toLong)

    override fun convertToEntityAttribute(column: Long?): T? = column?.let(stored::ofLong)
}

/** Stores ids as big-endian bytes: for [Storage.BYTES], or databases without the other types. */
public abstract class BytesConverter<T : Id>(
    type: IdType<T>,
) : AttributeConverter<T, ByteArray> {
    private val stored = Stored(type)

    override fun convertToDatabaseColumn(id: T?): ByteArray? = id?.let(stored::toBytes)

    override fun convertToEntityAttribute(column: ByteArray?): T? = column?.let(stored::ofBytes)
}

/** Stores ids as canonical text. It sorts if `Format.textSorts` and the column compares bytes. */
public abstract class TextConverter<T : Id>(
    private val type: IdType<T>,
) : AttributeConverter<T, String> {
    override fun convertToDatabaseColumn(id: T?): String? = id?.toString()

    override fun convertToEntityAttribute(column: String?): T? = column?.let(type::parse)
}

private fun <T : Id> stored(
    type: IdType<T>,
    wanted: Storage,
): Stored<T> = Stored(type).also { require(it.storage == wanted) { "ids of $type require a column of ${it.storage}, not of $wanted" } }
