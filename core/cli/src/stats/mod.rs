//! `sortid stats`: statistics of the ids in a stream.

mod counts;
mod histogram;
mod report;
mod tally;

use sortid::Timestamp;

use crate::args::Stats;
use crate::failure::{Failure, Outcome};
use crate::output::Output;
use crate::stream::{Key, Lines, Sorter, Wanted, each_worked};

use histogram::Histogram;
use report::Report;
use tally::{Seen, Tally};

/// Number of gaps in the report.
const GAPS: usize = 3;
/// Maximum number of bars, each on its own line.
const BARS: i128 = 20;

pub(crate) fn run(stats: &Stats) -> Result<Outcome, Failure> {
    let wanted = Wanted::new(&stats.ids.format, &stats.ids.options.0)?;
    let mut sorter = Sorter::new(stats.memory, false)?;
    let mut tally = Tally::new();
    let work = |lines: &Lines<'_>, seen: &mut Vec<Seen>| {
        seen.extend(wanted.find(lines.bytes).map(|found| Seen::new(&found)));
    };
    let files = each_worked(&stats.ids.files, work, |_, seen| {
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
    let mut out = Output::new(stats.json);
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
