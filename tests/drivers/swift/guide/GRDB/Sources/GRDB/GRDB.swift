// What the guide names of GRDB, which is in no registry of packages that the suite reaches: the protocol that its columns ask for, and what it gives to
// types that have a raw value. With GRDB itself the blocks are not run.

/// What a column holds.
public enum DatabaseValue: Hashable, Sendable {
    case int64(Int64)
    case string(String)
}

/// A type that columns hold.
public protocol DatabaseValueConvertible {
    /// What the column is given.
    var databaseValue: DatabaseValue { get }
    /// The column's value, or `nil` for null.
    static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Self?
}

extension DatabaseValueConvertible where Self: RawRepresentable, Self.RawValue: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { rawValue.databaseValue }

    public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Self? {
        RawValue.fromDatabaseValue(dbValue).flatMap { Self(rawValue: $0) }
    }
}

extension Int64: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { .int64(self) }

    public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> Int64? {
        if case .int64(let int) = dbValue { int } else { nil }
    }
}

extension String: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { .string(self) }

    public static func fromDatabaseValue(_ dbValue: DatabaseValue) -> String? {
        if case .string(let text) = dbValue { text } else { nil }
    }
}
