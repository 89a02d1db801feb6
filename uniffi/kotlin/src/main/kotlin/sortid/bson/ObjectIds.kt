// Conversions to the MongoDB driver's ObjectId. Requires org.mongodb:bson, an optional dependency.
@file:JvmName("ObjectIds")

package sortid.bson

import sortid.AnyId
import sortid.ObjectId
import sortid.SortidException
import org.bson.types.ObjectId as BsonObjectId

/**
 * Converts to the driver's class: the same twelve bytes, text and order.
 *
 * ```kotlin
 * collection.insertOne(Document("_id", objectId().toBson()))
 * ```
 */
public fun ObjectId.toBson(): BsonObjectId = BsonObjectId(toByteArray())

/** Converts to the driver's class. Throws [SortidException.NotApplicable] for another format. */
public fun AnyId.toBson(): BsonObjectId = ObjectId.of(this).toBson()

/**
 * Converts from the driver's class: the same twelve bytes.
 *
 * ```kotlin
 * val key = document.getObjectId("_id").toSortid()
 * ```
 */
public fun BsonObjectId.toSortid(): ObjectId = ObjectId.fromBytes(toByteArray())
