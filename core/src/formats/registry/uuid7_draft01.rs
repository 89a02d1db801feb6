//! `uuid7_draft01`: version 7 as drafted in 2021, seconds and a binary fraction (draft-peabody-01
//! section 4.4).

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::options::{Invalid, Options, Precision};
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::{Scale, Tick};

const SECONDS_BITS: u8 = 36;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("unixts", &[(0, SECONDS_BITS)]),
        Field::new("subsec_a", &[(36, 12)]),
        Field::new("subsec_b", &[(52, 12)]),
        Field::new("subsec_seq_node", &[(66, 62)]),
    ],
    marks: &uuid_marks(7),
    layout: microseconds(),
    options: &["precision", "machine_id", "machine_bits"],
    configure,
    // Today, version 7 means RFC 9562.
    inspected: Inspected {
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "UUID version 7 as drafted in 2021: seconds and a fraction",
    specification: "draft-peabody-dispatch-new-uuid-format-01, section 4.4",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

/// Figure 3: a 12-bit fraction and a 12-bit sequence.
const fn milliseconds() -> Layout {
    with(12, Precision::Ms, &[(0, 48)], &[(52, 12)], &[(66, 62)])
}

/// Figure 4: a 24-bit fraction and a 14-bit sequence.
const fn microseconds() -> Layout {
    with(
        24,
        Precision::Us,
        &[(0, 48), (52, 12)],
        &[(66, 14)],
        &[(80, 48)],
    )
}

/// Figure 5: a 38-bit fraction and an 8-bit sequence.
const fn nanoseconds() -> Layout {
    with(
        38,
        Precision::Ns,
        &[(0, 48), (52, 12), (66, 14)],
        &[(80, 8)],
        &[(88, 40)],
    )
}

const fn with(
    bits: u8,
    precision: Precision,
    time: &[(u8, u8)],
    sequence: &[(u8, u8)],
    node: &[(u8, u8)],
) -> Layout {
    let unit_ns = precision.unit_ns() as i128;
    let time = TimeLayout {
        place: Place::new(time),
        coding: Coding::BinaryFraction { bits },
        scale: Scale::unix(unit_ns),
        first: 0,
        last: (1 << SECONDS_BITS) * (1_000_000_000 / unit_ns as Tick) - 1,
        hole: None,
    };
    Layout {
        nonzero: Some(Place::new(node)),
        random_enough: true,
        ..Layout::sequenced(time, sequence, node)
    }
}

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    let fixed = layout.fixed;
    *layout = match options.precision {
        Some(Precision::Ms) => milliseconds(),
        None | Some(Precision::Us) => microseconds(),
        Some(Precision::Ns) => nanoseconds(),
    };
    layout.fixed = fixed;
    choose_machine_id(layout, options)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 7 of the 2021 draft with microsecond precision.
    uuid7_draft01 or try_uuid7_draft01 -> Uuid7Draft01
}

typed! {
    /// A UUID version 7 of the 2021 draft: 36 bits of seconds since 1970, then the binary fraction
    /// of the second, a sequence and random bits, in widths that the id does not encode.
    ///
    /// Not today's version 7: see [`Uuid7`](crate::Uuid7).
    Uuid7Draft01(u128), example "06053f4c-4000-7000-8000-000000000001";
    /// Seconds since 1970, 36 bits.
    unixts: u64 = 0;
    /// The first 12 bits of the fraction.
    subsec_a: u16 = 1;
    /// 12 bits: fraction or sequence.
    subsec_b: u16 = 2;
    /// 62 bits: fraction, sequence and node.
    subsec_seq_node: u64 = 3;
}

timed!(Uuid7Draft01);
uuid!(Uuid7Draft01);
