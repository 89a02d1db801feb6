//! The generation of the process: a number that a forked child does not share with its parent.
//!
//! Reading it costs two loads. It is stored in a page that the kernel clears in a forked child, so
//! that no way of forking is missed. A fork handler clears it as well: emulators and restored
//! checkpoints may not clear the page, and not every way of forking calls the handler.

use std::num::NonZeroU64;
use std::sync::atomic::{Ordering, compiler_fence};

use super::{Atomic, Mapping, Os, Statics, guard};

/// The number of forks in the upper half, of process-wide reseeds in the lower half. So a lock can
/// distinguish a holder that a fork left behind from one that started before a reseed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(NonZeroU64);

impl Generation {
    /// Counts forks only, from 1.
    pub fn forks(self) -> u64 {
        self.0.get() >> 32
    }

    /// Whether a process-wide reseed has happened since, in this process or in an ancestor.
    pub fn is_before_reseeding<S: Os>(self) -> bool {
        self.number() < S::statics().reseeded.load(Ordering::Relaxed)
    }

    /// Never zero.
    pub fn number(self) -> u64 {
        self.0.get()
    }
}

/// Sentinel: the mapping failed. Never retried, or values already stored in the fallback would be
/// lost.
pub const UNMAPPED: u64 = 1;

#[inline]
pub fn generation<S: Os>() -> Generation {
    let known = word::<S>(S::statics()).load(Ordering::Relaxed);
    NonZeroU64::new(known).map_or_else(|| begin::<S>(S::statics()), Generation)
}

/// Whether this is still the same process, and it has not been reseeded.
#[inline(always)]
pub fn is_current<S: Os>(generation: Generation) -> bool {
    let now = word::<S>(S::statics()).load(Ordering::Relaxed);
    if !guard!(SecondLook) {
        return true;
    }
    match guard!(LateReseed) {
        true => now == generation.number(),
        false => now >> 32 == generation.forks(),
    }
}

/// Calls `make`, again after each fork or reseed during the call, and returns the last result.
/// Passes the number of calls before.
///
/// For functions that write ids to memory: a process forked or copied during the call would write
/// the same ids.
#[inline(always)]
pub fn in_one_generation<S: Os, R>(mut make: impl FnMut(Generation, u32) -> R) -> R {
    let mut before: u32 = 0;
    loop {
        let begun = generation::<S>();
        let made = make(begun, before);
        compiler_fence(Ordering::SeqCst);
        if is_current::<S>(begun) {
            return made;
        }
        before = before.saturating_add(1);
    }
}

/// The generation's atomic. It is zero in a child until the child has a generation.
#[inline(always)]
fn word<S: Os>(statics: &'static Statics<S>) -> &'static S::AtomicU64 {
    match statics.fork_page.load(Ordering::Acquire) {
        0 | UNMAPPED => &statics.fork_word,
        // SAFETY: the page is never unmapped.
        page => unsafe { S::atomic_at(page) },
    }
}

/// Begins the first generation of this process.
#[cold]
fn begin<S: Os>(statics: &'static Statics<S>) -> Generation {
    let last = statics.last_generation.load(Ordering::Relaxed);
    if last == 0 {
        install_fork_detection::<S>(statics);
    } else {
        // The fork handler runs in the forking thread. Without it, assume that the first thread
        // here is the forking one.
        let thread = S::thread_id();
        if statics.forking_thread.swap(thread, Ordering::Relaxed) != thread {
            let parents = statics.generation.load(Ordering::Relaxed);
            let since = &statics.forking_thread_since;
            since.store(parents >> 32, Ordering::Relaxed);
        }
    }
    let first = NonZeroU64::MIN.saturating_add((((last >> 32) + 1) << 32) - 1);
    // Store it before it is used: a child forked in between must not begin it again.
    let last_generation = &statics.last_generation;
    last_generation.fetch_max(first.get(), Ordering::AcqRel);
    // One of several threads wins. The others take its number.
    let (begun, failed) = (Ordering::Release, Ordering::Relaxed);
    let begun = word::<S>(statics).compare_exchange(0, first.get(), begun, failed);
    let generation = begun.err().and_then(NonZeroU64::new).unwrap_or(first);
    // Of two threads that begin at once, one may have assumed to be in a child. Store the number
    // in use.
    let in_use = &statics.generation;
    in_use.store(generation.get(), Ordering::Relaxed);
    Generation(generation)
}

/// Makes the system identify children in both ways. Several threads may do so at once.
fn install_fork_detection<S: Os>(statics: &'static Statics<S>) {
    extern "C" fn in_child<S: Os>() {
        let statics = S::statics();
        word::<S>(statics).store(0, Ordering::Relaxed);
        begin::<S>(statics);
    }
    if guard!(ForkHandler) {
        S::at_fork(in_child::<S>);
    }
    if guard!(WipedPage) {
        let page = S::map(Mapping::WipedOnFork, size_of::<S::AtomicU64>());
        publish_page::<S>(&statics.fork_page, page.unwrap_or(UNMAPPED));
    }
}

/// Stores the address of a page, unless another thread was faster. The unused page stays mapped.
pub fn publish_page<S: Os>(slot: &S::AtomicU64, page: u64) {
    let _ = slot.compare_exchange(0, page, Ordering::Release, Ordering::Relaxed);
}

/// The thread that called `fork` in the parent, or 0, and the first ancestor in which it did so.
/// It is the only thread whose interrupted calls continue in the child.
pub fn forking_thread<S: Os>() -> (u64, u64) {
    let statics = S::statics();
    let since = statics.forking_thread_since.load(Ordering::Relaxed);
    (statics.forking_thread.load(Ordering::Relaxed), since)
}

/// Makes every generator of this process draw everything again, as after a fork.
pub fn reseed<S: Os>() {
    let statics = S::statics();
    begin_next::<S>(&[&statics.last_generation, &statics.reseeded]);
}

/// Makes the generators of this process that can draw anything do so again: the process may have
/// been restored from a snapshot. Generators that only a seed or the user's node distinguishes
/// continue.
#[cold]
pub fn redraw<S: Os>() {
    begin_next::<S>(&[&S::statics().last_generation]);
}

/// Begins the next generation of this process, and first stores it in these atomics.
fn begin_next<S: Os>(stored: &[&S::AtomicU64]) {
    let mut now = generation::<S>().number();
    let statics = S::statics();
    loop {
        for known in stored {
            known.fetch_max(now + 1, Ordering::Relaxed);
        }
        match word::<S>(statics).compare_exchange(
            now,
            now + 1,
            Ordering::Relaxed,
            Ordering::Relaxed,
        ) {
            Ok(_) => return,
            // Zero: forked just now, so a new generation begins anyway.
            Err(0) => return,
            Err(other) => now = other,
        }
    }
}

#[cfg(test)]
impl Generation {
    /// The generation of a child.
    pub fn of_child(self) -> Self {
        Self(self.0.saturating_add(1 << 32))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::examples::S;

    /// The statics of a process that detects forks, with this fork count.
    fn statics_of(forks: u64) -> &'static Statics<S> {
        let statics = Box::leak(Box::new(Statics::<S>::new()));
        for word in [&statics.last_generation, &statics.generation] {
            word.store(forks << 32, Ordering::Relaxed);
        }
        statics
    }

    #[test]
    fn first_process_in_which_a_thread_forks_is_recorded() {
        let statics = statics_of(3);
        let (me, other) = (S::thread_id(), S::thread_id() + 1);
        for (before, since) in [(other, 3), (me, 3), (me, 3), (other, 6)] {
            statics.fork_word.store(0, Ordering::Relaxed);
            statics.forking_thread.store(before, Ordering::Relaxed);
            let parents = statics.generation.load(Ordering::Relaxed);
            let begun = begin::<S>(statics);
            assert_eq!(begun.forks(), (parents >> 32) + 1);
            assert_eq!(statics.forking_thread.load(Ordering::Relaxed), me);
            let found = statics.forking_thread_since.load(Ordering::Relaxed);
            assert_eq!(found, since, "process {}", begun.forks());
        }
    }
    /// A child that is forked in between would begin it, too.
    #[test]
    fn generation_is_recorded_before_it_is_used() {
        let (statics, is_over) = (statics_of(1), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let used = statics.fork_word.load(Ordering::Acquire);
                    assert!(used <= statics.last_generation.load(Ordering::Relaxed));
                }
            });
            for _ in 0..200_000 {
                statics.fork_word.store(0, Ordering::Relaxed);
                begin::<S>(statics);
            }
            is_over.store(true, Ordering::Relaxed);
        });
    }
}
