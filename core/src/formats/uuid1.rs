//! `uuid1`: 100-nanosecond ticks since 1582, the low bits of the time in front (RFC 9562 section 5.1).

use super::uuid6::GREGORIAN;
use crate::codec::uuid::Uuid;
use crate::layout::{AmongWords, CounterLayout, CounterSeed, Field, Inspected, Layout, Row, SortBy, TimeLayout, uuid_marks};
use crate::node::choose_machine_id;
use crate::typed::{timed, typed, uuid};
use crate::value::Place;

/// time_high, time_mid and time_low: the timestamp from its most significant bit down.
const TIMESTAMP: &[(u8, u8)] = &[(52, 12), (32, 16), (0, 32)];

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp", TIMESTAMP),
        Field::new("clock_seq", &[(66, 14)]),
        Field::new("node", &[(80, 48)]),
    ],
    marks: &uuid_marks(1),
    layout: Layout {
        time: Some(TimeLayout::linear(TIMESTAMP, GREGORIAN)),
        // As that of uuid6.
        counter: Some(CounterLayout {
            place: Place::new(&[(66, 14)]),
            seed: CounterSeed::Kept(13),
        }),
        random: Place::new(&[(80, 48)]),
        random_enough: true,
        ..Layout::NONE
    },
    options: &["machine_id", "machine_bits"],
    configure: choose_machine_id,
    sorted: SortBy::Places(&[Place::new(TIMESTAMP), Place::new(&[(64, 64)])]),
    text_sorts: false,
    inspected: Inspected {
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    summary: "UUID version 1, a timeuuid: its bytes and text are not in the order of time",
    specification: "RFC 9562, section 5.1",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

typed! {
    /// A UUID version 1, a `timeuuid` of Cassandra: 60 bits of 100-nanosecond ticks since 1582-10-15, whose
    /// low bits stand first, a 14-bit clock sequence, and 48 random bits for a node.
    ///
    /// Ordered by time, and then by its last eight bytes without a sign; text, bytes and integers are not.
    /// Cassandra takes these eight bytes as signed ones: within one tick its order is another, and what is
    /// to hold all ids of a tick there is bounded by its own `minTimeuuid` and `maxTimeuuid`. For new tables
    /// take [`Uuid6`](crate::Uuid6), which has the same bits in the order of time, or [`Uuid7`](crate::Uuid7).
    Uuid1(u128), example "c232ab00-9414-11ec-b3c8-9f6bdeced846";
    /// 100-nanosecond ticks since 1582-10-15, 60 bits.
    timestamp_100ns_gregorian: u64 = 0;
    /// The clock sequence, 14 bits.
    clock_seq: u16 = 1;
    /// The node, 48 bits; never a MAC address in ids made here.
    node: u64 = 2;
}

timed!(Uuid1);
uuid!(Uuid1);

#[cfg(feature = "std")]
crate::typed::plain! {
    /// A new UUID version 1.
    uuid1 or try_uuid1 -> Uuid1
}
