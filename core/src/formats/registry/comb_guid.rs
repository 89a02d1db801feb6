//! `comb_guid`: RT.Comb's GUID for PostgreSQL, a UUID version 4 that starts with the time.

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("unix_ts_ms", &[(0, 48)]),
        Field::new("rand_a", &[(52, 12)]),
        Field::new("rand_b", &[(66, 62)]),
    ],
    marks: &uuid_marks(4),
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
        // As in uuid7: no tick can exhaust it.
        counter: Some(CounterLayout {
            place: Place::new(&[(52, 12), (66, 30)]),
            seed: CounterSeed::Random(41),
        }),
        random: Place::new(&[(96, 32)]),
        random_enough: true,
        ..Layout::NONE
    },
    options: &["machine_id", "machine_bits"],
    configure: choose_machine_id,
    inspected: Inspected {
        // Every UUID version 4 is valid.
        if_likely: true,
        ..Inspected::BY_CODE
    },
    summary: "UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL",
    specification: "richardtallent/RT.Comb 2759820, PostgreSQL order",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a COMB GUID in PostgreSQL order.
    comb_guid or try_comb_guid -> CombGuid
}

typed! {
    /// A COMB GUID in PostgreSQL order: a UUID version 4 that starts with 48 bits of milliseconds
    /// since 1970. 42 of the 74 random bits count up.
    ///
    /// Bytes are in the order of the text, not in the order of .NET's `ToByteArray` (3 2 1 0 · 5 4
    /// · 7 6 · 8–15).
    CombGuid(u128), example "018bcfe5-6800-4000-8000-000000000000";
    /// Milliseconds since 1970, 48 bits.
    unix_ts_ms: u64 = 0;
    /// 12 bits: the top of the counter.
    rand_a: u16 = 1;
    /// 62 bits: the rest of the counter and 32 random bits.
    rand_b: u64 = 2;
}

timed!(CombGuid);
uuid!(CombGuid);
