package sortid.internal

/**
 * The type of an empty field of every id, which makes Gson's reflection fail: this class and its
 * base class have fields of one name, which Gson's message contains. Without it, Gson would write
 * the bits of ids and accept any bits. With `sortid.gson.SortidTypeAdapterFactory`, Gson does not
 * inspect fields.
 */
@Suppress("ktlint:standard:property-naming", "ktlint:standard:backing-property-naming")
internal class IdsInGson private constructor() : IdsInGsonBase() {
    private val register_SortidTypeAdapterFactory: Int = 0
}

/** The base class of [IdsInGson]. */
@Suppress("ktlint:standard:property-naming")
internal open class IdsInGsonBase {
    private val register_SortidTypeAdapterFactory: Int = 0
}
