//! What Windows does otherwise than Unix: files that somebody has open, and their locks.
//!
//! There is no fork and no signal, and no memory that knows of either. A lock is a handle's, and in its own holder's way; what is locked as a whole nobody
//! else reads or writes; the locks of a process that was killed are given up some time after its end. A folder cannot be synced: the file system's journal
//! is in order, so that a sync of any file makes what was before of all names last.

use std::io::{ErrorKind, Result};

use super::coverage::Count;
use super::descriptors::{File, refuse};
use super::events::spot;
use super::faults::Refusal;
use super::locks::Holder;
use super::system::{System, sys};
use super::tampering::Timer;
use crate::world::{Hold, Owner};
use sortid_reliability_common::Rng;

/// What becomes of a file that is removed while somebody has it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// It stays, as what is mapped does.
    Refused,
    /// Its name is gone, as on Unix.
    AtOnce,
    /// It can be opened no more, and its name is gone with the last who has it open.
    WithTheLast,
}

impl Removal {
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        *rng.pick(&[Removal::Refused, Removal::AtOnce, Removal::WithTheLast])
    }
}

/// Locks a byte for a handle. What it has of it is given up before: in between others may come.
pub(super) fn lock(file: &File, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
    if owner == Owner::Process {
        return Err(ErrorKind::Unsupported.into());
    }
    let (handle, inode) = (file.description()?, file.inode()?);
    let holder = Holder::Description(handle);
    sys().locks.release(inode, byte, holder);
    spot();
    if hold == Hold::NotAtAll {
        return Ok(());
    }
    let system = sys();
    if system.inodes[inode].loses_locks {
        return Ok(());
    }
    whole(inode)?;
    let (taker, alone) = (Some(system.process), hold == Hold::Alone);
    let taken = system.locks.take(inode, byte, alone, holder, taker);
    system.tell(|| format!("    locks {byte} of file {inode} {hold:?}: {taken}"));
    spot();
    match taken {
        true => Ok(()),
        false => Err(sys().held(inode, byte)),
    }
}

/// Nobody reads, writes or locks what a stranger has locked as a whole.
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

    /// The handles of a process that was killed are closed when the system finds the time.
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

    /// A machine without power has nothing open.
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

    /// Whether a file may be cut off: not while it is mapped.
    pub(super) fn may_be_cut_off(&mut self, inode: usize) -> bool {
        !self.is_windows() || !self.is_open(inode)
    }

    /// Whether a stranger gets a lock of the whole file: not while somebody has one of a byte.
    pub(super) fn may_be_locked_whole(&mut self, inode: usize) -> bool {
        !self.is_windows() || !self.locks.has_any(inode)
    }

    /// Takes a file's name away, as far as the system does; whether it is gone, or to go.
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

    /// Whether another file may take the name of this one, which may be open.
    pub(super) fn may_be_replaced(&mut self, inode: usize) -> bool {
        let removal = self.machine().windows.filter(|_| self.is_open(inode));
        matches!(removal, None | Some(Removal::AtOnce))
    }

    /// The last who had a file open has closed it.
    pub(super) fn is_closed(&mut self, inode: usize) {
        if let Some((name, machine)) = self.inodes[inode].going.take() {
            self.inodes[inode].is_forbidden = false;
            if self.folder(name, machine).find(name) == Some(inode) {
                self.folder(name, machine).remove(name);
            }
        }
    }

    /// In a copied machine those who had a file open that was to go need not be there.
    pub(crate) fn drop_what_goes(&mut self) {
        for inode in 0..self.inodes.len() {
            if !self.is_open(inode) {
                self.is_closed(inode);
            }
        }
    }
}
