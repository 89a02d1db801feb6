//! `sortid stats`: statistics of the ids in a stream.

mod counts;
mod histogram;
mod report;
mod tally;

use sortid::Timestamp;

use crate::failure::{Failure, Outcome};
use crate::file_args::{FileArgs, memory};
use crate::output::Output;
use crate::stream::{Key, Lines, Sorter, Wanted, each_worked};

use histogram::Histogram;
use report::Report;
use tally::{Seen, Tally};

/// Summarize ids: formats, times, rate, gaps, order, nodes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid stats app.log
  sortid new uuid7 100000 | sortid stats --json

An id is out of order if it is smaller than the previous id of its format. Gaps are times without
ids of any format. Nodes and counters are read as this program generates them. In a pipe, values are
separated by tabs.")]
pub(crate) struct Args {
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Memory limit in MB, beyond which temporary files are used
    #[arg(long, value_name = "MB", default_value = "256", value_parser = memory)]
    memory: u64,
    #[command(flatten)]
    ids: FileArgs,
}

/// Number of gaps in the report.
const GAPS: usize = 3;
/// Maximum number of bars, each on its own line.
const BARS: i128 = 20;

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let wanted = Wanted::new(&args.ids.format, &args.ids.options.0)?;
    let mut sorter = Sorter::new(args.memory, false)?;
    let mut tally = Tally::new();
    let work = |lines: &Lines<'_>, seen: &mut Vec<Seen>| {
        seen.extend(wanted.find(lines.bytes).map(|found| Seen::new(&found)));
    };
    let files = each_worked(&args.ids.files, work, |_, seen| {
        for seen in seen.drain(..) {
            tally.see(&seen);
            sorter.push(&seen.key, &[])?;
        }
        Ok(())
    })?;
    let outcome = files.outcome;
    let mut ordered = Ordered::new(&tally);
    sorter.finish(|key, _| {
        ordered.add(key);
        Ok(())
    })?;
    let is_empty = tally.ids() == 0;
    let mut out = Output::new(args.json);
    Report { tally, ordered }.write(&mut out)?;
    Ok(match is_empty {
        true => outcome.and(Outcome::NotFound),
        false => outcome,
    })
}

/// Statistics of the ids in sorted order.
struct Ordered {
    before: Option<Key>,
    /// How many ids equal the one before them.
    duplicates: u64,
    /// The longest times without an id, longest first, each with its start and end.
    gaps: Vec<(i128, Timestamp, Timestamp)>,
    histogram: Option<Histogram>,
}

impl Ordered {
    fn new(tally: &Tally) -> Self {
        Self {
            before: None,
            duplicates: 0,
            gaps: Vec::new(),
            histogram: tally
                .times()
                .map(|(first, last)| Histogram::new(first, last, BARS)),
        }
    }

    fn add(&mut self, key: &Key) {
        if let (Some(time), Some(histogram)) = (key.time(), &mut self.histogram) {
            histogram.add(time);
        }
        if self.before.as_ref() == Some(key) {
            self.duplicates += 1;
        }
        let before = self.before.as_ref().and_then(Key::time);
        if let (Some(from), Some(to)) = (before, key.time()) {
            self.gap(from, to);
        }
        self.before = Some(*key);
    }

    fn gap(&mut self, from: Timestamp, to: Timestamp) {
        let long = to.unix_ns() - from.unix_ns();
        let shortest = self.gaps.get(GAPS - 1).map_or(0, |(long, ..)| *long);
        if long > shortest {
            let at = self.gaps.partition_point(|(other, ..)| *other >= long);
            self.gaps.insert(at, (long, from, to));
            self.gaps.truncate(GAPS);
        }
    }
}
