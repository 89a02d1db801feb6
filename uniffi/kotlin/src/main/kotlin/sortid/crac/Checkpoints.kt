// Coordinated Restore at Checkpoint (CRaC). Requires org.crac:crac, an optional dependency.
@file:JvmName("Checkpoints")

package sortid.crac

import org.crac.Context
import org.crac.Core
import org.crac.Resource
import sortid.reseed

/**
 * Reseeds all generators after a restore, so that processes of one checkpoint do not repeat ids.
 *
 * Contexts only have weak references: register this object, not a wrapper, or call [reseedAfterRestore].
 */
public object SortidResource : Resource {
    /** Calls [reseed], which closes the node table. Open files prevent checkpoints: close yours. */
    override fun beforeCheckpoint(context: Context<out Resource>) {
        reseed()
    }

    /** Calls [reseed], and throws its exceptions. */
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
