//! An atomic word, with the memory orderings of its callers or weaker ones.

use std::cell::Cell;
use std::panic::Location;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use sortid_engine::sys::Atomic;

use super::execution;
use super::threads;
use crate::checker::{self, AtomicU64, ordering};

/// The success or failure ordering of a call.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    Done,
    Failed,
}

/// A word that is copied to a forked child, unless the memory is shared.
pub(crate) struct Word {
    first: u64,
    name: Cell<u32>,
    is_shared: bool,
}

// SAFETY: all threads of an execution run on one thread of the system.
unsafe impl Sync for Word {}
// SAFETY: as above.
unsafe impl Send for Word {}

impl Word {
    /// A word in shared memory.
    pub(super) fn shared() -> Self {
        Self {
            is_shared: true,
            ..Self::ZERO
        }
    }

    pub(super) fn name(&self) -> u32 {
        if self.name.get() == 0 {
            self.name.set(execution::with(|now| now.name()));
        }
        self.name.get()
    }

    fn key(&self) -> (u32, u32) {
        let process = match self.is_shared {
            true => 0,
            false => threads::process(),
        };
        (process, self.name())
    }

    /// The checker's word, for a read. Its 0 stands for the initial value.
    fn read(&self) -> Rc<AtomicU64> {
        let key = self.key();
        if !checker::KNOWS_ALL_READERS {
            let reader = execution::with(|now| now.reader(key, threads::unique()));
            reader.fetch_add(0, Ordering::Relaxed);
        }
        execution::with(|now| now.word(key))
    }

    /// The checker's word, for a write.
    ///
    /// `loom` only remembers the last reader of a word. If that reader is the writer, it would not
    /// try other orders of reads and writes. So each reader gets a separate word, which writers
    /// also access.
    fn written(&self) -> Rc<AtomicU64> {
        let (key, me) = (self.key(), threads::unique());
        for reader in execution::with(|now| now.other_readers(key, me)) {
            reader.fetch_add(0, Ordering::Relaxed);
        }
        execution::with(|now| now.word(key))
    }
}

impl Atomic for Word {
    const ZERO: Self = Self {
        first: 0,
        name: Cell::new(0),
        is_shared: false,
    };

    fn new(first: u64) -> Self {
        Self {
            first,
            ..Self::ZERO
        }
    }

    #[track_caller]
    fn load(&self, order: Ordering) -> u64 {
        let order = ordering(Location::caller(), Role::Done, order);
        self.read().load(order).wrapping_add(self.first)
    }

    #[track_caller]
    fn store(&self, value: u64, order: Ordering) {
        let order = ordering(Location::caller(), Role::Done, order);
        self.written().store(value.wrapping_sub(self.first), order);
    }

    #[track_caller]
    fn swap(&self, value: u64, order: Ordering) -> u64 {
        let order = ordering(Location::caller(), Role::Done, order);
        let before = self.written().swap(value.wrapping_sub(self.first), order);
        before.wrapping_add(self.first)
    }

    #[track_caller]
    fn compare_exchange(
        &self,
        from: u64,
        to: u64,
        done: Ordering,
        failed: Ordering,
    ) -> Result<u64, u64> {
        let done = ordering(Location::caller(), Role::Done, done);
        let failed = ordering(Location::caller(), Role::Failed, failed);
        let inner = |value: u64| value.wrapping_sub(self.first);
        let outer = |value: u64| value.wrapping_add(self.first);
        self.written()
            .compare_exchange(inner(from), inner(to), done, failed)
            .map(outer)
            .map_err(outer)
    }

    #[track_caller]
    fn fetch_add(&self, by: u64, order: Ordering) -> u64 {
        let order = ordering(Location::caller(), Role::Done, order);
        self.written().fetch_add(by, order).wrapping_add(self.first)
    }

    #[track_caller]
    fn fetch_max(&self, value: u64, order: Ordering) -> u64 {
        assert_eq!(self.first, 0);
        let order = ordering(Location::caller(), Role::Done, order);
        self.written().fetch_max(value, order)
    }

    #[track_caller]
    fn fetch_or(&self, bits: u64, order: Ordering) -> u64 {
        assert_eq!(self.first, 0);
        let order = ordering(Location::caller(), Role::Done, order);
        self.written().fetch_or(bits, order)
    }

    #[track_caller]
    fn fetch_and(&self, bits: u64, order: Ordering) -> u64 {
        assert_eq!(self.first, 0);
        let order = ordering(Location::caller(), Role::Done, order);
        self.written().fetch_and(bits, order)
    }
}
