// Overloads with the time types of Kotlin instead of the JDK, with the same errors.

package sortid.time

import sortid.AnyId
import sortid.Format
import sortid.Generator
import sortid.GeneratorOptions
import sortid.Id
import sortid.IdRange
import sortid.IdType
import sortid.SortidException
import sortid.Timestamp
import kotlin.time.Duration
import kotlin.time.Instant
import kotlin.time.toJavaDuration
import kotlin.time.toJavaInstant

/** The time of the id. Throws [SortidException.NotApplicable] for a format without time. */
public val Id.kotlinInstant: Instant get() = timestamp.toKotlinInstant()

/**
 * Converts to an [Instant].
 *
 * @throws SortidException.TimestampOutOfRange outside the range of `java.time.Instant`
 */
public fun Timestamp.toKotlinInstant(): Instant = toInstant().let { Instant.fromEpochSeconds(it.epochSecond, it.nano) }

/** Converts a Kotlin [Instant]. */
public fun Instant.toTimestamp(): Timestamp = Timestamp(epochSeconds, nanosecondsOfSecond)

/** Generates an id with the tick that contains an instant. */
public fun <T : Id> IdType<T>.at(time: Instant): T = at(time.toTimestamp())

/** The smallest id of the tick that contains an instant. */
public fun <T : Id> IdType<T>.minAt(time: Instant): T = minAt(time.toTimestamp())

/** The largest id of the tick that contains an instant. */
public fun <T : Id> IdType<T>.maxAt(time: Instant): T = maxAt(time.toTimestamp())

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun <T : Id> IdType<T>.range(
    from: Instant?,
    to: Instant?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> = range(from?.toTimestamp(), to?.toTimestamp(), options)

/** The smallest id of the tick that contains an instant. */
public fun AnyId.Companion.minAt(
    time: Instant,
    format: Format,
): AnyId = minAt(time.toTimestamp(), format)

/** The largest id of the tick that contains an instant. */
public fun AnyId.Companion.maxAt(
    time: Instant,
    format: Format,
): AnyId = maxAt(time.toTimestamp(), format)

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun AnyId.Companion.range(
    from: Instant?,
    to: Instant?,
    format: Format,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<AnyId> = range(from?.toTimestamp(), to?.toTimestamp(), format, options)

/** The next id of a generator on a manual clock that reads [time]. */
public fun <T : Id> Generator<T>.nextAt(time: Instant): T = nextAt(time.toTimestamp())

/** An id that is greater than [id], on a manual clock that reads [time]. */
public fun <T : Id> Generator<T>.nextAfterAt(
    id: T,
    time: Instant,
): T = nextAfterAt(id, time.toTimestamp())

// <generated: options>

/** [GeneratorOptions.maxLeadMs] as a Kotlin type; throws [SortidException.InvalidOption] for a fraction of the unit. */
public fun GeneratorOptions.maxLead(value: Duration): GeneratorOptions = maxLead(value.toJavaDuration())

/** [GeneratorOptions.rollbackToleranceMs] as a Kotlin type; throws [SortidException.InvalidOption] for a fraction of the unit. */
public fun GeneratorOptions.rollbackTolerance(value: Duration): GeneratorOptions = rollbackTolerance(value.toJavaDuration())

/** [GeneratorOptions.epochUnixMs] as a Kotlin type; throws [SortidException.InvalidOption] for a fraction of the unit. */
public fun GeneratorOptions.epoch(value: Instant): GeneratorOptions = epoch(value.toJavaInstant())

/** [GeneratorOptions.unitNs] as a Kotlin type; throws [SortidException.InvalidOption] for a fraction of the unit. */
public fun GeneratorOptions.unit(value: Duration): GeneratorOptions = unit(value.toJavaDuration())
// </generated>
