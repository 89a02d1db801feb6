//! `push_id`: Firebase's milliseconds and 72 random bits.

use crate::codec::packed::BASE64_SORTED;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("random", &[(48, 72)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&[(48, 72)]),
            seed: CounterSeed::Random(72),
        }),
        random_enough: true,
        ..Layout::NONE
    },
    summary: "milliseconds and 72 random bits, which count up within a millisecond",
    specification: "Firebase, The 2^120 Ways to Ensure Unique Identifiers",
    ..Row::new(120, &BASE64_SORTED, BASE64_SORTED.literal())
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a push id.
    push_id or try_push_id -> PushId
}

typed! {
    /// A push id of Firebase's Realtime Database: 48 bits of milliseconds since 1970 and 72 random
    /// bits, as 20 characters. The random bits count up within a millisecond.
    ///
    /// Starts with `-` until 2109: on a command line, put `--` before it. From one id, others of
    /// the same millisecond can be guessed.
    PushId([u8; 15]), example "-JhLeOlGIEjaIOFHR0xd";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// 72 random bits.
    random: u128 = 1;
}

timed!(PushId);
