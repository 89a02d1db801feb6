//! `flake`: Boundary's milliseconds, worker and sequence.

use crate::codec::base62::Flake as Codec;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed, uuid};
use sortid_engine::time::Scale;

/// Distinguishes drawn workers from hardware addresses: the lowest bit of the first byte (IEEE 802,
/// multicast).
const MULTICAST: u64 = 1 << 40;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 64)]),
        Field::new("worker", &[(64, 48)]),
        Field::new("sequence", &[(112, 16)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 64)], Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&[(112, 16)]),
            seed: CounterSeed::Zero,
        }),
        node: Some(NodeLayout {
            drawn_with: MULTICAST,
            ..NodeLayout::drawn(&[(64, 48)], 48)
        }),
        ..Layout::NONE
    },
    options: &["node"],
    configure,
    text_sorts: false,
    inspected: Inspected {
        // Every short word is a valid flake.
        if_likely: true,
        ..Inspected::BY_CODE
    },
    summary: "milliseconds, a worker and a sequence in base62",
    specification: "boundary/flake 15c933a",
    ..Row::new(128, &Codec, Codec::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a flake with a worker drawn for this process.
    try_flake -> Flake
}

typed! {
    /// A flake of Boundary and Pleroma: 64 bits of milliseconds since 1970, a 48-bit worker and a
    /// 16-bit sequence, as up to 22 base62 characters.
    ///
    /// Text sorts by time only among texts of the same length. Texts from 1975 to 2284 have 18
    /// characters.
    Flake(u128), example "8HFaR8qWtRlGDHnO57";
    /// Milliseconds since 1970, 64 bits.
    timestamp_ms: u64 = 0;
    /// The worker, 48 bits.
    worker: u64 = 1;
    /// The sequence in the millisecond, 0–65535.
    sequence: u16 = 2;
}

timed!(Flake);
node!(Flake);
uuid!(Flake);
