//! `sharding_id`: Instagram's milliseconds, shard and sequence.

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{choose_node, count_from_zero_if_assigned};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 41)]),
        Field::new("shard", &[(41, 13)]),
        Field::new("sequence", &[(54, 10)]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            last: (1 << 40) - 1,
            ..TimeLayout::linear(
                &[(0, 41)],
                Scale::since_unix_ms(1_314_220_021_721, 1_000_000),
            )
        }),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(54, 10)]))),
        node: Some(NodeLayout::drawn(&[(41, 13)], 13)),
        ..Layout::NONE
    },
    options: &["node_claim", "node", "epoch", "epoch_unix_ms"],
    configure,
    // Such an id is negative as a database's bigint.
    reserved: Reserved::TopBit,
    text_sorts: false,
    inspected: Inspected {
        // 30 days after the epoch, so that small numbers are not likely ids.
        likely_from: 1_316_812_021,
        ..Inspected::BY_CODE
    },
    summary: "milliseconds since 2011, a shard and a sequence, as a decimal integer",
    specification: "Instagram Engineering, Sharding & IDs at Instagram",
    ..Row::new(64, &Decimal::OF_64, Decimal::OF_64.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)?;
    choose_node(layout, options.node)?;
    count_from_zero_if_assigned(layout, options);
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a sharding id with a shard that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different shards. Two other processes have
    /// the same shard in one of 8,192 cases, and may then repeat each other's ids within a
    /// millisecond: see [`ShardingId`]. To avoid that, assign the option `node` or use a lease
    /// file: see `docs/choosing.md`.
    try_sharding_id -> ShardingId
}

typed! {
    /// A sharding id as at Instagram: 41 bits of milliseconds since 2011-08-24T21:07:01.721Z (or a
    /// custom epoch), a 13-bit shard and a 10-bit sequence, as a decimal integer.
    ///
    /// Text sorts by time only among texts of the same length. Do not assign a generator a shard
    /// for which a database generates ids.
    ///
    /// With an assigned shard, the sequence starts at 0 in each millisecond. Otherwise it starts at
    /// random in the lower half: two processes with the same shard repeat each other's ids only if
    /// their sequences overlap within a millisecond, with a probability of 1 in 512 for two ids.
    /// Such a generator can generate at least 512 ids per millisecond.
    ShardingId(u64), example "11637205501278089";
    /// Milliseconds since the epoch, 41 bits; reserved from 2^40 on.
    timestamp_ms: u64 = 0;
    /// The shard, 0–8191.
    shard: u16 = 1;
    /// The sequence in the millisecond, 0–1023.
    sequence: u16 = 2;
}

timed!(ShardingId);
node!(ShardingId);
bigint!(ShardingId, reserved);
