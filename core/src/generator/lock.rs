//! The generator's lock: nearly free for a thread that uses it alone, and one that a fork cannot
//! leave shut.
//!
//! At first it is *shared*: threads enter through `holder`, by an atomic exchange, which costs as much as the
//! processor's counter. A thread that goes on making ids while no other comes *claims* the lock: from then on it enters by plain
//! stores to `entered`. The first other thread *revokes* the claim, for good: it marks it revoked, makes every
//! processor of the process run a memory barrier (`membarrier`), and waits until the claimant is out; then the lock is
//! shared again.
//!
//! Claimant: `entered = 1`, then is the claim still mine? Revoker: clear the claim, barrier, then
//! is `entered` 0? Without the barrier both could answer yes, since a processor may delay a store past
//! a later load; the barrier of the rare side spares it to the common one.
//!
//! Both words hold the fork count of the process, so that a child takes over what a thread of its
//! parent held.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, compiler_fence};
use std::time::Duration;

use super::barrier;
use super::lease::{Lease, Taken};
use super::plan::Plan;
use super::process::Generation;
use super::state::State;

/// In `entered` and `holder`.
const FREE: u32 = 0;

/// In `claimant`: nobody, and nobody is inside by claim either; nobody any more. Threads are told by an address, which
/// is neither.
const SHARED: usize = 0;
const REVOKED: usize = 1;

/// A thread that took so many leased ids while no other looked at the clock is alone and often busy. Registering for the
/// barrier takes milliseconds in a process with several threads: the idle are spared it.
const BURST: u64 = 1000;

/// Held for some hundred nanoseconds at a time: a short spin, then the processor is given away; held for long, while a
/// state file is synced, it is slept for.
const SPINS: u32 = 100;
const LONG: u32 = 50 * SPINS;
const NAP: Duration = Duration::from_micros(50);

/// Each part on a cache line of its own: that who has the lock changes does not disturb those who go without it.
#[repr(C)]
pub(super) struct Lock<T> {
    claim: Line<Claim>,
    holder: Line<AtomicU32>,
    data: UnsafeCell<T>,
}

#[repr(align(64))]
struct Line<T>(T);

struct Claim {
    claimant: AtomicUsize,
    entered: AtomicU32,
    /// One claim was, and there is no second. Changed by the holder.
    is_spent: AtomicBool,
}

// SAFETY: the data is reached only through a guard, and there is one guard at a time: by the claim
// and its revocation, by the exchange of `holder`, and across a fork because a holder that was
// left behind has no thread in the child.
unsafe impl<T: Send> Sync for Lock<T> {}

/// How a thread may take what is leased.
pub(super) enum Way<'a, T> {
    /// Alone: nobody else takes anything as long as the guard lives.
    Alone(Guard<'a, T>),
    /// Beside others.
    Shared,
    /// Not now: by the lock.
    Lock,
}

/// Exclusive access, until dropped.
pub(super) struct Guard<'a, T> {
    lock: &'a Lock<T>,
    /// It was entered without waiting for anybody.
    pub(super) by_claim: bool,
    /// The lock was held by a thread of the parent at the fork: the data may be half changed.
    pub(super) taken_over: bool,
}

/// An address that no other living thread has: that of its control block, which the ABI of x86-64 has
/// there. A thread-local of ours would cost a call in a shared library.
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(miri)))]
#[inline(always)]
fn this_thread() -> usize {
    let address;
    // SAFETY: the word at the start of the segment is the address of the segment, and is only read.
    unsafe {
        std::arch::asm!(
            "mov {}, fs:[0]",
            out(reg) address,
            options(nostack, preserves_flags, pure, readonly)
        )
    };
    address
}

/// An address that no other living thread has.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux", not(miri))))]
#[inline(always)]
fn this_thread() -> usize {
    thread_local! {
        static THREAD: u8 = const { 0 };
    }
    THREAD.with(|thread| std::ptr::from_ref(thread) as usize)
}

impl<T> Lock<T> {
    pub(super) fn new(data: T) -> Self {
        Self {
            claim: Line(Claim {
                claimant: AtomicUsize::new(SHARED),
                entered: AtomicU32::new(FREE),
                is_spent: AtomicBool::new(false),
            }),
            holder: Line(AtomicU32::new(FREE)),
            data: UnsafeCell::new(data),
        }
    }

    #[inline]
    pub(super) fn lock(&self, generation: Generation) -> Guard<'_, T> {
        let (me, process) = (this_thread(), generation.forks());
        match self.enter_by_claim(me, process) {
            Some(guard) => guard,
            None => self.lock_slowly(process),
        }
    }

    /// How this thread may take what is leased; by its claim that costs next to nothing.
    #[inline(always)]
    pub(super) fn way(&self, generation: Generation) -> Way<'_, T> {
        if self.is_shared() {
            return Way::Shared;
        }
        match self.enter_by_claim(this_thread(), generation.forks()) {
            Some(guard) => Way::Alone(guard),
            None => Way::Lock,
        }
    }

    /// Whether there is no claim, and nobody inside by one.
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        self.claim.0.claimant.load(Ordering::Acquire) == SHARED
    }

    /// Waits, where the lock is shared, until no thread of this process holds it.
    pub(super) fn wait_until_free(&self, generation: Generation) {
        let mut spins = 0;
        while self.holder.0.load(Ordering::Acquire) == generation.forks() {
            pause(&mut spins);
        }
    }

    #[inline(always)]
    fn enter_by_claim(&self, me: usize, process: u32) -> Option<Guard<'_, T>> {
        // A signal handler that comes in here again must not enter: it waits for ever instead.
        if self.claim.0.claimant.load(Ordering::Relaxed) != me
            || self.claim.0.entered.load(Ordering::Relaxed) != FREE
        {
            return None;
        }
        self.claim.0.entered.store(process, Ordering::Relaxed);
        // The order of store and load is kept by the compiler here, and forced on the processor
        // by the revoker's barrier.
        compiler_fence(Ordering::SeqCst);
        if self.claim.0.claimant.load(Ordering::Relaxed) != me {
            self.claim.0.entered.store(FREE, Ordering::Release);
            return None;
        }
        Some(Guard {
            lock: self,
            by_claim: true,
            taken_over: false,
        })
    }

    #[inline(never)]
    fn lock_slowly(&self, process: u32) -> Guard<'_, T> {
        let mut taken_over = acquire(&self.holder.0, process);
        if !self.is_shared() {
            taken_over |= self.revoke(process);
        }
        Guard {
            lock: self,
            by_claim: false,
            taken_over,
        }
    }

    /// Ends the claim; tells whether the claimant was left behind inside by a fork. By the holder.
    fn revoke(&self, process: u32) -> bool {
        self.claim.0.claimant.store(REVOKED, Ordering::SeqCst);
        barrier::all_processors();
        let mut spins = 0;
        let left_behind = loop {
            match self.claim.0.entered.load(Ordering::Acquire) {
                FREE => break false,
                entered if entered != process => {
                    self.claim.0.entered.store(FREE, Ordering::Relaxed);
                    break true;
                }
                _ => pause(&mut spins),
            }
        };
        // Not before: what is leased must not be taken beside a claimant.
        self.claim.0.claimant.store(SHARED, Ordering::Release);
        left_behind
    }
}

/// Takes a free word, or one whose holder was left behind by a fork: then `true`.
#[inline]
fn acquire(word: &AtomicU32, process: u32) -> bool {
    let mut spins = 0;
    loop {
        let holder = word.load(Ordering::Relaxed);
        let left_behind = holder != FREE && holder != process;
        if (holder == FREE || left_behind)
            && word
                .compare_exchange_weak(holder, process, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        {
            return left_behind;
        }
        pause(&mut spins);
    }
}

fn pause(spins: &mut u32) {
    *spins += 1;
    if *spins > LONG {
        std::thread::sleep(NAP);
    } else if spins.is_multiple_of(SPINS) {
        std::thread::yield_now();
    } else {
        std::hint::spin_loop();
    }
}

impl<T> Guard<'_, T> {
    /// Lets this thread enter by plain stores from now on, if none did before.
    ///
    /// What is leased must be closed: who read the word of an earlier lease then cannot take, and who reads
    /// that of a later one sees the claim.
    fn claim(&self) {
        let claim = &self.lock.claim.0;
        let is_first = !self.by_claim && !claim.is_spent.load(Ordering::Relaxed);
        if is_first && barrier::is_available() {
            claim.is_spent.store(true, Ordering::Relaxed);
            claim.claimant.store(this_thread(), Ordering::Release);
        }
    }
}

impl Guard<'_, State> {
    /// Whether the state may be used as it is: it is of this process, and whole.
    pub(super) fn is_fit(&self, generation: Generation) -> bool {
        self.generation == generation && !self.taken_over
    }

    /// Ends the lease, accounting for what was taken, unless the state may be half written.
    pub(super) fn settle_lease(&mut self, lease: &Lease, plan: &Plan) {
        let taken = lease.close(self.by_claim);
        if self.taken_over {
            self.torn = true;
        } else if let Some(taken) = taken {
            self.account(plan, taken);
            self.claim_if_busy(taken);
        }
    }

    /// Claims the lock for a thread that goes on making ids alone.
    fn claim_if_busy(&mut self, taken: Taken) {
        let me = this_thread();
        let before = if self.burst.0 == me { self.burst.1 } else { 0 };
        self.burst = (me, before + taken.ids);
        if self.burst.1 >= BURST {
            self.claim();
        }
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one.
        unsafe { &*self.lock.data.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one.
        unsafe { &mut *self.lock.data.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let word = if self.by_claim {
            &self.lock.claim.0.entered
        } else {
            &self.lock.holder.0
        };
        word.store(FREE, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::process;

    #[test]
    fn claim_and_revocation_exclude_each_other() {
        // Short lives of locks: most of the time is spent around the revocation.
        for _ in 0..300 {
            let lock = Lock::new((0u64, 0u64));
            let count = |times: u64| {
                for _ in 0..times {
                    let mut data = lock.lock(process::generation());
                    data.claim();
                    // Apart, so that two threads inside at once would lose one of the steps.
                    data.0 += 1;
                    std::hint::black_box(&mut *data);
                    data.1 += 1;
                }
            };
            std::thread::scope(|scope| {
                scope.spawn(|| count(3000));
                scope.spawn(|| count(1000));
                count(2000);
            });
            let data = lock.lock(process::generation());
            assert_eq!(*data, (6000, 6000));
        }
    }

    #[test]
    fn a_claim_is_kept_until_another_thread_comes_and_is_not_made_again() {
        let lock = Lock::new(());
        let by_claim = || {
            let guard = lock.lock(process::generation());
            guard.claim();
            guard.by_claim
        };
        let claims = barrier::is_available();
        assert_eq!(
            [by_claim(), by_claim(), by_claim()],
            [false, claims, claims]
        );
        std::thread::scope(|scope| {
            let other = scope.spawn(by_claim).join();
            assert!(!other.expect("no panic"));
        });
        assert_eq!([by_claim(), by_claim()], [false, false]);
    }
}
