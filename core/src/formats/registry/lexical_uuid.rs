//! `lexical_uuid`: Cassandra's microseconds and worker, as in twitter/cassie.

use crate::codec::lexical::Lexical;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed, uuid};
use sortid_engine::time::{Scale, Tick};

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_us", &[(0, 64)]),
        Field::new("worker", &[(64, 64)]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            last: i64::MAX as Tick,
            ..TimeLayout::linear(&[(0, 64)], Scale::UNIX_US)
        }),
        node: Some(NodeLayout::drawn(&[(64, 64)], 64)),
        ..Layout::NONE
    },
    options: &["node"],
    configure,
    // The original treats the time as signed, so such an id would sort before all others.
    reserved: Reserved::TopBit,
    inspected: Inspected {
        // Every UUID is valid.
        if_likely: true,
        ..Inspected::BY_CODE
    },
    summary: "microseconds and a worker, as 8-4-4-16 hexadecimal digits",
    specification: "twitter/cassie f6da4e0, LexicalUUID",
    ..Row::new(128, &Lexical, Lexical::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a lexical UUID with a worker drawn for this process.
    try_lexical_uuid -> LexicalUuid
}

typed! {
    /// A lexical UUID as in Twitter's cassie: 64 bits of microseconds since 1970 and a 64-bit
    /// worker.
    ///
    /// Compares as an unsigned number. Cassandra's `LexicalUUIDType` compares both halves as signed
    /// numbers.
    LexicalUuid(u128), example "00048df6-faef-2bb5-27724e30d6b86086";
    /// Microseconds since 1970, 64 bits; reserved from 2^63 on.
    timestamp_us: u64 = 0;
    /// The worker, 64 bits.
    worker: u64 = 1;
}

timed!(LexicalUuid);
node!(LexicalUuid);
uuid!(LexicalUuid);
