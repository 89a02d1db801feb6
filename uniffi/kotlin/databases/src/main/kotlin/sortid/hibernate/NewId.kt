package sortid.hibernate

import org.hibernate.AnnotationException
import org.hibernate.annotations.IdGeneratorType
import org.hibernate.engine.spi.SharedSessionContractImplementor
import org.hibernate.generator.BeforeExecutionGenerator
import org.hibernate.generator.EventType
import org.hibernate.generator.GeneratorCreationContext
import sortid.AnyId
import sortid.Format
import sortid.IdType
import sortid.SortidException
import sortid.databases.Storage
import sortid.databases.Stored
import sortid.idTypes
import sortid.newId
import java.lang.reflect.Field
import java.lang.reflect.Member
import java.lang.reflect.Method
import java.util.EnumSet
import java.util.UUID

/**
 * A key that the program makes, by the process-wide generator of its format: `@Id @NewId var id: Uuid7? = null`. A key that is set already
 * stays. Other processes may repeat ids as with [newId].
 *
 * @property value the name of the format, for a key that is not an id of ours but a [UUID], a `Long`, bytes or text
 */
@IdGeneratorType(IdMaker::class)
@Retention(AnnotationRetention.RUNTIME)
@Target(AnnotationTarget.FIELD, AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY_GETTER)
public annotation class NewId(
    val value: String = "",
)

/** What makes the keys of one entity; Hibernate's affair. */
public class IdMaker(
    annotation: NewId,
    member: Member,
    @Suppress("UNUSED_PARAMETER") context: GeneratorCreationContext,
) : BeforeExecutionGenerator {
    @Transient
    private val make = maker(annotation.value, member)

    override fun generate(
        session: SharedSessionContractImplementor?,
        owner: Any?,
        current: Any?,
        event: EventType?,
    ): Any = current ?: make()

    override fun getEventTypes(): EnumSet<EventType> = EnumSet.of(EventType.INSERT)

    override fun allowAssignedIdentifiers(): Boolean = true
}

/** Throws [AnnotationException], when the program starts, for a key that holds no ids of the format. */
private fun maker(
    name: String,
    member: Member,
): () -> Any {
    val key = if (member is Method) member.returnType else (member as Field).type
    val type = idTypes.find { if (name.isEmpty()) it.idClass == key else it.format.formatName == name }
    type?.takeIf { it.format.isMade }?.let { maker(it, key) }?.let { return it }
    val what = name.ifEmpty { "a format of its own" }
    throw AnnotationException("@NewId: ${member.declaringClass.name}.${member.name}, of ${key.name}, holds no new ids of $what")
}

private fun <T> maker(
    type: IdType<T>,
    key: Class<*>,
): (() -> Any)? where T : AnyId, T : Comparable<T> {
    val stored = Stored(type)
    val new = { type.of(newId(type.format)) }
    return when {
        key == type.idClass -> new
        key == UUID::class.java && stored.storage == Storage.UUID -> ({ stored.toUuid(new()) })
        key == Long::class.javaObjectType && stored.storage == Storage.BIGINT -> ({ stored.toLong(new()) })
        key == ByteArray::class.java -> ({ stored.toBytes(new()) })
        key == String::class.java -> ({ new().toString() })
        else -> null
    }
}
