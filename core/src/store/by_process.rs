//! The files that this process locks as a process.
//!
//! Such locks are lost when the process closes any descriptor of the file, so descriptors of these files stay open. All others are closed.

use std::sync::atomic::Ordering;

use crate::sys::process;
use crate::sys::{Os, Sys};

/// A slot holds the fork count of its process above this many bits of a hash of the file.
const TAG_BITS: u32 = 40;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;

/// A hash that stands for all files.
const ALL: u64 = TAG_MASK;

/// A file, by a hash of its device and number.
#[derive(Clone, Copy)]
pub(super) struct Tag(u64);

impl Tag {
    /// A file whose device and number could not be read.
    pub(super) const UNKNOWN: Tag = Tag(ALL);

    pub(super) fn of((device, number): (u64, u128)) -> Self {
        let words = [device, number as u64, (number >> 64) as u64];
        let hash = words.into_iter().fold(0, |hash: u64, word| {
            (hash ^ word)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(31)
        });
        Tag((hash >> (64 - TAG_BITS)).min(ALL - 1))
    }
}

/// The fork count of this process, as slots have it. A child has copies of its parent's slots, which do not count.
fn owner() -> u64 {
    process::generation().forks() << TAG_BITS
}

/// Notes that this process locks the file as a process, before it does so.
pub(super) fn note(file: Tag) {
    let (owner, slots) = (owner(), &Sys::statics().process_locked);
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

/// Whether this process locks the file as a process, or may do so.
pub(super) fn has(file: Tag) -> bool {
    let owner = owner();
    Sys::statics().process_locked.iter().any(|slot| {
        let known = slot.load(Ordering::Relaxed);
        let tag = known & TAG_MASK;
        known & !TAG_MASK == owner && (tag == file.0 || tag == ALL || file.0 == ALL)
    })
}
