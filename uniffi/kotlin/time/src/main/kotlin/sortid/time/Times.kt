// Overloads with the time types of Kotlin instead of the JDK, with the same errors.

package sortid.time

import sortid.AnyId
import sortid.Format
import sortid.Generator
import sortid.GeneratorOptions
import sortid.IdRange
import sortid.IdType
import sortid.SortId
import sortid.SortidException
import sortid.Timestamp
import kotlin.time.Duration
import kotlin.time.Instant
import kotlin.time.toJavaDuration
import kotlin.time.toJavaInstant

/** The time of the id. Throws [SortidException.NotApplicable] for a format without time. */
public val AnyId.kotlinInstant: Instant get() = timestamp.toKotlinInstant()

/**
 * Converts to an [Instant].
 *
 * @throws SortidException.TimestampOutOfRange outside the range of `java.time.Instant`
 */
public fun Timestamp.toKotlinInstant(): Instant = toInstant().let { Instant.fromEpochSeconds(it.epochSecond, it.nano) }

/** Converts a Kotlin [Instant]. */
public fun Instant.toTimestamp(): Timestamp = Timestamp(epochSeconds, nanosecondsOfSecond)

/** Generates an id with the tick that contains an instant. */
public fun <T> IdType<T>.at(time: Instant): T where T : AnyId, T : Comparable<T> = at(time.toTimestamp())

/** The smallest id of the tick that contains an instant. */
public fun <T> IdType<T>.minAt(time: Instant): T where T : AnyId, T : Comparable<T> = minAt(time.toTimestamp())

/** The largest id of the tick that contains an instant. */
public fun <T> IdType<T>.maxAt(time: Instant): T where T : AnyId, T : Comparable<T> = maxAt(time.toTimestamp())

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun <T> IdType<T>.range(
    from: Instant?,
    to: Instant?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> where T : AnyId, T : Comparable<T> = range(from?.toTimestamp(), to?.toTimestamp(), options)

/** The smallest id of the tick that contains an instant. */
public fun SortId.Companion.minAt(
    time: Instant,
    format: Format,
): SortId = minAt(time.toTimestamp(), format)

/** The largest id of the tick that contains an instant. */
public fun SortId.Companion.maxAt(
    time: Instant,
    format: Format,
): SortId = maxAt(time.toTimestamp(), format)

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun SortId.Companion.range(
    from: Instant?,
    to: Instant?,
    format: Format,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<SortId> = range(from?.toTimestamp(), to?.toTimestamp(), format, options)

/** The next id of a generator on a manual clock that reads [time]. */
public fun <T> Generator<T>.nextAt(time: Instant): T where T : AnyId, T : Comparable<T> = nextAt(time.toTimestamp())

/** An id that is greater than [id], on a manual clock that reads [time]. */
public fun <T> Generator<T>.nextAfterAt(
    id: T,
    time: Instant,
): T where T : AnyId, T : Comparable<T> = nextAfterAt(id, time.toTimestamp())

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
