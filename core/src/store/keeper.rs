//! Who keeps a lease file: opens it as no other keeper does, and writes what a server granted.
//!
//! The server is asked first, then the file is written and synced, then ids are made: the file never says more than the server did.

use std::path::Path;

use super::file::{self, Byte, Opened, Unfit};
use super::grant::{Grant, IDS, NAME_LEN};
use super::record::{Kind, Record};
use super::{Store, Waiting};
use crate::error::{Error, ErrorCode};
use crate::sys::process::Generation;
use crate::sys::{Deadline, Os, Sys, guard};

/// What a keeper finds in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) grant: Grant,
    /// Whether the grant counts here and now.
    pub(crate) counts: bool,
    /// No id was issued above this word.
    pub(crate) mark: u64,
}

/// What a keeper writes: the node's stretch has another end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) end: u64,
    pub(crate) until_ms: u64,
    pub(crate) ids: [u64; IDS],
    pub(crate) count: u64,
}

/// A lease file as its keeper has it, alone of all keepers. It makes no ids.
pub(crate) struct Keeper {
    store: Store,
    /// Whose lock says that there is a keeper.
    #[allow(dead_code, reason = "the lock lasts as long as this is open")]
    alone: Opened,
}

impl Keeper {
    /// Opens the file, making it if there is none, with nothing granted.
    ///
    /// # Errors
    /// `store_locked` if there is a keeper already, `store_foreign` for another namespace, and the other `store_*`.
    pub(crate) fn open(
        path: &Path,
        kind: Kind,
        name: &[u8; NAME_LEN],
        generation: Generation,
    ) -> Result<Self, Error> {
        let place =
            file::place(path).map_err(|error| file::refusal(&path.to_string_lossy(), &error))?;
        let begun = Record {
            grant: Grant {
                name: *name,
                ..Grant::NONE
            },
            ..Record::default()
        };
        let named = |unfit: Unfit| unfit.named(&Sys::display_path(&place));
        let open = |begun| {
            let opened = file::open_or_make(&place, &kind, begun).map_err(named);
            opened.map(|opened| opened.kept(generation))
        };
        let (opened, alone) = (open(Some(&begun))?, open(None)?);
        let store = Store::with(kind, place, opened, generation)?;
        if !store.told(alone.try_lock_alone(Byte::Keeper))? && guard!(OneKeeper) {
            return Err(store.error(ErrorCode::StoreLocked));
        }
        let keeper = Self { store, alone };
        let held = keeper.held(generation)?;
        match held.grant.name == *name {
            true => Ok(keeper),
            false => Err(keeper.store.error(ErrorCode::StoreForeign)),
        }
    }

    /// What the file says.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn held(&self, generation: Generation) -> Result<Held, Error> {
        self.change(generation, &|_, _| Ok(()))
    }

    /// The stretch goes on: nothing else changes.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed.
    pub(crate) fn extend(&self, generation: Generation, extent: Extent) -> Result<Held, Error> {
        self.change(generation, &|record, _| {
            record.grant.extend(extent);
            Ok(())
        })
    }

    /// Another node, from the first whole tick on that is above the mark and not before `from`, by words.
    ///
    /// `whole` gives the first word of the first tick that begins above a word.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed.
    pub(crate) fn turn_to(
        &self,
        generation: Generation,
        node: u64,
        from: u64,
        extent: Extent,
        whole: impl Fn(u64) -> u64,
    ) -> Result<Held, Error> {
        self.change(generation, &|record, opened| {
            let (device, number, born_ns) = self.store.told(opened.identity())?;
            let above = match guard!(NewTick) {
                true => whole(record.mark),
                false => from,
            };
            let grant = &mut record.grant;
            (grant.device, grant.number, grant.born_ns) = (device, number, born_ns);
            grant.boot = self.store.told(Sys::boot_id())?;
            grant.turn += 1;
            grant.node = node;
            grant.first = from.max(above);
            grant.extend(extent);
            record.mark = record.mark.max(record.grant.before());
            // The server has read so much: a clock behind that is one that was set back.
            record.high = record.high.max(from);
            Ok(())
        })
    }

    /// Nothing more is granted: the end is where the mark is, and the grants' names are forgotten. What the mark was then.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed.
    pub(crate) fn close(&self, generation: Generation) -> Result<Held, Error> {
        self.change(generation, &|record, _| {
            record.grant.end = record.mark;
            record.grant.ids = [0; IDS];
            Ok(())
        })
    }

    /// No id is made up to this word from now on.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed.
    pub(crate) fn raise(&self, generation: Generation, word: u64) -> Result<Held, Error> {
        self.change(generation, &|record, _| {
            record.mark = record.mark.max(word);
            Ok(())
        })
    }

    /// Whether somebody makes ids with the file, or may.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn is_in_use(&self, generation: Generation) -> Result<bool, Error> {
        let waiting = Waiting::as_long_as(Deadline::NEVER);
        let found = self
            .store
            .waited(generation, &waiting, |opened, patience| {
                self.store.changing(opened, generation, patience, |_| {
                    self.store.told(opened.is_in_use())
                })
            })?;
        found.ok_or_else(|| self.store.error(ErrorCode::StoreLocked))
    }

    /// Whether a later process finds the file under its name.
    ///
    /// # Errors
    /// `store_*`.
    pub(crate) fn has_name(&self, generation: Generation) -> Result<bool, Error> {
        let (store, waiting) = (&self.store, Waiting::as_long_as(Deadline::NEVER));
        let found = store.waited(generation, &waiting, |opened, _| {
            store.told(opened.has_name(&store.place)).map(Some)
        })?;
        found.ok_or_else(|| store.error(ErrorCode::StoreLocked))
    }

    /// Changes the record, on the disk first, then for those who have the file open. What changes is behind a pointer, so that there is one of this, which
    /// is large.
    #[inline(never)]
    fn change(
        &self,
        generation: Generation,
        change: &dyn Fn(&mut Record, &Opened) -> Result<(), Error>,
    ) -> Result<Held, Error> {
        let store = &self.store;
        let waiting = Waiting::as_long_as(Deadline::NEVER);
        let held = store.waited(generation, &waiting, |opened, patience| {
            store.changing(opened, generation, patience, |by| {
                if !store.told(opened.has_name(&store.place))? {
                    return Err(store.refusal(&std::io::ErrorKind::NotFound.into()));
                }
                let before = store.read(by)?;
                let mut record = before;
                change(&mut record, opened)?;
                if record != before {
                    store.sync_new_name(&before)?;
                    record.sequence += 1;
                    store.told(by.write(&record, &store.kind))?;
                    store.told(by.sync())?;
                }
                if store.live.has_begun() {
                    store.live.turn_to(&record);
                }
                Ok(Held {
                    grant: record.grant,
                    counts: store.told(record.grant.counts_in(opened))?,
                    mark: record.mark,
                })
            })
        })?;
        held.ok_or_else(|| store.error(ErrorCode::StoreLocked))
    }
}

/// What a lease file says, without keeping it.
///
/// # Errors
/// `store_foreign` for a file without a lease, and the other `store_*`.
pub(crate) fn look(path: &Path) -> Result<Held, Error> {
    let refusal = |error: &std::io::Error, name: &str| -> Error { file::refusal(name, error) };
    let place = file::place(path).map_err(|error| refusal(&error, &path.to_string_lossy()))?;
    let name = Sys::display_path(&place);
    let told = |error: std::io::Error| refusal(&error, &name);
    let opened = file::open(&place).map_err(|unfit| unfit.named(&name))?;
    let patience = Deadline::after(Waiting::MOST_FOR_FILES);
    if !opened.lock_alone(Byte::Change, patience).map_err(told)? {
        return Err(Unfit::Code(ErrorCode::StoreLocked).named(&name));
    }
    let read = opened.read_leased().map_err(|unfit| unfit.named(&name));
    opened.unlock(Byte::Change).map_err(told)?;
    let Record { grant, mark, .. } = read?;
    let counts = grant.counts_in(&opened).map_err(told)?;
    match grant.name == Grant::NONE.name {
        true => Err(Unfit::Code(ErrorCode::StoreForeign).named(&name)),
        false => Ok(Held {
            grant,
            counts,
            mark,
        }),
    }
}

/// Ends a state file for good, if nobody has it open: whoever opens it from now on finds a file of others. Up to which word it had issued ids; a file that was
/// ended before tells that again.
///
/// It becomes a lease file of no namespace, which none but this opens.
///
/// # Errors
/// `store_locked` if somebody has it open, and the other `store_*`: then nothing has changed.
pub(crate) fn retire(path: &Path, kind: Kind, generation: Generation) -> Result<u64, Error> {
    let place =
        file::place(path).map_err(|error| file::refusal(&path.to_string_lossy(), &error))?;
    let named = |unfit: Unfit| unfit.named(&Sys::display_path(&place));
    let opened = file::open_or_make(&place, &kind, None).map_err(named)?;
    let ended = Store::with(kind, place, opened, generation)?;
    let plain = Kind {
        leased_bits: None,
        ..kind
    };
    let waiting = Waiting::as_long_as(Deadline::NEVER);
    let mark = ended.waited(generation, &waiting, |opened, patience| {
        ended.changing(opened, generation, patience, |by| {
            if ended.told(by.is_in_use())? || ended.told(by.is_flocked())? {
                return Err(ended.error(ErrorCode::StoreLocked));
            }
            let Ok(record) = by.read(&plain) else {
                let record = ended.read(by)?;
                return match record.grant == Grant::NONE {
                    true => Ok(record.mark),
                    false => Err(ended.error(ErrorCode::StoreForeign)),
                };
            };
            let record = Record {
                sequence: record.sequence + 1,
                ..record
            };
            ended.told(by.write(&record, &kind))?;
            ended.told(by.sync())?;
            Ok(record.mark)
        })
    })?;
    mark.ok_or_else(|| ended.error(ErrorCode::StoreLocked))
}

impl Grant {
    fn extend(&mut self, extent: Extent) {
        self.end = extent.end;
        self.until_ms = extent.until_ms;
        self.ids = extent.ids;
        self.count = extent.count;
    }
}
