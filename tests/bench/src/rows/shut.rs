//! The next id without a trusted cycle counter, where each id reads the clock: compared with the
//! peer, and with one reading of the clock.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime};

use sortid::Format;

use super::Row;
use super::next::{BURST, NOW_V7, now_v7, tid, uuid7};
use crate::measure::{Effort, alone};
use crate::side::Side;
use crate::versions::STD;

const AT_MOST: f64 = 0.75;
const AT_MOST_OF_A_READING: f64 = 2.1;

/// The time after which a generator with a usable counter has its gate open.
const WARM: Duration = Duration::from_millis(300);

/// An id that takes less than this fraction of a clock reading did not read the clock.
const SURELY_OPEN: f64 = 0.9;

/// The rows; only valid in a process that cannot see the kernel's clock source.
pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::new("next tid, gate shut", tids())
            .rested(Format::Tid)
            .beside("uuid", NOW_V7, Side::repeated(now_v7))
            .at_most(AT_MOST),
        Row::new("next uuid7, gate shut", Side::repeated(uuid7))
            .beside("uuid", NOW_V7, Side::repeated(now_v7))
            .at_most(AT_MOST),
        Row::new("slow path, tid", tids())
            .rested(Format::Tid)
            .beside(STD, CLOCK, Side::repeated(clock))
            .at_most(AT_MOST_OF_A_READING),
        Row::new("slow path, uuid7", Side::repeated(uuid7))
            .beside(STD, CLOCK, Side::repeated(clock))
            .at_most(AT_MOST_OF_A_READING),
    ]
}

/// The times of an id that is faster than a clock reading, and of that reading, in nanoseconds;
/// `None` if the gate is shut.
pub(crate) fn open() -> Option<(f64, f64)> {
    let begun = Instant::now();
    while begun.elapsed() < WARM {
        uuid7();
    }
    let id = alone(&mut Side::repeated(uuid7), &Effort::PROBE);
    let reading = alone(&mut Side::repeated(clock), &Effort::PROBE);
    (id < reading * SURELY_OPEN).then_some((id, reading))
}

fn tids() -> Side {
    Side::repeated(tid).in_bursts_of(BURST)
}

const CLOCK: &str = "one reading of the clock";

/// Reads the system clock as every program does.
pub(crate) fn clock() {
    black_box(SystemTime::now());
}
