//! A lock for short critical sections that a fork cannot leave locked.
//!
//! Its word is 0 or names the holder by thread and process. So a forked child can take over a lock
//! whose holder does not exist in the child, and a signal handler does not wait for the call that
//! it interrupts. The holder never waits for anything.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::deadline::{Deadline, TIMED_OUT};
use super::process::{Generation, forking_thread};
use super::{Atomic, LockCell, Os, guard};
use crate::error::{Error, ErrorCode};

const FREE: u64 = 0;

/// The low bits of the word are the process, as its fork count modulo 2^20. The other bits are the
/// thread, which is not 0.
const PROCESS_BITS: u32 = 20;
const PROCESS: u64 = (1 << PROCESS_BITS) - 1;

/// Backoff: spin exponentially (each probe takes the cache line from the holder), then yield, then
/// sleep exponentially.
const SPINS: u32 = 12;
const YIELDS: u32 = 50;
const SHORTEST_SLEEP: Duration = Duration::from_micros(50);
const LONGEST_SLEEP: Duration = Duration::from_millis(1);

/// A lock around data. Word and data have separate cache lines, so that waiting threads do not slow
/// down the holder.
#[repr(C, align(64))]
pub struct Lock<S: Os, T> {
    holder: S::AtomicU64,
    data: CacheAligned<S, T>,
}

#[repr(align(64))]
struct CacheAligned<S: Os, T>(S::LockCell<T>);

// SAFETY: the data is reached only through a `LockGuard`, and one exists at a time: threads exclude
// each other by the exchange of `holder`, and a holder left behind by a fork has no thread in the
// child.
unsafe impl<S: Os, T: Send> Sync for Lock<S, T> {}
// SAFETY: as for `Sync`.
unsafe impl<S: Os, T: Send> Send for Lock<S, T> {}

/// Exclusive access to the data. Unlocks on drop.
pub struct LockGuard<'a, S: Os, T> {
    lock: &'a Lock<S, T>,
    /// A thread of the parent process held the lock at the fork: the data may be half changed.
    pub is_taken_over: bool,
}

impl<S: Os, T> Lock<S, T> {
    pub fn new(data: T) -> Self {
        Self {
            holder: S::AtomicU64::new(FREE),
            data: CacheAligned(S::LockCell::new(data)),
        }
    }

    /// Locks the data. Times out at once in a signal handler that interrupts the holder.
    ///
    /// # Errors
    /// `counter_exhausted` in such a handler if there is no deadline; `forked_generator` in a child
    /// that was forked in one.
    #[inline(always)]
    pub fn lock(
        &self,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<LockGuard<'_, S, T>, Error> {
        let is_taken_over = acquire::<S>(&self.holder, generation, deadline)?;
        Ok(LockGuard {
            lock: self,
            is_taken_over,
        })
    }
}

/// A lock without data. Unlocks on drop.
pub struct WordGuard<'a, S: Os>(&'a S::AtomicU64);

impl<'a, S: Os> WordGuard<'a, S> {
    pub fn lock(
        word: &'a S::AtomicU64,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<Self, Error> {
        acquire::<S>(word, generation, deadline)?;
        Ok(Self(word))
    }
}

impl<S: Os> Drop for WordGuard<'_, S> {
    fn drop(&mut self) {
        release::<S>(self.0);
    }
}

#[inline(always)]
fn release<S: Os>(word: &S::AtomicU64) {
    word.store(FREE, Ordering::Release);
}

/// Locks a word. Returns whether it was taken over from a thread of a parent process.
#[inline(always)]
fn acquire<S: Os>(
    word: &S::AtomicU64,
    generation: Generation,
    deadline: Deadline,
) -> Result<bool, Error> {
    let me = (S::thread_id() << PROCESS_BITS) | (generation.forks() & PROCESS);
    let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
    if word.compare_exchange(FREE, me, taken, failed).is_ok() {
        return Ok(false);
    }
    wait::<S>(word, me, deadline)
}

#[cold]
#[inline(never)]
fn wait<S: Os>(word: &S::AtomicU64, me: u64, deadline: Deadline) -> Result<bool, Error> {
    let mut tries = 0;
    loop {
        let holder = word.load(Ordering::Relaxed);
        if holder == me && guard!(OwnThread) {
            return Err(deadline.would_deadlock());
        }
        let is_left_behind =
            holder != FREE && is_left_behind::<S>(holder, me, forking_thread::<S>())?;
        let may_take = holder == FREE || is_left_behind || !guard!(Exclusion);
        let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
        if may_take && word.compare_exchange(holder, me, taken, failed).is_ok() {
            return Ok(is_left_behind);
        }
        if back_off::<S>(&mut tries, deadline) {
            return Err(TIMED_OUT);
        }
    }
}

/// Whether the holder is a thread of a parent process, which does not exist here.
///
/// `forking_thread` is the thread that called `fork`, and the first process in which it did.
fn is_left_behind<S: Os>(
    holder: u64,
    me: u64,
    (forking_thread, since): (u64, u64),
) -> Result<bool, Error> {
    if holder & PROCESS == me & PROCESS {
        return Ok(false);
    }
    // The forking thread exists here, inside the call that a signal handler interrupted.
    let forks_since = |process: u64| (process & PROCESS).wrapping_sub(since) & PROCESS;
    let is_here = holder >> PROCESS_BITS == forking_thread
        && forks_since(holder) < forks_since(me)
        && guard!(Survivor);
    match is_here && holder >> PROCESS_BITS == me >> PROCESS_BITS {
        true => Err(Error::new(ErrorCode::ForkedGenerator)),
        false => Ok(!is_here && guard!(TakeOver)),
    }
}

/// Waits a little. Returns whether the deadline has passed.
fn back_off<S: Os>(tries: &mut u32, deadline: Deadline) -> bool {
    *tries = tries.saturating_add(1);
    let Some(sleeps) = tries.checked_sub(SPINS + YIELDS) else {
        match *tries < SPINS {
            true => (0..1_u32 << (*tries).min(5)).for_each(|_| S::spin()),
            false => S::yield_now(),
        }
        return *tries == SPINS && deadline.has_passed::<S>();
    };
    let time = SHORTEST_SLEEP.saturating_mul(1 << sleeps.min(16));
    deadline.sleep::<S>(time.min(LONGEST_SLEEP));
    deadline.has_passed::<S>()
}

impl<S: Os, T> Deref for LockGuard<'_, S, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: this is the only `LockGuard` of the lock.
        unsafe { &*self.lock.data.0.get() }
    }
}

impl<S: Os, T> DerefMut for LockGuard<'_, S, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this is the only `LockGuard` of the lock.
        unsafe { &mut *self.lock.data.0.get() }
    }
}

impl<S: Os, T> Drop for LockGuard<'_, S, T> {
    #[inline(always)]
    fn drop(&mut self) {
        release::<S>(&self.lock.holder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::S;
    use crate::sys::process;

    impl<T> Lock<S, T> {
        /// Locks as a thread of the parent process that is left behind by a fork.
        pub fn leave_behind(&self) {
            self.holder.store(1 << PROCESS_BITS, Ordering::Relaxed);
        }
    }

    fn locked<T>(lock: &Lock<S, T>) -> LockGuard<'_, S, T> {
        let guard = lock.lock(process::generation::<S>(), Deadline::NEVER);
        guard.expect("no handler")
    }

    #[test]
    fn lock_excludes_other_threads() {
        let lock = Lock::new((0u64, 0u64));
        let count = |times: u64| {
            for _ in 0..times {
                let mut data = locked(&lock);
                // Two separate steps, so that two threads inside at once would lose one.
                data.0 += 1;
                std::hint::black_box(&mut *data);
                data.1 += 1;
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| count(30_000));
            scope.spawn(|| count(10_000));
            count(20_000);
        });
        assert_eq!(*locked(&lock), (60_000, 60_000));
    }

    #[test]
    fn lock_left_by_parent_thread_is_taken_over() {
        let lock = Lock::new(());
        assert!(!locked(&lock).is_taken_over);
        lock.leave_behind();
        assert!(locked(&lock).is_taken_over);
        assert!(!locked(&lock).is_taken_over);
    }

    #[test]
    fn only_the_forking_threads_inherited_locks_stay_in_use() {
        let word = |thread: u64, forks: u64| thread << PROCESS_BITS | forks;
        // Thread 7 forked in the processes 3 and 4. This process is number 5.
        let forking_thread = (7, 3);
        for (holder, me, left_behind) in [
            (word(7, 5), word(8, 5), Ok(false)),
            (word(7, 4), word(8, 5), Ok(false)),
            (word(7, 3), word(8, 5), Ok(false)),
            (word(7, 2), word(8, 5), Ok(true)),
            (word(6, 4), word(8, 5), Ok(true)),
            (word(7, 4), word(7, 5), Err(ErrorCode::ForkedGenerator)),
        ] {
            let found =
                is_left_behind::<S>(holder, me, forking_thread).map_err(|error| error.code());
            assert_eq!(found, left_behind, "{holder:x}");
        }
    }

    #[test]
    fn relocking_fails_and_try_lock_times_out() {
        let lock = Lock::new(());
        let _guard = locked(&lock);
        let again = lock.lock(process::generation::<S>(), Deadline::NEVER);
        let error = again.err().expect("locked by this thread");
        assert_eq!(error, Error::new(ErrorCode::CounterExhausted));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let other = lock.lock(
                    process::generation::<S>(),
                    Deadline::after::<S>(Duration::ZERO),
                );
                assert!(matches!(other, Err(TIMED_OUT)));
            });
        });
    }

    /// A passed deadline ends the wait before it yields or sleeps.
    #[test]
    fn passed_deadline_ends_the_wait_after_spinning() {
        let mut tries = 0;
        while !back_off::<S>(&mut tries, Deadline::PASSED) {}
        assert_eq!(tries, SPINS);
    }
}
