package sortid

import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import java.io.ByteArrayOutputStream
import java.io.ObjectInputStream
import java.io.ObjectOutputStream
import java.math.BigInteger
import java.time.Instant
import java.util.UUID

class IdTest {
    private val tid = AnyId.parse("3jzfcijpj2z2a", Format.TID)

    @Test
    fun `parse returns the fields and the time of the text`() {
        assertEquals("3jzfcijpj2z2a", tid.toString())
        assertEquals(0x17fd6873eaf07c06, tid.toLong())
        assertEquals(BigInteger.valueOf(1688137381887007), tid.field("timestamp_us"))
        assertEquals(Instant.parse("2023-06-30T15:03:01.887007Z"), tid.instant)
        assertEquals(Timestamp(1688137381, 887007000), tid.timestamp)
        assertEquals(listOf("reserved", "timestamp_us", "clock_id"), tid.fields.keys.toList())
        assertFalse(tid.isReserved)
        assertTrue(AnyId.parse("j222222222222", Format.TID).isReserved)
    }

    @ParameterizedTest
    @EnumSource
    fun `ids round-trip through every representation`(format: Format) {
        val id = someId(format)
        assertEquals(id, AnyId.parse(id.toString(), format))
        assertEquals(id, AnyId.fromBytes(id.toByteArray(), format))
        assertEquals(id, AnyId.fromFields(id.fields, format))
        assertEquals(format.byteLength, id.toByteArray().size)
        assertTrue(id.toString().length in format.textLengthMin..format.textLength)
        assertEquals(id.toString(), id.toText(Form.CANONICAL))
        assertEquals(format.fields.map { it.name }, id.fields.keys.toList())
        when {
            format.bits == 64 -> assertEquals(id, AnyId.fromLong(id.toLong(), format))
            format.bits == 128 -> assertEquals(id, AnyId.fromUuid(id.toUuid(), format))
            else -> assertThrows<SortidException.NotApplicable> { id.toLong() }
        }
        assertEquals(BigInteger(1, id.toByteArray()), id.toBigInteger())
    }

    @ParameterizedTest
    @EnumSource
    fun `ids are equal if format and bits are`(format: Format) {
        val id = someId(format)
        val same = AnyId.parse(id.toString(), format)
        assertEquals(id.hashCode(), same.hashCode())
        assertEquals(0, id.compareTo(same))
        assertEquals(setOf(id), setOf(id, same))
        assertNotEquals(id, someId(format))
        val other = Format.entries[(format.ordinal + 1) % Format.entries.size]
        assertNotEquals(id, someId(other))
        assertEquals(format.code < other.code, id < someId(other))
    }

    @Test
    fun `ids compare as unsigned numbers, unlike UUID`() {
        val small = AnyId.parse("00000000-0000-8000-8000-000000000001", Format.UUID8)
        val large = AnyId.parse("ffffffff-ffff-8fff-bfff-ffffffffffff", Format.UUID8)
        assertTrue(small < large)
        assertTrue(small.toUuid() > large.toUuid())
        val (low, high) =
            AnyId.parse("00000000-0000-8000-8000-000000000001", Format.UUID8) to
                AnyId.parse("00000000-0000-8000-bfff-ffffffffffff", Format.UUID8)
        assertTrue(low < high)
        assertTrue(AnyId.parse("3zzzzzzzzzzzz", Format.TID) < AnyId.parse("j222222222222", Format.TID))
        val hexes = listOf("0".repeat(40), "0".repeat(32) + "80000000", "8".padEnd(40, '0'), "f".repeat(40))
        val ids = hexes.map { AnyId.parse(it, Format.SCRU160) }
        assertEquals(ids, ids.reversed().sorted())
    }

    @Test
    fun `formats whose bytes and text do not sort compare by value`() {
        val texts = listOf("ffffffff-ffff-4fff-bfff-000000000000", "00000000-0000-4000-8000-000000000001")
        val ids = texts.map(CombMssql::parse)
        assertEquals(ids, ids.reversed().sorted())
        assertEquals(ids.map(TypedId<*>::toAnyId), ids.reversed().map(TypedId<*>::toAnyId).sorted())
        assertEquals(0, ids[0].compareTo(CombMssql.parse(texts[0])))
        assertTrue(ids[0] in IdRange(CombMssql.minAt(Timestamp(0, 0)), CombMssql.maxAt(Timestamp(0, 0))))
        val numbers = listOf("9", "10").map(Snowflake::parse)
        assertEquals(numbers, numbers.reversed().sorted())
        assertFalse(Format.SNOWFLAKE.textSorts)
    }

    @Test
    fun `timeids sort by time, also before 1970`() {
        val before = AnyId.fromFields(mapOf("timestamp_us" to -2), Format.TIMEID)
        val after = AnyId.fromFields(mapOf("timestamp_us" to 0), Format.TIMEID)
        assertTrue(before < after)
        assertTrue(before.toString() > after.toString())
        assertEquals(BigInteger.valueOf(-2), before.field("timestamp_us"))
        assertEquals(BigInteger.valueOf(before.toLong()), before.toBigInteger())
        assertEquals(NodeClass.BEST_EFFORT, after.nodeClass)
        assertEquals(NodeClass.GLOBAL, AnyId.parse("3kxn-lhr-3gxq-z2", Format.TIMEID).nodeClass)
        assertThrows<SortidException.NotApplicable> { tid.nodeClass }
    }

    @Test
    fun `field returns 80 bits exactly`() {
        val widest = BigInteger.ONE.shiftLeft(80).dec()
        val id = AnyId.fromFields(mapOf("timestamp_ms" to 1, "random80" to widest), Format.SCRU160)
        assertEquals(widest, id.field("random80"))
        for (wrong in listOf<Number>(widest.inc(), BigInteger.ONE.shiftLeft(200), -1, BigInteger.ONE.shiftLeft(200).negate(), 1.0)) {
            val fields = mapOf("random80" to wrong)
            assertThrows<SortidException.InvalidField>("$wrong") { AnyId.fromFields(fields, Format.SCRU160) }
        }
        assertThrows<SortidException.InvalidField> { id.field("random81") }
    }

    @Test
    fun `toText writes the forms of the format`() {
        val id = AnyId.parse("urn:uuid:017F22E2-79B0-7CC3-98C4-DC0C0C07398F", Format.UUID7)
        assertEquals("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", id.toString())
        assertEquals("017f22e279b07cc398c4dc0c0c07398f", id.toText(Form.COMPACT))
        assertEquals("urn:uuid:$id", id.toText(Form.URN))
        assertEquals(UUID.fromString(id.toString()), id.toUuid())
        assertThrows<SortidException.NotApplicable> { id.toText(Form.HEX) }
    }

    @Test
    fun `parse rejects invalid text with the offset`() {
        val error = assertThrows<SortidException.InvalidCharacter> { AnyId.parse("3jzfcijpj2z21", Format.TID) }
        assertEquals(12, error.offset)
        assertEquals(ErrorCode.INVALID_CHARACTER, error.code)
        assertEquals("invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12", error.message)
        val bytes = assertThrows<SortidException.InvalidLength> { Tid.fromBytes(ByteArray(9)) }
        assertEquals("invalid_length: 9 bytes, a tid has 8", bytes.message)
        val version = assertThrows<SortidException.InvalidVersion> { Uuid7.fromBytes(uuid4().toByteArray()) }
        assertEquals("invalid_version: unexpected UUID version 4, a uuid7 has 7", version.message)
        assertNull(AnyId.parseOrNull("3jzfcijpj2z21", Format.TID))
        assertFalse(AnyId.isValid("3jzfcijpj2z21", Format.TID))
        assertTrue(AnyId.isValid("3jzfcijpj2z2a", Format.TID))
    }

    @Test
    fun `lengths and offsets count UTF-8 bytes, three for an unpaired surrogate`() {
        fun refused(text: String) = assertThrows<SortidException.Argument> { AnyId.parse(text, Format.TID) }.let { it.code to it.offset }
        assertEquals(ErrorCode.INVALID_LENGTH to 3, refused("\uD800"))
        assertEquals(ErrorCode.INVALID_CHARACTER to 10, refused("3jzfcijpj2\uDFFF"))
        assertEquals(ErrorCode.INVALID_CHARACTER to 0, refused("\uD83D\uDE00cijpj2z2a"))
        assertEquals(ErrorCode.INVALID_LENGTH to 14, refused("\uDE00\uD83Dcijpj2z2"))
        assertEquals(ErrorCode.INVALID_LENGTH to 0, refused(""))
        assertEquals(ErrorCode.INVALID_LENGTH to 100_000, refused("2".repeat(100_000)))
        assertEquals(ErrorCode.INVALID_LENGTH to 300_000, refused("\uD800".repeat(100_000)))
        val prefix = assertThrows<SortidException.InvalidCharacter> { AnyId.prefixRange("3j\uD800", Format.TID) }
        assertEquals(2, prefix.offset)
    }

    @Test
    fun `rejects invalid bytes and integers`() {
        assertEquals(3, assertThrows<SortidException.InvalidLength> { AnyId.fromBytes(ByteArray(3), Format.TID) }.offset)
        assertThrows<SortidException.OutOfRange> { AnyId.fromLong(-1, Format.UID11_SNOWISH) }
        assertThrows<SortidException.NotApplicable> { AnyId.fromLong(1, Format.UUID7) }
        assertThrows<SortidException.InvalidVersion> { AnyId.fromUuid(UUID.randomUUID(), Format.UUID7) }
        assertEquals("01FWHE4YDGFK1SHH6W1G60EECF", Ulid.fromUuid(UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).toString())
        for (format in listOf(Format.TID, Format.OBJECT_ID)) {
            assertThrows<SortidException.NotApplicable> { AnyId.fromUuid(UUID.randomUUID(), format) }
        }
        assertThrows<SortidException.NotApplicable> { tid.toUuid() }
    }

    @Test
    fun `times depend on the format`() {
        assertThrows<SortidException.NotApplicable> { newId(Format.UID11_FULLRAND).instant }
        val uuid8 = AnyId.parse("00000000-03e8-8000-8000-000000000001", Format.UUID8)
        assertThrows<SortidException.NotApplicable> { uuid8.instant }
        assertEquals(Timestamp(1, 0), uuid8.timestamp(GeneratorOptions().timestampBits(48).unitNs(1_000_000)))
        assertThrows<SortidException.InvalidOption> { tid.timestamp(GeneratorOptions().node(1024)) }
        assertThrows<SortidException.TimestampOutOfRange> { Timestamp(Long.MAX_VALUE, 0).toInstant() }
        assertEquals(Instant.EPOCH, Timestamp(Instant.EPOCH).toInstant())
        assertTrue(Timestamp(1, 2) < Timestamp(1, 3))
    }

    @Test
    fun `ids are between their bounds`() {
        val now = Instant.now()
        val day = AnyId.range(now.minusSeconds(86_400), now.plusSeconds(86_400), Format.UUID7)
        assertTrue(newId(Format.UUID7) in day)
        assertFalse(AnyId.maxAt(now.plusSeconds(86_401), Format.UUID7) in day)
        assertThrows<SortidException.InvalidOption> { AnyId.range(now, now, Format.UUID7) }
        assertThrows<SortidException.NotApplicable> { AnyId.minAt(now, Format.UID11_FULLRAND) }
        assertThrows<SortidException.TimestampOutOfRange> { AnyId.minAt(Instant.MAX, Format.TID) }
        assertThrows<SortidException.TimestampOutOfRange> { AnyId.minAt(Timestamp(0, 1_000_000_000), Format.TID) }
        val (min, max) = AnyId.prefixRange("3kxn-lhr", Format.TIMEID)
        assertEquals("3kxn-lhr-2222-22" to "3kxn-lhr-zzzz-zz", "$min" to "$max")
    }

    @Test
    fun `an id with a given time has this time`() {
        val time = Instant.parse("2024-07-19T12:00:00.123Z")
        val ids = listOf(Uuid7.at(time), Uuid7.at(Timestamp(time)))
        assertEquals(listOf(time), ids.map { it.instant }.distinct())
        assertEquals(ids.sorted(), ids)
        val dynamic = IdType.of(Format.ULID).at(time)
        assertTrue(Ulid.of(dynamic) < Ulid.at(time))
        assertEquals(Timestamp(time), IdType.of(Format.ULID).at(Timestamp(time)).timestamp)
        // Times in any order, without repeated ids.
        assertEquals(time.minusMillis(1), Uuid7.at(time.minusMillis(1)).instant)
        assertTrue(Uuid7.at(time) > ids.last())
        val tid = Tid.at(time)
        assertEquals(time, tid.instant)
        assertThrows<SortidException.ClockRollback> { Tid.at(time.minusMillis(1)) }
        assertThrows<SortidException.NotApplicable> { Uuid4.at(time) }
        assertThrows<SortidException.NotApplicable> { IdType.of(Format.ANY_UUID).at(time) }
        assertThrows<SortidException.TimestampOutOfRange> { Ulid.at(Instant.ofEpochMilli(-1)) }
    }

    @Test
    fun `an operation that a format lacks throws with the library's message`() {
        fun reason(call: () -> Any): String? = assertThrows<SortidException.NotApplicable> { call() }.also { assertNull(it.offset) }.message
        assertEquals("not_applicable: uuid4 ids contain no time", reason { uuid4().instant })
        assertEquals("not_applicable: uuid4 ids contain no time", reason { Uuid4.at(Instant.now()) })
        assertEquals("not_applicable: UUID ids are only read: none are generated", reason { newId(Format.ANY_UUID) })
        assertEquals("not_applicable: UUID ids are only read: none are generated", reason { Generator.of(Format.ANY_UUID) })
        assertEquals("not_applicable: a uuid7 cannot be converted to a tid", reason { uuid7().convert(Tid) })
        val form = reason { uuid7().toText(Form.HEX) }.orEmpty()
        assertTrue(form.startsWith("not_applicable: a uuid7 has no form hex; it has canonical, compact, "), form)
        assertEquals("not_applicable: an id of tid is expected, not of uuid7", reason { Tid.of(newId(Format.UUID7)) })
        val width = "uuid7 ids have another number of bits than the integer: use bytes"
        assertEquals("not_applicable: $width", reason { newId(Format.UUID7).toLong() })
        assertEquals("not_applicable: push_id ids take no prefix", reason { TypeId("a", newId(Format.PUSH_ID)) })
    }

    @Test
    fun `an unknown name throws with a suggestion`() {
        fun message(call: () -> Any): String? = assertThrows<SortidException> { call() }.message
        assertEquals("unknown_format: no format is named \"ULID\"; did you mean ulid?", message { Format.named("ULID") })
        val fields = "a tid has no field \"nope\"; it has reserved, timestamp_us, clock_id"
        assertEquals("invalid_field: $fields", message { newId(Format.TID).field("nope") })
        assertEquals("invalid_field: $fields", message { Tid.fromFields(mapOf("nope" to 1)) })
        val convert = { AnyId.convert("3jzfcijpj2z2a", "tid", "time_id") }
        assertEquals("unknown_format: no format is named \"time_id\"; did you mean timeid?", message(convert))
    }

    @Test
    fun `inspect lists readings and errors`() {
        val text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        assertEquals(listOf(Format.UUID7, Format.UUID7_DRAFT01), AnyId.inspect(text).readings.map { it.id.format })
        val (discord, own) = AnyId.inspect("175928847299117063").readings
        assertEquals(GeneratorOptions.Epoch.DISCORD to Format.SNOWFLAKE, discord.epoch to discord.id.format)
        assertEquals(1462015105L, discord.timestamp.seconds)
        assertEquals(null to own.id.timestamp, own.epoch to own.timestamp)
        val rejected = "kjzfcijpj2z2a"
        val errors = AnyId.inspect(rejected).errors
        assertEquals(Format.entries.filterNot { AnyId.isValid(rejected, it) }, errors.keys.toList())
        assertEquals(ErrorCode.OUT_OF_RANGE, errors[Format.TID]?.code)
        assertTrue(errors[Format.TID]?.message.orEmpty().contains(rejected))
        assertEquals(emptyList<Reading>(), AnyId.inspect("\uD800").readings)
    }

    @Test
    fun `parseForm reads one form, parseLenient corrects misspelled texts`() {
        val id = uuid7()
        for (form in listOf(Form.BASE58, Form.BRACED, Form.TYPEID, Form.CROCKFORD)) {
            assertEquals(id, Uuid7.parseForm(id.toText(form), form))
        }
        assertThrows<SortidException.NotApplicable> { Uuid7.parseForm(id.toString(), Form.HEX) }
        assertEquals(Corrected(id, listOf("whitespace", "braces")), Uuid7.parseLenient(" {$id}"))
        assertThrows<SortidException.InvalidLength> { Uuid7.parseLenient("?") }
        assertEquals(listOf(listOf("braces")), AnyId.inspect("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}").suggestions.map { it.corrections })
        for (order in ByteOrder.entries) assertEquals(id, Uuid7.fromBytesIn(id.toByteArray(order), order))
        assertThrows<SortidException.NotApplicable> { tid().toByteArray(ByteOrder.GUID) }
    }

    @Test
    fun `ids have a successor and a predecessor`() {
        assertEquals("3jzfcijpj2z2b", tid.successor().toString())
        assertEquals(tid, tid.successor().predecessor())
        val last: Ksuid = Ksuid.fromBigInteger(BigInteger.ONE.shiftLeft(160).dec())
        assertEquals(last, last.predecessor().successor())
        assertThrows<SortidException.OutOfRange> { last.successor() }
        assertThrows<SortidException.NotApplicable> { uuid7().successor() }
    }

    @Test
    fun `nil and max are constants`() {
        assertEquals("00000000-0000-0000-0000-000000000000" to UuidKind.NIL, AnyUuid.NIL.toString() to AnyUuid.NIL.kind)
        assertEquals("ffffffff-ffff-ffff-ffff-ffffffffffff" to UuidKind.MAX, AnyUuid.MAX.toString() to AnyUuid.MAX.kind)
    }

    @Test
    fun `integers round-trip`() {
        for (format in Format.entries.filter { it.canGenerate }) {
            val id = newId(format)
            assertEquals(id, AnyId.fromBigInteger(id.toBigInteger(), format))
        }
        val (one, least) = BigInteger.ONE to BigInteger.ONE.shiftLeft(63).negate()
        assertEquals(least, Timeid.fromBigInteger(least).toBigInteger())
        assertEquals(one.negate().shiftLeft(11), Timeid.fromBigInteger(one.negate().shiftLeft(11)).toBigInteger())
        for (int in listOf(BigInteger.ZERO, one, one.shiftLeft(160).dec())) assertEquals(int, Ksuid.fromBigInteger(int).toBigInteger())
        for (int in listOf(one.negate(), one.shiftLeft(160))) assertThrows<SortidException.OutOfRange> { Ksuid.fromBigInteger(int) }
        for (int in listOf(least.dec(), least.negate())) assertThrows<SortidException.OutOfRange> { Timeid.fromBigInteger(int) }
    }

    @Test
    fun `findIds returns the ids in a text`() {
        val text = "\uD800é 1777150623882019211 $tid 😀$tid"
        val found = AnyId.findIds(text)
        assertEquals(listOf(tid.toString(), tid.toString()), found.map { text.substring(it.start, it.end) })
        assertEquals(FoundId(tid, 39, 52), found[1])
        assertEquals(listOf(Format.SNOWFLAKE), AnyId.findIds(text, setOf(Format.SNOWFLAKE)).map { it.id.format })
        assertEquals(emptyList<FoundId>(), AnyId.findIds(text, emptyList()))
    }

    @Test
    fun `converts formats with the same content`() {
        assertEquals("3jzf-cij-pj2z-2a", tid.convert(Format.TIMEID).toString())
        assertThrows<SortidException.NotApplicable> { tid.convert(Format.UUID7) }
        val v6 = AnyId.convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid1", "uuid6")
        assertEquals("1ec9414c-232a-6b00-b3c8-9f6bdeced846", v6.text)
        assertArrayEquals(AnyId.parse(v6.text, Format.UUID6).toByteArray(), v6.toByteArray())
        assertEquals(v6, AnyId.convert(AnyId.convert(v6.toByteArray(), "uuid6", "uuid1").toByteArray(), "uuid1", "uuid6"))
        assertThrows<SortidException.UnknownFormat> { AnyId.convert("x", "uuid9", "uuid6") }
        assertThrows<SortidException.UnknownFormat> { Format.named("no_such") }
    }

    @ParameterizedTest
    @EnumSource
    fun `Java's serialization writes the text`(format: Format) {
        val ids = listOf(someId(format), idTypes[format.ordinal].of(someId(format)))
        for (id in ids) {
            val bytes = ByteArrayOutputStream().also { ObjectOutputStream(it).writeObject(id) }.toByteArray()
            assertTrue(String(bytes, Charsets.ISO_8859_1).contains(id.toString()))
            assertEquals(id, ObjectInputStream(bytes.inputStream()).readObject())
        }
    }

    @Test
    fun `any_uuid has a kind and no time`() {
        val kinds =
            mapOf(
                "00000000-0000-0000-0000-000000000000" to UuidKind.NIL,
                "ffffffff-ffff-ffff-ffff-ffffffffffff" to UuidKind.MAX,
                "2ed6657d-e927-568b-95e1-2665a8aea6a2" to UuidKind.VERSION_5,
                "00000000-0000-0000-c000-000000000046" to UuidKind.MICROSOFT,
            )
        for ((text, kind) in kinds) {
            val id = AnyUuid.fromUuid(UUID.fromString(text))
            assertEquals(kind to text, id.kind to id.toUuid().toString())
            assertEquals(kind, AnyId.parse(text, Format.ANY_UUID).kind)
            assertThrows<SortidException.NotApplicable> { id.instant }
        }
        assertNull(uuid7().kind)
        assertEquals(sortid.internal.kindNames(), UuidKind.entries.map { it.kindName })
        val v7 = uuid7()
        assertEquals(v7, v7.convert(AnyUuid).convert(Uuid7))
        assertThrows<SortidException.InvalidVersion> { v7.convert(AnyUuid).convert(Uuid4) }
        assertThrows<SortidException.NotApplicable> { newId(Format.ANY_UUID) }
        assertThrows<SortidException.NotApplicable> { Generator.of(Format.ANY_UUID) }
    }

    @Test
    fun `UUIDs of the JDK convert to ids`() {
        val random = UUID.randomUUID()
        assertEquals(random, Uuid4.fromUuid(random).toUuid())
        assertThrows<SortidException.InvalidVersion> { Uuid1.fromUuid(random) }
        val v1 = uuid1()
        assertEquals(1 to v1, v1.toUuid().version() to Uuid1.fromUuid(v1.toUuid()))
        assertEquals(v1.toUuid().timestamp(), v1.field("timestamp").toLong())
    }

    @Test
    fun `options accept named epochs`() {
        val options = GeneratorOptions(epoch = GeneratorOptions.Epoch.DISCORD)
        val id = FlakeIdgen.parse("175928847299117063")
        assertEquals(Timestamp(Instant.parse("2016-04-30T11:18:25.796Z")), id.timestamp(options))
        val error = assertThrows<SortidException.InvalidOption> { id.timestamp(options.epochUnixMs(0)) }
        assertEquals("epoch", error.subject)
    }
}
