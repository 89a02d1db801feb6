// A program that uses only the jar. Prints a line for each check.

import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json
import sortid.AnyId
import sortid.Format
import sortid.GeneratorOptions
import sortid.Id
import sortid.IdType
import sortid.SortidException
import sortid.Tid
import sortid.Uuid7
import sortid.serialization.AnyIdSerializer
import sortid.serialization.TidSerializer
import sortid.uuid7
import kotlin.system.exitProcess

private const val TEXT = "3jzfcijpj2z2a"

@Serializable
data class Post(
    @Serializable(with = TidSerializer::class) val key: Tid,
    @Serializable(with = AnyIdSerializer::class) val any: AnyId,
)

private fun <T : Id> read(
    text: String,
    type: IdType<T>,
): T = type.parse(text)

private var failed = false

fun check(
    name: String,
    found: Any?,
    expected: Any?,
) {
    if (found == expected) return println("ok $name")
    println("not ok $name: $found, not $expected")
    failed = true
}

fun main() {
    val tid = read(TEXT, Tid)
    check("a class per format", tid.clockId to tid.timestampUs, 6 to 1688137381887007)
    check("the dynamic id", AnyId.parse(TEXT, Format.TID), tid.toAnyId())
    check("new ids rise", uuid7() < uuid7(), true)
    check("a time's range", tid in Tid.range(tid.instant, tid.instant.plusSeconds(1)), true)
    val named = Tid.generator(GeneratorOptions(node = 7, maxLeadMs = 20)).use { it.next().clockId }
    check("options by name", named, 7)
    val offset =
        try {
            Tid.parse("3jzfcijpj2z21").clockId
        } catch (e: SortidException) {
            e.offset
        }
    check("an invalid id", offset, 12)
    val json = """{"key":"$TEXT","any":{"format":"tid","text":"$TEXT"}}"""
    check("kotlinx.serialization writes", Json.encodeToString(Post.serializer(), Post(tid, tid.toAnyId())), json)
    check("kotlinx.serialization reads", Json.decodeFromString(Post.serializer(), json), Post(tid, tid.toAnyId()))
    val many = Uuid7.generator().use { it.nextTexts(1000) }
    check("many at once", many.sorted(), many)
    more()
    if (failed) exitProcess(1)
}
