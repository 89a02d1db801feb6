//! Failures of system calls.

use std::io::{Error, ErrorKind};

use super::coverage::{Count, Counts};
use super::files::Inode;
use super::system::System;

/// The reason why a system call failed, or returned something that the core must reject. The
/// checker permits the resulting errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Refusal {
    Input,
    Full,
    Rights,
    Locked,
    /// A dead process holds it: a child inherited the description that its parent opened to change
    /// the record.
    Orphaned,
    /// Another program has locked the whole file.
    Flocked,
    /// The file system is remote.
    Remote,
    Entropy,
    Memory,
    /// No descriptor is left, or no memory for one.
    Descriptors,
    /// No memory is left for a lock.
    Lock,
}

/// The failures during a call.
#[derive(Clone, Copy, Default)]
pub(crate) struct Refusals(u16);

impl Refusals {
    fn add(&mut self, refusal: Refusal) {
        self.0 |= 1 << refusal as u16;
    }

    pub(crate) fn have(self, refusal: Refusal) -> bool {
        self.0 >> refusal as u16 & 1 != 0
    }
}

impl Refusal {
    pub(crate) fn error(self) -> Error {
        match self {
            Refusal::Input | Refusal::Entropy | Refusal::Descriptors | Refusal::Lock => {
                ErrorKind::Other.into()
            }
            Refusal::Full => ErrorKind::StorageFull.into(),
            Refusal::Rights => ErrorKind::PermissionDenied.into(),
            Refusal::Locked | Refusal::Orphaned | Refusal::Flocked | Refusal::Remote => {
                ErrorKind::WouldBlock.into()
            }
            Refusal::Memory => ErrorKind::OutOfMemory.into(),
        }
    }
}

#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) syncs_to_fail: u32,
    pub(crate) slow_syncs: u32,
    pub(crate) writes_to_fail: u32,
    pub(crate) reads_to_fail: u32,
    pub(crate) is_full: bool,
    pub(crate) maps_to_fail: u32,
    pub(crate) opens_to_fail: u32,
    pub(crate) locks_to_fail: u32,
    pub(crate) entropy_fails_until: u64,
}

impl Faults {
    pub(crate) fn sync(&mut self, counts: &mut Counts) -> Option<Refusal> {
        if self.syncs_to_fail == 0 {
            return None;
        }
        self.syncs_to_fail -= 1;
        counts.add(Count::SyncFails, 1);
        Some(Refusal::Input)
    }

    pub(crate) fn write(&mut self, counts: &mut Counts) -> Option<Refusal> {
        if self.is_full {
            counts.add(Count::DiskFull, 1);
            return Some(Refusal::Full);
        }
        if self.writes_to_fail == 0 {
            return None;
        }
        self.writes_to_fail -= 1;
        counts.add(Count::WriteFails, 1);
        Some(Refusal::Input)
    }
}

impl System {
    /// Records a failure for the running call.
    pub(crate) fn refused(&mut self, refusal: Refusal) {
        self.tell(|| format!("    refused: {refusal:?}"));
        if refusal == Refusal::Rights {
            self.process().was_refused_rights = true;
        }
        if let Some(call) = self.thread().calls.last_mut() {
            call.refusals.add(refusal);
        }
    }

    /// The duration of a sync.
    pub(crate) fn sync_time(&mut self) -> u64 {
        if self.faults.slow_syncs == 0 {
            return self.fate.magnitude(50_000, 60_000_000);
        }
        self.faults.slow_syncs -= 1;
        self.count(Count::SyncSlow);
        let time = self.fate.between(1_000_000_000, 6_000_000_000);
        let (process, until) = (self.process, self.now + time);
        // By name: the other files of that name are also affected.
        for inode in 0..self.inodes.len() {
            if self.has_open(process, inode) {
                self.inodes[inode].hold_up(until);
                self.inodes[inode].is_synced_at(until);
            }
        }
        time
    }

    /// Creates a file.
    pub(crate) fn create(&mut self, name: u32, content: &[u8]) -> usize {
        let machine = self.machine;
        let is_remote = self.names[name as usize].starts_with("/remote/");
        let views = if is_remote { 2 } else { 1 };
        let scope = self.check.new_file();
        self.check.files[scope as usize].is_made = true;
        let mut inode = Inode::new(machine, content, views, scope);
        inode.created_ns = self.now;
        self.inodes.push(inode);
        let inode = self.inodes.len() - 1;
        self.folder(name, machine).put(name, inode);
        inode
    }
}
