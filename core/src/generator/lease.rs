//! What may be made without the lock: the ids that follow one another while a look at the clock holds.
//!
//! One word says which lease is open and what was taken of it. Whoever changes that word from the
//! value it was read at has taken the next id; the claimant of the generator's lock does so by a plain
//! store, all others by an exchange. What else is to be known of a lease is written while none is open, and
//! read between the load of the word and the exchange, which proves that it still was the same lease.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::gate::Gate;
use super::permutation::Permutation;
use super::process::Generation;
use super::run::{Run, Shape, Step};

/// The word: ids taken, ids taken of the last tick, that tick, and the number of the lease, which
/// takes half a year of a lease a microsecond to come again.
const TAKEN_BITS: u32 = 8;
const NTH_BITS: u32 = 8;
const TICK_BITS: u32 = 4;
const NTH_AT: u32 = TAKEN_BITS;
const TICK_AT: u32 = NTH_AT + NTH_BITS;
const NUMBER_AT: u32 = TICK_AT + TICK_BITS;

/// In place of the ids taken: no lease is open.
const CLOSED: u64 = (1 << TAKEN_BITS) - 1;

/// The most ids of a lease, and its last tick, counted from its first.
const MOST: u64 = CLOSED;
pub(super) const LAST_TICK: u64 = (1 << TICK_BITS) - 1;

/// What was taken of a lease.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// How many ids.
    pub(super) ids: u64,
    /// How many ticks on from the first one.
    pub(super) ticks: u64,
    /// How far the last of them is from the first of its tick.
    pub(super) nth: u64,
}

impl Taken {
    fn of(word: u64) -> Self {
        let part = |at: u32, bits: u32| word >> at & ((1 << bits) - 1);
        Self {
            ids: part(0, TAKEN_BITS),
            ticks: part(TICK_AT, TICK_BITS),
            nth: part(NTH_AT, NTH_BITS),
        }
    }

    fn word(self, number: u64) -> u64 {
        self.ids | self.nth << NTH_AT | self.ticks << TICK_AT | number << NUMBER_AT
    }
}

/// How the processor's counter tells ticks of less than a microsecond, in 2^-32 ticks.
#[derive(Clone, Copy, Default)]
pub(super) struct Ticking {
    /// How far into the first tick the lease was opened.
    pub(super) phase: u64,
    /// How much of a tick a step of the counter takes; 0 where a lease has one tick.
    pub(super) per_step: u64,
}

/// On a cache line of its own: threads that take ids pull at it.
#[repr(align(64))]
pub(super) struct Lease {
    word: AtomicU64,
    terms: Terms,
}

/// What does not change while a lease is open.
#[repr(align(64))]
#[derive(Default)]
struct Terms {
    generation: AtomicU64,
    opened: AtomicU64,
    steps: AtomicU64,
    count: AtomicU64,
    /// The first id's bits.
    high: AtomicU64,
    low: AtomicU64,
    phase: AtomicU64,
    per_step: AtomicU64,
    /// Of a permuted counter.
    from: AtomicU64,
    permutation: [AtomicU32; Permutation::WORDS],
}

/// Stored with release and loaded with acquire: who sees a term of a later lease also sees that the word has changed.
fn set(term: &AtomicU64, value: u64) {
    term.store(value, Ordering::Release);
}

#[inline(always)]
fn get(term: &AtomicU64) -> u64 {
    term.load(Ordering::Acquire)
}

impl Lease {
    pub(super) fn new() -> Self {
        Self {
            word: AtomicU64::new(CLOSED),
            terms: Terms::default(),
        }
    }

    /// Ends the lease, and tells what was taken of it. By the holder of the lock.
    pub(super) fn close(&self) -> Option<Taken> {
        let word = self.word.load(Ordering::Relaxed);
        if word & CLOSED == CLOSED {
            return None;
        }
        let number = word >> NUMBER_AT;
        let closed = CLOSED | number << NUMBER_AT;
        Some(Taken::of(self.word.swap(closed, Ordering::AcqRel)))
    }

    /// Leases the rest of a run. By the holder of the lock, after `close`.
    pub(super) fn open(
        &self,
        shape: &Shape,
        generation: Generation,
        run: &Run,
        (gate, ticking): (Gate, Ticking),
    ) {
        if gate.steps == 0 || run.count == 0 {
            return;
        }
        let terms = &self.terms;
        set(&terms.generation, generation.number());
        set(&terms.opened, gate.opened);
        set(&terms.steps, gate.steps);
        set(&terms.count, run.count.min(MOST));
        let first = match shape.step {
            // Ticks are told from the id that was made last: in the tick after it the counter starts where it did.
            Step::CountInTicks { .. } => run.first.wrapping_sub(shape.unit),
            _ => run.first,
        };
        set(&terms.high, (first >> 64) as u64);
        set(&terms.low, first as u64);
        set(&terms.phase, ticking.phase);
        set(&terms.per_step, ticking.per_step);
        set(&terms.from, run.from);
        for (term, word) in terms.permutation.iter().zip(run.permutation.to_words()) {
            term.store(word, Ordering::Release);
        }
        let number = (self.word.load(Ordering::Relaxed) >> NUMBER_AT) + 1;
        let word = Taken::default().word(number);
        self.word.store(word, Ordering::Release);
    }

    /// The bits of the next id, for the claimant of the lock, who is inside.
    #[inline(always)]
    pub(super) fn take_alone(
        &self,
        shape: &Shape,
        generation: Generation,
        counter: u64,
    ) -> Option<u128> {
        let word = self.word.load(Ordering::Relaxed);
        let (bits, next) = self.following(word, shape, generation, counter)?;
        self.word.store(next, Ordering::Release);
        Some(bits)
    }

    /// The bits of the next id, where nobody has a claim on the lock.
    #[inline(always)]
    pub(super) fn take(&self, shape: &Shape, generation: Generation, counter: u64) -> Option<u128> {
        let mut word = self.word.load(Ordering::Acquire);
        loop {
            let (bits, next) = self.following(word, shape, generation, counter)?;
            let (taken, failed) = (Ordering::AcqRel, Ordering::Acquire);
            match self.word.compare_exchange_weak(word, next, taken, failed) {
                Ok(_) => return Some(bits),
                Err(now) => word = now,
            }
        }
    }

    /// What taking an id gives and leaves.
    #[inline(always)]
    fn following(
        &self,
        word: u64,
        shape: &Shape,
        generation: Generation,
        counter: u64,
    ) -> Option<(u128, u64)> {
        let terms = &self.terms;
        let gate = Gate {
            opened: get(&terms.opened),
            steps: get(&terms.steps),
        };
        let taken = word & CLOSED;
        let is_open = gate.holds(counter)
            && taken < get(&terms.count)
            && get(&terms.generation) == generation.number();
        if !is_open {
            return None;
        }
        let first = || u128::from(get(&terms.high)) << 64 | u128::from(get(&terms.low));
        Some(match shape.step {
            Step::Nothing => (first(), word + 1),
            Step::Count => (first() + (u128::from(taken) << shape.shift), word + 1),
            Step::Permute => {
                let words = terms.permutation.each_ref();
                let words = words.map(|word| word.load(Ordering::Acquire));
                let place = get(&terms.from) + taken;
                (
                    first() | shape.permuted(Permutation::from_words(words), place),
                    word + 1,
                )
            }
            Step::CountInTicks { shift, .. } => {
                let ticks = (get(&terms.phase) + gate.passed(counter) * get(&terms.per_step)) >> 32;
                let mut taken = Taken::of(word);
                // Not back to a tick that another thread has left.
                if ticks > taken.ticks {
                    (taken.ticks, taken.nth) = (ticks, 0);
                } else {
                    taken.nth += 1;
                }
                taken.ids += 1;
                let bits = first()
                    + (u128::from(taken.ticks) << shift)
                    + (u128::from(taken.nth) << shape.shift);
                (bits, taken.word(word >> NUMBER_AT))
            }
        })
    }
}
