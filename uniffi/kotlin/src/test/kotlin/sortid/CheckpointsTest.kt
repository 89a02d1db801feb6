package sortid

import org.crac.Core
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import sortid.crac.SortidResource
import sortid.crac.reseedAfterRestore

/** Restores from checkpoints. */
class CheckpointsTest {
    @Test
    fun `a restore draws a new node`() {
        reseedAfterRestore()
        val before = tid()
        SortidResource.beforeCheckpoint(Core.getGlobalContext())
        SortidResource.afterRestore(Core.getGlobalContext())
        val after = tid()
        assertTrue(after > before)
        assertNotEquals(before.field("clock_id"), after.field("clock_id"))
    }
}
