//! Differences of Windows: removal of open files, and locks.
//!
//! There is no fork, no signal, and no memory that either affects. A lock belongs to a handle and
//! conflicts with other locks of the same process; a file that is locked as a whole cannot be read
//! or written by others; the locks of a killed process are released some time after its end.
//! Folders cannot be synced, but the journal of the file system is ordered: syncing any file makes
//! all earlier name changes durable.

use std::io::{ErrorKind, Result};

use super::coverage::Count;
use super::descriptors::{File, refuse};
use super::events::spot;
use super::faults::Refusal;
use super::locks::{Holder, memory_for_lock};
use super::system::{System, sys};
use super::tampering::Timer;
use crate::sys::{LockMode, LockOwner};
use sortid_reliability_common::Rng;

/// The effect of removing an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// The removal fails, as for mapped files.
    Refused,
    /// Its name disappears at once, as on Unix.
    AtOnce,
    /// It cannot be opened any more, and its name disappears when the last user closes it.
    WithTheLast,
}

impl Removal {
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        *rng.pick(&[Removal::Refused, Removal::AtOnce, Removal::WithTheLast])
    }
}

/// Locks a byte for a handle, after releasing its previous lock: others may intervene.
pub(super) fn lock(file: &File, byte: u64, hold: LockMode, owner: LockOwner) -> Result<()> {
    if owner == LockOwner::Process {
        return Err(ErrorKind::Unsupported.into());
    }
    let (handle, inode) = (file.description()?, file.inode()?);
    let holder = Holder::Description(handle);
    sys().locks.release(inode, byte, holder);
    spot();
    if hold == LockMode::Unlocked {
        return Ok(());
    }
    memory_for_lock()?;
    let system = sys();
    if system.inodes[inode].loses_locks {
        return Ok(());
    }
    whole(inode)?;
    let (taker, alone) = (Some(system.process), hold == LockMode::Exclusive);
    let taken = system.locks.take(inode, byte, alone, holder, taker);
    system.tell(|| format!("    locks {byte} of file {inode} {hold:?}: {taken}"));
    spot();
    match taken {
        true => Ok(()),
        false => Err(sys().held(inode, byte)),
    }
}

/// Fails if another program has locked the whole file.
pub(super) fn whole(inode: usize) -> Result<()> {
    match sys().is_windows() && sys().locks.is_whole(inode) {
        true => Err(refuse(Refusal::Flocked)),
        false => Ok(()),
    }
}

impl System {
    pub(crate) fn is_windows(&mut self) -> bool {
        self.machine().windows.is_some()
    }

    /// Closes the handles of a killed process after some time.
    pub(super) fn close_later(&mut self, files: Vec<Option<u32>>, machine: usize) {
        for description in files.into_iter().flatten() {
            self.count(Count::ClosedLate);
            let time = self.fate.magnitude(1000, 1_000_000_000);
            let (inode, until) = (
                self.descriptions[description as usize].inode,
                self.now + time,
            );
            self.inodes[inode].hold_up(until);
            self.later(time, Timer::Close(description, machine));
        }
    }

    /// Closes all files of a machine without power.
    pub(super) fn close_all_of(&mut self, machine: usize) {
        let is_of = |timer: &Timer| matches!(timer, Timer::Close(_, of) if *of == machine);
        let late: Vec<_> = self
            .timers
            .extract_if(.., |(_, timer)| is_of(timer))
            .collect();
        for (_, timer) in late {
            if let Timer::Close(description, _) = timer {
                self.close(description);
            }
        }
    }

    pub(super) fn is_open(&self, inode: usize) -> bool {
        let mut all = self.descriptions.iter();
        all.any(|known| known.inode == inode && known.users > 0)
    }

    /// Whether a process has mapped a file, whose number the system does not reuse then.
    pub(super) fn is_mapped(&self, inode: usize) -> bool {
        let mut living = self.processes.iter().filter(|process| !process.is_dead);
        living.any(|process| process.has_mapped(&self.inodes[inode]))
    }

    /// Whether a file can be truncated: not while it is mapped.
    pub(super) fn may_be_cut_off(&mut self, inode: usize) -> bool {
        !self.is_windows() || !self.is_open(inode)
    }

    /// Whether another program can lock the whole file: not while a byte is locked.
    pub(super) fn may_be_locked_whole(&mut self, inode: usize) -> bool {
        !self.is_windows() || !self.locks.has_any(inode)
    }

    /// Removes the name of a file if permitted. Returns whether the name is or will be gone.
    pub(crate) fn take_name(&mut self, name: u32, inode: usize) -> bool {
        let machine = self.machine;
        let removal = self.machine().windows.filter(|_| self.is_open(inode));
        match removal {
            Some(Removal::Refused) => {
                self.count(Count::KeptOpen);
                false
            }
            Some(Removal::WithTheLast) => {
                self.count(Count::GoesWithTheLast);
                let gone = &mut self.inodes[inode];
                (gone.is_forbidden, gone.going) = (true, Some((name, machine)));
                true
            }
            Some(Removal::AtOnce) | None => {
                self.folder(name, machine).remove(name);
                true
            }
        }
    }

    /// Whether a rename may replace this file, which may be open.
    pub(super) fn may_be_replaced(&mut self, inode: usize) -> bool {
        let removal = self.machine().windows.filter(|_| self.is_open(inode));
        matches!(removal, None | Some(Removal::AtOnce))
    }

    /// The last user has closed the file.
    pub(super) fn is_closed(&mut self, inode: usize) {
        if let Some((name, machine)) = self.inodes[inode].going.take() {
            self.inodes[inode].is_forbidden = false;
            if self.folder(name, machine).find(name) == Some(inode) {
                self.folder(name, machine).remove(name);
            }
        }
    }

    /// On a copied machine, removes files whose users do not exist there.
    pub(crate) fn drop_what_goes(&mut self) {
        for inode in 0..self.inodes.len() {
            if !self.is_open(inode) {
                self.is_closed(inode);
            }
        }
    }
}
