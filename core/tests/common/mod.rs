//! Helpers of several test programs.
#![allow(dead_code, reason = "each test file uses a part of it")]

use sortid::options::{ClockSource, OPTIONS};
use sortid::{AnyId, Format, Generator, Options, Timestamp};

/// 2024-07-19T16:40:46.480310Z, the worked example of draft-goldman-tid.
pub(crate) const NOON_US: i64 = 1_721_407_246_480_310;

pub(crate) fn at_us(offset_us: i64) -> Timestamp {
    Timestamp::from_unix_us(NOON_US + offset_us)
}

/// Every format that can be generated.
pub(crate) fn made() -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(|format| format.can_generate())
}

/// Every format whose ids also increase within a tick.
pub(crate) fn ordered() -> impl Iterator<Item = Format> {
    made().filter(|format| format.is_ordered())
}

/// Every format whose generator uses a clock.
pub(crate) fn timed() -> impl Iterator<Item = Format> {
    let lead = OPTIONS.iter().find(|option| option.name == "max_lead_ms");
    let lead = lead.expect("max_lead_ms is listed");
    made().filter(|format| lead.is_for(*format))
}

/// Returns a new id, or the example if the format cannot be generated.
pub(crate) fn some_id(format: Format) -> AnyId {
    match format.can_generate() {
        true => sortid::new_id(format).expect("an id"),
        false => format.example().expect("an id"),
    }
}

pub(crate) fn manual(format: Format, options: Options) -> Generator {
    Generator::dynamic(format, &options.clock(ClockSource::Manual)).expect("a generator")
}

/// Returns ids of a generator with a manual clock, at these offsets from `NOON_US` in microseconds.
pub(crate) fn ids_at(
    generator: &Generator,
    offsets_us: impl IntoIterator<Item = i64>,
) -> Vec<AnyId> {
    offsets_us
        .into_iter()
        .map(|offset| generator.next_at(at_us(offset)).expect("an id"))
        .collect()
}

pub(crate) fn assert_increasing(ids: &[AnyId]) {
    for pair in ids.windows(2) {
        assert!(
            pair[0] < pair[1],
            "{:?} is not less than {:?}",
            pair[0],
            pair[1]
        );
    }
}

pub(crate) fn assert_distinct(mut ids: Vec<AnyId>) {
    ids.sort_unstable();
    for pair in ids.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}
