//! `ulid`: milliseconds and 80 random bits (ulid/spec).

use crate::codec::packed::CROCKFORD;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("randomness", &[(48, 80)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&[(48, 80)]),
            seed: CounterSeed::Random(80),
        }),
        random_enough: true,
        ..Layout::NONE
    },
    options: &["as_uuid7"],
    configure,
    inspected: Inspected {
        skips_uuids: true,
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "milliseconds and 80 random bits, which count up within a millisecond",
    specification: "ulid/spec",
    ..Row::new(128, &CROCKFORD, CROCKFORD.literal())
};

/// Fixes the variant and version of a UUID version 7. The other random bits count.
fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    if options.as_uuid7 == Some(true) {
        for mark in uuid_marks(7) {
            layout.fixed = layout.fixed.or(mark.place().write(mark.value));
        }
        layout.counter = Some(CounterLayout {
            place: Place::new(&[(52, 12), (66, 62)]),
            seed: CounterSeed::Random(74),
        });
    }
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a ULID.
    ulid or try_ulid -> Ulid
}

typed! {
    /// A ULID: 48 bits of milliseconds since 1970 and 80 random bits, as 26 characters of
    /// Crockford's base32. The random bits count up within a millisecond.
    ///
    /// From one id, others of the same millisecond can be guessed.
    Ulid(u128), example "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// 80 random bits.
    randomness: u128 = 1;
}

timed!(Ulid);
uuid!(Ulid);
