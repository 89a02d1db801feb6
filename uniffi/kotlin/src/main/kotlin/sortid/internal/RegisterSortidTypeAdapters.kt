package sortid.internal

/**
 * The type of an empty field of every id, which makes Gson's reflection fail: this class and its
 * base class have fields of one name. Without it, Gson would write the bits of ids and accept any
 * bits. Gson's message contains the name of this class. With
 * `sortid.gson.SortidTypeAdapterFactory`, Gson does not inspect fields.
 */
internal class RegisterSortidTypeAdapters private constructor() : SortidTypeAdapterFactoryIsMissing() {
    private val bits: Int = 0
}

/** The base class of [RegisterSortidTypeAdapters]. */
internal open class SortidTypeAdapterFactoryIsMissing {
    private val bits: Int = 0
}
