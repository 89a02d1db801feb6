//! What of a state file is for those who have it open: a page that they map, and lose with the power.
//!
//! One word says how far ids are issued; every process reads and changes it in place. Nothing here is trusted after the last
//! of them has left: who opens the file alone begins a new *life* of it from the record.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::record::Record;
use crate::sys::{AtomicU64, Os, Sys, guard};

/// Where the page lies, and how much of it is used.
pub(super) const AT: u64 = 4096;
pub(super) const LEN: usize = 4096;

/// What all who have the file open at the same time have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Common {
    /// Of it a permutation for each tick is made.
    pub(crate) key: [u64; 4],
    /// The node, where it stands above what is counted.
    pub(crate) node: u64,
}

/// A life that is going on. Another layout of this page, or another meaning of its words, takes another number: then libraries of two
/// versions refuse each other. 1 was one whose users took what they leased by the clock.
const BEGUN: u64 = 2;

/// The page's words. Those that change with the ids are on a line of their own.
#[derive(Clone, Copy)]
enum At {
    State = 0,
    Boot = 1,
    Key = 3,
    Node = 7,
    /// The word that the life began with: nobody has issued an id in it as long as that stands.
    First = 8,
    /// How many have come, ever.
    Joined = 9,
    /// What the record on disk says; the word never passes it.
    Mark = 10,
    /// Of a lease file: which grant its node is of. On the mark's line, since both are looked at together.
    Turn = 11,
    Word = 24,
    High = 25,
}
const _: () = assert!((At::High as usize + 1) * size_of::<u64>() <= LEN);

/// The page of a file that is mapped from its start, at this address.
///
/// State, key and the like are written and read under the lock of the file, so that no order is asked of them here. Of word and mark it is: who sees a
/// word sees what was done before it. And who knows of an id of somebody who came knows that he came, since a word never goes back for who has seen it.
#[derive(Clone, Copy)]
pub(super) struct Live(pub(super) u64);

impl Live {
    #[inline(always)]
    fn nth(self, at: At, nth: u64) -> &'static AtomicU64 {
        let address = self.0 + AT + (at as u64 + nth) * size_of::<u64>() as u64;
        // SAFETY: the store, which alone has this, keeps the page mapped, and uses no word of it afterwards.
        unsafe { Sys::atomic_at(address) }
    }

    #[inline(always)]
    fn at(self, at: At) -> &'static AtomicU64 {
        self.nth(at, 0)
    }

    fn set<const N: usize>(self, at: At, values: [u64; N]) {
        for (nth, value) in (0..).zip(values) {
            self.nth(at, nth).store(value, Ordering::Relaxed);
        }
    }

    fn get<const N: usize>(self, at: At) -> [u64; N] {
        std::array::from_fn(|nth| self.nth(at, nth as u64).load(Ordering::Relaxed))
    }

    /// Begins a life above all that was issued. By who is alone.
    pub(super) fn begin(self, record: &Record, boot: [u64; 2], common: Common) {
        // The reading of a life that was killed is known better here; an older one does no harm.
        let last = self.high();
        let known = self.has_begun()
            && self.get(At::Boot) == boot
            && (record.high..=record.mark).contains(&last);
        self.set(At::State, [0]);
        self.set(At::Boot, boot);
        self.set(At::Key, common.key);
        self.set(At::Node, [common.node]);
        self.set(At::First, [record.mark]);
        self.set(At::Word, [record.mark]);
        self.set(At::High, [if known { last } else { record.high }]);
        self.set(At::Turn, [record.grant.turn]);
        self.set(At::Mark, [record.mark]);
        self.at(At::State).store(BEGUN, Ordering::Relaxed);
    }

    /// Ends the last life; what was common is nobody's to know any more. By who is alone.
    pub(super) fn end(self) {
        self.at(At::State).store(0, Ordering::Relaxed);
        self.set(At::Key, [0; 4]);
    }

    /// Whether a life of this version is going on, for all that the page tells.
    pub(super) fn has_begun(self) -> bool {
        self.at(At::State).load(Ordering::Relaxed) == BEGUN
    }

    pub(super) fn common(self) -> Common {
        let [node] = self.get(At::Node);
        Common {
            key: self.get(At::Key),
            node,
        }
    }

    /// How many have come so far.
    #[inline(always)]
    pub(super) fn joined(self) -> u64 {
        self.at(At::Joined).load(Ordering::Relaxed)
    }

    /// One more has come; how many that are.
    pub(super) fn join(self) -> u64 {
        self.at(At::Joined)
            .fetch_add(1, Ordering::Relaxed)
            .wrapping_add(1)
    }

    pub(super) fn first(self) -> u64 {
        self.at(At::First).load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn word(self) -> u64 {
        self.at(At::Word).load(Ordering::Acquire)
    }

    /// Puts a word in the place of the one that was seen, unless that has changed.
    #[inline]
    pub(super) fn exchange(self, seen: u64, word: u64) -> bool {
        let (done, failed) = (Ordering::Release, Ordering::Relaxed);
        if !guard!(Exchange) {
            self.at(At::Word).store(word, Ordering::Release);
            return true;
        }
        self.at(At::Word)
            .compare_exchange(seen, word, done, failed)
            .is_ok()
    }

    pub(super) fn raise(self, word: u64) {
        if self.word() < word {
            self.at(At::Word).fetch_max(word, Ordering::Release);
        }
    }

    pub(super) fn high(self) -> u64 {
        self.at(At::High).load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn raise_high(self, high: u64) {
        if self.high() < high {
            self.at(At::High).fetch_max(high, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn mark(self) -> u64 {
        self.at(At::Mark).load(Ordering::Acquire)
    }

    /// Of a lease file. After the [`mark`](Self::mark), and meaningful for words up to that alone.
    #[inline]
    pub(super) fn turn(self) -> u64 {
        self.at(At::Turn).load(Ordering::Relaxed)
    }

    /// Tells those who have the file open of the grant that is on the disk. Under the lock of the file, by who has it open, or sees that somebody may.
    pub(super) fn turn_to(self, record: &Record) {
        if self.turn() == record.grant.turn {
            return;
        }
        self.raise_high(record.high);
        if !guard!(TurnFirst) {
            self.raise_mark(record.mark);
            // For others to look in between.
            Sys::sleep(Duration::from_millis(5));
        }
        // Released with the mark.
        self.at(At::Turn)
            .store(record.grant.turn, Ordering::Relaxed);
        self.raise_mark(record.mark);
    }

    pub(super) fn raise_mark(self, mark: u64) {
        self.at(At::Mark).fetch_max(mark, Ordering::Release);
    }
}
