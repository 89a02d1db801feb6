// Columns of Exposed for ids.

package sortid.exposed

import org.jetbrains.exposed.v1.core.Column
import org.jetbrains.exposed.v1.core.Op
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.core.and
import org.jetbrains.exposed.v1.core.greaterEq
import org.jetbrains.exposed.v1.core.java.javaUUID
import org.jetbrains.exposed.v1.core.lessEq
import sortid.AnyId
import sortid.IdRange
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored

/**
 * A column of ids, held as their [Storage] says: `val id = sortid("id", Uuid7).clientDefault(::uuid7)`.
 *
 * Invalid values in the database throw [sortid.SortidException]; an id that would be stored as a negative number, before all
 * others, throws [ArithmeticException].
 */
public fun <T> Table.sortid(
    name: String,
    type: IdType<T>,
): Column<T> where T : AnyId, T : Comparable<T> {
    val stored = Stored(type)
    return when (stored.storage) {
        Storage.UUID -> javaUUID(name).transform(stored::ofUuid, stored::toUuid)
        Storage.BIGINT -> long(name).transform(stored::ofLong, stored::toLong)
        Storage.BYTES -> binary(name, type.format.byteLength).transform(stored::ofBytes, stored::toBytes)
    }
}

/** The rows whose ids lie in a range, such as `Uuid7.range(from, to)`: from its `min` to its `max`, both inside. */
public infix fun <T> Column<T>.within(range: IdRange<T>): Op<Boolean> where T : AnyId, T : Comparable<T> =
    (this greaterEq range.min) and (this lessEq range.max)
