//! `sonyflake`: tens of milliseconds, sequence and machine (sony/sonyflake, version 1).

use sortid_engine::error::ErrorCode;

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{bigint, node, timed, typed};
use sortid_engine::time::Scale;

const UNIT_MS: i64 = 10;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_10ms", &[(1, 39)]),
        Field::new("sequence", &[(40, 8)]),
        Field::new("machine", &[(48, 16)]),
    ],
    marks: &[Mark {
        at: 0,
        width: 1,
        value: 0,
        code: ErrorCode::OutOfRange,
    }],
    layout: Layout {
        time: Some(TimeLayout::linear(
            &[(1, 39)],
            Scale::since_unix_ms(1_409_529_600_000, UNIT_MS as i128 * 1_000_000),
        )),
        counter: Some(CounterLayout {
            place: Place::new(&[(40, 8)]),
            seed: CounterSeed::Zero,
        }),
        node: Some(NodeLayout::drawn(&[(48, 16)], 16)),
        ..Layout::NONE
    },
    options: &["node_claim", "node", "epoch", "epoch_unix_ms"],
    configure,
    text_sorts: false,
    inspected: Inspected {
        // 30 days after the epoch, so that small numbers are not likely ids.
        likely_from: 1_412_121_600,
        ..Inspected::BY_CODE
    },
    summary: "tens of milliseconds since 2014, a sequence and a machine, as a decimal integer",
    specification: "sony/sonyflake 848d664, version 1",
    ..Row::new(64, &Decimal::OF_63, Decimal::OF_63.literal())
};

/// Rejects epochs that are not a multiple of the unit, because the original rounds them down.
fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    if let Some(epoch_unix_ms) = options.given_epoch()?
        && epoch_unix_ms % UNIT_MS != 0
    {
        let by_name = options.epoch.is_some();
        let option = if by_name { "epoch" } else { "epoch_unix_ms" };
        return Err(Invalid::off_unit(
            option,
            epoch_unix_ms,
            UNIT_MS as u64 * 1_000_000,
        ));
    }
    options.set_epoch(layout)?;
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a Sonyflake with a machine that is claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different machines. Two other processes
    /// have the same machine in one of 65,536 cases, and then repeat each other's ids in every tick
    /// in which both generate some. To avoid that, assign the option `node` or use a lease file:
    /// see `docs/choosing.md`.
    try_sonyflake -> Sonyflake
}

typed! {
    /// A Sonyflake: 39 bits of tens of milliseconds since 2014-09-01 (or a custom epoch), an 8-bit
    /// sequence and a 16-bit machine, as a decimal integer.
    ///
    /// Text sorts by time only among texts of the same length. Ids of version 2 have the same
    /// layout with the epoch `sonyflake_v2`.
    Sonyflake(u64), example "540226260526170119";
    /// Tens of milliseconds since the epoch, 39 bits.
    timestamp_10ms: u64 = 0;
    /// The sequence in the tick, 0–255.
    sequence: u8 = 1;
    /// The machine, 0–65535.
    machine: u16 = 2;
}

timed!(Sonyflake);
node!(Sonyflake);
bigint!(Sonyflake);
