//! Who leaves a file takes the mark back to what was issued, if nobody else is left.

use std::io;

use super::file::{Byte, Opened, Unfit};
use super::record::Record;
use super::{Store, Waiting};
use crate::error::Error;
use crate::sys::process::Generation;
use crate::sys::{Deadline, guard};

impl Store {
    /// Leaves the file; who is the last takes the mark back to what was issued. What fails is made good by the mark.
    ///
    /// `last` tells of the word how far ids were issued. It is asked when nobody else can move the word any more.
    pub(crate) fn leave(&self, generation: Generation, last: impl FnOnce(u64) -> u64) {
        let waiting = Waiting::as_long_as(Deadline::NEVER);
        let _ = self.waited(generation, &waiting, |opened, patience| {
            self.changing(opened, generation, patience, |change| {
                let left = self.take_back(opened, change, last);
                // Whatever became of that: a forked child may have this description, too.
                self.told(self.give_up_member(opened)).and(left)
            })
        });
    }

    /// No longer is one of those who have the file open; a process, which may have it open otherwise, stays one if a life goes on, and is not left as
    /// the only one that can be.
    pub(super) fn give_up_member(&self, opened: &Opened) -> io::Result<()> {
        // Nothing in the map is touched of a file that may have been cut off; what cannot be read may be whole.
        let life_goes_on = || match opened.read(&self.kind) {
            Ok(_) => self.live.has_begun(),
            Err(unfit) => matches!(unfit, Unfit::System(_)),
        };
        match !opened.is_own() && life_goes_on() {
            true => opened.lock_beside_others(Byte::Member),
            false => opened.unlock(Byte::Member),
        }
    }

    fn take_back(
        &self,
        opened: &Opened,
        change: &Opened,
        last: impl FnOnce(u64) -> u64,
    ) -> Result<(), Error> {
        let is_last = self.told(opened.finds_nobody_else(change))? || !guard!(LastLeaves);
        if !is_last || !opened.is_own() {
            return Ok(());
        }
        let word = last(self.word());
        let record = self.read(change)?;
        // Words before the lease's first one are of another node, or of the node's last holder: below it nothing is given back.
        let least = match guard!(LeaseBegin) {
            true => record.grant.before(),
            false => 0,
        };
        let word = word.max(least);
        if word != 0 && word < record.mark {
            // Not synced: what is on the disk until then is above it.
            let record = Record {
                sequence: record.sequence + 1,
                mark: word,
                high: self.high(),
                ..record
            };
            self.told(change.write(&record, &self.kind))?;
        }
        self.live.end();
        Ok(())
    }
}
