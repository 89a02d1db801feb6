package sortid.databases

import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import sortid.Id
import sortid.IdType
import sortid.SortidException
import java.util.Random

/** A database for the tests: H2, and PostgreSQL if the environment has one. */
class Database(
    val name: String,
    val url: String,
) {
    companion object {
        private val h2 = Database("H2", "jdbc:h2:mem:sortid;DB_CLOSE_DELAY=-1")

        val all =
            listOfNotNull(h2, System.getenv("PGHOST")?.let { Database("PostgreSQL", postgresql(it)) })

        private fun postgresql(folder: String): String {
            val socket = "$folder/.s.PGSQL.${System.getenv("PGPORT")}"
            val factory = "socketFactory=org.newsclub.net.unix.AFUNIXSocketFactory\$FactoryArg&socketFactoryArg=$socket"
            val (user, database) = listOf("PGUSER", "PGDATABASE").map(System::getenv)
            return "jdbc:postgresql://localhost/$database?user=$user&sslmode=disable&$factory"
        }

        fun each(test: (Database) -> Unit): List<DynamicTest> = all.map { dynamicTest(it.name) { test(it) } }
    }
}

/** Returns distinct valid ids with random bits. */
fun <T : Id> drawn(
    type: IdType<T>,
    count: Int,
): Set<T> {
    val random = Random(type.format.code.toLong())
    val ids = mutableSetOf<T>()
    while (ids.size < count) {
        val bytes = ByteArray(type.format.byteLength).also(random::nextBytes)
        try {
            ids += type.fromBytes(bytes)
        } catch (e: SortidException.Argument) {
            // Skip invalid ids: UUIDs of another version, and reserved ids.
        }
    }
    return ids
}

/** Whether the id fits in its column type. */
fun fits(id: Id): Boolean = Storage.of(id.format) != Storage.BIGINT || id.toBigInteger().bitLength() < Long.SIZE_BITS
