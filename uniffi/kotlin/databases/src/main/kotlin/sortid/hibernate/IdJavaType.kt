package sortid.hibernate

import org.hibernate.SharedSessionContract
import org.hibernate.dialect.Dialect
import org.hibernate.type.SqlTypes
import org.hibernate.type.descriptor.WrapperOptions
import org.hibernate.type.descriptor.java.AbstractJavaType
import org.hibernate.type.descriptor.java.MutabilityPlan
import org.hibernate.type.descriptor.jdbc.JdbcType
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators
import sortid.Id
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored
import java.io.Serializable
import java.util.UUID

/**
 * Hibernate's descriptor of a type of ids. The column type is their [Storage], or, by
 * `@JdbcTypeCode`, bytes (`SqlTypes.VARBINARY`) or text (`SqlTypes.VARCHAR`).
 *
 * Classes of formats are registered. For an attribute of a declared type, extend this class, and
 * name it by `@JavaType(OrderIds::class)`:
 * `class OrderIds : IdJavaType<OrderId>(OrderId.TYPE)`.
 */
public open class IdJavaType<T : Id>(
    // Types are not serializable, and Hibernate does not serialize a registered descriptor.
    @Transient private val type: IdType<T>,
) : AbstractJavaType<T>(type.idClass, AsText(type)) {
    @Transient
    private val stored = Stored(type)

    override fun getRecommendedJdbcType(indicators: JdbcTypeIndicators): JdbcType =
        indicators.getJdbcType(
            when (stored.storage) {
                Storage.UUID -> indicators.preferredSqlTypeCodeForUuid
                Storage.BIGINT -> SqlTypes.BIGINT
                Storage.BYTES -> SqlTypes.VARBINARY
            },
        )

    override fun getDefaultSqlLength(
        dialect: Dialect,
        jdbcType: JdbcType,
    ): Long = (if (jdbcType.isString) type.textLength else type.format.byteLength).toLong()

    // Ids of one class are comparable.
    @Suppress("UNCHECKED_CAST")
    override fun getComparator(): Comparator<T> = Comparator { a, b -> (a as Comparable<T>).compareTo(b) }

    override fun toString(value: T): String = value.toString()

    override fun fromString(text: CharSequence): T = type.parse(text.toString())

    override fun <X : Any?> unwrap(
        value: T?,
        wanted: Class<X>,
        options: WrapperOptions?,
    ): X? {
        if (value == null) return null
        val unwrapped: Any =
            when {
                wanted.isInstance(value) -> value
                wanted == UUID::class.java && stored.storage == Storage.UUID -> stored.toUuid(value)
                wanted == Long::class.javaObjectType && stored.storage == Storage.BIGINT -> stored.toLong(value)
                wanted == ByteArray::class.java -> stored.toBytes(value)
                wanted == String::class.java -> value.toString()
                else -> throw unknownUnwrap(wanted)
            }
        return wanted.cast(unwrapped)
    }

    override fun <X : Any?> wrap(
        value: X,
        options: WrapperOptions?,
    ): T? =
        when {
            value == null -> null
            type.idClass.isInstance(value) -> type.idClass.cast(value)
            value is UUID && stored.storage == Storage.UUID -> stored.ofUuid(value)
            value is Long && stored.storage == Storage.BIGINT -> stored.ofLong(value)
            value is ByteArray -> stored.ofBytes(value)
            value is String -> type.parse(value)
            else -> throw unknownWrap(value.javaClass)
        }

    /** Stores ids as texts in the second-level cache. */
    private class AsText<T : Id>(
        @Transient private val type: IdType<T>,
    ) : MutabilityPlan<T> {
        override fun isMutable() = false

        override fun deepCopy(value: T?): T? = value

        override fun disassemble(
            value: T?,
            session: SharedSessionContract?,
        ): Serializable? = value?.toString()

        override fun assemble(
            cached: Serializable?,
            session: SharedSessionContract?,
        ): T? = cached?.let { type.parse(it as String) }
    }
}
