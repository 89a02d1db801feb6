//! Data types that the writer's modules share.

use std::fmt;
use std::str::FromStr;

use sortid::Database;

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
    /// Returns the name of the database as its makers write it.
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
