//! Sorted runs in unnamed files, and their merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::env;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use super::Key;
use super::key::KEY_BYTES;
use crate::failure::Failure;

const WRITTEN_AT_ONCE: usize = 256 << 10;
const READ_AT_ONCE: std::ops::RangeInclusive<usize> = (4 << 10)..=(1 << 20);

/// Sorted records in an unnamed file, which disappears with this process, however it ends.
pub(super) struct Run(BufWriter<File>);

impl Run {
    pub(super) fn new() -> Result<Self, Failure> {
        let file = tempfile::tempfile().map_err(failure)?;
        Ok(Self(BufWriter::with_capacity(WRITTEN_AT_ONCE, file)))
    }

    /// Writes a record: its key, the length of its payload, and the payload.
    pub(super) fn record(&mut self, key: &Key, carried: &[u8]) -> Result<(), Failure> {
        let length = (carried.len() as u32).to_le_bytes();
        let parts: [&[u8]; 3] = [key.bytes(), &length, carried];
        let mut written = parts.into_iter().map(|part| self.0.write_all(part));
        written.try_for_each(|part| part.map_err(failure))
    }

    /// Flushes the run to its file, and frees its buffer.
    pub(super) fn written(mut self) -> Result<Self, Failure> {
        self.0.flush().map_err(failure)?;
        let file = self
            .0
            .into_inner()
            .map_err(|error| failure(error.into_error()))?;
        Ok(Self(BufWriter::with_capacity(0, file)))
    }

    fn records(self, buffer: usize) -> Result<Records, Failure> {
        let mut file = self
            .0
            .into_inner()
            .map_err(|error| failure(error.into_error()))?;
        file.rewind().map_err(failure)?;
        Ok(Records {
            file: BufReader::with_capacity(buffer, file),
            carried: Vec::new(),
        })
    }
}

fn failure(error: io::Error) -> Failure {
    let folder = env::temp_dir();
    let why = format!("{error}; set TMPDIR to another folder, or raise --memory");
    Failure::failed(format_args!("temporary folder {}", folder.display()), why)
}

/// A reader of a run.
struct Records {
    file: BufReader<File>,
    /// The payload of the last record.
    carried: Vec<u8>,
}

impl Records {
    fn next(&mut self) -> io::Result<Option<Key>> {
        let mut key = [0; KEY_BYTES];
        if self.file.read(&mut key[..1])? == 0 {
            return Ok(None);
        }
        self.file.read_exact(&mut key[1..])?;
        let mut length = [0; 4];
        self.file.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        self.carried.resize(length, 0);
        self.file.read_exact(&mut self.carried)?;
        Ok(Some(Key::of_bytes(key)))
    }
}

/// Passes the records of all runs to `handle` in order. Records with the same key are ordered by
/// run.
pub(super) fn each(
    runs: Vec<Run>,
    buffers: usize,
    mut handle: impl FnMut(&Key, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let buffer = (buffers / runs.len().max(1)).clamp(*READ_AT_ONCE.start(), *READ_AT_ONCE.end());
    let mut open = Vec::with_capacity(runs.len());
    let mut next = BinaryHeap::with_capacity(runs.len());
    for (nth, run) in runs.into_iter().enumerate() {
        let mut records = run.records(buffer)?;
        if let Some(key) = records.next().map_err(failure)? {
            next.push(Reverse((key, nth)));
        }
        open.push(records);
    }
    while let Some(Reverse((key, nth))) = next.pop() {
        let Some(records) = open.get_mut(nth) else {
            continue;
        };
        handle(&key, &records.carried)?;
        if let Some(key) = records.next().map_err(failure)? {
            next.push(Reverse((key, nth)));
        }
    }
    Ok(())
}
