//! Runs: ids that follow one another by counting, and the reasons why a call gets none yet.

use super::hot_layout::{HotLayout, Step};
use super::permutation::Permutation;
use super::ticks::Count;
use crate::error::Error;
use crate::store::Reservation;
use crate::sys::deadline::TIMED_OUT;
use crate::sys::rng::Rng;
use crate::time::UnixTime;
use crate::value::Value;

#[derive(Clone, Copy)]
pub enum Batch {
    /// At most this many, at least one.
    Ids(u64),
    /// One, and as many as may follow without another clock read.
    Prefetch,
}

/// Why a request has no result yet.
pub enum Blocked {
    /// The clock must first reach this time.
    WaitUntil(UnixTime),
    /// The high-water mark of the state file must first be raised.
    Reserve(Reservation),
    /// The page of the state file contradicts what this process knows of the session.
    Contradicted,
    /// The lease file has another node by now.
    NodeChanged,
    /// The tick is not one for which the node is claimed: the fence must first be raised, or
    /// another node be claimed.
    Fenced(Count),
    /// The state must first be made ready, or the clock be read again: other threads have read it
    /// since.
    SlowPath,
    Failed(Error),
}

impl From<Error> for Blocked {
    #[cold]
    #[inline(never)]
    fn from(error: Error) -> Self {
        match error {
            TIMED_OUT => Blocked::SlowPath,
            _ => Blocked::Failed(error),
        }
    }
}

/// `count` ids from `first` on, which need no further clock read.
#[derive(Clone, Copy)]
pub struct Run {
    /// Fixed bits, time and counter of the first id. No random bits.
    pub first: u128,
    /// How many ids there are, including the first.
    pub count: u64,
    /// For a permuted counter: the permutation, and the index of the first id in it.
    pub permutation: Permutation,
    pub index: u64,
}

impl Run {
    pub const NONE: Run = Run {
        first: 0,
        count: 0,
        permutation: Permutation::NONE,
        index: 0,
    };

    /// Takes the first id, without its random bits.
    #[inline(always)]
    pub fn pop(&mut self, layout: &HotLayout) -> Option<u128> {
        self.count = self.count.checked_sub(1)?;
        let first = self.first;
        match layout.step {
            Step::Nothing => Some(first),
            Step::Count => {
                self.first = first.wrapping_add(layout.unit);
                Some(first)
            }
            Step::Permute => {
                let bits = layout.permuted(self.permutation, self.index);
                self.index += 1;
                Some(first | bits)
            }
        }
    }

    /// Skips ids of a run that counts and has at least as many.
    pub fn skip(&mut self, layout: &HotLayout, ids: u64) {
        self.count = self.count.saturating_sub(ids);
        self.first = self
            .first
            .wrapping_add(layout.unit.wrapping_mul(u128::from(ids)));
    }

    /// The first value and the difference, if the ids are an arithmetic progression in their first
    /// 64 bits, and all other bits are zero.
    pub fn progression(&self, layout: &HotLayout) -> Option<(u64, u64)> {
        let plain = layout.step == Step::Count && !layout.is_random() && layout.shift >= 64;
        let plain = plain && self.first as u64 == 0;
        plain.then(|| ((self.first >> 64) as u64, 1 << (layout.shift - 64)))
    }

    /// Calls `sink` with each id, completed with random bits.
    #[inline(always)]
    pub fn each(mut self, layout: &HotLayout, rng: &mut Rng, mut sink: impl FnMut(Value)) {
        let count = self.count;
        let mut complete = |words: &[u32]| {
            let bits = self.pop(layout).unwrap_or_default();
            sink(layout.random.insert(bits, layout.random.mask(words)));
        };
        match layout.random.words {
            2 if layout.accepts_all() => rng.groups::<2>(count, |words| complete(words)),
            3 if layout.accepts_all() => rng.groups::<3>(count, |words| complete(words)),
            4 if layout.accepts_all() => rng.groups::<4>(count, |words| complete(words)),
            _ => {
                while let Some(bits) = self.pop(layout) {
                    sink(layout.complete(bits, rng));
                }
            }
        }
    }
}
