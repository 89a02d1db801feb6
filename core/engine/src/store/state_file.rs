//! A state file in use: joining a session, raising the high-water mark, and leaving.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::data::{FileAccess, FileHeader, LeaseRecord, Reservation, SessionData};
use super::file::{self, FILE_LEN, OpenFile, Unusable};
use super::interned::intern;
use super::locks::LockByte;
use super::mapped::Page;
use super::record::Record;
use crate::error::{Error, ErrorCode};
use crate::sys::deadline::{CallDeadlines, TIMED_OUT};
use crate::sys::lock::{Lock, LockGuard, WordGuard};
use crate::sys::process::{self, Generation};
use crate::sys::{Atomic, Deadline, Mapping, Os, cov_mark, guard};

/// This process is a member of the file's session, and the generator uses that session.
const MEMBER: u64 = 0;
/// The member lock was lost: the process must rejoin.
const LOST: u64 = 1;
/// The process has rejoined, but the generator still uses the session before.
const REJOINED: u64 = 2;

/// An open state file. The page is read under the generator's lock; waits for the file happen only
/// outside it.
pub struct StateFile<S: Os> {
    pub(crate) header: FileHeader,
    pub(crate) path: S::FilePath,
    pub page: Page<S>,
    file: Lock<S, OpenFile<S>>,
    /// The fork count of the process that opened the file.
    forks: S::AtomicU64,
    /// The join count when this process was last the only user; 0 if never.
    exclusive_at: S::AtomicU64,
    /// [`MEMBER`], [`LOST`] or [`REJOINED`].
    membership: S::AtomicU64,
}

impl<S: Os> StateFile<S> {
    /// Opens the file, or creates it if there is none. Calls `data` to begin a session.
    ///
    /// # Errors
    /// `store_*`, with the path; the error of `data`.
    pub fn open(
        path: &Path,
        header: FileHeader,
        access: FileAccess,
        generation: Generation,
        data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<Self, Error> {
        let path = file::absolute_path::<S>(path)?;
        let mut open = || Self::open_once(&path, header, access, generation, data);
        match open() {
            // The agent of a lease file may have replaced it meanwhile.
            Err(error) if header.leased_bits.is_some() && error.code() == ErrorCode::StoreIo => {
                open()
            }
            opened => opened,
        }
    }

    fn open_once(
        path: &S::FilePath,
        header: FileHeader,
        access: FileAccess,
        generation: Generation,
        data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<Self, Error> {
        // Only the writer creates a lease file, since the file needs its namespace.
        let creates = header.leased_bits.is_none() || !guard!(KeeperMakes);
        let initial = creates.then_some(Record::default());
        let opened = OpenFile::open_or_create(path, &header, initial.as_ref());
        let opened = opened.map_err(|unusable| unusable.with_path(&S::display_path(path)))?;
        if header.leased_bits.is_none() && !access.allows_other_owner {
            expect_owner::<S>(&opened, path)?;
        }
        let path = S::FilePath::clone(path);
        let state_file = Self::new(header, path, opened, access.is_unmapped, generation)?;
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let joined = state_file.with_file(generation, &mut deadlines, |opened, deadline| {
            state_file.join(opened, generation, deadline, data)
        });
        joined.map(|()| state_file)
    }

    /// Maps the page of a file that was just opened, unless `is_unmapped`.
    #[inline(never)]
    pub(crate) fn new(
        header: FileHeader,
        path: S::FilePath,
        opened: OpenFile<S>,
        is_unmapped: bool,
        generation: Generation,
    ) -> Result<Self, Error> {
        let with_path = |unusable: Unusable| unusable.with_path(&S::display_path(&path));
        // Do not access the mapping before the file is known to be complete.
        let page = match is_unmapped {
            true => Ok(Page::<S>::UNMAPPED),
            false => S::map(Mapping::File(opened.file()), FILE_LEN),
        };
        let page = page.map_err(|error| with_path(opened.mapping_error(&header, error)))?;
        Ok(Self {
            header,
            path,
            page: Page::<S>::new(page),
            file: Lock::new(opened),
            forks: S::AtomicU64::new(generation.forks()),
            exclusive_at: S::AtomicU64::new(0),
            membership: S::AtomicU64::new(MEMBER),
        })
    }

    /// Fails for a lease file if the system does not identify its boots: a copy of the machine that
    /// is started later would use the same lease.
    pub(crate) fn expect_boot_id(&self) -> Result<(), Error> {
        if self.header.leased_bits.is_some() && self.map_io(S::boot_id())? == [0; 2] {
            return self.map_io(Err(io::ErrorKind::Unsupported.into()));
        }
        Ok(())
    }

    // Waiting for the file

    /// Calls `act`, which may wait for the file, in one thread at a time.
    ///
    /// # Errors
    /// `store_locked` if the file is not available in time, although the caller would wait longer.
    pub(crate) fn with_file<'a, R>(
        &'a self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        act: impl FnOnce(&mut LockGuard<'a, S, OpenFile<S>>, Deadline) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.with_file_if(OpenFile::is_own, generation, deadlines, act)
    }

    /// As [`with_file`](Self::with_file), with a test of the descriptor.
    fn with_file_if<'a, R>(
        &'a self,
        is_own: fn(&OpenFile<S>) -> bool,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        act: impl FnOnce(&mut LockGuard<'a, S, OpenFile<S>>, Deadline) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let caller = deadlines.caller;
        deadlines.limit_file_time::<S, _>(|deadline| {
            let done = match self.file.lock(generation, deadline) {
                Ok(mut opened) => match self.replace_closed(&mut opened, is_own) {
                    Ok(()) => act(&mut opened, deadline),
                    Err(error) => Err(error),
                },
                Err(TIMED_OUT) if !deadline.has_passed::<S>() => {
                    return Err(caller.would_deadlock());
                }
                Err(stopped) => Err(stopped),
            };
            match done {
                Err(TIMED_OUT) if !caller.has_passed::<S>() => {
                    Err(self.error(ErrorCode::StoreLocked))
                }
                done => done,
            }
        })
    }

    /// Opens the file again if the program closed the descriptor. This process then rejoins: the
    /// member lock may be lost. A mapping keeps the closed description and its locks on Linux, so
    /// the process never counts as the only user.
    pub(crate) fn replace_closed(
        &self,
        opened: &mut OpenFile<S>,
        is_own: fn(&OpenFile<S>) -> bool,
    ) -> Result<(), Error> {
        if is_own(opened) {
            return Ok(());
        }
        cov_mark!(Reopened);
        self.membership.store(LOST, Ordering::Relaxed);
        self.map_io(opened.open_again(&self.path))
    }

    /// Calls `act` while no other process or thread joins, leaves or changes the record. Passes the
    /// file to change the record with.
    pub(crate) fn change<R>(
        &self,
        opened: &OpenFile<S>,
        generation: Generation,
        deadline: Deadline,
        act: impl FnOnce(&OpenFile<S>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let own = opened.reopen_for_change(&self.path);
        let change = own.as_ref().unwrap_or(opened);
        self.change_with(change, generation, deadline, act)
    }

    /// As [`change`](Self::change), with a file that is open. Children have its lock, too.
    fn change_with<R>(
        &self,
        change: &OpenFile<S>,
        generation: Generation,
        deadline: Deadline,
        act: impl FnOnce(&OpenFile<S>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let _threads = self.lock_for_change(change, generation, deadline)?;
        let changed = act(change);
        // A child that a signal handler forked shares the lock: its parent still relies on it.
        if process::generation::<S>().forks() == generation.forks() {
            self.map_io(change.unlock(LockByte::Change))?;
        }
        changed
    }

    #[inline(never)]
    fn lock_for_change(
        &self,
        change: &OpenFile<S>,
        generation: Generation,
        deadline: Deadline,
    ) -> Result<Option<WordGuard<'static, S>>, Error> {
        // Process locks do not exclude other threads.
        let threads = match change.has_own_description() {
            true => None,
            false => {
                let word = &S::statics().record_lock;
                Some(WordGuard::lock(word, generation, deadline)?)
            }
        };
        change.lock_exclusive(LockByte::Change, deadline, |error| self.io_error(error))?;
        Ok(threads)
    }

    // The page of a file that is not mapped

    /// Reads the page, unless it is mapped. The caller holds the change lock.
    fn load_page(&self, change: &OpenFile<S>) -> Result<(), Error> {
        if !self.page.is_mapped() {
            let read = change.read_page();
            let read = read.map_err(|unusable| unusable.with_path(&S::display_path(&self.path)))?;
            self.page.copy_from(&read);
        }
        Ok(())
    }

    /// Writes the page back, unless it is mapped. The caller has held the change lock since it was
    /// read.
    fn store_page(&self, change: &OpenFile<S>) -> Result<(), Error> {
        if !self.page.is_mapped() {
            self.map_io(change.write_page(&self.page.to_bytes()))?;
        }
        Ok(())
    }

    /// Calls `issue` with the current page of a file that is not mapped, while no other process or
    /// thread changes it. `issue` calls its argument to write the page back.
    pub fn with_current_page<R>(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        issue: impl FnOnce(&dyn Fn() -> Result<(), Error>) -> R,
    ) -> Result<R, Error> {
        // Each further system call would take a tenth of the time of an id, and opening the file
        // again half of it.
        self.with_file_if(
            OpenFile::has_own_offset,
            generation,
            deadlines,
            |opened, deadline| {
                self.change_with(opened, generation, deadline, |change| {
                    self.load_page(change)?;
                    cov_mark!(Unmapped);
                    // Without the member lock, `issue` finds no room below the mark.
                    match self.page.has_session() || self.has_lost_membership() {
                        true => Ok(issue(&|| self.store_page(change))),
                        // An older file was copied over this one.
                        false => Err(self.error(ErrorCode::StoreCorrupt)),
                    }
                })
            },
        )
    }

    // Joining

    fn join(
        &self,
        opened: &OpenFile<S>,
        generation: Generation,
        deadline: Deadline,
        data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<(), Error> {
        if self.map_io(opened.is_flocked())? {
            return Err(self.error(ErrorCode::StoreLocked));
        }
        self.change(opened, generation, deadline, |change| {
            // If this fails, no lock was taken yet.
            let record = self.read_record(opened)?;
            self.load_page(opened)?;
            self.expect_boot_id()?;
            let joined = self.join_session(opened, change, &record, data);
            if joined.is_err() {
                // Otherwise, the next process would join a session that does not exist.
                let _ = self.release_membership(opened);
            }
            joined
        })
    }

    fn join_session(
        &self,
        opened: &OpenFile<S>,
        change: &OpenFile<S>,
        record: &Record,
        data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<(), Error> {
        let is_only = self.map_io(opened.is_only_member(change))?;
        // With process locks, other generators of this process may be members, too.
        let begins = is_only && (opened.has_own_description() || !self.page.has_session());
        if begins {
            self.sync_new_name(record)?;
            self.map_io(change.allocate_page())?;
            let boot_id = self.map_io(S::boot_id())?;
            self.page.begin_session(record, boot_id, data()?);
        }
        self.map_io(opened.lock_shared(LockByte::Member))?;
        if !std::ptr::eq(opened, change) && !self.map_io(opened.has_working_locks(change))? {
            return Err(self.error(ErrorCode::StoreIo));
        }
        if !begins {
            if let Some(system) = self.map_io(opened.remote_file_system())? {
                // The other user may be on another machine, which shares no memory with this one.
                return Err(self.remote_error(&system));
            }
            if !self.page.has_session() {
                // The session belongs to another version of this library.
                return Err(self.error(ErrorCode::StoreLocked));
            }
        }
        let joined = self.page.join();
        self.store_page(change)?;
        let is_exclusive = begins && opened.has_own_description();
        let exclusive_at = if is_exclusive { joined } else { 0 };
        self.exclusive_at.store(exclusive_at, Ordering::Relaxed);
        Ok(())
    }

    /// Syncs the name of a new file before ids rely on it. The record of any other file was written
    /// after that.
    pub(crate) fn sync_new_name(&self, record: &Record) -> Result<(), Error> {
        match record.sequence == 0 && guard!(NameSync) {
            true => self.map_io(S::sync_name(&self.path)),
            false => Ok(()),
        }
    }

    /// Whether this process must rejoin before its next id: its parent opened the file, or it lost
    /// its member lock. Also after that, until the generator uses the new session.
    pub fn must_rejoin(&self, generation: Generation) -> bool {
        self.is_inherited(generation) || self.membership.load(Ordering::Relaxed) != MEMBER
    }

    /// Records that the generator is about to use the session on the page. If this process rejoins
    /// meanwhile, the generator must do so again.
    pub fn enter_session(&self) {
        // Another thread may have begun the session.
        let (entered, failed) = (Ordering::Acquire, Ordering::Relaxed);
        let _ = (self.membership).compare_exchange(REJOINED, MEMBER, entered, failed);
    }

    fn is_inherited(&self, generation: Generation) -> bool {
        self.forks.load(Ordering::Acquire) != generation.forks()
    }

    #[inline]
    fn has_lost_membership(&self) -> bool {
        self.membership.load(Ordering::Relaxed) == LOST
    }

    /// Rejoins, unless another thread has. A forked child opens the file again, since it inherits
    /// everything but the locks.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn rejoin(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<(), Error> {
        self.with_file(generation, deadlines, |opened, deadline| {
            if !self.is_inherited(generation) && !self.has_lost_membership() {
                return Ok(());
            }
            if self.is_inherited(generation) {
                self.map_io(opened.reopen_in_child(&self.path))?;
            }
            self.join(opened, generation, deadline, data)?;
            self.forks.store(generation.forks(), Ordering::Release);
            self.membership.store(REJOINED, Ordering::Release);
            Ok(())
        })
    }

    /// Examines a page that contradicts what this process knows: either the program closed the
    /// descriptor, and this process must rejoin, or the file was overwritten.
    ///
    /// # Errors
    /// `store_corrupt`, and those of opening the file again.
    pub fn examine(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Result<(), Error> {
        self.with_file(generation, deadlines, |_, _| {
            match self.must_rejoin(generation) {
                true => Ok(()),
                false => Err(self.error(ErrorCode::StoreCorrupt)),
            }
        })
    }

    // The session

    /// Whether no process has joined since this one was the only user.
    #[inline]
    pub fn is_exclusive(&self) -> bool {
        // The count of an unmapped page may be old.
        self.page.is_mapped()
            && (self.page.join_count() == self.exclusive_at.load(Ordering::Relaxed)
                || !guard!(Joiners))
    }

    /// The position up to which ids may be issued without a reservation.
    pub fn mark(&self) -> u64 {
        match self.has_lost_membership() {
            true => 0,
            false => self.page.mark(),
        }
    }

    // Raising the mark

    /// Raises the high-water mark, on the disk first.
    ///
    /// # Errors
    /// `store_*`; `lease_expired` beyond the end of a lease. The mark is then unchanged.
    pub fn reserve(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
        Reservation {
            position,
            ahead,
            max_seen,
        }: Reservation,
    ) -> Result<(), Error> {
        self.with_file(generation, deadlines, |opened, deadline| {
            if self.mark() >= position {
                return Ok(());
            }
            self.change(opened, generation, deadline, |change| {
                self.load_page(change)?;
                if self.mark() >= position || self.has_lost_membership() {
                    return Ok(());
                }
                if !self.map_io(opened.has_name(&self.path))? {
                    // No later process would find the new mark.
                    return Err(self.not_found());
                }
                if !self.page.has_session() {
                    // It ended without this process.
                    self.membership.store(LOST, Ordering::Relaxed);
                    return Ok(());
                }
                let record = self.read_record(change)?;
                // The writer may have ended between writing the record and publishing it.
                self.page.publish_lease(&record);
                let end = self.lease_end(change, &record)?;
                if position > end {
                    return Err(self.error(ErrorCode::LeaseExpired));
                }
                let record = Record {
                    sequence: record.sequence + 1,
                    mark: record.mark.max(position.saturating_add(ahead).min(end)),
                    max_seen: record.max_seen.max(self.page.max_seen()).max(max_seen),
                    ..record
                };
                self.map_io(change.write_record(&record, &self.header))?;
                self.map_io(change.sync())?;
                self.page.raise_max_seen(max_seen);
                self.page.raise_mark(record.mark);
                match self.page.is_mapped() {
                    true => self.detect_exclusive_use(opened, change),
                    false => self.store_page(change),
                }
            })
        })
    }

    /// The last position for which ids may be issued; 0 if the lease is not valid.
    fn lease_end(&self, file: &OpenFile<S>, record: &Record) -> Result<u64, Error> {
        if self.header.leased_bits.is_none() || !guard!(LeaseEnd) {
            return Ok(u64::MAX);
        }
        Ok(match self.map_io(file.is_valid(&record.lease))? {
            true => record.lease.end,
            false => 0,
        })
    }

    /// The current lease of a lease file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn current_lease(
        &self,
        generation: Generation,
        deadlines: &mut CallDeadlines,
    ) -> Result<LeaseRecord, Error> {
        self.with_file(generation, deadlines, |opened, deadline| {
            self.change(opened, generation, deadline, |change| {
                let record = self.read_record(change)?;
                self.page.publish_lease(&record);
                Ok(record.lease)
            })
        })
    }

    /// Detects that this process is now the only user. The caller holds the change lock, so no
    /// process can join.
    fn detect_exclusive_use(
        &self,
        opened: &OpenFile<S>,
        change: &OpenFile<S>,
    ) -> Result<(), Error> {
        if self.is_exclusive() || !opened.has_own_description() {
            return Ok(());
        }
        let is_only = opened.is_only_member(change);
        let is_only = is_only.and_then(|is_only| {
            // Otherwise, this process would not count as a member.
            opened.lock_shared(LockByte::Member).map(|()| is_only)
        });
        match is_only {
            Ok(true) => {
                let joined = self.page.join_count();
                self.exclusive_at.store(joined, Ordering::Relaxed);
            }
            Ok(false) => {}
            Err(error) => {
                if guard!(Outside) {
                    self.membership.store(LOST, Ordering::Relaxed);
                    // The lock may be exclusive, which would keep all others out.
                    let _ = opened.unlock(LockByte::Member);
                }
                return Err(self.io_error(error));
            }
        }
        Ok(())
    }

    // Leaving

    /// Leaves the session. The last process lowers the mark to the last issued position. Ignores
    /// errors: the mark is then higher than necessary.
    ///
    /// `last_position` returns the last issued position for the position in the file. Called when
    /// no other process can change the latter.
    pub fn leave(&self, generation: Generation, last_position: impl FnOnce(u64) -> u64) {
        let mut deadlines = CallDeadlines::until(Deadline::NEVER);
        let _ = self.with_file(generation, &mut deadlines, |opened, deadline| {
            if self.has_lost_membership() {
                return Ok(());
            }
            self.change(opened, generation, deadline, |change| {
                let left = self.end_session(opened, change, last_position);
                // Also after an error: a forked child may have this description, too.
                self.map_io(self.release_membership(opened)).and(left)
            })
        });
    }

    /// Releases the member lock. A process with process locks may have the file open elsewhere, so
    /// it remains a member while a session goes on, but without an exclusive lock.
    fn release_membership(&self, opened: &OpenFile<S>) -> io::Result<()> {
        // Do not access the mapping of a file that may be truncated. An unmapped page may have a
        // session that was not written.
        let has_session = || match opened.is_complete() {
            Ok(true) => self.load_page(opened).is_err() || self.page.has_session(),
            Ok(false) => false,
            Err(_) => true,
        };
        match !opened.has_own_description() && has_session() {
            true => opened.lock_shared(LockByte::Member),
            false => opened.unlock(LockByte::Member),
        }
    }

    /// Lowers the mark and ends the session if this process is the last one.
    fn end_session(
        &self,
        opened: &OpenFile<S>,
        change: &OpenFile<S>,
        last_position: impl FnOnce(u64) -> u64,
    ) -> Result<(), Error> {
        let is_last = self.map_io(opened.is_only_member(change))? || !guard!(LastLeaves);
        if !is_last || !opened.has_own_description() {
            return Ok(());
        }
        self.load_page(change)?;
        let position = last_position(self.page.close());
        let record = self.read_record(change)?;
        // Positions before the lease belong to another node, or to the node's last holder.
        let least = match guard!(LeaseBegin) {
            true => record.lease.before(),
            false => 0,
        };
        let position = position.max(least);
        if position != 0 && position < record.mark {
            // Not synced: until then, the mark on the disk is above it.
            let record = Record {
                sequence: record.sequence + 1,
                mark: position,
                max_seen: self.page.max_seen(),
                ..record
            };
            self.map_io(change.write_record(&record, &self.header))?;
        }
        self.page.end_session();
        self.store_page(change)
    }

    // Errors

    pub(crate) fn read_record(&self, file: &OpenFile<S>) -> Result<Record, Error> {
        file.read_record(&self.header)
            .map_err(|unusable| unusable.with_path(&S::display_path(&self.path)))
    }

    pub(crate) fn map_io<R>(&self, result: io::Result<R>) -> Result<R, Error> {
        result.map_err(|error| self.io_error(error))
    }

    /// Takes the error by value, so that callers need not drop it.
    #[cold]
    #[inline(never)]
    fn io_error(&self, error: io::Error) -> Error {
        file::io_error(&S::display_path(&self.path), &error)
    }

    /// The file has lost its name.
    pub(crate) fn not_found(&self) -> Error {
        self.io_error(io::ErrorKind::NotFound.into())
    }

    pub fn error(&self, code: ErrorCode) -> Error {
        Error::about_file(code, intern(&S::display_path(&self.path), ""), None)
    }

    /// `store_locked`, because of the file system.
    fn remote_error(&self, system: &str) -> Error {
        let note = format!("on a file system of type {system}");
        error_with_note::<S>(ErrorCode::StoreLocked, &self.path, &note)
    }
}

/// Fails unless the file belongs to someone who is trusted with its ids. A lease file has the owner
/// that its writer gave it.
fn expect_owner<S: Os>(opened: &OpenFile<S>, path: &S::FilePath) -> Result<(), Error> {
    match S::untrusted_owner(opened.file(), path) {
        Ok(None) => Ok(()),
        Ok(Some((owner, user))) => {
            let note = format!(
                "which belongs to user {owner}, not to user {user}: see the option allow_other_owner"
            );
            Err(error_with_note::<S>(ErrorCode::StoreForeign, path, &note))
        }
        Err(error) => Err(file::io_error(&S::display_path(path), &error)),
    }
}

fn error_with_note<S: Os>(code: ErrorCode, path: &S::FilePath, note: &str) -> Error {
    Error::about_file(code, intern(&S::display_path(path), note), None)
}

#[cfg(test)]
mod tests;
