package sortid

import kotlin.random.Random

/** The formats whose ids can be generated. */
val generatedFormats: List<Format> = Format.entries.filter { it.canGenerate }

/** The formats whose generators accept a state file. */
val stateFileFormats: List<Format> = generatedFormats.filter { "state_file" in it.options }

/** A new id of a format, or random valid bytes for a read-only one. */
fun someId(format: Format): AnyId =
    when {
        format.canGenerate -> newId(format)
        // Small bytes, so that 48 bits of milliseconds encode a time before 2262.
        else -> AnyId.fromBytes(ByteArray(format.byteLength) { Random.nextInt(8).toByte() }, format)
    }
