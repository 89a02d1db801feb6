//! What the system refuses, and when.

use std::io::{Error, ErrorKind};

use super::coverage::{Count, Counts};
use super::files::Inode;
use super::system::System;

/// Why a call to the world failed, or what it answered that the core must refuse; the checker allows the errors that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Refusal {
    Input,
    Full,
    Rights,
    Locked,
    /// By who is dead: a child has the description that its parent has opened to change the record.
    Orphaned,
    /// Locked as a whole by a stranger.
    Flocked,
    /// On a file system of another machine.
    Remote,
    Entropy,
    Memory,
}

/// Those that a call has met.
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
            Refusal::Input | Refusal::Entropy => ErrorKind::Other.into(),
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
    /// Notes what the call that is under way has met.
    pub(crate) fn refused(&mut self, refusal: Refusal) {
        self.tell(|| format!("    refused: {refusal:?}"));
        if let Some(call) = self.thread().calls.last_mut() {
            call.refusals.add(refusal);
        }
    }

    /// How long a sync takes.
    pub(crate) fn sync_time(&mut self) -> u64 {
        if self.faults.slow_syncs == 0 {
            return self.fate.magnitude(50_000, 60_000_000);
        }
        self.faults.slow_syncs -= 1;
        self.count(Count::SyncSlow);
        let time = self.fate.between(1_000_000_000, 6_000_000_000);
        let (process, until) = (self.process, self.now + time);
        // Of a name: whatever file has it by now, another one is locked meanwhile.
        for inode in 0..self.inodes.len() {
            if self.has_open(process, inode) {
                self.inodes[inode].hold_up(until);
                self.inodes[inode].is_synced_at(until);
            }
        }
        time
    }

    /// A new file under a name.
    pub(crate) fn create(&mut self, name: u32, content: &[u8]) -> usize {
        let machine = self.machine;
        let is_remote = self.names[name as usize].starts_with("/remote/");
        let views = if is_remote { 2 } else { 1 };
        let scope = self.check.new_file();
        let mut inode = Inode::new(machine, content, views, scope);
        inode.born_ns = self.now;
        self.inodes.push(inode);
        let inode = self.inodes.len() - 1;
        self.folder(name, machine).put(name, inode);
        inode
    }
}
