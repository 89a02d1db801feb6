//! `scru128`: milliseconds, a counter and random bits in base36 (scru128/spec).

use crate::codec::base36::Base36;
use crate::codec::value::{Place, Value};
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::{Scale, Tick};

const TIMESTAMP: Place = Place::new(&[(0, 48)]);
/// Zero and this are reserved for special purposes.
const LAST_MS: Tick = (1 << 48) - 1;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("counter_hi", &[(48, 24)]),
        Field::new("counter_lo", &[(72, 24)]),
        Field::new("entropy", &[(96, 32)]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            first: 1,
            last: LAST_MS - 1,
            ..TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)
        }),
        // Both counters as one: no tick can exhaust it.
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(48, 48)]))),
        random: Place::new(&[(96, 32)]),
        random_enough: true,
        ..Layout::NONE
    },
    reserved: Reserved::If(is_reserved),
    summary: "milliseconds, a counter and random bits, 128 in all, in base36",
    specification: "scru128/spec v2.1.1",
    ..Row::new(128, &Base36::OF_128, Base36::OF_128.literal())
};

fn is_reserved(value: Value) -> bool {
    let timestamp_ms = TIMESTAMP.read(value) as Tick;
    timestamp_ms == 0 || timestamp_ms == LAST_MS
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a SCRU128.
    scru128 or try_scru128 -> Scru128
}

typed! {
    /// A SCRU128: 48 bits of milliseconds since 1970, two 24-bit counters and 32 random bits, as 25
    /// base36 digits. Generators use the counters as one.
    Scru128(u128), example "0372hg16csmsm50l8dikcvukc";
    /// Milliseconds since 1970, 48 bits; 0 and 2^48 − 1 are reserved.
    timestamp_ms: u64 = 0;
    /// The upper half of the counter, 24 bits.
    counter_hi: u32 = 1;
    /// The lower half of the counter, 24 bits.
    counter_lo: u32 = 2;
    /// 32 random bits.
    entropy: u32 = 3;
}

timed!(Scru128);
uuid!(Scru128);
