//! Files of any size, as stretches of whole lines, and the ids in them.

mod key;
mod merge;
mod open;
mod sorter;
mod text;

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use sortid::{Format, Id, Timestamp};

use crate::failure::{Failure, Outcome, complain};
use crate::options::{Given, Readings};
use crate::time;

pub(crate) use key::Key;
pub(crate) use sorter::Sorter;
pub(crate) use text::Passed;

/// Read at once.
const CHUNK_BYTES: usize = 1 << 20;
/// A longer line is none that anybody could want to see.
const LONGEST_LINE: usize = 64 << 20;

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
    mut handle: impl FnMut(Lines<'_>) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    let mut progress = open::progress(files);
    let (read, mut outcome) = (Rc::new(Cell::new(0)), Outcome::Done);
    let mut buffer = Vec::new();
    for (nth, file) in files.iter().enumerate() {
        let mut lines = |bytes: &[u8], begins| {
            progress.done(read.get());
            handle(Lines {
                file,
                nth,
                bytes,
                begins,
            })
        };
        let done = match open::open(file, &read) {
            Ok(mut source) => each_of(&mut source, &mut buffer, &mut lines),
            Err(error) => Err(Ended::Source(error)),
        };
        match done {
            Ok(()) => {}
            Err(Ended::Source(error)) => {
                complain(file.display(), error);
                outcome = Outcome::SomeRefused;
            }
            Err(Ended::Failure(failure)) => return Err(failure),
        }
    }
    Ok(outcome)
}

/// What ends the reading of a file.
enum Ended {
    Source(io::Error),
    Failure(Failure),
}

fn each_of(
    source: &mut dyn Read,
    buffer: &mut Vec<u8>,
    handle: &mut impl FnMut(&[u8], bool) -> Result<(), Failure>,
) -> Result<(), Ended> {
    let (mut filled, mut begins) = (0, true);
    loop {
        if buffer.len() < filled + CHUNK_BYTES {
            grow(buffer, filled)?;
        }
        let room = buffer.get_mut(filled..).unwrap_or_default();
        let bytes = match source.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes.map_err(Ended::Source)?,
        };
        let known = buffer.get(..filled + bytes).unwrap_or_default();
        let whole = match bytes {
            0 => known.len(),
            _ => {
                let new = known.get(filled..).unwrap_or_default();
                memchr::memrchr(b'\n', new).map_or(0, |end| filled + end + 1)
            }
        };
        if whole > 0 {
            let lines = known.get(..whole).unwrap_or_default();
            handle(lines, begins).map_err(Ended::Failure)?;
            begins = false;
        }
        let left = known.len() - whole;
        buffer.copy_within(whole..whole + left, 0);
        filled = left;
        if bytes == 0 {
            return Ok(());
        }
    }
}

fn grow(buffer: &mut Vec<u8>, filled: usize) -> Result<(), Ended> {
    let wanted = (2 * filled).max(2 * CHUNK_BYTES);
    if filled > LONGEST_LINE {
        let why = format!("a line is longer than {} MiB", LONGEST_LINE >> 20);
        return Err(Ended::Source(io::Error::other(why)));
    }
    let more = wanted.saturating_sub(buffer.len());
    let room = buffer.try_reserve_exact(more);
    room.map_err(|error| Ended::Source(io::Error::other(error)))?;
    buffer.resize(wanted.max(buffer.len()), 0);
    Ok(())
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

    /// Gives a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.1.min(buffer.len()).min(self.0.len());
            let (now, later) = self.0.split_at(bytes);
            buffer[..bytes].copy_from_slice(now);
            self.0 = later;
            Ok(bytes)
        }
    }

    #[test]
    fn lines_are_handed_over_whole_however_they_are_read() {
        let long = "x".repeat(5 * CHUNK_BYTES);
        for input in ["", "a", "a\n", "a\nbc\n\nd", &format!("a\n{long}\nb\n")] {
            for step in [1, 2, 7, CHUNK_BYTES, usize::MAX] {
                if step < 10 && input.len() > CHUNK_BYTES {
                    continue;
                }
                let (mut all, mut firsts) = (Vec::new(), 0);
                let mut buffer = Vec::new();
                let mut handle = |bytes: &[u8], begins: bool| {
                    firsts += usize::from(begins);
                    all.extend_from_slice(bytes);
                    assert!(bytes.ends_with(b"\n") || all.len() == input.len());
                    Ok(())
                };
                let done = each_of(&mut Slow(input.as_bytes(), step), &mut buffer, &mut handle);
                assert!(done.is_ok());
                assert!(all == input.as_bytes(), "{step}");
                assert_eq!(firsts, usize::from(!input.is_empty()));
            }
        }
    }

    #[test]
    fn a_line_is_found_around_each_of_its_bytes() {
        let text = b"a\nbcd\n\ne";
        for (at, line) in [(0, 0..1), (2, 2..5), (4, 2..5), (6, 6..6), (7, 7..8)] {
            assert_eq!(line_around(text, at), line);
        }
    }
}
