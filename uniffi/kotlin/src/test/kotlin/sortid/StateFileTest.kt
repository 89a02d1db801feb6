package sortid

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource
import java.net.URI
import java.nio.channels.FileChannel
import java.nio.file.FileSystems
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant

class StateFileTest {
    @TempDir
    private lateinit var folder: Path

    private val noon = Timestamp(1_721_390_400, 0)
    private val minuteLater = Timestamp(1_721_390_460, 0)

    private val file get() = folder.resolve("state of ids")

    private fun manual(path: Path) = GeneratorOptions().stateFile(path).clock(GeneratorOptions.Clock.MANUAL)

    @ParameterizedTest
    @MethodSource("sortid.SomeIdsKt#getStateFileFormats")
    fun `a later generator continues above the earlier one`(format: Format) {
        val ids = ArrayList<AnyId>()
        // Each generator begins a new tick, which for some formats is a second.
        val options = GeneratorOptions().stateFile(file).maxLeadMs(60_000)
        repeat(4) {
            Generator.of(format, options).use { generator ->
                ids += generator.next()
                ids += generator.nextIds(100)
            }
        }
        assertEquals(ids.size, ids.toSet().size)
        if (format.isOrdered) assertEquals(ids.sorted(), ids)
    }

    @ParameterizedTest
    @MethodSource("sortid.SomeIdsKt#getStateFileFormats")
    fun `two generators on one file repeat no id, and 64-bit ids increase across both`(format: Format) {
        val options = GeneratorOptions().stateFile(file)
        Generator.of(format, options).use { a ->
            Generator.of(format, options).use { b ->
                val ids = (1..500).flatMap { listOf(a.next(), b.next()) }
                assertEquals(ids.size, ids.toSet().size)
                if (format.isOrdered && format.bits == 64) assertEquals(ids.sorted(), ids)
            }
        }
    }

    @Test
    fun `close records the last id in the file`() {
        val ticks =
            List(3) {
                Generator
                    .of(Format.TID, manual(file))
                    .use { it.nextAt(noon) }
                    .field("timestamp_us")
                    .toLong()
            }
        assertEquals(listOf(0L, 1L, 2L), ticks.map { it - ticks[0] })
    }

    @Test
    fun `threads with generators on one file repeat no id`() {
        val lists = List(4) { ArrayList<AnyId>() }
        val shared = Generator.of(Format.TID, GeneratorOptions().stateFile(file))
        val threads =
            lists.mapIndexed { i, list ->
                Thread {
                    if (i < 2) {
                        repeat(5000) { list += shared.next() }
                    } else {
                        Generator.of(Format.TID, GeneratorOptions().stateFile(file)).use { own -> repeat(5000) { list += own.next() } }
                    }
                }.apply { start() }
            }
        threads.forEach { it.join() }
        assertEquals(20_000, lists.flatten().toSet().size)
        for (list in lists) assertEquals(list.sorted(), list)
        shared.close()
    }

    @Test
    fun `stateFile accepts a Path or text`() {
        val relative = Path.of("").toAbsolutePath().relativize(file.toAbsolutePath())
        val options =
            listOf(
                GeneratorOptions().stateFile(file),
                GeneratorOptions().stateFile(file.toString()),
                GeneratorOptions().stateFile(relative),
                GeneratorOptions().with("state_file", file),
            )
        val ids = options.map { given -> Generator.of(Format.TID, given).use { it.next() } }
        assertEquals(ids.sorted(), ids)
        assertEquals(listOf(file), Files.list(folder).use { it.toList() })
        val archive = folder.resolve("archive.zip")
        FileSystems.newFileSystem(URI.create("jar:${archive.toUri()}"), mapOf("create" to "true")).use { zip ->
            for (wrong in listOf(zip.getPath("/ids.state"), Path.of(""), "", 1, true, file.toFile(), ByteArray(0))) {
                val options = GeneratorOptions().with("state_file", wrong)
                val error = assertThrows<SortidException.InvalidOption>("$wrong") { Generator.of(Format.TID, options) }
                assertEquals("state_file", error.subject)
            }
        }
    }

    @Test
    fun `a path as text may contain any character in any locale`() {
        val ids = List(2) { Generator.of(Format.TID, GeneratorOptions().stateFile("$folder/état")).use { it.next() } }
        assertTrue(ids[0] < ids[1])
        assertEquals(1, folder.toFile().list()!!.size)
        val path = "$folder/aucun état/fichier"
        val error = assertThrows<SortidException.StoreIo> { Generator.of(Format.TID, GeneratorOptions().stateFile(path)) }
        assertEquals(path, error.path)
    }

    private fun fileWith(
        name: String,
        content: ByteArray,
        permissions: String = "rw-r--r--",
    ): Path {
        val path = folder.resolve(name)
        Files.write(path, content)
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions))
        return path
    }

    private inline fun <reified E : SortidException.Store> refused(
        path: Path,
        format: Format = Format.TID,
    ): E {
        val error = assertThrows<E> { Generator.of(format, GeneratorOptions().stateFile(path)) }
        assertEquals(path.toString(), error.path)
        assertEquals(path.toString(), error.subject)
        assertNull(error.offset)
        assertTrue(error.message!!.startsWith("${error.code.codeName}: ${error.code.message} ($path)"), error.message)
        return error
    }

    @Test
    fun `an unusable file throws an error with its path`() {
        Generator.of(Format.TID, GeneratorOptions().stateFile(file)).close()
        val whole = Files.readAllBytes(file)
        refused<SortidException.StoreForeign>(fileWith("text", "Dear diary\n".toByteArray()))
        refused<SortidException.StoreForeign>(file, Format.UUID7)
        refused<SortidException.StoreCorrupt>(fileWith("empty", ByteArray(0)))
        refused<SortidException.StoreCorrupt>(fileWith("truncated", whole.copyOf(100)))
        refused<SortidException.StoreCorrupt>(fileWith("damaged", whole.clone().also { it[120] = 1 }))
        refused<SortidException.StoreReadOnly>(fileWith("read-only", whole, "r--r--r--"))
        val error = refused<SortidException.StoreIo>(folder.resolve("in no folder").resolve("file"))
        assertEquals(2, error.osError)
        assertTrue(error.message!!.endsWith(": No such file or directory (os error 2)"), error.message)
        assertEquals(0L, Files.size(folder.resolve("empty")))
    }

    @Test
    fun `rejects options that exclude each other`() {
        val reset = GeneratorOptions().stateFile(file).onRollback(GeneratorOptions.OnRollback.RESET)
        assertEquals("on_rollback", assertThrows<SortidException.InvalidOption> { Generator.of(Format.TID, reset) }.subject)
        val timeless = assertThrows<SortidException.InvalidOption> { Uid11Fullrand.generator(GeneratorOptions(stateFile = file)) }
        assertEquals("state_file", timeless.subject)
    }

    private val spoilt =
        mapOf<ErrorCode, (Path) -> Unit>(
            ErrorCode.STORE_IO to { Files.delete(it) },
            ErrorCode.STORE_FOREIGN to { changed(it) { file -> file.write(Charsets.US_ASCII.encode("x".repeat(512))) } },
            ErrorCode.STORE_CORRUPT to { changed(it) { file -> file.truncate(8191) } },
        )

    private fun changed(
        path: Path,
        change: (FileChannel) -> Unit,
    ) = FileChannel.open(path, StandardOpenOption.WRITE).use(change)

    @Test
    fun `errors of a removed or damaged file contain its path`() {
        for ((code, spoil) in spoilt) {
            val path = folder.resolve("$code")

            fun assertNamed(error: SortidException.Store?) {
                assertEquals(code to "$path", error?.code to error?.path)
                assertEquals("${code.codeName}: ${code.message} ($path)", error?.message)
            }
            Generator.of(Format.TID, manual(path)).use { generator ->
                val first = generator.nextAt(noon)
                spoil(path)
                assertNamed(assertThrows<SortidException.Store> { generator.nextAt(minuteLater) })
                assertNamed(assertThrows<SortidException.Store> { generator.nextAfterAt(first, minuteLater) })
            }
            Files.deleteIfExists(path)
            Generator.of(Format.TID, GeneratorOptions().stateFile(path)).use { generator ->
                spoil(path)
                assertNamed(assertThrows<SortidException.Store> { generator.next() })
                assertNamed(generator.fill(LongArray(5)).error as SortidException.Store)
                assertNamed(generator.fillText(ByteArray(26)).error as SortidException.Store)
                assertNamed(assertThrows<SortidException.Store> { generator.nextTexts(3) })
            }
            Files.deleteIfExists(path)
        }
    }

    @Test
    fun `errors contain the longest path of the system`() {
        val deep = generateSequence(folder) { it.resolve("d".repeat(200)) }.take(18).last()
        Files.createDirectories(deep)
        val path = deep.resolve("ids.state")
        Generator.of(Format.TID, manual(path)).use { generator ->
            Files.delete(path)
            assertEquals("$path", assertThrows<SortidException.StoreIo> { generator.nextAt(noon) }.path)
        }
    }

    @Test
    fun `a process continues with the file of a killed process`() {
        val before = Generator.of(Format.TID, GeneratorOptions().stateFile(file)).use { it.nextIds(1000) }
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val process =
            ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), StateFileChild::class.java.name, "$file")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
        val theirs = process.inputStream.bufferedReader().readLine()
        process.destroyForcibly().waitFor()
        val after = Generator.of(Format.TID, GeneratorOptions().stateFile(file)).use { it.next() }
        assertTrue(before.last().toString() < theirs && theirs < after.toString(), "${before.last()} $theirs $after")
        assertTrue(after.instant < Instant.now().plusSeconds(5))
    }
}

/** Prints an id, and waits until it is killed or its parent ends. */
object StateFileChild {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val generator = Generator.of(Format.TID, GeneratorOptions().stateFile(arguments.single()))
        println(generator.nextIds(1000).last())
        System.`in`.read()
        generator.close()
    }
}
