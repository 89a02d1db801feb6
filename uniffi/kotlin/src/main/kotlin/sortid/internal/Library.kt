package sortid.internal

import com.sun.jna.NativeLibrary
import com.sun.jna.Platform
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path

/**
 * The native library: loaded once for the JVM's own native methods ([Direct]), and found by JNA as the same one, so that both see
 * the same process-wide generators.
 */
internal object Library {
    const val NAME: String = "sortid_uniffi"

    // <generated: version>
    const val VERSION: String = "0.1.0"
    // </generated>

    init {
        load()
        val found = libraryVersion()
        check(found == VERSION) { "the native library is of version $found, the classes are of version $VERSION" }
    }

    fun ensureLoaded(): Unit = Unit

    private fun load() {
        val file = System.mapLibraryName(NAME)
        val resource = "/${Platform.RESOURCE_PREFIX}/$file"
        val stream = Library::class.java.getResourceAsStream(resource)
        if (stream == null) {
            // Android unpacks libraries by itself; elsewhere one may be installed.
            loadInstalled(resource)
            return
        }
        val folder = Files.createTempDirectory("sortid")
        val unpacked = folder.resolve(file)
        try {
            stream.use { Files.copy(it, unpacked) }
            System.load(unpacked.toString())
            NativeLibrary.addSearchPath(NAME, folder.toString())
            // While the file is there: it opens what is loaded already.
            NativeLibrary.getInstance(NAME, Library::class.java.classLoader)
        } finally {
            remove(unpacked)
            remove(folder)
        }
    }

    private fun loadInstalled(resource: String) {
        try {
            System.loadLibrary(NAME)
        } catch (error: UnsatisfiedLinkError) {
            throw UnsatisfiedLinkError(
                "sortid has no native library for this platform: neither $resource in its jar, nor one installed. ${error.message}",
            )
        }
    }

    /** A library in use can be removed at once, but on Windows only when the program ends. */
    private fun remove(path: Path) {
        try {
            Files.deleteIfExists(path)
        } catch (_: IOException) {
            path.toFile().deleteOnExit()
        }
    }
}
