//! `xid`: seconds, machine, process and counter (rs/xid).

use crate::codec::packed::BASE32HEX;
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
    is_known: true,
    summary: "seconds, a machine, a process and a counter",
    specification: "rs/xid efa678f",
    ..Row::new(96, &BASE32HEX, BASE32HEX.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates an xid.
    try_xid -> Xid
}

typed! {
    /// An xid: 32 bits of seconds since 1970, a 24-bit machine, a 16-bit process, and a 24-bit
    /// counter that starts at random in each second, as 20 base32hex characters.
    ///
    /// In generated ids, machine and process are one drawn number, unrelated to the system.
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
node!(Xid);
