//! `object_id`: BSON's ObjectId (MongoDB's `bson-objectid`).

use crate::codec::packed::HEX24;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_s", &[(0, 32)]),
        Field::new("random", &[(32, 40)]),
        Field::new("counter", &[(72, 24)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 32)], Scale::UNIX_S)),
        counter: Some(CounterLayout {
            place: Place::new(&[(72, 24)]),
            seed: CounterSeed::Random(23),
        }),
        node: Some(NodeLayout::drawn(&[(32, 40)], 40)),
        ..Layout::NONE
    },
    options: &["node"],
    configure,
    inspected: Inspected {
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "seconds, 40 bits drawn for the process, and a counter",
    specification: "MongoDB, BSON ObjectID",
    ..Row::new(96, &HEX24, HEX24.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an ObjectId.
    try_object_id -> ObjectId
}

typed! {
    /// A BSON ObjectId: 32 bits of seconds since 1970, 40 bits drawn for the generator, and a
    /// 24-bit counter that starts at random in each second, as 24 hexadecimal digits.
    ObjectId([u8; 12]), example "507c7f79bcf86cd7994f6c0e";
    /// Seconds since 1970, 32 bits.
    timestamp_s: u32 = 0;
    /// 40 bits that identify the generator.
    random: u64 = 1;
    /// The counter, 24 bits.
    counter: u32 = 2;
}

timed!(ObjectId);
node!(ObjectId);

#[cfg(feature = "bson")]
impl ObjectId {
    pub(crate) const fn of_any(bytes: [u8; 12]) -> Self {
        Self(bytes)
    }
}
