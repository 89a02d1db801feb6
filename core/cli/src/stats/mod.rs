//! `sortid stats`: statistics of the ids in a stream.

mod counts;
mod histogram;
mod report;
mod tally;

use crate::failure::{Failure, Outcome};
use crate::file_args::{FileArgs, memory};
use crate::output::Output;
use crate::stream::{IdFinder, Lines, Sorter, map_blocks};

use report::Report;
use tally::{Block, Ordered, Tally};

/// Summarize ids: formats, times, rate, gaps, order, nodes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid stats app.log
  sortid new uuid7 100000 | sortid stats --json

An id is out of order if it is smaller than the previous id of its format. Gaps are times without \
ids of any format. Nodes and counters are read as this program generates them. In a pipe, values \
are separated by tabs.")]
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

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let finder = IdFinder::new(&args.ids.format, &args.ids.options.0)?;
    let mut sorter = Sorter::new(args.memory, false)?;
    let mut tally = Tally::new();
    let work = |lines: &Lines<'_>, block: &mut Block| {
        finder.find(lines.bytes).for_each(|found| block.add(&found));
    };
    let files = map_blocks(&args.ids.files, work, |_, block| {
        tally.append(block);
        let mut keys = block.keys.drain(..);
        keys.try_for_each(|key| sorter.push(&key, &[]))
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
