//! Lease files: the writer, which writes what a server granted, and readers. Times are Unix
//! milliseconds.
//!
//! Order: the server grants, the file is written and synced, ids are issued. So the file never
//! contains more than the server granted.

use std::io::ErrorKind;
use std::marker::PhantomData;
use std::path::Path;

use crate::error::{Error, ErrorCode};
use crate::plan::Plan;
use crate::position_codec::PositionCodec;
use crate::store::file::{self, OpenFile, Unusable};
use crate::store::{FileHeader, IDS, LeaseRecord, LockByte, NAMESPACE_LEN, Record, StateFile};
use crate::sys::deadline::{CallDeadlines, TIMED_OUT};
use crate::sys::lock::Lock;
use crate::sys::{Deadline, Os, guard, process};
use crate::ticks::{Count, Ticks};
use crate::time::UnixTime;

/// A lease file, opened by its only writer. Issues no ids. `E` is the error of its methods.
pub struct LeaseFile<S: Os, E = Error> {
    file: StateFile<S>,
    /// Has the writer lock. The mapping of `file` would keep a lock of its description after the
    /// program closed the descriptor.
    lock: Lock<S, OpenFile<S>>,
    was_damaged: bool,
    times: Times,
    error: PhantomData<fn() -> E>,
}

/// A term of a lease, as written to a lease file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The end, in Unix milliseconds: ids whose tick starts at this time or later are not included.
    pub until_ms: i64,
    /// The ids of the leases that were granted or requested, newest first; 0: none.
    pub ids: [u64; IDS],
    /// How often the node was granted, as far as is known.
    pub count: u64,
}

/// The content of a lease file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leased {
    /// The node; `None` if there was never one.
    pub node: Option<u64>,
    /// The term. `until_ms` and the ids show whether it has ended or was returned.
    pub stretch: Stretch,
    /// Whether the lease is valid: it was written to this file since the last boot.
    pub counts: bool,
    /// The end of the last millisecond that an id may have, in Unix milliseconds; 0 if none was
    /// issued.
    pub used_ms: i64,
}

impl<S: Os, E> std::fmt::Debug for LeaseFile<S, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeaseFile").finish_non_exhaustive()
    }
}

/// How positions stand for times.
#[derive(Clone, Copy)]
struct Times {
    codec: PositionCodec,
    ticks: Ticks,
}

impl Times {
    /// What a lease file of a plan records, and how.
    fn of(plan: &Plan) -> Result<(FileHeader, Self), Error> {
        match (plan.codec, plan.ticks, &plan.layout.time) {
            (Some(codec), Some(ticks), Some(time)) => {
                Ok((plan.file_header(time), Self { codec, ticks }))
            }
            _ => Err(Error::about(
                ErrorCode::InvalidOption,
                "lease_file\0ids of this format have no time, so no lease",
            )),
        }
    }

    /// The last position before the first tick that starts at this time or later.
    fn before(&self, unix_ms: i64) -> Result<u64, Error> {
        let tick = self.ticks.first_from(UnixTime::from_unix_ms(unix_ms))?;
        Ok(self.codec.before(tick))
    }

    /// The end of the last millisecond of a position's tick; 0 for no position.
    fn used_ms(&self, position: u64) -> i64 {
        match position {
            0 => 0,
            _ => self.begin_ms(self.codec.decode(position).0.saturating_add(1)),
        }
    }

    /// The start of a tick, rounded up to a millisecond.
    fn begin_ms(&self, tick: Count) -> i64 {
        let begin = self.ticks.start(tick, 0);
        let begin_ns = begin.map_or(i128::MAX, |begin| begin.unix_ns());
        let rest = i128::from(begin_ns.rem_euclid(1_000_000) > 0);
        i64::try_from(begin_ns.div_euclid(1_000_000) + rest).unwrap_or(i64::MAX)
    }
}

impl<S: Os, E: From<Error>> LeaseFile<S, E> {
    /// Opens the file as its only writer, or creates it without a lease. A damaged one is [set
    /// aside](Self::set_aside) first.
    ///
    /// # Errors
    /// `invalid_option` for a plan without a lease file, and for a namespace that is empty or longer
    /// than 64 bytes; `store_locked` if there is another writer; `store_foreign` for another
    /// namespace; the other `store_*`.
    pub fn open(path: &Path, plan: &Plan, namespace: &str) -> Result<Self, E> {
        let (header, times) = Times::of(plan)?;
        let mut padded = [0; NAMESPACE_LEN];
        match padded.get_mut(..namespace.len()) {
            Some(name) if !namespace.is_empty() => name.copy_from_slice(namespace.as_bytes()),
            _ => {
                let subject = "namespace\0a namespace has 1 to 64 bytes";
                return Err(Error::about(ErrorCode::InvalidOption, subject).into());
            }
        }
        Self::open_once(path, header, times, &padded, false)
    }

    fn open_once(
        given: &Path,
        header: FileHeader,
        times: Times,
        namespace: &[u8; NAMESPACE_LEN],
        was_damaged: bool,
    ) -> Result<Self, E> {
        let (path, generation) = (file::absolute_path::<S>(given)?, process::generation::<S>());
        let initial = Record {
            lease: LeaseRecord {
                namespace: *namespace,
                ..LeaseRecord::NONE
            },
            ..Record::default()
        };
        let open = |initial| {
            let opened = OpenFile::open_or_create(&path, &header, initial);
            let opened = opened.map_err(|unusable| unusable.with_path(&S::display_path(&path)))?;
            Ok::<_, Error>(opened.left_open_in_children(generation))
        };
        let (opened, lock) = (open(Some(&initial))?, open(None)?);
        let file = StateFile::new(header, path, opened, false, generation)?;
        file.expect_boot_id()?;
        let writer = Self {
            file,
            lock: Lock::new(lock),
            was_damaged,
            times,
            error: PhantomData,
        };
        match writer.write(&|_, _| Ok(())) {
            Err(error) if error.code() == ErrorCode::StoreCorrupt && !was_damaged => {
                writer.set_aside()?;
                Self::open_once(given, header, times, namespace, true)
            }
            Ok((record, _)) if record.lease.namespace == *namespace => Ok(writer),
            Ok(_) => Err(writer.file.error(ErrorCode::StoreForeign).into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a damaged file was found when this one was opened.
    pub const fn was_damaged(&self) -> bool {
        self.was_damaged
    }

    /// Reads the file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn held(&self) -> Result<Leased, E> {
        self.change(&|_, _| Ok(()))
    }

    /// Changes the end of the term, and nothing else. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn extend(&self, stretch: Stretch) -> Result<Leased, E> {
        self.change(&|record, _| self.set_term(&mut record.lease, stretch))
    }

    /// Changes the node, from the first tick that starts at `from_ms` or later and is above all
    /// issued ids. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn turn_to(&self, node: u64, from_ms: i64, stretch: Stretch) -> Result<Leased, E> {
        let from = self.times.before(from_ms)?.saturating_add(1);
        self.change(&|record, opened| {
            let (device, inode, created_ns) = self.file.map_io(opened.unique_id())?;
            let above = match guard!(NewTick) {
                true => self.times.codec.next_tick(record.mark),
                false => from,
            };
            let lease = &mut record.lease;
            (lease.device, lease.inode, lease.created_ns) = (device, inode, created_ns);
            lease.boot_id = self.file.map_io(S::boot_id())?;
            lease.epoch += 1;
            (lease.node, lease.first) = (node, from.max(above));
            self.set_term(lease, stretch)?;
            record.mark = record.mark.max(record.lease.before());
            // The server's clock has reached `from`: a clock further behind was set back.
            record.max_seen = record.max_seen.max(from);
            Ok(())
        })
    }

    /// Ends the lease at the high-water mark. Synced on return: the node may then be returned to
    /// the server.
    ///
    /// # Errors
    /// `store_*`. The file is then unchanged.
    pub fn close(&self) -> Result<Leased, E> {
        self.change(&|record, _| {
            record.lease.end = record.mark;
            record.lease.ids = [0; IDS];
            Ok(())
        })
    }

    /// Forbids ids of ticks that start before this time, so that the next node starts there. Call
    /// without a lease. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn raise(&self, above_ms: i64) -> Result<Leased, E> {
        let before = self.times.before(above_ms)?;
        self.change(&|record, _| {
            record.mark = record.mark.max(before);
            Ok(())
        })
    }

    /// Whether a generator may have the file open.
    ///
    /// # Errors
    /// `store_*`.
    pub fn is_in_use(&self) -> Result<bool, E> {
        Ok(self.change_alone(|opened, _| self.file.map_io(opened.is_in_use()))?)
    }

    /// Replaces the file, whose lease is closed, by a new one with the same content and access
    /// rights. A copy of the old one that is written into the new one is then void. Returns whether
    /// that was possible. It is not if a program has the file open, if the file is a mount or has
    /// several links, if its folder cannot be written, or if its creation time is unknown: a later
    /// file may then be mistaken for it; a copy that is written back into the file is then valid
    /// until the end of its term. This value cannot be used afterwards.
    ///
    /// # Errors
    /// `store_*`.
    pub fn replace(&self) -> Result<bool, E> {
        let file = &self.file;
        let replaced = self.change_alone(|opened, by| {
            let (.., created_ns) = file.map_io(opened.unique_id())?;
            let is_replaceable = created_ns != 0
                && !file.map_io(opened.is_in_use())?
                && file.map_io(opened.has_name(&file.path))?;
            let record = file.read_record(by)?;
            let replaced = || opened.replace(&file.path, &file.header, &record);
            Ok(is_replaceable && replaced().is_ok())
        });
        Ok(replaced?)
    }

    /// Whether the path still leads to this file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn has_name(&self) -> Result<bool, E> {
        let file = &self.file;
        Ok(self.with_writer_lock(|opened, _| file.map_io(opened.has_name(&file.path)))?)
    }

    /// Renames a damaged file: its path gets the ending `.damaged`, which replaces an earlier one.
    /// Does nothing if the path leads to another file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn set_aside(&self) -> Result<(), E> {
        if !self.has_name()? {
            return Ok(());
        }
        let file = &self.file;
        let aside = format!("{}.damaged", S::display_path(&file.path));
        let aside = file::absolute_path::<S>(Path::new(&aside))?;
        match S::remove(&aside) {
            Err(error) if error.kind() != ErrorKind::NotFound => file.map_io(Err(error))?,
            _ => {}
        }
        Ok(file.map_io(S::publish(&file.path, &aside))?)
    }

    fn set_term(&self, lease: &mut LeaseRecord, stretch: Stretch) -> Result<(), Error> {
        lease.end = self.times.before(stretch.until_ms)?;
        lease.until_ms = u64::try_from(stretch.until_ms).unwrap_or(0);
        (lease.ids, lease.count) = (stretch.ids, stretch.count);
        Ok(())
    }

    /// Changes the record, and returns what it says. Takes a `dyn Fn` so that this is compiled once.
    #[inline(never)]
    fn change(&self, change: &Change<'_, S>) -> Result<Leased, E> {
        let (Record { lease, mark, .. }, is_valid) = self.write(change)?;
        Ok(Leased {
            node: (lease.epoch > 0).then_some(lease.node),
            stretch: Stretch::of(&lease),
            counts: is_valid,
            used_ms: match (mark, lease.epoch) {
                // The lease began before the format's first tick, so it has no ids.
                (0, 1..) => self.times.begin_ms(0),
                _ => self.times.used_ms(mark),
            },
        })
    }

    /// Changes the record, first on the disk, then for the processes that have the file open.
    /// Returns it, and whether its lease is valid in this file and since the last boot.
    fn write(&self, change: &Change<'_, S>) -> Result<(Record, bool), Error> {
        let file = &self.file;
        self.change_alone(|opened, by| {
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
            Ok((record, file.map_io(opened.is_valid(&record.lease))?))
        })
    }

    /// Calls `act` with the file, and with the description for a change, as its only writer, while
    /// no other process changes the file.
    fn change_alone<R>(
        &self,
        act: impl FnOnce(&OpenFile<S>, &OpenFile<S>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let generation = process::generation::<S>();
        self.with_writer_lock(|opened, deadline| {
            self.file
                .change(opened, generation, deadline, |by| act(opened, by))
        })
    }

    /// Calls `act` with the writer lock: again, if the program closed the descriptor that had it.
    fn with_writer_lock<R>(
        &self,
        act: impl FnOnce(&OpenFile<S>, Deadline) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let (file, mut deadlines) = (&self.file, CallDeadlines::until(Deadline::NEVER));
        let generation = process::generation::<S>();
        file.with_file(generation, &mut deadlines, |opened, deadline| {
            let mut lock = self.lock.lock(generation, deadline)?;
            file.replace_closed(&mut lock, OpenFile::is_own)?;
            let is_ours = file.map_io(lock.try_lock_exclusive(LockByte::Writer))?;
            if !is_ours && guard!(OneKeeper) {
                return Err(file.error(ErrorCode::StoreLocked));
            }
            act(opened, deadline)
        })
    }
}

/// A change of the record of an open file.
type Change<'a, S> = dyn Fn(&mut Record, &OpenFile<S>) -> Result<(), Error> + 'a;

impl Stretch {
    fn of(lease: &LeaseRecord) -> Self {
        Self {
            until_ms: i64::try_from(lease.until_ms).unwrap_or(i64::MAX),
            ids: lease.ids,
            count: lease.count,
        }
    }
}

/// Reads a lease file without becoming its writer. Returns namespace, node, term, and whether the
/// lease is valid.
///
/// # Errors
/// `store_foreign` for a file without a lease; the other `store_*`.
pub fn read_lease<S: Os>(path: &Path) -> Result<(String, Option<u64>, Stretch, bool), Error> {
    let path = file::absolute_path::<S>(path)?;
    let path_text = S::display_path(&path);
    let io_error = |error: std::io::Error| file::io_error(&path_text, &error);
    let with_path = |unusable: Unusable| unusable.with_path(&path_text);
    let opened = OpenFile::<S>::open(&path).map_err(with_path)?;
    let deadline = Deadline::after::<S>(CallDeadlines::MAX_FILE_TIME);
    match opened.lock_exclusive(LockByte::Change, deadline, io_error) {
        Ok(()) => {}
        Err(TIMED_OUT) => return Err(with_path(Unusable::Code(ErrorCode::StoreLocked))),
        Err(error) => return Err(error),
    }
    let read = opened.read_lease_record().map_err(with_path);
    opened.unlock(LockByte::Change).map_err(io_error)?;
    let lease = read?.lease;
    let is_valid = opened.is_valid(&lease).map_err(io_error)?;
    if lease.namespace == LeaseRecord::NONE.namespace {
        return Err(with_path(Unusable::Code(ErrorCode::StoreForeign)));
    }
    let name = lease.namespace.into_iter().take_while(|&byte| byte != 0);
    let name: Vec<u8> = name.collect();
    Ok((
        String::from_utf8_lossy(&name).into_owned(),
        (lease.epoch > 0).then_some(lease.node),
        Stretch::of(&lease),
        is_valid,
    ))
}

/// Retires a state file that no process has open: later opens fail with `store_foreign`. Returns
/// the end of the last used millisecond, 0 if unused. Idempotent.
///
/// The file becomes a lease file without a namespace, which only this function opens.
///
/// # Errors
/// `store_locked` if a process has it open, and the other `store_*`. The file is then unchanged.
pub fn retire<S: Os>(path: &Path, plan: &Plan) -> Result<i64, Error> {
    let (header, times) = Times::of(plan)?;
    let (path, generation) = (file::absolute_path::<S>(path)?, process::generation::<S>());
    let opened = OpenFile::<S>::open_or_create(&path, &header, None);
    let opened = opened.map_err(|unusable| unusable.with_path(&S::display_path(&path)))?;
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
    })?;
    Ok(times.used_ms(mark))
}
