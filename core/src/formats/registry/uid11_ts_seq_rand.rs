//! `uid11_ts_seq_rand`: milliseconds, sequence and ten random bits (uid11 section 5).

use super::uid11_xid::EPOCH_UNIX_MS;
use crate::codec::base58::Fixed11;
use crate::formats::layout::*;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 42)]),
        Field::new("sequence", &[(42, 12)]),
        Field::new("random", &[(54, 10)]),
    ],
    layout: Layout::sequenced(
        TimeLayout::linear(&[(0, 42)], Scale::since_unix_ms(EPOCH_UNIX_MS, 1_000_000)),
        &[(42, 12)],
        &[(54, 10)],
    ),
    options: &["epoch", "epoch_unix_ms"],
    configure,
    is_known: true,
    summary: "milliseconds since 2011, a sequence and 10 random bits",
    specification: "uid11 1.0, section 5",
    ..Row::new(64, &Fixed11, Fixed11::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a uid11 of time, sequence and random bits.
    try_uid11_ts_seq_rand -> Uid11TsSeqRand
}

typed! {
    /// A uid11 of 42 bits of milliseconds since 2011-11-11T11:11:11.111Z (or a custom epoch), a
    /// 12-bit sequence and 10 random bits.
    ///
    /// There is no node: two ids of different processes with the same millisecond and sequence
    /// coincide once in 2^10 times.
    Uid11TsSeqRand(u64), example "113q8KFkAEs";
    /// Milliseconds since the epoch, 42 bits.
    timestamp_ms: u64 = 0;
    /// The sequence in the millisecond, 0–4095.
    sequence: u16 = 1;
    /// The 10 random bits.
    random: u16 = 2;
}

timed!(Uid11TsSeqRand);
