//! `ksuid`: Segment's seconds and 128 random bits.

use crate::codec::base62::Fixed27;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_s", &[(0, 32)]),
        Field::new("payload_hi", &[(32, 64)]),
        Field::new("payload_lo", &[(96, 64)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(0, 32)],
            Scale::since_unix_ms(1_400_000_000_000, 1_000_000_000),
        )),
        counter: Some(CounterLayout {
            place: Place::new(&[(32, 64)]),
            seed: CounterSeed::Random(64),
        }),
        // Drawn for each id, so that neighbouring ids cannot be guessed.
        random: Place::new(&[(96, 64)]),
        random_enough: true,
        ..Layout::NONE
    },
    inspected: Inspected {
        // 30 days after the epoch.
        likely_from: 1_402_592_000,
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "seconds since 2014, a random counter and 64 random bits",
    specification: "segmentio/ksuid bf376a7",
    ..Row::new(160, &Fixed27, Fixed27::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a KSUID.
    ksuid or try_ksuid -> Ksuid
}

typed! {
    /// A KSUID: 32 bits of seconds since 2014-05-13T16:53:20Z and 128 random bits, as 27 base62
    /// characters. The upper half of the random bits counts up within a second.
    Ksuid([u8; 20]), example "0ujtsYcgvSTl8PAuAdqWYSMnLOv";
    /// Seconds since 2014-05-13T16:53:20Z, 32 bits.
    timestamp_s: u32 = 0;
    /// The upper 64 bits of the payload: the counter.
    payload_hi: u64 = 1;
    /// The lower 64 bits of the payload, random.
    payload_lo: u64 = 2;
}

timed!(Ksuid);
