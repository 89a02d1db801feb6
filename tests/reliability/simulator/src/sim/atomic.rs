//! The word that others look at: every call is a point where another thread may go on.
//!
//! One thread of the system runs all threads of the simulated one, so that plain loads and stores do. What the orders of memory allow beyond
//! that is for the models.

use std::cell::UnsafeCell;
use std::sync::atomic::Ordering;

use super::schedule;
use super::system::{step, sys};

/// Steps as [`std::sync::atomic::AtomicU64`] has them.
#[repr(transparent)]
pub(crate) struct AtomicU64(UnsafeCell<u64>);

// SAFETY: a simulated system never leaves the thread that it runs on.
unsafe impl Sync for AtomicU64 {}
// SAFETY: as above.
unsafe impl Send for AtomicU64 {}

/// Others are likely to come in between.
fn contended() {
    if sys().fate.pick(3) == 0 {
        let time = sys().fate.magnitude(100, 1_000_000);
        schedule::sleep(time);
    }
}

/// What a lock guards: a call as well, so that whoever is kept out by the lock alone may come.
pub(crate) struct Guarded<T>(UnsafeCell<T>);

impl<T> Guarded<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> *mut T {
        step(1);
        self.0.get()
    }
}

impl AtomicU64 {
    pub(crate) const fn new(value: u64) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// As the system copies memory: nobody's step.
    pub(crate) fn load_quietly(&self) -> u64 {
        // SAFETY: no reference to what is inside is ever given away, and nobody else runs in between.
        unsafe { *self.0.get() }
    }

    pub(crate) fn store_quietly(&self, value: u64) {
        // SAFETY: as above.
        unsafe { *self.0.get() = value };
    }

    #[inline(always)]
    fn change(&self, change: impl FnOnce(u64) -> u64) -> u64 {
        step(1);
        // SAFETY: no reference to what is inside is ever given away, and nobody else runs in between.
        unsafe {
            let old = *self.0.get();
            *self.0.get() = change(old);
            old
        }
    }

    #[inline(always)]
    pub(crate) fn load(&self, _order: Ordering) -> u64 {
        step(1);
        // SAFETY: as above.
        unsafe { *self.0.get() }
    }

    #[inline(always)]
    pub(crate) fn store(&self, value: u64, _order: Ordering) {
        self.change(|_| value);
    }

    #[inline(always)]
    pub(crate) fn swap(&self, value: u64, _order: Ordering) -> u64 {
        contended();
        self.change(|_| value)
    }

    #[inline(always)]
    pub(crate) fn compare_exchange(
        &self,
        from: u64,
        to: u64,
        _done: Ordering,
        _failed: Ordering,
    ) -> Result<u64, u64> {
        let old = self.change(|old| if old == from { to } else { old });
        if old == from { Ok(old) } else { Err(old) }
    }

    /// Fails now and then for nothing, as it may.
    #[inline(always)]
    pub(crate) fn compare_exchange_weak(
        &self,
        from: u64,
        to: u64,
        done: Ordering,
        failed: Ordering,
    ) -> Result<u64, u64> {
        if super::system::sys().hiccup() {
            return Err(self.load(failed));
        }
        self.compare_exchange(from, to, done, failed)
    }

    #[inline(always)]
    pub(crate) fn fetch_add(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.wrapping_add(value))
    }

    #[inline(always)]
    pub(crate) fn fetch_sub(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.wrapping_sub(value))
    }

    #[inline(always)]
    pub(crate) fn fetch_max(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.max(value))
    }

    #[inline(always)]
    pub(crate) fn fetch_min(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old.min(value))
    }

    #[inline(always)]
    pub(crate) fn fetch_or(&self, value: u64, _order: Ordering) -> u64 {
        // Taken by this: whoever is late must see it.
        contended();
        self.change(|old| old | value)
    }

    #[inline(always)]
    pub(crate) fn fetch_and(&self, value: u64, _order: Ordering) -> u64 {
        self.change(|old| old & value)
    }

    #[inline(always)]
    pub(crate) fn fetch_update(
        &self,
        done: Ordering,
        failed: Ordering,
        mut update: impl FnMut(u64) -> Option<u64>,
    ) -> Result<u64, u64> {
        let mut old = self.load(failed);
        while let Some(new) = update(old) {
            match self.compare_exchange(old, new, done, failed) {
                Ok(old) => return Ok(old),
                Err(other) => old = other,
            }
        }
        Err(old)
    }
}
