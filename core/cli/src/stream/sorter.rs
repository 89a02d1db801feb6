//! Sorting of what may be more than the memory holds.

use std::ops::Range;

use super::Key;
use super::key::KEY_BYTES;
use super::merge::{self, Run};
use crate::failure::Failure;

/// A record is its key, the length of what it carries, and that.
pub(super) const HEAD_BYTES: usize = KEY_BYTES + 4;
/// So many runs are merged at once: each has a buffer and a file that is open.
const MOST_RUNS: usize = 64;
/// With less there are too many runs.
const LEAST_BYTES: u64 = 1 << 20;

/// Takes records in any order and gives them back in the order of their keys, those of one key as they came.
pub(crate) struct Sorter {
    /// Records, one behind another; and where each begins.
    records: Vec<u8>,
    begins: Vec<usize>,
    /// What buffers may take while runs are merged.
    buffers: usize,
    /// Runs by how often they were merged, each level older than the one before it, and each with the oldest first.
    levels: Vec<Vec<Run>>,
}

impl Sorter {
    /// With so many bytes of memory at most, beyond which there are files without a name in the temporary folder.
    pub(crate) fn new(memory: u64) -> Result<Self, Failure> {
        let memory = usize::try_from(memory.max(LEAST_BYTES)).unwrap_or(usize::MAX);
        // Of the shortest records, which carry nothing, the places take a fifth as much.
        let room = memory / 8 * 5;
        let mut sorter = Self {
            records: Vec::new(),
            begins: Vec::new(),
            buffers: memory / 8,
            levels: Vec::new(),
        };
        let reserved = sorter.records.try_reserve_exact(room).and_then(|()| {
            let most = room / HEAD_BYTES;
            sorter.begins.try_reserve_exact(most)
        });
        reserved.map_err(|_| {
            let why = format!(
                "{} MB are not to be had; --memory asks for less",
                memory >> 20
            );
            Failure::failed("memory", why)
        })?;
        Ok(sorter)
    }

    pub(crate) fn push(&mut self, key: &Key, carried: &[u8]) -> Result<(), Failure> {
        let bytes = HEAD_BYTES + carried.len();
        let length = u32::try_from(carried.len())
            .map_err(|_| Failure::failed("a line", "longer than 4 GB"))?;
        let is_full = self.records.len() + bytes > self.records.capacity()
            || self.begins.len() == self.begins.capacity();
        if is_full && !self.begins.is_empty() {
            self.spill()?;
        }
        // What is larger than all of the memory is alone in its run.
        self.begins.push(self.records.len());
        self.records.extend_from_slice(key.bytes());
        self.records.extend_from_slice(&length.to_le_bytes());
        self.records.extend_from_slice(carried);
        Ok(())
    }

    /// Hands all over in order.
    pub(crate) fn finish(
        mut self,
        mut handle: impl FnMut(&Key, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.levels.is_empty() {
            self.sort();
            return self.begins.iter().try_for_each(|&begin| {
                let (key, carried) = record(&self.records, begin);
                handle(&key, carried)
            });
        }
        self.spill()?;
        // The memory is for the buffers now.
        let Self {
            levels, buffers, ..
        } = self;
        let runs: Vec<Run> = levels.into_iter().rev().flatten().collect();
        merge::each(runs, buffers, handle)
    }

    fn sort(&mut self) {
        let records = &self.records;
        // Where one begins tells which came first.
        self.begins
            .sort_unstable_by_key(|&begin| (record(records, begin).0, begin));
    }

    fn spill(&mut self) -> Result<(), Failure> {
        self.sort();
        let mut run = Run::new()?;
        for &begin in &self.begins {
            let (_, carried) = record(&self.records, begin);
            let bytes = begin..begin + HEAD_BYTES + carried.len();
            run.write(self.records.get(bytes).unwrap_or_default())?;
        }
        self.begins.clear();
        self.records.clear();
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
        merge::each(full, self.buffers, |key, carried| {
            merged.write(key.bytes())?;
            merged.write(&(carried.len() as u32).to_le_bytes())?;
            merged.write(carried)
        })?;
        self.add(merged.written()?, level + 1)
    }
}

fn record(records: &[u8], begin: usize) -> (Key, &[u8]) {
    let head: Range<usize> = begin..begin + KEY_BYTES;
    let key = records.get(head.clone()).and_then(|key| key.first_chunk());
    let rest = records.get(head.end..).unwrap_or_default();
    let (length, rest) = rest.split_first_chunk().unwrap_or((&[0; 4], rest));
    let length = u32::from_le_bytes(*length) as usize;
    let key = Key::of_bytes(key.copied().unwrap_or([0; KEY_BYTES]));
    (key, rest.get(..length).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(int: u32) -> Key {
        let mut bytes = [0; KEY_BYTES];
        bytes[..4].copy_from_slice(&int.to_be_bytes());
        Key::of_bytes(bytes)
    }

    /// What comes out of so many records with few keys, each carrying its number and some more.
    fn sorted(records: u32, keys: u32, memory: u64, more: usize) -> (bool, Vec<(u32, u32)>) {
        let mut sorter = Sorter::new(memory).expect("there is memory");
        // The least is more than a test wants to fill.
        sorter.records.shrink_to(memory as usize);
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
    fn records_come_out_in_order_and_those_of_one_key_as_they_came() {
        for (records, keys, memory, more) in [
            (0, 1, 4096, 0),
            (1, 1, 4096, 0),
            (1000, 7, 1 << 20, 10),
            (1000, 7, 4096, 10),
            // Merged several times over.
            (20_000, 50, 512, 20),
            // Each is larger than all of the memory.
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
