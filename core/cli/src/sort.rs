//! `sortid sort`: lines by the time of their first id.

use std::path::PathBuf;

use crate::failure::{Failure, Level, Outcome, report};
use crate::file_args::{FileArgs, memory};
use crate::stream::{IdFinder, Key, Lines, Passthrough, Sorter, for_each_block};

/// Sort lines by the time of their first id, or check the order
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid sort a.log b.log.gz > all.log
  sortid sort --check ids

Ids of the same time are sorted by the code of their format, then as the format sorts. Ids without \
a time come after those with one. Lines with the same id keep their order. Lines without an id \
come last, and are counted. Beyond the memory limit, temporary files are used (in TMPDIR); they \
are gone when the command ends, even if it is killed.

Exit codes of --check: 0 in order, 1 out of order, 2 invalid usage or unreadable file.")]
pub(crate) struct Args {
    /// Only check the order, and report the first line out of order
    #[arg(long, conflicts_with = "only_ids")]
    check: bool,
    /// Omit lines without an id
    #[arg(long)]
    only_ids: bool,
    /// Memory limit in MB, beyond which temporary files are used
    #[arg(long, value_name = "MB", default_value = "256", value_parser = memory)]
    memory: u64,
    #[command(flatten)]
    ids: FileArgs,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let finder = IdFinder::new(&args.ids.format, &args.ids.options.0)?;
    if args.check {
        return check(args, &finder);
    }
    let mut sorter = Sorter::new(args.memory, true)?;
    let mut without = 0_u64;
    let outcome = for_each_block(&args.ids.files, |lines| {
        each_key(&finder, lines, |key, line| {
            if key == Key::LAST {
                without += 1;
                if args.only_ids {
                    return Ok(());
                }
            }
            sorter.push(&key, line)
        })
    })?;
    if outcome != Outcome::Done {
        // Print nothing if part of the input could not be read.
        return Ok(outcome);
    }
    let mut out = Passthrough::default();
    sorter.finish(|_, line| {
        out.text(line);
        out.words("\n");
        Ok(out.flush_much()?)
    })?;
    out.flush()?;
    if without > 0 {
        let done = if args.only_ids {
            "left out"
        } else {
            "put last"
        };
        report(
            Level::Warning,
            format_args!("{without} {} without an id", lines_of(without)),
            done,
        );
    }
    Ok(outcome)
}

fn lines_of(count: u64) -> &'static str {
    if count == 1 { "line" } else { "lines" }
}

/// Checks that the ids of the lines are in order. Skips lines without an id.
fn check(args: &Args, finder: &IdFinder) -> Result<Outcome, Failure> {
    let (mut before, mut nth, mut file) = (None::<Key>, 0_u64, PathBuf::new());
    let mut fault = None;
    let outcome = for_each_block(&args.ids.files, |lines| {
        if lines.begins {
            (nth, file) = (0, lines.file.to_owned());
        }
        each_key(finder, lines, |key, _| {
            nth += 1;
            if key == Key::LAST || fault.is_some() {
                return Ok(());
            }
            if before.is_some_and(|before| before > key) {
                fault = Some((file.clone(), nth));
            }
            before = Some(key);
            Ok(())
        })
    })?;
    let Some((file, nth)) = fault else {
        return Ok(outcome);
    };
    let place = format!("{}:{nth}", file.display());
    report(
        Level::Error,
        place,
        "out of order: its id sorts before the id of an earlier line",
    );
    Ok(outcome.and(Outcome::NotFound))
}

/// Passes every line without its line break, with the key of its first id.
fn each_key(
    finder: &IdFinder,
    lines: &Lines<'_>,
    mut handle: impl FnMut(Key, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut found = finder.find(lines.bytes).peekable();
    let mut end = 0;
    for line in lines.bytes.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        let mut key = Key::LAST;
        while let Some(id) = found.next_if(|found| found.place.start < end) {
            if key == Key::LAST {
                key = Key::new(&id.id, id.time);
            }
        }
        handle(key, line.strip_suffix(b"\n").unwrap_or(line))?;
    }
    Ok(())
}
