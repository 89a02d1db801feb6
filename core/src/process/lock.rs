//! The one lock: short, and one that a fork cannot leave shut.
//!
//! Its word is 0 or says who holds it: thread and process, so that a forked child takes over what a thread of its parent held, and a signal handler
//! does not wait for the call that it interrupts. Nothing that waits is done under it. Who comes beside others spins, then sleeps.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Generation, survivor};
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::world::{AtomicU64, Guard, Guarded, World};

const FREE: u64 = 0;

/// The low bits of the word are the process, as many forks as fit, the others the thread, which is not 0.
const PROCESS_BITS: u32 = 20;
const PROCESS: u64 = (1 << PROCESS_BITS) - 1;

/// What is held for some hundred nanoseconds is spun for, longer and longer: each look takes the word from who has it; then the processor is given away; then it is slept for, longer and longer.
const SPINS: u32 = 12;
const YIELDS: u32 = 50;
const SHORT_NAP: Duration = Duration::from_micros(50);
const LONG_NAP: Duration = Duration::from_millis(1);

/// How long a caller waits: until a reading of the monotonic clock, or as long as it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(Option<u64>);

impl Patience {
    pub(crate) const ENDLESS: Patience = Patience(None);

    /// Over before it begins.
    pub(crate) const NONE: Patience = Patience(Some(0));

    /// So long from now on.
    pub(crate) fn of(time: Duration) -> Self {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self(Some(Here::monotonic_ns().saturating_add(ns)))
    }

    /// The shorter one of both.
    pub(crate) fn at_most(self, other: Self) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(Some(a.min(b))),
            (a, b) => Self(a.or(b)),
        }
    }

    /// Whether it is over.
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|until| Here::monotonic_ns() >= until)
    }

    /// What a signal handler answers that would wait for the call which it interrupts.
    pub(crate) fn in_vain<R>(self) -> Result<Option<R>, Error> {
        match self.0 {
            Some(_) => Ok(None),
            None => Err(Error::new(ErrorCode::CounterExhausted)),
        }
    }

    /// Sleeps, for as long as is left of it if that is less.
    pub(crate) fn sleep(self, time: Duration) {
        let left = self
            .0
            .map(|until| until.saturating_sub(Here::monotonic_ns()));
        Here::sleep(left.map_or(time, |left| time.min(Duration::from_nanos(left))));
    }
}

/// The word and what it guards on lines of the cache apart: who looks whether it is free does not hold up who has it.
#[repr(C, align(64))]
pub(crate) struct Lock<T> {
    holder: AtomicU64,
    data: Apart<T>,
}

#[repr(align(64))]
struct Apart<T>(Guarded<T>);

// SAFETY: the data is reached only through a guard, and there is one guard at a time: by the exchange of `holder`, and across a fork because a
// holder that was left behind has no thread in the child.
unsafe impl<T: Send> Sync for Lock<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Lock<T> {}

/// Exclusive access, until dropped.
pub(crate) struct Held<'a, T> {
    lock: &'a Lock<T>,
    /// A thread of the parent held it at the fork: the data may be half changed.
    pub(crate) is_taken_over: bool,
}

impl<T> Lock<T> {
    pub(crate) fn new(data: T) -> Self {
        Self {
            holder: AtomicU64::new(FREE),
            data: Apart(Guarded::new(data)),
        }
    }

    /// Access, or `None` where the patience is over before, or would be in vain: in a signal handler that interrupts the holder.
    ///
    /// # Errors
    /// `counter_exhausted` in such a handler where the patience is endless; `forked_generator` in a child that was forked in one.
    #[inline(always)]
    pub(crate) fn lock(
        &self,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Held<'_, T>>, Error> {
        let taken = take(&self.holder, generation, patience)?;
        Ok(taken.map(|is_taken_over| Held {
            lock: self,
            is_taken_over,
        }))
    }
}

#[cfg(test)]
impl<T> Lock<T> {
    /// Leaves the lock as a thread of the parent process does that holds it at a fork.
    pub(crate) fn leave_behind(&self) {
        self.holder.store(1 << PROCESS_BITS, Ordering::Relaxed);
    }
}

/// Alone in this process by a word, until dropped.
pub(crate) struct Alone<'a>(&'a AtomicU64);

impl<'a> Alone<'a> {
    /// `None` where the patience is over before.
    pub(crate) fn by(
        word: &'a AtomicU64,
        generation: Generation,
        patience: Patience,
    ) -> Result<Option<Self>, Error> {
        Ok(take(word, generation, patience)?.map(|_| Self(word)))
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        give_back(self.0);
    }
}

#[inline(always)]
fn give_back(word: &AtomicU64) {
    word.store(FREE, Ordering::Release);
}

/// Takes a word; whether it was taken over.
#[inline(always)]
fn take(
    word: &AtomicU64,
    generation: Generation,
    patience: Patience,
) -> Result<Option<bool>, Error> {
    let me = (Here::thread() << PROCESS_BITS) | (generation.forks() & PROCESS);
    let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
    if word.compare_exchange(FREE, me, taken, failed).is_ok() {
        return Ok(Some(false));
    }
    wait(word, me, patience)
}

#[cold]
#[inline(never)]
fn wait(word: &AtomicU64, me: u64, patience: Patience) -> Result<Option<bool>, Error> {
    let mut tries = 0;
    loop {
        let holder = word.load(Ordering::Relaxed);
        if holder == me && Here::keeps(Guard::OwnThread) {
            return patience.in_vain();
        }
        let is_left_behind = holder != FREE && is_left_behind(holder, me, survivor())?;
        let may_take = holder == FREE || is_left_behind || !Here::keeps(Guard::Exclusion);
        let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
        if may_take && word.compare_exchange(holder, me, taken, failed).is_ok() {
            return Ok(Some(is_left_behind));
        }
        if pause(&mut tries, patience) {
            return Ok(None);
        }
    }
}

/// Whether the holder has no thread in this process: it held the lock in a process that this one was forked from.
///
/// `survivor` is the thread that was forked, and since which process it has been that one.
fn is_left_behind(holder: u64, me: u64, (survivor, since): (u64, u64)) -> Result<bool, Error> {
    if holder & PROCESS == me & PROCESS {
        return Ok(false);
    }
    // The thread that was forked is here, amid its call, which a handler interrupts.
    let forks_since = |process: u64| (process & PROCESS).wrapping_sub(since) & PROCESS;
    let is_here = holder >> PROCESS_BITS == survivor
        && forks_since(holder) < forks_since(me)
        && Here::keeps(Guard::Survivor);
    match is_here && holder >> PROCESS_BITS == me >> PROCESS_BITS {
        true => Err(Error::new(ErrorCode::ForkedGenerator)),
        false => Ok(!is_here && Here::keeps(Guard::TakeOver)),
    }
}

/// Waits a little; whether the patience is over.
fn pause(tries: &mut u32, patience: Patience) -> bool {
    *tries = tries.saturating_add(1);
    let Some(naps) = tries.checked_sub(SPINS + YIELDS) else {
        match *tries < SPINS {
            true => (0..1_u32 << (*tries).min(5)).for_each(|_| Here::spin()),
            false => Here::yield_now(),
        }
        return *tries == SPINS && patience.is_over();
    };
    patience.sleep(SHORT_NAP.saturating_mul(1 << naps.min(16)).min(LONG_NAP));
    patience.is_over()
}

impl<T> Deref for Held<'_, T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one.
        unsafe { &*self.lock.data.0.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one.
        unsafe { &mut *self.lock.data.0.get() }
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        give_back(&self.lock.holder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    fn held<T>(lock: &Lock<T>) -> Held<'_, T> {
        let generation = process::generation();
        let held = lock.lock(generation, Patience::ENDLESS);
        held.expect("no handler").expect("endless")
    }

    #[test]
    fn lock_excludes_other_threads() {
        let lock = Lock::new((0u64, 0u64));
        let count = |times: u64| {
            for _ in 0..times {
                let mut data = held(&lock);
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
        assert_eq!(*held(&lock), (60_000, 60_000));
    }

    #[test]
    fn lock_left_by_parent_thread_is_taken_over() {
        let lock = Lock::new(());
        assert!(!held(&lock).is_taken_over);
        lock.leave_behind();
        assert!(held(&lock).is_taken_over);
        assert!(!held(&lock).is_taken_over);
    }

    #[test]
    fn only_the_forking_threads_inherited_locks_stay_in_use() {
        let word = |thread: u64, forks: u64| thread << PROCESS_BITS | forks;
        // Thread 7 forked in the processes 3 and 4. This process is number 5.
        let survivor = (7, 3);
        for (holder, me, left_behind) in [
            (word(7, 5), word(8, 5), Ok(false)),
            (word(7, 4), word(8, 5), Ok(false)),
            (word(7, 3), word(8, 5), Ok(false)),
            (word(7, 2), word(8, 5), Ok(true)),
            (word(6, 4), word(8, 5), Ok(true)),
            (word(7, 4), word(7, 5), Err(ErrorCode::ForkedGenerator)),
        ] {
            let found = is_left_behind(holder, me, survivor).map_err(|error| error.code());
            assert_eq!(found, left_behind, "{holder:x}");
        }
    }

    #[test]
    fn relocking_fails_and_try_lock_times_out() {
        let lock = Lock::new(());
        let _held = held(&lock);
        let again = lock.lock(process::generation(), Patience::ENDLESS);
        let error = again.err().expect("by the same thread");
        assert_eq!(error.code(), ErrorCode::CounterExhausted);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let other = lock.lock(process::generation(), Patience::of(Duration::ZERO));
                assert!(other.expect("another thread").is_none());
            });
        });
    }
}
