//! `sortid range` and `sortid prefix`: the first and the last id.

use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use sortid::{AnyId, Format, Options, Timestamp};

use crate::failure::{Failure, Outcome};
use crate::input::escaped;
use crate::names::format_parser;
use crate::options::ReadingOptions;
use crate::output::{Output, OutputMode, hex};
use crate::style::{FAINT, NAME, TEXT};
use crate::time;

/// Print the smallest and largest id of a time interval
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sortid range uuid7 --from -1h
  sortid range uuid7 --from 2024-07-19 --to 2024-07-20
    SELECT … WHERE id BETWEEN min AND max

{}", time::GRAMMAR))]
pub(crate) struct RangeArgs {
    /// Format of the ids
    #[arg(value_parser = format_parser(), hide_possible_values = true)]
    format: Format,
    /// Start of the interval, inclusive
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    from: Timestamp,
    /// End of the interval, exclusive [default: now]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    to: Option<Timestamp>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: ReadingOptions,
}

/// Print the smallest and largest id starting with TEXT
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  sortid prefix timeid 3kxn-lhr")]
pub(crate) struct PrefixArgs {
    /// Format of the ids
    #[arg(value_parser = format_parser(), hide_possible_values = true)]
    format: Format,
    /// Beginning of the ids' text
    #[arg(value_name = "TEXT")]
    text: OsString,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn range(args: &RangeArgs) -> Result<Outcome, Failure> {
    let to = args.to.unwrap_or_else(time::now);
    if args.from >= to {
        return Err(Failure::refused("--to", "must be later than --from"));
    }
    let given = &args.options.0;
    let options = given.all()?;
    let bounds = AnyId::range_with(args.from, to, args.format, &options);
    let bounds = bounds.map_err(|error| given.refusal(args.format, error))?;
    print(args.format, bounds, &options, args.json)
}

pub(crate) fn prefix(args: &PrefixArgs) -> Result<Outcome, Failure> {
    let text = args.text.as_encoded_bytes();
    let bounds = AnyId::prefix_range(text, args.format);
    let bounds = bounds.map_err(|error| {
        Failure::refused(escaped(text), format_args!("{}: {error}", args.format))
    })?;
    print(args.format, bounds, &Options::new(), args.json)
}

fn print(
    format: Format,
    ids: RangeInclusive<AnyId>,
    options: &Options,
    json: bool,
) -> Result<Outcome, Failure> {
    let (min, max) = ids.into_inner();
    let mut out = Output::new(json);
    match out.mode() {
        OutputMode::Human => {
            for (label, id) in [("min", min), ("max", max)] {
                write!(out, "{NAME}{label}{NAME:#}  {TEXT}{id}{TEXT:#}")?;
                if let Ok(time) = id.timestamp_with(options) {
                    write!(out, "  {FAINT}{}{FAINT:#}", time::format(time, format))?;
                }
                writeln!(out)?;
            }
        }
        OutputMode::Tsv => writeln!(out, "{min}\n{max}")?,
        OutputMode::Json => {
            let mut object = Map::new();
            object.insert("format".into(), format.name().into());
            object.insert("min".into(), bound(&min));
            object.insert("max".into(), bound(&max));
            out.json(&object)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn bound(id: &AnyId) -> Value {
    json!({ "text": id.to_text().as_str(), "hex": hex(&id.to_bytes()) })
}
