//! What programs do again and again, with pauses: so the counter's speed becomes known, and grows old.

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

/// A few ids now and then, as most programs do.
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

/// A generator for a few ids, each time another one.
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

/// Ids all the time, as long as some stretches of a lease, whether there are any or not.
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

/// What is dropped is wanted again at once.
pub(super) fn restart() {
    for _ in 0..sys().rng.between(1, 4) {
        drop_generator(some_slot());
        if let Some(slot) = make() {
            some(slot, 30);
        }
    }
}

/// How often, and how long in between.
struct Pace {
    times: u64,
    least: u64,
    most: u64,
}

impl Pace {
    fn draw() -> Self {
        let rng = &mut sys().rng;
        // Now and then by a timer of seconds.
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

/// Ids one after another, with some time in between; whether there is any use in going on.
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
