import Foundation
import Sortid
import Testing

@Suite struct IdTests {
    let tid = try! Id("3jzfcijpj2z2a", as: .tid)

    @Test func anIdIsWhatItsTextSays() throws {
        #expect("\(tid)" == "3jzfcijpj2z2a")
        #expect(try tid.uint64 == 0x17fd_6873_eaf0_7c06)
        #expect(try tid.field("timestamp_us") == 1_688_137_381_887_007)
        #expect(try tid.time == UnixTime(seconds: 1_688_137_381, nanos: 887_007_000))
        #expect(tid.fields.map(\.name) == ["reserved", "timestamp_us", "clock_id"])
        #expect(!tid.isReserved)
        #expect(try Id("j222222222222", as: .tid).isReserved)
    }

    @Test(arguments: Id.Format.allCases) func anIdSurvivesEveryWayThereAndBack(format: Id.Format) throws {
        let id = try newId(format)
        #expect(try Id(id.text, as: format) == id)
        #expect(try Id(bytes: id.bytes, as: format) == id)
        #expect(try Id(fields: Dictionary(uniqueKeysWithValues: id.fields.map { ($0.name, $0.value) }), as: format) == id)
        #expect(id.bytes.count == format.byteCount)
        #expect(id.text.utf8.count == format.textLength)
        #expect(try id.text(.canonical) == id.text)
        #expect(id.fields.map(\.name) == format.fields.map(\.name))
        switch format.bits {
        case 64:
            #expect(try Id(id.uint64, as: format) == id)
            #expect(throws: SortidError.self) { try id.uuid }
        case 128:
            #expect(try Id(id.uuid, as: format) == id)
            #expect(try Id(id.uint128, as: format) == id)
            #expect(try id.uuid.uuidString.lowercased() == id.text)
        default:
            #expect(throws: SortidError.self) { try id.uint64 }
            #expect(throws: SortidError.self) { try id.uint128 }
        }
    }

    @Test(arguments: Id.Format.allCases) func equalIdsAreOneValue(format: Id.Format) throws {
        let id = try newId(format)
        let same = try Id(id.text, as: format)
        #expect(Set([id, same]).count == 1)
        #expect(!(id < same) && !(same < id))
        #expect(try newId(format) != id)
        let other = Id.Format.allCases[Int(format.rawValue) % Id.Format.allCases.count]
        #expect(try newId(other) != id)
        #expect(try (id < newId(other)) == (format.rawValue < other.rawValue))
    }

    @Test func orderIsTheCores() throws {
        let hexes = [
            String(repeating: "0", count: 40), String(repeating: "0", count: 32) + "80000000",
            "8" + String(repeating: "0", count: 39), String(repeating: "f", count: 40),
        ]
        let ids = try hexes.map { try Id($0, as: .scru160) }
        #expect(ids.reversed().sorted() == ids)
        #expect(try Id("3zzzzzzzzzzzz", as: .tid) < Id("j222222222222", as: .tid))
        let (before, after) = (try Timeid(fields: ["timestamp_us": -2]), try Timeid(fields: ["timestamp_us": 0]))
        #expect(before < after)
        #expect(before.text > after.text)
        #expect(try before.field("timestamp_us") == -2)
        #expect(try after.id.nodeClass == .bestEffort)
        #expect(try Id("3kxn-lhr-3gxq-z2", as: .timeid).nodeClass == .global)
        #expect(throws: SortidError.self) { try tid.nodeClass }
    }

    @Test func theLargestFieldIsExact() throws {
        let widest = Int128(1) << 80 - 1
        let id = try Scru160(fields: ["timestamp_ms": 1, "random80": widest])
        #expect(try id.field("random80") == widest)
        for wrong in [widest + 1, .max, .min, -1] {
            #expect(code { try Scru160(fields: ["random80": wrong]) } == .invalidField)
        }
        #expect(code { try id.field("random81") } == .invalidField)
    }

    @Test func formsAreThoseOfTheFormat() throws {
        let id = try Id("urn:uuid:017F22E2-79B0-7CC3-98C4-DC0C0C07398F", as: .uuid7)
        #expect(id.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(try id.text(.compact) == "017f22e279b07cc398c4dc0c0c07398f")
        #expect(try id.text(.urn) == "urn:uuid:\(id)")
        #expect(code { try id.text(.hex) } == .notApplicable)
    }

    @Test func textThatIsNoIdIsRefusedWithItsPlace() {
        let error = error { try Id("3jzfcijpj2z21", as: .tid) }
        #expect(error?.code == .invalidCharacter)
        #expect(error?.offset == 12)
        #expect(error?.description == "invalid_character: \(SortidError.Code.invalidCharacter.message), at byte 12")
        #expect(!Id.isValid("3jzfcijpj2z21", as: .tid))
        #expect(Id.isValid("3jzfcijpj2z2a", as: .tid))
        #expect(Tid("3jzfcijpj2z21") == nil)
    }

    @Test func lengthsAndOffsetsCountUTF8() {
        func refused(_ text: String) -> [Int] {
            guard let error = error({ try Id(text, as: .tid) }) else { return [] }
            return [Int(error.code.rawValue), error.offset ?? -1]
        }
        let (length, character) = (Int(SortidError.Code.invalidLength.rawValue), Int(SortidError.Code.invalidCharacter.rawValue))
        #expect(refused("") == [length, 0])
        #expect(refused("\u{1F600}cijpj2z2a") == [character, 0])
        #expect(refused("3jzfcijpj2\u{FFFD}") == [character, 10])
        #expect(refused("é") == [length, 2])
        #expect(refused(String(repeating: "2", count: 100_000)) == [length, 100_000])
        // Text that was bridged or joined, and is not one run of UTF-8.
        #expect(refused("3jzf" + String("cijpj2z2a".reversed().reversed()) + "\0") == [length, 14])
    }

    @Test func bytesAndIntegersThatAreNoIdAreRefused() {
        #expect(error { try Id(bytes: [1, 2, 3], as: .tid) }?.offset == 3)
        #expect(code { try Id(UInt64.max, as: .uid11Snowish) } == .outOfRange)
        #expect(code { try Id(UInt64(1), as: .uuid7) } == .notApplicable)
        #expect(code { try Id(UInt128(1), as: .uuid7) } == .invalidVariant)
        #expect(code { try Uuid7(UUID()) } == .invalidVersion)
        #expect(code { try Id(UUID(), as: .tid) } == .notApplicable)
        #expect(code { try Uuid7(tid) } == .notApplicable)
    }

    @Test func boundsEncloseWhatTheyAreBoundsOf() throws {
        let now = try UnixTime(Date())
        let (from, to) = (UnixTime(seconds: now.seconds - 86_400), UnixTime(seconds: now.seconds + 86_400))
        let day = try Id.Format.uuid7.range(from: from, to: to)
        #expect(try day.contains(uuid7().id))
        #expect(try !day.contains(Id.Format.uuid7.maxID(at: to)))
        #expect(code { try Id.Format.uuid7.range(from: to, to: to) } == .invalidOption)
        #expect(code { try Id.Format.uid11Fullrand.minID(at: now) } == .notApplicable)
        #expect(code { try Id.Format.tid.minID(at: UnixTime(seconds: .max)) } == .timestampOutOfRange)
        #expect(code { try Id.Format.tid.minID(at: UnixTime(seconds: 0, nanos: 1_000_000_000)) } == .timestampOutOfRange)
        let prefix = try Id.Format.timeid.range(prefix: "3kxn-lhr")
        #expect("\(prefix.lowerBound)" == "3kxn-lhr-2222-22")
        #expect("\(prefix.upperBound)" == "3kxn-lhr-zzzz-zz")
        #expect(error { try Id.Format.tid.range(prefix: "3j1") }?.offset == 2)
    }

    @Test func inspectingGivesEveryReadingOrEveryReason() {
        #expect(Id.inspect("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").map(\.format) == [.uuid7, .uuid7Draft01])
        let refusals = Id.refusals("kjzfcijpj2z2a")
        #expect(Set(refusals.keys) == Set(Id.Format.allCases))
        #expect(refusals[.tid]?.code == .outOfRange)
    }

    @Test func whatHoldsTheSameIsConverted() throws {
        #expect(try tid.converted(to: .timeid).text == "3jzf-cij-pj2z-2a")
        #expect(code { try tid.converted(to: .uuid7) } == .notApplicable)
        let v6 = try Id.convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", from: "uuid1", to: "uuid6")
        #expect(v6.text == "1ec9414c-232a-6b00-b3c8-9f6bdeced846")
        #expect(try Id(v6.text, as: .uuid6).bytes == v6.bytes)
        let v1 = try Id.convert(bytes: v6.bytes, from: "uuid6", to: "uuid1")
        #expect(try Id.convert(bytes: v1.bytes, from: "uuid1", to: "uuid6") == v6)
        #expect(code { try Id.convert("x", from: "uuid9", to: "uuid6") } == .unknownFormat)
        #expect(code { try Id.Format(named: "xid") } == .unknownFormat)
    }
}

@Suite struct CodingTests {
    private struct Record: Codable, Equatable {
        var key: Uuid7
        var other: Id
    }

    @Test(arguments: Id.Format.allCases) func aDynamicIdIsFormatAndText(format: Id.Format) throws {
        let id = try newId(format)
        let data = try JSONEncoder().encode(id)
        #expect(try JSONDecoder().decode([String: String].self, from: data) == ["format": format.name, "text": id.text])
        #expect(try JSONDecoder().decode(Id.self, from: data) == id)
    }

    @Test func aTypedIdIsText() throws {
        let key = try uuid7()
        #expect(try JSONDecoder().decode([String].self, from: JSONEncoder().encode([key])) == [key.text])
        let record = Record(key: key, other: try tid().id)
        #expect(try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record)) == record)
    }

    @Test func whatIsNoIdIsNotDecoded() {
        let decoder = JSONDecoder()
        for wrong in [#"{"format": "tid", "text": "x"}"#, #"{"format": "xid", "text": "3jzfcijpj2z2a"}"#, #"{"text": "x"}"#, #""x""#] {
            #expect(throws: DecodingError.self) { try decoder.decode(Id.self, from: Data(wrong.utf8)) }
        }
        #expect(throws: DecodingError.self) { try decoder.decode([Tid].self, from: Data(#"["3jzfcijpj2z21"]"#.utf8)) }
    }
}

@Suite struct TimeTests {
    @Test func aDateIsFloored() throws {
        let time = UnixTime(seconds: 1_688_137_381, nanos: 887_007_000)
        #expect(try UnixTime(time.date) <= time)
        #expect(abs(time.date.timeIntervalSince1970 - 1_688_137_381.887007) < 1e-6)
        for seconds in [Int64(-62_135_596_800), -1, 0, 1, 978_307_199, 978_307_200, 1_721_407_246, 281_474_976_710] {
            for nanos in [UInt32(0), 1, 499_999_999, 999_999_999] {
                let time = UnixTime(seconds: seconds, nanos: nanos)
                #expect(try UnixTime(time.date) <= time, "\(time)")
                #expect(time.date.timeIntervalSinceReferenceDate.nextUp > Double(seconds) - 978_307_200)
            }
        }
        #expect(try UnixTime(Date(timeIntervalSince1970: -0.25)) == UnixTime(seconds: -1, nanos: 750_000_000))
        for wrong in [Double.nan, .infinity, 1e300, -1e300] {
            #expect(code { try UnixTime(Date(timeIntervalSinceReferenceDate: wrong)) } == .timestampOutOfRange)
        }
    }

    @Test func timesAreThoseOfTheFormat() throws {
        #expect(code { try uid11Fullrand().id.time } == .notApplicable)
        let uuid8 = try Id("00000000-03e8-8000-8000-000000000001", as: .uuid8)
        #expect(code { try uuid8.date } == .notApplicable)
        var layout = IdGenerator.Options()
        layout.timestampBits = 48
        layout.unitNs = 1_000_000
        #expect(try uuid8.time(layout) == UnixTime(seconds: 1))
        var wrong = IdGenerator.Options()
        wrong.clockId = 1
        #expect(code { try uuid8.time(wrong) } == .invalidOption)
        #expect(abs(try uuid7().date.timeIntervalSinceNow) < 5)
    }
}

/// The error of a call, or `nil` where it succeeds.
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
