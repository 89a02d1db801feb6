//! SQL dialects: integers, names and types in each database's syntax.

use crate::error::Error;
use crate::model::{Dialect, IntEncoding};

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

/// The range of signed 64-bit integers.
pub(crate) const INT_MIN: i128 = i64::MIN as i128;
pub(crate) const INT_MAX: i128 = i64::MAX as i128;

impl Dialect {
    /// Quotes a name, if the database accepts it.
    pub(crate) fn quote(self, name: &str) -> Result<String, Error> {
        let reason = match self {
            _ if name.is_empty() => Some("must not be empty".to_owned()),
            // A line break would also end a comment.
            _ if name.chars().any(char::is_control) => {
                Some("must not contain control characters".to_owned())
            }
            Postgresql if name.len() > 63 => {
                Some("PostgreSQL truncates names longer than 63 bytes".to_owned())
            }
            Mysql | Mariadb if name.chars().count() > 64 || name.ends_with(' ') => {
                let limit = "accepts at most 64 characters, without a space at the end";
                Some(format!("{} {limit}", self.product()))
            }
            _ => None,
        };
        if let Some(reason) = reason {
            let name = name.to_owned();
            return Err(Error::Name { name, reason });
        }
        Ok(match self {
            Postgresql | Sqlite | Duckdb => format!("\"{}\"", name.replace('"', "\"\"")),
            Mysql | Mariadb => format!("`{}`", name.replace('`', "``")),
            Clickhouse => format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`")),
        })
    }

    /// Returns a 64-bit integer literal.
    pub(crate) fn int(self, int: i128) -> String {
        match int {
            // The digits alone overflow, before the sign is applied.
            INT_MIN if self == Postgresql => "'-9223372036854775808'::bigint".to_owned(),
            INT_MIN => "(-9223372036854775807 - 1)".to_owned(),
            int if int < 0 => format!("({int})"),
            int if self == Clickhouse && int <= INT_MAX => format!("toInt64({int})"),
            int => int.to_string(),
        }
    }

    pub(crate) fn add(self, a: &str, b: i128) -> String {
        match b {
            0 => a.to_owned(),
            // The smallest integer has no positive counterpart.
            1.. | INT_MIN => format!("({a} + {})", self.int(b)),
            _ => format!("({a} - {})", self.int(-b)),
        }
    }

    pub(crate) fn sum(self, parts: &[String]) -> String {
        match parts {
            [one] => one.clone(),
            _ => format!("({})", parts.join(" + ")),
        }
    }

    pub(crate) fn mul(self, a: &str, b: i128) -> String {
        match b {
            1 => a.to_owned(),
            _ => format!("({a} * {})", self.int(b)),
        }
    }

    /// Divides a non-negative integer.
    pub(crate) fn div(self, a: &str, b: i128) -> String {
        match self {
            _ if b == 1 => a.to_owned(),
            Postgresql | Sqlite => format!("({a} / {b})"),
            Mysql | Mariadb => format!("({a} DIV {b})"),
            Duckdb => format!("({a} // {b})"),
            Clickhouse => format!("intDiv({a}, {})", self.int(b)),
        }
    }

    /// Returns the remainder of a non-negative integer.
    pub(crate) fn rem(self, a: &str, b: i128) -> String {
        match self {
            Clickhouse => format!("({a} % {})", self.int(b)),
            _ => format!("({a} % {b})"),
        }
    }

    /// Returns `width` bits of an integer, at most 62, as a non-negative integer.
    pub(crate) fn bits(self, a: &str, shift: u32, width: u32) -> String {
        let mask = (1_u64 << width) - 1;
        match self {
            Clickhouse => format!("toInt64(bitAnd(bitShiftRight({a}, {shift}), {mask}))"),
            Mysql | Mariadb => format!("CAST(({a} >> {shift}) & {mask} AS SIGNED)"),
            Duckdb => format!("CAST(({a} >> {shift}) & {mask} AS BIGINT)"),
            _ if shift == 0 => format!("({a} & {mask})"),
            _ => format!("(({a} >> {shift}) & {mask})"),
        }
    }

    /// Divides a signed integer by a power of two, rounding down.
    pub(crate) fn floor_shift(self, a: &str, shift: u32) -> String {
        match self {
            Clickhouse => format!("bitShiftRight({a}, {shift})"),
            // Shifts in MySQL treat numbers as unsigned.
            Mysql | Mariadb => format!("({a} DIV {0} - ({a} % {0} < 0))", 1_u64 << shift),
            _ => format!("({a} >> {shift})"),
        }
    }

    /// Decodes `bytes` bytes of hexadecimal digits, at most 7, from byte `from` on to an integer.
    pub(crate) fn hex_int(self, digits: &Digits, from: usize, bytes: usize) -> String {
        let part = |length: usize| format!("substr({}, {}, {length})", digits.sql, 2 * from + 1);
        match self {
            Postgresql => format!("('x' || {})::bit({})::bigint", part(2 * bytes), 8 * bytes),
            Sqlite => {
                let each = (2 * from..2 * (from + bytes)).map(|nth| {
                    let digit = digits.offset(nth) + 1;
                    let value = format!(
                        "instr('{}', substr({}, {digit}, 1))",
                        digits.alphabet, digits.sql
                    );
                    self.mul(&value, 1 << (4 * (2 * (from + bytes) - 1 - nth)))
                });
                self.sum(&each.collect::<Vec<_>>())
            }
            Mysql | Mariadb => format!("CAST(CONV({}, 16, 10) AS SIGNED)", part(2 * bytes)),
            Duckdb => format!("CAST('0x' || {} AS BIGINT)", part(2 * bytes)),
            Clickhouse => {
                let bytes = format!("unhex({})", part(2 * bytes));
                format!("toInt64(reinterpretAsUInt64(reverse({bytes})))")
            }
        }
    }

    /// Returns `bytes` bytes of an integer as lower-case hexadecimal digits.
    pub(crate) fn to_hex(self, int: &str, bytes: usize) -> String {
        let digits = 2 * bytes;
        match self {
            Postgresql => format!("lpad(to_hex({int}), {digits}, '0')"),
            Sqlite => format!("printf('%0{digits}x', {int})"),
            Mysql | Mariadb => format!("LPAD(LOWER(HEX({int})), {digits}, '0')"),
            Duckdb => format!("lower(lpad(hex({int}), {digits}, '0'))"),
            Clickhouse => format!("leftPad(lower(hex({int})), {digits}, '0')"),
        }
    }

    /// Converts an integer or a UUID to text.
    pub(crate) fn to_text(self, value: &str) -> String {
        match self {
            Postgresql => format!("({value})::text"),
            Sqlite => format!("CAST({value} AS TEXT)"),
            Mysql | Mariadb => format!("CAST({value} AS CHAR)"),
            Duckdb => format!("CAST({value} AS VARCHAR)"),
            Clickhouse => format!("toString({value})"),
        }
    }

    /// Pads a text with zeros on the left to `count` characters.
    pub(crate) fn pad(self, text: &str, count: usize) -> String {
        match self {
            Sqlite => format!("substr('{}' || {text}, -{count})", "0".repeat(count)),
            Clickhouse => format!("leftPad({text}, {count}, '0')"),
            _ => format!("lpad({text}, {count}, '0')"),
        }
    }

    /// Converts decimal digits to an integer.
    pub(crate) fn parse_decimal(self, text: &str, int: IntEncoding) -> String {
        let is_unsigned = int == IntEncoding::Unsigned;
        match self {
            Postgresql => format!("{text}::bigint"),
            Sqlite => format!("CAST({text} AS INTEGER)"),
            Mysql | Mariadb if is_unsigned => format!("CAST({text} AS UNSIGNED)"),
            Mysql | Mariadb => format!("CAST({text} AS SIGNED)"),
            Duckdb if is_unsigned => format!("CAST({text} AS UBIGINT)"),
            Duckdb => format!("CAST({text} AS BIGINT)"),
            Clickhouse if is_unsigned => format!("toUInt64({text})"),
            Clickhouse => format!("toInt64({text})"),
        }
    }

    pub(crate) fn concat(self, parts: &[String]) -> String {
        match (self, parts) {
            (_, [one]) => one.clone(),
            (Mysql | Mariadb | Clickhouse, _) => format!("concat({})", parts.join(", ")),
            _ => format!("({})", parts.join(" || ")),
        }
    }

    /// Returns the range of the database's time type, in microseconds since 1970.
    pub(crate) fn time_range_us(self) -> (i128, i128) {
        match self {
            Sqlite => (INT_MIN, INT_MAX),
            // PostgreSQL itself reports errors outside of 4713 BC to 294276.
            Postgresql => (INT_MIN * 2, INT_MAX * 2),
            // 1000-01-01 and 9999-12-31.
            Mysql | Mariadb => (-30_610_224_000_000_000, 253_402_300_799_999_999),
            // 290309 BC. The largest integer represents infinity.
            Duckdb => (-9_223_372_022_400_000_000, INT_MAX - 1),
            // 1900-01-01 and 2299-12-31.
            Clickhouse => (-2_208_988_800_000_000, 10_413_791_999_999_999),
        }
    }
}

/// Returns the bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hexadecimal digits of an id.
pub(crate) struct Digits {
    pub(crate) sql: String,
    /// The digits from 1 to 15: a digit's position is its value, and 0 is not found.
    pub(crate) alphabet: &'static str,
    /// The positions of hyphens.
    pub(crate) hyphens: Vec<usize>,
}

impl Digits {
    /// Returns the position of the nth digit, including hyphens before it.
    fn offset(&self, nth: usize) -> usize {
        self.hyphens
            .iter()
            .fold(nth, |at, &hyphen| at + usize::from(at >= hyphen))
    }
}

/// An overflow that aborts a SQLite statement: expressions have no other way to raise an error.
pub(crate) const SQLITE_ERROR: &str = "abs(-9223372036854775807 - 1)";

/// The placeholder for microseconds since 1970 in SQLite expressions.
pub(crate) const SQLITE_TIME: &str = ":us";
/// The placeholder for a text.
pub(crate) const SQLITE_TEXT: &str = ":text";

/// The condition that `||` corrupts blobs, as in UTF-16 databases.
pub(crate) const SQLITE_LOSES_BYTES: &str = "hex(X'61' || X'62' || X'63') <> '616263'";

/// The column with a blob of all byte values, which SQLite indexes by byte value.
pub(crate) const ALL_BYTES: &str = "bytes";

/// Converts an integer to a byte in SQLite. Versions before 3.41 have no `unhex`, so this reads the
/// byte from [`ALL_BYTES`].
pub(crate) fn sqlite_byte(int: &str) -> String {
    format!("substr({ALL_BYTES}, 1 + {int}, 1)")
}

/// Returns the hexadecimal digits of the blob of all byte values.
pub(crate) fn all_bytes() -> String {
    (0..=u8::MAX).map(|byte| format!("{byte:02X}")).collect()
}

/// Returns a blob of these bytes.
pub(crate) fn sqlite_blob(bytes: impl Iterator<Item = String>) -> String {
    let each = bytes.map(|byte| sqlite_byte(&byte));
    format!("CAST({} AS BLOB)", each.collect::<Vec<_>>().join(" || "))
}

/// Returns the condition that a SQLite value is text without NUL, at which GLOB and `length` stop.
pub(crate) fn sqlite_is_text(id: &str) -> String {
    format!("typeof({id}) = 'text' AND instr({id}, char(0)) = 0")
}
