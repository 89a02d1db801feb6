//! The checker of `models`: `loom` tries every order of threads and every value that memory may
//! return.

use std::rc::Rc;
use std::sync::atomic::Ordering;

pub(crate) use loom::sync::atomic::{AtomicU64, fence};
pub(crate) use loom::thread::{Builder, JoinHandle, yield_now};
pub(crate) use loom::thread_local;

pub(crate) use crate::orderings::ordering;

/// A cell that detects data races.
pub(crate) type RaceCell<T> = loom::cell::UnsafeCell<T>;

/// In words. The core reads a whole file onto its stack.
pub(crate) const STACK: usize = 0x8000;

/// The maximum number of words and cells in an execution.
pub(crate) const WORDS: usize = 320;
pub(crate) const CELLS: usize = 16;

/// `loom` remembers only the last reader of a word.
pub(crate) const KNOWS_ALL_READERS: bool = false;

/// Copies a word for a forked child.
pub(crate) fn copied(from: &AtomicU64, unused: Rc<AtomicU64>) -> Rc<AtomicU64> {
    unused.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
    unused
}
