// The JVM member: `create TABLES`, `intrude TABLES`, `insert TABLES TURN TURNS`, `read TABLES`. It
// prints JSON.
//
// Exposed creates, writes and reads the tables with its id column. Plain JDBC looks rows up, with
// the values of `Storage`.

import com.google.gson.Gson
import com.google.gson.GsonBuilder
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.core.eq
import org.jetbrains.exposed.v1.jdbc.SchemaUtils
import org.jetbrains.exposed.v1.jdbc.insert
import org.jetbrains.exposed.v1.jdbc.selectAll
import org.jetbrains.exposed.v1.jdbc.transactions.transaction
import sortid.Id
import sortid.IdType
import sortid.databases.Storage
import sortid.exposed.sortid
import sortid.idTypes
import java.nio.ByteBuffer
import java.nio.file.Files
import java.nio.file.Path
import java.sql.Connection
import java.sql.DriverManager
import java.sql.SQLException
import java.util.UUID
import org.jetbrains.exposed.v1.jdbc.Database as Exposed

private val isSqlite = System.getenv("SORTID_DATABASE") == "sqlite"

private fun url(): String {
    if (isSqlite) return "jdbc:sqlite:${System.getenv("SORTID_DATABASE_DIR")}/shared"
    val socket = "${System.getenv("PGHOST")}/.s.PGSQL.${System.getenv("PGPORT")}"
    val factory = "socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory\$FactoryArg&socketFactoryArg=$socket"
    val (user, database) = listOf("PGUSER", "PGDATABASE").map(System::getenv)
    return "jdbc:postgresql://localhost/$database?user=$user&sslmode=disable&$factory"
}

/** The table of one format. */
private class Ids<T : Id>(
    name: String,
    type: IdType<T>,
) : Table(name) {
    val id = sortid("id", type)
    override val primaryKey = PrimaryKey(id)
}

/** Returns the value that JDBC binds for an id. SQLite has no UUID type and stores bytes. */
private fun bound(id: Id): Any {
    val bytes = id.toByteArray()
    return when (Storage.of(id.format)) {
        Storage.BIGINT -> id.toBigInteger().longValueExact()
        Storage.UUID -> if (isSqlite) bytes else ByteBuffer.wrap(bytes).let { UUID(it.long, it.long) }
        Storage.BYTES -> bytes
    }
}

/** Values that a table must reject. */
private fun wrong(id: Id): List<Any> {
    val bytes = id.toByteArray()
    val text = id.toString()
    val storage = Storage.of(id.format)
    val isBytes = storage == Storage.BYTES || (isSqlite && storage == Storage.UUID)
    return buildList {
        add(bytes.copyOfRange(1, bytes.size))
        if (!isBytes) add(bytes)
        // PostgreSQL rounds in integer columns.
        if (isSqlite) add(1.5) else add(true)
        if (storage != Storage.BIGINT) add(1L)
        // SQLite converts digits in integer columns.
        if (!isSqlite || storage != Storage.BIGINT || text.any { !it.isDigit() }) add(text)
    }
}

/** Runs a command on a format's table. Returns `null`, accepted wrong values, or the rows. */
private fun <T : Id> run(
    command: List<String>,
    jdbc: Connection,
    exposed: Exposed,
    type: IdType<T>,
    texts: List<String>,
): Any? {
    val (verb, owner) = command
    val ids = texts.map(type::parse)
    val name = "${owner}_${type.format.formatName}"
    val table = Ids(name, type)
    return when (verb) {
        "create" -> {
            transaction(exposed) { SchemaUtils.create(table) }
            null
        }

        "intrude" -> {
            wrong(ids.first()).filter { isTaken(jdbc, name, it) }.map(Any::toString)
        }

        "insert" -> {
            val (turn, turns) = command.drop(2).map(String::toInt)
            transaction(exposed) {
                ids.filterIndexed { nth, _ -> nth % turns == turn }.forEach { id -> table.insert { it[table.id] = id } }
            }
            null
        }

        "read" -> {
            val (rows, byId) =
                transaction(exposed) {
                    val rows = table.selectAll().orderBy(table.id).map { it[table.id].toString() }
                    rows to ids.sumOf { id -> table.selectAll().where { table.id eq id }.count() }
                }
            val byValue = ids.sumOf { count(jdbc, name, bound(it)) }
            mapOf("rows" to rows, "found" to minOf(byId, byValue))
        }

        else -> {
            error("create|intrude|insert|read TABLES [TURN TURNS]")
        }
    }
}

private fun isTaken(
    jdbc: Connection,
    table: String,
    value: Any,
): Boolean =
    try {
        jdbc.prepareStatement("insert into $table values (?)").use {
            it.setObject(1, value)
            it.executeUpdate() == 1
        }
    } catch (_: SQLException) {
        false
    }

private fun count(
    jdbc: Connection,
    table: String,
    value: Any,
): Long =
    jdbc.prepareStatement("select count(*) from $table where id = ?").use {
        it.setObject(1, value)
        it.executeQuery().use { rows -> if (rows.next()) rows.getLong(1) else 0 }
    }

fun main(vararg command: String) {
    val json = Files.readString(Path.of(System.getenv("SORTID_SAMPLE")))
    val samples = Gson().fromJson(json, Map::class.java).mapValues { (_, texts) -> (texts as List<*>).map(Any?::toString) }
    val answers = mutableMapOf<String, Any?>()
    val exposed = Exposed.connect(url())
    DriverManager.getConnection(url()).use { jdbc ->
        for (type in idTypes) {
            val name = type.format.formatName
            val texts = samples[name] ?: continue
            answers[name] =
                try {
                    run(command.toList(), jdbc, exposed, type, texts)
                } catch (e: Exception) {
                    System.err.println("${command.joinToString(" ")} $name: $e")
                    mapOf("error" to e.toString())
                }
        }
    }
    println(GsonBuilder().serializeNulls().create().toJson(answers))
}
