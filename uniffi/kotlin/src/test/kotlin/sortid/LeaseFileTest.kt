package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.io.TempDir
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.CRC32

/**
 * Errors of a lease file without an agent. The suite tests for all languages that generators
 * respect a lease.
 */
class LeaseFileTest {
    @TempDir
    private lateinit var folder: Path

    /**
     * A lease file without a grant. It differs from a state file in version and width of the node:
     * see docs/lease-file.md.
     */
    private fun withoutGrant(): Path {
        val file = folder.resolve("ids of a lease")
        Generator.of(Format.TID, GeneratorOptions().stateFile(file)).close()
        val record = Files.readAllBytes(file)
        record[8] = 2
        record[83] = 10
        record.fill(0, 96, 120)
        val checksum = CRC32().apply { update(record, 0, 508) }.value.toInt()
        ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN).putInt(508, checksum)
        Files.write(file, record)
        return file
    }

    @Test
    fun `a lease file without a grant throws lease_expired`() {
        val file = withoutGrant()
        val options = GeneratorOptions().leaseFile(file).clock(GeneratorOptions.Clock.MANUAL)
        Generator.of(Format.TID, options).use { generator ->
            val error = assertThrows<SortidException.LeaseExpired> { generator.nextAt(Timestamp(1_721_390_400, 0)) }
            assertEquals(file.toString(), error.path)
            assertEquals(ErrorCode.LEASE_EXPIRED, error.code)
        }
    }

    @Test
    fun `rejects a state file as lease file and the reverse`() {
        val (file, plain, none) = listOf(withoutGrant(), folder.resolve("plain"), folder.resolve("none"))
        assertThrows<SortidException.StoreForeign> { Generator.of(Format.TID, GeneratorOptions(stateFile = file)) }
        Generator.of(Format.TID, GeneratorOptions(stateFile = plain)).close()
        assertThrows<SortidException.StoreForeign> { Generator.of(Format.TID, GeneratorOptions(leaseFile = plain)) }
        assertThrows<SortidException.StoreIo> { Generator.of(Format.TID, GeneratorOptions(leaseFile = none)) }
        assertFalse(Files.exists(none))
    }

    @Test
    fun `rejects options that a lease file excludes`() {
        val leased = GeneratorOptions().leaseFile(folder.resolve("none"))
        val refused =
            mapOf(
                "node" to leased.node(1),
                "state_file" to leased.stateFile(folder.resolve("plain")),
                "lease_file" to leased.nodeFromEnv(true),
            )
        for ((name, options) in refused) {
            assertEquals(name, assertThrows<SortidException.InvalidOption> { Generator.of(Format.TID, options) }.subject)
        }
        assertEquals("lease_file", assertThrows<SortidException.InvalidOption> { Generator.of(Format.UID11_XID, leased) }.subject)
    }
}
