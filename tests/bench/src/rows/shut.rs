//! The next id if nobody vouches for the processor's counter, so that each id reads the clock: beside the peer, and
//! beside nothing but a reading of the clock.

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

/// In this time a generator that can has its gate open.
const WARM: Duration = Duration::from_millis(300);

/// An id that takes less than this part of a reading has read no clock.
const SURELY_OPEN: f64 = 0.9;

/// The rows; they mean something only in a process from which the kernel's verdict is hidden.
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

/// An id that costs less than a reading of the clock, and that reading, in nanoseconds; none where the gate is shut.
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

/// The system's clock as every program reads it.
pub(crate) fn clock() {
    black_box(SystemTime::now());
}
