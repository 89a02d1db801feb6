@file:Suppress("PLATFORM_CLASS_MAPPED_TO_KOTLIN")

package sortid.internal

import java.io.BufferedReader
import java.io.File
import java.io.FileReader
import java.io.IOException
import java.lang.String as JavaString

/**
 * Detects the platform.
 *
 * Uses Java's string methods: Kotlin's class of string functions loads slowly.
 */
internal object Platform {
    private const val LINUX = "Linux"

    /** The folder of the library in the jar: the system and the processor, as JNA names them. */
    fun folder(): String {
        val system = System.getProperty("os.name")
        return folder(system, System.getProperty("os.arch"), system == LINUX && isMusl())
    }

    fun folder(
        system: String,
        processor: String,
        isMusl: Boolean,
    ): String {
        val machine =
            when (processor) {
                "amd64", "x86_64" -> "x86-64"
                "aarch64", "arm64" -> "aarch64"
                else -> processor
            }
        return when {
            (system as JavaString).startsWith("Windows") -> "win32-$machine"
            system.startsWith("Mac") -> "darwin-$machine"
            system != LINUX -> "${system.toLowerCase()}-$machine"
            isMusl -> "linux-musl-$machine"
            else -> "linux-$machine"
        }
    }

    /** Whether the JVM runs with musl. Systems with glibc may contain musl, but do not map it. */
    private fun isMusl(): Boolean {
        val loader = "ld-musl-"
        for (name in File("/lib").list() ?: return false) if ((name as JavaString).startsWith(loader)) return isMapped("/$loader")
        return false
    }

    private fun isMapped(name: String): Boolean =
        try {
            BufferedReader(FileReader("/proc/self/maps")).use { maps ->
                var line = maps.readLine()
                while (line != null && !(line as JavaString).contains(name)) line = maps.readLine()
                line != null
            }
        } catch (_: IOException) {
            false
        }
}
