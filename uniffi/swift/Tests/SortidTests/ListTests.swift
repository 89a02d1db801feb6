import Foundation
import Sortid
import SortidGlue
import Testing

/// The lists of the package are those of the library, both ways.
@Suite struct ListTests {
    @Test func formatsAreTheLibrarys() throws {
        let theirs = formats()
        #expect(theirs.map(\.name) == Id.Format.allCases.map(\.name))
        for (their, our) in zip(theirs, Id.Format.allCases) {
            #expect(Int(their.code) == our.code)
            #expect(Int(their.bits) == our.bits)
            #expect(Int(their.textLength) == our.textLength)
            #expect(their.resolutionNs == our.resolutionNs)
            #expect(their.fields.map(\.name) == our.fields.map(\.name))
            #expect(their.fields.map { Int($0.bits) } == our.fields.map(\.bits))
            #expect(their.specification == our.specification)
            #expect(their.summary == our.summary)
            #expect(their.options == our.options)
            #expect(try Id.Format(named: their.name) == our)
        }
    }

    @Test func errorCodesAreTheLibrarys() {
        let theirs = errorCodes()
        #expect(theirs.map(\.number) == SortidError.Code.allCases.map(\.rawValue))
        #expect(theirs.map(\.name) == SortidError.Code.allCases.map(\.name))
        #expect(theirs.map(\.message) == SortidError.Code.allCases.map(\.message))
        #expect(SortidError.Code.allCases.filter(\.isOfStore).map(\.name) == theirs.map(\.name).filter { $0.hasPrefix("store_") })
    }

    @Test func formsAreTheLibrarys() {
        #expect(formNames() == Id.Form.allCases.map(\.name))
        #expect(Id.Form.allCases.map { Int($0.rawValue) } == Array(0..<formNames().count))
    }

    @Test func everyOptionHasAProperty() {
        var options = IdGenerator.Options()
        options.clock = .system
        options.seed = []
        options.allowFork = false
        options.maxLeadMs = 1
        options.onExhausted = .advance
        options.rollbackToleranceMs = 1
        options.onRollback = .reset
        options.stateFile = URL(fileURLWithPath: "/ids.state")
        options.clockId = 1
        options.node = 1
        options.machine = 1
        options.machineId = 1
        options.machineBits = 1
        options.order = .random
        options.precision = .ms
        options.usage = .default
        options.counterBits = 1
        options.counterSeedBits = 1
        options.nodeId = 1
        options.nodeBits = 1
        options.epochUnixMs = 1
        options.timestampBits = 32
        options.unitNs = 1
        #expect(optionNames().filter { options[$0] == nil } == [])
    }

    @Test func choicesAreTheLibrarys() throws {
        func accepted<C: CaseIterable & RawRepresentable>(_ name: String, _: C.Type) throws where C.RawValue == String {
            let format = try #require(Id.Format.allCases.first { $0.options.contains(name) })
            for choice in C.allCases {
                var options = IdGenerator.Options()
                options[name] = .text(choice.rawValue)
                #expect(throws: Never.self) { try IdGenerator(format, options) }
            }
        }
        try accepted("clock", IdGenerator.Options.Clock.self)
        try accepted("on_exhausted", IdGenerator.Options.OnExhausted.self)
        try accepted("on_rollback", IdGenerator.Options.OnRollback.self)
        try accepted("order", IdGenerator.Options.Order.self)
        try accepted("precision", IdGenerator.Options.Precision.self)
        try accepted("usage", IdGenerator.Options.Usage.self)
    }

    @Test func eachFormatHasItsTypeAndFunction() throws {
        let ids = try [
            tid().id, timeid().id, uid11Xid().id, uid11Fullrand().id, uid11Snowish().id, uid11TsSeqRand().id, uuid6().id,
            uuid7Draft01().id, uuid7().id, uuid8().id, scru160().id,
        ]
        #expect(ids.map(\.format) == Id.Format.allCases)
    }

    @Test func theVersionIsTheLibrarys() {
        #expect(version == libraryVersion())
    }
}
