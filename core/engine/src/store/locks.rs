//! The byte locks of a state file, and the files that this process locks as a process.
//!
//! A process loses its process locks when it closes any descriptor of the file, so descriptors of
//! such files stay open. All others are closed.

use std::sync::atomic::Ordering;

use crate::sys::{Atomic, Os, process};

#[derive(Clone, Copy)]
pub(crate) enum LockByte {
    /// Held to read and write the record, and to join and leave.
    Change = 0,
    /// Shared by all processes that have the file open.
    Member = 1,
    /// Held by the writer of a lease file.
    Writer = 2,
}

/// A slot contains the fork count of its process above this many bits of a file's hash.
const TAG_BITS: u32 = 40;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;

/// A hash that represents all files.
const ALL: u64 = TAG_MASK;

/// The hash of a file's device and inode number.
#[derive(Clone, Copy)]
pub(crate) struct Tag(u64);

impl Tag {
    /// A file whose device and inode number could not be read.
    pub(crate) const UNKNOWN: Tag = Tag(ALL);

    pub(crate) fn of((device, number): (u64, u128)) -> Self {
        let words = [device, number as u64, (number >> 64) as u64];
        let hash = words.into_iter().fold(0, |hash: u64, word| {
            (hash ^ word)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(31)
        });
        Tag((hash >> (64 - TAG_BITS)).min(ALL - 1))
    }
}

/// The fork count of this process, as in slots. Slots that a child inherits have another one, and
/// are ignored.
fn owner<S: Os>() -> u64 {
    process::generation::<S>().forks() << TAG_BITS
}

/// Records that this process locks the file as a process. Call before locking.
pub(crate) fn record_process_locked<S: Os>(file: Tag) {
    record(&S::statics().process_locked, owner::<S>(), file);
}

fn record<A: Atomic>(slots: &[A], owner: u64, file: Tag) {
    let (done, failed) = (Ordering::Relaxed, Ordering::Relaxed);
    for slot in slots {
        let mut known = slot.load(Ordering::Relaxed);
        while known & !TAG_MASK != owner {
            match slot.compare_exchange(known, owner | file.0, done, failed) {
                Ok(_) => return,
                Err(other) => known = other,
            }
        }
        if known == owner | file.0 {
            return;
        }
    }
    // More files than slots.
    if let Some(last) = slots.last() {
        last.store(owner | ALL, Ordering::Relaxed);
    }
}

/// Whether this process may lock the file as a process.
pub(crate) fn is_process_locked<S: Os>(file: Tag) -> bool {
    is_recorded(&S::statics().process_locked, owner::<S>(), file)
}

fn is_recorded<A: Atomic>(slots: &[A], owner: u64, file: Tag) -> bool {
    slots.iter().any(|slot| {
        let known = slot.load(Ordering::Relaxed);
        let tag = known & TAG_MASK;
        known & !TAG_MASK == owner && (tag == file.0 || tag == ALL || file.0 == ALL)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn more_files_than_slots_count_as_all() {
        let slots = [const { AtomicU64::new(0) }; 3];
        let [parent, child] = [1, 2].map(|forks: u64| forks << TAG_BITS);
        let is_recorded = |owner, file| is_recorded(&slots, owner, Tag(file));
        for file in 1..=3 {
            record(&slots, parent, Tag(file));
            record(&slots, parent, Tag(file));
        }
        let known = [1, 2, 3, 4].map(|file| is_recorded(parent, file));
        assert_eq!(known, [true, true, true, false]);
        record(&slots, parent, Tag(4));
        let known = [1, 2, 3, 4, 5].map(|file| is_recorded(parent, file));
        assert_eq!(known, [true; 5]);
        assert!(!is_recorded(child, 1), "a child has its own");
        record(&slots, child, Tag(1));
        assert!(is_recorded(child, 1) && !is_recorded(child, 2));
    }
}
