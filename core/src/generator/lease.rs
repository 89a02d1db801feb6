//! A lease: the rest of a run, handed out without the lock for as long as its gate holds.
//!
//! Under the lock the state is moved on and a lease is opened; until it is closed, again under
//! the lock, ids are taken from it by one compare-and-exchange each. Closing tells how many were.
//!
//! The word holds a serial number and how many ids were taken. Whoever takes one reads the terms
//! first and then exchanges the word: if the lease was closed in between, the word has changed and
//! the terms, which may be half of another lease, are thrown away.

use std::sync::atomic::{AtomicU64, Ordering};

use super::gate::{self, Gate};
use super::permutation::Permutation;
use super::process::Generation;
use super::run::{Run, Shape};

/// Serial numbers repeat after 2^44 leases, half a year of one a microsecond.
const TAKEN_BITS: u32 = 20;
const TAKEN: u64 = (1 << TAKEN_BITS) - 1;

/// The largest number of ids in a lease; the number above says that it is closed.
const MOST: u64 = TAKEN - 1;

const TERMS: usize = 2 + Permutation::WORDS + 1;

#[repr(align(64))]
pub(super) struct Lease {
    word: AtomicU64,
    count: AtomicU64,
    opened: AtomicU64,
    steps: AtomicU64,
    generation: AtomicU64,
    terms: [AtomicU64; TERMS],
}

impl Lease {
    pub(super) fn closed() -> Self {
        Self {
            word: AtomicU64::new(TAKEN),
            count: AtomicU64::new(0),
            opened: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            generation: AtomicU64::new(0),
            terms: [const { AtomicU64::new(0) }; TERMS],
        }
    }

    /// The bits of the next id, if the lease is open, not used up, and its gate holds.
    #[inline]
    pub(super) fn take(&self, shape: &Shape, generation: Generation) -> Option<u128> {
        loop {
            let word = self.word.load(Ordering::Acquire);
            let gate = Gate {
                opened: self.opened.load(Ordering::Relaxed),
                steps: self.steps.load(Ordering::Relaxed),
            };
            let nth = word & TAKEN;
            if nth >= self.count.load(Ordering::Relaxed)
                || self.generation.load(Ordering::Relaxed) != generation.number()
                || !gate.holds(gate::counter())
            {
                return None;
            }
            let run = self.terms(shape);
            // Releasing keeps the loads above before the exchange.
            let taken = self.word.compare_exchange_weak(
                word,
                word + 1,
                Ordering::AcqRel,
                Ordering::Relaxed,
            );
            if taken.is_ok() {
                return Some(run.bits(shape, nth));
            }
        }
    }

    /// Closes the lease and tells how many ids were taken. Under the lock.
    #[inline]
    pub(super) fn close(&self) -> u64 {
        let word = self.word.load(Ordering::Relaxed);
        if word & TAKEN == TAKEN {
            return 0;
        }
        // The next serial number: who still holds the terms of this lease must fail.
        let closed = (word | TAKEN).wrapping_add(1) | TAKEN;
        self.word.swap(closed, Ordering::AcqRel) & TAKEN
    }

    /// Opens a lease of what follows the first id of a run. Under the lock, after `close`.
    #[inline]
    pub(super) fn open(&self, shape: &Shape, run: &Run, gate: Gate, generation: Generation) {
        let count = (run.count - 1).min(MOST);
        if count == 0 || gate.steps == 0 {
            return;
        }
        let first = if shape.is_permuted() {
            run.first
        } else {
            run.bits(shape, 1)
        };
        self.terms[0].store((first >> 64) as u64, Ordering::Relaxed);
        self.terms[1].store(first as u64, Ordering::Relaxed);
        if shape.is_permuted() {
            let words = run.permutation.to_words();
            for (term, word) in self.terms[2..].iter().zip(words) {
                term.store(word, Ordering::Relaxed);
            }
            self.terms[TERMS - 1].store(run.from + 1, Ordering::Relaxed);
        }
        self.count.store(count, Ordering::Relaxed);
        self.opened.store(gate.opened, Ordering::Relaxed);
        self.steps.store(gate.steps, Ordering::Relaxed);
        self.generation
            .store(generation.number(), Ordering::Relaxed);
        let word = self.word.load(Ordering::Relaxed);
        self.word.store(word & !TAKEN, Ordering::Release);
    }

    #[inline]
    fn terms(&self, shape: &Shape) -> Run {
        let term = |at: usize| self.terms[at].load(Ordering::Relaxed);
        let mut run = Run {
            first: (u128::from(term(0)) << 64) | u128::from(term(1)),
            count: 0,
            permutation: Permutation::default(),
            from: 0,
        };
        if shape.is_permuted() {
            run.permutation = Permutation::from_words(std::array::from_fn(|word| term(2 + word)));
            run.from = term(TERMS - 1);
        }
        run
    }
}
