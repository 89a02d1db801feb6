//! Requests for SQL.

use std::ops::Range;

use sortid::{Format, Options, Timestamp};

use crate::model::{ColumnType, Dialect, Period};

/// A request for the SQL of a format in a database.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The format of the ids.
    pub format: Format,
    /// The database.
    pub dialect: Dialect,
    /// The options with which the ids were generated, such as the epoch.
    pub options: Options,
    /// The type of the column. By default the type that all sortid packages use in this database.
    pub column_type: Option<ColumnType>,
    /// The name of the column. By default `id`.
    pub column: String,
    /// The table to create, if any.
    pub table: Option<Table>,
}

impl Request {
    /// Creates a request without a table.
    pub fn new(format: Format, dialect: Dialect) -> Self {
        Self {
            format,
            dialect,
            options: Options::new(),
            column_type: None,
            column: "id".to_owned(),
            table: None,
        }
    }
}

/// A table with a column of ids as its primary key.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table {
    /// The name of the table.
    pub name: String,
    /// The partitions, if any.
    pub partitions: Option<Partitions>,
}

impl Table {
    /// Creates a table without partitions.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            partitions: None,
        }
    }
}

/// Partitions of a table by the time of its ids.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Partitions {
    /// The length of each partition.
    pub period: Period,
    /// The times for which partitions are created. ClickHouse, which creates partitions itself,
    /// ignores them. The other databases require them.
    pub times: Option<Range<Timestamp>>,
}

impl Partitions {
    /// Creates partitions for a range of times.
    pub fn new(period: Period, times: Option<Range<Timestamp>>) -> Self {
        Self { period, times }
    }
}
