//! State that outlives the process: a file that says how far ids were issued, for those who come later, and for those who
//! issue ids at the same time.
//!
//! A generator tells its position as one *word* that goes up; here it is a number like any other. The file keeps
//! - a **mark** on the disk: no word above it was issued. It is moved ahead, and synced, before the word passes it, so that
//!   most ids write nothing;
//! - the **word** itself in memory that all processes map, which each moves by an atomic exchange.
//!
//! Who opens the file while nobody has it open begins above the mark, whatever happened before; who joins others goes on with their
//! word. See `docs/state-file.md` and `docs/decisions/0009-state-file.md`.

mod by_process;
mod changing;
mod file;
mod grant;
#[cfg(feature = "lease")]
mod keeper;
mod leased;
mod leaving;
mod live;
mod name;
mod record;
mod rejoining;
mod waiting;

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use crate::error::{Error, ErrorCode, ON_SYSTEM};
use crate::sys::deadline::unless_timed_out;
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::Generation;
use crate::sys::{AtomicU64, Deadline, FilePath, Mapping, Os, Sys, guard};
use file::{Byte, Opened, Unfit};
use live::Live;
use record::Record;

pub(crate) use grant::Grant;
#[cfg(feature = "lease")]
pub(crate) use grant::{IDS, NAME_LEN};
#[cfg(feature = "lease")]
pub(crate) use keeper::{Extent, Held as HeldGrant, Keeper, look, retire};
pub(crate) use live::Common;
pub(crate) use record::{Ahead, Kind};
pub(crate) use waiting::Waiting;

/// A state file that is open. Its page is looked at by who has the generator's lock; its file is waited for by who has not.
pub(crate) struct Store {
    kind: Kind,
    place: FilePath,
    live: Live,
    file: Lock<Opened>,
    /// In which process it was opened.
    forks: AtomicU64,
    /// How many had come when this process was alone last; 0 where it never was.
    alone_at: AtomicU64,
    /// 1 if the lock that makes it a member could not be taken again: it has to join anew.
    is_outside: AtomicU64,
}

impl Store {
    /// Opens the file, making it if there is none; `common` is asked if nobody else has it open.
    ///
    /// # Errors
    /// `store_*`, with the path; what `common` answers.
    pub(crate) fn open(
        path: &Path,
        kind: Kind,
        generation: Generation,
        common: &mut dyn FnMut() -> Result<Common, Error>,
    ) -> Result<Self, Error> {
        let place =
            file::place(path).map_err(|error| file::refusal(&path.to_string_lossy(), &error))?;
        let named = |unfit: Unfit| unfit.named(&Sys::display_path(&place));
        // Who comes before the keeper of a lease file must not make a file that has no lease.
        let makes = kind.leased_bits.is_none() || !guard!(KeeperMakes);
        let begun = makes.then_some(Record::default());
        let opened = file::open_or_make(&place, &kind, begun.as_ref()).map_err(named)?;
        let store = Self::with(kind, place, opened, generation)?;
        let waiting = Waiting::as_long_as(Deadline::NEVER);
        let joined = store.waited(generation, &waiting, |opened, patience| {
            store.attach(opened, generation, patience, common)
        });
        joined.map(|_| store)
    }

    /// With the page of a file that was just opened.
    #[inline(never)]
    fn with(
        kind: Kind,
        place: FilePath,
        opened: Opened,
        generation: Generation,
    ) -> Result<Self, Error> {
        let named = |unfit: Unfit| unfit.named(&Sys::display_path(&place));
        let boot = || Sys::boot_id().map_err(|error| named(error.into()));
        if kind.leased_bits.is_some() && boot()? == [0; 2] {
            // A copy of the machine that is started later could not be told from it.
            return Err(named(Unfit::System(io::ErrorKind::Unsupported.into())));
        }
        // Nothing in the map is touched before the file is known to be whole.
        let page = Sys::map(Mapping::File(opened.file()), file::FILE_LEN);
        let page = page.map_err(|error| named(opened.unmapped(&kind, error)))?;
        Ok(Self {
            kind,
            place,
            live: Live(page),
            file: Lock::new(opened),
            forks: AtomicU64::new(generation.forks()),
            alone_at: AtomicU64::new(0),
            is_outside: AtomicU64::new(0),
        })
    }

    /// Does what may have to wait for the file, one thread at a time: `None` where the caller's patience is over before.
    fn waited<'a, R>(
        &'a self,
        generation: Generation,
        waiting: &Waiting,
        wait: impl FnOnce(&mut LockGuard<'a, Opened>, Deadline) -> Result<Option<R>, Error>,
    ) -> Result<Option<R>, Error> {
        waiting.for_file(|patience| {
            let done = match unless_timed_out(self.file.lock(generation, patience))? {
                Some(mut opened) => wait(&mut opened, patience)?,
                None if !patience.has_passed() => {
                    return unless_timed_out(Err(waiting.callers.would_deadlock()));
                }
                None => None,
            };
            match done {
                None if !waiting.callers.has_passed() => Err(self.error(ErrorCode::StoreLocked)),
                done => Ok(done),
            }
        })
    }

    /// Joins those who have the file open, or begins a life of it.
    fn attach(
        &self,
        opened: &Opened,
        generation: Generation,
        patience: Deadline,
        common: &mut dyn FnMut() -> Result<Common, Error>,
    ) -> Result<Option<()>, Error> {
        if self.told(opened.is_flocked())? {
            return Err(self.error(ErrorCode::StoreLocked));
        }
        self.changing(opened, generation, patience, |change| {
            // What fails here has taken nothing yet.
            let record = self.read(opened)?;
            let joined = self.join(opened, change, &record, common);
            if joined.is_err() {
                // Else who comes next would take this for a life that is going on.
                let _ = self.give_up_member(opened);
            }
            joined
        })
    }

    fn join(
        &self,
        opened: &Opened,
        change: &Opened,
        record: &Record,
        common: &mut dyn FnMut() -> Result<Common, Error>,
    ) -> Result<(), Error> {
        let is_alone = self.told(opened.finds_nobody_else(change))?;
        // A process that locks as such cannot tell itself from others of its own generators.
        let begins = is_alone && (opened.is_own() || !self.live.has_begun());
        if begins {
            self.sync_new_name(record)?;
            self.told(opened.fill_hole())?;
            let boot = self.told(Sys::boot_id())?;
            self.live.begin(record, boot, common()?);
        }
        self.told(opened.lock_beside_others(Byte::Member))?;
        if !std::ptr::eq(opened, change) && !self.told(opened.has_locks_that_hold(change))? {
            return Err(self.error(ErrorCode::StoreIo));
        }
        if !begins {
            if let Some(system) = self.told(opened.remote())? {
                // By another machine, for all that can be told: no memory is shared with that.
                return Err(self.error_on(ErrorCode::StoreLocked, &system));
            }
            if !self.live.has_begun() {
                // By another version of this library.
                return Err(self.error(ErrorCode::StoreLocked));
            }
        }
        let joined = self.live.join();
        let alone_at = if begins && opened.is_own() { joined } else { 0 };
        self.alone_at.store(alone_at, Ordering::Relaxed);
        Ok(())
    }

    /// Makes the name of a new file outlast a loss of power, before anything relies on it. The record of any other file was written after that.
    fn sync_new_name(&self, record: &Record) -> Result<(), Error> {
        match record.sequence == 0 && guard!(NameSync) {
            true => self.told(Sys::sync_name(&self.place)),
            false => Ok(()),
        }
    }

    /// What the word was before anyone issued an id since this life of the file began.
    pub(crate) fn first(&self) -> u64 {
        self.live.first()
    }

    /// What all have in common.
    pub(crate) fn common(&self) -> Common {
        self.live.common()
    }

    /// Whether nobody has come since this process was alone: then nobody else is issuing ids.
    #[inline]
    pub(crate) fn is_alone(&self) -> bool {
        self.live.joined() == self.alone_at.load(Ordering::Relaxed) || !guard!(Joiners)
    }

    /// How far ids were issued; 0 if none was.
    pub(crate) fn word(&self) -> u64 {
        self.live.word()
    }

    /// Moves the word, unless somebody else did since it was seen. It must not pass the mark.
    pub(crate) fn exchange(&self, seen: u64, word: u64) -> bool {
        self.live.exchange(seen, word)
    }

    /// Moves the word up to this, unless it is there already. It must not pass the mark.
    pub(crate) fn raise(&self, word: u64) {
        self.live.raise(word);
    }

    /// The clock's highest reading; 0 if there was none.
    pub(crate) fn high(&self) -> u64 {
        self.live.high()
    }

    /// Takes note of a reading.
    pub(crate) fn raise_high(&self, high: u64) {
        self.live.raise_high(high);
    }

    /// How far ids may be issued without asking for more.
    pub(crate) fn mark(&self) -> u64 {
        match self.is_outside() {
            true => 0,
            false => self.live.mark(),
        }
    }

    /// Of a lease file: which grant its node is of. To be asked after the mark, up to which alone the answer counts.
    #[inline(always)]
    pub(crate) fn turn(&self) -> u64 {
        self.live.turn()
    }

    /// Moves the mark, on the disk first, to at least this word and so much ahead of it; `None` where the patience is over before.
    ///
    /// # Errors
    /// `store_*`, `lease_expired` beyond the end of a lease, and then the mark is where it was.
    pub(crate) fn reserve(
        &self,
        generation: Generation,
        waiting: &Waiting,
        Ahead { word, ahead, high }: Ahead,
    ) -> Result<Option<()>, Error> {
        self.waited(generation, waiting, |opened, patience| {
            if self.mark() >= word {
                return Ok(Some(()));
            }
            self.changing(opened, generation, patience, |change| {
                if self.mark() >= word || self.is_outside() {
                    return Ok(());
                }
                if !self.told(opened.has_name(&self.place))? {
                    // Nobody would find what is written now.
                    return Err(self.refusal(&io::ErrorKind::NotFound.into()));
                }
                let record = self.read(change)?;
                // Its keeper may have been ended between the disk and the page.
                self.live.turn_to(&record);
                let end = self.end(change, &record)?;
                if word > end {
                    return Err(self.error(ErrorCode::LeaseExpired));
                }
                let record = Record {
                    sequence: record.sequence + 1,
                    mark: record.mark.max(word.saturating_add(ahead).min(end)),
                    high: record.high.max(self.high()).max(high),
                    ..record
                };
                self.told(change.write(&record, &self.kind))?;
                self.told(change.sync())?;
                self.live.raise_high(high);
                self.live.raise_mark(record.mark);
                self.look_whether_alone(opened, change)
            })
        })
    }

    /// Takes note if all others have gone. While nobody can come.
    fn look_whether_alone(&self, opened: &Opened, change: &Opened) -> Result<(), Error> {
        if self.is_alone() || !opened.is_own() {
            return Ok(());
        }
        let is_alone = opened.finds_nobody_else(change);
        let is_alone = is_alone.and_then(|is_alone| {
            // Else others take this process for one that has left.
            opened.lock_beside_others(Byte::Member).map(|()| is_alone)
        });
        match is_alone {
            Ok(true) => {
                let joined = self.live.joined();
                self.alone_at.store(joined, Ordering::Relaxed);
            }
            Ok(false) => {}
            Err(error) => {
                if guard!(Outside) {
                    self.is_outside.store(1, Ordering::Release);
                    // It may be held alone, which would keep all others out.
                    let _ = opened.unlock(Byte::Member);
                }
                return Err(self.refused(error));
            }
        }
        Ok(())
    }

    fn read(&self, opened: &Opened) -> Result<Record, Error> {
        opened
            .read(&self.kind)
            .map_err(|unfit| unfit.named(&Sys::display_path(&self.place)))
    }

    /// What the system says, as an error of ours.
    fn told<R>(&self, result: io::Result<R>) -> Result<R, Error> {
        result.map_err(|error| self.refused(error))
    }

    /// [`refusal`](Self::refusal), with the error's end, which would stand at each of many calls.
    #[cold]
    #[inline(never)]
    fn refused(&self, error: io::Error) -> Error {
        self.refusal(&error)
    }

    fn refusal(&self, error: &io::Error) -> Error {
        file::refusal(&Sys::display_path(&self.place), error)
    }

    pub(crate) fn error(&self, code: ErrorCode) -> Error {
        Error::about_file(code, name::of(&Sys::display_path(&self.place)), None)
    }

    /// An error for which the file system is to blame.
    fn error_on(&self, code: ErrorCode, system: &str) -> Error {
        let path = Sys::display_path(&self.place);
        Error::about_file(code, name::of(&format!("{path}{ON_SYSTEM}{system}")), None)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // SAFETY: nobody has the store any more, and nothing else has its page.
        unsafe { Sys::unmap(self.live.0, file::FILE_LEN) };
    }
}
