package sortid.time

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import sortid.AnyId
import sortid.Format
import sortid.GeneratorOptions
import sortid.SortidException
import sortid.Tid
import sortid.Timeid
import sortid.Timestamp
import sortid.Uuid7
import sortid.uuid7
import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlin.uuid.ExperimentalUuidApi
import kotlin.uuid.Uuid

@OptIn(ExperimentalUuidApi::class)
class TimeTest {
    private val tid = Tid.parse("3jzfcijpj2z2a")
    private val time = Instant.parse("2023-06-30T15:03:01.887007Z")

    @Test
    fun `Kotlin times are exact`() {
        assertEquals(time, tid.kotlinInstant)
        assertEquals(time, tid.toAnyId().kotlinInstant)
        assertEquals(tid.timestamp, time.toTimestamp())
        val before = Timeid.fromFields(mapOf("timestamp_us" to -2))
        assertEquals(Instant.parse("1969-12-31T23:59:59.999998Z"), before.kotlinInstant)
        assertThrows<SortidException.TimestampOutOfRange> { Timestamp(Long.MAX_VALUE, 0).toKotlinInstant() }
    }

    @Test
    fun `bounds and generators accept Kotlin times`() {
        assertTrue(tid in Tid.range(time, time + 1.seconds))
        assertEquals(Tid.range(time, time + 1.days).min, Tid.minAt(time))
        assertEquals(Tid.maxAt(time).toAnyId(), AnyId.maxAt(time, Format.TID))
        assertEquals(AnyId.range(time, time + 1.days, Format.TID).min, AnyId.minAt(time, Format.TID))
        assertEquals(time, Tid.at(time).kotlinInstant)
        val options = GeneratorOptions(clock = GeneratorOptions.Clock.MANUAL, node = 6)
        Tid.generator(options).use { generator ->
            assertEquals(tid, generator.nextAt(time))
            assertTrue(generator.nextAfterAt(tid, time) > tid)
        }
    }

    @Test
    fun `options accept Kotlin durations and instants`() {
        assertEquals(GeneratorOptions(maxLeadMs = 20), GeneratorOptions().maxLead(20.milliseconds))
        assertEquals(GeneratorOptions(rollbackToleranceMs = 1000), GeneratorOptions().rollbackTolerance(1.seconds))
        assertEquals(GeneratorOptions(epochUnixMs = 1688137381887), GeneratorOptions().epoch(Instant.fromEpochMilliseconds(1688137381887)))
        assertEquals(GeneratorOptions(unitNs = 100), GeneratorOptions().unit(100.nanoseconds))
        assertThrows<SortidException.InvalidOption> { GeneratorOptions().maxLead(1.nanoseconds) }
    }

    @Test
    fun `ids convert to and from Kotlin UUIDs`() {
        val id = uuid7()
        assertEquals(Uuid.parse(id.toString()), id.toKotlinUuid())
        assertEquals(id, Uuid7.fromUuid(id.toKotlinUuid()))
        assertEquals(id.toAnyId(), AnyId.fromUuid(id.toKotlinUuid(), Format.UUID7))
        assertEquals(id.toKotlinUuid(), id.toAnyId().toKotlinUuid())
        assertThrows<SortidException.InvalidVersion> { Uuid7.fromUuid(Uuid.random()) }
        assertThrows<SortidException.NotApplicable> { tid.toAnyId().toKotlinUuid() }
    }
}
