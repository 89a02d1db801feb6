//! Column types of ids, their collations, and the formats that a database cannot sort.

use sortid::shape::Must;
use sortid::{AnyId, Format, Stored};

use crate::dialect::{Digits, hex};
use crate::model::{ColumnType, Dialect, Encoding, IntEncoding, Symbols, TimeLayout};

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

/// A column for ids of a format.
pub(crate) struct Column {
    pub(crate) dialect: Dialect,
    pub(crate) format: Format,
    pub(crate) encoding: Encoding,
}

/// Advice that ends error messages.
const INSTEAD: &str = "use the type binary or text";

impl Column {
    /// Chooses the requested type, or by default the type that every language uses in this
    /// database. Returns the reason if the type is impossible.
    pub(crate) fn choose(
        dialect: Dialect,
        format: Format,
        time: Option<&TimeLayout>,
        example: &AnyId,
        column_type: Option<ColumnType>,
    ) -> Result<Self, String> {
        let encoding = match column_type {
            Some(ColumnType::Uuid) => uuid(dialect, format)?,
            Some(ColumnType::Bigint) => bigint(dialect, format, time)?,
            Some(ColumnType::Text) => text(example)?,
            Some(ColumnType::Binary) => binary(format)?,
            None => match format.stored_in(dialect.database()) {
                Stored::Uuid => uuid(dialect, format)?,
                Stored::Integer | Stored::Unsigned => bigint(dialect, format, time)?,
                Stored::Bytes => binary(format)?,
                Stored::Text => text(example)?,
            },
        };
        Ok(Self {
            dialect,
            format,
            encoding,
        })
    }

    /// Whether the column sorts as the format does.
    pub(crate) fn preserves_order(&self) -> bool {
        matches!(self.encoding, Encoding::Int(_)) || self.format.bytes_sort()
    }

    /// Whether the column contains texts.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.encoding, Encoding::Hex(_) | Encoding::Symbols(_))
    }

    /// Returns the type as a function parameter.
    pub(crate) fn type_name(&self) -> String {
        let bytes = self.format.byte_len();
        let letters = self.format.text_len();
        let name = match (self.dialect, &self.encoding) {
            (Mariadb | Duckdb, Encoding::Uuid) => "UUID",
            (_, Encoding::Uuid) => "uuid",
            (Postgresql, Encoding::Int(_)) => "bigint",
            (Sqlite, Encoding::Int(_)) => "INTEGER",
            (Duckdb, Encoding::Int(IntEncoding::Unsigned)) => "UBIGINT",
            (Clickhouse, Encoding::Int(IntEncoding::Unsigned)) => "UInt64",
            (Clickhouse, Encoding::Int(_)) => "Int64",
            (_, Encoding::Int(IntEncoding::Unsigned)) => "BIGINT UNSIGNED",
            (_, Encoding::Int(_)) => "BIGINT",
            (Postgresql, Encoding::Binary) => "bytea",
            (Sqlite | Duckdb, Encoding::Binary) => "BLOB",
            (Mysql | Mariadb, Encoding::Binary) => return format!("BINARY({bytes})"),
            (Clickhouse, Encoding::Binary) => return format!("FixedString({bytes})"),
            (Postgresql, Encoding::Hex(_) | Encoding::Symbols(_)) => "text",
            (Sqlite, Encoding::Hex(_) | Encoding::Symbols(_)) => "TEXT",
            (Duckdb, Encoding::Hex(_) | Encoding::Symbols(_)) => "VARCHAR",
            (Clickhouse, Encoding::Hex(_) | Encoding::Symbols(_)) => "String",
            (Mysql | Mariadb, Encoding::Hex(_) | Encoding::Symbols(_)) => {
                return format!("CHAR({letters}) CHARACTER SET ascii COLLATE ascii_bin");
            }
        };
        name.to_owned()
    }

    /// Returns the type as a column, with the collation that compares bytes.
    pub(crate) fn column_type(&self) -> String {
        let collation = match (self.dialect, &self.encoding) {
            (Postgresql, Encoding::Hex(_) | Encoding::Symbols(_)) => " COLLATE \"C\"",
            (Sqlite, Encoding::Hex(_) | Encoding::Symbols(_)) => " COLLATE BINARY",
            _ => "",
        };
        format!("{}{collation}", self.type_name())
    }

    /// Returns the hexadecimal digits of a column value, which must not be an integer.
    pub(crate) fn digits(&self, id: &str) -> Digits {
        let (sql, hyphens) = match (self.dialect, &self.encoding) {
            (Sqlite, Encoding::Hex(hyphens)) => (id.to_owned(), hyphens.clone()),
            (_, Encoding::Hex(hyphens)) if hyphens.is_empty() => (id.to_owned(), Vec::new()),
            (_, Encoding::Hex(_)) => (format!("replace({id}, '-', '')"), Vec::new()),
            (Postgresql, Encoding::Uuid) => (format!("encode(uuid_send({id}), 'hex')"), Vec::new()),
            (Postgresql, _) => (format!("encode({id}, 'hex')"), Vec::new()),
            (Mariadb, Encoding::Uuid) => {
                let text = format!("CAST({id} AS CHAR)");
                (format!("replace({text}, '-', '')"), Vec::new())
            }
            (Duckdb, Encoding::Uuid) => {
                let text = format!("CAST({id} AS VARCHAR)");
                (format!("replace({text}, '-', '')"), Vec::new())
            }
            _ => (format!("hex({id})"), Vec::new()),
        };
        let alphabet = match self.encoding {
            Encoding::Hex(_) => "123456789abcdef",
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
    pub(crate) fn value_of_hex(&self, hex: &str) -> String {
        match (self.dialect, &self.encoding) {
            (_, Encoding::Hex(_)) => hex.to_owned(),
            (Postgresql, Encoding::Uuid) => format!("{hex}::uuid"),
            (_, Encoding::Uuid) => format!("CAST({hex} AS UUID)"),
            (Postgresql, _) => format!("decode({hex}, 'hex')"),
            (Clickhouse, _) => format!("toFixedString(unhex({hex}), {})", self.format.byte_len()),
            _ => format!("unhex({hex})"),
        }
    }

    /// Returns an id as an SQL literal.
    pub(crate) fn literal(&self, id: &AnyId) -> String {
        let hex = hex(&id.to_bytes());
        match (self.dialect, &self.encoding) {
            (_, Encoding::Int(int)) => {
                let unsigned = i128::from(id.to_u64().unwrap_or_default());
                self.dialect.int(match int {
                    IntEncoding::Signed => i128::from(unsigned as u64 as i64),
                    IntEncoding::NonNegative | IntEncoding::Unsigned => unsigned,
                    IntEncoding::Offset => unsigned - (1 << 63),
                })
            }
            (_, Encoding::Hex(_) | Encoding::Symbols(_)) => format!("'{id}'"),
            (Postgresql, Encoding::Binary) => format!("'\\x{hex}'"),
            (_, Encoding::Uuid) => {
                let form = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &hex[part]);
                format!("'{}'", form.join("-"))
            }
            (Sqlite | Mysql | Mariadb, Encoding::Binary) => format!("X'{hex}'"),
            (Duckdb | Clickhouse, Encoding::Binary) => format!("unhex('{hex}')"),
        }
    }
}

fn uuid(dialect: Dialect, format: Format) -> Result<Encoding, String> {
    if format.bits() != 128 {
        return Err(format!(
            "a uuid has 128 bits, but {format} has {}",
            format.bits()
        ));
    }
    match dialect {
        Sqlite | Mysql => Err(format!("{} has no type uuid; {INSTEAD}", dialect.product())),
        Clickhouse => Err(format!(
            "ClickHouse sorts UUIDs by their second half; {INSTEAD}"
        )),
        Mariadb if !has_version_6_or_7(format) => Err(format!(
            "MariaDB only sorts UUIDs of versions 6 and 7; {INSTEAD}"
        )),
        _ => Ok(Encoding::Uuid),
    }
}

/// Whether all ids have the version and variant bits of a UUID of version 6 or 7. MariaDB reorders
/// the bytes of older versions, and does not support version 8.
fn has_version_6_or_7(format: Format) -> bool {
    let has = |run: (u32, u32), values: std::ops::RangeInclusive<u128>| {
        format.rules().any(|rule| match rule.must {
            Must::Be(value) => rule.runs().eq([run]) && values.contains(&value),
            _ => false,
        })
    };
    has((48, 4), 6..=7) && has((64, 2), 2..=2)
}

/// Whether the ids fit a signed integer. Without a time layout, the format's default type decides.
fn fits_signed(format: Format, time: Option<&TimeLayout>) -> bool {
    time.map_or(format.stored() == Stored::Integer, |time| {
        !time.has_top_bit()
    })
}

fn bigint(dialect: Dialect, format: Format, time: Option<&TimeLayout>) -> Result<Encoding, String> {
    if format.bits() != 64 {
        return Err(format!(
            "a bigint has 64 bits, but {format} has {}",
            format.bits()
        ));
    }
    Ok(Encoding::Int(match dialect {
        _ if format.is_signed() => IntEncoding::Signed,
        Duckdb | Clickhouse => IntEncoding::Unsigned,
        _ if fits_signed(format, time) => IntEncoding::NonNegative,
        Postgresql | Sqlite => IntEncoding::Offset,
        _ => IntEncoding::Unsigned,
    }))
}

fn binary(format: Format) -> Result<Encoding, String> {
    match format.is_signed() {
        true => Err(
            "the bytes of a signed integer do not sort like the integer; use the type bigint"
                .to_owned(),
        ),
        false => Ok(Encoding::Binary),
    }
}

fn text(example: &AnyId) -> Result<Encoding, String> {
    if let Some(symbols) = Symbols::of(example.format(), &[u64::MAX, i64::MAX as u64]) {
        return Ok(Encoding::Symbols(symbols));
    }
    let Some(hyphens) = hyphens_of(example) else {
        let instead = match example.format().bits() {
            64 => "bigint",
            _ => "binary",
        };
        return Err(format!(
            "plain SQL can only read and sort texts that are hexadecimal, or that have 64 bits and a \
            fixed length; use the type {instead}"
        ));
    };
    Ok(Encoding::Hex(hyphens))
}

/// Returns the positions of hyphens in an id's text, or `None` if the rest is not the hexadecimal
/// digits of its bytes.
pub(crate) fn hyphens_of(example: &AnyId) -> Option<Vec<usize>> {
    let text = example.to_string();
    let is_hex = text.replace('-', "") == hex(&example.to_bytes());
    let hyphens = text.match_indices('-').map(|(at, _)| at);
    is_hex.then(|| hyphens.collect())
}
