import kotlinx.serialization.Serializable
import sortid.Tid

/** Must not compile: the class names no serializer and the plugin cannot infer one. */
@Serializable
data class Wrong(
    val key: Tid,
)
