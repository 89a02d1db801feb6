//! Models of the measurement of the cycle counter's frequency: `core/engine/src/clock_cache.rs`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Model, bounded};
use crate::Sys;
use crate::ids::Generator;
use crate::model_os::{Time, set_time, spawn, time};
use crate::sys::{Atomic, Os};
use sortid_reliability_common::product::{Format, Options};

pub(super) const MODELS: &[Model] = &[
    bounded("windows of two frequencies", two_speeds, 2, 4),
    bounded("windows of one frequency", one_speed, 2, 4),
];

/// The lengths of two windows that follow one another.
const WINDOW_NS: u64 = 3_000_000;

/// Reads the clock for an id, which measures the frequency, after this much more time and this many
/// more counter steps.
fn look(generator: &Generator, begun: Time, windows: u64, steps: u64) {
    set_time(Time {
        unix_ns: begun.unix_ns + windows * WINDOW_NS,
        counter: begun.counter + steps * WINDOW_NS,
    });
    generator.next().expect("an id");
}

/// The frequency, in steps per 2^20 ns, that the generator assumes after windows with these
/// frequencies, in steps per nanosecond. Each thread measures one window.
fn known_after(speeds: [u64; 2]) -> u64 {
    let generator = Generator::new(Format::Uuid7, &Options::new()).expect("a generator");
    let (generator, begun) = (Arc::new(generator), time());
    look(&generator, begun, 0, 0);
    let [first, second] = speeds;
    let others = [(1, first), (2, first + second)].map(|(windows, steps)| {
        let generator = generator.clone();
        spawn(move || look(&generator, begun, windows, steps))
    });
    for other in others {
        other.join().expect("joined");
    }
    Sys::statics().cycle_counter.rate.load(Ordering::Relaxed) & ((1 << 24) - 1)
}

/// Disagreeing frequencies are rejected, although the start of one window and the end of the other
/// would fit.
fn two_speeds() {
    assert_eq!(known_after([2, 4]), 0);
}

fn one_speed() {
    let known = known_after([3, 3]);
    // Waiting for a lock advances both clocks equally, by one step per nanosecond.
    assert!(known == 0 || known.abs_diff(3 << 20) < 5 << 10, "{known}");
}
