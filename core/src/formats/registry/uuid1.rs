//! `uuid1`: 100-nanosecond ticks since 1582, starting with the low bits (RFC 9562 section 5.1).

use super::uuid6::GREGORIAN;
use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};

/// time_high, time_mid and time_low: the timestamp, most significant bits first.
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
        // As in uuid6.
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
    is_known: true,
    summary: "UUID version 1, a timeuuid: its bytes and text are not in the order of time",
    specification: "RFC 9562, section 5.1",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 1.
    #[doc(alias("new_v1", "now_v1", "uuid_v1"))]
    uuid1 or try_uuid1 -> Uuid1
}

typed! {
    /// A UUID version 1, Cassandra's `timeuuid`: 60 bits of 100-nanosecond ticks since 1582-10-15,
    /// low bits first, a 14-bit clock sequence, and 48 random bits as the node.
    ///
    /// Ordered by time, then by the last eight bytes as an unsigned number; text, bytes and
    /// integers are not in this order. Cassandra compares the last eight bytes as signed ones, so
    /// its order differs within a tick: to cover all ids of a tick there, use its `minTimeuuid` and
    /// `maxTimeuuid`. For new tables, use [`Uuid6`](crate::Uuid6), which has the same bits in time
    /// order, or [`Uuid7`](crate::Uuid7).
    Uuid1(u128), example "c232ab00-9414-11ec-b3c8-9f6bdeced846";
    /// 100-nanosecond ticks since 1582-10-15, 60 bits.
    timestamp_100ns_gregorian: u64 = 0;
    /// The clock sequence, 14 bits.
    clock_seq: u16 = 1;
    /// The node, 48 bits; never a MAC address in generated ids.
    node: u64 = 2;
}

timed!(Uuid1);
uuid!(Uuid1);
