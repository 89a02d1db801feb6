//! Lease files for agents, which count in Unix milliseconds.

use std::path::Path;

use super::plan::Plan;
use super::position_codec::PositionCodec;
use super::ticks::{Count, Ticks};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::Options;
use crate::store::{
    self, FileHeader, IDS, LeaseRecord, LeaseWriter, NAMESPACE_LEN, Record, WrittenLease,
};
use crate::sys::process;
use crate::time::Timestamp;

/// A file with the leased node of a machine's generators, opened by its writer, the agent.
///
/// It is for one format, with the options that determine the node (`machine_bits`, `node_bits`) and
/// the ticks (`epoch`, `precision` and others). It has one writer at a time, which issues no ids.
pub struct LeaseFile {
    writer: LeaseWriter,
    codec: PositionCodec,
    ticks: Ticks,
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

impl std::fmt::Debug for LeaseFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LeaseFile").finish_non_exhaustive()
    }
}

impl LeaseFile {
    /// Opens the file as its only writer, or creates it. A damaged file gets the ending `.damaged`,
    /// and a new one is created in its place.
    ///
    /// # Errors
    /// `invalid_option` for a format without an option for a node, and for a namespace that is
    /// empty or longer than 64 bytes; `store_locked` if there is another writer; `store_foreign`
    /// for a file of another namespace or kind; the other `store_*`.
    pub fn open(
        path: &Path,
        format: Format,
        options: &Options,
        namespace: &str,
    ) -> Result<Self, Error> {
        let (header, codec, ticks) = encoding(path, format, options)?;
        let mut padded = [0; NAMESPACE_LEN];
        match padded.get_mut(..namespace.len()) {
            Some(name) if !namespace.is_empty() => name.copy_from_slice(namespace.as_bytes()),
            _ => return Err(Error::about(ErrorCode::InvalidOption, "namespace")),
        }
        let writer = LeaseWriter::open(path, header, &padded, process::generation())?;
        Ok(Self {
            writer,
            codec,
            ticks,
        })
    }

    /// Whether a damaged file was found when this one was opened.
    pub const fn was_damaged(&self) -> bool {
        self.writer.was_damaged
    }

    /// Reads the file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn held(&self) -> Result<Leased, Error> {
        self.change(|_| Ok(()))
    }

    /// Changes the end of the term, and nothing else. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn extend(&self, stretch: Stretch) -> Result<Leased, Error> {
        self.change(|record| self.set_term(&mut record.lease, stretch))
    }

    /// Changes the node, from the first tick that starts at `from_ms` or later and is above all
    /// issued ids. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn turn_to(&self, node: u64, from_ms: i64, stretch: Stretch) -> Result<Leased, Error> {
        let from = self.before(from_ms)?.saturating_add(1);
        let next_tick = |position| self.codec.next_tick(position);
        let generation = process::generation();
        let written = self
            .writer
            .change_node(generation, from, next_tick, |lease| {
                lease.node = node;
                self.set_term(lease, stretch)
            });
        self.convert(written)
    }

    /// Ends the lease at the high-water mark. Synced on return: the node may then be returned to
    /// the server.
    ///
    /// # Errors
    /// `store_*`. The file is then unchanged.
    pub fn close(&self) -> Result<Leased, Error> {
        self.change(|record| {
            record.lease.end = record.mark;
            record.lease.ids = [0; IDS];
            Ok(())
        })
    }

    /// Replaces the closed file by a new one, so that copies of it are void. Returns `false` if that
    /// is not possible: a copy that is written back into the file is then valid until the end of its
    /// term. The file cannot be used afterwards.
    ///
    /// # Errors
    /// `store_*`.
    pub fn replace(&self) -> Result<bool, Error> {
        self.writer.replace(process::generation())
    }

    /// Forbids ids of ticks that start before this time, so that the next node starts there. Call
    /// without a lease. Synced on return.
    ///
    /// # Errors
    /// `store_*` and `timestamp_out_of_range`. The file is then unchanged.
    pub fn raise(&self, above_ms: i64) -> Result<Leased, Error> {
        let before = self.before(above_ms)?;
        self.change(|record| {
            record.mark = record.mark.max(before);
            Ok(())
        })
    }

    /// Whether a generator may have the file open.
    ///
    /// # Errors
    /// `store_*`.
    pub fn is_in_use(&self) -> Result<bool, Error> {
        self.writer.is_in_use(process::generation())
    }

    /// Whether the path still leads to this file.
    ///
    /// # Errors
    /// `store_*`.
    pub fn has_name(&self) -> Result<bool, Error> {
        self.writer.has_name(process::generation())
    }

    /// Renames a damaged file, so that a new one can be created in its place: its path gets the
    /// ending `.damaged`.
    ///
    /// # Errors
    /// `store_*`.
    pub fn set_aside(&self) -> Result<(), Error> {
        self.writer.set_aside(process::generation())
    }

    fn change(&self, change: impl Fn(&mut Record) -> Result<(), Error>) -> Result<Leased, Error> {
        self.convert(self.writer.change(process::generation(), change))
    }

    fn set_term(&self, lease: &mut LeaseRecord, stretch: Stretch) -> Result<(), Error> {
        lease.end = self.before(stretch.until_ms)?;
        lease.until_ms = u64::try_from(stretch.until_ms).unwrap_or(0);
        (lease.ids, lease.count) = (stretch.ids, stretch.count);
        Ok(())
    }

    /// The last position before the first tick that starts at this time or later.
    fn before(&self, unix_ms: i64) -> Result<u64, Error> {
        let tick = self.ticks.first_from(Timestamp::from_unix_ms(unix_ms))?;
        Ok(self.codec.before(tick))
    }

    #[inline(never)]
    fn convert(&self, written: Result<WrittenLease, Error>) -> Result<Leased, Error> {
        let WrittenLease {
            lease,
            is_valid,
            mark,
        } = written?;
        Ok(Leased {
            node: (lease.epoch > 0).then_some(lease.node),
            stretch: stretch(&lease),
            counts: is_valid,
            used_ms: match (mark, lease.epoch) {
                // The lease began before the format's first tick, so it has no ids.
                (0, 1..) => begin_ms(0, &self.ticks),
                _ => used_ms(mark, self.codec, &self.ticks),
            },
        })
    }
}

/// Reads a lease file without becoming its writer. Returns namespace, node, term, and whether the
/// lease is valid.
///
/// # Errors
/// `store_foreign` for a file without a lease; the other `store_*`.
pub fn read_lease(path: &Path) -> Result<(String, Option<u64>, Stretch, bool), Error> {
    let WrittenLease {
        lease, is_valid, ..
    } = store::read_lease(path)?;
    let name = lease.namespace.into_iter().take_while(|&byte| byte != 0);
    let name: Vec<u8> = name.collect();
    Ok((
        String::from_utf8_lossy(&name).into_owned(),
        (lease.epoch > 0).then_some(lease.node),
        stretch(&lease),
        is_valid,
    ))
}

fn stretch(lease: &LeaseRecord) -> Stretch {
    Stretch {
        until_ms: i64::try_from(lease.until_ms).unwrap_or(i64::MAX),
        ids: lease.ids,
        count: lease.count,
    }
}

/// Retires a state file with a hand-assigned node so that a lease file can continue above it. Later
/// opens fail with `store_foreign`. Idempotent. Returns the end of the last used millisecond, 0 if
/// unused.
///
/// # Errors
/// `store_locked` if a process has the file open; `store_foreign` for another format or other
/// options; the other `store_*`. The file is then unchanged.
pub fn retire(path: &Path, format: Format, options: &Options) -> Result<i64, Error> {
    let (header, codec, ticks) = encoding(path, format, options)?;
    let mark = store::retire(path, header, process::generation())?;
    Ok(used_ms(mark, codec, &ticks))
}

/// How a lease file encodes positions and ticks.
fn encoding(
    path: &Path,
    format: Format,
    options: &Options,
) -> Result<(FileHeader, PositionCodec, Ticks), Error> {
    let plan = Plan::new(format, &options.clone().lease_file(path))?;
    match (plan.codec, plan.ticks, &plan.layout.time) {
        (Some(codec), Some(ticks), Some(time)) => Ok((plan.file_header(time), codec, ticks)),
        _ => Err(Error::about(ErrorCode::InvalidOption, "lease_file")),
    }
}

/// The end of the last millisecond of a position's tick.
fn used_ms(position: u64, codec: PositionCodec, ticks: &Ticks) -> i64 {
    if position == 0 {
        return 0;
    }
    let (tick, _) = codec.decode(position);
    begin_ms(tick.saturating_add(1), ticks)
}

/// The start of a tick, rounded up to a millisecond.
fn begin_ms(tick: Count, ticks: &Ticks) -> i64 {
    let begin = ticks.start(tick, 0);
    let begin_ns = begin.map_or(i128::MAX, |begin| begin.unix_ns());
    let begin_ms = begin_ns.div_euclid(1_000_000) + i128::from(begin_ns.rem_euclid(1_000_000) > 0);
    i64::try_from(begin_ms).unwrap_or(i64::MAX)
}
