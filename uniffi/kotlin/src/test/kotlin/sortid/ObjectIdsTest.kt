package sortid

import org.bson.Document
import org.bson.codecs.configuration.CodecConfigurationException
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import sortid.bson.toBson
import sortid.bson.toSortid
import org.bson.types.ObjectId as BsonObjectId

/** Conversions between the ObjectId of the MongoDB driver and ours. */
class ObjectIdsTest {
    @Test
    fun `toSortid converts ObjectIds of the driver`() {
        val ours =
            List(100) {
                val theirs = BsonObjectId()
                val read = theirs.toSortid()
                assertEquals(theirs.toHexString(), read.toString())
                assertEquals(theirs.timestamp.toLong(), read.instant.epochSecond)
                assertEquals(theirs, read.toBson())
                read
            }
        assertEquals(ours.sorted(), ours.sortedBy { it.toBson() })
    }

    @Test
    fun `toBson converts ids and keeps the order`() {
        val theirs = List(100) { objectId().toBson() }
        assertEquals(theirs.sorted(), theirs)
        val key = objectId()
        assertEquals(key.toString(), key.toBson().toHexString())
        assertEquals(key, key.toBson().toSortid())
        assertEquals(key.toBson(), key.toAnyId().toBson())
    }

    @Test
    fun `toBson rejects an id of another format`() {
        // An xid also has twelve bytes.
        assertThrows<SortidException.NotApplicable> { xid().toAnyId().toBson() }
        assertThrows<SortidException.NotApplicable> { uuid7().toAnyId().toBson() }
    }

    @Test
    fun `documents store the twelve bytes and reject ids`() {
        val key = objectId()
        val document = Document("_id", key.toBson())
        val written = document.toBsonDocument()
        assertEquals(key, written.getObjectId("_id").value.toSortid())
        assertTrue(document.toJson().contains("""{"${'$'}oid": "$key"}"""))
        // The driver throws: it has no codec for them.
        assertThrows<CodecConfigurationException> { Document("_id", key).toJson() }
    }
}
