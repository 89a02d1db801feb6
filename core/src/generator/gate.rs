//! How long a reading of the clock may be used again, told by a counter of the processor.
//!
//! Shortly after a reading `max(now, last + 1)` is `last + 1` anyway: nothing is gained
//! by reading the clock again, which costs several times what the counter costs. The counter
//! decides nothing but this, and which tick it is where ticks are shorter; where it is not invariant,
//! or its speed is not known yet, the clock is read each time. See `docs/decisions/0007-the-gated-clock.md`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Ticks shorter than this are told by the counter: an id must not be older than by one of them.
pub(super) const SHORT_NS: i128 = 1000;

/// For how long a reading of the clock serves. A microsecond at least: within that, ids of microseconds
/// carry later ticks anyway. A hundredth of a longer tick. Where the counter tells the ticks, until it might tell one too many.
pub(super) fn serves_ns(unit_ns: i128) -> i128 {
    match unit_ns {
        ..SHORT_NS => 4000,
        _ => (unit_ns / 100).clamp(1000, MOST_NS),
    }
}

/// So long at most: more would not be quicker.
const MOST_NS: i128 = 10_000;

/// The part of that time that is used, in percent: the counter's speed is known to less than this.
const MARGIN_PERCENT: u64 = 95;

/// Counter steps in 2^10 nanoseconds, the least ever measured; 0 until known.
static STEPS_IN_1024_NS: AtomicU64 = AtomicU64::new(0);

/// From when on the next measurement is due, as a counter reading.
static MEASURE_AT: AtomicU64 = AtomicU64::new(0);

/// Who measures; the others go on with what is known.
static MEASURING: AtomicBool = AtomicBool::new(false);

/// The first measurement wants this much time, for an error below the margin; later ones more.
const FIRST_SPAN: Duration = Duration::from_millis(2);
const LATER_SPAN_STEPS: u64 = 1 << 30;

/// An interval of the counter: from the reading of the clock on, so many steps.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    pub(super) opened: u64,
    pub(super) steps: u32,
}

impl Gate {
    /// Whether a counter reading lies inside; one from before the opening does not.
    #[inline]
    pub(super) fn holds(self, counter: u64) -> bool {
        self.passed(counter) < self.steps.into()
    }

    /// How far the counter has gone since the opening.
    #[inline]
    pub(super) fn passed(self, counter: u64) -> u64 {
        counter.wrapping_sub(self.opened)
    }

    /// The gate of a clock reading that was taken after this counter reading and may be used for
    /// so long; of no length where the counter cannot be trusted.
    #[inline]
    pub(super) fn opened(opened: u64, for_ns: i128) -> Self {
        if opened >= MEASURE_AT.load(Ordering::Relaxed) {
            measure(opened);
        }
        let ns = for_ns.clamp(0, MOST_NS) as u64 * MARGIN_PERCENT / 100;
        let steps = (STEPS_IN_1024_NS.load(Ordering::Relaxed) * ns) >> 10;
        Self {
            opened,
            steps: steps.try_into().unwrap_or(u32::MAX),
        }
    }
}

/// Compares the counter with the monotonic clock.
#[cold]
fn measure(now: u64) {
    static START: OnceLock<Sample> = OnceLock::new();
    if MEASURING.swap(true, Ordering::Acquire) {
        return;
    }
    match (START.get(), Sample::take()) {
        (Some(start), Some(end)) => {
            if let Some(rate) = start.steps_in_1024_ns(&end) {
                let known = STEPS_IN_1024_NS.load(Ordering::Relaxed);
                // A gate that is too short costs time; one that is too long would break a promise.
                let least = if known == 0 { rate } else { rate.min(known) };
                STEPS_IN_1024_NS.store(least, Ordering::Relaxed);
                MEASURE_AT.store(now.saturating_add(LATER_SPAN_STEPS), Ordering::Relaxed);
            }
        }
        // Asked once: in a virtual machine the question takes as long as a thousand ids.
        (None, _) if !is_invariant() => MEASURE_AT.store(u64::MAX, Ordering::Relaxed),
        (None, Some(start)) => {
            // Nobody else measures.
            let _ = START.set(start);
        }
        (_, None) => {}
    }
    MEASURING.store(false, Ordering::Release);
}

/// The clock between two readings of the counter.
struct Sample {
    before: u64,
    clock: Instant,
    after: u64,
}

impl Sample {
    /// More steps than this between the readings mean that the thread was held up.
    const CLOSE: u64 = 5000;

    fn take() -> Option<Self> {
        (0..8)
            .map(|_| Self {
                before: counter(),
                clock: Instant::now(),
                after: counter(),
            })
            .find(|sample| sample.after.wrapping_sub(sample.before) < Self::CLOSE)
    }

    /// The counter's speed from this sample to a later one; none as long as it is not known well.
    fn steps_in_1024_ns(&self, end: &Self) -> Option<u64> {
        let span = end.clock.saturating_duration_since(self.clock);
        // From the later reading of the start to the earlier one of the end: rather too few.
        let steps = end.before.saturating_sub(self.after);
        (span >= FIRST_SPAN).then(|| ((u128::from(steps) << 10) / span.as_nanos()) as u64)
    }
}

/// How much of a tick a step of the counter takes, in 2^-32 ticks, rather too much than too little; 0 if its speed is
/// not known.
pub(super) fn tick_per_step(unit_ns: u64) -> u32 {
    let steps_in_1024_ns = STEPS_IN_1024_NS.load(Ordering::Relaxed);
    (1_u64 << (32 + 10))
        .checked_div(steps_in_1024_ns * unit_ns)
        .and_then(|part| u32::try_from(part + 1).ok())
        .unwrap_or(0)
}

#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn counter() -> u64 {
    // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// Whether the counter goes on at one speed in every state of the processor.
#[cfg(target_arch = "x86_64")]
fn is_invariant() -> bool {
    use core::arch::x86_64::__cpuid;
    const ADVANCED_POWER: u32 = 0x8000_0007;
    __cpuid(0x8000_0000).eax >= ADVANCED_POWER && __cpuid(ADVANCED_POWER).edx & (1 << 8) != 0
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn counter() -> u64 {
    u64::MAX
}

#[cfg(not(target_arch = "x86_64"))]
fn is_invariant() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let closed = Gate {
            opened: 0,
            steps: 0,
        };
        assert!(!closed.holds(0));
    }

    #[test]
    fn a_gate_is_never_longer_than_was_asked() {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(20) {
            Gate::opened(counter(), 1000);
        }
        // Ten thousand gates of 95 ns, one after another, take less than a millisecond.
        let gate = Gate::opened(counter(), 100);
        let began = Instant::now();
        let start = counter();
        while counter().wrapping_sub(start) < u64::from(gate.steps) * 10_000 {}
        let took = began.elapsed();
        assert!(
            gate.steps == 0 || took >= Duration::from_micros(500),
            "{took:?}"
        );
    }
}
