package sortid.internal

import sortid.AnyId
import sortid.Format
import sortid.GeneratorOptions
import sortid.Id
import sortid.IdType
import sortid.TypeId
import sortid.declared
import java.io.InvalidObjectException
import java.io.Serializable

/** The class, type and text that Java's serialization writes in place of an id. */
internal class SerializedId private constructor(
    private val idClass: Class<out Id>,
    private val format: String,
    private val text: String,
    private val prefix: String?,
    private val options: HashMap<String, Any>,
) : Serializable {
    constructor(id: Id, type: IdType<*>? = null) :
        this(id.javaClass, id.format.formatName, id.toString(), type?.prefix, HashMap(type?.options?.given.orEmpty()))

    private fun readResolve(): Any =
        try {
            when (idClass) {
                AnyId::class.java -> AnyId.parse(text, Format.named(format))
                TypeId::class.java -> declared(prefix, Format.named(format), GeneratorOptions(options)).parse(text)
                else -> IdType.of(idClass).parse(text)
            }
        } catch (error: RuntimeException) {
            throw InvalidObjectException(error.message).initCause(error)
        }

    companion object {
        private const val serialVersionUID = 1L

        /** The error of a stream that contains an id without this object. */
        fun missing() = InvalidObjectException("expected the serialized text of an id")
    }
}
