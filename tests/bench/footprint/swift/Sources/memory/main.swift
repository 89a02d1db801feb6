// The resident memory of an id in an array: `memory SUBJECT`. Linux only.

import Foundation
import Sortid

let count = 1_000_000

func resident() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return Int(pages)! * sysconf(Int32(_SC_PAGESIZE))
}

func memory<T>(_ make: () -> T) throws -> Double {
    // The first id and the first reading allocate shared memory, which is not counted.
    _ = make()
    _ = try resident()
    let before = try resident()
    let ids = (0..<count).map { _ in make() }
    return try withExtendedLifetime(ids) { Double(try resident() - before) / Double(count) }
}

switch CommandLine.arguments.last {
case "ours": print(try memory { Uuid7() })
case "theirs": print(try memory { UUID() })
default: fatalError("memory ours|theirs")
}
