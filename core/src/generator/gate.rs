//! How long a reading of the clock may be used again, told by a counter of the processor.
//!
//! Shortly after a reading `max(now, last + 1)` is `last + 1` anyway: nothing is gained by reading the clock again, which costs several times what the
//! counter costs. The counter decides nothing but this. Where it is not known to go at one speed, the gate is shut: the clock is read each time.
//! See `docs/decisions/0007-the-gated-clock.md`.

use std::io::Result;
use std::sync::atomic::Ordering;

use super::shape::Shape;
use crate::sys::process::Generation;
use crate::sys::{Os, Sys, cov_mark, guard};
use crate::time::Timestamp;

/// A reading never serves longer, whatever was measured: more would not be quicker.
pub(super) const MOST_NS: u64 = 10_000;

/// The belt: no processor's counter is faster, so that a gate of so many steps for each nanosecond is never shorter than asked, and one that was
/// measured longer is cut.
const MOST_STEPS_IN_NS: u64 = 8;

/// The part of the time that is used, in percent: the counter's speed is known to less than this.
const MARGIN_PERCENT: u64 = 95;

/// The other end: a counter that is coarser than a fifth of the shortest tick that is gated, a microsecond, tells none.
const LEAST_STEPS_IN_US: u64 = 5;

/// A measured speed and when it was measured, in one word: steps in 2^20 ns, a millisecond, and above them the counter without its low bits. So a speed
/// that was measured twelve years ago, by a counter of 3 GHz, looks new.
const SPEED_BITS: u32 = 20;
const RATE_BITS: u32 = 24;
const MOST_RATE: u64 = MOST_STEPS_IN_NS << SPEED_BITS;
const LEAST_RATE: u64 = (LEAST_STEPS_IN_US << SPEED_BITS).div_ceil(1000);
const AGE_BITS: u32 = 20;
const _: () = assert!(MOST_RATE < 1 << RATE_BITS && AGE_BITS <= RATE_BITS);

/// As long, in 2^20 ns, a speed serves: a second. After a quarter of that it is measured anew.
const SERVES_SPEEDS: u64 = 1 << 10;
const _: () = assert!(
    (LEAST_RATE * SERVES_SPEEDS) >> AGE_BITS > 4,
    "some of its age is seen"
);

/// A measurement takes this long: shorter ones are not exact enough, and in longer ones the machine may have been asleep.
const LEAST_WINDOW_NS: u64 = 2_000_000;
const MOST_WINDOW_NS: u64 = 50_000_000;

/// More between two readings of the clock around one of the counter means that the thread was held up, or that the clock is slow.
const CLOSE_NS: u64 = 2_000;

/// So often that is tried; then no more for a second of the slowest counter that is of use, a millisecond of the fastest, and twice as long after each
/// failure.
const TRIES: usize = 8;
const REST_STEPS: u64 = LEAST_STEPS_IN_US * 1_000_000;
const MOST_DOUBLINGS: u64 = 11;

/// Where the system does not trust the counter, nobody asks again: it costs as much as half an id.
const NEVER: u64 = u64::MAX;

/// How soon a window that was begun is looked at, while the speed is not known at all: microseconds, or three milliseconds of the slowest counter.
const FIRST_LOOK_STEPS: u64 = 1 << 14;

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
        // Rounded down, and begun with a step that was under way: of a coarse counter it is shorter yet.
        let steps = (rate(opened) * (for_ns * MARGIN_PERCENT / 100)) >> SPEED_BITS;
        debug_assert!(steps <= for_ns * MOST_STEPS_IN_NS || !guard!(Belt));
        Self { opened, steps }
    }
}

/// The counter, if its speed is known and of use: else nothing is gained by reading it.
#[inline(always)]
pub(super) fn counter(shape: &Shape) -> Option<u64> {
    if !shape.is_gated {
        return None;
    }
    match Sys::statics().cycle_counter.rate.load(Ordering::Relaxed) {
        0 => None,
        _ => Some(Sys::cycle_counter()),
    }
}

/// Steps in 2^20 ns; 0 where that is not known now.
#[inline]
fn rate(counter: u64) -> u64 {
    let known = Sys::statics().cycle_counter.rate.load(Ordering::Relaxed);
    let rate = known & ((1 << RATE_BITS) - 1);
    let age = (counter >> AGE_BITS).wrapping_sub(known >> RATE_BITS) & (u64::MAX >> RATE_BITS);
    match age < serves_steps(rate) >> AGE_BITS || !guard!(RateAge) {
        true => rate,
        false => 0,
    }
}

/// For so many steps a speed serves.
#[inline]
fn serves_steps(rate: u64) -> u64 {
    rate * SERVES_SPEEDS
}

/// The belt, as a speed. Where the processor tells how fast its counter goes, a speed of more than twice that is none; that it tells too much or too
/// little makes gates no longer than without.
fn most_rate() -> u64 {
    match Sys::cycle_counter_hz() {
        0 => MOST_RATE,
        hz => u64::try_from((u128::from(hz) << (SPEED_BITS + 1)) / 1_000_000_000)
            .unwrap_or(MOST_RATE)
            .min(MOST_RATE),
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
        if by_counter > serves_steps(rate) || by_clock_ns < 0 {
            // Long ago, or one of them went back: nothing can be said.
            *self = now;
            return true;
        }
        let by_clock = (by_clock_ns.min(1 << 40).unsigned_abs() * rate) >> SPEED_BITS;
        // And a step that was under way.
        let slack = ((SLACK_NS * rate) >> SPEED_BITS) + 1;
        let agrees = |by_counter: u64| by_clock <= by_counter + by_counter / 16 + slack;
        // The thread may have been held up between counter and clock: not longer than until now.
        let most = serves_steps(rate);
        let until_now = || Sys::cycle_counter().wrapping_sub(self.counter).min(most);
        if !agrees(by_counter) && !agrees(until_now()) && guard!(Watch) {
            *self = now;
            cov_mark!(Watched);
            forget();
            return false;
        }
        // A tenth of a millisecond.
        if by_counter > rate >> 3 {
            *self = now;
        }
        true
    }
}

/// The counter's speed is not what it was.
#[cold]
fn forget() {
    let words = &Sys::statics().cycle_counter;
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
    let words = &Sys::statics().cycle_counter;
    let after = words.due_after.load(Ordering::Relaxed);
    if after == NEVER {
        return;
    }
    let since = Sys::cycle_counter().wrapping_sub(words.due_from.load(Ordering::Relaxed));
    if since >= after {
        measure(generation);
    }
}

/// Compares the counter with the monotonic clock, and says when that is due again.
#[cold]
#[inline(never)]
fn measure(generation: Generation) {
    let words = &Sys::statics().cycle_counter;
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
    drop_old(Sys::cycle_counter());
    let (from, after) = next_step();
    words.due_from.store(from, Ordering::Relaxed);
    words.due_after.store(after, Ordering::Relaxed);
    words.measuring.store(0, Ordering::Release);
}

/// A speed that serves no more is not known: else each id would read the counter, and then the clock as well.
fn drop_old(counter: u64) {
    if rate(counter) == 0 {
        Sys::statics()
            .cycle_counter
            .rate
            .store(0, Ordering::Relaxed);
    }
}

/// A step of the measurement; from when on and after how many steps of the counter the next one is due.
fn next_step() -> (u64, u64) {
    let words = &Sys::statics().cycle_counter;
    let Some((counter, ns)) = sample() else {
        // A clock that is slow to read, or a machine that is: less and less is asked of it.
        let failures = words.failures.fetch_add(1, Ordering::Relaxed);
        words.window_ns.store(0, Ordering::Relaxed);
        return (
            Sys::cycle_counter(),
            REST_STEPS << failures.min(MOST_DOUBLINGS),
        );
    };
    words.failures.store(0, Ordering::Relaxed);
    let began_ns = words.window_ns.load(Ordering::Relaxed);
    let steps = counter.wrapping_sub(words.window_counter.load(Ordering::Relaxed));
    let begin = |candidate: u64| {
        words.window_counter.store(counter, Ordering::Relaxed);
        words.window_ns.store(ns, Ordering::Relaxed);
        words.candidate.store(candidate, Ordering::Relaxed);
        (counter, FIRST_LOOK_STEPS)
    };
    let took_ns = ns.saturating_sub(began_ns);
    let before = words.candidate.load(Ordering::Relaxed);
    if began_ns == 0 {
        return begin(0);
    }
    if took_ns > MOST_WINDOW_NS && guard!(ShortWindow) {
        // The next good window is to agree with the last good one: of short bursts of ids few have two.
        return begin(before);
    }
    if took_ns < LEAST_WINDOW_NS {
        return (counter, steps_left(steps, took_ns));
    }
    let rate = (u128::from(steps) << SPEED_BITS) / u128::from(took_ns);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let agree = before.abs_diff(rate) <= rate / 100 || !guard!(TwoRates);
    let is_beyond = rate > most_rate() && guard!(Belt);
    let is_coarse = rate < LEAST_RATE && guard!(Grain);
    if is_beyond || is_coarse || !agree {
        return begin(rate);
    }
    match is_trusted() {
        Ok(true) => {}
        Ok(false) => {
            words.rate.store(0, Ordering::Relaxed);
            return (counter, NEVER);
        }
        // No verdict: asks again in about a second.
        Err(_) => return (counter, serves_steps(rate)),
    }
    // Rather too few steps than too many: a gate that is too short costs time, one that is too long would break a promise.
    let least = match guard!(TwoRates) {
        true => rate.min(before),
        false => rate,
    };
    let known = counter >> AGE_BITS << RATE_BITS | least;
    words.rate.store(known, Ordering::Relaxed);
    words.window_ns.store(0, Ordering::Relaxed);
    (counter, serves_steps(least) / 4)
}

/// After how many steps a window is long enough, by what it has gone so far: no more than the fastest counter takes.
fn steps_left(steps: u64, took_ns: u64) -> u64 {
    let left_ns = LEAST_WINDOW_NS.saturating_sub(took_ns);
    let left = u128::from(steps) * u128::from(left_ns) / u128::from(took_ns.max(1));
    u64::try_from(left)
        .unwrap_or(u64::MAX)
        .clamp(FIRST_LOOK_STEPS, LEAST_WINDOW_NS * MOST_STEPS_IN_NS)
}

/// Whether processor and system rely on the counter. Asked for each new rate, since that may change.
///
/// # Errors
/// The system could not be asked, for example for lack of descriptors.
fn is_trusted() -> Result<bool> {
    match !guard!(Verdict) {
        true => Ok(true),
        false => Ok(Sys::has_invariant_counter() && Sys::kernel_uses_cycle_counter()?),
    }
}

/// The counter, and the monotonic clock just before it.
///
/// The clock is read around the counter, not the other way: how many steps of a counter are few, nobody knows yet.
fn sample() -> Option<(u64, u64)> {
    (0..TRIES).find_map(|_| {
        let before = Sys::monotonic_ns();
        let counter = Sys::cycle_counter();
        close_sample(before, counter, Sys::monotonic_ns())
    })
}

/// The counter and the first of the readings around it, if both are close together.
fn close_sample(before_ns: u64, counter: u64, after_ns: u64) -> Option<(u64, u64)> {
    let took = after_ns.wrapping_sub(before_ns);
    (took < CLOSE_NS).then_some((counter, before_ns.max(1)))
}

#[cfg(test)]
mod tests;
