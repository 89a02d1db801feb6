// Generates ids until the audit ends. src/mixture.rs explains the arguments.
import Foundation
import Sortid

let arguments = CommandLine.arguments
let (folder, isBatch) = (arguments[1], arguments[4] == "batch")
let stream = "\(arguments[2]).\(ProcessInfo.processInfo.processIdentifier)"

/// Returns a function that generates a burst of ids as big-endian integers.
func source(_ name: String) throws -> (() throws -> [UInt8])? {
    if name == "-" { return nil }
    let parts = name.split(separator: ":").map(String.init)
    let format = try Format(named: parts[0])
    let preset = parts.count > 1 ? IdOptions.Preset(rawValue: parts[1]) : nil
    let generator = try preset.map { try IdGenerator(format, .init(preset: $0)) } ?? defaultGenerator(format)
    return {
        if isBatch {
            var bytes = [UInt8](repeating: 0, count: 8000)
            _ = try bytes.withUnsafeMutableBytes { try generator.fill($0).complete() }
            return bytes
        }
        return try (0..<100).flatMap { _ in try (preset == nil ? newId(format) : generator.next()).bytes }
    }
}

let names = arguments[3].split(separator: ",").map(String.init)
let sources = try names.map(source)
while FileManager.default.fileExists(atPath: "\(folder)/go") {
    // Turns of 20 ms: all processes generate the same format at the same time.
    let turn = Int(Date().timeIntervalSince1970 * 50) % names.count
    if let burst = sources[turn], let file = fopen("\(folder)/\(names[turn])/\(stream)", "a") {
        let bytes = try burst()
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
    let now = Date().timeIntervalSince1970
    usleep(useconds_t(1_000_000 * (0.02 - now.truncatingRemainder(dividingBy: 0.02))))
}
