//! How a file is changed: by one at a time, of all processes and threads.

use super::Store;
use super::file::{Byte, Opened};
use crate::error::Error;
use crate::sys::deadline::unless_timed_out;
use crate::sys::lock::WordGuard;
use crate::sys::process::Generation;
use crate::sys::{Deadline, Os, Sys};

impl Store {
    /// Does something while nobody else comes, goes, or changes the record, by the description that is best for it; `None` where the patience is over
    /// before.
    pub(super) fn changing<R>(
        &self,
        opened: &Opened,
        generation: Generation,
        patience: Deadline,
        change: impl FnOnce(&Opened) -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let (mut change, mut changed) = (Some(change), None);
        self.change_once(opened, generation, patience, &mut |by| {
            changed = change.take().map(|change| change(by)).transpose()?;
            Ok(())
        })?;
        Ok(changed)
    }

    /// [`changing`](Self::changing), which is compiled for each change.
    #[inline(never)]
    fn change_once(
        &self,
        opened: &Opened,
        generation: Generation,
        patience: Deadline,
        change: &mut dyn FnMut(&Opened) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let own = opened.for_change(&self.place);
        let by = own.as_ref().unwrap_or(opened);
        // Locks of the process do not tell its threads apart.
        let alone = match by.is_own() {
            true => None,
            false => Some(unless_timed_out(WordGuard::lock(
                &Sys::statics().record_lock,
                generation,
                patience,
            ))?),
        };
        if matches!(alone, Some(None)) {
            return Ok(());
        }
        if !self.told(by.lock_alone(Byte::Change, patience))? {
            return Ok(());
        }
        let changed = change(by);
        self.told(by.unlock(Byte::Change))?;
        changed
    }
}
