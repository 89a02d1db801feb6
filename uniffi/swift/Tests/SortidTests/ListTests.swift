import Foundation
import Sortid
import SortidGlue
import Testing

/// Compares the lists of the package with the library.
@Suite struct ListTests {
    @Test func formatsEqualThoseOfLibrary() throws {
        let theirs = formats()
        #expect(theirs.map(\.name) == Id.Format.allCases.map(\.name))
        for (their, our) in zip(theirs, Id.Format.allCases) {
            #expect(Int(their.code) == our.code)
            #expect(Int(their.bits) == our.bits)
            #expect(Int(their.textLength) == our.textLength)
            #expect(Int(their.textLengthMin) == our.textLengthMin)
            #expect(their.textSorts == our.textSorts)
            #expect(their.bytesSort == our.bytesSort)
            #expect(their.isMade == our.isMade)
            #expect(their.isOrdered == our.isOrdered)
            #expect(their.takesPrefix == our.takesPrefix)
            #expect(their.resolutionNs == our.resolutionNs)
            #expect(their.fields.map(\.name) == our.fields.map(\.name))
            #expect(their.fields.map { Int($0.bits) } == our.fields.map(\.bits))
            #expect(their.specification == our.specification)
            #expect(their.summary == our.summary)
            #expect(their.options == our.options)
            #expect(try Id.Format(named: their.name) == our)
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
        #expect(kindNames() == Id.UuidKind.allCases.map(\.rawValue))
    }

    @Test func formsEqualThoseOfLibrary() {
        #expect(formNames() == Id.Form.allCases.map(\.name))
        #expect(Id.Form.allCases.map { Int($0.rawValue) } == Array(0..<formNames().count))
    }

    @Test func everyOptionHasAProperty() {
        let options = IdGenerator.Options(
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
            let format = try #require(Id.Format.allCases.first { $0.options.contains(name) })
            for choice in C.allCases {
                var options = IdGenerator.Options()
                options[name] = .text(choice.rawValue)
                #expect(throws: Never.self) { try IdGenerator(format, options) }
            }
        }
        // <generated: choices>
        try accepted("clock", IdGenerator.Options.Clock.self)
        try accepted("on_exhausted", IdGenerator.Options.OnExhausted.self)
        try accepted("on_rollback", IdGenerator.Options.OnRollback.self)
        try accepted("node_claim", IdGenerator.Options.NodeClaim.self)
        try accepted("order", IdGenerator.Options.Order.self)
        try accepted("precision", IdGenerator.Options.Precision.self)
        try accepted("usage", IdGenerator.Options.Usage.self)
        try accepted("epoch", IdGenerator.Options.Epoch.self)
        try accepted("field_order", IdGenerator.Options.FieldOrder.self)
        try accepted("preset", IdGenerator.Options.Preset.self)
        // </generated>
    }

    @Test func functionsReturnIdsOfTheirFormats() throws {
        let ids = [
            // <generated: calls>
            try tid().id,
            try timeid().id,
            try uid11Xid().id,
            try uid11Fullrand().id,
            try uid11Snowish().id,
            try uid11TsSeqRand().id,
            try uuid6().id,
            try uuid7Draft01().id,
            try uuid7().id,
            try uuid8().id,
            try scru160().id,
            try snowflake().id,
            try ksuid().id,
            try ulid().id,
            try xid().id,
            try objectId().id,
            try uuid1().id,
            try uuid4().id,
            try tsid().id,
            // </generated>
        ]
        #expect(ids.map(\.format) == madeFormats.filter { ids.map(\.format).contains($0) })
    }

    @Test func versionEqualsThatOfLibrary() {
        #expect(IdGenerator.libraryVersion == libraryVersion())
    }
}
