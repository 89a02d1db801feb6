//! `scru64`: units of 256 milliseconds, a node and a counter in base36 (scru64/spec).

use sortid_engine::error::ErrorCode;

use crate::codec::base36::Base36;
use crate::codec::value::{Place, Value};
use crate::formats::layout::*;
use crate::formats::node::choose_node_of_bits;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::{Scale, Tick};

const TIMESTAMP: Place = Place::new(&[(1, 39)]);
/// The bits that node and counter share.
const NODE_CTR: Place = Place::new(&[(40, 24)]);

/// 36^12 is 3^24 times 2^24. Zero and this are reserved for special purposes.
const LAST: Tick = 3_i128.pow(24) - 1;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_256ms", &[(1, 39)]),
        Field::new("node_ctr", &[(40, 24)]),
    ],
    marks: &[Mark {
        at: 0,
        width: 1,
        value: 0,
        code: ErrorCode::OutOfRange,
    }],
    layout: Layout {
        time: Some(TimeLayout {
            first: 1,
            last: LAST - 1,
            ..TimeLayout::linear(&[(1, 39)], Scale::unix(256_000_000))
        }),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(50, 14)]))),
        node: Some(NodeLayout::drawn(&[(40, 10)], 10)),
        limits: &[Limit {
            place: TIMESTAMP,
            largest: LAST as u128,
        }],
        ..Layout::NONE
    },
    options: &["node_claim", "node", "node_bits"],
    configure,
    reserved: Reserved::If(is_reserved),
    inspected: Inspected {
        // Every word of twelve letters is valid.
        if_likely: true,
        ..Inspected::BY_CODE
    },
    summary: "units of 256 milliseconds, a node and a counter, 12 digits of base36",
    specification: "scru64/spec v1.0.0",
    ..Row::new(64, &Base36::OF_64, Base36::OF_64.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node_of_bits(layout, NODE_CTR, options, 23)
}

fn is_reserved(value: Value) -> bool {
    let timestamp = TIMESTAMP.read(value) as Tick;
    timestamp == 0 || timestamp == LAST
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a SCRU64 with a node that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different nodes. Two other processes have
    /// the same node in one of 1,024 cases, and may then repeat each other's ids within 256
    /// milliseconds. To avoid that, assign the option `node` or use a lease file: see
    /// `docs/choosing.md`.
    try_scru64 -> Scru64
}

typed! {
    /// A SCRU64: units of 256 milliseconds since 1970, and 24 bits of node and counter, as 12
    /// base36 digits; as an integer never negative.
    ///
    /// The specification requires assigned nodes (the option `node`). Without one, one of 1024
    /// is claimed or drawn; where it is drawn, collisions between processes are likely. The bits do
    /// not encode the width of the node: see the option `node_bits`.
    Scru64(u64), example "0u375nxqh5cq";
    /// Units of 256 milliseconds since 1970, below 3^24; 0 and the last are reserved.
    timestamp_256ms: u64 = 0;
    /// Node and counter, 24 bits.
    node_ctr: u32 = 1;
}

timed!(Scru64);
node!(Scru64);
bigint!(Scru64);
