//! `sortid sql`: SQL for a format.

use std::io::Write;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::Map;
use sortid::{Format, Timestamp};
use sortid_sql::{ColumnType, Dialect, Error, Partitions, Period, Request, Table};

use crate::failure::{Failure, Outcome};
use crate::names::format_parser;
use crate::options::ReadingOptions;
use crate::output::Output;
use crate::time;

/// Print SQL for a format: functions, checks, columns, partitions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid sql uuid7 --db postgresql | psql
  sortid sql snowflake --db mysql --epoch discord
  sortid sql ulid --db sqlite --type binary --table events
  sortid sql uuid7 --db postgresql --table events --partitions month \\
    --from 2026-01-01 --to 2027-01-01
  sortid sql tid --db duckdb --json

FORMAT_time returns the time of an id, rounded down to the database's resolution. FORMAT_min and \
FORMAT_max return the smallest and the largest id of the tick that contains a time. Values out of \
range raise an error. SQLite has no SQL functions, so its script contains expressions, in \
comments. The object of --json has each part by its name. Names are quoted. If a database cannot \
store or sort the ids as requested, the exit code is 2.")]
pub(crate) struct Args {
    /// Format of the ids
    #[arg(value_parser = format_parser(), hide_possible_values = true)]
    format: Format,
    /// Database
    #[arg(long, value_name = "NAME", value_parser = named(Dialect::ALL, Dialect::name))]
    db: Dialect,
    /// Kind of the column's type [default: as in sortid's packages]
    #[arg(long = "type", value_name = "KIND", value_parser = named(ColumnType::ALL, ColumnType::name))]
    kind: Option<ColumnType>,
    /// Also create a table with this name
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Name of the column
    #[arg(long, value_name = "NAME", default_value = "id")]
    column: String,
    /// Partition the table by time, in UTC
    #[arg(long, value_name = "EVERY", requires = "table", value_parser = named(Period::ALL, Period::name))]
    partitions: Option<Period>,
    /// Start of the first partition
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true, requires = "partitions")]
    from: Option<Timestamp>,
    /// End of the last partition
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true, requires = "partitions")]
    to: Option<Timestamp>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: ReadingOptions,
}

/// Parses one of these values by its name.
fn named<T>(all: &[T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + FromStr<Err: std::error::Error + Send + Sync> + Send + Sync + 'static,
{
    let names = all.iter().map(|&value| name(value));
    PossibleValuesParser::new(names).try_map(|name| T::from_str(&name))
}

impl Args {
    fn request(&self) -> Result<Request, Failure> {
        let mut request = Request::new(self.format, self.db);
        request.options = self.options.0.all()?;
        request.column_type = self.kind;
        request.column.clone_from(&self.column);
        request.table = self.table.as_ref().map(|name| {
            let mut table = Table::new(name);
            let times = self.from.zip(self.to).map(|(from, to)| from..to);
            table.partitions = self.partitions.map(|period| Partitions::new(period, times));
            table
        });
        Ok(request)
    }

    fn failure(&self, error: Error) -> Failure {
        match error {
            Error::Options(error) => self.options.0.refusal(self.format, error),
            Error::Name { name, reason } => Failure::refused(format_args!("name {name:?}"), reason),
            Error::Partitions(reason) => Failure::refused("--partitions", reason),
            Error::NoTimes => Failure::refused("--partitions", "requires --from and --to"),
            error => Failure::refused(self.format, error),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let script = args.request()?.write();
    let script = script.map_err(|error| args.failure(error))?;
    let mut out = Output::new(args.json);
    if args.json {
        let mut object = Map::new();
        object.insert("format".into(), args.format.name().into());
        object.insert("type".into(), script.column_type().into());
        for fragment in script.fragments() {
            object.insert(fragment.name.into(), fragment.sql.as_str().into());
        }
        object.insert("notes".into(), script.notes().into());
        out.json(&object)?;
    } else {
        write!(out, "{script}")?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}
