//! `cuid`: milliseconds, counter, fingerprint and random bits in base36 (version 1).

use sortid_engine::error::ErrorCode;

use crate::codec::cuid::Cuid as Codec;
use crate::codec::value::{Place, Value};
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed, uuid};
use sortid_engine::time::{Scale, Tick};

const TIMESTAMP: Place = Place::new(&[(2, 42)]);
const COUNTER: Place = Place::new(&[(44, 21)]);
const RANDOM: Place = Place::new(&[(86, 42)]);
const FINGERPRINT: (u8, u8) = (65, 21);

/// Limits a bit field to numbers of `digits` base36 digits.
const fn limit(place: Place, digits: u32) -> Limit {
    Limit {
        place,
        largest: 36_u128.pow(digits) - 1,
    }
}

const LAST_MS: Tick = 36_i128.pow(8) - 1;
/// Earlier times have fewer than eight digits.
const FIRST_MS: Tick = 36_i128.pow(7);

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(2, 42)]),
        Field::new("counter", &[(44, 21)]),
        Field::new("fingerprint", &[FINGERPRINT]),
        Field::new("random", &[(86, 42)]),
    ],
    marks: &[Mark {
        at: 0,
        width: 2,
        value: 0,
        code: ErrorCode::OutOfRange,
    }],
    layout: Layout {
        time: Some(TimeLayout {
            first: FIRST_MS,
            last: LAST_MS,
            ..TimeLayout::linear(&[(2, 42)], Scale::UNIX_MS)
        }),
        counter: Some(CounterLayout {
            place: COUNTER,
            seed: CounterSeed::Random(20),
        }),
        node: Some(NodeLayout::drawn(&[FINGERPRINT], 21)),
        random: RANDOM,
        random_enough: true,
        limits: &[
            limit(TIMESTAMP, 8),
            limit(COUNTER, 4),
            limit(Place::new(&[FINGERPRINT]), 4),
            limit(RANDOM, 8),
        ],
        ..Layout::NONE
    },
    options: &["node"],
    configure,
    reserved: Reserved::If(is_reserved),
    inspected: Inspected {
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    summary: "milliseconds, a counter, a fingerprint and 41 random bits in base36",
    specification: "ericelliott/cuid 215b27b, version 1",
    ..Row::new(128, &Codec, Codec::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

/// The original does not pad such times with zeros, so no cuid of 25 characters has one.
fn is_reserved(value: Value) -> bool {
    (TIMESTAMP.read(value) as Tick) < FIRST_MS
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a cuid.
    cuid or try_cuid -> Cuid
}

typed! {
    /// A cuid of version 1: milliseconds since 1970, a counter, a fingerprint of the generator and
    /// random bits, as `c` and 24 base36 digits. Its time ends on 2059-05-25.
    ///
    /// Cuids define no bytes and no integer: the ones here are specific to sortid.
    Cuid(u128), example "cjld2cjxh0000qzrmn831i7rn";
    /// Milliseconds since 1970, below 36^8; reserved below 36^7.
    timestamp_ms: u64 = 0;
    /// The counter, below 36^4.
    counter: u32 = 1;
    /// The fingerprint of the generator, below 36^4.
    fingerprint: u32 = 2;
    /// The random number, below 36^8.
    random: u64 = 3;
}

timed!(Cuid);
node!(Cuid);
uuid!(Cuid);
