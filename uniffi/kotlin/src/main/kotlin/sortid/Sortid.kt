// The plain functions: a new id of a format from its process-wide generator. In Java they are `Sortid.uuid7()` and so on.
@file:JvmName("Sortid")

package sortid

import sortid.internal.Library
import sortid.internal.glue

// <generated: functions>

/**
 * A new tid (the atproto TID: microseconds and a clock identifier).
 *
 * @throws SortidException as [newId]
 */
public fun tid(): Tid = Tid.next()

/**
 * A new timeid (microseconds with a sign, so also before 1970, and a node).
 *
 * @throws SortidException as [newId]
 */
public fun timeid(): Timeid = Timeid.next()

/**
 * A new uid11_xid (milliseconds since 2011 and 22 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Xid(): Uid11Xid = Uid11Xid.next()

/**
 * A new uid11_fullrand (64 random bits, no time).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Fullrand(): Uid11Fullrand = Uid11Fullrand.next()

/**
 * A new uid11_snowish (milliseconds since 2011, a machine and a sequence).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Snowish(): Uid11Snowish = Uid11Snowish.next()

/**
 * A new uid11_ts_seq_rand (milliseconds since 2011, a sequence and 10 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11TsSeqRand(): Uid11TsSeqRand = Uid11TsSeqRand.next()

/**
 * A new uuid6 (UUID version 1 in the order of time).
 *
 * @throws SortidException as [newId]
 */
public fun uuid6(): Uuid6 = Uuid6.next()

/**
 * A new uuid7_draft01 (UUID version 7 as drafted in 2021: seconds and a fraction).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7Draft01(): Uuid7Draft01 = Uuid7Draft01.next()

/**
 * A new uuid7 (UUID version 7: milliseconds, a counter and random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7(): Uuid7 = Uuid7.next()

/**
 * A new uuid8 (UUID version 8: a timestamp of the maker's own layout).
 *
 * @throws SortidException as [newId]
 */
public fun uuid8(): Uuid8 = Uuid8.next()

/**
 * A new scru160 (160 bits: milliseconds, a counter and 96 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun scru160(): Scru160 = Scru160.next()
// </generated>

/**
 * A new id of a format that is known only at run time, from its process-wide generator.
 *
 * @throws SortidException.EntropyUnavailable if the operating system gives no random bytes
 * @throws SortidException.TimestampOutOfRange if its clock stands outside the time of the format
 * @throws SortidException.ClockRollback by a generator that refuses to follow a clock set back
 */
public fun newId(format: Format): SortId = IdType.dynamic(format).next()

/**
 * Makes every generator of this process draw everything anew before its next id.
 *
 * For a process that was resumed from a snapshot or checkpoint, whose copies would go on alike.
 *
 * @throws SortidException.EntropyUnavailable if the operating system gives no random bytes
 */
public fun reseedGenerators() {
    glue { sortid.internal.reseedAll() }
}

/** The version of the library. */
@get:JvmName("version")
public val sortidVersion: String get() = Library.VERSION
