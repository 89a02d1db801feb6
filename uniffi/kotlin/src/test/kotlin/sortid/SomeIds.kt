package sortid

import kotlin.random.Random

/** The formats whose ids are made. */
val madeFormats: List<Format> = Format.entries.filter { it.isMade }

/** Those whose generators take a state file. */
val keptFormats: List<Format> = madeFormats.filter { "state_file" in it.options }

/** An id of a format: a new one, or if none are made one that another made. */
fun someId(format: Format): SortId =
    when {
        format.isMade -> newId(format)
        // Small bytes, so that 48 bits of milliseconds are a time before 2262.
        else -> SortId.fromBytes(ByteArray(format.byteLength) { Random.nextInt(8).toByte() }, format)
    }
