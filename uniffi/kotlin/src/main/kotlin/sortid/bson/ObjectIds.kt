// The ObjectId of the MongoDB driver, for programs that have it. This needs org.mongodb:bson, on which the module does not depend.
@file:JvmName("ObjectIds")

package sortid.bson

import sortid.ObjectId
import sortid.SortId
import sortid.SortidException
import org.bson.types.ObjectId as BsonObjectId

/**
 * The driver's own, of the same twelve bytes: the same text, and the same order.
 *
 * ```kotlin
 * collection.insertOne(Document("_id", objectId().toBson()))
 * ```
 */
public fun ObjectId.toBson(): BsonObjectId = BsonObjectId(toByteArray())

/** The driver's own. Throws [SortidException.NotApplicable] for an id of another format. */
public fun SortId.toBson(): BsonObjectId = ObjectId.of(this).toBson()

/**
 * An id of the driver's, of the same twelve bytes.
 *
 * ```kotlin
 * val key = document.getObjectId("_id").toSortid()
 * ```
 */
public fun BsonObjectId.toSortid(): ObjectId = ObjectId.fromBytes(toByteArray())
