package sortid

import java.util.UUID

/** The formats whose ids are made. */
val madeFormats: List<Format> = Format.entries.filter { it.isMade }

/** Those whose generators take a state file. */
val keptFormats: List<Format> = madeFormats.filter { "state_file" in it.options }

/** An id of a format: a new one, or if none are made one that another made. */
fun someId(format: Format): SortId =
    when {
        format.isMade -> newId(format)
        format == Format.ELASTICSEARCH_ID -> newId(Format.ELASTICFLAKE).convert(format)
        else -> SortId.fromUuid(UUID.randomUUID(), format)
    }
