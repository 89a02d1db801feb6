//! Which process this is: a number that a forked child does not share with its parent.
//!
//! Reading it costs two loads. It lies in a page that the kernel clears in a forked child, so that no way of forking is missed, and a handler
//! clears it as well: a page can lose its flag (an emulator, a restored checkpoint), and a handler is not called by every way of forking.

pub(crate) mod lock;

use std::num::NonZeroU64;
use std::sync::atomic::{Ordering, compiler_fence};

use crate::Here;
use crate::formats::Format;
use crate::node::NODE_WORDS;
use crate::world::{AtomicU64, Guard, Memory, Statics, World};

/// Forks in the upper half, process-wide reseedings in the lower: so a lock can tell a holder that
/// was left behind by a fork from one that merely began before a reseeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Generation(NonZeroU64);

impl Generation {
    /// Counts forks alone, from 1.
    pub(crate) fn forks(self) -> u64 {
        self.0.get() >> 32
    }

    /// Whether there was a process-wide reseeding since, in this process or in one that it was forked from.
    pub(crate) fn is_before_reseeding(self) -> bool {
        self.number() < Here::statics().reseeded.load(Ordering::Relaxed)
    }

    /// Never zero.
    pub(crate) fn number(self) -> u64 {
        self.0.get()
    }
}

/// No address: there is no such memory, and none will be asked for again. What a thread has noted in the place of it would be lost to all.
const NONE: u64 = 1;

/// The generation of this process.
#[inline]
pub(crate) fn generation() -> Generation {
    let known = word(Here::statics()).load(Ordering::Relaxed);
    NonZeroU64::new(known).map_or_else(begin, Generation)
}

/// Whether this is still the process that it was, and it was not reseeded since.
#[inline(always)]
pub(crate) fn is_still(generation: Generation) -> bool {
    let now = word(Here::statics()).load(Ordering::Relaxed);
    if !Here::keeps(Guard::SecondLook) {
        return true;
    }
    match Here::keeps(Guard::LateReseed) {
        true => now == generation.number(),
        false => now >> 32 == generation.forks(),
    }
}

/// Runs `make`, and once more after each fork or reseeding meanwhile, and returns its last result.
///
/// For what writes ids to memory: a process that was forked or copied amid the call would write the same ones.
#[inline(always)]
pub(crate) fn in_one_generation<R>(mut make: impl FnMut(Generation) -> R) -> R {
    loop {
        let begun = generation();
        let made = make(begun);
        compiler_fence(Ordering::SeqCst);
        if is_still(begun) {
            return made;
        }
    }
}

/// The word that is zero in a child until it has a generation.
#[inline(always)]
fn word(statics: &'static Statics) -> &'static AtomicU64 {
    match statics.fork_page.load(Ordering::Acquire) {
        0 | NONE => &statics.fork_word,
        // SAFETY: the page is never given back.
        page => unsafe { Here::word(page) },
    }
}

/// Starts the first generation of this process.
#[cold]
fn begin() -> Generation {
    let statics = Here::statics();
    let last = statics.last_generation.load(Ordering::Relaxed);
    if last == 0 {
        prepare(statics);
    } else {
        // Told by the handler this is the thread that was forked; else the first to come is taken for it.
        if statics.survivor.swap(Here::thread(), Ordering::Relaxed) != Here::thread() {
            let parents = statics.generation.load(Ordering::Relaxed);
            statics
                .survivor_since
                .store(parents >> 32, Ordering::Relaxed);
        }
    }
    let first = NonZeroU64::MIN.saturating_add((((last >> 32) + 1) << 32) - 1);
    // Known before it is in use: a child that is forked in between must not begin it again.
    statics
        .last_generation
        .fetch_max(first.get(), Ordering::AcqRel);
    // Of several threads one wins; the others take its number.
    let (begun, failed) = (Ordering::Release, Ordering::Relaxed);
    let begun = word(statics).compare_exchange(0, first.get(), begun, failed);
    let generation = begun.err().and_then(NonZeroU64::new).unwrap_or(first);
    // Of two threads that begin at once one may have taken itself for a child: what is in use tells.
    statics
        .generation
        .store(generation.get(), Ordering::Relaxed);
    Generation(generation)
}

/// Has the system tell children, in both ways. Of several threads all may: what they do twice does no harm.
fn prepare(statics: &'static Statics) {
    extern "C" fn in_child() {
        word(Here::statics()).store(0, Ordering::Relaxed);
        begin();
    }
    if Here::keeps(Guard::ForkHandler) {
        Here::at_fork(in_child);
    }
    if Here::keeps(Guard::WipedPage) {
        let page = Here::map(Memory::Wiped, size_of::<AtomicU64>());
        put(&statics.fork_page, page.unwrap_or(NONE));
    }
}

/// The page of a thread that was late is left alone.
fn put(slot: &AtomicU64, page: u64) {
    let _ = slot.compare_exchange(0, page, Ordering::Release, Ordering::Relaxed);
}

/// The thread that this process began with, if it was forked: the only one whose calls are there from before. Else 0. And since which of the processes
/// before it has been the one that was forked.
pub(crate) fn survivor() -> (u64, u64) {
    let statics = Here::statics();
    let since = statics.survivor_since.load(Ordering::Relaxed);
    (statics.survivor.load(Ordering::Relaxed), since)
}

/// Makes every generator of this process draw anew, as after a fork.
pub(crate) fn advance() {
    let statics = Here::statics();
    begin_next(&[&statics.last_generation, &statics.reseeded]);
}

/// Makes the generators of this process draw anew that have anything to draw: it may have been restored from a snapshot. Those that only
/// a seed or the user's node tells apart go on.
#[cold]
pub(crate) fn renew() {
    begin_next(&[&Here::statics().last_generation]);
}

/// Begins the next generation of this process, and notes it in these words before.
fn begin_next(noted: &[&AtomicU64]) {
    let mut now = generation().number();
    let statics = Here::statics();
    loop {
        for known in noted {
            known.fetch_max(now + 1, Ordering::Relaxed);
        }
        match word(statics).compare_exchange(now, now + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return,
            // Zero: forked just now, and anew anyhow.
            Err(0) => return,
            Err(other) => now = other,
        }
    }
}

/// The words in which a format's nodes are noted: of memory that this process, once it has drawn one, shares with all that are forked from it.
pub(crate) fn node_words(format: Format) -> impl Fn(usize) -> &'static AtomicU64 {
    let statics = Here::statics();
    let (begin, words) = NODE_WORDS;
    // Codes count from 1 without gaps: a test of the registry says so.
    let code = usize::from(format.code());
    let first = begin[code - 1];
    let end = *begin.get(code).unwrap_or(&words);
    if statics.family_page.load(Ordering::Relaxed) == 0 {
        let page = Here::map(Memory::Shared, size_of_val(&statics.family_words));
        put(&statics.family_page, page.unwrap_or(NONE));
    }
    let page = statics.family_page.load(Ordering::Acquire);
    move |nth| {
        debug_assert!(first + nth < end, "the words of another format");
        match page {
            NONE => &statics.family_words[first + nth],
            // SAFETY: the memory has words for every format, and is never given back.
            _ => unsafe { Here::word(page + ((first + nth) * size_of::<u64>()) as u64) },
        }
    }
}
