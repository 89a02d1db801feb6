package sortid.internal

import sortid.Id
import sortid.IdType
import sortid.TypeId
import sortid.idTypes

/**
 * Returns the type of a class of ids.
 *
 * @throws IllegalArgumentException for another class
 */
internal fun <T : Id> typeOf(idClass: Class<T>): IdType<T> {
    val type = idTypes.find { it.idClass == idClass } ?: constant(idClass)
    require(type is IdType<*> && type.idClass == idClass) {
        "${idClass.name} needs a public static field TYPE with its IdType (in Kotlin: @JvmField val TYPE)"
    }
    // The class was checked.
    @Suppress("UNCHECKED_CAST")
    return type as IdType<T>
}

private fun constant(idClass: Class<*>): Any? =
    try {
        idClass.getField("TYPE").get(null)
    } catch (_: ReflectiveOperationException) {
        null
    }

/** The function that reads the texts of a class of ids: a [TypeId] without a class is a TypeID. */
internal fun parserOf(idClass: Class<out Id>): (String) -> Id = if (idClass == TypeId::class.java) ::TypeId else typeOf(idClass)::parse
