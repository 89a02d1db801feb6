import Foundation
import Sortid
import Testing

private enum Order: IdKind {
    static let prefix = "order"
    static let format = Format.uuid7
}

private enum User: IdKind {
    static let prefix = "user"
    static let format = Format.tsid
}

private enum Wrong: IdKind {
    static let prefix = "Wrong"
    static let format = Format.uuid7
}

private enum Account: IdKind {
    static let prefix = "account"
}

private enum Flake: IdKind {
    static let prefix = "flake"
    static let format = Format.elasticflake
}

private enum Message: IdKind {
    static let format = Format.snowflake
    static let options = IdOptions(epoch: .discord)
}

@Suite struct TypeIdTests {
    private let text = "order_01fwhe4ydgfk1shh6w1g60eecf"

    @Test func parseSplitsTextIntoPrefixAndId() throws {
        let order = try AnyTypeId(text, as: .uuid7)
        #expect(order.prefix == "order" && order.anyId.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(order.text == text && "\(order)" == text)
        #expect(try AnyTypeId(prefix: "order", id: Uuid7(order.anyId)) == order)
        #expect(try AnyTypeId(text, as: .uuid7, prefix: "order") == order)
        #expect(AnyId.prefixOf(text) == "order" && AnyId.prefixOf("Order_x") == "")
        let zeros = String(repeating: "0", count: 26)
        let none = try AnyTypeId(zeros, as: .anyUuid)
        #expect(none.prefix.isEmpty && none.anyId.kind == .nil && none.text == zeros)
        let longest = String(repeating: "x", count: 63)
        #expect(try AnyTypeId("\(longest)_0000000000e008000000000000", as: .uuid7).prefix == longest)
        #expect(try AnyTypeId(prefix: "order", id: AnyId("0AWE5HZP3SKTK", as: .tsid)).text == "order_0AWE5HZP3SKTK")
    }

    @Test(arguments: Format.allCases) func idsWithPrefixRoundTrip(format: Format) throws {
        let id = try someId(format)
        if format.takesPrefix {
            let prefixed = try AnyTypeId(prefix: "a_b", id: id)
            #expect(try AnyTypeId(prefixed.text, as: format) == prefixed)
            #expect(AnyTypeId.isValid(prefixed.text, as: format))
        } else {
            #expect(code { try AnyTypeId(prefix: "a_b", id: id) } == .notApplicable)
        }
    }

    @Test func invalidTextsThrowErrorsOfLibrary() throws {
        func refused(_ text: String, _ prefix: String? = nil) -> [Int] {
            guard let error = error({ try AnyTypeId(text, as: .anyUuid, prefix: prefix) }) else { return [] }
            return [Int(error.code.rawValue), error.offset ?? -1]
        }
        func expected(_ code: SortidError.Code, _ offset: Int) -> [Int] { [Int(code.rawValue), offset] }
        #expect(refused("PREFIX_00000000000000000000000000") == expected(.invalidCharacter, 0))
        #expect(refused("préfix_00000000000000000000000000") == expected(.invalidCharacter, 2))
        #expect(refused(String(repeating: "a", count: 64) + "_00000000000000000000000000") == expected(.invalidLength, 91))
        #expect(refused("prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz") == expected(.outOfRange, -1))
        #expect(refused("user_01h455vb4pex5vsknk084sn02q", "order") == expected(.wrongPrefix, 0))
        #expect(refused("01h455vb4pex5vsknk084sn02q", "order") == expected(.wrongPrefix, 0))
        #expect(refused(text, "") == expected(.wrongPrefix, 0))
        let id = try uuid7().anyId
        for wrong in ["Order", "_a", "a_", String(repeating: "a", count: 64)] {
            #expect(error { try AnyTypeId(prefix: wrong, id: id) }?.subject == "prefix")
            #expect(error { try AnyTypeId(text, as: .uuid7, prefix: wrong) }?.subject == "prefix")
        }
        #expect(!AnyTypeId.isValid("order_", as: .uuid7))
        #expect(!TypeId<Order>.isValid("user_01fwhe4ydgfk1shh6w1g60eecf"))
        #expect(TypeId<Order>.isValid("order_01fwhe4ydgfk1shh6w1g60eecf"))
    }

    @Test func typeIdAcceptsEveryUuidAndGeneratesVersion7() throws {
        let ids = try (0..<10).map { _ in try TypeId<Account>.now() }
        #expect(ids == ids.sorted() && ids.allSatisfy { $0.anyId.kind == .version7 })
        #expect(try TypeId<Account>(parsing: ids[0].text) == ids[0])
        let v7 = try AnyTypeId(text, as: .uuid7).anyId
        let id = try TypeId<Account>(v7)
        #expect(id.anyId.format == .anyUuid && id.anyId.text == v7.text)
        #expect(try id.timestamp == v7.timestamp && id.date == v7.date)
        #expect(try AnyTypeId(id).timestamp == v7.timestamp && AnyTypeId(id).date == v7.date)
        #expect(try TypeId<Account>.min(at: v7.date).anyId.text == Uuid7.min(at: v7.date).text)
        let start = try v7.timestamp
        let end = Timestamp(seconds: start.seconds, nanos: 1_000_000)
        #expect(try TypeId<Account>.range(from: start, to: end).upperBound == .max(at: start))
        #expect(code { try TypeId<Account>(tid()) } == .notApplicable)
        #expect(code { try TypeId<Account>(parsing: "account_7mfb0gpp6c8dsaasre0asc7n3s").timestamp } == .notApplicable)
        #expect(code { try TypeId<Order>(id.anyId) } == .notApplicable)
    }

    @Test func typeDefinesPrefix() throws {
        let id = try TypeId<Order>(parsing: text)
        #expect(id.text == text && "\(id)" == text && id.rawValue == text)
        #expect(try TypeId<Order>(Uuid7(id.anyId)) == id && TypeId<Order>(bytes: id.bytes) == id)
        #expect(try TypeId<Order>(AnyTypeId(id)) == id && TypeId<Order>(text) == id)
        #expect(Set([id, TypeId<Order>(rawValue: text)]).count == 1)
        #expect(try TypeId<Order>.now() < TypeId<Order>.now())
        #expect(try TypeId<User>.now().text.hasPrefix("user_"))
        #expect(TypeId<User>(text) == nil)
        #expect(code { try TypeId<Order>(parsing: "user_01h455vb4pex5vsknk084sn02q") } == .wrongPrefix)
        #expect(code { try TypeId<Order>(AnyTypeId(prefix: "user", id: id.anyId)) } == .wrongPrefix)
        #expect(code { try TypeId<Order>(tsid()) } == .notApplicable)
        #expect(error { try TypeId<Wrong>.now() }?.subject == "prefix")
        #expect(code { try TypeId<Wrong>(parsing: text) } == .invalidOption)
        #expect(code { try TypeId<Flake>.now() } == .notApplicable)
        let (from, to) = (Date(timeIntervalSince1970: 1_645_488_000), Date(timeIntervalSince1970: 1_645_574_400))
        #expect(try TypeId<Order>.range(from: from, to: to).contains(id))
        #expect(try TypeId<Order>.min(at: from) < id && id < TypeId<Order>.max(at: to))
    }

    @Test func optionsOfTypeDetermineTimes() throws {
        let message = try #require(TypeId<Message>("175928847299117063"))
        let sent = Timestamp(seconds: 1_462_015_105, nanos: 796_000_000)
        #expect(try message.timestamp == sent && message.date == sent.date)
        #expect(message.text == "175928847299117063")
        #expect(try TypeId<Message>.min(at: sent) <= message && message <= TypeId<Message>.max(at: sent))
        let (first, second) = (try TypeId<Message>.now(), try TypeId<Message>.now())
        #expect(first < second)
        #expect(try abs(first.date.timeIntervalSinceNow) < 60)
        #expect(try TypeId<Message>(at: sent).timestamp == sent)
        let generator = try IdGenerator<TypeId<Message>>(.init(clock: .manual, node: 3))
        let old = try generator.next(at: sent)
        #expect(try old.timestamp == sent && generator.timestamp(of: old) == sent)
        #expect(try Snowflake(old.anyId).node == 3)
        #expect(error { try IdGenerator<TypeId<Message>>(.init(epoch: .twitter)) }?.subject == "epoch")
    }

    @Test func generatorReturnsIdsOfDeclaredType() throws {
        let generator = try IdGenerator<TypeId<Account>>()
        let (first, ids) = (try generator.next(), try generator.nextIds(2))
        #expect(first < ids[0] && first.anyId.kind == .version7 && generator.format == .uuid7)
        #expect(try generator.next(after: ids[1]) > ids[1])
        #expect(try generator.nextTexts(2).allSatisfy { TypeId<Account>($0) != nil })
        #expect(try generator.timestamp(of: first) == first.timestamp)
        #expect(try generator.range(from: first.date - 1, to: first.date + 60).contains(first))
        var memory = [UInt8](repeating: 0, count: 26)
        #expect(memory.withUnsafeMutableBytes { generator.fillText($0) }.error?.code == .notApplicable)
        #expect(error { try IdGenerator<TypeId<Wrong>>() }?.subject == "prefix")
    }

    @Test func everyIdIsAnId() throws {
        func key(_ id: some Id) -> String { "\(id.format):\(id)" }
        let order = try TypeId<Order>(parsing: text)
        let uuid = try Uuid7(order.anyId)
        #expect(key(uuid) == "uuid7:\(uuid)" && key(uuid.anyId) == key(uuid))
        #expect(try key(order) == "uuid7:\(text)" && key(AnyTypeId(order)) == key(order))
        #expect(AnyId(order) == AnyId(uuid) && order.bytes == uuid.bytes)
        func now<T: DeclaredId>(_ type: T.Type) throws -> T { try T(parsing: T.now().text) }
        #expect(try now(Tid.self) < now(Tid.self) && now(TypeId<Order>.self) > order)
    }

    @Test func sortsByPrefixThenId() throws {
        let (a, b) = (try uuid7(), try uuid7())
        let ids = try [("a", a), ("a", b), ("a_b", a), ("aa", a)].map { try AnyTypeId(prefix: $0.0, id: $0.1) }
        #expect(ids.reversed().sorted() == ids)
    }

    @Test func encodesTypeAsTextAndDynamicIdWithFormat() throws {
        struct Row: Codable, Equatable {
            var key: TypeId<Order>
            var other: AnyTypeId
            var amounts: [TypeId<Order>: Int]
        }
        let key = try TypeId<Order>(parsing: text)
        let row = Row(key: key, other: try AnyTypeId(key), amounts: [key: 1])
        let data = try JSONEncoder().encode(row)
        #expect(try JSONDecoder().decode(Row.self, from: data) == row)
        let json = String(decoding: data, as: UTF8.self)
        #expect(json.contains(#""key":"\#(text)""#) && json.contains(#""amounts":{"\#(text)":1}"#))
        let other = try JSONEncoder().encode(row.other)
        #expect(try JSONDecoder().decode([String: String].self, from: other) == ["format": "uuid7", "text": text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([TypeId<User>].self, from: Data(#"["\#(text)"]"#.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AnyTypeId.self, from: Data(#"{"format":"tid","text":"x"}"#.utf8)) }
    }
}
