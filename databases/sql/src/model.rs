//! Data types that the writer's modules share.

use std::fmt;
use std::str::FromStr;

use sortid::shape::{Run, TimeCoding};
use sortid::{AnyId, Database, Format};

use crate::error::UnknownName;

/// Defines an enum whose variants have names.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$about:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {
            $($(#[$about])* $variant,)+
        }

        impl $type {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the name in lower case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                let mut all = Self::ALL.iter().copied();
                all.find(|value| value.name() == name).ok_or(UnknownName)
            }
        }
    };
}

named! {
    /// A database and its dialect of SQL.
    Dialect {
        /// PostgreSQL 14 or later.
        Postgresql = "postgresql",
        /// SQLite.
        Sqlite = "sqlite",
        /// MySQL.
        Mysql = "mysql",
        /// MariaDB.
        Mariadb = "mariadb",
        /// DuckDB.
        Duckdb = "duckdb",
        /// ClickHouse.
        Clickhouse = "clickhouse",
    }
}

impl Dialect {
    /// Returns the product name of the database.
    pub const fn product(self) -> &'static str {
        match self {
            Self::Postgresql => "PostgreSQL",
            Self::Sqlite => "SQLite",
            Self::Mysql => "MySQL",
            Self::Mariadb => "MariaDB",
            Self::Duckdb => "DuckDB",
            Self::Clickhouse => "ClickHouse",
        }
    }

    /// The core's type for this database.
    pub(crate) fn database(self) -> Database {
        match self {
            Self::Postgresql => Database::Postgresql,
            Self::Sqlite => Database::Sqlite,
            Self::Mysql => Database::Mysql,
            Self::Mariadb => Database::Mariadb,
            Self::Duckdb => Database::Duckdb,
            Self::Clickhouse => Database::Clickhouse,
        }
    }

    /// Whether this is MySQL or its fork MariaDB.
    pub(crate) fn is_mysql(self) -> bool {
        matches!(self, Self::Mysql | Self::Mariadb)
    }
}

named! {
    /// The kind of a column's type. Each database has its own type of that kind.
    ColumnType {
        /// A UUID.
        Uuid = "uuid",
        /// An integer of 64 bits, signed or unsigned.
        Bigint = "bigint",
        /// The canonical text of the id.
        Text = "text",
        /// The bytes of the id.
        Binary = "binary",
    }
}

named! {
    /// How long a partition lasts, in UTC.
    Period {
        /// From midnight to midnight.
        Day = "day",
        /// From Monday to Monday.
        Week = "week",
        /// A calendar month.
        Month = "month",
        /// A calendar year.
        Year = "year",
    }
}

/// The smallest or the largest id of a tick.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Min,
    Max,
}

impl Bound {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Bound::Min => "min",
            Bound::Max => "max",
        }
    }
}

/// The encoding of 64 bits in an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntEncoding {
    /// Signed, as in the format.
    Signed,
    /// Signed. Generated ids never have the top bit set.
    NonNegative,
    Unsigned,
    /// Signed: the unsigned integer minus 2^63, which preserves the order.
    Offset,
}

/// The encoding of ids in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Uuid,
    Int(IntEncoding),
    /// Hexadecimal digits, with hyphens at these positions.
    Hex(Vec<usize>),
    /// Digits of another base.
    Symbols(Symbols),
    Binary,
}

/// The text of a format whose symbols are the digits of one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    /// The symbols by value, from 0.
    pub(crate) alphabet: String,
    pub(crate) count: usize,
    /// The greatest text, unless it consists of the last symbol only.
    pub(crate) greatest: Option<String>,
}

impl Symbols {
    /// Derives the symbols from the texts of small numbers. Returns `None` if the format has no
    /// such texts, or if they do not sort like its ids.
    ///
    /// The first of `greatest_ints` that is an id of the format bounds the texts.
    pub(crate) fn of(format: Format, greatest_ints: &[u64]) -> Option<Self> {
        let count = format.text_len();
        if format.bits() != 64 || format.text_len_min() != count || !format.text_sorts() {
            return None;
        }
        let text = |int: u64| Some(AnyId::from_u64(int, format).ok()?.to_string());
        let (zero, mut alphabet) = (text(0)?, String::new());
        for int in 0.. {
            let text = text(int)?;
            let (symbols, last) = text.split_at_checked(count - 1)?;
            if Some(symbols) != zero.get(..count - 1) {
                break;
            }
            alphabet.push_str(last);
        }
        let greatest = greatest_ints.iter().copied().find_map(text);
        Some(Self {
            alphabet,
            count,
            greatest,
        })
    }

    /// Returns the number of symbols.
    pub(crate) fn radix(&self) -> i128 {
        self.alphabet.len() as i128
    }

    /// Returns the number of symbols in the lower half, and the weight of the upper half.
    pub(crate) fn lower(&self) -> (usize, i128) {
        let lower = self.count / 2;
        (lower, self.radix().pow(lower as u32))
    }

    /// Returns a pattern that matches all texts, including those that are too great.
    pub(crate) fn pattern(&self) -> String {
        format!("[{}]{{{}}}", self.alphabet, self.count)
    }
}

/// A field of an id whose bits form a part of the tick.
pub(crate) struct TimeField {
    /// The positions of its bits, most significant first.
    pub(crate) runs: Vec<Run>,
    pub(crate) part: TickPart,
}

/// The part of the tick that a [`TimeField`] contains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TickPart {
    Tick,
    Millis,
    MicrosOfMilli,
    /// 12 bits of the fraction of a millisecond.
    FractionOfMilli,
    Seconds,
    /// The binary fraction of a second: its first 24 bits, the next 31, or the last 31.
    Fraction(u8),
}

/// Where and how the ids of a format encode their time.
pub(crate) struct TimeLayout {
    pub(crate) fields: Vec<TimeField>,
    pub(crate) coding: TimeCoding,
    /// Microseconds since 1970 are `tick * numerator / denominator + epoch_us`, rounded down.
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
    pub(crate) epoch_us: i128,
    /// The range of ticks that the bits can hold.
    pub(crate) min_tick: i128,
    pub(crate) max_tick: i128,
    /// The range of microseconds for which ids can be generated.
    pub(crate) first_us: i128,
    pub(crate) last_us: i128,
    /// A tick that no id contains.
    pub(crate) reserved_tick: Option<i128>,
    /// The smallest and the largest id of a tick, with the tick's bits cleared.
    pub(crate) min_template: Vec<u8>,
    pub(crate) max_template: Vec<u8>,
}
