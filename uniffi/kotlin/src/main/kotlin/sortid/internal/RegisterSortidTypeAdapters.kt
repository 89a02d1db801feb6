package sortid.internal

/**
 * A class that Gson refuses to take apart by reflection, since it and the one it extends have a field of one name. Every id has an
 * empty field of it, so that Gson refuses ids too: it would write their bits and read any. Its name is what Gson's message says.
 * With `sortid.gson.SortidTypeAdapterFactory` Gson does not look at fields.
 */
internal class RegisterSortidTypeAdapters private constructor() : SortidTypeAdapterFactoryIsMissing() {
    private val bits: Int = 0
}

/** See there. */
internal open class SortidTypeAdapterFactoryIsMissing {
    private val bits: Int = 0
}
