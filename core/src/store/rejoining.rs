//! Joining once more: in a forked child, and after a lost lock.

use std::sync::atomic::Ordering;

use super::{Common, Store, Waiting};
use crate::error::Error;
use crate::sys::process::Generation;

impl Store {
    /// Whether this process has to join before it goes on: its parent opened the file, or it lost its lock as a member.
    pub(crate) fn has_to_join(&self, generation: Generation) -> bool {
        self.is_inherited(generation) || self.is_outside()
    }

    fn is_inherited(&self, generation: Generation) -> bool {
        self.forks.load(Ordering::Acquire) != generation.forks()
    }

    #[inline]
    pub(super) fn is_outside(&self) -> bool {
        self.is_outside.load(Ordering::Acquire) != 0
    }

    /// Joins again. A forked child opens the file once more, since it has all but the locks from its parent. Returns `None` if the deadline passes first.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn rejoin(
        &self,
        generation: Generation,
        waiting: &Waiting,
        common: &mut dyn FnMut() -> Result<Common, Error>,
    ) -> Result<Option<()>, Error> {
        self.waited(generation, waiting, |opened, patience| {
            // Unless another thread has done so.
            if !self.has_to_join(generation) {
                return Ok(Some(()));
            }
            if self.is_inherited(generation) {
                self.told(opened.reopen_in_child(&self.place))?;
            }
            let joined = self.attach(opened, generation, patience, common)?;
            if joined.is_some() {
                self.forks.store(generation.forks(), Ordering::Release);
                self.is_outside.store(0, Ordering::Release);
            }
            Ok(joined)
        })
    }
}
