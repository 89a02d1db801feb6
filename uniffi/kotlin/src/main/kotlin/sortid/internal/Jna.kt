package sortid.internal

import com.sun.jna.NativeLibrary

/**
 * Has JNA open the library that the JVM has loaded, so that both see the same process-wide generators.
 *
 * The start of JNA costs more than an id needs, so only calls through UniFFI and for whole columns wait for it.
 */
internal object Jna {
    /** Held for as long as the process lives: JNA forgets a library that nobody refers to, and would open another copy. */
    private val library: NativeLibrary

    init {
        Library.folder?.let { NativeLibrary.addSearchPath(Library.NAME, it.toString()) }
        library = NativeLibrary.getInstance(Library.NAME, Library::class.java.classLoader)
        Library.removeUnpacked()
    }

    fun ensureOpened(): NativeLibrary = library
}
