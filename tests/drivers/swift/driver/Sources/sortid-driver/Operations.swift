// Every operation of the suite on the package's public API.

import Sortid

/// Runs the operation that a request names.
func ok(_ request: Request) async throws -> JSON {
    switch try request.text("op") {
    case "parse": try describe(Id(request.text("text"), as: request.format()), request.options())
    case "from_bytes": try describe(Id(bytes: request.bytes(), as: request.format()))
    case "build": try describe(Id(fields: request.fields(), as: request.format()))
    case "forms": try forms(request)
    case "prefix": try bounds(Id.range(prefix: request.text("prefix"), as: request.format()))
    case "at": try at(request)
    case "range":
        try bounds(
            Id.range(from: request.time("from"), to: request.time("to"), as: request.format(), options: request.options()))
    case "convert": try convert(request)
    case "inspect": try inspect(request)
    case "compare": try compare(request)
    case "is_valid": try .object(["valid": .flag(Id.isValid(request.text("text"), as: request.format()))])
    case "formats": try formats(request)
    case "prefixed_parse": try prefixedParse(request)
    case "prefixed_text": try prefixedText(request)
    case "prefix_of": try .object(["prefix": .text(Id.prefixOf(request.text("text")))])
    case "generate": try generate(request)
    case "after": try after(request)
    case "threads": try await threads(request)
    case "columns": try columns(request)
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

/// `null` if there is no time.
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

private func describe(_ id: Id, _ options: IdGenerator.Options = IdGenerator.Options()) throws -> JSON {
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

private func bounds(_ range: ClosedRange<Id>) -> JSON {
    .object(["min": .text("\(range.lowerBound)"), "max": .text("\(range.upperBound)")])
}

private func at(_ request: Request) throws -> JSON {
    let (format, time, options) = (try request.format(), try request.time("unix"), request.options())
    return bounds(try Id.min(at: time, as: format, options: options)...Id.max(at: time, as: format, options: options))
}

private func forms(_ request: Request) throws -> JSON {
    let id = try Id(request.text("text"), as: request.format())
    let forms = Id.Form.allCases.compactMap { form in (try? id.text(form)).map { (form.name, JSON.text($0)) } }
    return .object(Dictionary(uniqueKeysWithValues: forms))
}

/// Only here, an unknown format name is valid input.
private func convert(_ request: Request) throws -> JSON {
    let converted = try Id.convert(request.text("text"), from: request.text("format"), to: request.text("to"))
    return .object(["text": .text(converted.text), "hex": hex(converted.bytes)])
}

private func inspect(_ request: Request) throws -> JSON {
    let readings = try Id.inspect(request.text("text")).map { reading in
        let time = try unix { () throws(SortidError) in try reading.timestamp }
        var answer = ["format": JSON.text(reading.id.format.name), "unix": time]
        if let epoch = reading.epoch { answer["epoch"] = .text(epoch.rawValue) }
        return JSON.object(answer)
    }
    return .object(["readings": .list(readings)])
}

private func compare(_ request: Request) throws -> JSON {
    let format = try request.format()
    let (a, b) = (try Id(request.text("a"), as: format), try Id(request.text("b"), as: format))
    return .object(["order": .number(a < b ? -1 : a == b ? 0 : 1)])
}

private func prefixedParse(_ request: Request) throws -> JSON {
    let prefix = try request.has("prefix") ? request.text("prefix") : nil
    let prefixed = try PrefixedId(request.text("text"), as: request.format(), prefix: prefix)
    return .object(["prefix": .text(prefixed.prefix), "id": .text(prefixed.id.text)])
}

private func prefixedText(_ request: Request) throws -> JSON {
    let id = try Id(request.text("text"), as: request.format())
    return .object(["text": .text(try PrefixedId(prefix: request.text("prefix"), id: id).text)])
}

/// A generator with the request's options, on a manual clock where the request scripts one.
private func generator(_ request: Request) throws -> IdGenerator {
    var options = request.options()
    if try request.times() != nil, !request.givesOption("clock") { options.clock = .manual }
    return try IdGenerator(request.format(), options)
}

private func generate(_ request: Request) throws -> JSON {
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

/// Scripted readings before the last belong to ids of earlier calls.
private func after(_ request: Request) throws -> JSON {
    let generator = try generator(request)
    let id = try Id(request.text("text"), as: request.format())
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
