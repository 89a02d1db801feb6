//! The options by which a generator reads ids of its own kind.

use crate::formats::Format;
use crate::options::{Epoch, Options, Precision};

/// The options of a generator that say how its ids are read.
///
/// Has no memory of its own, so that a generator may be copied together with its process.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    precision: Option<Precision>,
    epoch: Option<Epoch>,
    epoch_unix_ms: Option<i64>,
    timestamp_bits: Option<u64>,
    unit_ns: Option<u64>,
}

/// The unit of a format whose ids do not tell it, in nanoseconds.
const DEFAULT_UNIT_NS: u64 = 1_000_000;

impl Reading {
    pub(super) fn of(format: Format, options: &Options) -> Self {
        let row = format.row();
        let reading = Self {
            precision: options.precision,
            epoch: options.epoch,
            epoch_unix_ms: options.epoch_unix_ms,
            timestamp_bits: options.timestamp_bits,
            unit_ns: options.unit_ns,
        };
        debug_assert_eq!(reading.options(), options.reading());
        match reading.options() == Options::new() && row.layout.time.is_some() && !row.tells_time {
            true => Self {
                unit_ns: Some(DEFAULT_UNIT_NS),
                ..reading
            },
            false => reading,
        }
    }

    pub(super) fn options(&self) -> Options {
        Options {
            precision: self.precision,
            epoch: self.epoch,
            epoch_unix_ms: self.epoch_unix_ms,
            timestamp_bits: self.timestamp_bits,
            unit_ns: self.unit_ns,
            ..Options::new()
        }
    }
}
