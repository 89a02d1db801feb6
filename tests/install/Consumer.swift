// A user's program, whose output tests/packages/swift-git/run compares.

import Foundation
import Sortid

/// Names that programs and other packages use, and that Sortid must not claim.
struct Form {}
struct Format {}
struct Options {}
struct Generator {}
struct Status {}

struct Post: Codable, Identifiable {
    var id = Uuid7()
}

@main
struct Consumer {
    static func main() throws {
        let tid = try Tid(parsing: "3jzfcijpj2z2a")
        print("parse", tid.uint64, tid.timestamp.seconds)
        print("refuse", Tid("kjzfcijpj2z2a") == nil)

        let (first, second) = (Post(), Post())
        let ids = try IdGenerator(.uuid7).nextIds(1000)
        print("new", first.id < second.id && zip(ids, ids.dropFirst()).allSatisfy(<) && Set(ids).count == 1000)

        let old = try IdGenerator(.tid, .init(clock: .manual, node: 6)).next(at: tid.timestamp)
        print("same", old)

        let decoded = try JSONDecoder().decode(Post.self, from: JSONEncoder().encode(first))
        print("json", decoded.id == first.id)
        _ = (Form(), Format(), Options(), Generator(), Status())
    }
}
