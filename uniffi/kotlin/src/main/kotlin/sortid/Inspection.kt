package sortid

import sortid.internal.InspectedId
import sortid.internal.glue

/**
 * The interpretations of a text: see [AnyId.inspect]. Each property is computed on first use.
 *
 * ```kotlin
 * val inspection = AnyId.inspect("3jzfcijpj2z2a")
 * check(inspection.readings.first().id.format == Format.TID)
 * check(inspection.errors.getValue(Format.UUID7).code == ErrorCode.INVALID_LENGTH)
 * ```
 */
public class Inspection internal constructor(
    private val text: String,
) {
    /**
     * The ids that the text may be, the likeliest times first and reserved ids last.
     *
     * Formats that match every UUID or every short text, and decimal integers with the epochs of
     * Discord, LinkedIn and Sonyflake 2, require a likely time.
     */
    public val readings: List<Reading> by lazy { glue { sortid.internal.inspect(text) }.map(::Reading) }

    /**
     * Suggestions for a text without [readings], each with its corrections: ids that
     * [AnyId.parseLenient] accepts, or that differ in up to three similar characters.
     */
    public val suggestions: List<Corrected<AnyId>> by lazy {
        glue { sortid.internal.nearMisses(text) }.map { Corrected(AnyId.of(it.id), it.corrections) }
    }

    /** The error of each format that rejects the text. */
    public val errors: Map<Format, SortidException> by lazy {
        glue { sortid.internal.refusals(text) }.associate { Format.coded(it.format) to sortidException(it.refusal) }
    }
}

/**
 * A possible interpretation of a text: see [Inspection.readings].
 *
 * @property epoch the named epoch of the time, or `null` for the format's own
 */
public data class Reading(
    public val id: AnyId,
    public val epoch: GeneratorOptions.Epoch?,
) {
    internal constructor(reading: InspectedId) : this(
        AnyId.of(reading.id),
        GeneratorOptions.Epoch.entries.find { it.word == reading.epoch },
    )

    /**
     * The time with this epoch.
     *
     * @throws SortidException.NotApplicable as [AnyId.timestamp]
     */
    public val timestamp: Timestamp
        get() = if (epoch == null) id.timestamp else id.timestamp(GeneratorOptions(epoch = epoch))
}
