//! What checks the models: `loom`, which tries every order of threads, and every value that memory may show them.

use std::rc::Rc;
use std::sync::atomic::Ordering;

pub(crate) use loom::sync::atomic::{AtomicU64, fence};
pub(crate) use loom::thread::{Builder, JoinHandle, yield_now};
pub(crate) use loom::thread_local;

pub(crate) use crate::orderings::ordering;

/// A cell of which each use is told.
pub(crate) type RaceCell<T> = loom::cell::UnsafeCell<T>;

/// In words. The core reads a whole file onto its stack.
pub(crate) const STACK: usize = 0x8000;

/// So many words and cells are used at most.
pub(crate) const WORDS: usize = 320;
pub(crate) const CELLS: usize = 16;

/// Of who read a word before, `loom` knows the last one alone.
pub(crate) const KNOWS_ALL_READERS: bool = false;

/// A forked child's word, as its parent's.
pub(crate) fn copied(from: &AtomicU64, unused: Rc<AtomicU64>) -> Rc<AtomicU64> {
    unused.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
    unused
}
