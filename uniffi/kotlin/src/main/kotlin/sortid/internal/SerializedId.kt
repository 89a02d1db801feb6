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

/** What Java's serialization writes in place of an id: its class, its format and its text. */
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

        /** The error of an id that a stream contains without this object. */
        fun missing() = InvalidObjectException("an id is serialized as its text")
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
    require(AbstractPrefixed::class.java.isAssignableFrom(type)) { "${type.name} is not a class of ids" }
    try {
        return type.getMethod("valueOf", String::class.java).invoke(null, text)
    } catch (error: InvocationTargetException) {
        throw error.targetException
    }
}
