//! Lengths of clock windows, and measurement of the counter's rate.

use super::*;
use crate::examples::S;
use crate::sys::process;

/// Runs `test` while no other thread measures the rate.
fn exclusively<R>(test: impl FnOnce() -> R) -> R {
    let (words, me) = (
        &S::statics().cycle_counter,
        process::generation::<S>().forks(),
    );
    let (taken, failed) = (Ordering::Acquire, Ordering::Relaxed);
    let take = || words.measuring.compare_exchange(0, me, taken, failed);
    while take().is_err() {
        S::yield_now();
    }
    let result = test();
    words.measuring.store(0, Ordering::Release);
    result
}

#[test]
fn window_contains_its_steps_from_opening_on() {
    let window = ClockWindow {
        opened: 1000,
        steps: 50,
    };
    for (counter, contains) in [
        (1000, true),
        (1049, true),
        (1050, false),
        (999, false),
        (0, false),
    ] {
        assert_eq!(window.contains(counter), contains, "{counter}");
    }
    assert!(!ClockWindow::CLOSED.contains(0));
}

/// Converts a rate in steps per microsecond to steps per 2^20 ns.
fn rate_of(steps_in_us: u64) -> u64 {
    (steps_in_us << RATE_SHIFT).div_ceil(1000)
}

/// Runs `test` with this rate known, as if it was measured when the counter was about
/// `5 << AGE_BITS`.
fn with_rate<R>(rate: u64, test: impl FnOnce() -> R) -> R {
    let words = &S::statics().cycle_counter;
    exclusively(|| {
        let known = 5 << RATE_BITS | rate;
        let before = words.rate.swap(known, Ordering::Relaxed);
        let found = test();
        words.rate.store(before, Ordering::Relaxed);
        found
    })
}

/// Returns the steps of a window of 1 µs that is opened `age` steps after the rate was measured.
fn steps_after(age: u64) -> u64 {
    ClockWindow::open::<S>((5u64 << AGE_BITS).wrapping_add(age), 1000).steps
}

#[test]
fn window_stays_closed_once_the_rate_has_expired() {
    for (in_us, steps) in [(8000, 7600), (3000, 2850), (1000, 950), (24, 22), (5, 4)] {
        let rate = rate_of(in_us);
        let serves = lifetime_steps(rate) >> AGE_BITS << AGE_BITS;
        let found = with_rate(rate, || [0, serves - 1, serves, u64::MAX].map(steps_after));
        assert_eq!(found, [steps, steps, 0, 0], "{in_us} steps per microsecond");
    }
}

#[test]
fn expired_rate_is_dropped() {
    let words = &S::statics().cycle_counter;
    let rate = rate_of(24);
    let serves = lifetime_steps(rate) >> AGE_BITS << AGE_BITS;
    let found = with_rate(rate, || {
        [serves - 1, serves].map(|age| {
            drop_expired_rate::<S>((5 << AGE_BITS) + age);
            words.rate.load(Ordering::Relaxed) != 0
        })
    });
    assert_eq!(found, [true, false]);
}

#[test]
fn forgotten_rate_is_no_longer_trusted() {
    let words = &S::statics().cycle_counter;
    let is_trusted = exclusively(|| {
        words.is_trusted.store(1, Ordering::Relaxed);
        forget_rate::<S>();
        words.is_trusted.load(Ordering::Relaxed)
    });
    assert_eq!(is_trusted, 0);
}

#[test]
fn window_with_coarse_counter_never_exceeds_requested_time() {
    for in_us in [5, 19, 24, 25, 54, 100, 1000, 3000, 8000] {
        for for_ns in [0, 1, 40, 41, 200, 210, 999, 1000, 10_000] {
            let window = with_rate(rate_of(in_us), || {
                ClockWindow::open::<S>(5 << AGE_BITS, for_ns)
            });
            // The first step may be almost over when it is read, and the last one only begun.
            assert!(
                window.steps * 1000 <= for_ns * in_us,
                "{in_us} {for_ns} {window:?}"
            );
        }
    }
}

#[test]
fn steps_left_extrapolates_to_the_shortest_window() {
    for in_us in [5, 24, 1000, 3000, 8000] {
        let left = steps_left(40 * in_us, 40_000);
        let expected = MIN_MEASUREMENT_NS / 1000 * in_us - 40 * in_us;
        assert_eq!(left, expected.max(FIRST_CHECK_STEPS), "{in_us}");
    }
    assert_eq!(steps_left(0, 0), FIRST_CHECK_STEPS);
    assert_eq!(
        steps_left(u64::MAX, 1),
        MIN_MEASUREMENT_NS * MAX_STEPS_PER_NS
    );
}

#[test]
fn overlong_window_keeps_previous_candidate() {
    let words = &S::statics().cycle_counter;
    let candidate = exclusively(|| {
        // If the system counts from its start, it may have started just now.
        while S::monotonic_ns() <= 2 * MAX_MEASUREMENT_NS {
            S::yield_now();
        }
        let began = S::monotonic_ns() - 2 * MAX_MEASUREMENT_NS;
        words.window_ns.store(began, Ordering::Relaxed);
        words.candidate.store(rate_of(3000), Ordering::Relaxed);
        next_step::<S>();
        words.candidate.load(Ordering::Relaxed)
    });
    assert_eq!(candidate, rate_of(3000));
}

#[test]
fn sample_between_distant_clock_reads_is_discarded() {
    assert_eq!(close_sample(10, 5, 10 + MAX_SAMPLE_NS - 1), Some((5, 10)));
    assert_eq!(close_sample(10, 5, 10 + MAX_SAMPLE_NS), None);
    assert_eq!(close_sample(0, 5, 0), Some((5, 1)));
}

#[test]
fn short_window_measures_nothing() {
    let words = &S::statics().cycle_counter;
    let candidate = exclusively(|| {
        loop {
            // A tenth of the least time ago, unless the system started just now.
            let began = S::monotonic_ns().saturating_sub(MIN_MEASUREMENT_NS / 10);
            let began = began.max(1);
            words.window_ns.store(began, Ordering::Relaxed);
            words.candidate.store(rate_of(3000), Ordering::Relaxed);
            next_step::<S>();
            let found = words.candidate.load(Ordering::Relaxed);
            let is_sampled = words.window_ns.load(Ordering::Relaxed) == began;
            // A delayed thread measures over a longer window, or not at all.
            if S::monotonic_ns() - began < MIN_MEASUREMENT_NS && is_sampled {
                return found;
            }
        }
    });
    assert_eq!(candidate, rate_of(3000));
}

/// Measures the rate for a little longer than necessary. `before` returns the rate of the
/// measurement before, for the true one. Returns whether the rate is known afterwards, and the
/// pause until the next step. `None` if the system does not trust the counter.
fn known_after(before: impl Fn(u64) -> u64) -> Option<(bool, u64)> {
    let words = &S::statics().cycle_counter;
    if !is_trusted::<S>().is_ok_and(|is_trusted| is_trusted) {
        return None;
    }
    exclusively(|| {
        loop {
            let Some((counter, began)) = sample::<S>() else {
                continue;
            };
            words.window_counter.store(counter, Ordering::Relaxed);
            words.window_ns.store(began, Ordering::Relaxed);
            while S::monotonic_ns() - began < MIN_MEASUREMENT_NS {
                S::yield_now();
            }
            let Some((now, ns)) = sample::<S>() else {
                continue;
            };
            let rate = (now.wrapping_sub(counter) << RATE_SHIFT) / (ns - began);
            words.candidate.store(before(rate), Ordering::Relaxed);
            words.rate.store(0, Ordering::Relaxed);
            let (_, pause) = next_step::<S>();
            let is_sampled = words.failures.load(Ordering::Relaxed) == 0;
            // A delayed thread measures for too long, or not at all.
            if is_sampled && S::monotonic_ns() - began < MAX_MEASUREMENT_NS {
                return Some((words.rate.load(Ordering::Relaxed) != 0, pause));
            }
        }
    })
}

#[test]
fn rates_that_differ_by_a_tenth_are_measured_again() {
    let Some((is_known, _)) = known_after(|rate| rate + rate / 10) else {
        return;
    };
    assert!(!is_known);
}

#[test]
fn known_rate_is_measured_again_within_its_lifetime() {
    let Some((is_known, pause)) = known_after(|rate| rate) else {
        return;
    };
    assert!(is_known && pause < lifetime_steps(MAX_RATE), "{pause}");
}
