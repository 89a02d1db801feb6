//! The table of nodes of each machine, and changes to it by other programs.

use std::io::{ErrorKind, Result};

use super::coverage::Count;
use super::descriptors::{File, close, open_inode};
use super::files::Inode;
use super::system::{System, sys};
use crate::check::Traits;
use crate::sys::Guard;
use sortid_engine::layout::MOST_LISTED_BITS;
use sortid_reliability_common::product::AnyId;

/// Opens the table of the machine, or creates it. The simulated Windows has none.
pub(super) fn open() -> Result<File> {
    let system = sys();
    if system.is_windows() {
        return Err(ErrorKind::Unsupported.into());
    }
    let inode = match system.machine().node_table {
        Some(inode) => inode,
        None => system.create_node_table(),
    };
    open_inode(inode)
}

/// Another program removes the table, or another part of the process closes it, even during a call.
/// Not between opening or checking the descriptor and the next call, which no library could detect.
pub(super) fn harm() {
    let system = sys();
    let Some(table) = system.machine().node_table else {
        return;
    };
    if system.fate.rng.once_in(8) {
        system.count(Count::TableRemoved);
        system.machine().node_table = None;
        system.machine().lost_tables.push(table);
        return;
    }
    for number in system.process().open_numbers() {
        let is_checked = |&thread: &usize| {
            let thread = &system.threads[thread];
            thread.last.checked == Some(number) || thread.checked_before.contains(&number)
        };
        if system.processes[system.process]
            .threads
            .iter()
            .any(is_checked)
        {
            continue;
        }
        let file = system.process().file(number);
        if file.is_some_and(|file| system.descriptions[file as usize].inode == table) {
            system.count(Count::TableClosed);
            close(number);
        }
    }
}

impl System {
    /// Whether the running process has claimed the node of an id, and may have generated it.
    pub(crate) fn has_claimed(&self, table: usize, traits: &Traits, id: &AnyId) -> bool {
        let number = traits.node(id).and_then(|node| usize::try_from(node).ok());
        let (Some(node), Some(number)) = (traits.layout.node, number) else {
            return false;
        };
        if traits.is_manual || node.drawn_bits > MOST_LISTED_BITS || number >> node.drawn_bits != 0
        {
            return false;
        }
        let place = 1 << node.drawn_bits | number;
        let mut word = [0; 8];
        self.inodes[table].read(self.machine, &mut word, place * 8);
        let fence_ns = i128::from(u64::from_le_bytes(word)) * 1_000_000;
        let holder = self.locks.holder_alone(table, place as u64);
        let is_held = holder.is_some_and(|(description, _)| {
            self.processes[self.process].has_file(|file| *file == Some(description))
        });
        let is_held = is_held || self.without == Some(Guard::NodeLock);
        is_held && traits.tick_ns(id).is_some_and(|tick_ns| tick_ns < fence_ns)
    }

    fn create_node_table(&mut self) -> usize {
        let (machine, scope) = (self.machine, self.check.new_file());
        let mut inode = Inode::new(machine, &[], 1, scope);
        inode.make_node_table();
        self.inodes.push(inode);
        let inode = self.inodes.len() - 1;
        self.machines[machine].node_table = Some(inode);
        inode
    }
}
