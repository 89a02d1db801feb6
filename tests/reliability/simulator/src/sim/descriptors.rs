//! File descriptors and paths of processes, and the cost of system calls on files.

use std::io::{Error, ErrorKind, Result};

use super::coverage::Count;
use super::events::spot;
use super::faults::Refusal;
use super::locks::Holder;
use super::schedule;
use super::system::{Description, System, sys};
use crate::sys::FileInfo;

/// A descriptor of the process that uses it.
#[derive(Debug)]
pub(crate) struct File {
    number: u32,
    /// Whether it was opened as the table of nodes.
    is_table: bool,
}

/// An absolute path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilePath(pub(crate) u32);

impl Drop for File {
    fn drop(&mut self) {
        self.expect_own("closes");
        close(self.number);
    }
}

/// Closes a descriptor. As on Unix, the process also loses its own locks on the file.
pub(super) fn close(number: u32) {
    let system = sys();
    let process = system.process;
    let Some(description) = system.process().take_file(number) else {
        return;
    };
    let inode = system.descriptions[description as usize].inode;
    system.tell(|| format!("    closes {number}, file {inode}"));
    let own = Holder::Process(process as u32);
    system.locks.drop_holder(own, Some(inode));
    system.close(description);
}

/// The duration of a call to the file system, during which many events may happen.
pub(super) fn call() {
    let system = sys();
    system.now += 300 + system.fate.jitter(2000);
    spot();
    sys().thread().last.checked = None;
}

pub(super) fn refuse(refusal: Refusal) -> Error {
    let system = sys();
    system.refused(refusal);
    refusal.error()
}

pub(super) fn not_found() -> Error {
    sys().refused(Refusal::Input);
    ErrorKind::NotFound.into()
}

impl File {
    pub(super) fn description(&self) -> Result<u32> {
        let system = sys();
        system
            .process()
            .file(self.number)
            .ok_or(ErrorKind::InvalidInput.into())
    }

    /// Fails if the program has reused the number, or the table's number belongs to another file.
    pub(super) fn expect_own(&self, what: &str) {
        let Ok(inode) = self.inode() else {
            return;
        };
        let system = sys();
        let inode = &system.inodes[inode];
        if inode.is_of_program {
            system.fail(format!("the library {what} a file of the program"));
        } else if self.is_table && !inode.is_node_table() {
            system.fail(format!(
                "the library {what} a file that has the number of the table"
            ));
        }
    }

    /// Records that the thread knows which file this is, as after opening it.
    pub(super) fn checked(&self) {
        sys().thread().last.checked = Some(self.number);
    }

    pub(super) fn inode(&self) -> Result<usize> {
        let description = self.description()?;
        Ok(sys().descriptions[description as usize].inode)
    }
}

/// Fails if the process cannot get another descriptor now.
pub(super) fn descriptor() -> Result<()> {
    let system = sys();
    let is_full = system.process().no_descriptors_until > system.now;
    if !is_full && system.faults.opens_to_fail == 0 {
        return Ok(());
    }
    system.count(match is_full {
        true => Count::NoDescriptors,
        false => Count::OpenFails,
    });
    system.faults.opens_to_fail -= u32::from(!is_full);
    Err(refuse(Refusal::Descriptors))
}

pub(super) fn open_inode(inode: usize) -> Result<File> {
    descriptor()?;
    let system = sys();
    if system.process().has_no_rights || system.inodes[inode].is_forbidden {
        return Err(refuse(Refusal::Rights));
    }
    system.look_at_server(inode);
    system.descriptions.push(Description::of(inode));
    let description = system.descriptions.len() as u32 - 1;
    let number = system.process().add_file(description);
    let is_table = system.inodes[inode].is_node_table();
    system.tell(|| format!("    opens file {inode} as {number}"));
    let file = File { number, is_table };
    file.checked();
    Ok(file)
}

pub(super) fn find(place: &FilePath) -> Result<usize> {
    let system = sys();
    let machine = system.machine;
    system
        .folder(place.0, machine)
        .find(place.0)
        .ok_or_else(not_found)
}

/// Waits for the disk. No call is responsible for the duration.
pub(super) fn wait_for_disk(time: u64) {
    schedule::sleep(time);
    for call in &mut sys().thread().calls {
        call.excused += time;
    }
}

/// Syncs a file: all data written before this call is durable afterwards.
pub(super) fn sync_inode(inode: usize) -> Result<()> {
    let system = sys();
    let time = system.sync_time();
    if let Some(refusal) = system.faults.sync(&mut system.counts) {
        wait_for_disk(time);
        return Err(refuse(refusal));
    }
    let snapshot = system.inodes[inode].snapshot();
    let (machine, is_windows) = (system.machine, system.is_windows());
    let folder = system.folder_of(inode, machine).changes();
    wait_for_disk(time);
    sys().inodes[inode].synced(snapshot);
    if is_windows {
        sys().folder_of(inode, machine).sync(folder);
    }
    spot();
    Ok(())
}

pub(super) fn info_of(inode: usize) -> FileInfo {
    let known = &sys().inodes[inode];
    FileInfo {
        identity: (1, known.number.into()),
        created_ns: known.created_ns,
        is_regular: true,
        is_write_protected: known.is_write_protected,
        len: known.len() as u64,
    }
}

impl System {
    /// Opening a remote file shows other machines' mapped data as the server has it, unless this
    /// machine already has the file open.
    fn look_at_server(&mut self, inode: usize) {
        if !self.inodes[inode].is_remote || self.fate.pick(4) == 0 {
            return;
        }
        let machine = self.machine;
        let of_inode = |description: &Option<u32>| {
            description.is_some_and(|number| self.descriptions[number as usize].inode == inode)
        };
        let view = self.inodes[inode].view(machine);
        let is_here = |host: usize| self.inodes[inode].view(host) == view;
        let mut here = (self.processes.iter()).filter(|process| is_here(process.machine));
        if !here.any(|process| process.has_file(of_inode)) {
            self.inodes[inode].refresh(machine);
        }
    }
}
