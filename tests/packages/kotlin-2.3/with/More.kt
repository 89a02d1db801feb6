import sortid.GeneratorOptions
import sortid.Tid
import sortid.Uuid7
import sortid.time.fromUuid
import sortid.time.kotlinInstant
import sortid.time.maxLead
import sortid.time.range
import sortid.time.toKotlinUuid
import sortid.uuid7
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlin.uuid.ExperimentalUuidApi

/** Checks of the optional module. */
@OptIn(ExperimentalUuidApi::class)
fun more() {
    val tid = Tid.parse("3jzfcijpj2z2a")
    check("a time of Kotlin's", tid.kotlinInstant, Instant.parse("2023-06-30T15:03:01.887007Z"))
    check("a range of Kotlin's times", tid in Tid.range(tid.kotlinInstant, tid.kotlinInstant + 1.seconds), true)
    check("a duration of Kotlin's", GeneratorOptions().maxLead(20.milliseconds), GeneratorOptions(maxLeadMs = 20))
    val id = uuid7()
    check("a UUID of Kotlin's", Uuid7.fromUuid(id.toKotlinUuid()), id)
}
