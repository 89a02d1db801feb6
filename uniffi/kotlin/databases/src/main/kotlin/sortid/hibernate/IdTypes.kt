package sortid.hibernate

import org.hibernate.boot.model.TypeContributions
import org.hibernate.boot.model.TypeContributor
import org.hibernate.service.ServiceRegistry
import sortid.AnyId
import sortid.IdType
import sortid.idTypes

/** Tells Hibernate of the class of each format. Found by itself: a program with this module in its class path does nothing. */
public class IdTypes : TypeContributor {
    override fun contribute(
        contributions: TypeContributions,
        registry: ServiceRegistry,
    ) {
        idTypes.forEach { contributions.contributeJavaType(javaType(it)) }
    }

    private fun <T> javaType(type: IdType<T>) where T : AnyId, T : Comparable<T> = IdJavaType(type)
}
