//! `flake_idgen`: milliseconds, datacenter, worker and counter, as in npm's flake-idgen.

use crate::codec::decimal::Decimal;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::{choose_datacenter_and_worker, count_from_zero_if_assigned};
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{node, timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &[(0, 42)]),
        Field::new("datacenter", &[(42, 5)]),
        Field::new("worker", &[(47, 5)]),
        Field::new("counter", &[(52, 12)]),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&[(0, 42)], Scale::UNIX_MS)),
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
    summary: "milliseconds, a datacenter, a worker and a counter, as a decimal integer",
    specification: "T-PWK/flake-idgen fcd6a2f",
    ..Row::new(64, &Decimal::OR_HEX, Decimal::OR_HEX.literal())
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    options.set_epoch(layout)?;
    choose_datacenter_and_worker(layout, options)?;
    count_from_zero_if_assigned(layout, options);
    Ok(())
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a flake-idgen id with a datacenter and worker that are claimed or drawn.
    ///
    /// Processes of one user on one Linux machine claim different pairs. Two other processes have
    /// the same pair in one of 1,024 cases, and may then repeat each other's ids within a
    /// millisecond: see [`FlakeIdgen`]. To avoid that, assign the option `node` or use a lease
    /// file: see `docs/choosing.md`.
    try_flake_idgen -> FlakeIdgen
}

typed! {
    /// A flake-idgen id: 42 bits of milliseconds since 1970 (or a custom epoch), a 5-bit
    /// datacenter, a 5-bit worker and a 12-bit counter, as a decimal integer or as `0x` and 16
    /// hexadecimal digits.
    ///
    /// Text sorts by time only among texts of the same length. From 2039-09-07 on, the integer
    /// exceeds 2^63, which a signed column cannot store; a custom epoch postpones that date.
    ///
    /// With an assigned machine, the counter starts at 0 in each millisecond, as in the original.
    /// Otherwise it starts at random in the lower half: two processes with the same machine repeat
    /// each other's ids only if their counters overlap within a millisecond, with a probability of
    /// 1 in 2,048 for two ids. Such a generator can generate at least 2,048 ids per millisecond.
    FlakeIdgen(u64), example "5828128208445124608";
    /// Milliseconds since the epoch, 42 bits.
    timestamp_ms: u64 = 0;
    /// The datacenter, 0–31.
    datacenter: u8 = 1;
    /// The worker, 0–31.
    worker: u8 = 2;
    /// The counter in the millisecond, 0–4095.
    counter: u16 = 3;
}

timed!(FlakeIdgen);
node!(FlakeIdgen);
