// The suite's driver for Swift: reads JSON requests and writes JSON answers, one per line, in
// order. It only uses the public API, as a user would, and contains no expected values.

import Foundation
import Sortid

@main
struct Driver {
    static func main() async throws {
        while let line = readLine() {
            let request = try Request(line: line)
            var answer: [String: JSON] = ["id": request.id]
            do {
                answer["ok"] = try await ok(request)
            } catch is Unsupported {
                answer["error"] = "unsupported"
            } catch let refused as Refused {
                describe(refused.error, &answer)
                answer["texts"] = .list(refused.texts.map(JSON.text))
            } catch let error as SortidError {
                describe(error, &answer)
            }
            FileHandle.standardOutput.write(Data((JSON.object(answer).line + "\n").utf8))
        }
    }

    private static func describe(_ error: SortidError, _ answer: inout [String: JSON]) {
        answer["error"] = .text(error.code.name)
        answer["offset"] = error.offset.map { .number(Int128($0)) }
        answer["message"] = .text(error.description)
    }
}
