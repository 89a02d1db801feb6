//! Files, as far as state files and the table of nodes need them: writes are immediate and never
//! lost, and files can be locked.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};
use std::rc::Rc;
use std::sync::atomic::Ordering;

use super::execution;
use super::threads;
use crate::checker::AtomicU64;
use crate::sys::{LockMode, LockOwner};

pub(super) type Number = u64;

/// An open file description.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    description: u32,
    pub(super) number: Number,
}

struct Content {
    bytes: Vec<u8>,
    locks: Vec<Lock>,
    /// Orders all lock calls on the file, as a kernel does.
    kernel: Rc<AtomicU64>,
    /// The high-water mark on the disk.
    mark: Rc<AtomicU64>,
    /// Whether the kernel also orders this file's reads and writes, which then act as fences.
    is_node_table: bool,
}

#[derive(PartialEq, Eq)]
struct Lock {
    byte: u64,
    owner: (bool, u32),
    is_alone: bool,
}

/// The table of nodes of all processes.
const NODE_TABLE: &str = "/nodes";

/// Offset of the high-water mark in the record, see `docs/state-file.md`.
const MARK_AT: u64 = 104;

#[derive(Default)]
pub(super) struct Files {
    names: HashMap<String, Number>,
    contents: Vec<Content>,
    descriptions: u32,
}

fn with<R>(act: impl FnOnce(&mut Files) -> R) -> R {
    execution::with(|now| act(&mut now.files))
}

pub(super) fn open(name: &str) -> Result<Open> {
    match with(|files| files.names.get(name).copied()) {
        Some(number) => Ok(open_again(number)),
        None => Err(ErrorKind::NotFound.into()),
    }
}

pub(super) fn open_again(number: Number) -> Open {
    with(|files| {
        files.descriptions += 1;
        Open {
            description: files.descriptions,
            number,
        }
    })
}

pub(super) fn create(name: &str, bytes: &[u8]) {
    let (kernel, mark) = execution::with(|now| (now.unused_word(), now.unused_word()));
    with(|files| {
        let number = files.contents.len() as Number;
        files.contents.push(Content {
            bytes: bytes.to_vec(),
            locks: Vec::new(),
            kernel,
            mark,
            is_node_table: name == NODE_TABLE,
        });
        files.names.insert(name.to_owned(), number);
    });
}

pub(super) fn rename(from: &str, to: &str) -> Result<()> {
    with(|files| {
        if files.names.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let number = files.names.remove(from);
        let number = number.ok_or(Error::from(ErrorKind::NotFound))?;
        files.names.insert(to.to_owned(), number);
        Ok(())
    })
}

pub(super) fn remove(name: &str) {
    with(|files| files.names.remove(name));
}

pub(super) fn open_node_table() -> Open {
    if !with(|files| files.names.contains_key(NODE_TABLE)) {
        create(NODE_TABLE, &[]);
    }
    open(NODE_TABLE).expect("just created")
}

/// Closes a description of the table, which releases its locks. No process with a claim forks here.
pub(super) fn close(file: Open) {
    if order(file) {
        let owner = (false, file.description);
        with(|files| {
            let locks = &mut files.contents[file.number as usize].locks;
            locks.retain(|lock| lock.owner != owner);
        });
    }
}

/// All locks of the table are lost, as in a restored checkpoint. Its descriptions stay open.
pub(crate) fn lose_node_locks() {
    let table = open_node_table();
    order(table);
    lose_locks(NODE_TABLE);
}

/// All locks of a file are lost. Its descriptions stay open.
pub(crate) fn lose_locks(name: &str) {
    with(|files| files.contents[files.names[name] as usize].locks.clear());
}

/// Orders an access to the table among all others. Returns whether it is the table.
fn order(file: Open) -> bool {
    let kernel = with(|files| {
        let content = &files.contents[file.number as usize];
        content.is_node_table.then(|| content.kernel.clone())
    });
    kernel.is_some_and(|kernel| {
        kernel.fetch_add(1, Ordering::AcqRel);
        true
    })
}

pub(super) fn len(file: Open) -> u64 {
    order(file);
    with(|files| files.contents[file.number as usize].bytes.len() as u64)
}

pub(super) fn read(file: Open, bytes: &mut [u8], at: u64) -> usize {
    order(file);
    with(|files| {
        let all = &files.contents[file.number as usize].bytes;
        let from = all.get(at as usize..).unwrap_or_default();
        let len = from.len().min(bytes.len());
        bytes[..len].copy_from_slice(&from[..len]);
        len
    })
}

/// Mapped words are stored elsewhere, see `memory.rs`.
pub(super) fn write(file: Open, bytes: &[u8], at: u64) {
    order(file);
    with(|files| {
        let all = &mut files.contents[file.number as usize].bytes;
        let (at, end) = (at as usize, at as usize + bytes.len());
        all.resize(all.len().max(end), 0);
        all[at..end].copy_from_slice(bytes);
    });
}

fn marks(number: Number) -> Rc<AtomicU64> {
    with(|files| files.contents[number as usize].mark.clone())
}

/// Makes the mark durable. Only threads that synchronize with this one are guaranteed to see it.
pub(super) fn sync(file: Open) {
    let mut mark = [0; 8];
    read(file, &mut mark, MARK_AT);
    marks(file.number).store(u64::from_le_bytes(mark), Ordering::Relaxed);
}

/// The mark on the disk, as this thread knows it.
pub(crate) fn mark_on_disk(name: &str) -> u64 {
    let file = open(name).expect("a file");
    marks(file.number).load(Ordering::Relaxed)
}

pub(super) fn lock(file: Open, byte: u64, hold: LockMode, owner: LockOwner) -> Result<()> {
    let kernel = with(|files| files.contents[file.number as usize].kernel.clone());
    kernel.fetch_add(1, Ordering::AcqRel);
    let owner = match owner {
        LockOwner::Description => (false, file.description),
        LockOwner::Process => (true, threads::process()),
    };
    with(|files| {
        let locks = &mut files.contents[file.number as usize].locks;
        let is_alone = hold == LockMode::Exclusive;
        let is_in_the_way =
            |lock: &Lock| lock.byte == byte && lock.owner != owner && (lock.is_alone || is_alone);
        if hold != LockMode::Unlocked && locks.iter().any(is_in_the_way) {
            return Err(ErrorKind::WouldBlock.into());
        }
        locks.retain(|lock| lock.byte != byte || lock.owner != owner);
        if hold != LockMode::Unlocked {
            locks.push(Lock {
                byte,
                owner,
                is_alone,
            });
        }
        Ok(())
    })
}
