//! Partitions by time. Their bounds are ids, so they need no function.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use sortid::{Id, Options, Timestamp};

use crate::model::{Dialect, Period};
use crate::storage::{Kind, Storage};

/// Maximum number of partitions. More are probably a mistake.
const MOST: usize = 10_000;

/// A partition: the suffix of its name, its smallest id, and the smallest id of the next one.
pub(crate) struct Partition {
    pub(crate) name: String,
    pub(crate) from: Id,
    pub(crate) to: Id,
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
    pub(crate) fn of_time(self) -> &'static str {
        match self {
            Period::Day => "toYYYYMMDD",
            Period::Week => "toMonday",
            Period::Month => "toYYYYMM",
            Period::Year => "toYear",
        }
    }
}

impl Storage {
    /// Returns why the database has no such partitions.
    pub(crate) fn no_partitions(&self) -> Option<&'static str> {
        match (self.db, &self.kind) {
            (Dialect::Sqlite | Dialect::Duckdb, _) => Some("the database has no partitions"),
            (Dialect::Mariadb, Kind::Uuid) => {
                Some("MariaDB partitions no uuid by ranges: take --type binary")
            }
            _ if !self.keeps_order() => Some("the column does not sort by time"),
            _ => None,
        }
    }

    /// Returns the partitions for the times from `from` up to `to`.
    pub(crate) fn partitions(
        &self,
        every: Period,
        times: &Range<Timestamp>,
        options: &Options,
    ) -> Result<Vec<Partition>, String> {
        let mut start = every.floor(date(times.start)?);
        let mut partitions = Vec::new();
        while instant(start)? < times.end {
            if partitions.len() == MOST {
                return Err(format!("more than {MOST} partitions"));
            }
            let next = start.checked_add(every.span());
            let next = next.map_err(|error| error.to_string())?;
            partitions.push(Partition {
                name: every.suffix(start),
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
