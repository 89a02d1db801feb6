//! The storage rule: the column type for the ids of each format in each database, the same in every
//! language.

use core::fmt::{self, Display, Formatter};

use crate::codec::value::Value;
use crate::formats::Format;

/// The kind of value that a column stores for an id.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The UUID type: for all ids of 128 bits, UUIDs or not.
    Uuid,
    /// A signed 64-bit integer, in the order of the ids.
    Integer,
    /// An unsigned 64-bit integer.
    Unsigned,
    /// Big-endian bytes: for other widths, and if the database lacks a type.
    Bytes,
    /// Canonical text, on request.
    Text,
}

impl Stored {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Uuid,
        Self::Integer,
        Self::Unsigned,
        Self::Bytes,
        Self::Text,
    ];

    /// The kind's name, for other languages.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Integer => "integer",
            Self::Unsigned => "unsigned",
            Self::Bytes => "bytes",
            Self::Text => "text",
        }
    }
}

/// The column that stores the ids of a format in a database.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredColumn {
    format: Format,
    database: Database,
    kind: Stored,
}

impl StoredColumn {
    /// Returns the kind of value that the column stores.
    #[inline]
    pub fn kind(self) -> Stored {
        self.kind
    }

    /// Returns the maximum length of a value, in characters for text, otherwise in bytes.
    #[inline]
    pub fn length(self) -> usize {
        match self.kind {
            Stored::Text => self.format.text_len(),
            _ => self.format.byte_len(),
        }
    }

    /// Returns the declared type without its collation.
    #[inline]
    pub fn data_type(self) -> impl Display {
        let (name, has_length, rest) = self.database.type_of(self.kind);
        Spelled(move |f: &mut Formatter<'_>| {
            f.write_str(name)?;
            if has_length {
                write!(f, "({})", self.length())?;
            }
            f.write_str(rest)
        })
    }

    /// Returns the collation that compares bytes, if the database's default may not.
    #[inline]
    pub fn collation(self) -> Option<&'static str> {
        match (self.kind, self.database) {
            (Stored::Text, Database::Postgresql) => Some("C"),
            (Stored::Text, Database::Mysql | Database::Mariadb) => Some("ascii_bin"),
            _ => None,
        }
    }

    /// Returns the declared type.
    #[inline]
    pub fn sql_type(self) -> impl Display {
        Spelled(move |f: &mut Formatter<'_>| {
            self.data_type().fmt(f)?;
            match (self.collation(), self.database) {
                (Some(collation), Database::Postgresql) => write!(f, " COLLATE \"{collation}\""),
                (Some(collation), _) => write!(f, " COLLATE {collation}"),
                (None, _) => Ok(()),
            }
        })
    }

    /// Returns a condition for a `CHECK` that rejects values of another kind or length, if the
    /// declared type accepts them.
    ///
    /// Nulls pass. Returns `None` if the declared type rejects such values itself, or changes them
    /// before the check.
    #[inline]
    pub fn check<'a>(self, column: &'a str) -> Option<impl Display + use<'a>> {
        use Database::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};
        use Stored::{Bytes, Integer, Text, Unsigned, Uuid};
        // SQLite's types are hints: a column accepts values of every kind.
        let held = match (self.database, self.kind) {
            (Sqlite, Uuid | Bytes) => Some("blob"),
            (Sqlite, Integer | Unsigned) => Some("integer"),
            (Sqlite, Text) => Some("text"),
            _ => None,
        };
        let measure = match (self.database, self.kind) {
            // These databases also accept text as bytes, in a notation of their own.
            (Postgresql | Duckdb, Bytes) => Some("octet_length"),
            (Postgresql | Mysql | Mariadb, Text) => Some("octet_length"),
            (Sqlite, Uuid | Bytes | Text) | (Duckdb | Clickhouse, Text) => Some("length"),
            _ => None,
        };
        let (shortest, longest) = match self.kind {
            Text => (self.format.text_len_min(), self.length()),
            _ => (self.length(), self.length()),
        };
        (held.is_some() || measure.is_some()).then_some(Spelled(move |f: &mut Formatter<'_>| {
            if let Some(held) = held {
                write!(f, "typeof({column}) IN ('{held}', 'null')")?;
            }
            if let Some(measure) = measure {
                let and = if held.is_some() { " AND " } else { "" };
                write!(f, "{and}{measure}({column}) ")?;
                match shortest == longest {
                    true => write!(f, "= {longest}")?,
                    false => write!(f, "BETWEEN {shortest} AND {longest}")?,
                }
            }
            Ok(())
        }))
    }
}

/// Displays the output of a function.
struct Spelled<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Spelled<F> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// A database with its own column types.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    Postgresql,
    Sqlite,
    Mysql,
    Mariadb,
    Duckdb,
    Clickhouse,
}

impl Database {
    /// All databases.
    pub const ALL: [Self; 6] = [
        Self::Postgresql,
        Self::Sqlite,
        Self::Mysql,
        Self::Mariadb,
        Self::Duckdb,
        Self::Clickhouse,
    ];

    /// The databases whose drivers accept ids. ClickHouse is supported only by the command line
    /// tool's SQL.
    pub const WITH_DRIVERS: [Self; 5] = [
        Self::Postgresql,
        Self::Sqlite,
        Self::Mysql,
        Self::Mariadb,
        Self::Duckdb,
    ];

    /// The database's name in lower case.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Self::Postgresql => "postgresql",
            Self::Sqlite => "sqlite",
            Self::Mysql => "mysql",
            Self::Mariadb => "mariadb",
            Self::Duckdb => "duckdb",
            Self::Clickhouse => "clickhouse",
        }
    }

    /// Looks up a database by name.
    #[inline]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|database| database.name() == name)
    }

    /// Returns the declared type of a kind: its name, whether a length follows, and the rest.
    #[inline]
    fn type_of(self, kind: Stored) -> (&'static str, bool, &'static str) {
        use Stored::{Bytes, Integer, Text, Unsigned, Uuid};
        let name = match (self, kind) {
            (Self::Postgresql, Uuid) => "uuid",
            (Self::Postgresql, Integer | Unsigned) => "bigint",
            (Self::Postgresql, Bytes) => "bytea",
            (Self::Postgresql, Text) => "text",
            // With this name, a primary key becomes the table's row number.
            (Self::Sqlite, Integer | Unsigned) => "INTEGER",
            (Self::Sqlite, Uuid | Bytes) => "BLOB",
            (Self::Sqlite, Text) => "TEXT",
            (Self::Mysql | Self::Mariadb, Integer) => "BIGINT",
            (Self::Mysql | Self::Mariadb, Unsigned) => "BIGINT UNSIGNED",
            (Self::Mysql | Self::Mariadb, Uuid | Bytes) => return ("BINARY", true, ""),
            (Self::Mysql | Self::Mariadb, Text) => {
                return ("VARCHAR", true, " CHARACTER SET ascii");
            }
            (Self::Duckdb, Uuid) => "UUID",
            (Self::Duckdb, Integer) => "BIGINT",
            (Self::Duckdb, Unsigned) => "UBIGINT",
            (Self::Duckdb, Bytes) => "BLOB",
            (Self::Duckdb, Text) => "VARCHAR",
            (Self::Clickhouse, Integer) => "Int64",
            (Self::Clickhouse, Unsigned) => "UInt64",
            (Self::Clickhouse, Uuid | Bytes) => return ("FixedString", true, ""),
            (Self::Clickhouse, Text) => "String",
        };
        (name, false, "")
    }

    /// Whether the UUID type accepts any 128 bits and sorts them as bytes. MariaDB's order depends
    /// on the UUID version, ClickHouse's starts with the second half.
    #[inline]
    fn has_uuid(self) -> bool {
        matches!(self, Self::Postgresql | Self::Duckdb)
    }

    /// Whether unsigned integers are supported throughout. In MySQL and MariaDB they are an
    /// attribute of a column, and the drivers of half the languages have no type for them.
    #[inline]
    fn has_unsigned(self) -> bool {
        matches!(self, Self::Duckdb | Self::Clickhouse)
    }
}

impl Format {
    /// Returns the kind for a database that has UUIDs and no unsigned integers. Ids of 64 bits are
    /// integers if every id that is generated by default fits a signed one.
    #[doc(hidden)]
    #[inline]
    pub fn stored(self) -> Stored {
        match self.bits() {
            128 => Stored::Uuid,
            64 if self.fits_signed() => Stored::Integer,
            _ => Stored::Bytes,
        }
    }

    /// Returns the kind in a database.
    #[doc(hidden)]
    #[inline]
    pub fn stored_in(self, database: Database) -> Stored {
        match self.stored() {
            Stored::Uuid if !database.has_uuid() => Stored::Bytes,
            _ if self.bits() == 64 && !self.is_signed() && database.has_unsigned() => {
                Stored::Unsigned
            }
            stored => stored,
        }
    }

    /// Returns the column that stores the ids in a database, or their canonical texts if `as_text`
    /// is set.
    #[doc(hidden)]
    #[inline]
    pub fn column_in(self, database: Database, as_text: bool) -> StoredColumn {
        let kind = match as_text {
            true => Stored::Text,
            false => self.stored_in(database),
        };
        StoredColumn {
            format: self,
            database,
            kind,
        }
    }

    #[inline]
    fn fits_signed(self) -> bool {
        let layout = &self.row().layout;
        let last = layout
            .time
            .map_or(Value::ZERO, |time| time.write(time.last));
        let top_bit = last.or(layout.free()).and(Value::from_u64(1 << 63));
        self.is_signed() || top_bit == Value::ZERO
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::id::AnyId;

    #[test]
    fn column_types_are_those_of_each_database() {
        let types = |format: Format, as_text| {
            Database::ALL.map(|database| format.column_in(database, as_text).sql_type().to_string())
        };
        let binary = "BINARY(16)";
        assert_eq!(
            types(Format::Ulid, false),
            ["uuid", "BLOB", binary, binary, "UUID", "FixedString(16)"]
        );
        assert_eq!(
            types(Format::Tid, false),
            ["bigint", "INTEGER", "BIGINT", "BIGINT", "UBIGINT", "UInt64"]
        );
        let ascii = "VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin";
        assert_eq!(
            types(Format::Tid, true),
            [
                "text COLLATE \"C\"",
                "TEXT",
                ascii,
                ascii,
                "VARCHAR",
                "String"
            ]
        );
    }

    #[test]
    fn a_check_is_there_if_the_type_accepts_other_values() {
        let checks = |format: Format, as_text| {
            Database::ALL.map(|database| {
                let check = format.column_in(database, as_text);
                let check = check.check("id").map(|check| check.to_string());
                check.unwrap_or_default()
            })
        };
        let blob = "typeof(id) IN ('blob', 'null') AND length(id) = ";
        assert_eq!(
            checks(Format::Tsid, false),
            [
                "octet_length(id) = 8",
                &(blob.to_string() + "8"),
                "",
                "",
                "",
                ""
            ]
        );
        assert_eq!(
            checks(Format::Uuid7, false),
            ["", &(blob.to_string() + "16"), "", "", "", ""]
        );
        assert_eq!(
            checks(Format::Tid, false)[1],
            "typeof(id) IN ('integer', 'null')"
        );
        let length = "octet_length(id) BETWEEN 1 AND 19";
        assert_eq!(checks(Format::Snowflake, true)[0], length);
        assert_eq!(checks(Format::Snowflake, true)[2], length);
        assert_eq!(checks(Format::Ulid, true)[4], "length(id) = 26");
    }

    #[test]
    fn names_of_databases_are_read() {
        for database in Database::ALL {
            assert_eq!(Database::by_name(database.name()), Some(database));
        }
        assert_eq!(Database::by_name("oracle"), None);
    }

    #[test]
    fn a_format_stands_as_databases_have_it() {
        use Stored::{Bytes, Integer, Unsigned, Uuid};
        let told = |format: Format| Database::ALL.map(|database| format.stored_in(database));
        assert_eq!(told(Format::Ulid), [Uuid, Bytes, Bytes, Bytes, Uuid, Bytes]);
        assert_eq!(told(Format::Ulid), told(Format::Uuid7));
        assert_eq!(
            told(Format::Tid),
            [Integer, Integer, Integer, Integer, Unsigned, Unsigned]
        );
        assert_eq!(told(Format::Timeid), [Integer; 6]);
        assert_eq!(
            told(Format::Tsid),
            [Bytes, Bytes, Bytes, Bytes, Unsigned, Unsigned]
        );
        assert_eq!(told(Format::Ksuid), [Bytes; 6]);
    }

    #[test]
    fn integers_are_those_whose_ids_all_fit() {
        for format in Format::ALL.iter().filter(|format| format.bits() == 64) {
            let most = AnyId::from_bytes(&[0xff; 8], *format);
            let fits = format.is_signed() || most.map_or(true, |id| id.is_reserved());
            // Its default layout has 63 bits.
            let fits = fits || *format == Format::Custom64;
            assert_eq!(format.stored() == Stored::Integer, fits, "{format}");
        }
    }
}
