package sortid

import sortid.internal.InspectedId

/**
 * A possible interpretation of a text: see [SortId.inspect].
 *
 * @property epoch the named epoch of the time, or `null` for the format's own
 */
public data class Reading(
    public val id: SortId,
    public val epoch: GeneratorOptions.Epoch?,
) {
    internal constructor(reading: InspectedId) : this(
        IdType.dynamic(Format.coded(reading.id.format)).of(reading.id),
        GeneratorOptions.Epoch.entries.find { it.word == reading.epoch },
    )

    /**
     * The time with this epoch.
     *
     * @throws SortidException.NotApplicable as [SortId.timestamp]
     */
    public val timestamp: Timestamp
        get() = if (epoch == null) id.timestamp else id.timestamp(GeneratorOptions(epoch = epoch))
}
