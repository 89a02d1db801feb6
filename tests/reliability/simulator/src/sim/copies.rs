//! Copies of files, and their restoration in place of the originals.

use super::coverage::Count;
use super::system::System;
use super::tampering::Timer;

impl System {
    pub(super) fn copy_file(&mut self, inode: usize, copy: u32) {
        let machine = self.machine;
        let high = self.high_of_file(inode);
        let of = self.inodes[inode].scope;
        let scope = self.check.copied_file(of, high, false);
        let mut twin = self.inodes[inode].copy(scope, machine);
        twin.created_ns = self.now;
        self.inodes.push(twin);
        let twin = self.inodes.len() - 1;
        self.folder(copy, machine).put(copy, twin);
    }

    /// Copies a file, to be restored soon.
    pub(super) fn copy_for_later(&mut self, name: u32, inode: usize, copy: u32) {
        self.copy_file(inode, copy);
        let time = self.fate.magnitude(1_000_000, 2_000_000_000);
        let machine = self.machine;
        self.later(time, Timer::Restore(name, machine));
    }

    /// Replaces a file with a new one that has the content of a copy.
    pub(super) fn restore(&mut self, name: u32, machine: usize) {
        let copy = self.name(&format!("{}.copy", self.names[name as usize].clone()));
        let folder = self.folder(name, machine);
        let (Some(inode), Some(copy)) = (folder.find(name), folder.find(copy)) else {
            return;
        };
        if !self.may_be_replaced(inode) {
            return;
        }
        let mut record = [0; 512];
        self.inodes[inode].read(machine, &mut record, 0);
        self.check
            .moved(self.inodes[inode].scope, self.now, &record);
        self.folder(name, machine).remove(name);
        let high = self.high_of_file(copy);
        let of = self.inodes[copy].scope;
        let scope = self.check.copied_file(of, high, false);
        let mut restored = self.inodes[copy].copy(scope, machine);
        restored.created_ns = self.now;
        if !self.is_open(inode) && !self.is_mapped(inode) {
            // The system reuses free file numbers.
            restored.number = self.inodes[inode].number;
            self.count(Count::NumberAgain);
        }
        self.inodes.push(restored);
        let restored = self.inodes.len() - 1;
        self.folder(name, machine).put(name, restored);
        self.count(Count::Restored);
    }
}
