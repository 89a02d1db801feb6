// Stubs of the parts of GRDB that the guide uses, since no registry that the suite can reach has
// GRDB: the protocol of column values, and its default for raw values.

/// The value of a column.
public enum DatabaseValue: Hashable, Sendable {
    case int64(Int64)
    case string(String)
}

/// A type that columns can store.
public protocol DatabaseValueConvertible {
    /// The value to store.
    var databaseValue: DatabaseValue { get }
    /// Converts the column's value; `nil` for null.
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
