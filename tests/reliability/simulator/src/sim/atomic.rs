//! Atomic words and locked data. Every access is a point at which another thread may run.
//!
//! One native thread runs all simulated ones, so plain loads and stores suffice. The model checker
//! covers weak memory orderings.

use std::cell::UnsafeCell;
use std::sync::atomic::Ordering;

use sortid_engine::sys::{self, Atomic};

use super::schedule;
use super::system::{step, sys};

/// The same methods as [`std::sync::atomic::AtomicU64`].
#[repr(transparent)]
pub(crate) struct AtomicU64(UnsafeCell<u64>);

// SAFETY: a simulated system never leaves its native thread.
unsafe impl Sync for AtomicU64 {}
// SAFETY: as above.
unsafe impl Send for AtomicU64 {}

/// Makes a switch to another thread likely.
fn contended() {
    if sys().fate.pick(3) == 0 {
        let time = sys().fate.magnitude(100, 1_000_000);
        schedule::sleep(time);
    }
}

/// Data behind a lock. Accesses are points at which threads that ignore the lock would run.
pub(crate) struct LockCell<T>(UnsafeCell<T>);

impl<T> sys::LockCell<T> for LockCell<T> {
    fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    #[inline(always)]
    fn get(&self) -> *mut T {
        step(1);
        self.0.get()
    }
}

impl AtomicU64 {
    /// Reads without a switch, as the system does.
    pub(crate) fn load_quietly(&self) -> u64 {
        // SAFETY: no reference to the data exists, and no other thread runs meanwhile.
        unsafe { *self.0.get() }
    }

    pub(crate) fn store_quietly(&self, value: u64) {
        // SAFETY: as above.
        unsafe { *self.0.get() = value };
    }

    #[inline(always)]
    fn change(&self, change: impl FnOnce(u64) -> u64) -> u64 {
        step(1);
        // SAFETY: no reference to the data exists, and no other thread runs meanwhile.
        unsafe {
            let old = *self.0.get();
            *self.0.get() = change(old);
            old
        }
    }
}

impl Atomic for AtomicU64 {
    const ZERO: Self = Self(UnsafeCell::new(0));

    fn new(value: u64) -> Self {
        Self(UnsafeCell::new(value))
    }

    #[inline(always)]
    fn load(&self, _order: Ordering) -> u64 {
        step(1);
        // SAFETY: as above.
        unsafe { *self.0.get() }
    }

    #[inline(always)]
    fn store(&self, value: u64, _order: Ordering) {
        self.change(|_| value);
    }

    #[inline(always)]
    fn swap(&self, value: u64, _order: Ordering) -> u64 {
        contended();
        self.change(|_| value)
    }

    #[inline(always)]
    fn compare_exchange(
        &self,
        from: u64,
        to: u64,
        _done: Ordering,
        _failed: Ordering,
    ) -> Result<u64, u64> {
        let old = self.change(|old| if old == from { to } else { old });
        if old == from { Ok(old) } else { Err(old) }
    }

    #[inline(always)]
    fn fetch_add(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.wrapping_add(value))
    }

    #[inline(always)]
    fn fetch_max(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.max(value))
    }

    #[inline(always)]
    fn fetch_or(&self, value: u64, _order: Ordering) -> u64 {
        // The word was changed: late threads must observe it.
        contended();
        self.change(|old| old | value)
    }

    #[inline(always)]
    fn fetch_and(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old & value)
    }
}
