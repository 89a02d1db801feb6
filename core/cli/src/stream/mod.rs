//! Files of any size, as stretches of whole lines, and the ids in them.

mod blocks;
mod key;
mod merge;
mod open;
mod sorter;
mod text;
mod threads;

use std::ops::Range;
use std::path::{Path, PathBuf};

use sortid::{Format, Id, Timestamp};

use crate::failure::{Failure, Outcome, complain};
use crate::options::{Given, Readings};
use crate::progress::Progress;
use crate::time;

use blocks::Unread;
use threads::{Calls, Plan};

pub(crate) use key::Key;
pub(crate) use sorter::Sorter;
pub(crate) use text::Passed;

/// Some whole lines of a file, each with its end but for the last of the file.
pub(crate) struct Lines<'a> {
    pub(crate) file: &'a Path,
    /// Which of the files that is: one may be there twice.
    pub(crate) nth: usize,
    pub(crate) bytes: &'a [u8],
    /// Whether they are the first of their file.
    pub(crate) begins: bool,
}

/// Hands over all lines of all files, standard input if there is none. A file that cannot be read is reported, and the others go on.
pub(crate) fn each_lines(
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

/// The same where most of what is done with some lines does not depend on others: `work` is called by any thread, and what it made is handed to `take` in the
/// order of the lines. It finds what it made of other lines before.
pub(crate) fn each_worked<M: Default + Send + 'static>(
    files: &[PathBuf],
    work: impl Fn(&Lines<'_>, &mut M) + Sync,
    take: impl FnMut(&Lines<'_>, &mut M) -> Result<(), Failure>,
) -> Result<Files, Failure> {
    each(files, Plan::new(), &work, take)
}

/// How the reading of files came out.
pub(crate) struct Files {
    pub(crate) outcome: Outcome,
    /// Which of them could not be read, or not to their ends.
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
                complain(path.display(), file.error);
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

/// Lines of standard input, handed over as those of files are. Of a line that is longer no more is kept than tells so.
pub(crate) fn each_of_input<M: Default + Send + 'static>(
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
    // What people look at is drawn over by no bar.
    threads::each(&files, Plan::new(), Some(longest), Progress::none(), calls)
}

/// An id and where it stands.
pub(crate) struct Found {
    pub(crate) place: Range<usize>,
    pub(crate) id: Id,
    pub(crate) time: Option<Timestamp>,
}

/// What is looked for, and how its times are read.
pub(crate) struct Wanted {
    formats: Option<Vec<Format>>,
    readings: Readings,
    now: Timestamp,
}

impl Wanted {
    pub(crate) fn new(formats: &[Format], given: &Given) -> Result<Self, Failure> {
        Ok(Self {
            formats: (!formats.is_empty()).then(|| formats.to_vec()),
            readings: given.readings()?,
            now: time::now(),
        })
    }

    /// The ids in some bytes, from the first to the last.
    pub(crate) fn find(&self, bytes: &[u8]) -> impl Iterator<Item = Found> {
        let found = sortid::find_ids_at(bytes, self.formats.as_deref(), self.now);
        found.map(|(place, id)| {
            let time = self.readings.time_of(&id);
            Found { place, id, time }
        })
    }
}

/// Where the line begins and ends in which a byte stands; the end is not part of it.
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
    fn a_line_is_found_around_each_of_its_bytes() {
        let text = b"a\nbcd\n\ne";
        for (at, line) in [(0, 0..1), (2, 2..5), (4, 2..5), (6, 6..6), (7, 7..8)] {
            assert_eq!(line_around(text, at), line);
        }
    }
}
