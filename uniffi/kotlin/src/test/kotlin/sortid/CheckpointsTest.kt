package sortid

import org.crac.Core
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import sortid.crac.SortidResource
import sortid.crac.reseedAfterRestore
import java.io.File
import java.nio.file.Files

/** Restores from checkpoints. */
class CheckpointsTest {
    @Test
    fun `a restore draws a new node`() {
        reseedAfterRestore()
        val before = tid()
        SortidResource.beforeCheckpoint(Core.getGlobalContext())
        assertFalse(openFiles().any { it.endsWith("nodes") }, "the table of nodes is open")
        SortidResource.afterRestore(Core.getGlobalContext())
        val after = tid()
        assertTrue(after > before)
        assertNotEquals(before.field("clock_id"), after.field("clock_id"))
    }

    /** The open files of this process; empty on systems without such a list. */
    private fun openFiles(): List<String> {
        val links = File("/proc/self/fd").listFiles().orEmpty()
        return links.mapNotNull { runCatching { Files.readSymbolicLink(it.toPath()).toString() }.getOrNull() }
    }
}
