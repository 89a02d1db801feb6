//! How long gates are, and when their speed is known.

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

/// Steps in 2^20 ns of counters of these steps in a microsecond.
fn speed(steps_in_us: u64) -> u64 {
    (steps_in_us << SPEED_BITS).div_ceil(1000)
}

/// What comes of a test while this speed is known, measured when the counter was about `5 << AGE_BITS`.
fn with_speed<R>(rate: u64, test: impl FnOnce() -> R) -> R {
    let words = &Here::statics().gate;
    alone(|| {
        let known = 5 << RATE_BITS | rate;
        let before = words.rate.swap(known, Ordering::Relaxed);
        let found = test();
        words.rate.store(before, Ordering::Relaxed);
        found
    })
}

/// The steps of a gate of 1 µs that is opened so long after the speed was measured, in steps.
fn steps_after(age: u64) -> u64 {
    Gate::opened((5u64 << AGE_BITS).wrapping_add(age), 1000).steps
}

#[test]
fn a_speed_serves_for_a_while_from_when_it_was_measured() {
    for (in_us, steps) in [(8000, 7600), (3000, 2850), (1000, 950), (24, 22), (5, 4)] {
        let rate = speed(in_us);
        let serves = serves_steps(rate) >> AGE_BITS << AGE_BITS;
        let found = with_speed(rate, || [0, serves - 1, serves, u64::MAX].map(steps_after));
        assert_eq!(
            found,
            [steps, steps, 0, 0],
            "{in_us} steps in a microsecond"
        );
    }
}

#[test]
fn a_speed_that_serves_no_more_is_not_known() {
    let words = &Here::statics().gate;
    let rate = speed(24);
    let serves = serves_steps(rate) >> AGE_BITS << AGE_BITS;
    let found = with_speed(rate, || {
        [serves - 1, serves].map(|age| {
            drop_old((5 << AGE_BITS) + age);
            words.rate.load(Ordering::Relaxed) != 0
        })
    });
    assert_eq!(found, [true, false]);
}

#[test]
fn a_gate_is_never_longer_than_asked_however_coarse_the_counter() {
    for in_us in [5, 19, 24, 25, 54, 100, 1000, 3000, 8000] {
        for for_ns in [0, 1, 40, 41, 200, 210, 999, 1000, 10_000] {
            let gate = with_speed(speed(in_us), || Gate::opened(5 << AGE_BITS, for_ns));
            // Its first step may be almost over when it is read, its last only begun.
            assert!(
                gate.steps * 1000 <= for_ns * in_us,
                "{in_us} {for_ns} {gate:?}"
            );
        }
    }
}

#[test]
fn a_window_is_looked_at_when_it_is_long_enough() {
    for in_us in [5, 24, 1000, 3000, 8000] {
        let left = steps_left(40 * in_us, 40_000);
        let expected = LEAST_WINDOW_NS / 1000 * in_us - 40 * in_us;
        assert_eq!(left, expected.max(FIRST_LOOK_STEPS), "{in_us}");
    }
    assert_eq!(steps_left(0, 0), FIRST_LOOK_STEPS);
    assert_eq!(steps_left(u64::MAX, 1), LEAST_WINDOW_NS * MOST_STEPS_IN_NS);
}

#[test]
fn a_window_that_is_too_long_leaves_the_last_good_one_to_agree_with() {
    let words = &Here::statics().gate;
    let candidate = alone(|| {
        // Where the system counts from its start, that may have been just now.
        while Here::monotonic_ns() <= 2 * MOST_WINDOW_NS {
            Here::yield_now();
        }
        let began = Here::monotonic_ns() - 2 * MOST_WINDOW_NS;
        words.window_ns.store(began, Ordering::Relaxed);
        words.candidate.store(speed(3000), Ordering::Relaxed);
        next_step();
        words.candidate.load(Ordering::Relaxed)
    });
    assert_eq!(candidate, speed(3000));
}

#[test]
fn sample_of_a_thread_that_was_held_up_does_not_count() {
    assert_eq!(close_sample(10, 5, 10 + CLOSE_NS - 1), Some((5, 10)));
    assert_eq!(close_sample(10, 5, 10 + CLOSE_NS), None);
    assert_eq!(close_sample(0, 5, 0), Some((5, 1)));
}

#[test]
fn window_that_is_too_short_measures_nothing() {
    let words = &Here::statics().gate;
    let candidate = alone(|| {
        loop {
            let began = Here::monotonic_ns().max(1);
            words.window_ns.store(began, Ordering::Relaxed);
            words.candidate.store(speed(3000), Ordering::Relaxed);
            next_step();
            let found = words.candidate.load(Ordering::Relaxed);
            let is_sampled = words.window_ns.load(Ordering::Relaxed) == began;
            // A thread that is held up measures over a longer window, or not at all.
            if Here::monotonic_ns() - began < LEAST_WINDOW_NS && is_sampled {
                return found;
            }
        }
    });
    assert_eq!(candidate, speed(3000));
}
