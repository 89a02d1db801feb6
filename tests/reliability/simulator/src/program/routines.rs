//! Recurring activities with pauses, during which the counter's frequency becomes known and
//! outdated.

use super::actions::{drop_generator, is_usable, some_slot};
use super::generators::make;
use super::ids;
use crate::sim::events::spot;
use crate::sim::schedule;
use crate::sim::system::{pass, sys};

pub(super) fn pause() {
    let most = *sys()
        .rng
        .pick(&[8_000_000, 8_000_000, 3_000_000_000, 100_000_000_000]);
    let time = sys().rng.magnitude(100, most);
    schedule::sleep(time);
}

/// Generates a few ids now and then, as most programs do.
pub(super) fn routine() {
    let slot = some_slot();
    let pace = Pace::draw();
    for _ in 0..pace.times {
        if !some(slot, 20) {
            return;
        }
        pace.rest();
    }
}

/// Creates a generator for a few ids, again and again.
pub(super) fn errands() {
    let pace = Pace::draw();
    for _ in 0..pace.times {
        let Some(slot) = make() else {
            return;
        };
        some(slot, 6);
        drop_generator(slot);
        pace.rest();
    }
}

/// Generates ids for the time of several lease terms, whether the lease is valid or not.
pub(super) fn tenancy(stretch_ns: u64) {
    let slot = some_slot();
    let times = sys().rng.between(5, 40);
    let is_dense = sys().rng.once_in(2);
    let most = if is_dense { 50_000 } else { stretch_ns / 4 };
    for _ in 0..times {
        some(slot, 100);
        let time = sys().rng.magnitude(1000, most);
        schedule::sleep(time);
        spot();
    }
}

/// Drops a generator and creates it again at once.
pub(super) fn restart() {
    for _ in 0..sys().rng.between(1, 4) {
        drop_generator(some_slot());
        if let Some(slot) = make() {
            some(slot, 30);
        }
    }
}

/// Repetitions, and the pause between them.
struct Pace {
    times: u64,
    least: u64,
    most: u64,
}

impl Pace {
    fn draw() -> Self {
        let rng = &mut sys().rng;
        // Sometimes with a timer of seconds.
        let (least, most) = *rng.pick(&[
            (500_000, 12_000_000),
            (500_000, 12_000_000),
            (3_000_000, 50_000_000),
            (500_000_000, 2_000_000_000),
            (500_000_000, 2_000_000_000),
        ]);
        let times = rng.between(3, 12);
        Self { times, least, most }
    }

    fn rest(&self) {
        let time = sys().rng.between(self.least, self.most);
        schedule::sleep(time);
        spot();
    }
}

/// Generates ids with short pauses. Returns whether another attempt makes sense.
fn some(slot: usize, most: u64) -> bool {
    let times = sys().rng.between(1, most);
    let rng = &mut sys().rng;
    let between = *rng.pick(&[1, 3000, 20_000]);
    let between = rng.magnitude(1, between);
    for _ in 0..times {
        if !is_usable(slot, false) || !ids::next(slot) {
            return false;
        }
        let time = sys().rng.between(1, between);
        pass(time);
    }
    true
}
