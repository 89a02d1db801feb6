// Support of CRaC (Coordinated Restore at Checkpoint). Requires org.crac:crac, an optional dependency.
@file:JvmName("Checkpoints")

package sortid.crac

import org.crac.Context
import org.crac.Core
import org.crac.Resource
import sortid.reseed

/**
 * Reseeds all generators after a restore, so that two processes restored from one checkpoint generate different ids.
 *
 * Contexts have weak references to resources: register this object itself, not a temporary wrapper, or call [reseedAfterRestore].
 */
public object SortidResource : Resource {
    /** Calls [reseed], which closes the node table: a checkpoint fails with open files. The program must close state files. */
    override fun beforeCheckpoint(context: Context<out Resource>) {
        reseed()
    }

    /** Calls [reseed]. Throws [sortid.SortidException.EntropyUnavailable] if the system returns no random bytes. */
    override fun afterRestore(context: Context<out Resource>) {
        reseed()
    }
}

/**
 * Registers [SortidResource] with the JVM's global context. Call once, at the start of the program.
 *
 * On AWS Lambda, SnapStart calls it. On a JVM without checkpoints, registration has no effect.
 */
public fun reseedAfterRestore() {
    Core.getGlobalContext().register(SortidResource)
}
