//! Byte locks as on Linux: of open file descriptions and of processes, which exclude one another,
//! and independent locks of whole files.

use std::io::{Error, ErrorKind, Result};

use super::coverage::Count;
use super::descriptors::{File, refuse};
use super::events::spot;
use super::faults::Refusal;
use super::system::{System, sys};
use crate::sys::{LockMode, LockOwner};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Description(u32),
    Process(u32),
    /// A program that does not use the library.
    Stranger,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    inode: usize,
    byte: u64,
    alone: bool,
    holder: Holder,
    /// The process that took it; none on a copied machine.
    taker: Option<usize>,
    /// When the call that took it began; 0 if its process lacked the rights or the descriptors to
    /// take it properly.
    since: u64,
    /// Whether the holder tried to downgrade an exclusive lock, and the system had no memory for
    /// that.
    is_kept: bool,
}

#[derive(Default)]
pub(crate) struct Locks {
    bytes: Vec<Held>,
    /// Files that other programs have locked as a whole.
    whole: Vec<usize>,
}

impl Locks {
    /// Locks a byte, or changes the kind of a lock. Returns `false` if another holder conflicts.
    pub(crate) fn take(
        &mut self,
        inode: usize,
        byte: u64,
        alone: bool,
        holder: Holder,
        taker: Option<usize>,
    ) -> bool {
        let in_the_way = |held: &&Held| {
            held.inode == inode
                && held.byte == byte
                && held.holder != holder
                && (held.alone || alone)
        };
        if self.bytes.iter().find(in_the_way).is_some() {
            return false;
        }
        self.release(inode, byte, holder);
        self.bytes.push(Held {
            inode,
            byte,
            alone,
            holder,
            taker,
            since: sys().change_begun(),
            is_kept: false,
        });
        true
    }

    /// Records that the system had no memory to turn a lock of this holder into a shared one.
    fn keep(&mut self, inode: usize, byte: u64, holder: Holder) {
        let mut held = self.bytes.iter_mut();
        let is_same =
            |held: &&mut Held| (held.inode, held.byte, held.holder) == (inode, byte, holder);
        if let Some(held) = held.find(is_same) {
            held.is_kept = true;
        }
    }

    pub(crate) fn release(&mut self, inode: usize, byte: u64, holder: Holder) {
        self.bytes
            .retain(|held| held.inode != inode || held.byte != byte || held.holder != holder);
    }

    /// Copies the locks of a holder to the copies of these files.
    pub(crate) fn copy(
        &mut self,
        from: Holder,
        to: Holder,
        copy_of: impl Fn(usize) -> Option<usize>,
    ) {
        let held: Vec<_> = self
            .bytes
            .iter()
            .filter(|held| held.holder == from)
            .copied()
            .collect();
        for held in held {
            if let Some(inode) = copy_of(held.inode) {
                self.bytes.push(Held {
                    inode,
                    holder: to,
                    taker: None,
                    ..held
                });
            }
        }
    }

    /// Drops the locks of a holder, all or those on a file. Returns whether there were any.
    pub(crate) fn drop_holder(&mut self, holder: Holder, inode: Option<usize>) -> bool {
        let before = self.bytes.len();
        self.bytes
            .retain(|held| held.holder != holder || inode.is_some_and(|inode| held.inode != inode));
        self.bytes.len() < before
    }

    /// Returns a file on which a holder has locks.
    pub(crate) fn file_of(&self, holder: Holder) -> Option<usize> {
        let held = self.bytes.iter().find(|held| held.holder == holder);
        held.map(|held| held.inode)
    }

    /// Drops the locks on a file, or on all remote files.
    pub(crate) fn forget(&mut self, inode: usize) {
        self.bytes.retain(|held| held.inode != inode);
        self.whole.retain(|&whole| whole != inode);
    }

    pub(crate) fn set_whole(&mut self, inode: usize, locked: bool) {
        self.whole.retain(|&whole| whole != inode);
        if locked {
            self.whole.push(inode);
        }
    }

    pub(crate) fn is_whole(&self, inode: usize) -> bool {
        self.whole.contains(&inode)
    }

    /// Whether any byte of a file is locked.
    pub(crate) fn has_any(&self, inode: usize) -> bool {
        self.bytes.iter().any(|held| held.inode == inode)
    }

    /// The description with an exclusive lock on a byte, and the call that took it.
    pub(crate) fn holder_alone(&self, inode: usize, byte: u64) -> Option<(u32, u64)> {
        let held = self.held_alone(inode, byte)?;
        match held.holder {
            Holder::Description(description) => Some((description, held.since)),
            _ => None,
        }
    }

    /// Whether another holder than this one has locked a byte.
    pub(crate) fn is_kept_from(&self, inode: usize, byte: u64, own: Holder) -> bool {
        let mut held = self.bytes.iter();
        held.any(|held| held.inode == inode && held.byte == byte && held.holder != own)
    }

    /// Whether a process owns a lock on a byte.
    pub(crate) fn is_held_by_process(&self, inode: usize, byte: u64) -> bool {
        let mut held = self.bytes.iter();
        held.any(|held| {
            held.inode == inode && held.byte == byte && matches!(held.holder, Holder::Process(_))
        })
    }

    /// Whether a process owns an exclusive lock on a byte that it tried to downgrade.
    pub(crate) fn is_kept_by_process(&self, inode: usize, byte: u64) -> bool {
        self.held_alone(inode, byte)
            .is_some_and(|held| held.is_kept && matches!(held.holder, Holder::Process(_)))
    }

    fn held_alone(&self, inode: usize, byte: u64) -> Option<&Held> {
        let mut held = self.bytes.iter().filter(|held| held.alone);
        held.find(|held| held.inode == inode && held.byte == byte)
    }

    /// Whether a description has a lock on a byte, and the process that took it has ended.
    pub(crate) fn is_orphaned(
        &self,
        inode: usize,
        byte: u64,
        lives: impl Fn(usize) -> bool,
    ) -> bool {
        let mut held = self.bytes.iter();
        held.any(|held| {
            held.inode == inode
                && held.byte == byte
                && matches!(held.holder, Holder::Description(_))
                && !held.taker.is_some_and(&lives)
        })
    }
}

/// Fails if the system has no memory for another lock. Existing locks remain.
pub(super) fn memory_for_lock() -> Result<()> {
    let system = sys();
    if system.faults.locks_to_fail == 0 || system.fate.pick(2) == 0 {
        return Ok(());
    }
    system.faults.locks_to_fail -= 1;
    system.count(Count::LockFails);
    Err(refuse(Refusal::Lock))
}

/// Locks a byte for a description or a process.
pub(super) fn lock(file: &File, byte: u64, hold: LockMode, owner: LockOwner) -> Result<()> {
    let (description, inode) = (file.description()?, file.inode()?);
    if owner == LockOwner::Process && !sys().process().was_refused_rights {
        sys().fail("a process that may open the file locks it as a process".to_owned());
    }
    let system = sys();
    let holder = match owner {
        LockOwner::Description => Holder::Description(description),
        LockOwner::Process => Holder::Process(system.process as u32),
    };
    if hold == LockMode::Unlocked {
        system.locks.release(inode, byte, holder);
        spot();
        return Ok(());
    }
    if let Err(error) = memory_for_lock() {
        if hold == LockMode::Shared {
            sys().locks.keep(inode, byte, holder);
        }
        return Err(error);
    }
    let system = sys();
    if system.inodes[inode].loses_locks {
        return Ok(());
    }
    let taker = Some(system.process);
    let alone = hold == LockMode::Exclusive;
    let taken = system.locks.take(inode, byte, alone, holder, taker);
    system.tell(|| format!("    locks {byte} of file {inode} {hold:?}: {taken}"));
    match taken {
        true => {
            spot();
            Ok(())
        }
        false => Err(system.held(inode, byte)),
    }
}

impl System {
    /// The error for a byte that is locked by another holder.
    pub(super) fn held(&mut self, inode: usize, byte: u64) -> Error {
        self.refused(Refusal::Locked);
        let lives = |process: usize| !self.processes[process].is_dead;
        if self.locks.is_orphaned(inode, byte, lives) {
            self.refused(Refusal::Orphaned);
            // Other threads wait for the waiting thread.
            let now = self.now;
            self.inodes[inode].hold_up(now);
        }
        self.count(Count::FileWait);
        ErrorKind::WouldBlock.into()
    }

    fn change_begun(&mut self) -> u64 {
        let has_no_rights = self.process().has_no_rights;
        let calls = &self.thread().calls;
        // It may have regained them since it was refused a description of its own.
        let was_refused = calls.iter().any(|call| {
            call.refusals.have(Refusal::Rights) || call.refusals.have(Refusal::Descriptors)
        });
        match has_no_rights || was_refused {
            true => 0,
            false => calls.first().map_or(0, |call| call.begun),
        }
    }
}
