package sortid

import com.sun.jna.Platform
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import sortid.internal.Refusal
import java.lang.reflect.Method
import java.lang.reflect.Modifier
import java.time.Duration
import java.time.Instant
import java.util.Locale

/**
 * Compares the lists of the module with the library, and checks the public API for foreign types.
 */
class ListsTest {
    @Test
    fun `formats equal those of the library`() {
        val theirs = sortid.internal.formats()
        assertEquals(theirs.map { it.name }, Format.entries.map { it.formatName })
        for ((their, our) in theirs.zip(Format.entries)) {
            assertEquals(their.code.toInt() to their.bits.toInt(), our.code to our.bits)
            assertEquals(their.textLength.toInt() to their.signed, our.textLength to our.isSigned)
            assertEquals(their.textLengthMin.toInt(), our.textLengthMin)
            assertEquals(their.textSorts to their.bytesSort, our.textSorts to our.bytesSort)
            assertEquals(
                listOf(their.canGenerate, their.isOrdered, their.takesPrefix),
                listOf(our.canGenerate, our.isOrdered, our.takesPrefix),
            )
            assertEquals(their.resolutionNs?.toLong(), our.resolutionNs)
            assertEquals(their.fields.map { it.name to it.bits.toInt() }, our.fields.map { it.name to it.bits })
            assertEquals(their.specification to their.summary, our.specification to our.summary)
            assertEquals(their.options, our.options)
            assertEquals(our, Format.named(our.formatName))
        }
    }

    @Test
    fun `error codes equal those of the library, each with a class`() {
        val theirs = sortid.internal.errorCodes()
        assertEquals(
            theirs.map { Triple(it.number, it.name, it.message) },
            ErrorCode.entries.map { Triple(it.number, it.codeName, it.message) },
        )
        for (code in ErrorCode.entries) assertEquals(code, sortidException(code, "").code)
        val classes = SortidException::class.java.declaredClasses.filterNot { Modifier.isAbstract(it.modifiers) }
        assertEquals(ErrorCode.entries.size, classes.size)
        assertThrows<IllegalStateException> { sortidException(Refusal(29, null, null, null, "")) }
    }

    @Test
    fun `exceptions have a common base class`() {
        for (code in ErrorCode.entries) {
            try {
                throw sortidException(code, "a cause", "subject", 3)
            } catch (e: SortidException) {
                val kind =
                    when (code.number) {
                        in 1..10, 15 -> SortidException.Argument::class
                        in 20..29 -> SortidException.Store::class
                        else -> SortidException.State::class
                    }
                assertTrue(kind.isInstance(e), "$code")
                assertEquals("$code: a cause, in row 3", e.message)
                assertEquals("subject" to 3, e.subject to e.row)
            }
        }
        val refusal = Refusal(ErrorCode.STORE_IO.number, null, "/a/b", 2, "")
        val store = assertThrows<SortidException.StoreIo> { throw sortidException(refusal) }
        assertEquals("/a/b" to 2, store.path to store.osError)
    }

    @Test
    fun `options and forms equal those of the library`() {
        val theirs = sortid.internal.optionNames()
        val ours = GeneratorOptions::class.java.methods.filter { it.parameterCount == 1 && it.returnType == GeneratorOptions::class.java }
        val ofTime = ours.filter { it.parameterTypes[0] == Duration::class.java || it.parameterTypes[0] == Instant::class.java }
        assertEquals(setOf("maxLead", "rollbackTolerance", "epoch", "unit"), ofTime.map(Method::getName).toSet())
        assertEquals(theirs.map(::camel).toSet(), (ours - ofTime.toSet()).map(Method::getName).toSet())
        assertEquals(sortid.internal.formNames(), Form.entries.map { it.formName })
    }

    private fun camel(name: String) =
        name
            .split('_')
            .joinToString("") {
                it.replaceFirstChar { c -> c.titlecase(Locale.ROOT) }
            }.replaceFirstChar { it.lowercase(Locale.ROOT) }

    @Test
    fun `the library accepts every choice of an option`() {
        for (choices in GeneratorOptions::class.java.classes.filter { it.isEnum }) {
            for (choice in choices.enumConstants) {
                val name =
                    (choice as GeneratorOptions.Choice)
                        .javaClass.simpleName
                        .fold("") { s, c ->
                            if (c.isUpperCase() &&
                                s.isNotEmpty()
                            ) {
                                "${s}_$c"
                            } else {
                                s + c
                            }
                        }.lowercase(Locale.ROOT)
                val format = Format.entries.first { name in it.options }
                Generator.of(format, GeneratorOptions().with(name, choice)).close()
            }
        }
    }

    @Test
    fun `each format that is generated has a function`() {
        val functions = Class.forName("sortid.Sortid").methods.filter { Id::class.java.isAssignableFrom(it.returnType) }
        val formats = functions.filter { it.parameterCount == 0 }.associate { it.name to (it.invoke(null) as Id).format }
        assertTrue(formats.size > 15)
        assertEquals(formats.values.associateBy { camel(it.formatName) }, formats)
    }

    @Test
    fun `the oldest supported Kotlin reads the classes`() {
        for (type in listOf(AnyId::class, Tid::class, Generator::class, SortidException::class)) {
            val metadata = type.java.getAnnotation(Metadata::class.java)
            assertEquals(listOf(2, 1), metadata.metadataVersion.take(2), "$type")
        }
    }

    @Test
    fun `the version equals that of the library`() {
        assertEquals(sortid.internal.libraryVersion(), sortidVersion)
    }

    @Test
    fun `no type of JNA or UniFFI is in the public API`() {
        val api =
            listOf(
                AnyId::class,
                Format::class,
                Generator::class,
                GeneratorOptions::class,
                SortidException::class,
                ErrorCode::class,
                Timestamp::class,
                IdRange::class,
                Id::class,
                TypedId::class,
                Id64::class,
                Id128::class,
                UuidId::class,
                WideId::class,
                IdType::class,
                IdType64::class,
                IdType128::class,
                NodeClass::class,
                UuidKind::class,
                TypeId::class,
                Inspection::class,
            ).map {
                it.java
            } +
                Class.forName("sortid.Sortid") +
                idTypes.map { it.idClass }
        val own = api + api.flatMap { it.classes.asList() }
        var seen = 0
        for (type in own.distinct()) {
            val methods = type.declaredMethods.filter { Modifier.isPublic(it.modifiers) && !it.isSynthetic && '$' !in it.name }
            seen += methods.size
            for (method in methods) {
                val types = method.parameterTypes.toList() + method.returnType
                assertFalse(types.any { it.name.startsWith("com.sun") || it.name.startsWith("sortid.internal") }, "$method")
            }
            for (constructor in type.constructors.filterNot { it.isSynthetic }) {
                assertFalse(constructor.parameterTypes.any { it.name.startsWith("com.sun") }, "$constructor")
            }
        }
        assertTrue(seen > 150, "only $seen methods were looked at")
    }

    @Test
    fun `the native library is loaded from the jar without a property`() {
        val resource = "/${Platform.RESOURCE_PREFIX}/${System.mapLibraryName("sortid_uniffi")}"
        assertNotNull(AnyId::class.java.getResource(resource), resource)
        for (property in listOf("jna.library.path", "jna.boot.library.path", "uniffi.component.sortid.libraryOverride")) {
            assertEquals(null, System.getProperty(property))
        }
    }
}
