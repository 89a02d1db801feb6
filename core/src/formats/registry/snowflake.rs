//! `snowflake`: Twitter's milliseconds, datacenter, worker and sequence.

use sortid_engine::error::ErrorCode;

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{choose_datacenter_and_worker, count_from_zero_if_assigned};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(1, 41)]),
        Field::new("datacenter", &[(42, 5)]),
        Field::new("worker", &[(47, 5)]),
        Field::new("sequence", &[(52, 12)]),
    ],
    marks: &[Mark {
        at: 0,
        width: 1,
        value: 0,
        code: ErrorCode::OutOfRange,
    }],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(1, 41)],
            Scale::since_unix_ms(1_288_834_974_657, 1_000_000),
        )),
        counter: Some(CounterLayout::from_lower_half(Place::new(&[(52, 12)]))),
        node: Some(NodeLayout::drawn(&[(42, 10)], 10)),
        ..Layout::NONE
    },
    options: &[
        "node_claim",
        "node",
        "datacenter",
        "worker",
        "epoch",
        "epoch_unix_ms",
    ],
    configure,
    text_sorts: false,
    inspected: Inspected {
        // 30 days after the epoch, so that small numbers are not likely ids.
        likely_from: 1_291_426_974,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer",
    specification: "twitter/snowflake b3f6a3c, IdWorker",
    ..Row::new(64, &Decimal::OF_63, Decimal::OF_63.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)?;
    choose_datacenter_and_worker(layout, options)?;
    count_from_zero_if_assigned(layout, options);
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a Snowflake with a datacenter and worker that are claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different pairs. Two other processes have
    /// the same pair in one of 1,024 cases, and may then repeat each other's ids within a
    /// millisecond: see [`Snowflake`]. To avoid that, assign the option `node` or use a lease
    /// file: see `docs/choosing.md`.
    try_snowflake -> Snowflake
}

typed! {
    /// A Snowflake as at Twitter: 41 bits of milliseconds since 2010-11-04T01:42:54.657Z (or a
    /// custom epoch), a 5-bit datacenter, a 5-bit worker and a 12-bit sequence, as a decimal
    /// integer.
    ///
    /// Text sorts by time only among texts of the same length.
    ///
    /// With an assigned machine, the sequence starts at 0 in each millisecond, as in the original.
    /// Otherwise it starts at random in the lower half: two processes with the same machine repeat
    /// each other's ids only if their sequences overlap within a millisecond, with a probability of
    /// 1 in 2,048 for two ids. Such a generator can generate at least 2,048 ids per millisecond.
    Snowflake(u64), example "1777150623882019211";
    /// Milliseconds since the epoch, 41 bits.
    timestamp_ms: u64 = 0;
    /// The datacenter, 0–31.
    datacenter: u8 = 1;
    /// The worker, 0–31.
    worker: u8 = 2;
    /// The sequence in the millisecond, 0–4095.
    sequence: u16 = 3;
}

timed!(Snowflake);
node!(Snowflake);
bigint!(Snowflake);
