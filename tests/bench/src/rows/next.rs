//! The next id, in one thread and in two.

use std::hint::black_box;

use sortid::{Format, Generator, Options, Tid};
use uuid::Uuid;

use super::Row;
use crate::side::Side;

/// The number of tids of a burst: each takes a microsecond of the generator's lead. A millisecond
/// of snowish uid11s has about as many.
pub(super) const BURST: u64 = 4000;

/// The number of ids of two threads together: large enough that their start does not matter.
const PAIR: u64 = 20_000;

/// An hour: more lead than a whole run needs.
pub(super) const RAISED_LEAD_MS: u64 = 3_600_000;

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new("next tid", Side::repeated(tid).in_bursts_of(BURST))
            .rested(Format::Tid)
            .beside("uuid", NOW_V7, Side::repeated(now_v7))
            .at_most(0.40),
        Row::new("next uuid7", Side::repeated(uuid7))
            .rested(Format::Uuid7)
            .beside("uuid", NOW_V7, Side::repeated(now_v7))
            .at_most(0.40),
        Row::new(
            "next uid11_snowish",
            Side::repeated(uid11_snowish).in_bursts_of(BURST),
        )
        .rested(Format::Uid11Snowish)
        .beside("uuid", NOW_V7, Side::repeated(now_v7))
        .at_most(0.40),
        Row::new("next uuid6", Side::repeated(uuid6))
            .rested(Format::Uuid6)
            .beside("uuid", "uuid::Uuid::now_v6", Side::repeated(now_v6))
            // Its ticks are shorter than a clock reading, so each id reads the clock; its node is random.
            .at_most(1.3),
        Row::new("next scru160", Side::repeated(scru160))
            .rested(Format::Scru160)
            .beside("scru128", "scru128::new", Side::repeated(scru128))
            .at_most(0.25),
        Row::new("next uid11_xid", Side::repeated(uid11_xid))
            .rested(Format::Uid11Xid)
            .beside("ulid", "ulid::Generator::generate", ulid())
            .at_most(0.85),
        Row::new(
            "next tid, two threads",
            Side::two_threads(tid).in_bursts_of(PAIR),
        )
        .rested(Format::Tid)
        .beside(
            "uuid",
            NOW_V7_TWO_THREADS,
            Side::two_threads(now_v7).in_bursts_of(PAIR),
        )
        .at_most(0.45),
        Row::new(
            "next uuid7, two threads",
            Side::two_threads(uuid7).in_bursts_of(PAIR),
        )
        .rested(Format::Uuid7)
        .beside(
            "uuid",
            NOW_V7_TWO_THREADS,
            Side::two_threads(now_v7).in_bursts_of(PAIR),
        )
        .at_most(0.45),
    ]
}

/// Rows without a limit.
pub(super) fn references() -> Vec<Row> {
    let generator = Generator::<Tid>::with(&Options::new().max_lead_ms(RAISED_LEAD_MS))
        .expect("entropy for a generator");
    let raised = Side::repeated(move || {
        black_box(generator.next().expect("a tid"));
    });
    let v4 = Side::repeated(|| {
        black_box(Uuid::new_v4());
    });
    vec![
        Row::new("next tid, raised lead", raised).beside("uuid", NOW_V7, Side::repeated(now_v7)),
        Row::new("next uuid7", Side::repeated(uuid7))
            .rested(Format::Uuid7)
            .beside("uuid", "uuid::Uuid::new_v4", v4),
    ]
}

pub(crate) const NOW_V7: &str = "uuid::Uuid::now_v7";
const NOW_V7_TWO_THREADS: &str = "uuid::Uuid::now_v7, two threads";

pub(super) fn tid() {
    black_box(sortid::try_tid().expect("a tid"));
}

pub(crate) fn uuid7() {
    black_box(sortid::uuid7());
}

fn uuid6() {
    black_box(sortid::uuid6());
}

fn scru160() {
    black_box(sortid::scru160());
}

fn uid11_snowish() {
    black_box(sortid::try_uid11_snowish().expect("a snowish uid11"));
}

fn uid11_xid() {
    black_box(sortid::try_uid11_xid().expect("an xid"));
}

pub(crate) fn now_v7() {
    black_box(Uuid::now_v7());
}

fn now_v6() {
    black_box(Uuid::now_v6(black_box(&[1, 2, 3, 4, 5, 6])));
}

pub(super) fn scru128() {
    black_box(scru128::new());
}

pub(super) fn ulid() -> Side {
    let mut generator = ulid::Generator::new();
    Side::repeated(move || {
        let id = generator
            .generate()
            .unwrap_or_else(ulid::Overflow::commit_overflow_increment);
        black_box(id);
    })
}
