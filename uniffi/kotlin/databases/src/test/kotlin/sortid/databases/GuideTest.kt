// Contains and runs the Kotlin blocks of docs/databases.md.

package sortid.databases

import jakarta.persistence.Converter
import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table
import org.hibernate.annotations.JdbcTypeCode
import org.hibernate.cfg.Configuration
import org.hibernate.type.SqlTypes
import org.jetbrains.exposed.v1.jdbc.SchemaUtils
import org.jetbrains.exposed.v1.jdbc.insert
import org.jetbrains.exposed.v1.jdbc.selectAll
import org.jetbrains.exposed.v1.jdbc.transactions.transaction
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import org.springframework.data.jpa.repository.JpaRepository
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory
import sortid.Tid
import sortid.Ulid
import sortid.Uuid7
import sortid.exposed.sortid
import sortid.exposed.within
import sortid.hibernate.NewId
import sortid.jpa.BigintConverter
import sortid.tid
import sortid.ulid
import sortid.uuid7
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import java.util.UUID
import org.jetbrains.exposed.v1.core.Table as ExposedTable
import org.jetbrains.exposed.v1.jdbc.Database as Connection

@Entity
@Table(name = "invoices")
open class Invoice {
    @Id
    @NewId
    open var id: Uuid7? = null // a column uuid

    open var post: Tid? = null // a column bigint

    @JdbcTypeCode(SqlTypes.VARCHAR)
    open var ulid: Ulid? = null // a column of text, in place of uuid
}

// An existing UUID key.
@Entity
@Table(name = "customers")
open class Customer {
    @Id
    @NewId("uuid7")
    open var id: UUID? = null
}

interface Invoices : JpaRepository<Invoice, Uuid7> {
    fun findByIdBetweenOrderById(
        min: Uuid7,
        max: Uuid7,
    ): List<Invoice>
}

@Converter(autoApply = true)
class AllTids : BigintConverter<Tid>(Tid)

object Parcels : ExposedTable("parcels") {
    val id = sortid("id", Uuid7).clientDefault(::uuid7)
    val post = sortid("post", Tid).nullable()
    override val primaryKey = PrimaryKey(id)
}

/** Replaces the annotation of Room, which requires Android. */
annotation class TypeConverter

class Converters {
    @TypeConverter fun tid(column: Long?): Tid? = column?.let { Tid.fromLong(it) }

    @TypeConverter fun column(tid: Tid?): Long? = tid?.toLong()
}

class GuideTest {
    @Test
    fun `converters of Room round-trip`() {
        val tid = tid()
        assertEquals(tid, Converters().run { tid(column(tid)) })
        assertEquals(null, Converters().run { tid(column(null)) })
    }

    @Test
    fun `the examples of Hibernate and Spring Data work`() {
        val configuration = Configuration().setProperty("jakarta.persistence.jdbc.url", "jdbc:h2:mem:guide")
        configuration.setProperty("hibernate.hbm2ddl.auto", "create-drop")
        val entities = listOf(Invoice::class.java, Customer::class.java)
        entities.forEach { configuration.addAnnotatedClass(it) }
        configuration.addAttributeConverter(AllTids::class.java)
        configuration.buildSessionFactory().use { factory ->
            val began = Instant.now()
            val invoice = Invoice()
            factory.inTransaction { session ->
                invoice.post = tid()
                invoice.ulid = ulid()
                session.persist(invoice)
                session.persist(Customer())
            }
            factory.inTransaction { session ->
                val hour = Uuid7.range(began, began.plusSeconds(3600))
                val query = session.createSelectionQuery("from Invoice where id between :min and :max order by id", Invoice::class.java)
                val found = query.setParameter("min", hour.min).setParameter("max", hour.max).resultList
                assertEquals(invoice.post, found.single().post)
                assertEquals(invoice.ulid, found.single().ulid)

                val invoices = JpaRepositoryFactory(session).getRepository(Invoices::class.java)
                val another = invoices.save(Invoice())
                session.flush()
                assertEquals(listOf(invoice.id, another.id), invoices.findByIdBetweenOrderById(hour.min, hour.max).map { it.id })
                assertEquals(another.id, invoices.findById(another.id!!).get().id)
            }
        }
    }

    @Test
    fun `the example of Exposed works`() {
        transaction(Connection.connect("jdbc:h2:mem:guide_of_exposed;DB_CLOSE_DELAY=-1")) {
            SchemaUtils.create(Parcels)
            val began = Instant.now()
            Parcels.insert { it[post] = tid() }
            val hour = Uuid7.range(began, began.plusSeconds(3600))
            val found = Parcels.selectAll().where { Parcels.id within hour }.orderBy(Parcels.id)
            assertEquals(1, found.count())
        }
    }

    @Test
    fun `the guide contains the code of this file`() {
        val root = Path.of("../../..")
        val page = Files.readString(root.resolve("docs/databases.md"))
        val here = lines(Files.readString(Path.of("src/test/kotlin/sortid/databases/GuideTest.kt")))
        val found = Regex("```kotlin\n(.*?)```", RegexOption.DOT_MATCHES_ALL).findAll(page)
        // The first line of a block is the name of the library.
        val blocks = found.map { lines(it.groupValues[1].substringAfter("\n")) }.toList()
        assertEquals(4, blocks.size)
        for (block in blocks) assert(block in here) { "the page shows what is not tested:\n$block" }
    }

    /** The lines of a text, trimmed. */
    private fun lines(text: String): String = text.lines().joinToString("\n") { it.trim() }.trim()
}
