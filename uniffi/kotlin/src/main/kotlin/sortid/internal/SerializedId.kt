package sortid.internal

import sortid.AbstractPrefixed
import sortid.AnyId
import sortid.Format
import sortid.PrefixedId
import sortid.SortId
import sortid.idTypes
import java.io.InvalidObjectException
import java.io.Serializable
import java.lang.reflect.InvocationTargetException

/** The class, format and text that Java's serialization writes in place of an id. */
internal class SerializedId private constructor(
    private val idClass: Class<*>,
    private val format: String,
    private val text: String,
) : Serializable {
    constructor(id: AnyId) : this(id.javaClass, id.format.formatName, id.toString())

    constructor(id: PrefixedId) : this(id.javaClass, id.id.format.formatName, id.toString())

    constructor(id: AbstractPrefixed<*>) : this(id.javaClass, id.id.format.formatName, id.toString())

    private fun readResolve(): Any =
        try {
            when (idClass) {
                SortId::class.java -> SortId.parse(text, Format.named(format))
                PrefixedId::class.java -> PrefixedId.parse(text, Format.named(format))
                else -> valueOf(idClass, text)
            }
        } catch (error: RuntimeException) {
            throw InvalidObjectException(error.message).initCause(error)
        } catch (error: NoSuchMethodException) {
            throw InvalidObjectException(error.message).initCause(error)
        }

    companion object {
        private const val serialVersionUID = 1L

        /** The error of a stream that contains an id without this object. */
        fun missing() = InvalidObjectException("expected the serialized text of an id")
    }
}

/**
 * Reads the text of a type per format, or of a class that extends [AbstractPrefixed].
 *
 * @throws NoSuchMethodException if that class has no public static `valueOf(String)`
 */
internal fun valueOf(
    type: Class<*>,
    text: String,
): Any {
    idTypes.find { it.idClass == type }?.let { return it.parse(text) }
    require(AbstractPrefixed::class.java.isAssignableFrom(type)) { "${type.name} is not an id class" }
    try {
        return type.getMethod("valueOf", String::class.java).invoke(null, text)
    } catch (error: InvocationTargetException) {
        throw error.targetException
    }
}
