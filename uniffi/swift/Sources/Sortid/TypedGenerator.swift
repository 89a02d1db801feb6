import Foundation

/// Generates ids of one type: an ``IdGenerator`` whose ids need no type of their own at each call.
///
/// ```swift
/// let generator = try Tid.generator(.init(clockId: 7))
/// let id = try generator.next()  // a Tid
/// ```
public struct TypedGenerator<F: MadeIdFormat>: Sendable {
    /// The generator, which also reads times, fills memory and can be reseeded.
    public let untyped: IdGenerator

    /// The next id: see ``IdGenerator/next()-()``.
    public func next() throws(SortidError) -> TypedId<F> {
        TypedId(made: try untyped.next())
    }

    /// The next id of a generator with a manual clock: see ``IdGenerator/next(at:)-(UnixTime)``.
    public func next(at time: UnixTime) throws(SortidError) -> TypedId<F> {
        TypedId(made: try untyped.next(at: time))
    }

    /// ``next(at:)-(UnixTime)`` with a date.
    public func next(at date: Date) throws(SortidError) -> TypedId<F> {
        TypedId(made: try untyped.next(at: date))
    }

    /// The next id, greater than another and than all before: see ``IdGenerator/next(after:)``.
    public func next(after id: TypedId<F>) throws(SortidError) -> TypedId<F> {
        TypedId(made: try untyped.next(after: id.id))
    }

    /// The next ids: see ``IdGenerator/ids(count:)``.
    public func ids(count: Int) throws(SortidError) -> [TypedId<F>] {
        try untyped.ids(count: count).map(TypedId.init(made:))
    }

    /// The next ids as text: see ``IdGenerator/texts(count:)``.
    public func texts(count: Int) throws(SortidError) -> [String] {
        try untyped.texts(count: count)
    }
}

extension TypedId where F: MadeIdFormat {
    /// A generator of this type.
    ///
    /// - Throws: As ``IdGenerator/init(_:_:)``.
    public static func generator(_ options: IdGenerator.Options = .init()) throws(SortidError) -> TypedGenerator<F> {
        TypedGenerator(untyped: try IdGenerator(F.format, options))
    }
}
