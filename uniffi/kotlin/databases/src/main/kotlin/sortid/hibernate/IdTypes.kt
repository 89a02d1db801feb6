package sortid.hibernate

import org.hibernate.HibernateException
import org.hibernate.Version
import org.hibernate.boot.model.TypeContributions
import org.hibernate.boot.model.TypeContributor
import org.hibernate.service.ServiceRegistry
import sortid.Id
import sortid.IdType
import sortid.idTypes

/** Checks Hibernate's version, and registers the classes of formats. Named in a service file. */
public class IdTypes : TypeContributor {
    override fun contribute(
        contributions: TypeContributions,
        registry: ServiceRegistry,
    ) {
        val version = Version.getVersionString()
        if (version.substringBefore('.').toIntOrNull()?.let { it < 7 } == true) {
            throw HibernateException("sortid-databases needs Hibernate 7 (Spring Boot 4), not $version")
        }
        idTypes.forEach { contributions.contributeJavaType(javaType(it)) }
    }

    private fun <T : Id> javaType(type: IdType<T>) = IdJavaType(type)
}
