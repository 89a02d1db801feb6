package sortid.databases

import org.hibernate.HibernateException
import org.hibernate.Version
import org.hibernate.cfg.Configuration
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Runs with Hibernate 6 on the class path: see pom.xml. */
class OlderHibernateTest {
    @Test
    fun `rejects an older Hibernate at program start`() {
        val version = Version.getVersionString()
        assertTrue(version.startsWith("6."), version)
        val configuration = Configuration().setProperty("jakarta.persistence.jdbc.url", "jdbc:h2:mem:older")
        val error = assertThrows(HibernateException::class.java) { configuration.buildSessionFactory() }
        assertEquals("sortid-databases needs Hibernate 7 (Spring Boot 4), not $version", error.message)
    }
}
