//! `uuid7`: Unix milliseconds and a random counter (RFC 9562 sections 5.7 and 6.2, method 1), or
//! with the option `precision` microseconds (method 3).

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_machine_id;
use crate::formats::options::{Invalid, Options, Precision};
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::{Scale, Tick};

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("unix_ts_ms", &[(0, 48)]),
        Field::new("rand_a", &[(52, 12)]),
        Field::new("rand_b", &[(66, 62)]),
    ],
    marks: &uuid_marks(7),
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
        // 42 bits whose top bit starts at zero: no millisecond can exhaust them.
        counter: Some(CounterLayout {
            place: Place::new(&[(52, 12), (66, 30)]),
            seed: CounterSeed::Random(41),
        }),
        random: Place::new(&[(96, 32)]),
        random_enough: true,
        ..Layout::NONE
    },
    options: &["precision", "machine_id", "machine_bits"],
    configure,
    compiled_apart: true,
    inspected: Inspected {
        bare_typeid: true,
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "UUID version 7: milliseconds, a counter and random bits",
    specification: "RFC 9562, section 5.7",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    match options.precision {
        None | Some(Precision::Ms) => {}
        Some(Precision::Us) => {
            layout.time = Some(MICROSECONDS);
            layout.counter = Some(CounterLayout::from_lower_half(Place::new(&[(66, 30)])));
        }
        Some(Precision::Ns) => {
            return Err(Invalid::Because(
                "precision\0precision of a uuid7 is ms or us, not ns",
            ));
        }
    }
    choose_machine_id(layout, options)
}

/// The fraction takes the place of the counter's first 12 bits.
const MICROSECONDS: TimeLayout = TimeLayout {
    place: Place::new(&[(0, 48), (52, 12)]),
    coding: Coding::MillisFraction,
    scale: Scale::UNIX_US,
    first: 0,
    last: (1 << 48) * 1000 as Tick - 1,
    hole: None,
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 7.
    #[doc(alias("new_v7", "now_v7", "uuid_v7"))]
    uuid7 or try_uuid7 -> Uuid7
}

typed! {
    /// A UUID version 7: 48 bits of milliseconds since 1970 and 74 random bits. The first 42 random
    /// bits count up within a millisecond.
    Uuid7(u128), example "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    /// Milliseconds since 1970, 48 bits.
    unix_ts_ms: u64 = 0;
    /// 12 bits: the top of the counter.
    rand_a: u16 = 1;
    /// 62 bits: the rest of the counter and 32 random bits.
    rand_b: u64 = 2;
}

timed!(Uuid7);
uuid!(Uuid7);
