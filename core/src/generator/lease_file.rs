//! A lease file for who keeps it: in Unix milliseconds, which servers and agents count in.

use std::path::Path;

use super::plan::Plan;
use super::ticks::{Count, Ticks};
use super::words::Words;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::options::Options;
use crate::store::{
    self, FileHeader, IDS, LeaseRecord, LeaseTerm, LeaseWriter, NAMESPACE_LEN, WrittenLease,
};
use crate::sys::process;
use crate::time::Timestamp;

/// A file by which the generators of a machine make ids of a node that nobody else has, as long as its keeper says.
///
/// It is opened for what the ids are: a format, and of its options those that say what a node is (`machine_bits`, `node_bits`) and where ticks begin and how
/// long they are (`epoch`, `precision`, …). One process at a time keeps it; it makes no ids itself.
pub struct LeaseFile {
    writer: LeaseWriter,
    words: Words,
    ticks: Ticks,
}

/// A stretch of ids of a node, as it is written into a lease file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where it ends, in Unix milliseconds: ids whose tick begins there or later are not of it.
    pub until_ms: i64,
    /// What the grants were called that were had or asked for, the newest first; 0: none.
    pub ids: [u64; IDS],
    /// How often the node was granted, as far as is known.
    pub count: u64,
}

/// What a lease file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leased {
    /// The node; none where there never was one.
    pub node: Option<u64>,
    /// Its stretch. That it ended, or was given back, shows in the ids and in `until_ms`.
    pub stretch: Stretch,
    /// Whether it counts: it was written in this file, since this start of the system.
    pub counts: bool,
    /// The end of the last millisecond that an id may have been made for, in Unix milliseconds; 0 where none was.
    pub used_ms: i64,
}

impl std::fmt::Debug for LeaseFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeaseFile").finish_non_exhaustive()
    }
}

impl LeaseFile {
    /// Opens the file, making it if there is none, to keep it alone.
    ///
    /// # Errors
    /// `invalid_option` for a format without an option for a node, and for a name of a namespace that is longer than 64 bytes or empty; `store_locked`
    /// where somebody keeps the file; `store_foreign` for a file of another namespace or kind; the other `store_*`.
    pub fn open(
        path: &Path,
        format: Format,
        options: &Options,
        namespace: &str,
    ) -> Result<Self, Error> {
        let (kind, words, ticks) = meaning(path, format, options)?;
        let mut name = [0; NAMESPACE_LEN];
        match name.get_mut(..namespace.len()) {
            Some(place) if !namespace.is_empty() => place.copy_from_slice(namespace.as_bytes()),
            _ => return Err(Error::about(ErrorCode::InvalidOption, "namespace")),
        }
        let writer = LeaseWriter::open(path, kind, &name, process::generation())?;
        Ok(Self {
            writer,
            words,
            ticks,
        })
    }

    /// What the file says now.
    ///
    /// # Errors
    /// `store_*`.
    pub fn held(&self) -> Result<Leased, Error> {
        self.told(self.writer.read(process::generation()))
    }

    /// The stretch goes on, to another end: nothing else changes. On the disk when this returns.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed; `timestamp_out_of_range`.
    pub fn extend(&self, stretch: Stretch) -> Result<Leased, Error> {
        let extent = self.extent(stretch)?;
        self.told(self.writer.extend(process::generation(), extent))
    }

    /// Another node, from the first tick on that begins at `from_ms` or later and is above all that was issued. On the disk when this returns.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed; `timestamp_out_of_range`.
    pub fn turn_to(&self, node: u64, from_ms: i64, stretch: Stretch) -> Result<Leased, Error> {
        let (extent, from) = (self.extent(stretch)?, self.before(from_ms)?);
        let turned = self.writer.change_node(
            process::generation(),
            node,
            from.saturating_add(1),
            extent,
            |word| self.words.first_above(word),
        );
        self.told(turned)
    }

    /// Nothing more is granted: what was reserved is all there is. On the disk when this returns, so that the node may be given back then.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed.
    pub fn close(&self) -> Result<Leased, Error> {
        self.told(self.writer.close(process::generation()))
    }

    /// Makes no id of a tick that begins before this time, from now on, if nothing is granted: the next node begins there. On the disk when this returns.
    ///
    /// # Errors
    /// `store_*`, and then nothing has changed; `timestamp_out_of_range`.
    pub fn raise(&self, above_ms: i64) -> Result<Leased, Error> {
        let before = self.before(above_ms)?;
        self.told(self.writer.raise_mark(process::generation(), before))
    }

    /// Whether a generator has the file open, or may.
    ///
    /// # Errors
    /// `store_*`.
    pub fn is_in_use(&self) -> Result<bool, Error> {
        self.writer.is_in_use(process::generation())
    }

    /// Whether the file is still the one at its path.
    ///
    /// # Errors
    /// `store_*`.
    pub fn has_name(&self) -> Result<bool, Error> {
        self.writer.has_name(process::generation())
    }

    #[inline(never)]
    fn extent(&self, stretch: Stretch) -> Result<LeaseTerm, Error> {
        Ok(LeaseTerm {
            end: self.before(stretch.until_ms)?,
            until_ms: u64::try_from(stretch.until_ms).unwrap_or(0),
            ids: stretch.ids,
            count: stretch.count,
        })
    }

    /// The last word before the first tick that begins then or later.
    fn before(&self, unix_ms: i64) -> Result<u64, Error> {
        let tick = self.ticks.first_from(Timestamp::from_unix_ms(unix_ms))?;
        Ok(self.words.before(tick))
    }

    #[inline(never)]
    fn told(&self, held: Result<WrittenLease, Error>) -> Result<Leased, Error> {
        let WrittenLease {
            lease: grant,
            is_valid: counts,
            mark,
        } = held?;
        Ok(Leased {
            node: (grant.epoch > 0).then_some(grant.node),
            stretch: stretch(&grant),
            counts,
            used_ms: used_ms(mark, self.words, &self.ticks),
        })
    }
}

/// What a lease file says, without keeping it: its namespace's name, its node, its stretch, and whether that counts.
///
/// # Errors
/// `store_foreign` for a file without a lease; the other `store_*`.
pub(crate) fn look(path: &Path) -> Result<(String, Option<u64>, Stretch, bool), Error> {
    let WrittenLease {
        lease: grant,
        is_valid: counts,
        ..
    } = store::read_lease(path)?;
    let name: Vec<u8> = grant
        .namespace
        .into_iter()
        .take_while(|&byte| byte != 0)
        .collect();
    let name = String::from_utf8_lossy(&name).into_owned();
    Ok((
        name,
        (grant.epoch > 0).then_some(grant.node),
        stretch(&grant),
        counts,
    ))
}

fn stretch(grant: &LeaseRecord) -> Stretch {
    Stretch {
        until_ms: i64::try_from(grant.until_ms).unwrap_or(i64::MAX),
        ids: grant.ids,
        count: grant.count,
    }
}

/// Ends a state file for good, if nobody has it open, whose node was given by hand so far: it can be opened no more (`store_foreign`), and a lease file goes on
/// above it. The end of the last millisecond that an id may have been made for, in Unix milliseconds; 0 where none was. A file that was ended before tells
/// that again.
///
/// # Errors
/// `store_locked` where somebody has it open; `store_foreign` for one of another format or with other options; the other `store_*`. Then nothing has
/// changed.
pub(crate) fn retire(path: &Path, format: Format, options: &Options) -> Result<i64, Error> {
    let (kind, words, ticks) = meaning(path, format, options)?;
    let mark = store::retire(path, kind, process::generation())?;
    Ok(used_ms(mark, words, &ticks))
}

/// What the words of a lease file stand for.
fn meaning(
    path: &Path,
    format: Format,
    options: &Options,
) -> Result<(FileHeader, Words, Ticks), Error> {
    let plan = Plan::new(format, &options.clone().lease_file(path.into()))?;
    match (plan.words, plan.ticks, &plan.layout.time) {
        (Some(words), Some(ticks), Some(time)) => Ok((plan.kind(time), words, ticks)),
        _ => Err(Error::about(ErrorCode::InvalidOption, "lease_file")),
    }
}

/// The end of the last millisecond of a word's tick.
fn used_ms(word: u64, words: Words, ticks: &Ticks) -> i64 {
    if word == 0 {
        return 0;
    }
    let (tick, _): (Count, _) = words.position(word);
    let end = ticks.start(tick.saturating_add(1), 0);
    let end_ns = end.map_or(i128::MAX, |end| end.unix_ns());
    let end_ms = end_ns.div_euclid(1_000_000) + i128::from(end_ns.rem_euclid(1_000_000) > 0);
    i64::try_from(end_ms).unwrap_or(i64::MAX)
}
