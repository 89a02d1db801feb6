//! `tid`: the atproto timestamp identifier.

use crate::codec::base32::Sortable;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("reserved", &[(0, 1)]),
        Field::new("timestamp_us", &[(1, 53)]),
        Field::new("clock_id", &[(54, 10)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(1, 53)], Scale::UNIX_US)),
        node: Some(NodeLayout::drawn(&[(54, 10)], 10)),
        ..Layout::NONE
    },
    options: &["node_claim", "node"],
    configure,
    // The layout requires a top bit of 0, but the syntax allows 1.
    reserved: Reserved::TopBit,
    compiled_apart: true,
    inspected: Inspected {
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "the atproto TID: microseconds and a clock identifier",
    specification: "atproto TID",
    ..Row::new(64, &Sortable, Sortable::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a TID with a clock identifier that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different clock identifiers. Two other
    /// processes have the same clock identifier in one of 1,024 cases, and then repeat each other's
    /// ids of the same microsecond. To avoid that, assign the option `node` or use a lease
    /// file: see `docs/choosing.md`.
    try_tid -> Tid
}

typed! {
    /// An atproto TID: 53 bits of microseconds since 1970 and a 10-bit clock identifier, as 13
    /// base32-sortable characters.
    Tid(u64), example "3jzfcijpj2z2a";
    /// Microseconds since 1970, 53 bits.
    timestamp_us: u64 = 1;
    /// The clock identifier, 0–1023.
    clock_id: u16 = 2;
}

timed!(Tid);
node!(Tid);
bigint!(Tid, reserved);
