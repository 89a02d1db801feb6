//! The arguments of the commands that read files: `grep`, `annotate`, `stats`, `sort`.

use std::path::PathBuf;

use clap::Args;
use sortid::{Format, Timestamp};

use crate::names::format_parser;
use crate::options::ReadingOptions;
use crate::time;

/// Which ids, of which files.
#[derive(Debug, Args)]
pub(crate) struct Ids {
    /// The files, compressed where they end in .gz or .zst; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Only ids of these formats [default: those that are told from words]
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = format_parser(), hide_possible_values = true)]
    pub(crate) format: Vec<Format>,
    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

/// Print the lines that hold an id of a time
#[derive(Debug, Args)]
#[command(after_help = format!("\
Examples:
  sortid grep --from -1h app.log
  sortid grep --from 2026-03-01T10:00 --to 2026-03-01T10:15 *.log.gz
  sortid grep --from yesterday --to today --only-ids --format tid,uuid7 app.log

Exit codes: 0 there are such lines, 1 there are none, 2 usage, or a file cannot be read.

{}", time::GRAMMAR))]
pub(crate) struct Grep {
    /// The start, part of the time [default: all before the end]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true, required_unless_present = "to")]
    pub(crate) from: Option<Timestamp>,
    /// The end, not part of it [default: now]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    pub(crate) to: Option<Timestamp>,
    /// Print the ids alone, one a line
    #[arg(long)]
    pub(crate) only_ids: bool,
    /// Print how many lines there are, of each file
    #[arg(short, long, conflicts_with = "only_ids")]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) ids: Ids,
}

/// Print files with the time of each id beside it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sortid annotate < app.log
  tail -f app.log | sortid annotate --local
  sortid annotate --replace app.log
  sortid annotate --json app.log | jq -r .time

An object of --json has the file, the number of the line, where in it the id begins (found_at), and
what inspect tells.")]
pub(crate) struct Annotate {
    /// Put the time in the place of the id
    #[arg(long, conflicts_with = "json")]
    pub(crate) replace: bool,
    /// Show times as clocks do here, instead of UTC
    #[arg(long, conflicts_with = "json")]
    pub(crate) local: bool,
    /// Print a JSON object for each id, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) ids: Ids,
}

/// Tell what ids files hold: formats, times, rate, gaps, duplicates, order, nodes and counters
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sortid stats app.log
  sortid new uuid7 100000 | sortid stats --json

An id is out of order that is smaller than the one before it of its format. Gaps are times without an
id, of all formats together. Counters are those of ids as they are made here. In a pipe: lines of
values between tabs.")]
pub(crate) struct Stats {
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Memory in MB, beyond which temporary files are used
    #[arg(long, value_name = "MB", default_value = "256", value_parser = memory)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) ids: Ids,
}

/// Sort lines by the time of their first id, or tell whether they are in order
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sortid sort a.log b.log.gz > all.log
  sortid sort --check ids

Ids of one time are sorted by the code of their format, then as ids of that format are; those without a
time come after those with one. Lines of one id stay as they came. Lines without an id come last, and
are counted. Beyond the memory there are files in the temporary folder (TMPDIR), which are gone when
the command is, whatever ends it.

Exit codes of --check: 0 in order, 1 not, 2 usage, or a file cannot be read.")]
pub(crate) struct Sort {
    /// Tell the first line that is out of order, by exit code 1; lines without an id are passed over
    #[arg(long, conflicts_with = "only_ids")]
    pub(crate) check: bool,
    /// Leave out lines without an id
    #[arg(long)]
    pub(crate) only_ids: bool,
    /// Memory in MB, beyond which temporary files are used
    #[arg(long, value_name = "MB", default_value = "256", value_parser = memory)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) ids: Ids,
}

/// Parses a number of megabytes. Returns bytes.
fn memory(text: &str) -> Result<u64, String> {
    let megabytes: Option<u64> = text.parse().ok().filter(|megabytes| *megabytes > 0);
    let bytes = megabytes.and_then(|megabytes| megabytes.checked_mul(1 << 20));
    bytes.ok_or_else(|| "a number of megabytes, from 1 on".to_owned())
}
