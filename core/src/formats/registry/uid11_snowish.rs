//! `uid11_snowish`: milliseconds, machine and sequence (uid11 section 5).

use super::uid11_xid::EPOCH_UNIX_MS;
use sortid_engine::error::ErrorCode;

use crate::codec::base58::Fixed11;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{choose_node, count_from_zero_if_assigned};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(1, 41)]),
        Field::new("machine", &[(42, 10)]),
        Field::new("sequence", &[(52, 12)]),
    ],
    marks: &[Mark {
        at: 0,
        width: 1,
        value: 0,
        code: ErrorCode::OutOfRange,
    }],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(1, 41)],
            Scale::since_unix_ms(EPOCH_UNIX_MS, 1_000_000),
        )),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(52, 12)]))),
        node: Some(NodeLayout::drawn(&[(42, 10)], 10)),
        ..Layout::NONE
    },
    options: &["node_claim", "node", "epoch", "epoch_unix_ms"],
    configure,
    is_known: true,
    summary: "milliseconds since 2011, a machine and a sequence",
    specification: "uid11 1.0, section 5",
    ..Row::new(64, &Fixed11, Fixed11::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)?;
    choose_node(layout, options.node)?;
    count_from_zero_if_assigned(layout, options);
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a snowish uid11 with a machine that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different machines. Two other processes
    /// have the same machine in one of 1,024 cases, and may then repeat each other's ids within a
    /// millisecond: see [`Uid11Snowish`]. To avoid that, assign the option `node` or use a lease
    /// file: see `docs/choosing.md`.
    try_uid11_snowish -> Uid11Snowish
}

typed! {
    /// A uid11 similar to a Snowflake: 41 bits of milliseconds since 2011-11-11T11:11:11.111Z (or a
    /// custom epoch), a 10-bit machine and a 12-bit sequence.
    ///
    /// With an assigned machine, the sequence starts at 0 in each millisecond. Otherwise it starts at
    /// random in the lower half: two processes with the same machine repeat each other's ids only if
    /// their sequences overlap within a millisecond, with a probability of 1 in 2,048 for two ids.
    /// Such a generator can generate at least 2,048 ids per millisecond.
    Uid11Snowish(u64), example "1111111NVpb";
    /// Milliseconds since the epoch, 41 bits.
    timestamp_ms: u64 = 0;
    /// The machine, 0–1023.
    machine: u16 = 1;
    /// The sequence in the millisecond, 0–4095.
    sequence: u16 = 2;
}

timed!(Uid11Snowish);
node!(Uid11Snowish);
bigint!(Uid11Snowish);
