//! A lease file for who makes ids by it: which node it has, and up to where.

use std::io;

use super::file::Opened;
use super::grant::Grant;
use super::record::Record;
use super::{Store, Waiting};
use crate::error::Error;
use crate::sys::process::Generation;
use crate::sys::{Os, Sys, guard};

impl Grant {
    /// Whether it was written for this file, and since the system was started.
    pub(super) fn counts_in(&self, opened: &Opened) -> io::Result<bool> {
        let (device, number, born_ns) = opened.identity()?;
        let is_here = (self.device, self.number, self.born_ns) == (device, number, born_ns);
        let is_now = self.boot == Sys::boot_id()?;
        Ok((is_here || !guard!(LeaseHere)) && (is_now || !guard!(LeaseBoot)))
    }
}

/// Up to which word ids may be issued; 0 where the grant does not count.
fn end_in(opened: &Opened, grant: &Grant) -> io::Result<u64> {
    Ok(match grant.counts_in(opened)? {
        true => grant.end,
        false => 0,
    })
}

impl Store {
    /// The grant of a lease file, by which ids are made from now on; `None` where the patience is over before.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn granted(
        &self,
        generation: Generation,
        waiting: &Waiting,
    ) -> Result<Option<Grant>, Error> {
        self.waited(generation, waiting, |opened, patience| {
            self.changing(opened, generation, patience, |change| {
                let record = self.read(change)?;
                self.live.turn_to(&record);
                Ok(record.grant)
            })
        })
    }

    /// Above which word no id may be issued.
    pub(super) fn end(&self, opened: &Opened, record: &Record) -> Result<u64, Error> {
        match self.kind.leased_bits {
            Some(_) if guard!(LeaseEnd) => self.told(end_in(opened, &record.grant)),
            _ => Ok(u64::MAX),
        }
    }
}
