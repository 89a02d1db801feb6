//! `elasticflake`: milliseconds, node and sequence, as in Elasticsearch up to version 5.

use crate::codec::packed::BASE64URL;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 48)]),
        Field::new("node", &[(48, 48)]),
        Field::new("sequence", &[(96, 24)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&[(96, 24)]),
            seed: CounterSeed::Random(23),
        }),
        node: Some(NodeLayout::drawn(&[(48, 48)], 48)),
        ..Layout::NONE
    },
    options: &["node"],
    configure,
    // The base64url alphabet is not in ASCII order.
    text_sorts: false,
    summary: "milliseconds, a node and a sequence, as in Elasticsearch up to version 5",
    specification: "ppearcy/elasticflake dd71c21",
    ..Row::new(120, &BASE64URL, BASE64URL.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an elasticflake.
    try_elasticflake -> Elasticflake
}

typed! {
    /// An elasticflake: 48 bits of milliseconds since 1970, a 48-bit node, and a 24-bit sequence
    /// that starts at random in each millisecond, as 20 base64url characters.
    ///
    /// Bytes sort by time, text does not.
    Elasticflake([u8; 15]), example "AVFgSgVHUP18jI2wRx0w";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// The node, 48 bits.
    node: u64 = 1;
    /// The sequence, 24 bits.
    sequence: u32 = 2;
}

timed!(Elasticflake);
