//! What a call asks of a generator's state, and why there may be no id.

use super::plan::Plan;
use crate::error::Error;
use crate::store::{Reservation, StateFile};
use crate::time::{Tick, Timestamp};

/// What is to be made of a run.
#[derive(Clone, Copy)]
pub(super) enum Want {
    /// So many ids, at least one.
    Ids(u64),
    /// One, and what may follow it as long as the reading serves.
    Lease,
}

/// Why there is no id.
pub(super) enum No {
    /// Not until the clock reads this.
    Wait(Timestamp),
    /// Not until the mark of the state file is moved so.
    Reserve(Reservation),
    /// Not with this node: the lease file has another one by now.
    Turn,
    /// Not by this reading of the clock: others have overtaken it.
    Overtaken,
    /// Not at all.
    Refused(Error),
}

impl From<Error> for No {
    fn from(error: Error) -> Self {
        No::Refused(error)
    }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) plan: &'a Plan,
    pub(super) store: Option<&'a StateFile>,
    pub(super) reading: Timestamp,
    /// The reading was taken before the lock: others may have read the clock since.
    pub(super) is_early: bool,
    /// The id is to be greater than one of this tick.
    pub(super) after: Option<Tick>,
    pub(super) want: Want,
}
