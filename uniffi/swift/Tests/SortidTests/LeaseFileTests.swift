import Foundation
import Sortid
import Testing

/// Errors of a lease file without an agent. The suite tests for all languages that generators
/// respect a lease.
@Suite final class LeaseFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sortid \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func open(_ format: Format, _ change: (inout IdOptions) -> Void) throws -> IdGenerator<AnyId> {
        var options = IdOptions()
        change(&options)
        return try IdGenerator(format, options)
    }

    /// CRC-32 as in IEEE 802.3.
    private func crc32(_ bytes: Data) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return ~crc
    }

    /// A lease file without a grant. It differs from a state file in version and width of the node:
    /// see docs/lease-file.md.
    private func withoutGrant() throws -> URL {
        let file = folder.appendingPathComponent("ids.lease")
        _ = try open(.tid) { $0.stateFile = file }
        var record = try Data(contentsOf: file)
        record[8] = 2
        record[83] = 10
        record.replaceSubrange(96..<120, with: Data(count: 24))
        let checksum = crc32(record.prefix(508))
        for nth in 0..<4 { record[508 + nth] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(nth))) }
        try record.write(to: file)
        return file
    }

    @Test func leaseFileWithoutGrantThrowsLeaseExpired() throws {
        let file = try withoutGrant()
        let generator = try open(.tid) {
            $0.leaseFile = file
            $0.clock = .manual
        }
        let error = try #require(error { try generator.next(at: Timestamp(seconds: 1_721_390_400)) })
        #expect(error.code == .leaseExpired && error.path == file.path && error.code.isOfStore)
    }

    @Test func rejectsStateFileAsLeaseFileAndReverse() throws {
        let file = try withoutGrant()
        let (plain, none) = (folder.appendingPathComponent("plain"), folder.appendingPathComponent("none"))
        #expect(error { try open(.tid) { $0.stateFile = file } }?.code == .storeForeign)
        _ = try open(.tid) { $0.stateFile = plain }
        #expect(error { try open(.tid) { $0.leaseFile = plain } }?.code == .storeForeign)
        #expect(error { try open(.tid) { $0.leaseFile = none } }?.code == .storeIo)
        #expect(!FileManager.default.fileExists(atPath: none.path))
    }

    @Test func rejectsOptionsThatLeaseFileExcludes() {
        let none = folder.appendingPathComponent("none")
        func refused(_ format: Format, _ change: (inout IdOptions) -> Void) -> String? {
            error {
                try open(format) {
                    $0.leaseFile = none
                    change(&$0)
                }
            }?.subject
        }
        #expect(refused(.tid) { $0.node = 1 } == "node")
        #expect(refused(.tid) { $0.stateFile = none } == "state_file")
        #expect(refused(.uid11Xid) { _ in } == "lease_file")
    }
}
