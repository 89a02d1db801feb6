//! `sortid grep`: the lines that contain an id of a time.

use sortid::Timestamp;

use crate::failure::{Failure, Outcome};
use crate::file_args::FileArgs;
use crate::stream::{IdFinder, Lines, Passthrough, line_around, map_blocks};
use crate::time;

/// Print lines that contain an id of a time interval
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sortid grep --from -1h app.log
  sortid grep --from 2026-03-01T10:00 --to 2026-03-01T10:15 *.log.gz
  sortid grep --from yesterday --to today --only-ids --format tid,uuid7 app.log

Exit codes: 0 lines found, 1 none found, 2 invalid usage or unreadable file.

{}", time::GRAMMAR))]
pub(crate) struct Args {
    /// Start of the interval, inclusive [default: none]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true, required_unless_present = "to")]
    from: Option<Timestamp>,
    /// End of the interval, exclusive [default: now]
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    to: Option<Timestamp>,
    /// Print only the ids, one per line
    #[arg(long)]
    only_ids: bool,
    /// Print the number of lines found in each file
    #[arg(short, long, conflicts_with = "only_ids")]
    count: bool,
    #[command(flatten)]
    ids: FileArgs,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let finder = IdFinder::new(&args.ids.format, &args.ids.options.0)?;
    let to = args.to.unwrap_or_else(time::now);
    let from = args.from;
    if from.is_some_and(|from| from >= to) {
        return Err(Failure::refused("--to", "must be later than --from"));
    }
    let is_of_time = |time: Timestamp| from.is_none_or(|from| from <= time) && time < to;
    let names_files = args.ids.files.len() > 1;
    let work = |lines: &Lines<'_>, of: &mut OfTime| {
        let mut done = 0;
        for found in finder.find(lines.bytes) {
            let is_wanted = found.time.is_some_and(is_of_time);
            if !is_wanted || found.place.start < done {
                continue;
            }
            let place = match args.only_ids {
                true => found.place,
                false => line_around(lines.bytes, found.place.start),
            };
            done = place.end;
            of.count += 1;
            if args.count {
                continue;
            }
            if names_files {
                of.out.text(lines.file.as_os_str().as_encoded_bytes());
                of.out.words(":");
            }
            of.out.text(lines.bytes.get(place).unwrap_or_default());
            of.out.words("\n");
        }
    };
    // Without files, standard input is the only one.
    let mut counts = vec![0_u64; args.ids.files.len().max(1)];
    let files = map_blocks(&args.ids.files, work, |lines, of| {
        counts[lines.nth] += std::mem::take(&mut of.count);
        Ok(of.out.flush()?)
    })?;
    if args.count {
        let mut out = Passthrough::default();
        for (nth, count) in counts.iter().enumerate() {
            if files.unread.contains(&nth) {
                continue;
            }
            if names_files && let Some(file) = args.ids.files.get(nth) {
                out.text(file.as_os_str().as_encoded_bytes());
                out.words(":");
            }
            out.words(&format!("{count}\n"));
        }
        out.flush()?;
    }
    let seen = counts.iter().any(|count| *count > 0);
    Ok(match seen {
        true => files.outcome,
        false => files.outcome.and(Outcome::NotFound),
    })
}

/// The matches in a block of lines.
#[derive(Default)]
struct OfTime {
    count: u64,
    out: Passthrough,
}
