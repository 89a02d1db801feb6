// Times of Kotlin beside the JDK's. Each function equals the one of the same name, with the same errors.

package sortid.time

import sortid.AnyId
import sortid.Format
import sortid.Generator
import sortid.GeneratorOptions
import sortid.IdRange
import sortid.IdType
import sortid.SortId
import sortid.SortidException
import sortid.UnixTime
import kotlin.time.Duration
import kotlin.time.Instant
import kotlin.time.toJavaDuration
import kotlin.time.toJavaInstant

/** The time in the bits. Throws [SortidException.NotApplicable] for a format that tells none. */
public val AnyId.kotlinInstant: Instant get() = unixTime.toKotlinInstant()

/**
 * The instant.
 *
 * @throws SortidException.TimestampOutOfRange beyond what an [Instant] can tell
 */
public fun UnixTime.toKotlinInstant(): Instant = toInstant().let { Instant.fromEpochSeconds(it.epochSecond, it.nano) }

/** From an instant of Kotlin's. */
public fun Instant.toUnixTime(): UnixTime = UnixTime(epochSeconds, nanosecondsOfSecond)

/** A new id with the tick in which an instant lies. */
public fun <T> IdType<T>.at(time: Instant): T where T : AnyId, T : Comparable<T> = at(time.toUnixTime())

/** The smallest id of the tick in which an instant lies. */
public fun <T> IdType<T>.minAt(time: Instant): T where T : AnyId, T : Comparable<T> = minAt(time.toUnixTime())

/** The largest id of the tick in which an instant lies. */
public fun <T> IdType<T>.maxAt(time: Instant): T where T : AnyId, T : Comparable<T> = maxAt(time.toUnixTime())

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun <T> IdType<T>.range(
    from: Instant?,
    to: Instant?,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<T> where T : AnyId, T : Comparable<T> = range(from?.toUnixTime(), to?.toUnixTime(), options)

/** The smallest id of the tick in which an instant lies. */
public fun SortId.Companion.minAt(
    time: Instant,
    format: Format,
): SortId = minAt(time.toUnixTime(), format)

/** The largest id of the tick in which an instant lies. */
public fun SortId.Companion.maxAt(
    time: Instant,
    format: Format,
): SortId = maxAt(time.toUnixTime(), format)

/** The smallest and the largest id of the half-open interval from [from] to before [to]. */
public fun SortId.Companion.range(
    from: Instant?,
    to: Instant?,
    format: Format,
    options: GeneratorOptions = GeneratorOptions(),
): IdRange<SortId> = range(from?.toUnixTime(), to?.toUnixTime(), format, options)

/** The next id of a generator on a manual clock that reads [time]. */
public fun <T> Generator<T>.nextAt(time: Instant): T where T : AnyId, T : Comparable<T> = nextAt(time.toUnixTime())

/** The next id, greater than [id], on a manual clock that reads [time]. */
public fun <T> Generator<T>.nextAfterAt(
    id: T,
    time: Instant,
): T where T : AnyId, T : Comparable<T> = nextAfterAt(id, time.toUnixTime())

// <generated: options>

/** [GeneratorOptions.maxLeadMs] as a value of Kotlin; a value that is not whole is [SortidException.InvalidOption]. */
public fun GeneratorOptions.maxLead(value: Duration): GeneratorOptions = maxLead(value.toJavaDuration())

/** [GeneratorOptions.rollbackToleranceMs] as a value of Kotlin; a value that is not whole is [SortidException.InvalidOption]. */
public fun GeneratorOptions.rollbackTolerance(value: Duration): GeneratorOptions = rollbackTolerance(value.toJavaDuration())

/** [GeneratorOptions.epochUnixMs] as a value of Kotlin; a value that is not whole is [SortidException.InvalidOption]. */
public fun GeneratorOptions.epoch(value: Instant): GeneratorOptions = epoch(value.toJavaInstant())

/** [GeneratorOptions.unitNs] as a value of Kotlin; a value that is not whole is [SortidException.InvalidOption]. */
public fun GeneratorOptions.unit(value: Duration): GeneratorOptions = unit(value.toJavaDuration())
// </generated>
