//! `uuid6`: version 1 with the time in sortable order (draft-peabody-01 section 4.3, RFC 9562
//! section 5.6).

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

/// Units of 100 nanoseconds since the Gregorian reform, 1582-10-15.
pub(super) const GREGORIAN: Scale = Scale {
    epoch_ns: -12_219_292_800 * 1_000_000_000,
    unit_ns: 100,
};

/// 48 bits (time_high and time_mid) and 12 bits (time_low) around the version.
const TIMESTAMP: &[(u8, u8)] = &[(0, 48), (52, 12)];

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp", TIMESTAMP),
        Field::new("clock_seq", &[(66, 14)]),
        Field::new("node", &[(80, 48)]),
    ],
    marks: &uuid_marks(6),
    layout: Layout {
        time: Some(TimeLayout::linear(TIMESTAMP, GREGORIAN)),
        // The top bit starts clear, so that every tick has room for 2^13 more ids.
        counter: Some(CounterLayout {
            place: Place::new(&[(66, 14)]),
            seed: CounterSeed::Kept(13),
        }),
        random: Place::new(&[(80, 48)]),
        random_enough: true,
        ..Layout::NONE
    },
    options: &["machine_id", "machine_bits"],
    configure,
    compiled_apart: true,
    inspected: Inspected {
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "UUID version 1 in the order of time",
    specification: "draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_machine_id(layout, options)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 6.
    #[doc(alias("new_v6", "now_v6", "uuid_v6"))]
    uuid6 or try_uuid6 -> Uuid6
}

typed! {
    /// A UUID version 6: 60 bits of 100-nanosecond ticks since 1582-10-15, a 14-bit clock sequence,
    /// and 48 random bits as the node.
    Uuid6(u128), example "1ec9414c-232a-6b00-b3c8-9f6bdeced846";
    /// 100-nanosecond ticks since 1582-10-15, 60 bits.
    timestamp_100ns_gregorian: u64 = 0;
    /// The clock sequence, 14 bits.
    clock_seq: u16 = 1;
    /// The node, 48 bits; never a MAC address in generated ids.
    node: u64 = 2;
}

timed!(Uuid6);
uuid!(Uuid6);
