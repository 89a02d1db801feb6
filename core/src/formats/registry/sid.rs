//! `sid`: nanoseconds and 63 random bits (chilts/sid).

use sortid_engine::error::ErrorCode;

use crate::codec::pair::Pair;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

/// The top bit of a half, which must be zero: a half is a positive signed 64-bit number.
const fn sign(at: u8) -> Mark {
    Mark {
        at,
        width: 1,
        value: 0,
        code: ErrorCode::OutOfRange,
    }
}

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ns", &[(1, 63)]),
        Field::new("random", &[(65, 63)]),
    ],
    marks: &[sign(0), sign(64)],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(1, 63)], Scale::unix(1))),
        counter: Some(CounterLayout {
            place: Place::new(&[(65, 63)]),
            seed: CounterSeed::Random(63),
        }),
        random_enough: true,
        ..Layout::NONE
    },
    summary: "nanoseconds and 63 random bits, as two numbers",
    specification: "chilts/sid 660e947",
    ..Row::new(128, &Pair, Pair::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a sid.
    sid or try_sid -> Sid
}

typed! {
    /// A sid: 63 bits of nanoseconds since 1970 and 63 random bits, as two decimal numbers; also in
    /// hexadecimal, base32 and base64. The random bits count up while the clock shows the same
    /// nanosecond.
    Sid(u128), example "1559872035903071353-1186579057231285506";
    /// Nanoseconds since 1970, 63 bits.
    timestamp_ns: u64 = 0;
    /// 63 random bits.
    random: u64 = 1;
}

timed!(Sid);
uuid!(Sid);
