import Foundation
import Sortid
import Testing

@Suite struct IdTests {
    let tid = try! AnyId("3jzfcijpj2z2a", as: .tid)

    @Test func errorsAreReadableAsNSErrors() {
        do {
            _ = try Tid(parsing: "3jzfcijpj2z21")
            Issue.record("not a tid")
        } catch {
            #expect(error.description.contains("3jzfcijpj2z21"))
            #expect(error.localizedDescription == error.description)
            let bridged = error as NSError
            #expect(bridged.domain == "SortidError")
            #expect(bridged.code == Int(SortidError.Code.invalidCharacter.rawValue))
            #expect(bridged.localizedDescription == error.description)
        }
    }

    @Test func parseReturnsFieldsAndTimeOfText() throws {
        #expect("\(tid)" == "3jzfcijpj2z2a")
        #expect(try tid.uint64 == 0x17fd_6873_eaf0_7c06)
        #expect(try tid.field("timestamp_us") == 1_688_137_381_887_007)
        #expect(try tid.timestamp == Timestamp(seconds: 1_688_137_381, nanos: 887_007_000))
        #expect(tid.fields.map(\.name) == ["reserved", "timestamp_us", "clock_id"])
        #expect(!tid.isReserved)
        #expect(try AnyId("j222222222222", as: .tid).isReserved)
    }

    @Test(arguments: Format.allCases) func idsRoundTripThroughEveryRepresentation(format: Format) throws {
        let id = try someId(format)
        #expect(try AnyId(id.text, as: format) == id)
        #expect(try AnyId(bytes: id.bytes, as: format) == id)
        #expect(try AnyId(fields: Dictionary(uniqueKeysWithValues: id.fields.map { ($0.name, $0.value) }), as: format) == id)
        #expect(id.bytes.count == format.byteCount)
        #expect((format.textLengthMin...format.textLength).contains(id.text.utf8.count))
        #expect(try id.text(.canonical) == id.text)
        #expect(id.fields.map(\.name) == format.fields.map(\.name))
        switch format.bits {
        case 64:
            let signed = try? id.int64
            #expect(try signed.map { try AnyId($0, as: format) } ?? AnyId(id.uint64, as: format) == id)
            #expect(throws: SortidError.self) { try id.uuid }
        case 128:
            #expect(try AnyId(id.uuid, as: format) == id)
            #expect(try AnyId(id.uint128, as: format) == id)
        default:
            #expect(throws: SortidError.self) { try id.uint64 }
            #expect(throws: SortidError.self) { try id.uint128 }
        }
    }

    @Test func idHasSizeOfFormat() {
        #expect(MemoryLayout<Snowflake>.stride == 8 && MemoryLayout<Timeid>.stride == 8)
        #expect(MemoryLayout<Uuid7>.stride == 16 && MemoryLayout<Ulid>.stride == 16)
        #expect(MemoryLayout<AnyId>.stride == 24 && MemoryLayout<Scru160>.stride == 24)
    }

    @Test(arguments: Format.allCases) func idsAreEqualIfFormatAndBitsAre(format: Format) throws {
        let id = try someId(format)
        let same = try AnyId(id.text, as: format)
        #expect(Set([id, same]).count == 1)
        #expect(!(id < same) && !(same < id))
        #expect(try someId(format) != id)
        let other = Format.allCases[Int(format.rawValue) % Format.allCases.count]
        #expect(try someId(other) != id)
        #expect(try (id < someId(other)) == (format.rawValue < other.rawValue))
    }

    @Test func sortsInOrderOfCore() throws {
        let hexes = [
            String(repeating: "0", count: 40), String(repeating: "0", count: 32) + "80000000",
            "8" + String(repeating: "0", count: 39), String(repeating: "f", count: 40),
        ]
        let ids = try hexes.map { try AnyId($0, as: .scru160) }
        #expect(ids.reversed().sorted() == ids)
        #expect(try AnyId("3zzzzzzzzzzzz", as: .tid) < AnyId("j222222222222", as: .tid))
        let (before, after) = (try Timeid(fields: ["timestamp_us": -2]), try Timeid(fields: ["timestamp_us": 0]))
        #expect(before < after)
        #expect(before.text > after.text)
        #expect(try before.field("timestamp_us") == -2)
        #expect(try after.anyId.nodeClass == .bestEffort)
        #expect(try AnyId("3kxn-lhr-3gxq-z2", as: .timeid).nodeClass == .global)
        #expect(throws: SortidError.self) { try tid.nodeClass }
        // SQL Server compares the last six bytes first.
        let (early, late) = (Date(timeIntervalSince1970: 1_700_000_000), Date(timeIntervalSince1970: 1_700_000_001))
        let (eldest, newest) = (try CombMssql.max(at: early), try CombMssql.min(at: late))
        #expect(eldest < newest && !(newest < eldest))
        #expect(eldest.text > newest.text && eldest.uint128 > newest.uint128)
        #expect(!Format.combMssql.bytesSort && Format.combGuid.bytesSort)
    }

    @Test func idHasWidthOfFormat() throws {
        let xid = try Xid(parsing: "9m4e2mr0ui3e8a215n4g")
        #expect(xid.bytes.count == 12 && xid.machine == 6_354_054 && xid.counter == 4_271_561)
        #expect(try xid.converted(to: .objectId).text == "4d88e15b60f486e428412dc9")
        let oid = try xid.converted(to: ObjectId.self)
        #expect(oid.text == "4d88e15b60f486e428412dc9")
        #expect(try oid.converted(to: Xid.self) == xid)
        #expect(code { try oid.converted(to: Uuid7.self) } == .notApplicable)
        #expect(code { try AnyId(UInt128(1), as: .xid) } == .notApplicable)
        let push = try PushId(parsing: "-JhLeOlGIEjaIOFHR0xd")
        #expect(push.bytes.count == 15 && push.random == 1_420_103_830_248_449_122_153)
        #expect(try AnyId(bytes: push.bytes, as: .pushId) == push.anyId)
        let snowflakes = ["0", "9", "10", "9223372036854775807"].map { Snowflake($0) }
        #expect(zip(snowflakes, snowflakes.dropFirst()).allSatisfy { $0! < $1! })
        #expect(Snowflake("9223372036854775808") == nil && Snowflake("00") == nil)
        #expect(Format.snowflake.textLengthMin == 1 && !Format.snowflake.textSorts)
    }

    @Test func integersSortAsIds() throws {
        let before = try Timeid(fields: ["timestamp_us": -2])
        #expect(before.int64 < 0)
        #expect(try Timeid(before.int64) == before)
        #expect(try before.anyId.int64 == before.int64)
        #expect(code { try before.anyId.uint64 } == .notApplicable)
        #expect(code { try tid.int64 } == .notApplicable)
        #expect(try Tid(tid).uint64 == tid.uint64)
        #expect(try Tid(0x17fd_6873_eaf0_7c06).anyId == tid)
        for wrong in [Int128(-1), Int128(1) << 64, .min, .max] {
            #expect(code { try AnyId(wrong, as: .tid) } == .outOfRange)
            #expect(code { try AnyId(wrong, as: .scru160) } == .notApplicable)
        }
        #expect(code { try AnyId(-1, as: .uuid7) } == .outOfRange)
        #expect(code { try AnyId(UInt64.max, as: .timeid) } == .outOfRange)
        let uuid = try uuid7()
        #expect(try Uuid7(uuid.uint128) == uuid && uuid.uint128 == uuid.anyId.uint128)
        #expect(try Uuid7(Int128(truncatingIfNeeded: uuid.uint128)) == uuid)
    }

    @Test func fieldReturnsRequestedType() throws {
        #expect(try tid.field("clock_id", as: UInt8.self) == 6)
        #expect(try tid.field("timestamp_us") == 1_688_137_381_887_007)
        #expect(error { try tid.field("timestamp_us", as: UInt8.self) }?.subject == "timestamp_us")
        let unknown = #"invalid_field: a tid has no field "nope"; it has reserved, timestamp_us, clock_id"#
        #expect(error { try tid.field("nope") }?.description == unknown)
        let random = try Uid11Fullrand(fields: ["random": UInt64.max])
        #expect(code { try random.field("random") } == .invalidField)
        #expect(try random.field("random", as: UInt64.self) == .max)
        let before = try Timeid(fields: ["timestamp_us": -2])
        #expect(code { try before.field("timestamp_us", as: UInt64.self) } == .invalidField)
        #expect(try before.field("timestamp_us", as: Int8.self) == -2)
        #expect(code { try Timeid(fields: ["timestamp_us": UInt128.max - 1]) } == .invalidField)
        let scru = try Scru160(fields: ["timestamp_ms": 1, "random80": UInt128(1) << 79])
        #expect(code { try scru.field("random80", as: UInt64.self) } == .invalidField)
        #expect(try scru.field("random80", as: UInt128.self) == UInt128(1) << 79)
    }

    @Test func typeHasFields() throws {
        let tid = try Tid(tid)
        #expect(tid.clockId == 6 && tid.timestampUs == 1_688_137_381_887_007 && tid.reserved == 0)
        #expect(try Timeid(fields: ["timestamp_us": -2, "node": 1023]).timestampUs == -2)
        #expect(try Timeid(fields: ["timestamp_us": -2, "node": 1023]).node == 1023)
        #expect(try Uid11Fullrand(fields: ["random": UInt64.max]).random == .max)
        #expect(try Scru160(fields: ["random80": UInt128(1) << 79]).random80 == UInt128(1) << 79)
    }

    @Test func fieldReturns80BitsExactly() throws {
        let widest = Int128(1) << 80 - 1
        let id = try Scru160(fields: ["timestamp_ms": 1, "random80": widest])
        #expect(try id.field("random80", as: Int128.self) == widest)
        for wrong in [widest + 1, .max, .min, -1] {
            #expect(code { try Scru160(fields: ["random80": wrong]) } == .invalidField)
        }
        #expect(code { try id.field("random81") } == .invalidField)
    }

    @Test func textWritesFormsOfFormat() throws {
        let id = try AnyId("urn:uuid:017F22E2-79B0-7CC3-98C4-DC0C0C07398F", as: .uuid7)
        #expect(id.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(try id.text(.compact) == "017f22e279b07cc398c4dc0c0c07398f")
        #expect(try id.text(.urn) == "urn:uuid:\(id)")
        #expect(code { try id.text(.hex) } == .notApplicable)
    }

    @Test func rejectsInvalidTextWithOffset() {
        let error = error { try AnyId("3jzfcijpj2z21", as: .tid) }
        #expect(error?.code == .invalidCharacter)
        #expect(error?.offset == 12)
        #expect(error?.description == #"invalid_character: "3jzfcijpj2z21" is not a valid tid: unexpected '1' at byte 12"#)
        #expect(!AnyId.isValid("3jzfcijpj2z21", as: .tid))
        #expect(AnyId.isValid("3jzfcijpj2z2a", as: .tid))
        #expect(Tid.isValid("3jzfcijpj2z2a") && !Tid.isValid("3jzfcijpj2z21"))
        #expect(Tid("3jzfcijpj2z21") == nil)
    }

    @Test func rejectsInvalidBytesWithLength() {
        let bytes = error { try Tid(bytes: [UInt8](repeating: 0, count: 9)) }
        #expect(bytes?.description == "invalid_length: 9 bytes, a tid has 8")
        let slice = error { try Tid(bytes: [UInt8](repeating: 0, count: 10).dropFirst()) }
        #expect(slice?.description == bytes?.description)
    }

    @Test func lengthsAndOffsetsCountUTF8Bytes() {
        func refused(_ text: String) -> [Int] {
            guard let error = error({ try AnyId(text, as: .tid) }) else { return [] }
            return [Int(error.code.rawValue), error.offset ?? -1]
        }
        let (length, character) = (Int(SortidError.Code.invalidLength.rawValue), Int(SortidError.Code.invalidCharacter.rawValue))
        #expect(refused("") == [length, 0])
        #expect(refused("\u{1F600}cijpj2z2a") == [character, 0])
        #expect(refused("3jzfcijpj2\u{FFFD}") == [character, 10])
        #expect(refused("é") == [length, 2])
        #expect(refused(String(repeating: "2", count: 100_000)) == [length, 100_000])
        // Bridged or joined strings, which are not contiguous UTF-8.
        #expect(refused("3jzf" + String("cijpj2z2a".reversed().reversed()) + "\0") == [length, 14])
    }

    @Test func rejectsInvalidBytesAndIntegers() {
        #expect(error { try AnyId(bytes: [1, 2, 3], as: .tid) }?.offset == 3)
        #expect(code { try AnyId(UInt64.max, as: .uid11Snowish) } == .outOfRange)
        #expect(code { try AnyId(UInt64(1), as: .uuid7) } == .invalidVariant)
        #expect(code { try AnyId(UInt64(1), as: .scru160) } == .notApplicable)
        #expect(code { try AnyId(UInt128(1), as: .uuid7) } == .invalidVariant)
        #expect(code { try Uuid7(UUID()) } == .invalidVersion)
        #expect(code { try AnyId(UUID(), as: .tid) } == .notApplicable)
        #expect(code { try Uuid7(tid) } == .notApplicable)
    }

    @Test func idsAreBetweenTheirBounds() throws {
        let now = try Timestamp(Date())
        let (from, to) = (Timestamp(seconds: now.seconds - 86_400), Timestamp(seconds: now.seconds + 86_400))
        let day = try AnyId.range(from: from, to: to, as: .uuid7)
        #expect(try day.contains(uuid7().anyId))
        #expect(try !day.contains(AnyId.max(at: to, as: .uuid7)))
        #expect(try day.lowerBound == AnyId.min(at: from, as: .uuid7))
        #expect(code { try AnyId.range(from: to, to: to, as: .uuid7) } == .invalidOption)
        #expect(code { try AnyId.min(at: now, as: .uid11Fullrand) } == .notApplicable)
        #expect(code { try AnyId.min(at: Timestamp(seconds: .max), as: .tid) } == .timestampOutOfRange)
        #expect(code { try AnyId.min(at: Timestamp(seconds: 0, nanos: 1_000_000_000), as: .tid) } == .timestampOutOfRange)
        let prefix = try AnyId.range(prefix: "3kxn-lhr", as: .timeid)
        #expect("\(prefix.lowerBound)" == "3kxn-lhr-2222-22")
        #expect("\(prefix.upperBound)" == "3kxn-lhr-zzzz-zz")
        #expect(try Timeid.range(prefix: "3kxn-lhr").upperBound.anyId == prefix.upperBound)
        #expect(error { try AnyId.range(prefix: "3j1", as: .tid) }?.offset == 2)
    }

    @Test func idWithGivenTimeHasThisTime() throws {
        let date = Date(timeIntervalSince1970: 1_721_390_400.5)
        let ids = [try Uuid7(at: date), try Uuid7(at: Timestamp(date)), try Uuid7(at: date)]
        #expect(ids.map(\.date) == [date, date, date])
        #expect(ids.sorted() == ids)
        let dynamic = [try AnyId(at: date, as: .ulid), try AnyId(at: Timestamp(date), as: .ulid), try AnyId(at: date, as: .ulid)]
        #expect(try dynamic.map { try $0.date } == [date, date, date])
        #expect(dynamic.sorted() == dynamic)
        // Times in any order, without repeated ids.
        #expect(try Uuid7(at: date - 1).date == date - 1)
        #expect(try Uuid7(at: date) > ids[2])
        #expect(try Tid(at: date).date == date)
        #expect(code { try Tid(at: date - 1) } == .clockRollback)
        #expect(code { try AnyId(at: date, as: .uuid4) } == .notApplicable)
        #expect(code { try AnyId(at: date, as: .anyUuid) } == .notApplicable)
        #expect(code { try Ulid(at: Date(timeIntervalSince1970: -1)) } == .timestampOutOfRange)
        #expect(code { try Ulid(at: Date(timeIntervalSince1970: .infinity)) } == .timestampOutOfRange)
    }

    @Test func boundsOfDatesEqualThoseOfTimes() throws {
        let (from, to) = (Date(timeIntervalSince1970: 1_721_347_200), Date(timeIntervalSince1970: 1_721_433_600))
        let times = try Timestamp(from)..<Timestamp(to)
        let since = try Uuid7.range(from: from, to: nil)
        #expect(try Uuid7.min(at: from) == since.lowerBound)
        #expect(since.upperBound.text == "ffffffff-ffff-7fff-bfff-ffffffffffff")
        let before = try Uuid7.range(from: nil, to: to)
        #expect(before.lowerBound.timestamp == Timestamp(seconds: 0))
        #expect(try AnyId.range(from: from, to: to, as: .uuid7).upperBound == before.upperBound.anyId)
        let options = IdOptions(epoch: .discord)
        #expect(try AnyId.range(from: from, to: nil, as: .flakeIdgen, options: options).lowerBound.timestamp(options) == times.lowerBound)
        #expect(code { try Uuid7.range(from: Timestamp(seconds: .max), to: nil) } == .timestampOutOfRange)
        let day = try AnyId.range(in: times, as: .uuid7)
        #expect(try AnyId.range(from: times.lowerBound, to: times.upperBound, as: .uuid7) == day)
        #expect(try AnyId.range(from: from, to: to, as: .uuid7) == day)
        #expect(try AnyId.range(in: from..<to, as: .uuid7) == day)
        #expect(try AnyId.range(in: DateInterval(start: from, end: to), as: .uuid7) == day)
        #expect(try AnyId.min(at: from, as: .uuid7) == day.lowerBound)
        #expect(try AnyId.max(at: to, as: .uuid7) == AnyId.max(at: times.upperBound, as: .uuid7))
        let typed = try Uuid7.range(in: from..<to)
        #expect(typed.lowerBound.anyId == day.lowerBound && typed.upperBound.anyId == day.upperBound)
        #expect(try Uuid7.range(in: times) == typed && Uuid7.range(from: from, to: to) == typed)
        #expect(try Uuid7.range(from: times.lowerBound, to: times.upperBound) == typed)
        #expect(try Uuid7.range(in: DateInterval(start: from, end: to)) == typed)
        #expect(try Uuid7.min(at: from) == typed.lowerBound && Uuid7.min(at: times.lowerBound) == typed.lowerBound)
        #expect(try Uuid7.max(at: to) > typed.upperBound && Uuid7.max(at: times.upperBound) > typed.upperBound)
        #expect(typed.contains(try Uuid7(IdGenerator(.uuid7, .init(clock: .manual)).next(at: from))))
        #expect(code { try Uuid7.range(in: from..<from) } == .invalidOption)
        #expect(code { try Uuid7.min(at: Date(timeIntervalSince1970: .infinity)) } == .timestampOutOfRange)
        let other = IdOptions(epochDate: from)
        #expect(try Uid11Snowish.range(from: from, to: to, options: other).lowerBound.uint64 == 0)
    }

    @Test func inspectionHasReadingsSuggestionsAndErrors() throws {
        let readings = AnyId.inspect("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").readings
        #expect(readings.map(\.id.format) == [.uuid7, .uuid7Draft01])
        let discord = try #require(AnyId.inspect("175928847299117063").readings.first)
        #expect(discord.epoch == .discord && discord.id.format == .snowflake)
        #expect(try discord.timestamp.seconds == 1_462_015_105)
        let wrong = AnyId.inspect("kjzfcijpj2z2a")
        #expect(wrong.errors.map(\.format) == Format.allCases.filter { !AnyId.isValid(wrong.text, as: $0) })
        #expect(wrong.errors.first { $0.format == .tid }?.error.code == .outOfRange)
        let braced = AnyId.inspect("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}")
        #expect(braced.readings.isEmpty && braced.suggestions.map(\.corrections) == [["braces"]])
    }

    @Test func parseFormReadsOneFormAndParseLenientCorrects() throws {
        let id = Uuid7()
        for form in [TextForm.base58, .braced, .typeid, .crockford] {
            #expect(try Uuid7.parseForm(id.text(form), form) == id)
        }
        #expect(code { try Uuid7.parseForm(id.text, .hex) } == .notApplicable)
        let read = try Uuid7.parseLenient(" {\(id)}")
        #expect(read.id == id && read.corrections == ["whitespace", "braces"])
        #expect(code { try Uuid7.parseLenient("?") } == .invalidLength)
        for order in ByteOrder.allCases {
            #expect(try Uuid7(bytes: id.bytes(in: order), in: order) == id)
        }
        #expect(code { try tid.bytes(in: .guid) } == .notApplicable)
    }

    @Test func idsHaveASuccessorAndAPredecessor() throws {
        #expect(try tid.successor().text == "3jzfcijpj2z2b" && tid.successor().predecessor() == tid)
        let ksuid = try Ksuid(parsing: "aWgEPTl1tmebfsQzFP4bxwgy80V")
        #expect(try ksuid.predecessor().successor() == ksuid)
        #expect(code { try ksuid.successor() } == .outOfRange)
        #expect(code { try Uuid7().successor() } == .notApplicable)
    }

    @Test func nilAndMaxAreConstants() {
        #expect(AnyUuid.nilUuid.text == "00000000-0000-0000-0000-000000000000" && AnyUuid.nilUuid.kind == .nil)
        #expect(AnyUuid.maxUuid.text == "ffffffff-ffff-ffff-ffff-ffffffffffff" && AnyUuid.maxUuid.kind == .max)
    }

    @Test func findIdsReturnsIdsInText() {
        let text = "é\r\n1777150623882019211 3jzfcijpj2z2a 😀3jzfcijpj2z2a\u{301}"
        let found = AnyId.findIds(in: text)
        #expect(found.map { String(text[$0.range].unicodeScalars.prefix(13)) } == ["3jzfcijpj2z2a", "3jzfcijpj2z2a"])
        #expect(found.map(\.id.format) == [.tid, .tid])
        #expect(AnyId.findIds(in: text, formats: [.snowflake]).map { text[$0.range] } == ["1777150623882019211"])
        #expect(AnyId.findIds(in: text, formats: []).isEmpty)
    }

    @Test func convertsFormatsWithSameContent() throws {
        #expect(try tid.converted(to: .timeid).text == "3jzf-cij-pj2z-2a")
        #expect(code { try tid.converted(to: .uuid7) } == .notApplicable)
        let v6 = try AnyId.convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", from: "uuid1", to: "uuid6")
        #expect(v6.text == "1ec9414c-232a-6b00-b3c8-9f6bdeced846")
        #expect(try AnyId(v6.text, as: .uuid6).bytes == v6.bytes)
        let v1 = try AnyId.convert(bytes: v6.bytes, from: "uuid6", to: "uuid1")
        #expect(try AnyId.convert(bytes: v1.bytes, from: "uuid1", to: "uuid6") == v6)
        #expect(code { try AnyId.convert("x", from: "uuid9", to: "uuid6") } == .unknownFormat)
        let unknown = error { try Format(named: "ULID") }
        #expect(unknown?.description == #"unknown_format: no format is named "ULID"; did you mean ulid?"#)
    }

    @Test func anyUuidHasKind() throws {
        let kinds: [(String, UuidKind)] = [
            ("00000000-0000-0000-0000-000000000000", .nil), ("ffffffff-ffff-ffff-ffff-ffffffffffff", .max),
            ("2ed6657d-e927-568b-95e1-2665a8aea6a2", .version5), ("00000000-0000-0000-c000-000000000046", .microsoft),
        ]
        for (text, kind) in kinds {
            let uuid = try #require(UUID(uuidString: text))
            #expect(try AnyUuid(uuid).kind == kind && AnyUuid(uuid).uuid == uuid)
            #expect(try AnyId(text, as: .anyUuid).kind == kind)
        }
        #expect(try uuid7().anyId.kind == nil)
        let v7 = try uuid7().anyId
        #expect(try v7.converted(to: .anyUuid).converted(to: .uuid7) == v7)
        #expect(code { try v7.converted(to: .anyUuid).converted(to: .uuid4) } == .invalidVersion)
        #expect(code { try newId(.anyUuid) } == .notApplicable)
        for (refused, reason) in [
            (error { try newId(.anyUuid) }, "UUID ids are only read: none are generated"),
            (error { try IdGenerator(.anyUuid) }, "UUID ids are only read: none are generated"),
            (error { try uuid4().timestamp }, "uuid4 ids contain no time"),
            (error { try uuid7().converted(to: Tid.self) }, "a uuid7 cannot be converted to a tid"),
            (error { try Tid(uuid7().anyId) }, "an id of tid is expected, not of uuid7"),
            (error { try uuid7().anyId.int64 }, "uuid7 ids have 128 bits, not 64"),
            (error { try AnyTypeId(prefix: "a", id: newId(.pushId)) }, "push_id ids take no prefix"),
        ] {
            #expect(refused?.description == "not_applicable: \(reason)")
            #expect(refused?.offset == nil)
        }
        let form = error { try uuid7().text(.hex) }
        #expect(form?.description.hasPrefix("not_applicable: a uuid7 has no form hex; it has canonical, compact, ") == true)
        #expect(code { try IdGenerator(.anyUuid) } == .notApplicable)
    }

    @Test func foundationUuidsConvertToIds() throws {
        let random = UUID()
        #expect(try Uuid4(random).uuid == random)
        #expect(code { try Uuid1(random) } == .invalidVersion)
        let v1 = try uuid1()
        #expect(try Uuid1(v1.uuid) == v1)
        #expect(Uuid4() != Uuid4())
    }

    @Test func optionsAcceptNamedEpochs() throws {
        var options = IdOptions(epoch: .discord)
        let id = try AnyId("175928847299117063", as: .flakeIdgen)
        #expect(try id.timestamp(options) == Timestamp(seconds: 1_462_015_105, nanos: 796_000_000))
        options.epochDate = Date(timeIntervalSince1970: 0)
        #expect(error { try id.timestamp(options) }?.subject == "epoch")
    }
}

@Suite struct CodingTests {
    private struct Record: Codable, Equatable {
        var key: Uuid7
        var other: AnyId
    }

    @Test(arguments: Format.allCases) func encodesDynamicIdAsFormatAndText(format: Format) throws {
        let id = try someId(format)
        let data = try JSONEncoder().encode(id)
        #expect(try JSONDecoder().decode([String: String].self, from: data) == ["format": format.name, "text": id.text])
        #expect(try JSONDecoder().decode(AnyId.self, from: data) == id)
    }

    @Test func encodesTypedIdAsText() throws {
        let key = try uuid7()
        #expect(try JSONDecoder().decode([String].self, from: JSONEncoder().encode([key])) == [key.text])
        let record = Record(key: key, other: try tid().anyId)
        #expect(try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record)) == record)
    }

    @Test func encodesDictionaryKeysAsText() throws {
        let key = try tid()
        func coded<K: Codable & Hashable>(_ key: K) throws -> String {
            String(decoding: try JSONEncoder().encode([key: 1]), as: UTF8.self)
        }
        #expect(try coded(key) == #"{"\#(key)":1}"#)
        #expect(try coded(Format.uuid7) == #"{"uuid7":1}"#)
        let decoder = JSONDecoder()
        #expect(try decoder.decode([Tid: Int].self, from: Data(#"{"3jzfcijpj2z2a":1}"#.utf8)).keys.first == Tid("3jzfcijpj2z2a"))
        #expect(try decoder.decode([Format: Int].self, from: Data(#"{"tid":1}"#.utf8)) == [.tid: 1])
        #expect(throws: DecodingError.self) { try decoder.decode([Tid: Int].self, from: Data(#"{"3jzf":1}"#.utf8)) }
        #expect(throws: DecodingError.self) { try decoder.decode([Format: Int].self, from: Data(#"{"uuid9":1}"#.utf8)) }
    }

    private struct Model: Identifiable {
        var id = Uuid7()
        var other = Scru160()
    }

    @Test func idCanBeDefaultValue() {
        let (first, second) = (Model(), Model())
        #expect(first.id < second.id && first.other < second.other)
    }

    @Test func rawValueIsText() throws {
        let id = try tid()
        #expect(id.rawValue == id.text)
        #expect(Tid(rawValue: id.rawValue) == id)
        #expect(Tid(rawValue: "kjzfcijpj2z2a") == nil)
        let (upper, lower) = (Uuid7("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"), Uuid7("017f22e279b07cc398c4dc0c0c07398f"))
        #expect(upper == lower && !(upper != lower) && Set([upper, lower]).count == 1)
    }

    @Test func decoderRejectsInvalidIds() {
        let decoder = JSONDecoder()
        for wrong in [#"{"format": "tid", "text": "x"}"#, #"{"format": "uuid9", "text": "3jzfcijpj2z2a"}"#, #"{"text": "x"}"#, #""x""#] {
            #expect(throws: DecodingError.self) { try decoder.decode(AnyId.self, from: Data(wrong.utf8)) }
        }
        #expect(throws: DecodingError.self) { try decoder.decode([Tid].self, from: Data(#"["3jzfcijpj2z21"]"#.utf8)) }
    }
}

@Suite struct TimeTests {
    @Test func dateIsFloored() throws {
        let time = Timestamp(seconds: 1_688_137_381, nanos: 887_007_000)
        #expect(try Timestamp(time.date) <= time)
        #expect(abs(time.date.timeIntervalSince1970 - 1_688_137_381.887007) < 1e-6)
        for seconds in [Int64(-62_135_596_800), -1, 0, 1, 978_307_199, 978_307_200, 1_721_407_246, 281_474_976_710] {
            for nanos in [UInt32(0), 1, 499_999_999, 999_999_999] {
                let time = Timestamp(seconds: seconds, nanos: nanos)
                #expect(try Timestamp(time.date) <= time, "\(time)")
                #expect(time.date.timeIntervalSinceReferenceDate.nextUp > Double(seconds) - 978_307_200)
            }
        }
        #expect(try Timestamp(Date(timeIntervalSince1970: -0.25)) == Timestamp(seconds: -1, nanos: 750_000_000))
        for wrong in [Double.nan, .infinity, 1e300, -1e300] {
            #expect(code { try Timestamp(Date(timeIntervalSinceReferenceDate: wrong)) } == .timestampOutOfRange)
        }
    }

    @Test func timesDependOnFormat() throws {
        #expect(code { try uid11Fullrand().timestamp } == .notApplicable)
        let uuid8 = try AnyId("00000000-03e8-8000-8000-000000000001", as: .uuid8)
        #expect(code { try uuid8.date } == .notApplicable)
        let layout = IdOptions(timestampBits: 48, unit: .milliseconds(1))
        #expect(try uuid8.timestamp(layout) == Timestamp(seconds: 1))
        var wrong = IdOptions()
        wrong.datacenter = 1
        #expect(code { try uuid8.timestamp(wrong) } == .invalidOption)
        #expect(abs(try uuid7().date.timeIntervalSinceNow) < 5)
    }

    @Test func keyedReadsTextsAsUTF8() throws {
        let (text, date, secret) = ("é", Date(timeIntervalSince1970: 1), [UInt8](repeating: 0, count: 16))
        let id = try Uuid7.keyed(at: date, key: text, namespace: text, secret: secret)
        let bytes = Array(text.utf8)
        #expect(try Uuid7.keyed(at: Timestamp(seconds: 1), key: bytes, namespace: bytes, secret: secret) == id)
        #expect(try AnyId.keyed(at: date, key: text, as: .uuid7, namespace: text, secret: secret) == id.anyId)
    }
}

/// The error of a call, or `nil` if it succeeds.
func error<T>(_ call: () throws -> T) -> SortidError? {
    do {
        _ = try call()
        return nil
    } catch {
        return error as? SortidError
    }
}

/// The code of a call's error.
func code<T>(_ call: () throws -> T) -> SortidError.Code? { error(call)?.code }
