//! Which process this is: a number that a forked child does not share with its parent.
//!
//! Reading it costs two loads. It lies in a page that the kernel clears in a forked child
//! (`MADV_WIPEONFORK`, Linux 4.14), so that no way of forking can be missed; where there is no
//! such page, a handler of `pthread_atfork` clears it.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Forks in the upper half, process-wide reseedings in the lower: so a lock can tell a holder that
/// was left behind by a fork from one that merely began before a reseeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Generation(NonZeroU64);

impl Generation {
    /// Counts forks alone, from 1.
    pub(super) fn forks(self) -> u32 {
        (self.0.get() >> 32) as u32
    }

    /// For a word that another thread reads; never zero.
    pub(super) fn number(self) -> u64 {
        self.0.get()
    }
}

/// The word that is zero in a child, once it exists.
static WORD: AtomicPtr<AtomicU64> = AtomicPtr::new(std::ptr::null_mut());

/// The last generation known; the child finds its parent's here.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Where no page can be had.
static PLAIN_WORD: AtomicU64 = AtomicU64::new(0);

/// The generation of this process.
#[inline]
pub(super) fn generation() -> Generation {
    // SAFETY: the pointer is null or points to a word that is never freed.
    let word = unsafe { WORD.load(Ordering::Acquire).as_ref() };
    let known = word.and_then(|word| NonZeroU64::new(word.load(Ordering::Relaxed)));
    known.map_or_else(begin, Generation)
}

/// Starts the first generation of this process.
#[cold]
fn begin() -> Generation {
    let word = word();
    let forks = (LAST.load(Ordering::Relaxed) >> 32) + 1;
    let first = NonZeroU64::MIN.saturating_add((forks << 32) - 1);
    // Known before it is in use: a child that is forked in between must not begin it again.
    LAST.fetch_max(first.get(), Ordering::AcqRel);
    // Of several threads one wins; the others take its number.
    let begun = word.compare_exchange(0, first.get(), Ordering::AcqRel, Ordering::Relaxed);
    Generation(begun.err().and_then(NonZeroU64::new).unwrap_or(first))
}

/// Makes every generator of this process draw anew, as after a fork.
pub(super) fn advance() {
    let (word, mut now) = (word(), generation().0.get());
    loop {
        LAST.fetch_max(now + 1, Ordering::AcqRel);
        match word.compare_exchange(now, now + 1, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => return,
            Err(other) => now = other,
        }
    }
}

fn word() -> &'static AtomicU64 {
    let mut word = WORD.load(Ordering::Acquire);
    if word.is_null() {
        let fresh = os::wiped_word(&PLAIN_WORD);
        word = match WORD.compare_exchange(
            std::ptr::null_mut(),
            fresh,
            Ordering::AcqRel,
            Ordering::Acquire,
        ) {
            Ok(_) => fresh,
            Err(first) => first,
        };
    }
    // SAFETY: not null, and never freed: the page of a thread that lost the race is left alone.
    unsafe { &*word }
}

/// Zeroed memory of `len` bytes that forked children share with this process; `None` where the
/// system has none. It is never given back.
pub(super) fn shared_memory(len: usize) -> Option<*mut u8> {
    os::shared_memory(len)
}

#[cfg(unix)]
mod os {
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A word that is cleared in forked children.
    pub(super) fn wiped_word(plain: &'static AtomicU64) -> *mut AtomicU64 {
        #[cfg(target_os = "linux")]
        if let Some(page) = map(size_of::<AtomicU64>(), libc::MAP_PRIVATE) {
            // SAFETY: the range is the page just mapped; the advice changes only what a child sees.
            let wiped = unsafe {
                libc::madvise(page.cast(), size_of::<AtomicU64>(), libc::MADV_WIPEONFORK)
            };
            if wiped == 0 {
                return page.cast();
            }
        }
        extern "C" fn clear() {
            super::PLAIN_WORD.store(0, Ordering::Relaxed);
        }
        // SAFETY: the handler only stores to a static, which is allowed in a forked child.
        unsafe { libc::pthread_atfork(None, None, Some(clear)) };
        std::ptr::from_ref(plain).cast_mut()
    }

    pub(super) fn shared_memory(len: usize) -> Option<*mut u8> {
        map(len, libc::MAP_SHARED)
    }

    fn map(len: usize, visibility: i32) -> Option<*mut u8> {
        // SAFETY: an anonymous mapping at an address of the kernel's choice touches no memory of
        // ours; failure is told by MAP_FAILED.
        let page = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                visibility | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        (page != libc::MAP_FAILED).then_some(page.cast())
    }
}

#[cfg(not(unix))]
mod os {
    use std::sync::atomic::AtomicU64;

    /// Without fork nothing needs to be cleared.
    pub(super) fn wiped_word(plain: &'static AtomicU64) -> *mut AtomicU64 {
        std::ptr::from_ref(plain).cast_mut()
    }

    /// Without fork nobody shares.
    pub(super) fn shared_memory(_len: usize) -> Option<*mut u8> {
        None
    }
}
