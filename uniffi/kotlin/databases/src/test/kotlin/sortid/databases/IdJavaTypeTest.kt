package sortid.databases

import org.hibernate.HibernateException
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import sortid.Format
import sortid.Id
import sortid.IdType
import sortid.SortidException
import sortid.Tid
import sortid.Uuid7
import sortid.hibernate.IdJavaType
import sortid.idTypes
import java.util.UUID

class IdJavaTypeTest {
    @Test
    fun `ids of each type round-trip through columns and the cache`() = idTypes.forEach { through(it) }

    private fun <T : Id> through(type: IdType<T>) {
        val java = IdJavaType(type)
        val plan = java.mutabilityPlan
        val stored =
            when (Storage.of(type.format)) {
                Storage.UUID -> UUID::class.java
                Storage.BIGINT -> Long::class.javaObjectType
                Storage.BYTES -> ByteArray::class.java
            }
        for (id in drawn(type, 20).filter(::fits)) {
            for (wanted in listOf(stored, ByteArray::class.java, String::class.java, type.idClass)) {
                assertEquals(id, java.wrap(java.unwrap(id, wanted, null), null))
            }
            assertEquals(id, java.fromString(java.toString(id)))
            assertEquals(id, plan.assemble(plan.disassemble(id, null), null))
        }
    }

    @Test
    fun `rejects invalid values`() {
        assertThrows(SortidException.InvalidVersion::class.java) { IdJavaType(Uuid7).wrap(UUID.randomUUID(), null) }
        assertThrows(SortidException.OutOfRange::class.java) { IdJavaType(Tid).wrap(-1L, null) }
        assertThrows(HibernateException::class.java) { IdJavaType(Tid).wrap(UUID.randomUUID(), null) }
        assertThrows(HibernateException::class.java) { IdJavaType(Uuid7).unwrap(sortid.uuid7(), Long::class.javaObjectType, null) }
    }

    @Test
    fun `each format has a storage`() {
        val by = Format.entries.groupBy(Storage::of)
        assertEquals(setOf(128), by.getValue(Storage.UUID).map { it.bits }.toSet())
        assertEquals(setOf(64), by.getValue(Storage.BIGINT).map { it.bits }.toSet())
        val bytes = by.getValue(Storage.BYTES).filter { it.bits == 64 }
        assertEquals("uid11_xid uid11_fullrand uid11_ts_seq_rand flake_idgen tsid", bytes.joinToString(" ") { it.formatName })
        assertEquals(Format.entries.filter { it.bits !in setOf(64, 128) }, by.getValue(Storage.BYTES) - bytes.toSet())
    }
}
