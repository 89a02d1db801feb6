//! `ordered_uuid`: Laravel's `Str::orderedUuid`, a UUID version 4 that starts with the time.

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_10us", &[(0, 48)]),
        Field::new("rand_a", &[(52, 12)]),
        Field::new("rand_b", &[(66, 62)]),
    ],
    marks: &uuid_marks(4),
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::unix(10_000))),
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
    summary: "UUID version 4 with tens of microseconds in front, as Laravel makes it",
    specification: "Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an ordered UUID.
    ordered_uuid or try_ordered_uuid -> OrderedUuid
}

typed! {
    /// An ordered UUID as in Laravel: a UUID version 4 that starts with 48 bits of tens of
    /// microseconds since 1970, which end in 2059. 42 of the 74 random bits count up.
    OrderedUuid(u128), example "9009ebcc-cd99-4b5f-90cf-9155607d2de9";
    /// Tens of microseconds since 1970, 48 bits.
    timestamp_10us: u64 = 0;
    /// 12 bits: the top of the counter.
    rand_a: u16 = 1;
    /// 62 bits: the rest of the counter and 32 random bits.
    rand_b: u64 = 2;
}

timed!(OrderedUuid);
uuid!(OrderedUuid);
