// Overloads with Kotlin's UUID type. It is experimental up to Kotlin 2.3, and so are they.

package sortid.time

import sortid.AnyId
import sortid.Format
import sortid.Id128
import sortid.IdType128
import sortid.SortidException
import kotlin.uuid.ExperimentalUuidApi
import kotlin.uuid.Uuid
import kotlin.uuid.toJavaUuid
import kotlin.uuid.toKotlinUuid

/** Converts to a UUID. */
@ExperimentalUuidApi
public fun Id128<*>.toKotlinUuid(): Uuid = toUuid().toKotlinUuid()

/** Converts to a UUID. Throws [SortidException.NotApplicable] for formats of other widths. */
@ExperimentalUuidApi
public fun AnyId.toKotlinUuid(): Uuid = toUuid().toKotlinUuid()

/**
 * Returns the id with the bits of a UUID.
 *
 * @throws SortidException.InvalidVariant for a UUID of another variant
 * @throws SortidException.InvalidVersion for a UUID of another version
 */
@ExperimentalUuidApi
public fun <T : Id128<T>> IdType128<T>.fromUuid(uuid: Uuid): T = fromUuid(uuid.toJavaUuid())

/**
 * Returns the id of a 128-bit format with the bits of a UUID.
 *
 * @throws SortidException.NotApplicable for every other format
 * @throws SortidException.InvalidVariant for a UUID of another variant
 * @throws SortidException.InvalidVersion for a UUID of another version
 */
@ExperimentalUuidApi
public fun AnyId.Companion.fromUuid(
    uuid: Uuid,
    format: Format,
): AnyId = fromUuid(uuid.toJavaUuid(), format)
