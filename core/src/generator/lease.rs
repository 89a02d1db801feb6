//! What may be made without the lock: the ids that follow one another while a look at the clock holds.
//!
//! One word says which lease is open and what was taken of it. Whoever changes that word from the
//! value it was read at has taken the next id; the claimant of the generator's lock does so by a plain
//! store, all others by an exchange. What else is to be known of a lease is written while none is open, and
//! read between the load of the word and the exchange, which proves that it still was the same lease.
//!
//! In a *crowd*, with other processes on the same state file, ids are taken from the file's word instead, by an exchange
//! always; the lease says how a word becomes an id.

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
pub(super) const MOST: u64 = CLOSED;
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
    /// In a crowd the word of the file that the first id follows; else 0.
    after: AtomicU64,
    /// How many ids were taken in a crowd: by the claimant, and by others.
    alone_in_crowd: AtomicU64,
    beside_in_crowd: AtomicU64,
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
            after: AtomicU64::new(0),
            alone_in_crowd: AtomicU64::new(0),
            beside_in_crowd: AtomicU64::new(0),
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
        let mut taken = Taken::of(last);
        if get(&self.after) != 0 {
            let (alone, beside) = (&self.alone_in_crowd, &self.beside_in_crowd);
            taken.ids = alone.swap(0, Ordering::Relaxed) + beside.swap(0, Ordering::Relaxed);
        }
        Some(taken)
    }

    /// Leases the rest of a run; in a crowd `after` is the file's word before it. By the holder of the lock, after `close`.
    pub(super) fn open(
        &self,
        shape: &Shape,
        generation: Generation,
        run: &Run,
        (gate, ticking): (Gate, Ticking),
        after: Option<u64>,
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
        set(&self.after, after.unwrap_or(0));
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
        crowd: Option<&AtomicU64>,
    ) -> Option<u128> {
        let word = self.word.load(Ordering::Relaxed);
        if let Some(crowd) = crowd
            && get(&self.after) != 0
        {
            let bits = self.take_in_crowd(word, shape, generation, counter, crowd, || true)?;
            let ids = self.alone_in_crowd.load(Ordering::Relaxed);
            self.alone_in_crowd.store(ids + 1, Ordering::Relaxed);
            return Some(bits);
        }
        let (bits, next) = self.following(word, shape, generation, counter)?;
        self.word.store(next, Ordering::Release);
        Some(bits)
    }

    /// The bits of the next id, where nobody has a claim on the lock.
    ///
    /// `is_shared` is asked after the word was read: a claim that came in between is seen then, and one
    /// that comes later finds no lease open, so that the exchange fails.
    #[inline(always)]
    pub(super) fn take(
        &self,
        shape: &Shape,
        generation: Generation,
        counter: u64,
        crowd: Option<&AtomicU64>,
        is_shared: impl Fn() -> bool,
    ) -> Option<u128> {
        loop {
            let word = self.word.load(Ordering::Acquire);
            if !is_shared() {
                return None;
            }
            if let Some(crowd) = crowd
                && get(&self.after) != 0
            {
                // What was read is of one lease if that is still open.
                let is_same = || {
                    let now = self.word.load(Ordering::Acquire);
                    now == word && now & CLOSED != CLOSED
                };
                let bits = self.take_in_crowd(word, shape, generation, counter, crowd, is_same)?;
                self.beside_in_crowd.fetch_add(1, Ordering::Relaxed);
                return Some(bits);
            }
            let (bits, next) = self.following(word, shape, generation, counter)?;
            let (taken, failed) = (Ordering::AcqRel, Ordering::Relaxed);
            let exchanged = self.word.compare_exchange_weak(word, next, taken, failed);
            if exchanged.is_ok() {
                return Some(bits);
            }
        }
    }

    /// The bits of the id that follows the word of the file, which it moves.
    #[inline(always)]
    fn take_in_crowd(
        &self,
        word: u64,
        shape: &Shape,
        generation: Generation,
        counter: u64,
        crowd: &AtomicU64,
        is_same: impl Fn() -> bool,
    ) -> Option<u128> {
        if word & CLOSED == CLOSED {
            return None;
        }
        self.passed(generation, counter)?;
        let (after, count) = (get(&self.after), get_short(&self.count));
        let mut seen = crowd.load(Ordering::Acquire);
        loop {
            let nth = seen.wrapping_sub(after);
            if nth >= count {
                return None;
            }
            let bits = self.nth(shape, nth);
            if !is_same() {
                return None;
            }
            let (taken, failed) = (Ordering::SeqCst, Ordering::Acquire);
            match crowd.compare_exchange_weak(seen, seen + 1, taken, failed) {
                Ok(_) => return Some(bits),
                Err(now) => seen = now,
            }
        }
    }

    /// How far the counter has gone since the reading of the clock, if that may still be used in this process.
    #[inline(always)]
    fn passed(&self, generation: Generation, counter: u64) -> Option<u64> {
        let gate = Gate {
            opened: get(&self.opened),
            steps: self.steps.load(Ordering::Acquire),
        };
        let holds = gate.holds(counter) && get(&self.generation) == generation.number();
        holds.then(|| gate.passed(counter))
    }

    /// The bits of the first id.
    #[inline(always)]
    fn first(&self) -> u128 {
        u128::from(get(&self.high)) << 64 | u128::from(get(&self.low))
    }

    /// The bits of an id of one tick, the first being number 0.
    #[inline(always)]
    fn nth(&self, shape: &Shape, nth: u64) -> u128 {
        match shape.step {
            Step::Nothing => self.first(),
            Step::Count | Step::CountInTicks { .. } => {
                self.first() + (u128::from(nth) << shape.shift)
            }
            Step::Permute => {
                let words = self.permutation.each_ref();
                let words = words.map(|word| word.load(Ordering::Acquire));
                let place = get(&self.from) + nth;
                self.first() | shape.permuted(Permutation::from_words(words), place)
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
        let passed = self.passed(generation, counter)?;
        let taken = word & CLOSED;
        if taken >= get_short(&self.count) {
            return None;
        }
        let Step::CountInTicks { shift, .. } = shape.step else {
            return Some((self.nth(shape, taken), word + 1));
        };
        let parts = get_short(&self.phase) + passed * get_short(&self.per_step);
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
        Some((
            self.nth(shape, taken.nth) + (u128::from(taken.ticks) << shift),
            next,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Format;
    use crate::generator::process;
    use std::sync::atomic::AtomicBool;

    fn run(first: u128, count: u64) -> Run {
        Run {
            first,
            count,
            permutation: Permutation::from_words([3, 5, 7, 11]),
            from: 2,
        }
    }

    /// Holds for 1000 steps from 0 on, with ticks of 100 steps.
    fn terms() -> (Gate, Ticking) {
        let gate = Gate {
            opened: 0,
            steps: 1000,
        };
        let ticking = Ticking {
            phase: 0,
            per_step: ((1_u64 << 32) / 100 + 1) as u32,
        };
        (gate, ticking)
    }

    #[test]
    fn alone_or_among_others_the_ids_are_the_same() {
        let generation = process::generation();
        for &format in Format::ALL {
            let (shape, of) = (Shape::of(format), run(1 << 100, 20));
            let (alone, shared) = (Lease::new(), Lease::new());
            for lease in [&alone, &shared] {
                lease.open(&shape, generation, &of, terms(), None);
            }
            for counter in 0..20 {
                let id = alone.take_alone(&shape, generation, counter * 17, None);
                assert!(id.is_some(), "{format}");
                assert_eq!(
                    id,
                    shared.take(&shape, generation, counter * 17, None, || true)
                );
            }
            assert_eq!(alone.take_alone(&shape, generation, 0, None), None);
            assert_eq!(shared.take(&shape, generation, 0, None, || true), None);
            let taken = alone.close(true);
            assert_eq!(taken, shared.close(false));
            assert_eq!(taken.map(|taken| taken.ids), Some(20));
            assert_eq!(alone.close(true), None);
        }
    }

    #[test]
    fn a_run_goes_on_as_it_would_by_itself() {
        let generation = process::generation();
        for format in [
            Format::Tid,
            Format::Uuid7,
            Format::Uid11Xid,
            Format::Scru160,
        ] {
            let (shape, mut of) = (Shape::of(format), run(1 << 100, 9));
            let lease = Lease::new();
            lease.open(&shape, generation, &of, terms(), None);
            while let Some(bits) = of.pop(&shape) {
                assert_eq!(
                    lease.take(&shape, generation, 999, None, || true),
                    Some(bits),
                    "{format}"
                );
            }
        }
    }

    #[test]
    fn nothing_is_taken_beside_the_terms() {
        let (shape, generation) = (Shape::of(Format::Tid), process::generation());
        let lease = Lease::new();
        assert_eq!(
            lease.take(&shape, generation, 0, None, || true),
            None,
            "none was opened"
        );
        let (mut gate, ticking) = terms();
        gate.opened = 500;
        lease.open(&shape, generation, &run(0, 9), (gate, ticking), None);
        for (counter, holds) in [(499, false), (500, true), (1499, true), (1500, false)] {
            let taken = lease.take(&shape, generation, counter, None, || true);
            assert_eq!(taken.is_some(), holds, "{counter}");
        }
        lease.close(false);
        assert_eq!(
            lease.take(&shape, generation, 500, None, || true),
            None,
            "closed"
        );
    }

    #[test]
    fn the_counter_tells_ticks_and_never_goes_back() {
        let Step::CountInTicks { shift, .. } = Shape::of(Format::Uuid6).step else {
            panic!("uuid6 has ticks of 100 ns");
        };
        let (shape, generation) = (Shape::of(Format::Uuid6), process::generation());
        let lease = Lease::new();
        lease.open(&shape, generation, &run(shape.unit, 500), terms(), None);
        // The id of the run's own call was the first of tick 0.
        for (counter, tick, nth) in [
            (0, 0, 1),
            (99, 0, 2),
            (100, 1, 0),
            (101, 1, 1),
            (99, 1, 2),
            (950, 9, 0),
            (999, 9, 1),
            (300, 9, 2),
        ] {
            let bits = (tick << shift) + (nth << shape.shift);
            assert_eq!(
                lease.take(&shape, generation, counter, None, || true),
                Some(bits)
            );
        }
        let taken = Taken {
            ids: 8,
            ticks: 9,
            nth: 2,
        };
        assert_eq!(lease.close(false), Some(taken));
    }

    #[test]
    fn a_tick_has_room_for_so_many_and_is_not_left_without_the_clock() {
        let (shape, generation) = (Shape::of(Format::Uuid6), process::generation());
        let lease = Lease::new();
        lease.open(&shape, generation, &run(shape.unit, 500), terms(), None);
        let ids =
            (0..500).take_while(|_| lease.take(&shape, generation, 5, None, || true).is_some());
        assert_eq!(ids.count() as u64, LAST_OF_TICK);
        assert!(
            lease.take(&shape, generation, 100, None, || true).is_some(),
            "a new tick"
        );
    }

    /// Two threads take while a third closes and opens: every id is from the lease that was open, none comes twice, and
    /// what was taken is what `close` tells.
    #[test]
    fn what_is_taken_while_leases_change_is_taken_once_and_counted() {
        const LEASES: u64 = 20_000;
        let (shape, generation) = (Shape::of(Format::Tid), process::generation());
        let (lease, ended) = (Lease::new(), AtomicBool::new(false));
        let take_all = || {
            let mut ids = Vec::new();
            while !ended.load(Ordering::Acquire) {
                ids.extend(lease.take(&shape, generation, 0, None, || true));
            }
            ids
        };
        let change = || {
            let mut told = 0;
            for nth in 0..LEASES {
                // In each lease other bits, and no more ids than lie between two leases.
                let of = run(u128::from(nth) << 20 << shape.shift, 1000);
                lease.open(&shape, generation, &of, terms(), None);
                for _ in 0..nth % 64 {
                    std::hint::spin_loop();
                }
                told += lease.close(false).map_or(0, |taken| taken.ids);
            }
            ended.store(true, Ordering::Release);
            told
        };
        let (mut ids, told) = std::thread::scope(|scope| {
            let takers = [scope.spawn(take_all), scope.spawn(take_all)];
            let told = change();
            let ids = takers.map(|taker| taker.join().expect("no panic"));
            for ids in &ids {
                assert!(ids.is_sorted(), "each thread's ids go up");
            }
            (ids.concat(), told)
        });
        assert!(told > 0, "the takers came to something");
        assert_eq!(ids.len() as u64, told);
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "none twice");
    }
}
