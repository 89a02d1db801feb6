import Foundation
import Sortid
import Testing

private enum Order: IdPrefix {
    static let prefix = "order"
    static let format = Format.uuid7
}

private enum User: IdPrefix {
    static let prefix = "user"
    static let format = Format.tsid
}

private enum Wrong: IdPrefix {
    static let prefix = "Wrong"
    static let format = Format.uuid7
}

private enum Account: IdPrefix {
    static let prefix = "account"
}

private enum Flake: IdPrefix {
    static let prefix = "flake"
    static let format = Format.elasticflake
}

@Suite struct PrefixedTests {
    private let text = "order_01fwhe4ydgfk1shh6w1g60eecf"

    @Test func parseSplitsTextIntoPrefixAndId() throws {
        let order = try PrefixedId(text, as: .uuid7)
        #expect(order.prefix == "order" && order.id.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(order.text == text && "\(order)" == text)
        #expect(try PrefixedId(prefix: "order", id: Uuid7(order.id)) == order)
        #expect(try PrefixedId(text, as: .uuid7, prefix: "order") == order)
        #expect(Id.prefixOf(text) == "order" && Id.prefixOf("Order_x") == "")
        let zeros = String(repeating: "0", count: 26)
        let none = try PrefixedId(zeros, as: .anyUuid)
        #expect(none.prefix.isEmpty && none.id.kind == .nil && none.text == zeros)
        let longest = String(repeating: "x", count: 63)
        #expect(try PrefixedId("\(longest)_0000000000e008000000000000", as: .uuid7).prefix == longest)
        #expect(try PrefixedId(prefix: "order", id: Id("0AWE5HZP3SKTK", as: .tsid)).text == "order_0AWE5HZP3SKTK")
    }

    @Test(arguments: Id.Format.allCases) func idsWithPrefixRoundTrip(format: Id.Format) throws {
        let id = try someId(format)
        if format.takesPrefix {
            let prefixed = try PrefixedId(prefix: "a_b", id: id)
            #expect(try PrefixedId(prefixed.text, as: format) == prefixed)
            #expect(PrefixedId.isValid(prefixed.text, as: format))
        } else {
            #expect(code { try PrefixedId(prefix: "a_b", id: id) } == .notApplicable)
        }
    }

    @Test func invalidTextsThrowErrorsOfLibrary() throws {
        func refused(_ text: String, _ prefix: String? = nil) -> [Int] {
            guard let error = error({ try PrefixedId(text, as: .anyUuid, prefix: prefix) }) else { return [] }
            return [Int(error.code.rawValue), error.offset ?? -1]
        }
        func said(_ code: SortidError.Code, _ offset: Int) -> [Int] { [Int(code.rawValue), offset] }
        #expect(refused("PREFIX_00000000000000000000000000") == said(.invalidCharacter, 0))
        #expect(refused("préfix_00000000000000000000000000") == said(.invalidCharacter, 2))
        #expect(refused(String(repeating: "a", count: 64) + "_00000000000000000000000000") == said(.invalidLength, 91))
        #expect(refused("prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz") == said(.outOfRange, -1))
        #expect(refused("user_01h455vb4pex5vsknk084sn02q", "order") == said(.wrongPrefix, 0))
        #expect(refused("01h455vb4pex5vsknk084sn02q", "order") == said(.wrongPrefix, 0))
        #expect(refused(text, "") == said(.wrongPrefix, 0))
        let id = try uuid7().id
        for wrong in ["Order", "_a", "a_", String(repeating: "a", count: 64)] {
            #expect(error { try PrefixedId(prefix: wrong, id: id) }?.subject == "prefix")
            #expect(error { try PrefixedId(text, as: .uuid7, prefix: wrong) }?.subject == "prefix")
        }
        #expect(!PrefixedId.isValid("order_", as: .uuid7))
        #expect(!Prefixed<Order>.isValid("user_01fwhe4ydgfk1shh6w1g60eecf"))
        #expect(Prefixed<Order>.isValid("order_01fwhe4ydgfk1shh6w1g60eecf"))
    }

    @Test func typeIdAcceptsEveryUuidAndGeneratesVersion7() throws {
        let ids = try (0..<10).map { _ in try Prefixed<Account>.now() }
        #expect(ids == ids.sorted() && ids.allSatisfy { $0.id.kind == .version7 })
        #expect(try Prefixed<Account>(parsing: ids[0].text) == ids[0])
        let v7 = try PrefixedId(text, as: .uuid7).id
        let id = try Prefixed<Account>(v7)
        #expect(id.id.format == .anyUuid && id.id.text == v7.text)
        #expect(try id.timestamp == v7.timestamp && id.date == v7.date)
        #expect(try PrefixedId(id).timestamp == v7.timestamp && PrefixedId(id).date == v7.date)
        #expect(try Prefixed<Account>.min(at: v7.date).id.text == Uuid7.min(at: v7.date).text)
        let start = try v7.timestamp
        let end = Timestamp(seconds: start.seconds, nanos: 1_000_000)
        #expect(try Prefixed<Account>.range(from: start, to: end).upperBound == .max(at: start))
        #expect(code { try Prefixed<Account>(tid()) } == .notApplicable)
        #expect(code { try Prefixed<Account>(parsing: "account_7mfb0gpp6c8dsaasre0asc7n3s").timestamp } == .notApplicable)
        #expect(code { try Prefixed<Order>(id.id) } == .notApplicable)
    }

    @Test func typeDefinesPrefix() throws {
        let id = try Prefixed<Order>(parsing: text)
        #expect(id.text == text && "\(id)" == text && id.rawValue == text)
        #expect(try Prefixed<Order>(Uuid7(id.id)) == id && Prefixed<Order>(bytes: id.bytes) == id)
        #expect(try Prefixed<Order>(PrefixedId(id)) == id && Prefixed<Order>(text) == id)
        #expect(Set([id, Prefixed<Order>(rawValue: text)]).count == 1)
        #expect(try Prefixed<Order>.now() < Prefixed<Order>.now())
        #expect(try Prefixed<User>.now().text.hasPrefix("user_"))
        #expect(Prefixed<User>(text) == nil)
        #expect(code { try Prefixed<Order>(parsing: "user_01h455vb4pex5vsknk084sn02q") } == .wrongPrefix)
        #expect(code { try Prefixed<Order>(PrefixedId(prefix: "user", id: id.id)) } == .wrongPrefix)
        #expect(code { try Prefixed<Order>(tsid()) } == .notApplicable)
        #expect(error { try Prefixed<Wrong>.now() }?.subject == "prefix")
        #expect(code { try Prefixed<Wrong>(parsing: text) } == .invalidOption)
        #expect(code { try Prefixed<Flake>.now() } == .notApplicable)
        let (from, to) = (Date(timeIntervalSince1970: 1_645_488_000), Date(timeIntervalSince1970: 1_645_574_400))
        #expect(try Prefixed<Order>.range(from: from, to: to).contains(id))
        #expect(try Prefixed<Order>.min(at: from) < id && id < Prefixed<Order>.max(at: to))
    }

    @Test func sortsByPrefixThenId() throws {
        let (a, b) = (try uuid7(), try uuid7())
        let ids = try [("a", a), ("a", b), ("a_b", a), ("aa", a)].map { try PrefixedId(prefix: $0.0, id: $0.1) }
        #expect(ids.reversed().sorted() == ids)
    }

    @Test func encodesTypeAsTextAndDynamicIdWithFormat() throws {
        struct Row: Codable, Equatable {
            var key: Prefixed<Order>
            var other: PrefixedId
            var amounts: [Prefixed<Order>: Int]
        }
        let key = try Prefixed<Order>(parsing: text)
        let row = Row(key: key, other: PrefixedId(key), amounts: [key: 1])
        let data = try JSONEncoder().encode(row)
        #expect(try JSONDecoder().decode(Row.self, from: data) == row)
        let json = String(decoding: data, as: UTF8.self)
        #expect(json.contains(#""key":"\#(text)""#) && json.contains(#""amounts":{"\#(text)":1}"#))
        let other = try JSONEncoder().encode(row.other)
        #expect(try JSONDecoder().decode([String: String].self, from: other) == ["format": "uuid7", "text": text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Prefixed<User>].self, from: Data(#"["\#(text)"]"#.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PrefixedId.self, from: Data(#"{"format":"tid","text":"x"}"#.utf8)) }
    }
}
