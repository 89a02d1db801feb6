//! What the system refuses, and when.

use std::io::{Error, ErrorKind};

use super::counters::{Count, Counts};
use super::files::Inode;
use super::system::System;

/// Why a call to the world failed; the checker allows the errors that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Refusal {
    Input,
    Full,
    Rights,
    Locked,
    Entropy,
    Memory,
}

pub(crate) const REFUSALS: usize = 6;

impl Refusal {
    pub(crate) fn error(self) -> Error {
        match self {
            Refusal::Input | Refusal::Entropy => ErrorKind::Other.into(),
            Refusal::Full => ErrorKind::StorageFull.into(),
            Refusal::Rights => ErrorKind::PermissionDenied.into(),
            Refusal::Locked => ErrorKind::WouldBlock.into(),
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
    /// Notes that a call failed.
    pub(crate) fn refused(&mut self, refusal: Refusal) {
        self.tell(|| format!("    refused: {refusal:?}"));
        self.refusals[refusal as usize] = self.now;
    }

    /// How long a sync takes.
    pub(crate) fn sync_time(&mut self) -> u64 {
        if self.faults.slow_syncs > 0 {
            self.faults.slow_syncs -= 1;
            self.count(Count::SyncSlow);
            let time = self.fate.between(1_000_000_000, 6_000_000_000);
            self.slow_until = self.slow_until.max(self.now + time);
            return time;
        }
        self.fate.magnitude(50_000, 60_000_000)
    }

    /// A new file under a name.
    pub(crate) fn create(&mut self, name: u32, content: &[u8]) -> usize {
        let machine = self.machine;
        let is_remote = self.names[name as usize].starts_with("/remote/");
        let views = if is_remote { 2 } else { 1 };
        let scope = self.check.new_file();
        self.inodes.push(Inode::new(machine, content, views, scope));
        let inode = self.inodes.len() - 1;
        self.folder(name, machine).put(name, inode);
        inode
    }
}
