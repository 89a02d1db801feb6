//! What of a state file is for those who have it open: a page that they map, and lose with the power.
//!
//! One word says how far ids are issued; every process reads and changes it in place. Nothing here is trusted after the last
//! of them has left: who opens the file alone begins a new *life* of it from the record.

use std::sync::atomic::{AtomicU64, Ordering};

use super::record::Record;

/// Where the page lies, and how much of it is used.
pub(super) const AT: usize = 4096;
pub(super) const LEN: usize = 4096;

/// The system was not started anew since.
pub(super) type Boot = [u64; 2];

/// What all who have the file open at the same time have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Common {
    /// Of it a permutation for each tick is made.
    pub(crate) key: [u64; 4],
    /// The node, where it stands above what is counted.
    pub(crate) node: u64,
}

/// A life that is going on. Another layout of this page, or another meaning of its words, takes another number: then libraries of two
/// versions refuse each other.
const BEGUN: u64 = 1;

#[repr(C)]
pub(super) struct Live {
    state: AtomicU64,
    boot: [AtomicU64; 2],
    key: [AtomicU64; 4],
    node: AtomicU64,
    /// The word that the life began with: nobody has issued an id in it as long as that stands.
    first: AtomicU64,
    /// More than one may be there, or was.
    is_crowded: AtomicU64,
    /// What the record on disk says; the word never passes it.
    mark: AtomicU64,
    _rest_of_line: [u64; 6],
    /// On a line of their own: these change with the ids.
    word: AtomicU64,
    high: AtomicU64,
}

fn set<const N: usize>(words: &[AtomicU64; N], values: [u64; N]) {
    for (word, value) in words.iter().zip(values) {
        word.store(value, Ordering::Relaxed);
    }
}

fn get<const N: usize>(words: &[AtomicU64; N]) -> [u64; N] {
    words.each_ref().map(|word| word.load(Ordering::Relaxed))
}

impl Live {
    /// Begins a life above all that was issued. By who is alone.
    pub(super) fn begin(&self, record: &Record, boot: Boot, common: Common) {
        // The reading of a life that was killed is known better here; an older one does no harm.
        let last = self.high.load(Ordering::Relaxed);
        let known = self.is_of(boot) && (record.high..=record.mark).contains(&last);
        self.state.store(0, Ordering::Relaxed);
        set(&self.boot, boot);
        set(&self.key, common.key);
        self.node.store(common.node, Ordering::Relaxed);
        self.is_crowded.store(0, Ordering::Relaxed);
        self.first.store(record.mark, Ordering::Relaxed);
        self.word.store(record.mark, Ordering::Relaxed);
        let high = if known { last } else { record.high };
        self.high.store(high, Ordering::Relaxed);
        self.mark.store(record.mark, Ordering::Relaxed);
        self.state.store(BEGUN, Ordering::Release);
    }

    /// Ends the last life. By who is alone.
    pub(super) fn end(&self) {
        self.state.store(0, Ordering::Release);
    }

    /// Whether a life is going on since the system was started.
    pub(super) fn is_of(&self, boot: Boot) -> bool {
        self.state.load(Ordering::Acquire) == BEGUN && get(&self.boot) == boot
    }

    pub(super) fn common(&self) -> Common {
        Common {
            key: get(&self.key),
            node: self.node.load(Ordering::Relaxed),
        }
    }

    /// Nobody else can be issuing ids.
    pub(super) fn is_alone(&self) -> bool {
        self.is_crowded.load(Ordering::SeqCst) == 0
    }

    /// Whether that is news.
    pub(super) fn crowd(&self) -> bool {
        self.is_crowded.swap(1, Ordering::SeqCst) == 0
    }

    pub(super) fn be_alone(&self) {
        self.is_crowded.store(0, Ordering::SeqCst);
    }

    pub(super) fn first(&self) -> u64 {
        self.first.load(Ordering::Relaxed)
    }

    pub(super) fn shared_word(&self) -> &AtomicU64 {
        &self.word
    }

    #[inline]
    pub(super) fn word(&self) -> u64 {
        self.word.load(Ordering::SeqCst)
    }

    /// Puts a word in the place of the one that was seen, unless that has changed.
    #[inline]
    pub(super) fn exchange(&self, seen: u64, word: u64) -> bool {
        let (done, failed) = (Ordering::SeqCst, Ordering::Relaxed);
        self.word.compare_exchange(seen, word, done, failed).is_ok()
    }

    pub(super) fn raise(&self, word: u64) {
        if self.word() < word {
            self.word.fetch_max(word, Ordering::SeqCst);
        }
    }

    pub(super) fn high(&self) -> u64 {
        self.high.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn raise_high(&self, high: u64) {
        if self.high() < high {
            self.high.fetch_max(high, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn mark(&self) -> u64 {
        self.mark.load(Ordering::Acquire)
    }

    pub(super) fn raise_mark(&self, mark: u64) {
        self.mark.fetch_max(mark, Ordering::AcqRel);
    }
}

const _: () = assert!(size_of::<Live>() <= LEN);
