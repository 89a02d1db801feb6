//! A clock whose resolution and cost are low enough for a single id.

use std::time::Instant;

/// The name of the processor's counter, if this program can read it.
pub(crate) const NAME: Option<&str> = if cfg!(target_arch = "x86_64") {
    Some("rdtsc")
} else if cfg!(target_arch = "aarch64") {
    Some("cntvct_el0")
} else {
    None
};

/// The processor's counter.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn now() -> u64 {
    // SAFETY: every x86-64 processor has the instruction, and it does not access memory.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// The processor's counter.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn now() -> u64 {
    let steps;
    // SAFETY: reads a register that user programs may read, and does not access memory.
    unsafe {
        core::arch::asm!("mrs {}, cntvct_el0", out(reg) steps, options(nomem, nostack, preserves_flags));
    }
    steps
}

/// Reads the clock in nanoseconds instead of a counter.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn now() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Measures the duration of a step, over an interval at least as long as the measurement.
pub(crate) struct Rate {
    clock: Instant,
    counter: u64,
}

impl Rate {
    /// Begins the interval.
    pub(crate) fn begun() -> Self {
        Self {
            clock: Instant::now(),
            counter: now(),
        }
    }

    /// Ends the interval; returns the nanoseconds of a step.
    pub(crate) fn ns_per_step(self) -> f64 {
        let steps = now().wrapping_sub(self.counter).max(1);
        self.clock.elapsed().as_nanos() as f64 / steps as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn steps_match_elapsed_time() {
        let rate = Rate::begun();
        let (clock, counter) = (Instant::now(), now());
        std::thread::sleep(Duration::from_millis(20));
        let (steps, passed) = (now().wrapping_sub(counter), clock.elapsed());
        let measured = steps as f64 * rate.ns_per_step();
        let of = measured / passed.as_nanos() as f64;
        assert!((0.5..2.0).contains(&of), "{measured} ns of {passed:?}");
    }
}
