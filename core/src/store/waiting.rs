//! How long a call waits: as its caller allows, and for files no longer than three seconds in all.

use std::cell::Cell;
use std::time::Duration;

use crate::Here;
use crate::error::Error;
use crate::process::lock::Patience;
use crate::world::{Guard, World};

/// For a file, its locks and the other threads of the process that wait for them.
const MOST_FOR_FILES: Duration = Duration::from_secs(3);

/// The patience of one call.
pub(crate) struct Waiting {
    pub(crate) callers: Patience,
    /// What is left of it for files.
    for_files: Cell<Duration>,
}

impl Waiting {
    pub(crate) const fn as_long_as(callers: Patience) -> Self {
        Self {
            callers,
            for_files: Cell::new(MOST_FOR_FILES),
        }
    }

    /// Does what may have to wait for a file.
    pub(super) fn for_file<R>(
        &self,
        wait: impl FnOnce(Patience) -> Result<Option<R>, Error>,
    ) -> Result<Option<R>, Error> {
        if !Here::keeps(Guard::FilePatience) {
            return wait(self.callers);
        }
        let (left, began) = (self.for_files.get(), Here::monotonic_ns());
        let done = wait(self.callers.at_most(Patience::of(left)));
        let took = Duration::from_nanos(Here::monotonic_ns().saturating_sub(began));
        self.for_files.set(left.saturating_sub(took));
        done
    }
}
