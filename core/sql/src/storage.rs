//! Column types of ids: types, collations, and which formats a database cannot keep in order.

use sortid::{Format, Id, Must, Stored};

use crate::dialect::Digits;
use crate::model::{ColumnType, Dialect};
use crate::plan::Time;
use crate::symbols::Symbols;

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

/// How an integer type holds 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int {
    /// Signed, as in the format.
    Signed,
    /// Signed. Generated ids never have the top bit set.
    Plain,
    Unsigned,
    /// Signed, less 2^63, which keeps the order of unsigned integers.
    Flipped,
}

/// How ids are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Uuid,
    Int(Int),
    /// Hexadecimal digits, with hyphens at these positions.
    Text(Vec<usize>),
    /// Digits of another base.
    Symbols(Symbols),
    Binary,
}

/// A column for ids of a format.
pub(crate) struct Storage {
    pub(crate) db: Dialect,
    pub(crate) format: Format,
    pub(crate) kind: Kind,
}

/// Advice with two types that may work instead.
const INSTEAD: &str = "take --type binary, or text";

impl Storage {
    /// Chooses the requested type, or by default the type that every language uses in this
    /// database. Returns why it is impossible otherwise.
    pub(crate) fn choose(
        db: Dialect,
        format: Format,
        time: Option<&Time>,
        example: &Id,
        wanted: Option<ColumnType>,
    ) -> Result<Self, String> {
        let storage = |kind: Kind| Storage { db, format, kind };
        let kind = match wanted {
            Some(ColumnType::Uuid) => uuid(db, format)?,
            Some(ColumnType::Bigint) => bigint(db, format, time)?,
            Some(ColumnType::Text) => text(example)?,
            Some(ColumnType::Binary) => binary(format)?,
            None => match format.stored_in(db.database()) {
                Stored::Uuid => uuid(db, format)?,
                Stored::Integer | Stored::Unsigned => bigint(db, format, time)?,
                Stored::Bytes => binary(format)?,
                Stored::Text => text(example)?,
            },
        };
        Ok(storage(kind))
    }

    /// Whether the column sorts as the format does.
    pub(crate) fn keeps_order(&self) -> bool {
        matches!(self.kind, Kind::Int(_)) || self.format.bytes_sort()
    }

    /// Whether the column contains texts.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text(_) | Kind::Symbols(_))
    }

    /// Returns the type as a function parameter.
    pub(crate) fn type_name(&self) -> String {
        let bytes = self.format.byte_len();
        let letters = self.format.text_len();
        let name = match (self.db, &self.kind) {
            (Mariadb | Duckdb, Kind::Uuid) => "UUID",
            (_, Kind::Uuid) => "uuid",
            (Postgresql, Kind::Int(_)) => "bigint",
            (Sqlite, Kind::Int(_)) => "INTEGER",
            (Duckdb, Kind::Int(Int::Unsigned)) => "UBIGINT",
            (Clickhouse, Kind::Int(Int::Unsigned)) => "UInt64",
            (Clickhouse, Kind::Int(_)) => "Int64",
            (_, Kind::Int(Int::Unsigned)) => "BIGINT UNSIGNED",
            (_, Kind::Int(_)) => "BIGINT",
            (Postgresql, Kind::Binary) => "bytea",
            (Sqlite | Duckdb, Kind::Binary) => "BLOB",
            (Mysql | Mariadb, Kind::Binary) => return format!("BINARY({bytes})"),
            (Clickhouse, Kind::Binary) => return format!("FixedString({bytes})"),
            (Postgresql, Kind::Text(_) | Kind::Symbols(_)) => "text",
            (Sqlite, Kind::Text(_) | Kind::Symbols(_)) => "TEXT",
            (Duckdb, Kind::Text(_) | Kind::Symbols(_)) => "VARCHAR",
            (Clickhouse, Kind::Text(_) | Kind::Symbols(_)) => "String",
            (Mysql | Mariadb, Kind::Text(_) | Kind::Symbols(_)) => {
                return format!("CHAR({letters}) CHARACTER SET ascii COLLATE ascii_bin");
            }
        };
        name.to_owned()
    }

    /// Returns the type as a column, with the collation that compares bytes.
    pub(crate) fn column_type(&self) -> String {
        let collation = match (self.db, &self.kind) {
            (Postgresql, Kind::Text(_) | Kind::Symbols(_)) => " COLLATE \"C\"",
            (Sqlite, Kind::Text(_) | Kind::Symbols(_)) => " COLLATE BINARY",
            _ => "",
        };
        format!("{}{collation}", self.type_name())
    }

    /// Returns the hexadecimal digits of a column value, which must not be an integer.
    pub(crate) fn digits(&self, id: &str) -> Digits {
        let (sql, hyphens) = match (self.db, &self.kind) {
            (Sqlite, Kind::Text(hyphens)) => (id.to_owned(), hyphens.clone()),
            (_, Kind::Text(hyphens)) if hyphens.is_empty() => (id.to_owned(), Vec::new()),
            (_, Kind::Text(_)) => (format!("replace({id}, '-', '')"), Vec::new()),
            (Postgresql, Kind::Uuid) => (format!("encode(uuid_send({id}), 'hex')"), Vec::new()),
            (Postgresql, _) => (format!("encode({id}, 'hex')"), Vec::new()),
            (Mariadb, Kind::Uuid) => {
                let text = format!("CAST({id} AS CHAR)");
                (format!("replace({text}, '-', '')"), Vec::new())
            }
            (Duckdb, Kind::Uuid) => {
                let text = format!("CAST({id} AS VARCHAR)");
                (format!("replace({text}, '-', '')"), Vec::new())
            }
            _ => (format!("hex({id})"), Vec::new()),
        };
        let alphabet = match self.kind {
            Kind::Text(_) => "123456789abcdef",
            _ => "123456789ABCDEF",
        };
        Digits {
            sql,
            alphabet,
            hyphens,
        }
    }

    /// Returns the column value for these hexadecimal digits. If it is a text, they include its
    /// hyphens.
    pub(crate) fn of_hex(&self, hex: &str) -> String {
        match (self.db, &self.kind) {
            (_, Kind::Text(_)) => hex.to_owned(),
            (Postgresql, Kind::Uuid) => format!("{hex}::uuid"),
            (_, Kind::Uuid) => format!("CAST({hex} AS UUID)"),
            (Postgresql, _) => format!("decode({hex}, 'hex')"),
            (Clickhouse, _) => format!("toFixedString(unhex({hex}), {})", self.format.byte_len()),
            _ => format!("unhex({hex})"),
        }
    }

    /// Returns an id as an SQL literal.
    pub(crate) fn literal(&self, id: &Id) -> String {
        let hex = crate::dialect::hex(&id.to_bytes());
        match (self.db, &self.kind) {
            (_, Kind::Int(int)) => {
                let unsigned = i128::from(id.to_u64().unwrap_or_default());
                self.db.int(match int {
                    Int::Signed => i128::from(unsigned as u64 as i64),
                    Int::Plain | Int::Unsigned => unsigned,
                    Int::Flipped => unsigned - (1 << 63),
                })
            }
            (_, Kind::Text(_) | Kind::Symbols(_)) => format!("'{id}'"),
            (Postgresql, Kind::Binary) => format!("'\\x{hex}'"),
            (_, Kind::Uuid) => {
                let form = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &hex[part]);
                format!("'{}'", form.join("-"))
            }
            (Sqlite | Mysql | Mariadb, Kind::Binary) => format!("X'{hex}'"),
            (Duckdb | Clickhouse, Kind::Binary) => format!("unhex('{hex}')"),
        }
    }
}

fn uuid(db: Dialect, format: Format) -> Result<Kind, String> {
    if format.bits() != 128 {
        return Err(format!(
            "a uuid has 128 bits, and {format} {}",
            format.bits()
        ));
    }
    match db {
        Sqlite | Mysql => Err(format!("{} has no type uuid: {INSTEAD}", db.product())),
        Clickhouse => Err(format!(
            "ClickHouse sorts the type UUID by its second half: {INSTEAD}"
        )),
        Mariadb if !is_of_late_version(format) => Err(format!(
            "MariaDB's uuid keeps the order of versions 6 and 7 alone: {INSTEAD}"
        )),
        _ => Ok(Kind::Uuid),
    }
}

/// Whether all ids have the version and variant bits of a UUID of version 6 or 7. MariaDB reorders
/// the bytes of older versions, and does not support version 8.
fn is_of_late_version(format: Format) -> bool {
    let has = |run: (u32, u32), values: std::ops::RangeInclusive<u128>| {
        format.rules().any(|rule| match rule.must {
            Must::Be(value) => rule.runs().eq([run]) && values.contains(&value),
            _ => false,
        })
    };
    has((48, 4), 6..=7) && has((64, 2), 2..=2)
}

fn bigint(db: Dialect, format: Format, time: Option<&Time>) -> Result<Kind, String> {
    if format.bits() != 64 {
        return Err(format!(
            "a bigint has 64 bits, and {format} {}",
            format.bits()
        ));
    }
    Ok(Kind::Int(match db {
        _ if format.is_signed() => Int::Signed,
        Duckdb | Clickhouse => Int::Unsigned,
        _ if time.is_some_and(|time| !time.has_top_bit()) => Int::Plain,
        Postgresql | Sqlite => Int::Flipped,
        _ => Int::Unsigned,
    }))
}

fn binary(format: Format) -> Result<Kind, String> {
    match format.is_signed() {
        true => {
            Err("bytes of a signed integer do not sort as it does: take --type bigint".to_owned())
        }
        false => Ok(Kind::Binary),
    }
}

fn text(example: &Id) -> Result<Kind, String> {
    if let Some(symbols) = Symbols::of(example.format(), &[u64::MAX, i64::MAX as u64]) {
        return Ok(Kind::Symbols(symbols));
    }
    let Some(hyphens) = hyphens_of(example) else {
        let instead = match example.format().bits() {
            64 => "bigint",
            _ => "binary",
        };
        return Err(format!(
            "plain SQL reads and sorts texts of hexadecimal digits, and those of 64 bits in as many \
            symbols, alone: take --type {instead}"
        ));
    };
    Ok(Kind::Text(hyphens))
}

/// Returns the positions of hyphens in an id's text, if all else are the hexadecimal digits of its
/// bytes.
pub(crate) fn hyphens_of(example: &Id) -> Option<Vec<usize>> {
    let text = example.to_string();
    let is_hex = text.replace('-', "") == crate::dialect::hex(&example.to_bytes());
    let hyphens = text.match_indices('-').map(|(at, _)| at);
    is_hex.then(|| hyphens.collect())
}
