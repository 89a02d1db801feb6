//! `tsid`: milliseconds since 2020, a node and a counter (f4b6a3/tsid-creator).

use crate::codec::tsid::Tsid as Codec;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{NO_LEASED_NODE, NO_NODE, choose_node_of_bits};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed};
use sortid_engine::time::Scale;

/// The bits that node and counter share.
const RANDOM: Place = Place::new(&[(42, 22)]);

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 42)]),
        Field::new("random", &[(42, 22)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(0, 42)],
            Scale::since_unix_ms(1_577_836_800_000, 1_000_000),
        )),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(52, 12)]))),
        node: Some(NodeLayout::drawn(&[(42, 10)], 10)),
        ..Layout::NONE
    },
    options: &["node_claim", "node", "node_bits", "epoch", "epoch_unix_ms"],
    configure,
    inspected: Inspected {
        // 30 days after the epoch, so that small numbers are not likely ids.
        likely_from: 1_580_428_800,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "milliseconds since 2020, a node and a counter, in base32 or as a decimal integer",
    specification: "f4b6a3/tsid-creator 5.2.6",
    ..Row::new(64, &Codec, Codec::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)?;
    if options.node_bits != Some(0) {
        return choose_node_of_bits(layout, RANDOM, options, 20);
    }
    if options.node.is_some() {
        return Err(Invalid::Because(NO_NODE));
    }
    if options.lease_file.is_some() {
        return Err(Invalid::Because(NO_LEASED_NODE));
    }
    layout.node = None;
    layout.counter = Some(CounterLayout::from_lower_half(RANDOM));
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a TSID with a node that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different nodes. Two other processes have
    /// the same node in one of 1,024 cases, and may then repeat each other's ids within a
    /// millisecond. To avoid that, assign the option `node` or use a lease file: see
    /// `docs/choosing.md`.
    try_tsid -> Tsid
}

typed! {
    /// A TSID: 42 bits of milliseconds since 2020 (or a custom epoch) and 22 bits of node and
    /// counter, as 13 characters of Crockford's base32. Databases and JSON store the integer, which
    /// `parse` also accepts.
    ///
    /// As a signed integer it is negative from 2089-09-06 on. The bits do not encode the width of
    /// the node: see the option `node_bits`.
    Tsid(u64), example "0AWE5HZP3SKTK";
    /// Milliseconds since the epoch, 42 bits.
    timestamp_ms: u64 = 0;
    /// Node and counter, 22 bits.
    random: u32 = 1;
}

timed!(Tsid);
node!(Tsid);
