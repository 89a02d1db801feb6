//! The writer of a lease file: opens the file exclusively and writes what a server granted.
//!
//! Order: the server grants, the file is written and synced, ids are issued. So the file never
//! contains more than the server granted.

use std::io::ErrorKind;
use std::path::Path;

use super::data::{FileHeader, LeaseRecord, NAMESPACE_LEN};
use super::file::{self, OpenFile, Unusable};
use super::locks::LockByte;
use super::record::Record;
use super::state_file::StateFile;
use crate::error::{Error, ErrorCode};
use crate::sys::deadline::{CallDeadlines, Stopped, Timed, untimed};
use crate::sys::lock::Lock;
use crate::sys::process::Generation;
use crate::sys::{Deadline, Os, Sys, guard};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenLease {
    pub(crate) lease: LeaseRecord,
    /// Whether the lease is valid in this file and since the last boot.
    pub(crate) is_valid: bool,
    /// No id was issued above this position.
    pub(crate) mark: u64,
}

/// A lease file, opened by its only writer. Issues no ids.
pub(crate) struct LeaseWriter {
    file: StateFile,
    /// Has the writer lock. The mapping of `file` would keep a lock of its description after the
    /// program closed the descriptor.
    lock: Lock<OpenFile>,
    /// Whether a damaged file was found at the path, and renamed.
    pub(crate) was_damaged: bool,
}

impl LeaseWriter {
    /// Opens the file, or creates it without a lease. A damaged one is [set aside](Self::set_aside)
    /// first.
    ///
    /// # Errors
    /// `store_locked` if there is another writer, `store_foreign` for another namespace, and the
    /// other `store_*`.
    pub(crate) fn open(
        given: &Path,
        header: FileHeader,
        namespace: &[u8; NAMESPACE_LEN],
        generation: Generation,
    ) -> Result<Self, Error> {
        let path = file::absolute_path(given)?;
        let initial = Record {
            lease: LeaseRecord {
                namespace: *namespace,
                ..LeaseRecord::NONE
            },
            ..Record::default()
        };
        let open = |initial| {
            let opened = OpenFile::open_or_create(&path, &header, initial);
            let opened = opened.map_err(|unusable| unusable.with_path(&Sys::display_path(&path)));
            opened.map(|opened| opened.left_open_in_children(generation))
        };
        let (opened, lock) = (open(Some(&initial))?, open(None)?);
        let file = StateFile::new(header, path, opened, false, generation)?;
        file.expect_boot_id()?;
        let writer = Self {
            file,
            lock: Lock::new(lock),
            was_damaged: false,
        };
        let written = match writer.change(generation, |_| Ok(())) {
            Err(error) if error.code() == ErrorCode::StoreCorrupt => {
                writer.set_aside(generation)?;
                let created = Self::open(given, header, namespace, generation)?;
                return Ok(Self {
                    was_damaged: true,
                    ..created
                });
            }
            written => written?,
        };
        match written.lease.namespace == *namespace {
            true => Ok(writer),
            false => Err(writer.file.error(ErrorCode::StoreForeign)),
        }
    }

    /// Changes the record.
    ///
    /// # Errors
    /// `store_*`, and those of `change`. The file is then unchanged.
    pub(crate) fn change(
        &self,
        generation: Generation,
        change: impl Fn(&mut Record) -> Result<(), Error>,
    ) -> Result<WrittenLease, Error> {
        self.write(generation, &|record, _| change(record))
    }

    /// Begins a lease from the first tick above the mark, and not before the position `from`.
    ///
    /// `next_tick` returns the first position of the first tick above a position. `set` sets node
    /// and term.
    ///
    /// # Errors
    /// `store_*`, and those of `set`. The file is then unchanged.
    pub(crate) fn change_node(
        &self,
        generation: Generation,
        from: u64,
        next_tick: impl Fn(u64) -> u64,
        set: impl Fn(&mut LeaseRecord) -> Result<(), Error>,
    ) -> Result<WrittenLease, Error> {
        self.write(generation, &|record, opened| {
            let (device, inode, created_ns) = self.file.map_io(opened.unique_id())?;
            let above = match guard!(NewTick) {
                true => next_tick(record.mark),
                false => from,
            };
            let lease = &mut record.lease;
            (lease.device, lease.inode, lease.created_ns) = (device, inode, created_ns);
            lease.boot_id = self.file.map_io(Sys::boot_id())?;
            lease.epoch += 1;
            lease.first = from.max(above);
            set(lease)?;
            record.mark = record.mark.max(record.lease.before());
            // The server's clock has reached `from`: a clock further behind was set back.
            record.max_seen = record.max_seen.max(from);
            Ok(())
        })
    }

    /// Whether any process may issue ids with the file.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn is_in_use(&self, generation: Generation) -> Result<bool, Error> {
        let file = &self.file;
        self.with_writer_lock(generation, |opened, deadline| {
            file.change(opened, generation, deadline, |_| {
                file.map_io(opened.is_in_use())
            })
        })
    }

    /// Replaces the file, whose lease is closed, by a new one with the same content and access
    /// rights. A copy of the old one that is written into the new one is then void. Returns whether
    /// that was possible. It is not if a program has the file open, if the file is a mount or has
    /// several links, if its folder cannot be written, or if its creation time is unknown: a later
    /// file may then be mistaken for it. This writer cannot be used afterwards.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn replace(&self, generation: Generation) -> Result<bool, Error> {
        let file = &self.file;
        self.with_writer_lock(generation, |opened, deadline| {
            file.change(opened, generation, deadline, |by| {
                let (.., created_ns) = file.map_io(opened.unique_id())?;
                let is_replaceable = created_ns != 0
                    && !file.map_io(opened.is_in_use())?
                    && file.map_io(opened.has_name(&file.path))?;
                let record = file.read_record(by)?;
                let replaced = || opened.replace(&file.path, &file.header, &record);
                Ok(is_replaceable && replaced().is_ok())
            })
        })
    }

    /// Whether the path still leads to this file.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn has_name(&self, generation: Generation) -> Result<bool, Error> {
        let file = &self.file;
        self.with_writer_lock(generation, |opened, _| {
            Ok(file.map_io(opened.has_name(&file.path))?)
        })
    }

    /// Renames a damaged file: its path gets the ending `.damaged`, which replaces an earlier one.
    /// Does nothing if the path leads to another file.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn set_aside(&self, generation: Generation) -> Result<(), Error> {
        if !self.has_name(generation)? {
            return Ok(());
        }
        let file = &self.file;
        let aside = format!("{}.damaged", Sys::display_path(&file.path));
        let aside = file::absolute_path(Path::new(&aside))?;
        match Sys::remove(&aside) {
            Err(error) if error.kind() != ErrorKind::NotFound => return file.map_io(Err(error)),
            _ => {}
        }
        file.map_io(Sys::publish(&file.path, &aside))
    }

    /// Changes the record, first on the disk, then for the processes that have the file open. Takes
    /// a `dyn Fn` so that this large function is compiled once.
    #[inline(never)]
    fn write(
        &self,
        generation: Generation,
        change: &dyn Fn(&mut Record, &OpenFile) -> Result<(), Error>,
    ) -> Result<WrittenLease, Error> {
        let file = &self.file;
        self.with_writer_lock(generation, |opened, deadline| {
            file.change(opened, generation, deadline, |by| {
                if !file.map_io(opened.has_name(&file.path))? {
                    return Err(file.not_found());
                }
                let before = file.read_record(by)?;
                let mut record = before;
                change(&mut record, opened)?;
                if record != before {
                    file.sync_new_name(&before)?;
                    record.sequence += 1;
                    file.map_io(by.write_record(&record, &file.header))?;
                    file.map_io(by.sync())?;
                }
                if file.page.has_session() {
                    file.page.publish_lease(&record);
                }
                Ok(WrittenLease {
                    lease: record.lease,
                    is_valid: file.map_io(opened.is_valid(&record.lease))?,
                    mark: record.mark,
                })
            })
        })
    }

    /// Calls `act` with the writer lock: again, if the program closed the descriptor that had it.
    fn with_writer_lock<R>(
        &self,
        generation: Generation,
        act: impl FnOnce(&OpenFile, Deadline) -> Timed<R>,
    ) -> Result<R, Error> {
        let (file, mut deadlines) = (&self.file, CallDeadlines::until(Deadline::NEVER));
        untimed(
            file.with_file(generation, &mut deadlines, |opened, deadline| {
                let mut lock = self.lock.lock(generation, deadline)?;
                file.replace_closed(&mut lock, OpenFile::is_own)?;
                let is_ours = file.map_io(lock.try_lock_exclusive(LockByte::Writer))?;
                if !is_ours && guard!(OneKeeper) {
                    return Err(file.error(ErrorCode::StoreLocked).into());
                }
                act(opened, deadline)
            }),
        )
    }
}

/// Reads a lease file without becoming its writer.
///
/// # Errors
/// `store_foreign` for a file without a lease, and the other `store_*`.
pub(crate) fn read_lease(path: &Path) -> Result<WrittenLease, Error> {
    let path = file::absolute_path(path)?;
    let path_text = Sys::display_path(&path);
    let io_error = |error: std::io::Error| file::io_error(&path_text, &error);
    let with_path = |unusable: Unusable| unusable.with_path(&path_text);
    let opened = OpenFile::open(&path).map_err(with_path)?;
    let deadline = Deadline::after(CallDeadlines::MAX_FILE_TIME);
    match opened.lock_exclusive(LockByte::Change, deadline, io_error) {
        Ok(()) => {}
        Err(Stopped::TimedOut) => return Err(with_path(Unusable::Code(ErrorCode::StoreLocked))),
        Err(Stopped::Failed(error)) => return Err(error),
    }
    let read = opened.read_lease_record().map_err(with_path);
    opened.unlock(LockByte::Change).map_err(io_error)?;
    let Record { lease, mark, .. } = read?;
    let is_valid = opened.is_valid(&lease).map_err(io_error)?;
    match lease.namespace == LeaseRecord::NONE.namespace {
        true => Err(with_path(Unusable::Code(ErrorCode::StoreForeign))),
        false => Ok(WrittenLease {
            lease,
            is_valid,
            mark,
        }),
    }
}

/// Retires a state file that no process has open: later opens fail with `store_foreign`. Returns
/// the last issued position. Idempotent.
///
/// The file becomes a lease file without a namespace, which only this function opens.
///
/// # Errors
/// `store_locked` if a process has it open, and the other `store_*`. The file is then unchanged.
pub(crate) fn retire(
    path: &Path,
    header: FileHeader,
    generation: Generation,
) -> Result<u64, Error> {
    let path = file::absolute_path(path)?;
    let opened = OpenFile::open_or_create(&path, &header, None);
    let opened = opened.map_err(|unusable| unusable.with_path(&Sys::display_path(&path)))?;
    let file = StateFile::new(header, path, opened, false, generation)?;
    file.expect_boot_id()?;
    let state_header = FileHeader {
        leased_bits: None,
        ..header
    };
    let mut deadlines = CallDeadlines::until(Deadline::NEVER);
    let mark = file.with_file(generation, &mut deadlines, |opened, deadline| {
        file.change(opened, generation, deadline, |by| {
            if file.map_io(by.is_in_use())? || file.map_io(by.is_flocked())? {
                return Err(file.error(ErrorCode::StoreLocked));
            }
            let Ok(record) = by.read_record(&state_header) else {
                let record = file.read_record(by)?;
                return match record.lease == LeaseRecord::NONE {
                    true => Ok(record.mark),
                    false => Err(file.error(ErrorCode::StoreForeign)),
                };
            };
            let record = Record {
                sequence: record.sequence + 1,
                ..record
            };
            file.map_io(by.write_record(&record, &header))?;
            file.map_io(by.sync())?;
            Ok(record.mark)
        })
    });
    untimed(mark)
}
