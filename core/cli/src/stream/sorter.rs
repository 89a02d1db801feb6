//! A sorter of records that may not fit into memory: it keeps sorted runs in unnamed files, and
//! merges them.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, TryReserveError};
use std::env;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::thread;

use super::Key;
use super::key::KEY_BYTES;
use crate::failure::Failure;

/// Maximum number of runs to merge at once. Each needs a buffer and an open file.
const MOST_RUNS: usize = 64;
/// Fewer records are sorted faster than threads start.
const FEW: usize = 16 << 10;
/// Minimum memory. Less would lead to too many runs.
const LEAST_BYTES: u64 = 1 << 20;

/// The buffers of the files of runs.
const WRITE_BUFFER_BYTES: usize = 256 << 10;
const READ_BUFFER_BYTES: std::ops::RangeInclusive<usize> = (4 << 10)..=(1 << 20);

/// The sorted part of a record, with fields in the order of comparison. It contains the key, so
/// that comparisons access no other memory. The key's words are separate fields, since a tuple of
/// them would take a third more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    high: u128,
    low: u128,
    last: u16,
    /// The start of the payload, which also reveals which record came first.
    begin: usize,
    length: u32,
}

/// The records of one format. A program generates its ids in order, so a format is often sorted
/// when several formats together are not.
struct Lane {
    entries: Vec<Entry>,
    is_sorted: bool,
}

impl Lane {
    const NEW: Self = Self {
        entries: Vec::new(),
        is_sorted: true,
    };

    fn push(&mut self, entry: Entry) -> Result<(), Failure> {
        if self.entries.len() == self.entries.capacity() {
            // Not by doubling: all lanes together stay within an eighth of their records.
            let more = (self.entries.len() / 8).max(64);
            self.entries.try_reserve_exact(more).map_err(no_memory)?;
        }
        self.is_sorted &= self.entries.last().is_none_or(|last| *last <= entry);
        self.entries.push(entry);
        Ok(())
    }
}

fn no_memory(_: TryReserveError) -> Failure {
    Failure::failed("memory", "cannot be allocated; lower --memory")
}

/// Takes records in any order, and returns them in the order of their keys. Records with the same
/// key keep their order.
pub(crate) struct Sorter {
    /// One lane per format code.
    lanes: Vec<Lane>,
    /// The number of records in the lanes, and its maximum.
    count: usize,
    most: usize,
    /// The payloads, one after another.
    carried: Vec<u8>,
    /// Memory for the buffers of a merge.
    buffers: usize,
    /// Runs by how often they were merged. Each level is older than the previous one, and begins
    /// with its oldest run.
    levels: Vec<Vec<Run>>,
}

impl Sorter {
    /// Creates a sorter with at most `memory` bytes of memory. It moves the rest to unnamed files
    /// in the temporary folder. `carries` tells whether records have payloads.
    pub(crate) fn new(memory: u64, carries: bool) -> Result<Self, Failure> {
        let memory = usize::try_from(memory.max(LEAST_BYTES)).unwrap_or(usize::MAX);
        // For lines that consist of an id and little more, both fill up at about the same time.
        let (entries, carried) = match carries {
            true => (memory / 8 * 3, memory / 8 * 3),
            false => (memory / 8 * 6, 0),
        };
        let most = entries / size_of::<Entry>();
        let mut sorter = Self {
            lanes: Vec::new(),
            count: 0,
            most,
            carried: Vec::new(),
            buffers: memory / 8,
            levels: Vec::new(),
        };
        // The lanes grow up to this together; fail before anything is read.
        let reserved = Vec::<Entry>::new().try_reserve_exact(most);
        let reserved = reserved.and_then(|()| sorter.carried.try_reserve_exact(carried));
        reserved.map_err(no_memory)?;
        Ok(sorter)
    }

    pub(crate) fn push(&mut self, key: &Key, carried: &[u8]) -> Result<(), Failure> {
        let length = u32::try_from(carried.len())
            .map_err(|_| Failure::failed("a line", "longer than 4 GB"))?;
        let is_full =
            self.carried.len() + carried.len() > self.carried.capacity() || self.count == self.most;
        if is_full && self.count > 0 {
            self.spill()?;
        }
        // A record larger than the memory gets a run of its own.
        let (high, low, last) = key.words();
        let entry = Entry {
            high,
            low,
            last,
            begin: self.carried.len(),
            length,
        };
        let nth = key.format_code();
        while self.lanes.len() <= nth {
            self.lanes.push(Lane::NEW);
        }
        if let Some(lane) = self.lanes.get_mut(nth) {
            lane.push(entry)?;
        }
        self.count += 1;
        self.carried.extend_from_slice(carried);
        Ok(())
    }

    /// Passes all records to `handle` in order.
    pub(crate) fn finish(
        mut self,
        mut handle: impl FnMut(&Key, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.levels.is_empty() {
            return self.each_sorted(&mut handle);
        }
        self.spill()?;
        // Free the memory, which the buffers need now.
        let Self {
            levels, buffers, ..
        } = self;
        let runs: Vec<Run> = levels.into_iter().rev().flatten().collect();
        merge(runs, buffers, handle)
    }

    /// Passes the records in memory to `handle`.
    fn each_sorted(
        &mut self,
        mut handle: impl FnMut(&Key, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let part = self.sort();
        let lanes = self.lanes.iter();
        let parts = lanes.flat_map(|lane| lane.entries.chunks(part));
        let mut parts: Vec<_> = parts.map(<[Entry]>::iter).collect();
        let firsts = parts.iter_mut().enumerate();
        let firsts = firsts.filter_map(|(nth, part)| Some(Reverse((part.next()?, nth))));
        let mut firsts: BinaryHeap<_> = firsts.collect();
        while let Some(mut least) = firsts.peek_mut() {
            let Reverse((first, nth)) = *least;
            let carried = first.begin..first.begin + first.length as usize;
            let carried = self.carried.get(carried).unwrap_or_default();
            let words = (first.high, first.low, first.last);
            handle(&Key::of_words(words), carried)?;
            match parts.get_mut(nth).and_then(Iterator::next) {
                Some(next) => *least = Reverse((next, nth)),
                None => drop(PeekMut::pop(least)),
            }
        }
        Ok(())
    }

    /// Sorts the lanes that need it, in parts of at most the returned length. Large parts are
    /// sorted by a thread each.
    fn sort(&mut self) -> usize {
        let threads = match self.count < FEW {
            true => 1,
            false => thread::available_parallelism().map_or(1, usize::from),
        };
        let part = self.count.max(1).div_ceil(threads);
        let unsorted = self.lanes.iter_mut().filter(|lane| !lane.is_sorted);
        let parts = unsorted.flat_map(|lane| lane.entries.chunks_mut(part));
        let (mut large, small): (Vec<_>, Vec<_>) =
            parts.partition(|part| threads > 1 && part.len() >= FEW);
        let mut is_done = true;
        thread::scope(|scope| {
            for entries in &mut large {
                let sorting = thread::Builder::new();
                let sorting = sorting.spawn_scoped(scope, || entries.sort_unstable());
                is_done &= sorting.is_ok();
            }
            for entries in small {
                entries.sort_unstable();
            }
        });
        if !is_done {
            // The system may not allow more threads.
            for entries in large {
                entries.sort_unstable();
            }
        }
        part
    }

    fn spill(&mut self) -> Result<(), Failure> {
        let mut run = Run::new()?;
        self.each_sorted(|key, carried| run.record(key, carried))?;
        // Frees the memory: other lanes may need it from now on.
        self.lanes.clear();
        self.count = 0;
        self.carried.clear();
        self.add(run.written()?, 0)
    }

    fn add(&mut self, run: Run, level: usize) -> Result<(), Failure> {
        if self.levels.len() <= level {
            self.levels.push(Vec::new());
        }
        let Some(runs) = self.levels.get_mut(level) else {
            return Ok(());
        };
        runs.push(run);
        if runs.len() < MOST_RUNS {
            return Ok(());
        }
        let full = std::mem::take(runs);
        let mut merged = Run::new()?;
        merge(full, self.buffers, |key, carried| {
            merged.record(key, carried)
        })?;
        self.add(merged.written()?, level + 1)
    }
}

/// Sorted records in an unnamed file, which disappears with this process, however it ends.
struct Run(BufWriter<File>);

impl Run {
    fn new() -> Result<Self, Failure> {
        let file = tempfile::tempfile().map_err(failure)?;
        Ok(Self(BufWriter::with_capacity(WRITE_BUFFER_BYTES, file)))
    }

    /// Writes a record: its key, the length of its payload, and the payload.
    fn record(&mut self, key: &Key, carried: &[u8]) -> Result<(), Failure> {
        let length = (carried.len() as u32).to_le_bytes();
        let parts: [&[u8]; 3] = [key.bytes(), &length, carried];
        let mut written = parts.into_iter().map(|part| self.0.write_all(part));
        written.try_for_each(|part| part.map_err(failure))
    }

    /// Flushes the run to its file, and frees its buffer.
    fn written(mut self) -> Result<Self, Failure> {
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
fn merge(
    runs: Vec<Run>,
    buffers: usize,
    mut handle: impl FnMut(&Key, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let buffer =
        (buffers / runs.len().max(1)).clamp(*READ_BUFFER_BYTES.start(), *READ_BUFFER_BYTES.end());
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

#[cfg(test)]
mod tests {
    use super::super::key::FORMAT_AT;
    use super::*;

    fn key(int: u32) -> Key {
        let mut bytes = [0; KEY_BYTES];
        bytes[..4].copy_from_slice(&int.to_be_bytes());
        // Of several formats.
        bytes[FORMAT_AT] = (int % 3) as u8;
        Key::of_bytes(bytes)
    }

    /// Sorts `records` records with `keys` different keys, whose payloads are their number and
    /// `more` bytes. Returns whether files were used, and the sorted keys and numbers.
    fn sorted(records: u32, keys: u32, memory: u64, more: usize) -> (bool, Vec<(u32, u32)>) {
        let mut sorter = Sorter::new(memory, true).expect("there is memory");
        // The minimum is more than a test should fill.
        sorter.carried.shrink_to(memory as usize);
        let mut carried = vec![7; 4 + more];
        for int in 0..records {
            carried[..4].copy_from_slice(&int.to_be_bytes());
            let scattered = int.wrapping_mul(2_654_435_761) % keys;
            sorter.push(&key(scattered), &carried).expect("room");
        }
        let has_spilled = !sorter.levels.is_empty();
        let mut out = Vec::new();
        let done = sorter.finish(|key, carried| {
            assert!(carried[4..].iter().all(|byte| *byte == 7) && carried.len() == 4 + more);
            let of = |bytes: &[u8]| u32::from_be_bytes(*bytes.first_chunk().expect("four bytes"));
            out.push((of(key.bytes()), of(carried)));
            Ok(())
        });
        assert!(done.is_ok());
        (has_spilled, out)
    }

    #[test]
    fn sorting_is_stable() {
        for (records, keys, memory, more) in [
            (0, 1, 4096, 0),
            (1, 1, 4096, 0),
            (1000, 7, 1 << 20, 10),
            (1000, 7, 4096, 10),
            // By several threads.
            (20_000, 50, 1 << 22, 20),
            // Merged several times.
            (20_000, 50, 512, 20),
            // Each record is larger than the memory.
            (100, 10, 512, 2000),
        ] {
            let (has_spilled, out) = sorted(records, keys, memory, more);
            assert_eq!(out.len(), records as usize);
            assert!(out.is_sorted(), "{records} {memory}");
            assert_eq!(has_spilled, memory < 1 << 20 && records > 1);
            let mut numbers: Vec<u32> = out.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..records));
        }
    }
}
