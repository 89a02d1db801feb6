package sortid.internal

import com.sun.jna.NativeLibrary

/**
 * Makes JNA open the library that the JVM has loaded, for common process-wide generators.
 *
 * JNA starts slowly, so only calls through UniFFI, fills and column reads initialize it.
 */
internal object Jna {
    /** Never released: JNA closes an unreferenced library, and would open another copy. */
    private val library: NativeLibrary

    init {
        Library.folder?.let { NativeLibrary.addSearchPath(Library.NAME, it.toString()) }
        library = NativeLibrary.getInstance(Library.NAME, Library::class.java.classLoader)
        Library.removeUnpacked()
    }

    fun ensureOpened(): NativeLibrary = library
}
