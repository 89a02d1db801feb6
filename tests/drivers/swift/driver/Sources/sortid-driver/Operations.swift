// Every operation of the suite on the package's public API.

import Sortid

/// Runs the operation that a request names.
func ok(_ r: Request) async throws -> JSON {
    switch try r.text("op") {
    // <generated: operations>
    case "parse": try describe(AnyId(r.text("text"), as: r.format()), r.options())
    case "from_bytes": try describe(AnyId(bytes: r.bytes(), as: r.format()), r.options())
    case "build": try describe(AnyId(fields: r.fields(), as: r.format()), r.options())
    case "forms": try forms(r)
    case "parse_form": try .object(["text": .text(AnyId.parseForm(r.text("text"), as: r.format(), r.form()).text)])
    case "byte_order": try byteOrder(r)
    case "keyed": try keyed(r)
    case "parse_lenient": try .object(corrected(AnyId.parseLenient(r.text("text"), as: r.format())))
    case "near_misses": try nearMisses(r)
    case "prefix": try bounds(AnyId.range(prefix: r.text("prefix"), as: r.format()))
    case "at": try at(r)
    case "range": try range(r)
    case "convert": try converted(AnyId.convert(r.text("text"), from: r.text("format"), to: r.text("to")))
    case "inspect": try inspect(r)
    case "find_ids": try findIds(r)
    case "compare": try .object(["order": .number(r.parsed("a") < r.parsed("b") ? -1 : r.parsed("a") == r.parsed("b") ? 0 : 1)])
    case "step": try .object(["text": .text((r.text("to") == "successor" ? AnyId.successor : AnyId.predecessor)(r.parsed("text"))().text)])
    case "is_valid": try .object(["valid": .flag(AnyId.isValid(r.text("text"), as: r.format()))])
    case "formats": try formats(r)
    case "prefixed_parse": try prefixedParse(r)
    case "prefixed_text": try .object(["text": .text(AnyTypeId(prefix: r.text("prefix"), id: r.parsed("text")).text)])
    case "prefix_of": try .object(["prefix": .text(AnyId.prefixOf(r.text("text")))])
    case "generate": try generate(r)
    case "after": try after(r)
    case "threads": try await threads(r)
    case "columns": try columns(r)
    // </generated>
    default: throw Unsupported()
    }
}

private func formats(_ request: Request) throws -> JSON {
    let format = try request.format()
    return .object([
        "code": .number(Int128(format.rawValue)),
        "bits": .number(Int128(format.bits)),
        "text_len": .number(Int128(format.textLength)),
        "text_len_min": .number(Int128(format.textLengthMin)),
        "text_sorts": .flag(format.textSorts),
        "bytes_sort": .flag(format.bytesSort),
    ])
}

private func unix(_ time: Timestamp) -> JSON {
    .object(["seconds": .text("\(time.seconds)"), "nanos": .number(Int128(time.nanos))])
}

/// The time; `null` if the id has none.
private func unix(_ read: () throws(SortidError) -> Timestamp) throws(SortidError) -> JSON {
    do {
        return unix(try read())
    } catch {
        if error.code == .notApplicable { return nil }
        throw error
    }
}

func hex(_ bytes: [UInt8]) -> JSON {
    .text(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
}

private func describe(_ id: AnyId, _ options: IdOptions) throws -> JSON {
    let fields = id.fields.map { ($0.name, JSON.text("\($0.value)")) }
    return .object([
        "text": .text("\(id)"),
        "hex": hex(id.bytes),
        "fields": .object(Dictionary(uniqueKeysWithValues: fields)),
        "unix": try unix { () throws(SortidError) in try id.timestamp(options) },
        "reserved": .flag(id.isReserved),
        "kind": id.kind.map { .text($0.rawValue) } ?? nil,
    ])
}

/// Whether a request names a prefix that a type can have.
private func hasPrefix(_ request: Request) throws -> Bool { try request.has("prefix") && !request.text("prefix").isEmpty }

/// The bounds of ids with the empty prefix, which a type cannot declare.
private func withoutPrefix(_ request: Request, _ range: (Format) throws -> ClosedRange<AnyId>) throws -> JSON {
    let format = try request.format()
    let ids = try range(format == .anyUuid ? .uuid7 : format)
    return bounds(try AnyTypeId(prefix: "", id: ids.lowerBound)...AnyTypeId(prefix: "", id: ids.upperBound))
}

private func bounds<T>(_ range: ClosedRange<T>) -> JSON {
    .object(["min": .text("\(range.lowerBound)"), "max": .text("\(range.upperBound)")])
}

private func at(_ request: Request) throws -> JSON {
    let (format, time, options) = (try request.format(), try request.time("unix"), request.options())
    if try hasPrefix(request) {
        return try Declared.of(request) { () throws(SortidError) in
            bounds(try TypeId<Declared>.min(at: time)...TypeId<Declared>.max(at: time))
        }
    }
    let ids = { (format: Format) in
        try AnyId.min(at: time, as: format, options: options)...AnyId.max(at: time, as: format, options: options)
    }
    return try request.has("prefix") ? withoutPrefix(request, ids) : bounds(ids(format))
}

private func range(_ request: Request) throws -> JSON {
    let (from, to) = (try request.time("from"), try request.time("to"))
    if try hasPrefix(request) {
        return try Declared.of(request) { () throws(SortidError) in bounds(try TypeId<Declared>.range(from: from, to: to)) }
    }
    let ids = { format in try AnyId.range(from: from, to: to, as: format, options: request.options()) }
    return try request.has("prefix") ? withoutPrefix(request, ids) : bounds(ids(request.format()))
}

/// A declaration with a request's prefix and format.
private enum Declared: IdKind {
    @TaskLocal static var current = (prefix: "", format: Format.anyUuid)
    static var prefix: String { current.prefix }
    static var format: Format { current.format }

    static func of<T>(_ request: Request, _ answer: () throws(SortidError) -> T) throws -> T {
        try $current.withValue((prefix: request.text("prefix"), format: request.format())) { try answer() }
    }
}

private func forms(_ request: Request) throws -> JSON {
    let id = try request.parsed("text")
    let forms = TextForm.allCases.compactMap { form in (try? id.text(form)).map { (form.name, JSON.text($0)) } }
    return .object(Dictionary(uniqueKeysWithValues: forms))
}

private func byteOrder(_ request: Request) throws -> JSON {
    guard let order = ByteOrder(rawValue: try request.text("order")) else { throw Unsupported() }
    if request.has("hex") {
        return .object(["text": .text(try AnyId(bytes: request.bytes(), as: request.format(), in: order).text)])
    }
    return .object(["hex": hex(try request.parsed("text").bytes(in: order))])
}

private func keyed(_ request: Request) throws -> JSON {
    func octets(_ name: String) throws -> [UInt8]? { request.has(name) ? Array(try request.text(name).utf8) : nil }
    let key = try octets("key") ?? request.bytes()
    let (time, namespace, secret) = (try request.time("unix"), try octets("namespace") ?? [], try octets("secret"))
    let id = try AnyId.keyed(at: time, key: key, as: request.format(), namespace: namespace, secret: secret)
    return .object(["text": .text(id.text)])
}

private func corrected(_ read: Corrected<AnyId>) -> [String: JSON] {
    ["text": .text(read.id.text), "corrections": .list(read.corrections.map(JSON.text))]
}

private func nearMisses(_ request: Request) throws -> JSON {
    let misses = try AnyId.inspect(request.text("text")).suggestions.map { miss in
        JSON.object(corrected(miss).merging(["format": .text(miss.id.format.name)]) { own, _ in own })
    }
    return .object(["misses": .list(misses)])
}

private func converted(_ converted: ConvertedId) -> JSON {
    .object(["text": .text(converted.text), "hex": hex(converted.bytes)])
}

private func inspect(_ request: Request) throws -> JSON {
    let readings = try AnyId.inspect(request.text("text")).readings.map { reading in
        let time = try unix { () throws(SortidError) in try reading.timestamp }
        var answer = ["format": JSON.text(reading.id.format.name), "unix": time]
        if let epoch = reading.epoch { answer["epoch"] = .text(epoch.rawValue) }
        return JSON.object(answer)
    }
    return .object(["readings": .list(readings)])
}

/// Offsets count code points.
private func findIds(_ request: Request) throws -> JSON {
    let text = try request.text("text")
    let points = { (end: String.Index) in JSON.number(Int128(text.unicodeScalars.distance(from: text.startIndex, to: end))) }
    let found = try AnyId.findIds(in: text, formats: request.formats()).map { found in
        JSON.object([
            "format": .text(found.id.format.name),
            "id": .text(found.id.text),
            "start": points(found.range.lowerBound),
            "end": points(found.range.upperBound),
        ])
    }
    return .object(["found": .list(found)])
}

private func prefixedParse(_ request: Request) throws -> JSON {
    let prefix = try request.has("prefix") ? request.text("prefix") : nil
    let prefixed = try AnyTypeId(request.text("text"), as: request.format(), prefix: prefix)
    let time = try unix { () throws(SortidError) in try prefixed.timestamp }
    return .object(["prefix": .text(prefixed.prefix), "id": .text(prefixed.anyId.text), "unix": time])
}

/// Generates ids of a declared prefix, and describes the last one.
private func prefixedGenerate(_ request: Request) throws -> JSON {
    let count = try request.number("count")
    let ids =
        if try hasPrefix(request) {
            try Declared.of(request) { () throws(SortidError) in
                try (0..<count).map { _ throws(SortidError) in try AnyTypeId(TypeId<Declared>.now()) }
            }
        } else {
            try (0..<count).map { _ in try AnyTypeId(prefix: "", id: uuid7().converted(to: .anyUuid)) }
        }
    let kind = ids.last?.anyId.kind.map { JSON.text($0.rawValue) } ?? nil
    let prefix = ids.last.map { JSON.text($0.prefix) } ?? nil
    return .object(["texts": .list(ids.map { .text("\($0)") }), "prefix": prefix, "kind": kind])
}

/// A generator with the request's options, and with a manual clock if the request scripts one.
private func generator(_ request: Request) throws -> IdGenerator<AnyId> {
    var options = request.options()
    if try request.times() != nil, !request.givesOption("clock") { options.clock = .manual }
    return try IdGenerator(request.format(), options)
}

private func generate(_ request: Request) throws -> JSON {
    if request.has("prefix") { return try prefixedGenerate(request) }
    let (count, times) = (try request.number("count"), try request.times())
    let generator = try generator(request)
    var texts: [String] = []
    for i in 0..<count {
        do {
            let id = try times.map { times throws(SortidError) in try generator.next(at: times[min(i, times.count - 1)]) }
            texts.append("\(try id ?? generator.next())")
        } catch let error as SortidError {
            throw Refused(error: error, texts: texts)
        }
    }
    return .object(["texts": .list(texts.map(JSON.text))])
}

/// All scripted readings but the last are for ids of earlier calls.
private func after(_ request: Request) throws -> JSON {
    let generator = try generator(request)
    let id = try request.parsed("text")
    guard let times = try request.times(), let last = times.last else {
        return .object(["text": .text("\(try generator.next(after: id))")])
    }
    for time in times.dropLast() { _ = try generator.next(at: time) }
    return .object(["text": .text("\(try generator.next(after: id, at: last))")])
}

private func threads(_ request: Request) async throws -> JSON {
    let (tasks, perTask) = (try request.number("threads"), try request.number("per_thread"))
    let generator = try generator(request)
    let texts = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<tasks {
            group.addTask { try (0..<perTask).map { _ in "\(try generator.next())" } }
        }
        var texts: [JSON] = []
        for try await list in group { texts.append(.list(list.map(JSON.text))) }
        return texts
    }
    return .object(["texts": .list(texts)])
}
