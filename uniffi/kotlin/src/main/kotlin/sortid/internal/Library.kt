package sortid.internal

import java.io.File
import java.io.IOException
import java.io.InputStream
import java.io.OutputStream
import java.nio.ByteBuffer

/** The native library, loaded once for JNI methods. UniFFI calls it through JNA: see [Jna]. */
internal object Library {
    const val NAME: String = "sortid_uniffi"

    // <generated: version>
    const val VERSION: String = "0.1.0"
    // </generated>

    /** System property: the folder that contains the library. */
    private const val PATH_PROPERTY = "sortid.lib.path"

    /** System property: the folder in which the library is unpacked. Default: `java.io.tmpdir`. */
    private const val TEMPORARY_PROPERTY = "sortid.tmpdir"

    private const val VERSION_ROOM = 64
    private const val NAMES_TRIED = 10
    private const val COPIED_AT_ONCE = 1 shl 16

    private val file = System.mapLibraryName(NAME)

    /** The unpacked library; `null` if none was unpacked. */
    private val unpacked: File?

    /** The folder in which JNA finds the library; `null` if it is in `java.library.path`. */
    val folder: File?

    init {
        val given = System.getProperty(PATH_PROPERTY)
        if (given != null) {
            unpacked = null
            folder = File(given).absoluteFile
            System.load(File(folder, file).path)
        } else if (isInstalled()) {
            unpacked = null
            folder = null
        } else {
            unpacked = unpack()
            folder = unpacked.parentFile
        }
        checkVersion()
    }

    fun ensureLoaded(): Unit = Unit

    /** Removes the unpacked library. On Windows, it remains until the process ends. */
    fun removeUnpacked() {
        if (unpacked == null) return
        unpacked.delete()
        unpacked.parentFile.delete()
    }

    private fun isInstalled(): Boolean =
        try {
            System.loadLibrary(NAME)
            true
        } catch (_: UnsatisfiedLinkError) {
            false
        }

    /** Loads the library of the jar from a new folder, which is removed when the process ends. */
    private fun unpack(): File {
        val resource = "/${Platform.folder()}/$file"
        val stream =
            Library::class.java.getResourceAsStream(resource)
                ?: throw UnsatisfiedLinkError(
                    "sortid has no native library for this platform: neither $resource in its jar, nor $file in java.library.path",
                )
        val temporary = File(System.getProperty(TEMPORARY_PROPERTY) ?: System.getProperty("java.io.tmpdir")).absoluteFile
        val unpacked =
            try {
                write(stream, temporary)
            } catch (error: IOException) {
                throw unusable("cannot unpack its native library to $temporary", error)
            }
        try {
            System.load(unpacked.path)
        } catch (error: UnsatisfiedLinkError) {
            unpacked.delete()
            unpacked.parentFile.delete()
            throw unusable("cannot load its native library from $temporary", error)
        }
        return unpacked
    }

    private fun write(
        stream: InputStream,
        temporary: File,
    ): File {
        val unpacked = File(createFolder(temporary), file)
        unpacked.deleteOnExit()
        // Fails if another user created the file before write access was removed.
        if (!unpacked.createNewFile()) throw IOException("$unpacked exists")
        stream.use { from -> unpacked.outputStream().use { copy(from, it) } }
        return unpacked
    }

    /** Replaces Kotlin's `copyTo`, whose class takes longer to load. */
    private fun copy(
        from: InputStream,
        to: OutputStream,
    ) {
        val piece = ByteArray(COPIED_AT_ONCE)
        var length = from.read(piece)
        while (length >= 0) {
            to.write(piece, 0, length)
            length = from.read(piece)
        }
    }

    /** Creates a folder that only this user can write to, by [File]: `java.nio.file` loads slowly. */
    private fun createFolder(temporary: File): File {
        repeat(NAMES_TRIED) {
            val folder = File(temporary, "sortid${System.nanoTime()}")
            if (folder.mkdir()) {
                // Registered before the file, so deleted after it.
                folder.deleteOnExit()
                folder.setWritable(false, false)
                folder.setWritable(true, true)
                return folder
            }
        }
        throw IOException("cannot create a folder")
    }

    private fun unusable(
        what: String,
        cause: Throwable,
    ): UnsatisfiedLinkError {
        val advice =
            "set -D$TEMPORARY_PROPERTY to a folder in which files can be written and executed, " +
                "or -D$PATH_PROPERTY to a folder that contains $file"
        val error = UnsatisfiedLinkError("sortid $what ($cause): $advice")
        error.initCause(cause)
        return error
    }

    private fun checkVersion() {
        val buffer = ByteBuffer.allocateDirect(VERSION_ROOM)
        val bytes = ByteArray(version(buffer))
        buffer.get(bytes)
        val found = String(bytes)
        check(found == VERSION) { "the native library is of version $found, the classes are of version $VERSION" }
    }

    /** Writes the library's version to a direct buffer, and returns its length. */
    @JvmStatic
    private external fun version(out: ByteBuffer): Int

    /**
     * Moves the error of the carrier thread's last call to memory, and returns its address, which
     * `lastRefusal` and `columnRefusal` consume.
     *
     * Call it directly after a failed call: JNA's lock may change a virtual thread's carrier.
     */
    @JvmStatic
    external fun keepError(): Long
}
