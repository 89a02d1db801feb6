//! The checker of `schedules`: `shuttle` draws the order of threads at random. Mapping is
//! sequentially consistent.

mod race_cell;

use std::panic::Location;
use std::rc::Rc;
use std::sync::atomic::Ordering;

pub(crate) use shuttle::sync::atomic::{AtomicU64, fence};
pub(crate) use shuttle::thread::{Builder, JoinHandle, yield_now};
pub(crate) use shuttle::thread_local;

pub(crate) use race_cell::RaceCell;

use crate::model_os::Role;

/// In bytes. The core reads a whole file onto its stack.
pub(crate) const STACK: usize = 0x40000;

/// The maximum number of words and cells in an execution.
pub(crate) const WORDS: usize = 640;
pub(crate) const CELLS: usize = 64;

pub(crate) const KNOWS_ALL_READERS: bool = true;

/// The only ordering of `shuttle`.
pub(crate) fn ordering(_caller: &Location<'_>, _role: Role, _asked: Ordering) -> Ordering {
    Ordering::SeqCst
}

/// Copies a word for a forked child. No other thread runs meanwhile.
pub(crate) fn copied(from: &AtomicU64, _unused: Rc<AtomicU64>) -> Rc<AtomicU64> {
    // SAFETY: all threads of an execution run on one thread of the system.
    Rc::new(AtomicU64::new(unsafe { from.raw_load() }))
}
