// Coordinated Restore at Checkpoint, for programs that have it. This needs org.crac:crac, on which the module does not depend.
@file:JvmName("Checkpoints")

package sortid.crac

import org.crac.Context
import org.crac.Core
import org.crac.Resource
import sortid.reseed

/**
 * Draws new keys and nodes for all generators after a restore, so that two processes restored from one checkpoint make different ids.
 *
 * The context holds its resources weakly: register [SortidResource] itself, which lives as long as the program, or call
 * [reseedAfterRestore].
 */
public object SortidResource : Resource {
    /** Calls [reseed], which closes the table of nodes: a checkpoint refuses open files. State files are closed by their owner. */
    override fun beforeCheckpoint(context: Context<out Resource>) {
        reseed()
    }

    /** Calls [reseed]. Throws [sortid.SortidException.EntropyUnavailable] if the system gives no random bytes. */
    override fun afterRestore(context: Context<out Resource>) {
        reseed()
    }
}

/**
 * Registers [SortidResource] with the JVM's global context. Call once, at the start of the program.
 *
 * On a JVM without checkpoints it does nothing; on AWS Lambda it is the hook of SnapStart.
 */
public fun reseedAfterRestore() {
    Core.getGlobalContext().register(SortidResource)
}
