import kotlinx.serialization.Serializable
import sortid.Tid

/** No serializer is named: this must not compile, for there is none that the plugin could guess. */
@Serializable
data class Wrong(
    val key: Tid,
)
