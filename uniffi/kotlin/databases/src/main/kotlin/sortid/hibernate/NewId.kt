package sortid.hibernate

import org.hibernate.AnnotationException
import org.hibernate.annotations.IdGeneratorType
import org.hibernate.engine.spi.SharedSessionContractImplementor
import org.hibernate.generator.BeforeExecutionGenerator
import org.hibernate.generator.EventType
import org.hibernate.generator.GeneratorCreationContext
import sortid.Id
import sortid.IdType
import sortid.databases.Storage
import sortid.databases.Stored
import sortid.idTypes
import java.lang.reflect.Field
import java.lang.reflect.Member
import java.lang.reflect.Method
import java.util.EnumSet
import java.util.UUID

/**
 * Generates a key unless one is assigned, with the process-wide generator of its format:
 * `@Id @NewId var id: Uuid7? = null`. Other processes may repeat keys: see [sortid.newId].
 *
 * @property value the name of the format, for a key that is a [UUID], a `Long`, bytes or text
 */
@IdGeneratorType(IdMaker::class)
@Retention(AnnotationRetention.RUNTIME)
@Target(AnnotationTarget.FIELD, AnnotationTarget.FUNCTION, AnnotationTarget.PROPERTY_GETTER)
public annotation class NewId(
    val value: String = "",
)

/** Generates the keys of one entity. Called by Hibernate. */
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

/** Throws [AnnotationException] at program start for a key whose type does not match the format. */
private fun maker(
    name: String,
    member: Member,
): () -> Any {
    val key = if (member is Method) member.returnType else (member as Field).type
    val type =
        when {
            name.isNotEmpty() -> idTypes.find { it.format.formatName == name }
            Id::class.java.isAssignableFrom(key) -> IdType.of(key.asSubclass(Id::class.java))
            else -> null
        }
    type?.takeIf { it.format.canGenerate }?.let { maker(it, key) }?.let { return it }
    val problem = if (name.isEmpty()) "is not an id class with new ids" else "cannot store new ids of $name"
    throw AnnotationException("@NewId: ${member.declaringClass.name}.${member.name}: ${key.name} $problem")
}

private fun <T : Id> maker(
    type: IdType<T>,
    key: Class<*>,
): (() -> Any)? {
    val stored = Stored(type)
    val new = type::now
    return when {
        key == type.idClass -> new
        key == UUID::class.java && stored.storage == Storage.UUID -> ({ stored.toUuid(new()) })
        key == Long::class.javaObjectType && stored.storage == Storage.BIGINT -> ({ stored.toLong(new()) })
        key == ByteArray::class.java -> ({ stored.toBytes(new()) })
        key == String::class.java -> ({ new().toString() })
        else -> null
    }
}
