//! Ranges of ids without a start or without a stop.

use std::ops::RangeInclusive;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sortid::{Error, Id, Timestamp};

use crate::errors::OrRaise;
use crate::time::Instant;

/// Later than every `Timestamp`, in nanoseconds.
const BEYOND: i128 = (i64::MAX as i128 + 1) * 1_000_000_000;

/// Returns the ids from `start` to `stop`; an absent end is the first or last instant that ids can have.
pub(crate) fn range(
    py: Python<'_>,
    start: Option<Instant>,
    stop: Option<Instant>,
    between: impl Fn(Timestamp, Timestamp) -> Result<RangeInclusive<Id>, Error>,
) -> PyResult<RangeInclusive<Id>> {
    let within = |start, stop| {
        between(
            Timestamp::from_unix_ns(start)?,
            Timestamp::from_unix_ns(stop)?,
        )
    };
    let has_ids = |ns| within(ns, ns + 1).is_ok();
    let ids = match (start, stop) {
        (Some(start), Some(stop)) => between(start.0, stop.0),
        (Some(start), None) => {
            let start = start.0.unix_ns();
            within(start, start + 1)
                .and_then(|_| within(start, furthest(start, BEYOND, has_ids) + 1))
        }
        (None, Some(stop)) => {
            let stop = stop.0.unix_ns();
            within(stop - 1, stop).and_then(|_| within(furthest(stop - 1, -BEYOND, has_ids), stop))
        }
        (None, None) => return Err(PyTypeError::new_err("expected a start or a stop")),
    };
    ids.or_raise(py)
}

/// Returns the furthest accepted number from `inside`, which is accepted, towards `outside`, which is not.
fn furthest(mut inside: i128, mut outside: i128, is_accepted: impl Fn(i128) -> bool) -> i128 {
    while (outside - inside).abs() > 1 {
        let middle = inside.midpoint(outside);
        match is_accepted(middle) {
            true => inside = middle,
            false => outside = middle,
        }
    }
    inside
}
