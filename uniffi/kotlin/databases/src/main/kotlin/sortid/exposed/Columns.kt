// Exposed columns of ids.

package sortid.exposed

import org.jetbrains.exposed.v1.core.Column
import org.jetbrains.exposed.v1.core.Op
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.core.and
import org.jetbrains.exposed.v1.core.greaterEq
import org.jetbrains.exposed.v1.core.java.javaUUID
import org.jetbrains.exposed.v1.core.lessEq
import sortid.Id
import sortid.IdRange
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored

/**
 * Adds a column of ids, whose type is their [Storage]:
 * `val id = sortid("id", Uuid7).clientDefault(::uuid7)`.
 *
 * Invalid values in the database throw [sortid.SortidException]. An id that would be stored as a
 * negative number, and thus sort first, throws [ArithmeticException].
 */
public fun <T : Id> Table.sortid(
    name: String,
    type: IdType<T>,
): Column<T> {
    val stored = Stored(type)
    return when (stored.storage) {
        Storage.UUID -> javaUUID(name).transform(stored::ofUuid, stored::toUuid)
        Storage.BIGINT -> long(name).transform(stored::ofLong, stored::toLong)
        Storage.BYTES -> binary(name, type.format.byteLength).transform(stored::ofBytes, stored::toBytes)
    }
}

/** Matches rows whose ids are in a range such as `Uuid7.range(from, to)`, bounds included. */
public infix fun <T> Column<T>.within(range: IdRange<T>): Op<Boolean> where T : Id, T : Comparable<T> =
    (this greaterEq range.min) and (this lessEq range.max)
