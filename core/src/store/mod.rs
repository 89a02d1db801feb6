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

mod file;
mod live;
mod name;
mod record;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use memmap2::{MmapOptions, MmapRaw};

use crate::error::{Error, ErrorCode};
use file::Lock;
use live::Live;
use record::Record;

pub(crate) use live::Common;
pub(crate) use record::Kind;

/// What processes that were alone may still be issuing without looking here is over by then: many times what a
/// reading of the clock serves.
const LAST_OF_THE_ALONE: Duration = Duration::from_millis(1);

const FILE_LEN: usize = live::AT + live::LEN;

/// A state file that is open.
pub(crate) struct Store {
    path: PathBuf,
    file: File,
    map: MmapRaw,
    kind: Kind,
}

impl Store {
    /// Opens the file, making it if there is none; `common` is asked if nobody else has it open.
    ///
    /// # Errors
    /// `store_*`, with the path; what `common` answers.
    pub(crate) fn open(
        path: &Path,
        kind: Kind,
        common: impl FnOnce() -> Result<Common, Error>,
    ) -> Result<Self, Error> {
        let refused = |error: io::Error| refusal(path, &error);
        // A forked child may stand elsewhere when it opens the file anew.
        let path = std::path::absolute(path).map_err(refused)?;
        let file = match file::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut content = vec![0; FILE_LEN];
                content[..record::LEN].copy_from_slice(&Record::default().to_bytes(&kind));
                file::create(&path, &content).and_then(|()| file::open(&path))
            }
            opened => opened,
        };
        let file = file.map_err(refused)?;
        let foreign = || Error::about_file(ErrorCode::StoreForeign, name::of(&path), None);
        if !file::is_file(&file).map_err(refused)? {
            return Err(foreign());
        }
        // Nothing in the map is touched before the file is known to be whole.
        let map = MmapOptions::new().len(FILE_LEN).map_raw(&file);
        let mut store = Self {
            map: map.map_err(refused)?,
            path,
            file,
            kind,
        };
        store.attach(common)?;
        Ok(store)
    }

    /// Opens the file once more in a forked child, which has all but the locks from its parent.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn rejoin(
        &mut self,
        common: impl FnOnce() -> Result<Common, Error>,
    ) -> Result<(), Error> {
        self.file = file::reopen(&self.file, &self.path).map_err(|error| self.refusal(&error))?;
        self.attach(common)
    }

    /// Joins those who have the file open, or begins a life of it.
    fn attach(&mut self, common: impl FnOnce() -> Result<Common, Error>) -> Result<(), Error> {
        if self.told(file::is_flocked(&self.file))? {
            return Err(self.error(ErrorCode::StoreLocked));
        }
        self.changing(|store| {
            let joined = store.join(common);
            if joined.is_err() {
                // Else who comes next would take this for a life that is going on.
                let _ = file::unlock(&store.file, Lock::Member);
            }
            joined
        })
    }

    fn join(&mut self, common: impl FnOnce() -> Result<Common, Error>) -> Result<(), Error> {
        let record = self.read()?;
        let begins = self.told(file::try_lock_alone(&self.file, Lock::Member))?;
        if begins {
            if record.sequence == 0 {
                // Nobody has relied on its name yet.
                self.told(file::sync_name(&self.path))?;
            }
            self.fill_hole()?;
            self.live().begin(&record, file::boot(), common()?);
        }
        self.told(file::lock_beside_others(&self.file, Lock::Member))?;
        if !begins {
            if !self.live().is_of(file::boot()) {
                // By another machine, with which no memory is shared.
                return Err(self.error(ErrorCode::StoreLocked));
            }
            if self.live().crowd() {
                std::thread::sleep(LAST_OF_THE_ALONE);
            }
        }
        Ok(())
    }

    /// Has the system find room for the page now: of a copy with a hole there it would otherwise be missed by who writes to
    /// the map, whom nobody could tell.
    fn fill_hole(&self) -> Result<(), Error> {
        let mut page = vec![0; live::LEN];
        self.told(file::read_at(&self.file, &mut page, live::AT as u64))?;
        self.told(file::write_at(&self.file, &page, live::AT as u64))
    }

    /// Does something while nobody else comes, goes, or changes the record.
    fn changing<R>(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.told(file::lock_alone(&self.file, Lock::Change))?;
        let changed = change(self);
        self.told(file::unlock(&self.file, Lock::Change))?;
        changed
    }

    /// What the word was before anyone issued an id since this life of the file began.
    pub(crate) fn first(&self) -> u64 {
        self.live().first()
    }

    /// What all have in common.
    pub(crate) fn common(&self) -> Common {
        self.live().common()
    }

    /// Nobody else is issuing ids, nor will be before [`LAST_OF_THE_ALONE`] is over.
    pub(crate) fn is_alone(&self) -> bool {
        self.live().is_alone()
    }

    /// The word itself, which may be moved as by [`exchange`](Self::exchange); in the map, as long as the store.
    pub(crate) fn shared_word(&self) -> &AtomicU64 {
        self.live().shared_word()
    }

    /// How far ids were issued; 0 if none was.
    pub(crate) fn word(&self) -> u64 {
        self.live().word()
    }

    /// Moves the word, unless somebody else did since it was seen. It must not pass the mark.
    pub(crate) fn exchange(&self, seen: u64, word: u64) -> bool {
        self.live().exchange(seen, word)
    }

    /// Moves the word up to this, unless it is there already. It must not pass the mark.
    pub(crate) fn raise(&self, word: u64) {
        self.live().raise(word);
    }

    /// The clock's highest reading; 0 if there was none.
    pub(crate) fn high(&self) -> u64 {
        self.live().high()
    }

    /// Takes note of a reading.
    pub(crate) fn raise_high(&self, high: u64) {
        self.live().raise_high(high);
    }

    /// How far ids may be issued without asking for more.
    pub(crate) fn mark(&self) -> u64 {
        self.live().mark()
    }

    /// Moves the mark, on the disk first, to at least this word and so much ahead of it.
    ///
    /// # Errors
    /// `store_*`, and then the mark is where it was.
    pub(crate) fn reserve(&mut self, word: u64, ahead: u64) -> Result<(), Error> {
        self.changing(|store| {
            if store.mark() >= word {
                return Ok(());
            }
            if !store.told(file::has_name(&store.file))? {
                // Nobody would find what is written now.
                return Err(store.refusal(&io::ErrorKind::NotFound.into()));
            }
            let record = store.read()?;
            let record = Record {
                sequence: record.sequence + 1,
                mark: record.mark.max(word.saturating_add(ahead)),
                high: record.high.max(store.high()),
            };
            store.write(&record)?;
            store.told(store.file.sync_data())?;
            store.live().raise_mark(record.mark);
            if !store.is_alone() && store.told(file::try_lock_alone(&store.file, Lock::Member))? {
                store.told(file::lock_beside_others(&store.file, Lock::Member))?;
                store.live().be_alone();
            }
            Ok(())
        })
    }

    /// Leaves the file; who is the last takes the mark back to what was issued. What fails is made good by the mark.
    ///
    /// `last` tells of the word how far ids were issued. It is asked when nobody else can move the word any more.
    pub(crate) fn leave(&mut self, last: impl FnOnce(u64) -> u64) {
        let _ = self.changing(|store| {
            if store.told(file::try_lock_alone(&store.file, Lock::Member))? {
                let word = last(store.word());
                let record = store.read()?;
                if word != 0 && word < record.mark {
                    // Not synced: what is on the disk until then is above it.
                    store.write(&Record {
                        sequence: record.sequence + 1,
                        mark: word,
                        high: store.high(),
                    })?;
                }
                store.live().end();
            }
            // A forked child may have this description, too.
            store.told(file::unlock(&store.file, Lock::Member))
        });
    }

    fn live(&self) -> &Live {
        let page = self.map.as_mut_ptr().wrapping_add(live::AT);
        // SAFETY: the map is as long as the file was made, its page aligned, and of atomics any value is valid; what
        // other processes do to it is atomic, too.
        unsafe { &*page.cast::<Live>() }
    }

    /// The record, if the file is whole and of this kind. While it may be written it may be seen half written.
    fn read(&self) -> Result<Record, Error> {
        let mut bytes = vec![0; FILE_LEN + 1];
        let len = self.told(file::read_at(&self.file, &mut bytes, 0))?;
        let record = Record::read(&bytes[..len.min(record::LEN)], &self.kind);
        let rest = &bytes[record::LEN..live::AT];
        match record {
            Ok(record) if len == FILE_LEN && rest.iter().all(|&byte| byte == 0) => Ok(record),
            Ok(_) => Err(self.error(ErrorCode::StoreCorrupt)),
            Err(code) => Err(self.error(code)),
        }
    }

    fn write(&self, record: &Record) -> Result<(), Error> {
        self.told(file::write_at(&self.file, &record.to_bytes(&self.kind), 0))
    }

    /// What the system says, as an error of ours.
    fn told<R>(&self, result: io::Result<R>) -> Result<R, Error> {
        result.map_err(|error| self.refusal(&error))
    }

    fn refusal(&self, error: &io::Error) -> Error {
        refusal(&self.path, error)
    }

    pub(crate) fn error(&self, code: ErrorCode) -> Error {
        Error::about_file(code, name::of(&self.path), None)
    }
}

fn refusal(path: &Path, error: &io::Error) -> Error {
    Error::about_file(file::code(error), name::of(path), error.raw_os_error())
}
