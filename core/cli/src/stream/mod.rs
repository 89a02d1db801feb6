//! Files of any size, as blocks of whole lines, and the ids in them.

mod blocks;
mod key;
mod open;
mod passthrough;
mod sorter;
mod threads;

use std::ops::Range;
use std::path::{Path, PathBuf};

use sortid::{AnyId, Format, Timestamp};

use crate::failure::{Failure, Level, Outcome, report};
use crate::options::{GivenOptions, Readings};
use crate::progress::Progress;
use crate::time;

use blocks::Unread;
use threads::{Calls, Plan};

pub(crate) use key::Key;
pub(crate) use passthrough::Passthrough;
pub(crate) use sorter::Sorter;

/// Whole lines of a file, each with its line break, except for the last line of the file.
pub(crate) struct Lines<'a> {
    pub(crate) file: &'a Path,
    /// The index of the file, which may be listed twice.
    pub(crate) nth: usize,
    pub(crate) bytes: &'a [u8],
    /// Whether they are the first lines of their file.
    pub(crate) begins: bool,
}

/// Passes all lines of all files to `handle`. Reads standard input if `files` is empty. A file that
/// cannot be read is reported, and the others are still processed.
pub(crate) fn for_each_block(
    files: &[PathBuf],
    handle: impl FnMut(&Lines<'_>) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let mut handle = handle;
    let alone = Plan {
        threads: 1,
        ..Plan::new()
    };
    each(files, alone, &|_, (): &mut ()| {}, |lines, ()| {
        handle(lines)
    })
    .map(|files| files.outcome)
}

/// Does the same if most of the work on some lines does not depend on other lines: any thread calls
/// `work`, and `take` receives the results in the order of the lines. `work` may get the result of
/// earlier lines to reuse.
pub(crate) fn map_blocks<M: Default + Send + 'static>(
    files: &[PathBuf],
    work: impl Fn(&Lines<'_>, &mut M) + Sync,
    take: impl FnMut(&Lines<'_>, &mut M) -> Result<(), Failure>,
) -> Result<Files, Failure> {
    each(files, Plan::new(), &work, take)
}

/// The result of reading files.
pub(crate) struct Files {
    pub(crate) outcome: Outcome,
    /// The indexes of files that could not be read, at all or to their ends.
    pub(crate) unread: Vec<usize>,
}

fn each<M: Default + Send + 'static>(
    files: &[PathBuf],
    plan: Plan,
    work: &(impl Fn(&Lines<'_>, &mut M) + Sync),
    take: impl FnMut(&Lines<'_>, &mut M) -> Result<(), Failure>,
) -> Result<Files, Failure> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    let mut unread = Vec::new();
    let calls = Calls {
        work,
        take,
        unread: |file: Unread| {
            if let Some(path) = files.get(file.nth) {
                report(Level::Error, path.display(), file.error);
            }
            unread.push(file.nth);
            Ok(())
        },
    };
    threads::each(files, plan, None, open::progress(files), calls)?;
    let outcome = match unread.is_empty() {
        true => Outcome::Done,
        false => Outcome::SomeRefused,
    };
    Ok(Files { outcome, unread })
}

/// Processes the lines of standard input, like [`map_blocks`]. Lines over `longest` bytes may be
/// cut off there.
pub(crate) fn map_input<M: Default + Send + 'static>(
    longest: usize,
    work: impl Fn(&Lines<'_>, &mut M) + Sync,
    take: impl FnMut(&Lines<'_>, &mut M) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let files = [PathBuf::from("-")];
    let calls = Calls {
        work,
        take,
        unread: |file: Unread| Err(Failure::failed("standard input", file.error)),
    };
    // No progress bar, which would overwrite the output that people read.
    threads::each(&files, Plan::new(), Some(longest), Progress::none(), calls)
}

/// An id and its position.
pub(crate) struct Found {
    pub(crate) place: Range<usize>,
    pub(crate) id: AnyId,
    pub(crate) time: Option<Timestamp>,
}

/// The requested formats, and how to read their times.
pub(crate) struct IdFinder {
    formats: Option<Vec<Format>>,
    readings: Readings,
    now: Timestamp,
}

impl IdFinder {
    pub(crate) fn new(formats: &[Format], given: &GivenOptions) -> Result<Self, Failure> {
        Ok(Self {
            formats: (!formats.is_empty()).then(|| formats.to_vec()),
            readings: given.readings()?,
            now: time::now(),
        })
    }

    /// Returns the ids in some bytes, from the first to the last.
    pub(crate) fn find(&self, bytes: &[u8]) -> impl Iterator<Item = Found> {
        let found = sortid::find_ids_at(bytes, self.formats.as_deref(), self.now);
        found.map(|(place, id)| {
            let time = self.readings.time_of(&id);
            Found { place, id, time }
        })
    }
}

/// Returns the line around the byte at `at`, without its line break.
pub(crate) fn line_around(bytes: &[u8], at: usize) -> Range<usize> {
    let before = bytes.get(..at).unwrap_or_default();
    let behind = bytes.get(at..).unwrap_or_default();
    let begin = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', behind).map_or(bytes.len(), |end| at + end);
    begin..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_around_returns_the_whole_line() {
        let text = b"a\nbcd\n\ne";
        for (at, line) in [(0, 0..1), (2, 2..5), (4, 2..5), (6, 6..6), (7, 7..8)] {
            assert_eq!(line_around(text, at), line);
        }
    }
}
