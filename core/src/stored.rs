//! As what a database keeps the ids of a format: the one rule, for every language.

use crate::formats::Format;
use crate::id::Id;

/// What a column has in an id's place, where nobody asks for text.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The type for UUIDs: all of 128 bits, UUIDs or not.
    Uuid,
    /// A signed integer of 64 bits, in the ids' order.
    Integer,
    /// An unsigned integer of 64 bits.
    Unsigned,
    /// Big-endian bytes: other widths, and what the database has no type for.
    Bytes,
}

impl Stored {
    /// Its name, for other languages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Integer => "integer",
            Self::Unsigned => "unsigned",
            Self::Bytes => "bytes",
        }
    }
}

/// A database, as far as its types differ.
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
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Postgresql,
        Self::Sqlite,
        Self::Mysql,
        Self::Mariadb,
        Self::Duckdb,
        Self::Clickhouse,
    ];

    /// Its name in small letters.
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

    /// Whether a type for UUIDs takes every 128 bits, and sorts them as bytes: MariaDB's goes by the version that it finds, ClickHouse's by its
    /// second half.
    fn has_uuid(self) -> bool {
        matches!(self, Self::Postgresql | Self::Duckdb)
    }

    /// Whether unsigned integers are a matter of course there. In MySQL and MariaDB they are a column's attribute, which its drivers in half of
    /// the languages have no type for.
    fn has_unsigned(self) -> bool {
        matches!(self, Self::Duckdb | Self::Clickhouse)
    }
}

impl Format {
    /// Where a database has UUIDs and no unsigned integers: 64 bits are an integer if every id that is made fits a signed one.
    #[doc(hidden)]
    pub fn stored(self) -> Stored {
        match self.bits() {
            128 => Stored::Uuid,
            64 if self.fits_signed() => Stored::Integer,
            _ => Stored::Bytes,
        }
    }

    /// In this database.
    #[doc(hidden)]
    pub fn stored_in(self, database: Database) -> Stored {
        match self.stored() {
            Stored::Uuid if !database.has_uuid() => Stored::Bytes,
            _ if self.bits() == 64 && !self.is_signed() && database.has_unsigned() => {
                Stored::Unsigned
            }
            stored => stored,
        }
    }

    fn fits_signed(self) -> bool {
        // The first that does not fit; tid reads such a one and makes none.
        let first = Id::from_bytes(&i64::MIN.to_be_bytes(), self);
        self.is_signed() || first.map_or(true, |id| id.is_reserved())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let most = Id::from_bytes(&[0xff; 8], *format);
            let fits = format.is_signed() || most.map_or(true, |id| id.is_reserved());
            assert_eq!(format.stored() == Stored::Integer, fits, "{format}");
        }
    }
}
