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

/// The word: ids taken, ids taken of the last tick, that tick, and the number of the lease. That comes again after
/// fifty days of a lease a microsecond: no thread sleeps amidst taking an id for just as long.
const TAKEN_BITS: u32 = 10;
const NTH_BITS: u32 = 6;
const TICK_BITS: u32 = 6;
const NTH_AT: u32 = TAKEN_BITS;
const TICK_AT: u32 = NTH_AT + NTH_BITS;
const NUMBER_AT: u32 = TICK_AT + TICK_BITS;

/// In place of the ids taken: no lease is open.
const CLOSED: u64 = (1 << TAKEN_BITS) - 1;

/// The most ids of a lease and of a tick of it, and its last tick, counted from its first.
const MOST: u64 = CLOSED;
const LAST_OF_TICK: u64 = (1 << NTH_BITS) - 1;
pub(super) const LAST_TICK: u64 = (1 << TICK_BITS) - 1;

/// Which tick, and which id of it.
const IN_TICK: u64 = LAST_OF_TICK << NTH_AT | LAST_TICK << TICK_AT;

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
}

/// How the processor's counter tells ticks of less than a microsecond, in 2^-32 ticks.
#[derive(Clone, Copy, Default)]
pub(super) struct Ticking {
    /// How far into the first tick the lease was opened.
    pub(super) phase: u32,
    /// How much of a tick a step of the counter takes; 0 where a lease has one tick.
    pub(super) per_step: u32,
}

/// What all but the permuted formats need is on one cache line: threads pull it back and forth.
#[repr(C, align(64))]
pub(super) struct Lease {
    word: AtomicU64,
    /// The other terms do not change while a lease is open.
    generation: AtomicU64,
    opened: AtomicU64,
    /// The first id's bits.
    high: AtomicU64,
    low: AtomicU64,
    steps: AtomicU32,
    count: AtomicU32,
    phase: AtomicU32,
    per_step: AtomicU32,
    /// Of a permuted counter.
    from: AtomicU64,
    permutation: [AtomicU32; Permutation::WORDS],
}

// Terms are stored with release and loaded with acquire: who sees one of a later lease also sees that the word has
// changed.
fn set(term: &AtomicU64, value: u64) {
    term.store(value, Ordering::Release);
}

fn set_short(term: &AtomicU32, value: u32) {
    term.store(value, Ordering::Release);
}

#[inline(always)]
fn get(term: &AtomicU64) -> u64 {
    term.load(Ordering::Acquire)
}

#[inline(always)]
fn get_short(term: &AtomicU32) -> u64 {
    term.load(Ordering::Acquire).into()
}

impl Lease {
    pub(super) const fn new() -> Self {
        Self {
            word: AtomicU64::new(CLOSED),
            generation: AtomicU64::new(0),
            opened: AtomicU64::new(0),
            high: AtomicU64::new(0),
            low: AtomicU64::new(0),
            steps: AtomicU32::new(0),
            count: AtomicU32::new(0),
            phase: AtomicU32::new(0),
            per_step: AtomicU32::new(0),
            from: AtomicU64::new(0),
            permutation: [const { AtomicU32::new(0) }; Permutation::WORDS],
        }
    }

    /// Ends the lease, and tells what was taken of it. By the holder of the lock; `alone` if by claim.
    #[inline]
    pub(super) fn close(&self, alone: bool) -> Option<Taken> {
        let word = self.word.load(Ordering::Relaxed);
        if word & CLOSED == CLOSED {
            return None;
        }
        // Its number does not change, only what is taken of it.
        let closed = word | CLOSED;
        let last = if alone {
            self.word.store(closed, Ordering::Release);
            word
        } else {
            self.word.swap(closed, Ordering::AcqRel)
        };
        Some(Taken::of(last))
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
        let first = match shape.step {
            // Ticks are told from the id that was made last: in the tick after it the counter starts where it did.
            Step::CountInTicks { .. } => run.first.wrapping_sub(shape.unit),
            _ => run.first,
        };
        set(&self.generation, generation.number());
        set(&self.opened, gate.opened);
        set(&self.high, (first >> 64) as u64);
        set(&self.low, first as u64);
        set_short(&self.steps, gate.steps);
        set_short(&self.count, run.count.min(MOST) as u32);
        if let Step::CountInTicks { .. } = shape.step {
            set_short(&self.phase, ticking.phase);
            set_short(&self.per_step, ticking.per_step);
        }
        if let Step::Permute = shape.step {
            set(&self.from, run.from);
            for (term, word) in self.permutation.iter().zip(run.permutation.to_words()) {
                set_short(term, word);
            }
        }
        let number = (self.word.load(Ordering::Relaxed) >> NUMBER_AT) + 1;
        self.word.store(number << NUMBER_AT, Ordering::Release);
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
        let gate = Gate {
            opened: get(&self.opened),
            steps: self.steps.load(Ordering::Acquire),
        };
        let taken = word & CLOSED;
        let is_open = gate.holds(counter)
            && taken < get_short(&self.count)
            && get(&self.generation) == generation.number();
        if !is_open {
            return None;
        }
        let first = || u128::from(get(&self.high)) << 64 | u128::from(get(&self.low));
        Some(match shape.step {
            Step::Nothing => (first(), word + 1),
            Step::Count => (first() + (u128::from(taken) << shape.shift), word + 1),
            Step::Permute => {
                let words = self.permutation.each_ref();
                let words = words.map(|word| word.load(Ordering::Acquire));
                let place = get(&self.from) + taken;
                (
                    first() | shape.permuted(Permutation::from_words(words), place),
                    word + 1,
                )
            }
            Step::CountInTicks { shift, .. } => {
                let parts =
                    get_short(&self.phase) + gate.passed(counter) * get_short(&self.per_step);
                let tick = (parts >> 32) << TICK_AT;
                // Not back to a tick that another thread has left.
                let next = if tick > word & (LAST_TICK << TICK_AT) {
                    (word & !IN_TICK) + tick + 1
                } else if word & (LAST_OF_TICK << NTH_AT) < LAST_OF_TICK << NTH_AT {
                    word + (1 << NTH_AT) + 1
                } else {
                    return None;
                };
                let taken = Taken::of(next);
                let bits = first()
                    + (u128::from(taken.ticks) << shift)
                    + (u128::from(taken.nth) << shape.shift);
                (bits, next)
            }
        })
    }
}
