// Measures the package and Foundation's UUID in alternating rounds in one process, and prints
// medians as rows of JSON.

import Foundation
import Sortid

/// A row: sortid's subject, the peer's, and the number of ids per call.
struct Row {
    let what: String
    let peer: String
    let demand: Double?
    var each = 1
    let ours: () throws -> Int
    let theirs: () throws -> Int
}

@main
struct Bench {
    static func main() throws {
        var (quick, only, version) = (false, "", "unknown")
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--quick": quick = true
            case "--only": only = arguments.next() ?? ""
            case "--peer-version": version = arguments.next() ?? ""
            default: throw Unknown(argument: argument)
            }
        }
        for row in try rows() where only.isEmpty || row.what.contains(only) {
            let (ours, theirs) = try measure(row, rounds: quick ? 5 : 31)
            let demand = row.demand.map { "\($0)" } ?? "null"
            print(
                """
                {"what": "\(row.what)", "ours_ns": \(ours), "peer": "\(row.peer)", "peer_version": "\(version)", \
                "peer_ns": \(theirs), "demand": \(demand)}
                """)
        }
    }

    struct Unknown: Error {
        let argument: String
    }

    /// Subjects return a number, which is summed, so that the compiler cannot omit calls.
    static func rows() throws -> [Row] {
        let text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        let uuid7s = try IdGenerator(.uuid7)
        var options = IdOptions()
        // The format limits a generator to one tid a microsecond; a long lead measures the
        // generation.
        options.maxLead = .seconds(3_600)
        let tids = try IdGenerator(.tid, options)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 160_000, alignment: 8)
        let id = try Uuid7(parsing: text)
        let (theirs, bytes) = (id.uuid, id.bytes)
        let number = try snowflake().uint64
        let (time, later) = (id.timestamp, Timestamp(seconds: id.timestamp.seconds + 60))
        let uuidParse = { UUID(uuidString: text) == nil ? 1 : 0 }
        let uuidText = { UUID().uuidString.utf8.count }
        let uuidTexts = { (0..<10_000).reduce(0) { sum, _ in sum + UUID().uuidString.utf8.count } }
        return [
            Row(what: "uuid7() text", peer: "UUID().uuidString", demand: 0.5, ours: { try uuid7().text.utf8.count }, theirs: uuidText),
            Row(
                what: "uuid7() as UUID", peer: "UUID()", demand: nil, ours: { try Int(uuid7().uuid.uuid.15) },
                theirs: { Int(UUID().uuid.15) }),
            Row(
                what: "tid text, a generator with a long lead", peer: "UUID().uuidString", demand: nil,
                ours: { try tids.next().text.utf8.count }, theirs: uuidText),
            Row(
                what: "parse UUID", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(Uuid7(parsing: text).uuid.uuid.0) }, theirs: { UUID(uuidString: text) == nil ? 1 : 0 }),
            Row(
                what: "from UUID", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(Uuid7(theirs).uuid.uuid.0) }, theirs: uuidParse),
            Row(
                what: "from bytes", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(Uuid7(bytes: bytes).uuid.uuid.0) }, theirs: uuidParse),
            Row(
                what: "from integer, snowflake", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(truncatingIfNeeded: Snowflake(number).uint64) }, theirs: uuidParse),
            Row(
                what: "a field", peer: "UUID(uuidString:)", demand: nil,
                ours: { Int(id.unixTsMs) }, theirs: uuidParse),
            Row(
                what: "is reserved", peer: "UUID(uuidString:)", demand: nil,
                ours: { id.isReserved ? 1 : 0 }, theirs: uuidParse),
            Row(
                what: "convert to ulid", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(id.anyId.converted(to: .ulid).uuid.uuid.0) }, theirs: uuidParse),
            Row(
                what: "smallest id of a time", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(Uuid7.min(at: time).uuid.uuid.0) }, theirs: uuidParse),
            Row(
                what: "range of a minute", peer: "UUID(uuidString:)", demand: nil,
                ours: { try Int(Uuid7.range(from: time, to: later).lowerBound.uuid.uuid.0) }, theirs: uuidParse),
            Row(
                what: "10 000 v7 as texts, each", peer: "UUID().uuidString loop", demand: nil, each: 10_000,
                ours: { try uuid7s.nextTexts(10_000).count }, theirs: uuidTexts),
            Row(
                what: "10 000 v7 into memory, each", peer: "UUID().uuidString loop", demand: nil, each: 10_000,
                ours: { uuid7s.fill(memory).ids }, theirs: uuidTexts),
        ]
    }

    static func measure(_ row: Row, rounds: Int) throws -> (Double, Double) {
        let calls = max(1, 20_000 / row.each)
        var (ours, theirs, counted) = ([Double](), [Double](), 0)
        for round in 0..<(rounds + 2) {
            for mine in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                let subject = mine ? row.ours : row.theirs
                let started = ContinuousClock.now
                for _ in 0..<calls { counted &+= try subject() }
                let took = ContinuousClock.now - started
                let ns = Double(took.components.attoseconds) / 1e9 + Double(took.components.seconds) * 1e9
                // The first two rounds warm up.
                if round >= 2 {
                    if mine { ours.append(ns) } else { theirs.append(ns) }
                }
            }
        }
        precondition(counted != -1)
        let per = Double(calls * row.each)
        return (median(ours) / per, median(theirs) / per)
    }

    static func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }
}
