package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import sortid.internal.Jna
import sortid.internal.Library
import sortid.internal.Platform
import sortid.testing.TestClock
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import kotlin.io.path.createDirectory
import kotlin.io.path.listDirectoryEntries

/** Finding and loading the native library, in new processes. */
class LibraryTest {
    @TempDir
    lateinit var folder: Path

    private class Run(
        val output: String,
        val status: Int,
    )

    private fun run(
        child: Class<*>,
        vararg options: String,
    ): Run {
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        // Without it, newer JVMs print a warning to the output that the test reads.
        val access = "--enable-native-access=ALL-UNNAMED"
        val command = listOf(java, access, *options, "-cp", System.getProperty("java.class.path"), child.name)
        val builder = ProcessBuilder(command).redirectErrorStream(true)
        // The JVM looks for installed libraries there.
        builder.environment().remove("LD_LIBRARY_PATH")
        val process = builder.start()
        return Run(process.inputStream.bufferedReader().readText(), process.waitFor())
    }

    /** The library of the jar, in a folder. */
    private fun installed(): Path {
        val name = System.mapLibraryName(Library.NAME)
        val folder = folder.resolve("installed").createDirectory()
        val resource = "/${Platform.folder()}/$name"
        checkNotNull(AnyId::class.java.getResourceAsStream(resource)).use { Files.copy(it, folder.resolve(name)) }
        return folder
    }

    @Test
    fun `the first id loads neither JNA nor large classes and leaves no files`() {
        val run = run(SomeIdsChild::class.java, "-Djava.io.tmpdir=$folder", "-Xlog:class+load:file=$folder/classes.log")
        assertEquals(0, run.status, run.output)
        val classes = Files.readAllLines(folder.resolve("classes.log"))
        assertTrue(classes.any { "sortid.internal.Direct" in it })
        // JNA, and the largest classes of Kotlin's library.
        val slow = Regex("com\\.sun\\.jna|kotlin\\.(collections|text)\\.[A-Z][a-z]+Kt|kotlin\\.reflect")
        assertEquals(emptyList<String>(), classes.filter(slow::containsMatchIn))
        assertEquals(listOf("classes.log"), folder.listDirectoryEntries().map { "${it.fileName}" })
    }

    @Test
    fun `JNA opens the library that the JVM has loaded`() {
        val run = run(GeneratorChild::class.java, "-Dsortid.tmpdir=$folder", "-Djava.io.tmpdir=$folder", "-Djna.tmpdir=$folder")
        assertEquals("0\n", run.output, "files that are left while the process runs")
    }

    @Test
    fun `JNA keeps the library during garbage collections`() {
        val run = run(CollectedChild::class.java, "-XX:+UseSerialGC")
        assertEquals(0, run.status, run.output)
    }

    @Test
    fun `a library that is installed is not unpacked`() {
        val installed = installed()
        for (option in listOf("-Dsortid.lib.path=$installed", "-Djava.library.path=$installed")) {
            val nowhere = "-Djava.io.tmpdir=${folder.resolve("missing")}"
            val run = run(SomeIdsChild::class.java, option, nowhere)
            assertEquals(0, run.status, run.output)
        }
    }

    @Test
    fun `an unwritable folder throws an error with the folder and the properties to set`() {
        val missing = folder.resolve("missing")
        for (property in listOf("java.io.tmpdir", "sortid.tmpdir")) {
            val run = run(SomeIdsChild::class.java, "-D$property=$missing")
            assertEquals(1, run.status)
            assertTrue("sortid cannot unpack its native library to $missing (" in run.output, run.output)
            val cure = "set -Dsortid.tmpdir to a folder in which files can be written and executed, or -Dsortid.lib.path"
            assertTrue(cure in run.output, run.output)
        }
        val run = run(SomeIdsChild::class.java, "-Djava.io.tmpdir=$missing", "-Dsortid.tmpdir=$folder")
        assertEquals(0, run.status, run.output)
    }

    @Test
    fun `each platform has a folder in the jar`() {
        val folders =
            listOf("Linux", "Mac OS X", "Windows 11").flatMap { system ->
                listOf("amd64", "aarch64").map { Platform.folder(system, it, false) }
            }
        val expected = listOf("linux-x86-64", "linux-aarch64", "darwin-x86-64", "darwin-aarch64", "win32-x86-64", "win32-aarch64")
        assertEquals(expected, folders)
        assertEquals("linux-musl-x86-64", Platform.folder("Linux", "amd64", true))
        assertEquals("linux-musl-aarch64", Platform.folder("Linux", "aarch64", true))
        assertEquals("darwin-x86-64", Platform.folder("Mac OS X", "x86_64", true))
        assertEquals("freebsd-x86-64", Platform.folder("FreeBSD", "amd64", true))
    }
}

/** Generates and parses ids. */
object SomeIdsChild {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val id = uuid7()
        check(Uuid7.parse("$id") == id)
        check(Uuid7.fromBytes(id.toByteArray()) == Uuid7.fromUuid(id.toUuid()))
        check(id.convert(Ulid).convert(Uuid7) == id)
        check(Uuid7.minAt(id.instant) <= id)
        check(!id.isReserved)
    }
}

/** Makes JNA open the library long before a call. A second copy would have its own clock. */
object CollectedChild {
    @JvmStatic
    fun main(arguments: Array<String>) {
        Jna.ensureOpened()
        repeat(3) { System.gc() }
        TestClock.freeze(Instant.EPOCH).use { check(uuid7().instant == Instant.EPOCH) }
    }
}

/** Uses a generator through JNA, and counts the remaining files in the folder for unpacking. */
object GeneratorChild {
    @JvmStatic
    fun main(arguments: Array<String>) {
        Tid.generator().use { check(it.next() != tid()) }
        println(Path.of(System.getProperty("sortid.tmpdir")).listDirectoryEntries("sortid*").size)
    }
}
