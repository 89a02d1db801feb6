// The suite's driver for Swift: JSON requests in, JSON answers out, one a line, in order. It uses the public API alone, as a user
// would, and knows no expected value.

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
