package sortid.databases

import org.jetbrains.exposed.v1.core.Column
import org.jetbrains.exposed.v1.core.Op
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.jdbc.SchemaUtils
import org.jetbrains.exposed.v1.jdbc.batchInsert
import org.jetbrains.exposed.v1.jdbc.insert
import org.jetbrains.exposed.v1.jdbc.selectAll
import org.jetbrains.exposed.v1.jdbc.transactions.transaction
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory
import sortid.Format
import sortid.Id
import sortid.IdRange
import sortid.IdType
import sortid.SortidException
import sortid.Tid
import sortid.Uuid7
import sortid.exposed.sortid
import sortid.exposed.within
import sortid.hibernate.IdJavaType
import sortid.idTypes
import sortid.tid
import sortid.uuid7
import java.time.Instant
import org.jetbrains.exposed.v1.jdbc.Database as Connection

class ExposedTest {
    class Ids<T : Id>(
        type: IdType<T>,
    ) : Table("ids_${type.format.formatName}") {
        val id = sortid("id", type)
        override val primaryKey = PrimaryKey(id)
    }

    @TestFactory
    fun `each format round-trips and sorts as its ids`(): List<DynamicTest> =
        Database.each { database ->
            val connection = Connection.connect(database.url)
            idTypes.forEach { sorted(connection, it) }
        }

    /** Compares with any class: the table determines the types. */
    @Suppress("UNCHECKED_CAST")
    private fun <C> within(
        column: Column<*>,
        range: IdRange<*>,
    ): Op<Boolean> where C : Id, C : Comparable<C> = (column as Column<C>) within (range as IdRange<C>)

    private fun <T : Id> sorted(
        connection: Connection,
        type: IdType<T>,
    ) {
        val table = Ids(type)
        val (ids, others) = drawn(type, 60).partition(::fits)
        transaction(connection) {
            SchemaUtils.drop(table)
            SchemaUtils.create(table)
            table.batchInsert(ids) { this[table.id] = it }
            val read = table.selectAll().orderBy(table.id).map { it[table.id] }
            assertEquals(ids.toSet(), read.toSet(), type.toString())
            val sorted = ids.sortedWith(IdJavaType(type).comparator)
            when (type.format) {
                Format.UUID1, Format.COMB_MSSQL -> assertNotEquals(sorted, read, type.toString())
                else -> assertEquals(sorted, read, type.toString())
            }
            val range = IdRange(sorted[5], sorted[15])
            val between = table.selectAll().where { within<Tid>(table.id, range) }.map { it[table.id] }
            if (type.format.bytesSort) assertEquals(ids.filter { it in range }.toSet(), between.toSet(), type.toString())
            others.forEach { assertThrows(ArithmeticException::class.java) { table.insert { row -> row[id] = it } } }
        }
    }

    object Orders : Table("orders_of_exposed") {
        val id = sortid("id", Uuid7).clientDefault(::uuid7)
        val post = sortid("post", Tid).nullable()
    }

    @TestFactory
    fun `supports default ids, nulls and time ranges`(): List<DynamicTest> =
        Database.each { database ->
            transaction(Connection.connect(database.url)) {
                SchemaUtils.drop(Orders)
                SchemaUtils.create(Orders)
                val began = Instant.now()
                val posts = listOf(tid(), null, tid())
                posts.forEach { post -> Orders.insert { it[Orders.post] = post } }
                val since = Uuid7.range(began, began.plusSeconds(60))
                val rows = Orders.selectAll().where { Orders.id within since }.orderBy(Orders.id)
                assertEquals(posts, rows.map { it[Orders.post] })
                val before = Uuid7.range(began.minusSeconds(60), began.minusSeconds(1))
                assertEquals(0, Orders.selectAll().where { Orders.id within before }.count())
            }
        }

    @TestFactory
    fun `rejects an invalid number`(): List<DynamicTest> =
        Database.each { database ->
            val table = Ids(Tid)
            transaction(Connection.connect(database.url)) {
                SchemaUtils.drop(table)
                SchemaUtils.create(table)
                exec("insert into ids_tid values (-1)")
                assertThrows(SortidException.OutOfRange::class.java) { table.selectAll().map { it[table.id] } }
            }
        }
}
