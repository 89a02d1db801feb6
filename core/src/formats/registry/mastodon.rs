//! `mastodon`: milliseconds and a sequence, as Mastodon's database assigns them on insert.

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{bigint, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("sequence", &[(48, 16)]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            last: (1 << 47) - 1,
            ..TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)
        }),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(48, 16)]))),
        ..Layout::NONE
    },
    // Such an id is negative as a database's bigint.
    reserved: Reserved::TopBit,
    text_sorts: false,
    summary: "milliseconds and a sequence, as a decimal integer",
    specification: "mastodon/mastodon 0486db9, timestamp_id",
    ..Row::new(64, &Decimal::OF_64, Decimal::OF_64.literal())
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an id like Mastodon's database.
    try_mastodon -> Mastodon
}

typed! {
    /// An id of Mastodon's database: 48 bits of milliseconds since 1970 and a 16-bit sequence, as a
    /// decimal integer.
    ///
    /// It contains no node: processes that generate these ids must share a state file, or they
    /// repeat an id once in 2^15 milliseconds in which both generate one. Text sorts by time only
    /// among texts of the same length.
    Mastodon(u64), example "111411200000027180";
    /// Milliseconds since 1970, 48 bits; reserved from 2^47 on.
    timestamp_ms: u64 = 0;
    /// The sequence in the millisecond, 16 bits.
    sequence: u16 = 1;
}

timed!(Mastodon);
bigint!(Mastodon, reserved);
