//! The file itself: found or made whole, opened, locked, its record read and written.
//!
//! Locks are those of the open file description: the system drops them when the last process that has it is gone, however
//! it went. A forked child has its parent's description, and so opens the file anew. If it may not (it gave up its rights, or its root folder) it locks
//! as a process, which is never taken for being alone. If it cannot for now (no descriptor is left) the call fails, and the next one tries again.

use std::io::{Error as Refusal, ErrorKind, Result};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::time::Duration;

use super::by_process::{self, Tag};
use super::live;
use super::name;
use super::record::{self, Kind, Record};
use crate::error::{Error, ErrorCode};
use crate::sys::process;
use crate::sys::{
    Deadline, File, FileInfo, FilePath, FileSystem, LockMode, LockOwner, Os, Sys, guard,
};

pub(super) const FILE_LEN: usize = live::AT as usize + live::LEN;

/// Bytes of the file that stand for locks.
#[derive(Clone, Copy)]
pub(super) enum Byte {
    /// Held while the record is read and written, and to come and go.
    Change = 0,
    /// Shared by all who have the file open.
    Member = 1,
    /// Held by who keeps a lease file.
    #[cfg(feature = "lease")]
    Keeper = 2,
}

/// What the system says of the file of that name, as an error of ours.
pub(super) fn refusal(name: &str, error: &Refusal) -> Error {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ErrorCode::StoreFull
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ErrorCode::StoreReadOnly,
        ErrorKind::WouldBlock => ErrorCode::StoreLocked,
        _ => ErrorCode::StoreIo,
    };
    Error::about_file(code, name::of(name), error.raw_os_error())
}

/// An open file, and whose its locks are.
pub(super) struct Opened {
    file: ManuallyDrop<File>,
    owner: LockOwner,
    tag: Tag,
    /// How often the process was forked that alone closes it; where there is none, any does.
    closed_at: Option<u64>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let forks = process::generation().forks();
        let is_ours = self.closed_at.is_none_or(|at| at == forks);
        if is_ours && self.is_own() && !by_process::has(self.tag) {
            // SAFETY: nobody uses it after this.
            unsafe { Sys::close(&mut self.file) };
        }
    }
}

/// Why a file cannot be used.
pub(super) enum Unfit {
    /// It is damaged, or of others.
    Code(ErrorCode),
    System(Refusal),
}

impl Unfit {
    /// As an error of the file of that name.
    pub(super) fn named(self, name: &str) -> Error {
        match self {
            Unfit::Code(code) => Error::about_file(code, name::of(name), None),
            Unfit::System(error) => refusal(name, &error),
        }
    }
}

impl From<Refusal> for Unfit {
    fn from(refusal: Refusal) -> Self {
        Unfit::System(refusal)
    }
}

/// Opens the file; if there is none, and it is said how one begins, makes it.
pub(super) fn open_or_make(
    place: &FilePath,
    kind: &Kind,
    begun: Option<&Record>,
) -> core::result::Result<Opened, Unfit> {
    let file = match (Sys::open(place), begun) {
        (Err(error), Some(begun)) if error.kind() == ErrorKind::NotFound => {
            make(place, kind, begun)?;
            Sys::open(place)?
        }
        (opened, _) => opened?,
    };
    fit(file)
}

/// Opens the file, whatever it is of.
#[cfg(feature = "lease")]
pub(super) fn open(place: &FilePath) -> core::result::Result<Opened, Unfit> {
    fit(Sys::open(place)?)
}

fn fit(file: File) -> core::result::Result<Opened, Unfit> {
    // From here on it may not be closed: see there.
    let mut opened = Opened::own(file);
    let facts = opened.facts()?;
    opened.tag = Tag::of(facts.identity);
    if facts.is_write_protected {
        // The system would let the superuser write; the file says that nobody shall.
        return Err(Unfit::System(ErrorKind::PermissionDenied.into()));
    }
    match facts.is_regular {
        true => Ok(opened),
        false => Err(Unfit::Code(ErrorCode::StoreForeign)),
    }
}

/// Makes a file of which nothing was issued, unless there is one.
///
/// Whoever finds the file finds all of it: it gets its name when it is whole and on the disk. Its maker may have no
/// time left to make the name last: that is for who first relies on it.
fn make(place: &FilePath, kind: &Kind, begun: &Record) -> Result<()> {
    let mut content = [0; FILE_LEN];
    content[..record::LEN].copy_from_slice(&begun.to_bytes(kind));
    let mut number = [0; 8];
    Sys::entropy(&mut number)?;
    let draft = Sys::create_draft(place, u64::from_le_bytes(number), &content)?;
    match Sys::publish(&draft, place) {
        // Somebody was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Sys::remove(&draft),
        Err(error) => {
            let _ = Sys::remove(&draft);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// The full name of a file.
pub(super) fn place(path: &Path) -> Result<FilePath> {
    Sys::absolute_path(path)
}

impl Opened {
    fn own(file: File) -> Self {
        Self {
            file: ManuallyDrop::new(file),
            owner: LockOwner::Description,
            tag: Tag::UNKNOWN,
            closed_at: None,
        }
    }

    /// The same, which a forked child leaves open: the library that makes ids of the file may be another copy of this one, which is not known here.
    #[cfg(feature = "lease")]
    pub(super) fn kept(mut self, generation: process::Generation) -> Self {
        self.closed_at = Some(generation.forks());
        self
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Whether nobody else has this description, so that being alone can be told.
    pub(super) fn is_own(&self) -> bool {
        self.owner == LockOwner::Description
    }

    /// What tells it from its copies: device, number, and when it was made, which tells it from one that has its number since.
    pub(super) fn identity(&self) -> Result<(u64, u64, u64)> {
        Ok(self.facts()?.unique_id())
    }

    fn facts(&self) -> Result<FileInfo> {
        Sys::file_info(&self.file)
    }

    /// The same file by a description of its own; `NotFound` if it can be found no more.
    fn again(&self, place: &FilePath) -> Result<Self> {
        let mut again = Self::own(Sys::reopen(&self.file, place)?);
        let identity = again.facts()?.identity;
        again.tag = Tag::of(identity);
        match identity == self.facts()?.identity {
            true => Ok(again),
            false => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Opens the file anew in a forked child, which has all but the locks from its parent. If it may not, it locks as a process from now on.
    ///
    /// # Errors
    /// The file cannot be opened for now.
    pub(super) fn reopen_in_child(&mut self, place: &FilePath) -> Result<()> {
        let is_out_of_reach = |error: &Refusal| {
            let kinds = [ErrorKind::PermissionDenied, ErrorKind::NotFound];
            kinds.contains(&error.kind()) || !guard!(OwnLocks)
        };
        match self.again(place) {
            Ok(own) => *self = own,
            Err(error) if is_out_of_reach(&error) => {
                by_process::note(self.tag);
                self.owner = LockOwner::Process;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// By which description the record is changed: one of its own, so that a child forked long before holds nothing up that its parent began.
    pub(super) fn for_change(&self, place: &FilePath) -> Option<Self> {
        // Which is closed afterwards.
        let is_to_be_had = self.is_own() && !by_process::has(self.tag);
        match is_to_be_had && guard!(OwnDescription) {
            true => self.again(place).ok(),
            false => None,
        }
    }

    /// Whether another program has locked the whole file by `flock`.
    pub(super) fn is_flocked(&self) -> Result<bool> {
        Sys::is_flocked(&self.file)
    }

    fn lock(&self, byte: Byte, hold: LockMode) -> Result<()> {
        let keeps = match byte {
            Byte::Change => guard!(ChangeLock),
            Byte::Member => guard!(MemberLock),
            #[cfg(feature = "lease")]
            Byte::Keeper => true,
        };
        match keeps {
            true => Sys::lock_byte(&self.file, byte as u64, hold, self.owner),
            false => Ok(()),
        }
    }

    /// Takes a lock alone if nobody else has it.
    pub(super) fn try_lock_alone(&self, byte: Byte) -> Result<bool> {
        match self.lock(byte, LockMode::Exclusive) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Takes a lock alone, waiting for a while: `false` if that was not enough.
    pub(super) fn lock_alone(&self, byte: Byte, patience: Deadline) -> Result<bool> {
        let mut pause = Duration::from_micros(50);
        while !self.try_lock_alone(byte)? {
            if patience.has_passed() {
                return Ok(false);
            }
            patience.sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        Ok(true)
    }

    /// Takes a lock beside others, also in place of having it alone.
    pub(super) fn lock_beside_others(&self, byte: Byte) -> Result<()> {
        self.lock(byte, LockMode::Shared)
    }

    pub(super) fn unlock(&self, byte: Byte) -> Result<()> {
        self.lock(byte, LockMode::Unlocked)
    }

    /// Whether nobody else has the file open. While nobody can come; who is to stay one of those who have it open has to say so again.
    ///
    /// Asked by the description of the change: one that a child has, too, would keep all others out as long as that child lives.
    pub(super) fn finds_nobody_else(&self, change: &Self) -> Result<bool> {
        if !change.is_own() || std::ptr::eq(self, change) {
            return self.try_lock_alone(Byte::Member);
        }
        self.unlock(Byte::Member)?;
        let is_alone = change.try_lock_alone(Byte::Member)?;
        change.unlock(Byte::Member)?;
        Ok(is_alone)
    }

    /// Whether somebody has the file open, asked by who has not. While nobody can come.
    #[cfg(feature = "lease")]
    pub(super) fn is_in_use(&self) -> Result<bool> {
        let is_free = self.try_lock_alone(Byte::Member)?;
        self.unlock(Byte::Member)?;
        Ok(!is_free)
    }

    /// Whether locks mean anything here: what this description has, another one must not get.
    pub(super) fn has_locks_that_hold(&self, other: &Self) -> Result<bool> {
        match other.try_lock_alone(Byte::Member)? {
            true => other.unlock(Byte::Member).map(|()| !guard!(MemberLock)),
            false => Ok(true),
        }
    }

    /// The file system, if another machine may have the file open as well.
    pub(super) fn remote(&self) -> Result<Option<String>> {
        Ok(match Sys::file_system(&self.file)? {
            _ if !guard!(LocalOnly) => None,
            FileSystem::Local => None,
            FileSystem::Remote(name) => Some(name.to_owned()),
            FileSystem::Unknown(number) => Some(format!("{number:#x}, which sortid does not know")),
        })
    }

    /// Whether a later process finds this file under its name. Who has given up its rights may not see that.
    pub(super) fn has_name(&self, place: &FilePath) -> Result<bool> {
        if !guard!(NameCheck) {
            return Ok(true);
        }
        match Sys::file_info_at(place) {
            Ok(facts) => Ok(facts.identity == self.facts()?.identity),
            Err(_) if !self.is_own() => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// The record, if the file is whole and of this kind. While it may be written it may be seen half written.
    pub(super) fn read(&self, kind: &Kind) -> core::result::Result<Record, Unfit> {
        let mut bytes = [0; FILE_LEN + 1];
        let len = Sys::read_at(&self.file, &mut bytes, 0)?;
        let record = Record::read(&bytes[..len.min(record::LEN)], kind).map_err(Unfit::Code)?;
        let rest = &bytes[record::LEN..live::AT as usize];
        match len == FILE_LEN && rest.iter().all(|&byte| byte == 0) {
            true => Ok(record),
            false => Err(Unfit::Code(ErrorCode::StoreCorrupt)),
        }
    }

    /// The record of a lease file, whatever its ids are.
    #[cfg(feature = "lease")]
    pub(super) fn read_leased(&self) -> core::result::Result<Record, Unfit> {
        let mut bytes = [0; record::LEN];
        let len = Sys::read_at(&self.file, &mut bytes, 0)?;
        Record::read_leased(&bytes[..len]).map_err(Unfit::Code)
    }

    /// Why nothing of it can be mapped. Some systems map nothing of what is cut off: then that is told.
    pub(super) fn unmapped(&self, kind: &Kind, refusal: Refusal) -> Unfit {
        match Sys::read_at(&self.file, &mut [0], FILE_LEN as u64 - 1) {
            Ok(0) => self.read(kind).err().unwrap_or(refusal.into()),
            Ok(_) => refusal.into(),
            Err(error) => error.into(),
        }
    }

    pub(super) fn write(&self, record: &Record, kind: &Kind) -> Result<()> {
        Sys::write_at(&self.file, &record.to_bytes(kind), 0)
    }

    /// Waits until what was written is on the disk.
    pub(super) fn sync(&self) -> Result<()> {
        match guard!(Sync) {
            true => Sys::sync(&self.file),
            false => Ok(()),
        }
    }

    /// Has the system find room for the page now: of a copy with a hole there it would otherwise be missed by who writes to
    /// the map, whom nobody could tell.
    pub(super) fn fill_hole(&self) -> Result<()> {
        let mut page = [0; live::LEN];
        Sys::read_at(&self.file, &mut page, live::AT)?;
        Sys::write_at(&self.file, &page, live::AT)
    }
}
