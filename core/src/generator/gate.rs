//! How long a reading of the clock may be used again, told by a counter of the processor.
//!
//! Shortly after a reading `max(now, last + 1)` is `last + 1` anyway: nothing is gained by reading the clock again, which costs several times what the
//! counter costs. The counter decides nothing but this. Where it is not known to go at one speed, the gate is shut: the clock is read each time.
//! See `docs/decisions/0007-the-gated-clock.md`.

use std::sync::atomic::Ordering;

use super::shape::Shape;
use crate::Here;
use crate::process::Generation;
use crate::time::Timestamp;
use crate::world::{Branch, Guard, World};

/// A reading never serves longer, whatever was measured: more would not be quicker.
pub(super) const MOST_NS: u64 = 10_000;

/// The belt: no processor's counter is faster, so that a gate of so many steps for each nanosecond is never shorter than asked, and one that was
/// measured longer is cut.
const MOST_STEPS_IN_NS: u64 = 8;

/// The part of the time that is used, in percent: the counter's speed is known to less than this.
const MARGIN_PERCENT: u64 = 95;

/// A measured speed and when it was measured, in one word: steps in 2^10 ns, and above them the counter without its low bits.
const RATE_BITS: u32 = 14;
const MOST_RATE: u64 = MOST_STEPS_IN_NS << 10;
const AGE_BITS: u32 = 14;
const _: () = assert!(MOST_RATE < 1 << RATE_BITS && AGE_BITS <= RATE_BITS);

/// For so many steps a speed serves, a second or some; after a quarter of them it is measured anew.
const SERVES_STEPS: u64 = 1 << 32;
const RENEWED_AFTER: u64 = SERVES_STEPS / 4;

/// A measurement takes this long: shorter ones are not exact enough, and in longer ones the machine may have been asleep.
const LEAST_WINDOW_NS: u64 = 2_000_000;
const MOST_WINDOW_NS: u64 = 50_000_000;

/// Where the system does not trust the counter, nobody asks again: it costs as much as half an id.
const NEVER: u64 = u64::MAX;

/// How soon to look whether a window is long enough: less than a millisecond.
const LOOK_AGAIN_STEPS: u64 = 1 << 20;

/// So far readings that follow one another may lie behind the counter: a thread may be held up between the two.
const SLACK_NS: u64 = 300;

/// An interval of the counter: from the reading of the clock on, so many steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gate {
    pub(super) opened: u64,
    pub(super) steps: u64,
}

impl Gate {
    /// One that holds for nothing.
    pub(super) const SHUT: Gate = Gate {
        opened: 0,
        steps: 0,
    };

    /// Whether it holds for nothing.
    #[inline(always)]
    pub(super) fn is_shut(self) -> bool {
        self.steps == 0
    }

    /// Whether a counter reading lies inside; one from before the opening does not.
    #[inline(always)]
    pub(super) fn holds(self, counter: u64) -> bool {
        counter.wrapping_sub(self.opened) < self.steps
    }

    /// The gate of a clock reading that was taken after this counter reading and may be used for
    /// so long; shut where the counter cannot be trusted.
    #[inline]
    pub(super) fn opened(opened: u64, for_ns: u64) -> Self {
        let for_ns = for_ns.min(MOST_NS);
        let steps = (rate(opened) * (for_ns * MARGIN_PERCENT / 100)) >> 10;
        debug_assert!(steps <= for_ns * MOST_STEPS_IN_NS || !Here::keeps(Guard::Belt));
        Self { opened, steps }
    }
}

/// The counter, if its speed is known and of use: else nothing is gained by reading it.
#[inline(always)]
pub(super) fn counter(shape: &Shape) -> Option<u64> {
    if !shape.is_gated {
        return None;
    }
    match Here::statics().gate.rate.load(Ordering::Relaxed) {
        0 => None,
        _ => Some(Here::counter()),
    }
}

/// Steps in 2^10 ns; 0 where that is not known now.
#[inline]
fn rate(counter: u64) -> u64 {
    let known = Here::statics().gate.rate.load(Ordering::Relaxed);
    let age = (counter >> AGE_BITS).wrapping_sub(known >> RATE_BITS) & (u64::MAX >> AGE_BITS);
    match age < SERVES_STEPS >> AGE_BITS || !Here::keeps(Guard::RateAge) {
        true => known & ((1 << RATE_BITS) - 1),
        false => 0,
    }
}

/// A reading of the clock and the counter just before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    counter: u64,
    unix_ns: u64,
}

impl Look {
    pub(super) fn new(counter: u64, reading: Timestamp) -> Self {
        let seconds = (reading.seconds() as u64).wrapping_mul(1_000_000_000);
        Self {
            counter,
            unix_ns: seconds.wrapping_add(reading.nanos().into()),
        }
    }

    /// Whether the clock agrees with the counter since this look, which is moved on now and then; if not, the counter's speed is not known any more.
    ///
    /// So a machine that goes on elsewhere, with another counter, is found out within the next few looks.
    pub(super) fn agrees(&mut self, now: Look) -> bool {
        let rate = rate(now.counter);
        if rate == 0 {
            *self = now;
            return true;
        }
        let by_counter = now.counter.wrapping_sub(self.counter);
        let by_clock_ns = now.unix_ns.wrapping_sub(self.unix_ns).cast_signed();
        if by_counter > SERVES_STEPS || by_clock_ns < 0 {
            // Long ago, or one of them went back: nothing can be said.
            *self = now;
            return true;
        }
        let by_clock = (by_clock_ns.min(1 << 40).unsigned_abs() * rate) >> 10;
        let slack = (SLACK_NS * rate) >> 10;
        let agrees = |by_counter: u64| by_clock <= by_counter + by_counter / 16 + slack;
        // The thread may have been held up between counter and clock: not longer than until now.
        let until_now = || Here::counter().wrapping_sub(self.counter).min(SERVES_STEPS);
        if !agrees(by_counter) && !agrees(until_now()) && Here::keeps(Guard::Watch) {
            *self = now;
            Here::takes(Branch::Watched);
            forget();
            return false;
        }
        if by_counter >> 18 != 0 {
            *self = now;
        }
        true
    }
}

/// The counter's speed is not what it was.
#[cold]
fn forget() {
    let words = &Here::statics().gate;
    for word in [
        &words.rate,
        &words.candidate,
        &words.window_ns,
        &words.due_after,
    ] {
        word.store(0, Ordering::Relaxed);
    }
}

/// Measures the counter's speed where that is due: by who has no lock.
#[inline]
pub(super) fn keep_measured(shape: &Shape, generation: Generation) {
    if !shape.is_gated {
        return;
    }
    let words = &Here::statics().gate;
    let after = words.due_after.load(Ordering::Relaxed);
    if after == NEVER {
        return;
    }
    let since = Here::counter().wrapping_sub(words.due_from.load(Ordering::Relaxed));
    if since >= after {
        measure(generation);
    }
}

/// Compares the counter with the monotonic clock, and says when that is due again.
#[cold]
#[inline(never)]
fn measure(generation: Generation) {
    let words = &Here::statics().gate;
    // Of several threads one; who was left behind by a fork does not count.
    let holder = words.measuring.load(Ordering::Relaxed);
    let me = generation.forks();
    let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
    if holder == me
        || words
            .measuring
            .compare_exchange(holder, me, taken, failed)
            .is_err()
    {
        return;
    }
    drop_old(Here::counter());
    let (from, after) = next_step();
    words.due_from.store(from, Ordering::Relaxed);
    words.due_after.store(after, Ordering::Relaxed);
    words.measuring.store(0, Ordering::Release);
}

/// A speed that serves no more is not known: else each id would read the counter, and then the clock as well.
fn drop_old(counter: u64) {
    if rate(counter) == 0 {
        Here::statics().gate.rate.store(0, Ordering::Relaxed);
    }
}

/// A step of the measurement; from when on and after how many steps of the counter the next one is due.
fn next_step() -> (u64, u64) {
    let words = &Here::statics().gate;
    let Some((counter, ns)) = sample() else {
        // A clock that is slow to read, or a machine that is: less and less is asked of it.
        let failures = words.failures.fetch_add(1, Ordering::Relaxed).min(8);
        words.window_ns.store(0, Ordering::Relaxed);
        return (Here::counter(), SERVES_STEPS << failures);
    };
    words.failures.store(0, Ordering::Relaxed);
    let began_ns = words.window_ns.load(Ordering::Relaxed);
    let steps = counter.wrapping_sub(words.window_counter.load(Ordering::Relaxed));
    let begin = |candidate: u64| {
        words.window_counter.store(counter, Ordering::Relaxed);
        words.window_ns.store(ns, Ordering::Relaxed);
        words.candidate.store(candidate, Ordering::Relaxed);
        (counter, LOOK_AGAIN_STEPS)
    };
    let took_ns = ns.saturating_sub(began_ns);
    let before = words.candidate.load(Ordering::Relaxed);
    if began_ns == 0 {
        return begin(0);
    }
    if took_ns > MOST_WINDOW_NS && Here::keeps(Guard::ShortWindow) {
        // The next good window is to agree with the last good one: of short bursts of ids few have two.
        return begin(before);
    }
    if took_ns < LEAST_WINDOW_NS {
        return (counter, LOOK_AGAIN_STEPS);
    }
    let rate = (u128::from(steps) << 10) / u128::from(took_ns);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let agree = before.abs_diff(rate) <= rate / 100 || !Here::keeps(Guard::TwoRates);
    if (rate > MOST_RATE && Here::keeps(Guard::Belt)) || !agree {
        return begin(rate);
    }
    if !is_trusted() {
        words.rate.store(0, Ordering::Relaxed);
        return (counter, NEVER);
    }
    // Rather too few steps than too many: a gate that is too short costs time, one that is too long would break a promise.
    let least = match Here::keeps(Guard::TwoRates) {
        true => rate.min(before),
        false => rate,
    };
    let known = counter >> AGE_BITS << RATE_BITS | least;
    words.rate.store(known, Ordering::Relaxed);
    words.window_ns.store(0, Ordering::Relaxed);
    (counter, RENEWED_AFTER)
}

/// What the processor says of its counter, and what the system does. Asked for each new rate: what is trusted now may not be later.
fn is_trusted() -> bool {
    !Here::keeps(Guard::Verdict) || (Here::has_steady_counter() && Here::keeps_time_by_counter())
}

/// The monotonic clock between two readings of the counter that are close together: the later one of them, rather too few steps from the one before.
fn sample() -> Option<(u64, u64)> {
    /// More steps than this between the readings mean that the thread was held up, or that the clock is slow.
    const CLOSE: u64 = 5000;
    (0..8).find_map(|_| {
        let before = Here::counter();
        let ns = Here::monotonic_ns();
        (Here::counter().wrapping_sub(before) < CLOSE).then_some((before, ns.max(1)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    /// Nobody else measures meanwhile.
    fn alone<R>(test: impl FnOnce() -> R) -> R {
        let (words, me) = (&Here::statics().gate, process::generation().forks());
        let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
        let take = || words.measuring.compare_exchange(0, me, taken, failed);
        while take().is_err() {
            Here::yield_now();
        }
        let result = test();
        words.measuring.store(0, Ordering::Release);
        result
    }

    #[test]
    fn a_gate_holds_from_its_opening_for_its_length() {
        let gate = Gate {
            opened: 1000,
            steps: 50,
        };
        for (counter, holds) in [
            (1000, true),
            (1049, true),
            (1050, false),
            (999, false),
            (0, false),
        ] {
            assert_eq!(gate.holds(counter), holds, "{counter}");
        }
        assert!(!Gate::SHUT.holds(0));
    }

    #[test]
    fn a_speed_serves_for_a_while_from_when_it_was_measured() {
        let words = &Here::statics().gate;
        let measured = 5 << AGE_BITS;
        let found = alone(|| {
            let before = words.rate.swap(5 << RATE_BITS | 3000, Ordering::Relaxed);
            let found = [
                measured,
                measured + SERVES_STEPS - 1,
                measured + SERVES_STEPS,
                measured - 1,
            ]
            .map(|counter| Gate::opened(counter, 1000).steps);
            words.rate.store(before, Ordering::Relaxed);
            found
        });
        assert_eq!(found, [2783, 2783, 0, 0]);
    }

    #[test]
    fn a_speed_that_serves_no_more_is_not_known() {
        let words = &Here::statics().gate;
        let found = alone(|| {
            let before = words.rate.swap(5 << RATE_BITS | 3000, Ordering::Relaxed);
            let found = [SERVES_STEPS - 1, SERVES_STEPS].map(|age| {
                drop_old((5 << AGE_BITS) + age);
                words.rate.load(Ordering::Relaxed) != 0
            });
            words.rate.store(before, Ordering::Relaxed);
            found
        });
        assert_eq!(found, [true, false]);
    }

    #[test]
    fn a_window_that_is_too_long_leaves_the_last_good_one_to_agree_with() {
        let words = &Here::statics().gate;
        let candidate = alone(|| {
            let began = Here::monotonic_ns() - 2 * MOST_WINDOW_NS;
            words.window_ns.store(began, Ordering::Relaxed);
            words.candidate.store(3000, Ordering::Relaxed);
            next_step();
            words.candidate.load(Ordering::Relaxed)
        });
        assert_eq!(candidate, 3000);
    }
}
