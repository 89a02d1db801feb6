//! Requests to the state of a generator, and why a request may yield no id.

use super::plan::Plan;
use crate::error::Error;
use crate::store::{Reservation, StateFile};
use crate::time::{Tick, Timestamp};

/// How many ids to issue.
#[derive(Clone, Copy)]
pub(super) enum Batch {
    /// At most this many, at least one.
    Ids(u64),
    /// One, and as many as may follow without another clock read.
    Prefetch,
}

/// Why a request has no result yet.
pub(super) enum Blocked {
    /// The clock must first reach this time.
    WaitUntil(Timestamp),
    /// The high-water mark of the state file must first be raised.
    Reserve(Reservation),
    /// The lease file has another node by now.
    NodeChanged,
    /// Other threads have read the clock since: this reading is too old.
    Overtaken,
    Failed(Error),
}

impl From<Error> for Blocked {
    fn from(error: Error) -> Self {
        Blocked::Failed(error)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) plan: &'a Plan,
    pub(super) state_file: Option<&'a StateFile>,
    pub(super) reading: Timestamp,
    /// The clock was read before locking: other threads may have read it since.
    pub(super) is_early: bool,
    /// The id must be greater than all ids of this tick.
    pub(super) after: Option<Tick>,
    pub(super) batch: Batch,
}
