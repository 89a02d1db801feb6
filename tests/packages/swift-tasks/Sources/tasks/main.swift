// Frequent tasks, solved with Foundation's UUID and with Sortid. Marks delimit the counted lines.
import Foundation
import Sortid

let text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
var failed = false

/// Prints whether the results of a task are equal.
@MainActor
func same<T: Equatable>(_ task: Int, _ first: T, _ others: T...) {
    let holds = others.allSatisfy { $0 == first }
    failed = failed || !holds
    print(holds ? "ok task \(task)" : "not ok task \(task): \(first), \(others)")
}

// 1. A new key
do {
    // theirs
    let theirs = UUID()
    // ours
    let ours = Uuid7()
    // end
    same(1, theirs.uuidString.count, ours.text.count)
}

// 2. The text that other languages write
do {
    let (theirID, ourID) = (UUID(uuidString: text)!, Uuid7(text)!)
    // theirs
    let theirs = theirID.uuidString.lowercased()
    // ours
    let ours = ourID.text
    // end
    same(2, theirs, ours, text)
}

// 3. Is a user's text a key?
do {
    for text in [text, "x", text.replacingOccurrences(of: "-7cc3", with: "-4cc3")] {
        // theirs
        let theirs = UUID(uuidString: text).map { $0.uuid.6 >> 4 == 7 } ?? false
        // ours
        let ours = Uuid7(text) != nil
        // end
        same(3, theirs, ours)
    }
}

// 4. A key to a UUID, and back
do {
    let (theirID, ourID) = (UUID(uuidString: text)!, Uuid7(text)!)
    // theirs
    let theirs = UUID(uuid: theirID.uuid)
    // ours
    let ours = try Uuid7(ourID.uuid)
    // end
    same(4, theirs, ours.uuid)
}

// 5. The time of a key
do {
    let (theirID, ourID) = (UUID(uuidString: text)!, Uuid7(text)!)
    // theirs
    let digits = theirID.uuidString.replacingOccurrences(of: "-", with: "").prefix(12)
    let theirs = Date(timeIntervalSince1970: Double(UInt64(digits, radix: 16)!) / 1000)
    // ours
    let ours = ourID.date
    // end
    same(5, theirs, ours, Date(timeIntervalSince1970: 1_645_557_742))
}

// 6. The bounds of a query: keys of a day
do {
    let day = DateInterval(start: Date(timeIntervalSince1970: 1_721_347_200), duration: 86_400)
    // theirs
    func bound(_ date: Date, before: UInt64, _ rest: String) -> UUID {
        let digits = String(UInt64(date.timeIntervalSince1970 * 1000) - before, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: "\(padded.prefix(8))-\(padded.suffix(4))-\(rest)")!
    }
    let first = bound(day.start, before: 0, "7000-8000-000000000000")
    let last = bound(day.end, before: 1, "7fff-bfff-ffffffffffff")
    // ours
    let ours = try Uuid7.range(in: day)
    // end
    same(6, [first, last], [ours.lowerBound.uuid, ours.upperBound.uuid])
}

// 7. A model with a key, for lists of SwiftUI and for JSON
// theirs
struct TheirPost: Codable, Identifiable {
    var id = UUID()
}
// ours
struct OurPost: Codable, Identifiable {
    var id = Uuid7()
}
// end
do {
    let (theirs, ours) = (TheirPost(), OurPost())
    let (theirJSON, ourJSON) = (try JSONEncoder().encode(theirs), try JSONEncoder().encode(ours))
    same(7, try JSONDecoder().decode(TheirPost.self, from: theirJSON).id, theirs.id)
    same(7, try JSONDecoder().decode(OurPost.self, from: ourJSON).id, ours.id)
}

// 8. A dictionary by keys, as a JSON object
do {
    let (theirID, ourID) = (UUID(uuidString: text)!, Uuid7(text)!)
    // theirs
    let theirs = try JSONEncoder().encode([theirID.uuidString.lowercased(): 1])
    // ours
    let ours = try JSONEncoder().encode([ourID: 1])
    // end
    same(8, String(decoding: theirs, as: UTF8.self), String(decoding: ours, as: UTF8.self), "{\"\(text)\":1}")
}

// 9. Why a user's text is invalid
func theirReason(_ text: String) -> String? {
    // theirs
    guard UUID(uuidString: text) == nil else { return nil }
    return "\(text) is not a valid UUID"
    // end
}
func ourReason(_ text: String) -> String? {
    // ours
    do { _ = try Uuid7(parsing: text) } catch { return "\(error)" }
    return nil
    // end
}
print("   \(theirReason("017f22e2")!); \(ourReason("017f22e2")!)")
same(9, theirReason(text), ourReason(text), nil)

// 10. A type of ids with a prefix
// theirs
struct TheirOrderID: Hashable {
    let uuid: UUID

    init?(_ text: String) {
        guard text.hasPrefix("order_"), let uuid = UUID(uuidString: String(text.dropFirst(6))) else { return nil }
        self.uuid = uuid
    }
}
// ours
enum Order: IdKind {
    static let prefix = "order"
    static let format = Format.uuid7
}
typealias OurOrderID = TypeId<Order>
// end
do {
    same(10, TheirOrderID("order_\(text)")?.uuid, try OurOrderID("order_01fwhe4ydgfk1shh6w1g60eecf")?.anyId.uuid)
    same(10, TheirOrderID("user_\(text)") == nil, OurOrderID("user_01fwhe4ydgfk1shh6w1g60eecf") == nil)
}

// 11. Keys across tasks
do {
    // theirs
    let theirs = await Task { UUID() }.value
    // ours
    let ours = await Task { Uuid7() }.value
    // end
    same(11, theirs.uuidString.count, ours.text.count)
}

// 12. A thousand keys
do {
    // theirs
    let theirs = (0..<1000).map { _ in UUID() }
    // ours
    let ours = (0..<1000).map { _ in Uuid7() }
    // end
    same(12, theirs.count, ours.count)
}

exit(failed ? 1 : 0)
