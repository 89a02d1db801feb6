import Foundation
import Sortid
import SortidGlue
import Testing

/// Compares the lists of the package with the library.
@Suite struct ListTests {
    @Test func formatsEqualThoseOfLibrary() throws {
        let theirs = formats()
        #expect(theirs.map(\.name) == Format.allCases.map(\.name))
        for (their, our) in zip(theirs, Format.allCases) {
            #expect(Int(their.code) == our.code)
            #expect(Int(their.bits) == our.bits)
            #expect(Int(their.textLength) == our.textLength)
            #expect(Int(their.textLengthMin) == our.textLengthMin)
            #expect(their.textSorts == our.textSorts)
            #expect(their.bytesSort == our.bytesSort)
            #expect(their.canGenerate == our.canGenerate)
            #expect(their.isOrdered == our.isOrdered)
            #expect(their.takesPrefix == our.takesPrefix)
            #expect(their.resolutionNs == our.resolutionNs)
            #expect(their.fields.map(\.name) == our.fields.map(\.name))
            #expect(their.fields.map { Int($0.bits) } == our.fields.map(\.bits))
            #expect(their.specification == our.specification)
            #expect(their.summary == our.summary)
            #expect(their.options == our.options)
            #expect(try Format(named: their.name) == our)
        }
    }

    @Test func errorCodesEqualThoseOfLibrary() {
        let theirs = errorCodes()
        #expect(theirs.map(\.number) == SortidError.Code.allCases.map(\.rawValue))
        #expect(theirs.map(\.name) == SortidError.Code.allCases.map(\.name))
        #expect(theirs.map(\.message) == SortidError.Code.allCases.map(\.message))
        let ofStore = theirs.map(\.name).filter { $0.hasPrefix("store_") || $0 == "lease_expired" }
        #expect(SortidError.Code.allCases.filter(\.isOfStore).map(\.name) == ofStore)
    }

    @Test func kindsEqualThoseOfLibrary() {
        #expect(kindNames() == UuidKind.allCases.map(\.rawValue))
    }

    @Test func formsEqualThoseOfLibrary() {
        #expect(formNames() == TextForm.allCases.map(\.name))
        #expect(TextForm.allCases.map { Int($0.rawValue) } == Array(0..<formNames().count))
    }

    @Test func everyOptionHasAProperty() {
        let options = IdOptions(
            // <generated: samples>
            clock: .system,
            seed: [],
            allowFork: false,
            maxLead: .milliseconds(1),
            onExhausted: .advance,
            rollbackTolerance: .milliseconds(1),
            onRollback: .reset,
            stateFile: URL(fileURLWithPath: "/ids.state"),
            allowOtherOwner: false,
            leaseFile: URL(fileURLWithPath: "/ids.state"),
            nodeFromEnv: false,
            nodeClaim: .required,
            node: 1,
            datacenter: 1,
            worker: 1,
            machineId: 1,
            machineBits: 1,
            order: .random,
            precision: .ms,
            asUuid7: false,
            usage: .default,
            counterBits: 1,
            counterSeedBits: 1,
            nodeBits: 1,
            epoch: .twitter,
            epochDate: Date(),
            timestampBits: 1,
            fieldOrder: .nodeSequence,
            preset: .sonyflakeV2,
            sequenceBits: 1,
            unit: .milliseconds(1)
            // </generated>
        )
        #expect(optionNames().filter { options[$0] == nil } == [])
    }

    @Test func libraryAcceptsEveryChoice() throws {
        func accepted<C: CaseIterable & RawRepresentable>(_ name: String, _: C.Type) throws where C.RawValue == String {
            let format = try #require(Format.allCases.first { $0.options.contains(name) })
            for choice in C.allCases {
                var options = IdOptions()
                options[name] = .text(choice.rawValue)
                #expect(throws: Never.self) { try IdGenerator(format, options) }
            }
        }
        // <generated: choices>
        try accepted("clock", IdOptions.Clock.self)
        try accepted("on_exhausted", IdOptions.OnExhausted.self)
        try accepted("on_rollback", IdOptions.OnRollback.self)
        try accepted("node_claim", IdOptions.NodeClaim.self)
        try accepted("order", IdOptions.Order.self)
        try accepted("precision", IdOptions.Precision.self)
        try accepted("usage", IdOptions.Usage.self)
        try accepted("epoch", IdOptions.Epoch.self)
        try accepted("field_order", IdOptions.FieldOrder.self)
        try accepted("preset", IdOptions.Preset.self)
        // </generated>
    }

    @Test func functionsReturnIdsOfTheirFormats() throws {
        let ids = [
            // <generated: calls>
            try tid().anyId,
            try timeid().anyId,
            try uid11Xid().anyId,
            try uid11Fullrand().anyId,
            try uid11Snowish().anyId,
            try uid11TsSeqRand().anyId,
            try uuid6().anyId,
            try uuid7Draft01().anyId,
            try uuid7().anyId,
            try uuid8().anyId,
            try scru160().anyId,
            try snowflake().anyId,
            try ksuid().anyId,
            try ulid().anyId,
            try xid().anyId,
            try objectId().anyId,
            try uuid1().anyId,
            try uuid4().anyId,
            try tsid().anyId,
            // </generated>
        ]
        #expect(ids.map(\.format) == generatedFormats.filter { ids.map(\.format).contains($0) })
    }

    @Test func versionEqualsThatOfLibrary() {
        #expect(Sortid.libraryVersion == SortidGlue.libraryVersion())
    }
}
