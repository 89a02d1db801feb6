import Foundation

/// An ``IdGenerator`` that returns ids of a format's type.
///
/// ```swift
/// let generator = try Tid.generator(.init(clockId: 7))
/// let id = try generator.next()  // a Tid
/// ```
public struct TypedGenerator<F: MadeIdFormat>: Sendable {
    /// The generator, for the functions that are absent here: times, fills and reseeding.
    public let dynamic: IdGenerator

    /// The next id: see ``IdGenerator/next()-()``.
    public func next() throws(SortidError) -> TypedId<F> {
        TypedId(made: try dynamic.next())
    }

    /// The next id of a generator with a manual clock: see ``IdGenerator/next(at:)-(Timestamp)``.
    public func next(at time: Timestamp) throws(SortidError) -> TypedId<F> {
        TypedId(made: try dynamic.next(at: time))
    }

    /// ``next(at:)-(Timestamp)`` with a date.
    public func next(at date: Date) throws(SortidError) -> TypedId<F> {
        TypedId(made: try dynamic.next(at: date))
    }

    /// An id that is greater than another and all earlier ids: see ``IdGenerator/next(after:)``.
    public func next(after id: TypedId<F>) throws(SortidError) -> TypedId<F> {
        TypedId(made: try dynamic.next(after: id.id))
    }

    /// The next ids: see ``IdGenerator/nextIds(_:)``.
    public func nextIds(_ count: Int) throws(SortidError) -> [TypedId<F>] {
        try dynamic.nextIds(count).map(TypedId.init(made:))
    }

    /// The next ids as text: see ``IdGenerator/nextTexts(_:)``.
    public func nextTexts(_ count: Int) throws(SortidError) -> [String] {
        try dynamic.nextTexts(count)
    }
}

extension TypedId where F: MadeIdFormat {
    /// Creates a generator of this type.
    ///
    /// - Throws: As ``IdGenerator/init(_:_:)``.
    public static func generator(_ options: IdGenerator.Options = .init()) throws(SortidError) -> TypedGenerator<F> {
        TypedGenerator(dynamic: try IdGenerator(F.format, options))
    }
}
