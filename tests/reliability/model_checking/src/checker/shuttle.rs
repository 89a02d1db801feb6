//! What checks the schedules: `shuttle`, which draws the order of threads, however long they run. Memory shows each thread what was stored last.

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

/// So many words and cells are used at most.
pub(crate) const WORDS: usize = 640;
pub(crate) const CELLS: usize = 64;

pub(crate) const KNOWS_ALL_READERS: bool = true;

/// Whatever is asked for: `shuttle` has no other.
pub(crate) fn ordering(_caller: &Location<'_>, _role: Role, _asked: Ordering) -> Ordering {
    Ordering::SeqCst
}

/// A forked child's word, as its parent's: nobody else goes on meanwhile.
pub(crate) fn copied(from: &AtomicU64, _unused: Rc<AtomicU64>) -> Rc<AtomicU64> {
    // SAFETY: all threads of an execution run on one thread of the system.
    Rc::new(AtomicU64::new(unsafe { from.raw_load() }))
}
