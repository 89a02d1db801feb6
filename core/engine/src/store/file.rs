//! An open state file: creation, locks, and access to its record.
//!
//! Locks belong to the open file description: the system releases them when the last process with
//! the description ends, however it ends. A forked child has its parent's description, so it opens
//! the file again. If it has no permission (it gave up its user, rights or root folder), it locks
//! as a process, and never counts as the only user. If it cannot at the moment (no descriptor is
//! left), the call fails, and the next one tries again.

use std::io::{Error as IoError, ErrorKind, Result};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::data::{FileHeader, LeaseRecord};
use super::interned::intern;
use super::locks::{LockByte, Tag, is_process_locked, record_process_locked};
use super::mapped;
use super::record::{self, Record};
use crate::error::{Error, ErrorCode};
use crate::sys::deadline::TIMED_OUT;
use crate::sys::process;
use crate::sys::{Atomic, Deadline, FileInfo, FileSystem, LockMode, LockOwner, Os, guard};

pub(crate) const FILE_LEN: usize = mapped::OFFSET as usize + mapped::LEN;

/// Converts a system error about a file.
pub(crate) fn io_error(path: &str, error: &IoError) -> Error {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ErrorCode::StoreFull
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ErrorCode::StoreReadOnly,
        ErrorKind::WouldBlock => ErrorCode::StoreLocked,
        _ => ErrorCode::StoreIo,
    };
    Error::about_file(code, intern(path, ""), error.raw_os_error())
}

pub(crate) enum Unusable {
    /// It is damaged or foreign.
    Code(ErrorCode),
    Io(IoError),
}

impl Unusable {
    pub(crate) fn with_path(self, path: &str) -> Error {
        match self {
            Unusable::Code(code) => Error::about_file(code, intern(path, ""), None),
            Unusable::Io(error) => io_error(path, &error),
        }
    }
}

impl From<IoError> for Unusable {
    fn from(error: IoError) -> Self {
        Unusable::Io(error)
    }
}

type Usable<T> = core::result::Result<T, Unusable>;

/// Device and inode number.
type Identity = (u64, u128);

pub(crate) fn absolute_path<S: Os>(path: &Path) -> core::result::Result<S::FilePath, Error> {
    S::absolute_path(path).map_err(|error| io_error(&path.to_string_lossy(), &error))
}

/// An open file, and the owner of its locks.
///
/// The program may close the descriptor: daemons close all. Its number then belongs to no file, or
/// to another one, which this process must neither change nor close.
pub(crate) struct OpenFile<S: Os> {
    file: ManuallyDrop<S::File>,
    owner: LockOwner,
    /// Device and inode number at the opening; `None` if not known yet.
    identity: Option<Identity>,
    /// The number of the description, as its offset: its number may belong to another description
    /// of the same file.
    description: u64,
    /// The fork count of the only process that closes the file; `None`: any process does.
    closing_process: Option<u64>,
}

impl<S: Os> Drop for OpenFile<S> {
    fn drop(&mut self) {
        let forks = process::generation::<S>().forks();
        let closes = self.closing_process.is_none_or(|process| process == forks);
        if closes && self.may_close() && self.is_own() {
            // SAFETY: not used afterwards.
            unsafe { S::close(&mut self.file) };
        }
    }
}

impl<S: Os> OpenFile<S> {
    /// Opens a file. If there is none, creates it with the record `initial`, if given.
    pub(crate) fn open_or_create(
        path: &S::FilePath,
        header: &FileHeader,
        initial: Option<&Record>,
    ) -> Usable<Self> {
        let file = match (S::open(path), initial) {
            (Err(error), Some(initial)) if error.kind() == ErrorKind::NotFound => {
                create::<S>(path, header, initial)?;
                S::open(path)?
            }
            (opened, _) => opened?,
        };
        Self::check(file)
    }

    /// Opens an existing file with any header.
    pub(crate) fn open(path: &S::FilePath) -> Usable<Self> {
        Self::check(S::open(path)?)
    }

    /// Rejects files that are not regular, and those that nobody may write.
    fn check(file: S::File) -> Usable<Self> {
        // From here on, `drop` decides whether to close the file.
        let mut opened = Self::with_own_description(file);
        let info = opened.info()?;
        opened.identity = Some(info.identity);
        if info.is_write_protected {
            // The system would let the superuser write. The permissions say that nobody may.
            return Err(Unusable::Io(ErrorKind::PermissionDenied.into()));
        }
        if !info.is_regular {
            return Err(Unusable::Code(ErrorCode::StoreForeign));
        }
        opened.number_description()?;
        Ok(opened)
    }

    fn with_own_description(file: S::File) -> Self {
        Self {
            file: ManuallyDrop::new(file),
            owner: LockOwner::Description,
            identity: None,
            description: 0,
            closing_process: None,
        }
    }

    /// Replaces the file by a new one with this record and the same access rights, synced.
    pub(crate) fn replace(
        &self,
        path: &S::FilePath,
        header: &FileHeader,
        record: &Record,
    ) -> Result<()> {
        let draft = draft::<S>(path, header, record)?;
        if let Err(error) = S::replace(&draft, path, &self.file) {
            let _ = S::remove(&draft);
            return Err(error);
        }
        S::sync_name(path)
    }

    /// Leaves the file open in forked children: another copy of this library in the same process
    /// may use the file, and its locks are not known here.
    pub(crate) fn left_open_in_children(mut self, generation: process::Generation) -> Self {
        self.closing_process = Some(generation.forks());
        self
    }

    pub(crate) fn file(&self) -> &S::File {
        &self.file
    }

    /// Whether no other process has this description, so that locks distinguish this process from
    /// all others.
    pub(crate) fn has_own_description(&self) -> bool {
        self.owner == LockOwner::Description
    }

    /// Whether the file is not truncated.
    pub(crate) fn is_complete(&self) -> Result<bool> {
        Ok(self.info()?.len == FILE_LEN as u64)
    }

    /// Device, inode number and creation time.
    pub(crate) fn unique_id(&self) -> Result<(u64, u64, u64)> {
        Ok(self.info()?.unique_id())
    }

    /// Whether a lease was written to this file, and since the last boot.
    pub(crate) fn is_valid(&self, lease: &LeaseRecord) -> Result<bool> {
        lease.is_valid_in::<S>(self.unique_id()?)
    }

    fn info(&self) -> Result<FileInfo> {
        S::file_info(&self.file)
    }

    fn tag(&self) -> Tag {
        self.identity.map_or(Tag::UNKNOWN, Tag::of)
    }

    /// Whether closing the descriptor drops no lock of this process.
    fn may_close(&self) -> bool {
        self.has_own_description() && !is_process_locked::<S>(self.tag())
    }

    /// Whether the descriptor still belongs to this file and description: the program may have
    /// closed it.
    pub(crate) fn is_own(&self) -> bool {
        let is_same = |known| self.info().is_ok_and(|info| info.identity == known);
        (self.identity.is_none_or(is_same) || !guard!(OwnNumber)) && self.has_own_offset()
    }

    /// Whether the descriptor has the offset of this description: half of [`is_own`](Self::is_own),
    /// for each id of an unmapped file. Other files rarely have it.
    pub(crate) fn has_own_offset(&self) -> bool {
        let is_same = || S::offset(&self.file).is_ok_and(|offset| offset == self.description);
        self.identity.is_none() || is_same() || !guard!(OwnNumber) || !guard!(OwnOffset)
    }

    /// Numbers the description, by an offset above most files and below the limit of every file
    /// system.
    fn number_description(&mut self) -> Result<()> {
        const LEAST: u64 = 1 << 30;
        let last = &S::statics().last_description;
        let number = LEAST + last.fetch_add(1, Ordering::Relaxed) % LEAST;
        self.description = S::set_offset(&self.file, number)?;
        Ok(())
    }

    /// Opens the same file again by its path, after the program closed the descriptor.
    pub(crate) fn open_again(&mut self, path: &S::FilePath) -> Result<()> {
        let mut again = self.expect_same(S::open(path)?)?;
        again.closing_process = self.closing_process;
        *self = again;
        Ok(())
    }

    /// Opens the same file again. Fails with `NotFound` if it can no longer be found.
    fn reopen(&self, path: &S::FilePath) -> Result<Self> {
        self.expect_same(S::reopen(&self.file, path)?)
    }

    fn expect_same(&self, file: S::File) -> Result<Self> {
        let mut opened = Self::with_own_description(file);
        opened.identity = Some(opened.info()?.identity);
        opened.number_description()?;
        match opened.identity == self.identity {
            true => Ok(opened),
            false => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Opens the file again in a forked child, which inherits everything but the locks. Without
    /// permission to do so, the child locks as a process from now on.
    ///
    /// # Errors
    /// The file cannot be opened at the moment.
    pub(crate) fn reopen_in_child(&mut self, path: &S::FilePath) -> Result<()> {
        let is_out_of_reach = |error: &IoError| {
            let kinds = [ErrorKind::PermissionDenied, ErrorKind::NotFound];
            kinds.contains(&error.kind()) || !guard!(OwnLocks)
        };
        match self.reopen(path) {
            Ok(own) => *self = own,
            Err(error) if is_out_of_reach(&error) => {
                self.lock_as_process();
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    pub(crate) fn lock_as_process(&mut self) {
        record_process_locked::<S>(self.tag());
        self.owner = LockOwner::Process;
    }

    /// Opens the file again for one change. A child that was forked earlier does not inherit this
    /// description, so it cannot keep the lock of a change that its parent did not finish.
    pub(crate) fn reopen_for_change(&self, path: &S::FilePath) -> Option<Self> {
        // Dropping the result closes it.
        match self.may_close() && guard!(OwnDescription) {
            true => self.reopen(path).ok(),
            false => None,
        }
    }

    /// Whether another program has locked the whole file with `flock`.
    pub(crate) fn is_flocked(&self) -> Result<bool> {
        S::is_flocked(&self.file)
    }

    fn lock(&self, byte: LockByte, mode: LockMode) -> Result<()> {
        let is_enabled = match byte {
            LockByte::Change => guard!(ChangeLock),
            LockByte::Member => guard!(MemberLock),
            LockByte::Writer => true,
        };
        match is_enabled {
            true => S::lock_byte(&self.file, byte as u64, mode, self.owner),
            false => Ok(()),
        }
    }

    /// Takes an exclusive lock unless another owner holds the byte.
    pub(crate) fn try_lock_exclusive(&self, byte: LockByte) -> Result<bool> {
        match self.lock(byte, LockMode::Exclusive) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Takes an exclusive lock. `with_path` converts system errors.
    pub(crate) fn lock_exclusive(
        &self,
        byte: LockByte,
        deadline: Deadline,
        with_path: impl Fn(IoError) -> Error,
    ) -> core::result::Result<(), Error> {
        let mut pause = Duration::from_micros(50);
        while !self.try_lock_exclusive(byte).map_err(&with_path)? {
            if deadline.has_passed::<S>() {
                return Err(TIMED_OUT);
            }
            deadline.sleep::<S>(pause);
            if !self.is_own() {
                return Err(with_path(ErrorKind::NotFound.into()));
            }
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Takes a shared lock, or turns an exclusive one into a shared one.
    pub(crate) fn lock_shared(&self, byte: LockByte) -> Result<()> {
        self.lock(byte, LockMode::Shared)
    }

    pub(crate) fn unlock(&self, byte: LockByte) -> Result<()> {
        self.lock(byte, LockMode::Unlocked)
    }

    /// Whether no other process has the file open. Loses the member lock: to remain a member, take
    /// it again. The caller holds the change lock, so no process can join.
    ///
    /// Tests the lock through the description of the change. A lock on one that a child has as well
    /// would keep all others out while the child lives.
    pub(crate) fn is_only_member(&self, change: &Self) -> Result<bool> {
        if !change.has_own_description() || std::ptr::eq(self, change) {
            return self.try_lock_exclusive(LockByte::Member);
        }
        self.unlock(LockByte::Member)?;
        let is_only = change.try_lock_exclusive(LockByte::Member)?;
        change.unlock(LockByte::Member)?;
        Ok(is_only)
    }

    /// Whether any process is a member. Called by processes that are not. The caller holds the
    /// change lock, so no process can join.
    pub(crate) fn is_in_use(&self) -> Result<bool> {
        let is_free = self.try_lock_exclusive(LockByte::Member)?;
        self.unlock(LockByte::Member)?;
        Ok(!is_free)
    }

    /// Whether locks work on this file system: `other` must not get a byte that this description
    /// has locked.
    pub(crate) fn has_working_locks(&self, other: &Self) -> Result<bool> {
        match other.try_lock_exclusive(LockByte::Member)? {
            true => other.unlock(LockByte::Member).map(|()| !guard!(MemberLock)),
            false => Ok(true),
        }
    }

    /// The name of the file system, if another machine may have the file open as well.
    pub(crate) fn remote_file_system(&self) -> Result<Option<String>> {
        Ok(match S::file_system(&self.file)? {
            _ if !guard!(LocalOnly) => None,
            FileSystem::Local => None,
            FileSystem::Remote(name) => Some(name.to_owned()),
            FileSystem::Unknown(number) => Some(format!("{number:#x}, which sortid does not know")),
        })
    }

    /// Whether the path still leads to this file, so that later processes find it. A process that
    /// gave up its rights may be unable to check.
    pub(crate) fn has_name(&self, path: &S::FilePath) -> Result<bool> {
        if !guard!(NameCheck) {
            return Ok(true);
        }
        match S::file_info_at(path) {
            Ok(info) => Ok(Some(info.identity) == self.identity),
            Err(_) if !self.has_own_description() => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Reads the record. Fails if the file is damaged or has another header. Without the change
    /// lock, the record may be half written.
    pub(crate) fn read_record(&self, header: &FileHeader) -> Usable<Record> {
        let mut bytes = [0; FILE_LEN + 1];
        let len = S::read_at(&self.file, &mut bytes, 0)?;
        let record =
            Record::read::<S>(&bytes[..len.min(record::LEN)], header).map_err(Unusable::Code)?;
        let rest = &bytes[record::LEN..mapped::OFFSET as usize];
        match len == FILE_LEN && rest.iter().all(|&byte| byte == 0) {
            true => Ok(record),
            false => Err(Unusable::Code(ErrorCode::StoreCorrupt)),
        }
    }

    /// Reads the record of a lease file of any format.
    pub(crate) fn read_lease_record(&self) -> Usable<Record> {
        let mut bytes = [0; record::LEN];
        let len = S::read_at(&self.file, &mut bytes, 0)?;
        Record::read_lease(&bytes[..len]).map_err(Unusable::Code)
    }

    /// Why the file could not be mapped. Some systems refuse to map a truncated file.
    pub(crate) fn mapping_error(&self, header: &FileHeader, error: IoError) -> Unusable {
        match S::read_at(&self.file, &mut [0], FILE_LEN as u64 - 1) {
            Ok(0) => self.read_record(header).err().unwrap_or(error.into()),
            Ok(_) => error.into(),
            Err(error) => error.into(),
        }
    }

    /// Reads an unmapped page. Fails if the file is truncated.
    pub(crate) fn read_page(&self) -> Usable<[u8; mapped::LEN]> {
        let mut bytes = [0; mapped::LEN];
        match S::read_at(&self.file, &mut bytes, mapped::OFFSET)? {
            mapped::LEN => Ok(bytes),
            _ => Err(Unusable::Code(ErrorCode::StoreCorrupt)),
        }
    }

    /// Writes the first words of an unmapped page. The caller has just checked whose the descriptor
    /// is: another check would cost as much as the write.
    pub(crate) fn write_page(&self, bytes: &[u8]) -> Result<()> {
        S::write_at(&self.file, bytes, mapped::OFFSET)
    }

    pub(crate) fn write_record(&self, record: &Record, header: &FileHeader) -> Result<()> {
        self.write_at(&record.to_bytes(header), 0)
    }

    /// Writes nothing to another file that got the descriptor's number.
    fn write_at(&self, bytes: &[u8], at: u64) -> Result<()> {
        match self.is_own() {
            true => S::write_at(&self.file, bytes, at),
            false => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Waits until written data is on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        match guard!(Sync) {
            true => S::sync(&self.file),
            false => Ok(()),
        }
    }

    /// Allocates disk space for the page. A copied file may have a hole there, and a store
    /// to the mapping could not report that the disk is full.
    pub(crate) fn allocate_page(&self) -> Result<()> {
        let mut page = [0; mapped::LEN];
        S::read_at(&self.file, &mut page, mapped::OFFSET)?;
        self.write_at(&page, mapped::OFFSET)
    }
}

/// Creates a file with this record, unless there is one.
///
/// The file gets its name once it is complete and on the disk, so no process finds a part of it.
/// The name itself is synced by the first process that relies on it: this one may end before it
/// could.
fn create<S: Os>(path: &S::FilePath, header: &FileHeader, initial: &Record) -> Result<()> {
    let draft = draft::<S>(path, header, initial)?;
    match S::publish(&draft, path) {
        // Another process was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => S::remove(&draft),
        Err(error) => {
            let _ = S::remove(&draft);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

fn draft<S: Os>(path: &S::FilePath, header: &FileHeader, record: &Record) -> Result<S::FilePath> {
    let mut content = [0; FILE_LEN];
    content[..record::LEN].copy_from_slice(&record.to_bytes(header));
    let mut number = [0; 8];
    S::entropy(&mut number)?;
    S::create_draft(path, u64::from_le_bytes(number), &content)
}

#[cfg(test)]
impl<S: Os> OpenFile<S> {
    /// Another object with the same description.
    pub(crate) fn sharing_description(&self) -> ManuallyDrop<Self> {
        // SAFETY: it is never dropped.
        ManuallyDrop::new(unsafe { std::ptr::read(self) })
    }
}
