// UUIDs of Kotlin beside the JDK's. They are experimental there up to Kotlin 2.3, and so here.

package sortid.time

import sortid.Format
import sortid.Id128
import sortid.IdType128
import sortid.SortId
import sortid.SortidException
import kotlin.uuid.ExperimentalUuidApi
import kotlin.uuid.Uuid
import kotlin.uuid.toJavaUuid
import kotlin.uuid.toKotlinUuid

/** The UUID. */
@ExperimentalUuidApi
public fun Id128<*>.toKotlinUuid(): Uuid = toUuid().toKotlinUuid()

/** The UUID. Throws [SortidException.NotApplicable] for a format without UUIDs. */
@ExperimentalUuidApi
public fun SortId.toKotlinUuid(): Uuid = toUuid().toKotlinUuid()

/**
 * From a UUID.
 *
 * @throws SortidException.InvalidVariant for a UUID of another variant
 * @throws SortidException.InvalidVersion for a UUID of another version
 */
@ExperimentalUuidApi
public fun <T : Id128<T>> IdType128<T>.fromUuid(uuid: Uuid): T = fromUuid(uuid.toJavaUuid())

/**
 * From a UUID, for a format whose ids are UUIDs.
 *
 * @throws SortidException.NotApplicable for every other format
 * @throws SortidException.InvalidVariant for a UUID of another variant
 * @throws SortidException.InvalidVersion for a UUID of another version
 */
@ExperimentalUuidApi
public fun SortId.Companion.fromUuid(
    uuid: Uuid,
    format: Format,
): SortId = fromUuid(uuid.toJavaUuid(), format)
