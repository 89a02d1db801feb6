//! How long a call waits: as its caller allows, and for files no longer than three seconds in all.

use std::cell::Cell;
use std::time::Duration;

use crate::error::Error;
use crate::sys::{Deadline, Os, Sys, guard};

/// The patience of one call.
pub(crate) struct Waiting {
    pub(crate) callers: Deadline,
    /// What is left of it for files.
    for_files: Cell<Duration>,
    /// Until when a lease that has run out is waited for, since that was seen first.
    for_lease: Cell<Option<Deadline>>,
}

impl Waiting {
    /// For a file, its locks and the other threads of the process that wait for them.
    pub(super) const MOST_FOR_FILES: Duration = Duration::from_secs(3);

    pub(crate) const fn as_long_as(callers: Deadline) -> Self {
        Self {
            callers,
            for_files: Cell::new(Self::MOST_FOR_FILES),
            for_lease: Cell::new(None),
        }
    }

    /// What is left of the patience with a lease that has run out.
    pub(crate) fn for_lease(&self, most: Duration) -> Deadline {
        let patience = self
            .for_lease
            .get()
            .unwrap_or_else(|| Deadline::after(most));
        self.for_lease.set(Some(patience));
        patience
    }

    /// Does what may have to wait for a file.
    pub(super) fn for_file<R>(
        &self,
        wait: impl FnOnce(Deadline) -> Result<Option<R>, Error>,
    ) -> Result<Option<R>, Error> {
        if !guard!(FilePatience) {
            return wait(self.callers);
        }
        let (left, began) = (self.for_files.get(), Sys::monotonic_ns());
        let done = wait(self.callers.min(Deadline::after(left)));
        let took = Duration::from_nanos(Sys::monotonic_ns().saturating_sub(began));
        self.for_files.set(left.saturating_sub(took));
        done
    }
}
