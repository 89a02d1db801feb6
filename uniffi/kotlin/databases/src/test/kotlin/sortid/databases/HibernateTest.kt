package sortid.databases

import jakarta.persistence.Column
import jakarta.persistence.Convert
import jakarta.persistence.Converter
import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.hibernate.HibernateException
import org.hibernate.SessionFactory
import org.hibernate.annotations.JdbcTypeCode
import org.hibernate.cfg.Configuration
import org.hibernate.type.SqlTypes
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import sortid.Scru160
import sortid.Snowflake
import sortid.Tid
import sortid.Ulid
import sortid.Uuid7
import sortid.hibernate.NewId
import sortid.jpa.BigintConverter
import sortid.jpa.BytesConverter
import sortid.jpa.TextConverter
import sortid.jpa.UuidConverter
import sortid.scru160
import sortid.tid
import sortid.ulid
import java.time.Instant
import java.util.UUID

@Converter
class Tids : BigintConverter<Tid>(Tid)

@Converter
class Ulids : UuidConverter<Ulid>(Ulid)

@Converter
class Scru160s : TextConverter<Scru160>(Scru160)

@Converter
class TidBytes : BytesConverter<Tid>(Tid)

@Entity
@Table(name = "orders")
open class Order {
    @Id
    @NewId
    open var id: Uuid7? = null

    open var parent: Uuid7? = null

    open var post: Tid? = null

    open var scru: Scru160? = null

    @Convert(converter = Tids::class)
    open var converted: Tid? = null

    @Convert(converter = Ulids::class)
    open var ulid: Ulid? = null

    @Convert(converter = Scru160s::class)
    @Column(length = 32)
    open var text: Scru160? = null

    @Convert(converter = TidBytes::class)
    @Column(length = 8)
    open var bytes: Tid? = null

    @JdbcTypeCode(SqlTypes.VARCHAR)
    open var asText: Ulid? = null

    @JdbcTypeCode(SqlTypes.VARBINARY)
    open var asBytes: Uuid7? = null
}

@Entity
@Table(name = "posts")
open class Post {
    @Id
    @NewId
    open var id: Tid? = null
}

@Entity
@Table(name = "plain")
open class Plain {
    @Id
    @NewId("uuid7")
    open var id: UUID? = null
}

@Entity
@Table(name = "numbers")
open class Numbered {
    @Id
    @NewId("snowflake")
    open var id: Long? = null
}

@Entity
open class Wrong {
    @Id
    @NewId("uuid7")
    open var id: Long? = null
}

class HibernateTest {
    @Test
    fun `NewId accepts the format without a parameter name in Java`() {
        assertEquals("", NewId::class.java.getMethod("value").defaultValue)
    }

    private fun factory(
        database: Database,
        vararg entities: Class<*>,
    ): SessionFactory {
        val configuration = Configuration().setProperty("hibernate.hbm2ddl.auto", "create-drop")
        configuration.setProperty("jakarta.persistence.jdbc.url", database.url)
        return entities.fold(configuration) { all, it -> all.addAnnotatedClass(it) }.buildSessionFactory()
    }

    @TestFactory
    fun `generates keys, round-trips attributes and queries a range`(): List<DynamicTest> =
        Database.each { database ->
            factory(database, Order::class.java, Post::class.java).use { factory ->
                val began = Instant.now()
                val orders = List(3) { Order() }
                factory.inTransaction { session ->
                    orders.forEach {
                        it.post = tid()
                        it.scru = scru160()
                        it.converted = tid()
                        it.ulid = ulid()
                        it.text = scru160()
                        it.bytes = tid()
                        it.asText = ulid()
                        it.asBytes = sortid.uuid7()
                        session.persist(it)
                    }
                    session.persist(Order().apply { parent = orders[0].id })
                    repeat(2) { session.persist(Post()) }
                }
                factory.inTransaction { session ->
                    val first = session.find(Order::class.java, orders[0].id)
                    assertEquals(orders.map { it.attributes() }[0], first.attributes())
                    val day = Uuid7.range(began, began.plusSeconds(60))
                    val query = "from Order where id between :min and :max and post is not null order by id"
                    val found = session.createSelectionQuery(query, Order::class.java)
                    val rows = found.setParameter("min", day.min).setParameter("max", day.max).resultList
                    assertEquals(orders.map { it.id }, rows.map { it.id })
                    val child = session.createSelectionQuery("from Order where parent = :id", Order::class.java)
                    assertEquals(null, child.setParameter("id", orders[0].id).singleResult.converted)
                    val hour = Tid.range(began, began.plusSeconds(60))
                    val posts = session.createSelectionQuery("from Post where id between :min and :max", Post::class.java)
                    posts.setParameter("min", hour.min).setParameter("max", hour.max)
                    assertEquals(2, posts.resultList.size)
                }
            }
        }

    private fun Order.attributes() = listOf(id, post, scru, converted, ulid, text, bytes, asText, asBytes)

    @TestFactory
    fun `columns have the types of the formats`(): List<DynamicTest> =
        Database.each { database ->
            factory(database, Order::class.java).use { factory ->
                factory.inTransaction { session ->
                    val table = "from information_schema.columns where lower(table_name) = 'orders'"
                    val query =
                        session.createNativeQuery("select lower(data_type) $table and lower(column_name) = :name", String::class.java)
                    val names = listOf("id", "parent", "post", "scru", "converted", "ulid", "text", "bytes")
                    val types = names.map { query.setParameter("name", it).singleResult }
                    val binary = if (database.name == "H2") "binary varying" else "bytea"
                    val expected = listOf("uuid", "uuid", "bigint", binary, "bigint", "uuid", "character varying", binary)
                    assertEquals(expected, types)
                }
            }
        }

    @TestFactory
    fun `generates keys of JDK types and keeps assigned keys`(): List<DynamicTest> =
        Database.each { database ->
            factory(database, Plain::class.java, Numbered::class.java).use { factory ->
                val (plain, numbered) = Plain() to Numbered()
                val set = Plain().apply { id = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f") }
                factory.inTransaction { session -> listOf(plain, numbered, set).forEach(session::persist) }
                assertTrue(Uuid7.isValid(plain.id.toString()))
                assertTrue(Snowflake.fromLong(numbered.id!!).instant <= Instant.now().plusSeconds(1))
                factory.inTransaction { session ->
                    assertEquals(set.id, session.find(Plain::class.java, UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).id)
                }
            }
        }

    @Test
    fun `rejects keys of unsuitable types at program start`() {
        val refused = assertThrows(HibernateException::class.java) { factory(Database.all[0], Wrong::class.java) }
        val first = generateSequence<Throwable>(refused) { it.cause }.last()
        assertTrue(first.message!!.contains("cannot store new ids of uuid7"), first.toString())
        assertThrows(IllegalArgumentException::class.java) { object : UuidConverter<Tid>(Tid) {} }
        assertThrows(IllegalArgumentException::class.java) { object : BigintConverter<Uuid7>(Uuid7) {} }
    }
}
