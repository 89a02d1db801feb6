//! `uid11_xid`: milliseconds and 22 random bits (uid11 section 8).

use crate::codec::base58::Fixed11;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::options::{Invalid, Options, Order};
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

/// 2011-11-11T11:11:11.111Z (uid11 section 8.2).
pub(crate) const EPOCH_UNIX_MS: i64 = 1_321_009_871_111;

const RANDOM_BITS: u8 = 22;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 42)]),
        Field::new("random", &[(42, RANDOM_BITS)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(0, 42)],
            Scale::since_unix_ms(EPOCH_UNIX_MS, 1_000_000),
        )),
        // The random bits do not repeat within a millisecond.
        counter: Some(CounterLayout {
            place: Place::new(&[(42, RANDOM_BITS)]),
            seed: CounterSeed::Permuted,
        }),
        ..Layout::NONE
    },
    options: &["order"],
    configure,
    inspected: Inspected {
        always_likely: true,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "milliseconds since 2011 and 22 random bits",
    specification: "uid11 1.0, section 8",
    ..Row::new(64, &Fixed11, Fixed11::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    if let (Some(Order::Monotonic), Some(counter)) = (options.order, &mut layout.counter) {
        counter.seed = CounterSeed::Random(RANDOM_BITS);
    }
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a uid11 of the xid profile.
    try_uid11_xid -> Uid11Xid
}

typed! {
    /// A uid11 of the xid profile: 42 bits of milliseconds since 2011-11-11T11:11:11.111Z and 22
    /// random bits, as 11 base58 characters.
    ///
    /// Ids of one millisecond are unique, but not ordered unless the option `order` is set. There is
    /// no node: two ids of different processes in one millisecond coincide once in 2^22 times.
    Uid11Xid(u64), example "113q8KFkAEs";
    /// Milliseconds since 2011-11-11T11:11:11.111Z, 42 bits.
    timestamp_ms: u64 = 0;
    /// The 22 random bits.
    random: u32 = 1;
}

timed!(Uid11Xid);
