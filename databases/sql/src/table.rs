//! Tables with a column of ids, and their partitions by time.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use sortid::{AnyId, Options, Timestamp};

use crate::column::Column;
use crate::error::Error;
use crate::model::{Dialect, Encoding, Period};
use crate::request::{Partitions, Table};

/// Maximum number of partitions. More are probably a mistake.
const MAX_PARTITIONS: usize = 10_000;

/// A partition: the suffix of its name, its smallest id, and the smallest id of the next one.
struct Partition {
    suffix: String,
    from: AnyId,
    to: AnyId,
}

impl Period {
    fn span(self) -> Span {
        match self {
            Period::Day => 1.day(),
            Period::Week => 1.week(),
            Period::Month => 1.month(),
            Period::Year => 1.year(),
        }
    }

    fn floor(self, date: Date) -> Date {
        match self {
            Period::Day => date,
            Period::Week => {
                let since_monday = i32::from(date.weekday().to_monday_zero_offset());
                date.checked_sub(since_monday.days()).unwrap_or(date)
            }
            Period::Month => date.first_of_month(),
            Period::Year => date.first_of_year(),
        }
    }

    fn suffix(self, date: Date) -> String {
        let (year, month, day) = (date.year(), date.month(), date.day());
        match self {
            Period::Day | Period::Week => format!("{year:04}_{month:02}_{day:02}"),
            Period::Month => format!("{year:04}_{month:02}"),
            Period::Year => format!("{year:04}"),
        }
    }

    /// ClickHouse's function for the period of a time.
    fn clickhouse_function(self) -> &'static str {
        match self {
            Period::Day => "toYYYYMMDD",
            Period::Week => "toMonday",
            Period::Month => "toYYYYMM",
            Period::Year => "toYear",
        }
    }
}

impl Column {
    /// Returns the definition of the column, with its check.
    pub(crate) fn definition(&self, column: &str, check: Option<&str>) -> String {
        let kind = self.column_type();
        match self.dialect {
            // Columns are not nullable by default, and checks are separate from columns.
            Dialect::Clickhouse => format!("{column} {kind}"),
            _ => {
                let check = check.map_or(String::new(), |check| format!(" CHECK ({check})"));
                format!("{column} {kind} NOT NULL{check}")
            }
        }
    }

    /// Returns the statements that create a table and its partitions.
    pub(crate) fn table(
        &self,
        table: &Table,
        column: &str,
        definition: &str,
        check: Option<&str>,
        options: &Options,
    ) -> Result<String, Error> {
        let name = self.dialect.quote(&table.name)?;
        let partitions = table.partitions.as_ref();
        if partitions.is_some()
            && let Some(reason) = self.partitioning_error()
        {
            return Err(Error::Partitions(reason.to_owned()));
        }
        if self.dialect == Dialect::Clickhouse {
            return Ok(self.clickhouse_table(&name, column, definition, check, partitions));
        }
        let mut children = Vec::new();
        let tail = match partitions {
            None => self.table_options().to_owned(),
            Some(Partitions { times: None, .. }) => return Err(Error::NoTimes),
            Some(Partitions {
                period,
                times: Some(times),
            }) => {
                let partitions = self.partitions(*period, times, options);
                let partitions = partitions.map_err(Error::Partitions)?;
                match self.dialect {
                    Dialect::Postgresql => {
                        children = self.postgres_partitions(&table.name, &partitions)?;
                        format!("\nPARTITION BY RANGE ({column})")
                    }
                    _ => self.mysql_partitions(column, &partitions),
                }
            }
        };
        let key = format!("PRIMARY KEY ({column})");
        let create = format!("CREATE TABLE {name} (\n  {definition},\n  {key}\n){tail}");
        let statements = [create].into_iter().chain(children);
        Ok(statements.collect::<Vec<_>>().join(";\n"))
    }

    fn clickhouse_table(
        &self,
        name: &str,
        column: &str,
        definition: &str,
        check: Option<&str>,
        partitions: Option<&Partitions>,
    ) -> String {
        let format = self.format;
        let check = check.map_or(String::new(), |check| {
            format!(",\n  CONSTRAINT is_{format} CHECK {check}")
        });
        let partition = partitions.map_or(String::new(), |partitions| {
            let period = partitions.period.clickhouse_function();
            format!("\nPARTITION BY {period}({format}_time({column}))")
        });
        format!(
            "CREATE TABLE {name} (\n  {definition}{check}\n)\n\
            ENGINE = MergeTree{partition}\nORDER BY {column}"
        )
    }

    fn table_options(&self) -> &'static str {
        match (self.dialect, &self.encoding) {
            // An INTEGER key is already the row id.
            (Dialect::Sqlite, Encoding::Int(_)) => "",
            (Dialect::Sqlite, _) => " WITHOUT ROWID",
            _ => "",
        }
    }

    /// Returns PostgreSQL's partitions, which are tables, with a default one for all other ids.
    fn postgres_partitions(
        &self,
        table: &str,
        partitions: &[Partition],
    ) -> Result<Vec<String>, Error> {
        let parent = self.dialect.quote(table)?;
        let mut children = Vec::new();
        for Partition { suffix, from, to } in partitions {
            let (from, to) = (self.literal(from), self.literal(to));
            let child = self.dialect.quote(&format!("{table}_{suffix}"))?;
            children.push(format!(
                "CREATE TABLE {child} PARTITION OF {parent} FOR VALUES FROM ({from}) TO ({to})"
            ));
        }
        let rest = self.dialect.quote(&format!("{table}_rest"))?;
        children.push(format!("CREATE TABLE {rest} PARTITION OF {parent} DEFAULT"));
        Ok(children)
    }

    /// Returns MySQL's partitions, which are part of the table's statement. Ids before the first
    /// partition go into the first one.
    fn mysql_partitions(&self, column: &str, partitions: &[Partition]) -> String {
        let (by, most) = match self.encoding {
            Encoding::Int(_) => ("RANGE", "MAXVALUE"),
            _ => ("RANGE COLUMNS", "(MAXVALUE)"),
        };
        let each = partitions.iter().map(|Partition { suffix, to, .. }| {
            format!(
                "  PARTITION `p{suffix}` VALUES LESS THAN ({}),\n",
                self.literal(to)
            )
        });
        let each = each.collect::<String>();
        format!(
            "\nPARTITION BY {by} ({column}) (\n{each}  PARTITION `rest` VALUES LESS THAN {most}\n)"
        )
    }
}

impl Column {
    /// Returns the reason if the database does not support such partitions.
    fn partitioning_error(&self) -> Option<&'static str> {
        match (self.dialect, &self.encoding) {
            (Dialect::Sqlite | Dialect::Duckdb, _) => {
                Some("the database does not support partitions")
            }
            (Dialect::Mariadb, Encoding::Uuid) => {
                Some("MariaDB cannot partition a uuid column by ranges; use the type binary")
            }
            _ if !self.preserves_order() => Some("the column does not sort by time"),
            _ => None,
        }
    }

    /// Returns the partitions for the times from `from` up to `to`.
    fn partitions(
        &self,
        period: Period,
        times: &Range<Timestamp>,
        options: &Options,
    ) -> Result<Vec<Partition>, String> {
        let mut start = period.floor(date(times.start)?);
        let mut partitions = Vec::new();
        while instant(start)? < times.end {
            if partitions.len() == MAX_PARTITIONS {
                return Err(format!("more than {MAX_PARTITIONS} partitions"));
            }
            let next = start.checked_add(period.span());
            let next = next.map_err(|error| error.to_string())?;
            partitions.push(Partition {
                suffix: period.suffix(start),
                from: self.first_at(start, options)?,
                to: self.first_at(next, options)?,
            });
            start = next;
        }
        Ok(partitions)
    }

    fn first_at(&self, date: Date, options: &Options) -> Result<AnyId, String> {
        let start = instant(date)?;
        let end = Timestamp::from_unix_us(start.unix_us().saturating_add(1));
        let ids = AnyId::range_with(start, end, self.format, options);
        let ids = ids.map_err(|error| format!("{date}: {error}"))?;
        Ok(*ids.start())
    }
}

fn date(time: Timestamp) -> Result<Date, String> {
    let time = jiff::Timestamp::try_from(time).map_err(|error| error.to_string())?;
    Ok(time.to_zoned(TimeZone::UTC).date())
}

fn instant(date: Date) -> Result<Timestamp, String> {
    let midnight = date.to_zoned(TimeZone::UTC);
    let midnight = midnight.map_err(|error| error.to_string())?;
    Ok(Timestamp::from(midnight.timestamp()))
}
