// The plain functions: a new id of a format from its process-wide generator. In Java they are `Sortid.uuid7()` and so on.
@file:JvmName("Sortid")

package sortid

import sortid.internal.Direct
import sortid.internal.Library
import sortid.internal.glue

// <generated: functions>

/**
 * A new tid (the atproto TID: microseconds and a clock identifier).
 *
 * @throws SortidException as [newId]
 */
public fun tid(): Id = Direct.next(0, Format.TID)

/**
 * A new timeid (microseconds with a sign, so also before 1970, and a node).
 *
 * @throws SortidException as [newId]
 */
public fun timeid(): Id = Direct.next(0, Format.TIMEID)

/**
 * A new uid11_xid (milliseconds since 2011 and 22 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Xid(): Id = Direct.next(0, Format.UID11_XID)

/**
 * A new uid11_fullrand (64 random bits, no time).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Fullrand(): Id = Direct.next(0, Format.UID11_FULLRAND)

/**
 * A new uid11_snowish (milliseconds since 2011, a machine and a sequence).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Snowish(): Id = Direct.next(0, Format.UID11_SNOWISH)

/**
 * A new uid11_ts_seq_rand (milliseconds since 2011, a sequence and 10 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11TsSeqRand(): Id = Direct.next(0, Format.UID11_TS_SEQ_RAND)

/**
 * A new uuid6 (UUID version 1 in the order of time).
 *
 * @throws SortidException as [newId]
 */
public fun uuid6(): Id = Direct.next(0, Format.UUID6)

/**
 * A new uuid7_draft01 (UUID version 7 as drafted in 2021: seconds and a fraction).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7Draft01(): Id = Direct.next(0, Format.UUID7_DRAFT01)

/**
 * A new uuid7 (UUID version 7: milliseconds, a counter and random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7(): Id = Direct.next(0, Format.UUID7)

/**
 * A new uuid8 (UUID version 8: a timestamp of the maker's own layout).
 *
 * @throws SortidException as [newId]
 */
public fun uuid8(): Id = Direct.next(0, Format.UUID8)

/**
 * A new scru160 (160 bits: milliseconds, a counter and 96 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun scru160(): Id = Direct.next(0, Format.SCRU160)
// </generated>

/**
 * A new id of a format that is known only at run time, from its process-wide generator.
 *
 * @throws SortidException.EntropyUnavailable if the operating system gives no random bytes
 * @throws SortidException.TimestampOutOfRange if its clock stands outside the time of the format
 * @throws SortidException.ClockRollback by a generator that refuses to follow a clock set back
 */
public fun newId(format: Format): Id = Direct.next(0, format)

/**
 * Makes every generator of this process draw everything anew before its next id.
 *
 * For a process that was resumed from a snapshot or checkpoint, whose copies would go on alike.
 *
 * @throws SortidException.EntropyUnavailable if the operating system gives no random bytes
 */
public fun reseed() {
    glue { sortid.internal.reseedAll() }
}

/** The version of the library. */
public val version: String get() = Library.VERSION
