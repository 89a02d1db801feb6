package sortid.hibernate

import org.hibernate.boot.model.TypeContributions
import org.hibernate.boot.model.TypeContributor
import org.hibernate.service.ServiceRegistry
import sortid.Id
import sortid.IdType
import sortid.idTypes

/** Registers the class of each format. Hibernate finds this class by its service file. */
public class IdTypes : TypeContributor {
    override fun contribute(
        contributions: TypeContributions,
        registry: ServiceRegistry,
    ) {
        idTypes.forEach { contributions.contributeJavaType(javaType(it)) }
    }

    private fun <T : Id> javaType(type: IdType<T>) = IdJavaType(type)
}
