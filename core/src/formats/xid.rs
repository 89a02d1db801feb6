//! `xid`: seconds, machine, process and counter (rs/xid).

use crate::codec::packed::BASE32HEX;
use crate::error::Error;
use crate::layout::{AmongWords, CounterLayout, CounterSeed, Field, Inspected, Layout, NodeLayout, Row, TimeLayout};
use crate::node::choose_node;
use crate::options::Options;
use crate::time::Scale;
use crate::typed::{timed, typed};
use crate::value::Place;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_s", &[(0, 32)]),
        Field::new("machine", &[(32, 24)]),
        Field::new("pid", &[(56, 16)]),
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
    summary: "seconds, a machine, a process and a counter",
    specification: "rs/xid efa678f",
    ..Row::new(96, &BASE32HEX, BASE32HEX.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Error> {
    choose_node(layout, "node", options.node)
}

typed! {
    /// An xid: 32 bits of seconds since 1970, 24 of machine, 16 of process, and a 24-bit counter from a
    /// random start in each second, as 20 characters of base32hex.
    ///
    /// Machine and process of ids made here are one drawn number; nothing is asked of the system.
    Xid([u8; 12]), example "9m4e2mr0ui3e8a215n4g";
    /// Seconds since 1970, 32 bits.
    timestamp_s: u32 = 0;
    /// The machine, 24 bits.
    machine: u32 = 1;
    /// The process, 16 bits.
    pid: u16 = 2;
    /// The counter, 24 bits.
    counter: u32 = 3;
}

timed!(Xid);

#[cfg(feature = "std")]
crate::typed::plain! {
    /// A new xid.
    try_xid -> Xid
}
