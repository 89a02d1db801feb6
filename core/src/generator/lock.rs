//! A lock that a fork cannot leave shut: what a thread of the parent held at the fork, the child
//! may take.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};

use super::process::Generation;

const FREE: u32 = 0;
/// Held for some hundred nanoseconds at a time: a short spin, then the processor is given away.
const SPINS: u32 = 100;

pub(super) struct ForkLock<T> {
    /// The fork count of the holder's process, or `FREE`.
    holder: AtomicU32,
    data: UnsafeCell<T>,
}

// SAFETY: the data is reached only through a guard, and there is one guard at a time: within a
// process by the exchange in `lock`; across a fork because the holder that was left behind has no
// thread in the child.
unsafe impl<T: Send> Sync for ForkLock<T> {}

/// Exclusive access, until dropped.
pub(super) struct Guard<'a, T> {
    lock: &'a ForkLock<T>,
    /// The lock was held by a thread of the parent at the fork: the data may be half changed.
    pub(super) taken_over: bool,
}

impl<T> ForkLock<T> {
    pub(super) fn new(data: T) -> Self {
        Self {
            holder: AtomicU32::new(FREE),
            data: UnsafeCell::new(data),
        }
    }

    #[inline]
    pub(super) fn lock(&self, generation: Generation) -> Guard<'_, T> {
        let me = generation.forks();
        let free = self
            .holder
            .compare_exchange(FREE, me, Ordering::Acquire, Ordering::Relaxed);
        let taken_over = match free {
            Ok(_) => false,
            Err(_) => self.lock_held(me),
        };
        Guard {
            lock: self,
            taken_over,
        }
    }

    /// Waits for the holder; returns whether it was a thread that no longer exists.
    #[cold]
    fn lock_held(&self, me: u32) -> bool {
        let mut spins = 0;
        loop {
            let holder = self.holder.load(Ordering::Relaxed);
            let left_behind = holder != FREE && holder != me;
            if (holder == FREE || left_behind)
                && self
                    .holder
                    .compare_exchange_weak(holder, me, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                return left_behind;
            }
            spins += 1;
            if spins % SPINS == 0 {
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one.
        unsafe { &*self.lock.data.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one.
        unsafe { &mut *self.lock.data.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.lock.holder.store(FREE, Ordering::Release);
    }
}
