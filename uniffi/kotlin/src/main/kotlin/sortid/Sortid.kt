// Functions of the process-wide generator of each format. In Java: `Sortid.uuid7()` and so on.
@file:JvmName("Sortid")

package sortid

import sortid.internal.Library
import sortid.internal.glue

// <generated: functions>

/**
 * A new tid (the atproto TID: microseconds and a clock identifier).
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws SortidException as [newId]
 */
public fun tid(): Tid = Tid.now()

/**
 * A new timeid (microseconds with a sign, so also before 1970, and a node).
 *
 * The node is one of 32. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws SortidException as [newId]
 */
public fun timeid(): Timeid = Timeid.now()

/**
 * A new uid11_xid (milliseconds since 2011 and 22 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Xid(): Uid11Xid = Uid11Xid.now()

/**
 * A new uid11_fullrand (64 random bits, no time).
 *
 * @throws SortidException as [newId]
 */
public fun uid11Fullrand(): Uid11Fullrand = Uid11Fullrand.now()

/**
 * A new uid11_snowish (milliseconds since 2011, a machine and a sequence).
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws SortidException as [newId]
 */
public fun uid11Snowish(): Uid11Snowish = Uid11Snowish.now()

/**
 * A new uid11_ts_seq_rand (milliseconds since 2011, a sequence and 10 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uid11TsSeqRand(): Uid11TsSeqRand = Uid11TsSeqRand.now()

/**
 * A new uuid6 (UUID version 1 in the order of time).
 *
 * @throws SortidException as [newId]
 */
public fun uuid6(): Uuid6 = Uuid6.now()

/**
 * A new uuid7_draft01 (UUID version 7 as drafted in 2021: seconds and a fraction).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7Draft01(): Uuid7Draft01 = Uuid7Draft01.now()

/**
 * A new uuid7 (UUID version 7: milliseconds, a counter and random bits).
 *
 * @throws SortidException as [newId]
 */
public fun uuid7(): Uuid7 = Uuid7.now()

/**
 * A new uuid8 (UUID version 8: a timestamp in a custom layout).
 *
 * @throws SortidException as [newId]
 */
public fun uuid8(): Uuid8 = Uuid8.now()

/**
 * A new scru160 (160 bits: milliseconds, a counter and 96 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun scru160(): Scru160 = Scru160.now()

/**
 * A new snowflake (milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer).
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws SortidException as [newId]
 */
public fun snowflake(): Snowflake = Snowflake.now()

/**
 * A new ksuid (seconds since 2014, a random counter and 64 random bits).
 *
 * @throws SortidException as [newId]
 */
public fun ksuid(): Ksuid = Ksuid.now()

/**
 * A new ulid (milliseconds and 80 random bits, which count up within a millisecond).
 *
 * @throws SortidException as [newId]
 */
public fun ulid(): Ulid = Ulid.now()

/**
 * A new xid (seconds, a machine, a process and a counter).
 *
 * @throws SortidException as [newId]
 */
public fun xid(): Xid = Xid.now()

/**
 * A new object_id (seconds, 40 bits drawn for the process, and a counter).
 *
 * @throws SortidException as [newId]
 */
public fun objectId(): ObjectId = ObjectId.now()

/**
 * A new uuid1 (UUID version 1, a timeuuid: its bytes and text are not in the order of time).
 *
 * @throws SortidException as [newId]
 */
public fun uuid1(): Uuid1 = Uuid1.now()

/**
 * A new uuid4 (UUID version 4: 122 random bits, no time).
 *
 * @throws SortidException as [newId]
 */
public fun uuid4(): Uuid4 = Uuid4.now()

/**
 * A new tsid (milliseconds since 2020, a node and a counter, in base32 or as a decimal integer).
 *
 * The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
 * A generator with the option `node` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws SortidException as [newId]
 */
public fun tsid(): Tsid = Tsid.now()
// </generated>

/**
 * Generates an id with the process-wide generator of a format that is known only at run time.
 *
 * If the node of a format has 16 bits or fewer, processes of several users or machines, or on
 * systems other than Linux, may repeat ids. A [Generator] with an assigned node or a lease file
 * prevents this: see docs/choosing.md.
 *
 * @throws SortidException.EntropyUnavailable if the operating system returns no random bytes
 * @throws SortidException.TimestampOutOfRange if the clock is outside the format's range
 * @throws SortidException.ClockRollback if the generator does not follow a clock that was set back
 */
public fun newId(format: Format): AnyId = IdType.of(format).now()

/**
 * Returns the process-wide generator of a format, which these functions use. It need not be closed.
 *
 * @throws SortidException.EntropyUnavailable if the operating system returns no random bytes
 */
public fun defaultGenerator(format: Format): Generator<AnyId> = Generator.ofProcess(format)

/**
 * Reseeds every generator of this process before its next id.
 *
 * Call it after resuming a snapshot: copies would otherwise generate equal ids.
 *
 * @throws SortidException.EntropyUnavailable if the operating system returns no random bytes
 */
public fun reseed() {
    glue { sortid.internal.reseedAll() }
}

/** The version of the library. */
@get:JvmName("version")
public val sortidVersion: String get() = Library.VERSION
