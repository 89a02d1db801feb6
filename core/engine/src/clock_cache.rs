//! How long a clock reading may be reused, as measured by the processor's cycle counter.
//!
//! Shortly after a clock read, `max(now, last + 1)` is `last + 1` anyway, so reading the clock
//! again, which costs several times as much as reading the counter, gains nothing. The counter
//! decides nothing else. If its frequency is not known to be constant, the clock is read for every
//! id. See `docs/decisions/0007-the-gated-clock.md`.

use std::io::Result;
use std::sync::atomic::Ordering;

use super::hot_layout::HotLayout;
use crate::sys::process::Generation;
use crate::sys::{Atomic, Os, cov_mark, environment, guard};
use crate::time::UnixTime;

/// Upper bound on clock caching. Longer gains nothing.
pub const MAX_WINDOW_NS: u64 = 10_000;

/// The highest plausible frequency of a cycle counter (8 GHz). Limits a window whose measured
/// frequency is wrong; never shortens a correct one.
const MAX_STEPS_PER_NS: u64 = 8;

/// The part of the time that is used, in percent. The frequency is known more precisely than this.
const MARGIN_PERCENT: u64 = 95;

/// The lowest useful frequency: a step is a fifth of a microsecond, the shortest tick for which
/// readings are cached.
const MIN_STEPS_PER_US: u64 = 5;

/// A measured rate and its age, in one word. The low bits are the rate, in steps per 2^20 ns (about
/// a millisecond). The high bits are the counter at the time of the measurement, without its low
/// bits. They wrap around, so that a rate measured by a 3 GHz counter twelve years ago appears new.
const RATE_SHIFT: u32 = 20;
const RATE_BITS: u32 = 24;
const MAX_RATE: u64 = MAX_STEPS_PER_NS << RATE_SHIFT;
const MIN_RATE: u64 = (MIN_STEPS_PER_US << RATE_SHIFT).div_ceil(1000);
const AGE_BITS: u32 = 20;
const _: () = assert!(MAX_RATE < 1 << RATE_BITS && AGE_BITS <= RATE_BITS);

/// The lifetime of a rate, in units of 2^20 ns: a second. It is measured again after a quarter of
/// that.
const RATE_LIFETIME: u64 = 1 << 10;
const _: () = assert!(
    (MIN_RATE * RATE_LIFETIME) >> AGE_BITS > 4,
    "the lifetime is several units of the age"
);

/// The length of a measurement. Shorter ones are not precise enough, and during longer ones the
/// machine may have been suspended.
const MIN_MEASUREMENT_NS: u64 = 2_000_000;
const MAX_MEASUREMENT_NS: u64 = 50_000_000;

/// If two clock reads around a read of the counter differ by more, the thread was delayed, or the
/// clock is slow.
const MAX_SAMPLE_NS: u64 = 2_000;

/// The number of attempts to take a sample, then the pause: a second of the slowest useful counter,
/// a millisecond of the fastest. The pause doubles with each failure.
const TRIES: usize = 8;
const REST_STEPS: u64 = MIN_STEPS_PER_US * 1_000_000;
const MAX_DOUBLINGS: u64 = 11;

/// The system does not trust the counter, or the environment forbids it: never ask again, since that
/// takes half as long as an id.
const NEVER: u64 = u64::MAX;

/// The first check of a measurement while no rate is known: after microseconds, or three
/// milliseconds of the slowest counter.
const FIRST_CHECK_STEPS: u64 = 1 << 14;

/// How far successive clock reads may lag behind the counter: the thread may be delayed between
/// the two.
const SLACK_NS: u64 = 300;

/// A cached clock window: the counter steps during which a clock reading may be reused.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockWindow {
    pub opened: u64,
    pub steps: u64,
}

impl ClockWindow {
    pub const CLOSED: ClockWindow = ClockWindow {
        opened: 0,
        steps: 0,
    };

    #[inline(always)]
    pub fn is_closed(self) -> bool {
        self.steps == 0
    }

    /// Whether a counter reading is inside the window. One from before the opening is not.
    #[inline(always)]
    pub fn contains(self, counter: u64) -> bool {
        counter.wrapping_sub(self.opened) < self.steps
    }

    /// The window of a clock reading that may be reused for `for_ns`. `opened` is a counter reading
    /// from before the clock read. The window is closed if the counter is not usable.
    #[inline]
    pub fn open<S: Os>(opened: u64, for_ns: u64) -> Self {
        let for_ns = for_ns.min(MAX_WINDOW_NS);
        // Rounded down, and the first step is already under way. With a slow counter, the window
        // is even shorter.
        let steps = (rate::<S>(opened) * (for_ns * MARGIN_PERCENT / 100)) >> RATE_SHIFT;
        debug_assert!(steps <= for_ns * MAX_STEPS_PER_NS || !guard!(Belt));
        Self { opened, steps }
    }
}

/// Reads the cycle counter if its rate is known and the format caches the clock.
#[inline(always)]
pub fn cycle_counter<S: Os>(layout: &HotLayout) -> Option<u64> {
    if !layout.caches_clock {
        return None;
    }
    match S::statics().cycle_counter.rate.load(Ordering::Relaxed) {
        0 => None,
        _ => Some(S::cycle_counter()),
    }
}

/// The counter's rate; 0 if it is unknown or has expired.
#[inline]
fn rate<S: Os>(counter: u64) -> u64 {
    let known = S::statics().cycle_counter.rate.load(Ordering::Relaxed);
    let rate = known & ((1 << RATE_BITS) - 1);
    let age = (counter >> AGE_BITS).wrapping_sub(known >> RATE_BITS) & (u64::MAX >> RATE_BITS);
    match age < lifetime_steps(rate) >> AGE_BITS || !guard!(RateAge) {
        true => rate,
        false => 0,
    }
}

#[inline]
fn lifetime_steps(rate: u64) -> u64 {
    rate * RATE_LIFETIME
}

/// The highest plausible rate. If the processor reports the counter's frequency, more than twice
/// that is not plausible. A wrong report cannot raise the limit.
fn max_rate<S: Os>() -> u64 {
    match S::cycle_counter_hz() {
        0 => MAX_RATE,
        hz => u64::try_from((u128::from(hz) << (RATE_SHIFT + 1)) / 1_000_000_000)
            .unwrap_or(MAX_RATE)
            .min(MAX_RATE),
    }
}

/// A clock reading, and the counter just before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockSample {
    counter: u64,
    unix_ns: u64,
}

impl ClockSample {
    pub fn new(counter: u64, reading: UnixTime) -> Self {
        let seconds = (reading.seconds() as u64).wrapping_mul(1_000_000_000);
        Self {
            counter,
            unix_ns: seconds.wrapping_add(reading.nanos().into()),
        }
    }

    /// Drift check: whether clock and counter agree since this sample, which moves forward now and
    /// then. If not, forgets the rate.
    ///
    /// So when a machine migrates to another processor, that is detected within a few clock reads.
    pub fn agrees<S: Os>(&mut self, now: ClockSample) -> bool {
        let rate = rate::<S>(now.counter);
        if rate == 0 {
            *self = now;
            return true;
        }
        let by_counter = now.counter.wrapping_sub(self.counter);
        let by_clock_ns = now.unix_ns.wrapping_sub(self.unix_ns).cast_signed();
        if by_counter > lifetime_steps(rate) || by_clock_ns < 0 {
            // Too long ago, or one of them was set back: not comparable.
            *self = now;
            return true;
        }
        let by_clock = (by_clock_ns.min(1 << 40).unsigned_abs() * rate) >> RATE_SHIFT;
        // Plus the step under way.
        let slack = ((SLACK_NS * rate) >> RATE_SHIFT) + 1;
        let agrees = |by_counter: u64| by_clock <= by_counter + by_counter / 16 + slack;
        // The thread may have been delayed between counter and clock, but not for longer than
        // until now.
        let most = lifetime_steps(rate);
        let until_now = || S::cycle_counter().wrapping_sub(self.counter).min(most);
        if !agrees(by_counter) && !agrees(until_now()) && guard!(Watch) {
            *self = now;
            cov_mark!(Watched);
            forget_rate::<S>();
            return false;
        }
        // Move forward after a tenth of a millisecond.
        if by_counter > rate >> 3 {
            *self = now;
        }
        true
    }
}

#[cold]
fn forget_rate<S: Os>() {
    let words = &S::statics().cycle_counter;
    for word in [
        &words.rate,
        &words.candidate,
        &words.window_ns,
        &words.due_after,
        &words.is_trusted,
    ] {
        word.store(0, Ordering::Relaxed);
    }
}

/// Measures the counter's rate if that is due. Call unlocked.
#[inline]
pub fn measure_if_due<S: Os>(layout: &HotLayout, generation: Generation) {
    if !layout.caches_clock {
        return;
    }
    let words = &S::statics().cycle_counter;
    let after = words.due_after.load(Ordering::Relaxed);
    if after == NEVER {
        return;
    }
    // Before the first measurement, it is unknown whether the counter may be read.
    let is_due = after == 0
        || S::cycle_counter().wrapping_sub(words.due_from.load(Ordering::Relaxed)) >= after;
    if is_due {
        measure::<S>(generation);
    }
}

/// Continues the measurement of the rate, and schedules the next step of it.
#[cold]
#[inline(never)]
fn measure<S: Os>(generation: Generation) {
    let words = &S::statics().cycle_counter;
    // One thread at a time; a thread that a fork left behind does not count.
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
    let (from, after) = match environment::allows::<S>(&words.may_read, "SORTID_COUNTER", "off") {
        true => {
            drop_expired_rate::<S>(S::cycle_counter());
            next_step::<S>()
        }
        false => (0, NEVER),
    };
    words.due_from.store(from, Ordering::Relaxed);
    words.due_after.store(after, Ordering::Relaxed);
    words.measuring.store(0, Ordering::Release);
}

/// Forgets an expired rate: otherwise, each id would read the counter in addition to the clock.
fn drop_expired_rate<S: Os>(counter: u64) {
    if rate::<S>(counter) == 0 {
        let known = &S::statics().cycle_counter.rate;
        known.store(0, Ordering::Relaxed);
    }
}

/// One step of a measurement. Returns the start and the length of the pause before the next step,
/// in counter steps.
fn next_step<S: Os>() -> (u64, u64) {
    let words = &S::statics().cycle_counter;
    let Some((counter, ns)) = sample::<S>() else {
        // The clock or the machine is slow: try less and less often.
        let failures = words.failures.fetch_add(1, Ordering::Relaxed);
        words.window_ns.store(0, Ordering::Relaxed);
        return (
            S::cycle_counter(),
            REST_STEPS << failures.min(MAX_DOUBLINGS),
        );
    };
    words.failures.store(0, Ordering::Relaxed);
    let began_ns = words.window_ns.load(Ordering::Relaxed);
    let steps = counter.wrapping_sub(words.window_counter.load(Ordering::Relaxed));
    let begin = |candidate: u64| {
        words.window_counter.store(counter, Ordering::Relaxed);
        words.window_ns.store(ns, Ordering::Relaxed);
        words.candidate.store(candidate, Ordering::Relaxed);
        (counter, FIRST_CHECK_STEPS)
    };
    let took_ns = ns.saturating_sub(began_ns);
    let before = words.candidate.load(Ordering::Relaxed);
    if began_ns == 0 {
        return begin(0);
    }
    if took_ns > MAX_MEASUREMENT_NS && guard!(ShortWindow) {
        // Keep the last valid candidate: with short bursts of ids, two valid windows are rarely
        // adjacent.
        return begin(before);
    }
    if took_ns < MIN_MEASUREMENT_NS {
        return (counter, steps_left(steps, took_ns));
    }
    let rate = (u128::from(steps) << RATE_SHIFT) / u128::from(took_ns);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let agree = before.abs_diff(rate) <= rate / 100 || !guard!(TwoRates);
    let is_too_fast = rate > max_rate::<S>() && guard!(Belt);
    let is_too_slow = rate < MIN_RATE && guard!(Grain);
    if is_too_fast || is_too_slow || !agree {
        return begin(rate);
    }
    match is_trusted::<S>() {
        Ok(true) => {}
        Ok(false) => {
            words.rate.store(0, Ordering::Relaxed);
            return (counter, NEVER);
        }
        // No answer: ask again in about a second.
        Err(_) => return (counter, lifetime_steps(rate)),
    }
    // The lower rate: a window that is too short costs time, one that is too long would break a
    // guarantee.
    let least = match guard!(TwoRates) {
        true => rate.min(before),
        false => rate,
    };
    let known = counter >> AGE_BITS << RATE_BITS | least;
    words.rate.store(known, Ordering::Relaxed);
    words.window_ns.store(0, Ordering::Relaxed);
    (counter, lifetime_steps(least) / 4)
}

/// The steps until a measurement is long enough, extrapolated from its first part. At most as many
/// as the fastest counter takes.
fn steps_left(steps: u64, took_ns: u64) -> u64 {
    let left_ns = MIN_MEASUREMENT_NS.saturating_sub(took_ns);
    let left = u128::from(steps) * u128::from(left_ns) / u128::from(took_ns.max(1));
    u64::try_from(left)
        .unwrap_or(u64::MAX)
        .clamp(FIRST_CHECK_STEPS, MIN_MEASUREMENT_NS * MAX_STEPS_PER_NS)
}

/// Whether processor and kernel trust the counter. Asked until they do, and once more after the
/// drift check has found that the counter is wrong: a sandbox may refuse later questions.
///
/// # Errors
/// The system call fails, for example because no descriptor is left.
fn is_trusted<S: Os>() -> Result<bool> {
    let known = &S::statics().cycle_counter.is_trusted;
    if known.load(Ordering::Relaxed) != 0 || !guard!(Verdict) {
        return Ok(true);
    }
    let is_trusted = S::has_invariant_counter() && S::kernel_uses_cycle_counter()?;
    known.store(is_trusted.into(), Ordering::Relaxed);
    Ok(is_trusted)
}

/// The counter, and the monotonic clock just before it.
///
/// Two clock reads enclose the counter read, not the reverse: how many counter steps are few is not
/// known yet.
fn sample<S: Os>() -> Option<(u64, u64)> {
    (0..TRIES).find_map(|_| {
        let before = S::monotonic_ns();
        let counter = S::cycle_counter();
        close_sample(before, counter, S::monotonic_ns())
    })
}

/// The counter and the first clock reading, if both clock readings are close to each other.
fn close_sample(before_ns: u64, counter: u64, after_ns: u64) -> Option<(u64, u64)> {
    let took = after_ns.wrapping_sub(before_ns);
    (took < MAX_SAMPLE_NS).then_some((counter, before_ns.max(1)))
}

#[cfg(test)]
mod tests;
