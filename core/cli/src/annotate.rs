//! `sortid annotate`: a stream with the time of each id next to it.

use std::io::Write;

use jiff::tz::TimeZone;
use sortid::{Format, Timestamp};

use crate::failure::{Failure, Outcome};
use crate::file_args::FileArgs;
use crate::output::Output;
use crate::stream::{IdFinder, Lines, Passthrough, for_each_block, line_around, map_blocks};
use crate::time;

/// Print files with the time of each id next to it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid annotate < app.log
  tail -f app.log | sortid annotate --local
  sortid annotate --replace app.log
  sortid annotate --json app.log | jq -r .time

Objects of --json contain the file, the line number, the position of the id in the line (found_at) \
and the members that inspect prints.")]
pub(crate) struct Args {
    /// Replace each id with its time
    #[arg(long, conflicts_with = "json")]
    replace: bool,
    /// Use local time
    #[arg(long, conflicts_with = "json")]
    local: bool,
    /// Print only a JSON object for each id
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ids: FileArgs,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let finder = IdFinder::new(&args.ids.format, &args.ids.options.0)?;
    if args.json {
        return objects(args, &finder);
    }
    let zone = args.local.then(|| time::here().0);
    let work = |lines: &Lines<'_>, out: &mut Passthrough| {
        let mut done = 0;
        for found in finder.find(lines.bytes) {
            let Some(time) = found.time else {
                continue;
            };
            let format = found.id.format();
            let time = local_or_utc(time, format, zone.as_ref());
            let before = match args.replace {
                true => done..found.place.start,
                false => done..found.place.end,
            };
            out.text(lines.bytes.get(before).unwrap_or_default());
            match args.replace {
                true => out.words(&time),
                false => {
                    for words in [" ⟨", &time, ", ", format.name(), "⟩"] {
                        out.words(words);
                    }
                }
            }
            done = found.place.end;
        }
        out.text(lines.bytes.get(done..).unwrap_or_default());
    };
    let files = map_blocks(&args.ids.files, work, |_, out| Ok(out.flush()?))?;
    Ok(files.outcome)
}

fn local_or_utc(time: Timestamp, format: Format, zone: Option<&TimeZone>) -> String {
    let local = zone.and_then(|zone| time::in_zone(time, format, zone));
    local.unwrap_or_else(|| time::format(time, format))
}

/// Prints an object for each id, including ids without a time.
fn objects(args: &Args, finder: &IdFinder) -> Result<Outcome, Failure> {
    let mut out = Output::new(true);
    let mut ended = 0;
    for_each_block(&args.ids.files, |lines| {
        if lines.begins {
            ended = 0;
        }
        let mut counted = 0;
        for found in finder.find(lines.bytes) {
            ended += ends(lines, counted..found.place.start);
            counted = found.place.start;
            let line = line_around(lines.bytes, found.place.start);
            let text = lines.bytes.get(found.place.clone()).unwrap_or_default();
            let mut object = out.object();
            object.text("file", &lines.file.to_string_lossy());
            object.int("line", (ended + 1).into());
            object.int("found_at", (found.place.start - line.start) as i128);
            object.text("input", &String::from_utf8_lossy(text));
            object.members(&found.id, found.time);
            let prefix = sortid::prefix_of(text);
            let prefix = Some(prefix)
                .filter(|prefix| !prefix.is_empty() && found.id.format().takes_prefix());
            object.text_or_null("prefix", prefix);
            object.end()?;
        }
        ended += ends(lines, counted..lines.bytes.len());
        // Flush: the writer of the next line may be waiting for this output.
        Ok(out.flush()?)
    })
}

fn ends(lines: &Lines<'_>, place: std::ops::Range<usize>) -> u64 {
    let bytes = lines.bytes.get(place).unwrap_or_default();
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
