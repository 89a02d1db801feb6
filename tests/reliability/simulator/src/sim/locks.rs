//! Locks on bytes of files as Linux has them: of open descriptions and of processes, which exclude one another, and of whole files beside them.

use std::io::{Error, ErrorKind, Result};

use super::coverage::Count;
use super::descriptors::File;
use super::events::spot;
use super::faults::Refusal;
use super::system::{System, sys};
use crate::world::{Hold, Owner};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    Description(u32),
    Process(u32),
    /// A program that is none of ours.
    Stranger,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    inode: usize,
    byte: u64,
    alone: bool,
    holder: Holder,
    /// The process that took it; none of a copied machine.
    taker: Option<usize>,
    /// When the call began that took it; 0 where its process has given up what it would need to take it as it should.
    since: u64,
}

#[derive(Default)]
pub(crate) struct Locks {
    bytes: Vec<Held>,
    /// Files locked as a whole, by strangers.
    whole: Vec<usize>,
}

impl Locks {
    /// Takes a byte, also in place of how the holder has it; `false` if another holder is in the way.
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
        });
        true
    }

    pub(crate) fn release(&mut self, inode: usize, byte: u64, holder: Holder) {
        self.bytes
            .retain(|held| held.inode != inode || held.byte != byte || held.holder != holder);
    }

    /// What a holder has, another has of the copies of these files.
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

    /// A holder is gone, or has closed the file.
    pub(crate) fn drop_holder(&mut self, holder: Holder, inode: Option<usize>) {
        self.bytes
            .retain(|held| held.holder != holder || inode.is_some_and(|inode| held.inode != inode));
    }

    /// The file system forgets what it has of a file, or of all that are not ours alone.
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

    /// Whether anybody has a byte of a file.
    pub(crate) fn has_any(&self, inode: usize) -> bool {
        self.bytes.iter().any(|held| held.inode == inode)
    }

    /// Which description has a byte alone, and since which call.
    pub(crate) fn holder_alone(&self, inode: usize, byte: u64) -> Option<(u32, u64)> {
        let mut held = self.bytes.iter().filter(|held| held.alone);
        let held = held.find(|held| held.inode == inode && held.byte == byte)?;
        match held.holder {
            Holder::Description(description) => Some((description, held.since)),
            _ => None,
        }
    }

    /// Whether a process has a byte as such.
    pub(crate) fn is_held_by_process(&self, inode: usize, byte: u64) -> bool {
        let mut held = self.bytes.iter();
        held.any(|held| {
            held.inode == inode && held.byte == byte && matches!(held.holder, Holder::Process(_))
        })
    }

    /// Whether a description has a byte whose taker is no more.
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

/// Locks a byte for a description or a process.
pub(super) fn lock(file: &File, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
    let (description, inode) = (file.description()?, file.inode()?);
    let system = sys();
    let holder = match owner {
        Owner::Description => Holder::Description(description),
        Owner::Process => Holder::Process(system.process as u32),
    };
    if hold == Hold::NotAtAll {
        system.locks.release(inode, byte, holder);
        spot();
        return Ok(());
    }
    if system.inodes[inode].loses_locks {
        return Ok(());
    }
    let taker = Some(system.process);
    let alone = hold == Hold::Alone;
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
    /// Somebody else has the byte.
    pub(super) fn held(&mut self, inode: usize, byte: u64) -> Error {
        self.refused(Refusal::Locked);
        let lives = |process: usize| !self.processes[process].is_dead;
        if self.locks.is_orphaned(inode, byte, lives) {
            self.refused(Refusal::Orphaned);
            // Other threads wait for who waits for that.
            let now = self.now;
            self.inodes[inode].hold_up(now);
        }
        self.count(Count::FileWait);
        ErrorKind::WouldBlock.into()
    }

    fn change_begun(&mut self) -> u64 {
        let has_no_rights = self.process().has_no_rights;
        let calls = &self.thread().calls;
        // It may have them again since it was refused a description of its own.
        let was_refused = calls.iter().any(|call| call.refusals.have(Refusal::Rights));
        match has_no_rights || was_refused {
            true => 0,
            false => calls.first().map_or(0, |call| call.begun),
        }
    }
}
