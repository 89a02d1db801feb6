//! Partitions by time. Their bounds are ids, so they need no function.

use clap::ValueEnum;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use sortid::{Id, Options, Timestamp};

use super::dialect::Db;
use super::storage::{Kind, Storage};

/// How long a partition lasts, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Every {
    Day,
    Week,
    Month,
    Year,
}

/// Maximum number of partitions. More are probably a mistake.
const MOST: usize = 10_000;

/// A partition: the suffix of its name, its smallest id, and the smallest id of the next one.
pub(super) struct Partition {
    pub(super) name: String,
    pub(super) from: Id,
    pub(super) to: Id,
}

impl Every {
    fn span(self) -> Span {
        match self {
            Every::Day => 1.day(),
            Every::Week => 1.week(),
            Every::Month => 1.month(),
            Every::Year => 1.year(),
        }
    }

    fn floor(self, date: Date) -> Date {
        match self {
            Every::Day => date,
            Every::Week => {
                let since_monday = i32::from(date.weekday().to_monday_zero_offset());
                date.checked_sub(since_monday.days()).unwrap_or(date)
            }
            Every::Month => date.first_of_month(),
            Every::Year => date.first_of_year(),
        }
    }

    fn name(self, date: Date) -> String {
        let (year, month, day) = (date.year(), date.month(), date.day());
        match self {
            Every::Day | Every::Week => format!("{year:04}_{month:02}_{day:02}"),
            Every::Month => format!("{year:04}_{month:02}"),
            Every::Year => format!("{year:04}"),
        }
    }

    /// ClickHouse's function for the period of a time.
    pub(super) fn of_time(self) -> &'static str {
        match self {
            Every::Day => "toYYYYMMDD",
            Every::Week => "toMonday",
            Every::Month => "toYYYYMM",
            Every::Year => "toYear",
        }
    }
}

impl Storage {
    /// Returns why the database has no such partitions.
    pub(super) fn no_partitions(&self) -> Option<&'static str> {
        match (self.db, &self.kind) {
            (Db::Sqlite | Db::Duckdb, _) => Some("the database has no partitions"),
            (Db::Mariadb, Kind::Uuid) => {
                Some("MariaDB partitions no uuid by ranges: take --type binary")
            }
            _ if !self.keeps_order() => Some("the column does not sort by time"),
            _ => None,
        }
    }

    /// Returns the partitions for the times from `from` up to `to`.
    pub(super) fn partitions(
        &self,
        every: Every,
        from: Timestamp,
        to: Timestamp,
        options: &Options,
    ) -> Result<Vec<Partition>, String> {
        let mut start = every.floor(date(from)?);
        let mut partitions = Vec::new();
        while instant(start)? < to {
            if partitions.len() == MOST {
                return Err(format!("more than {MOST} partitions"));
            }
            let next = start.checked_add(every.span());
            let next = next.map_err(|error| error.to_string())?;
            partitions.push(Partition {
                name: every.name(start),
                from: self.first_at(start, options)?,
                to: self.first_at(next, options)?,
            });
            start = next;
        }
        Ok(partitions)
    }

    fn first_at(&self, date: Date, options: &Options) -> Result<Id, String> {
        let start = instant(date)?;
        let end = Timestamp::from_unix_us(start.unix_us().saturating_add(1));
        let ids = Id::range_with(start, end, self.format, options);
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
