//! What a program that leases nodes needs of the core; the protocol is the crate `sortid-leasing`.

mod kind;

use crate::Sys;
use std::path::Path;

use sortid_engine::lease_file;
use sortid_engine::plan::Plan;

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::Options;
use crate::generator::plans;
use crate::sys::Os;
use crate::sys::process::{self, Generation};

pub use kind::Kind;
pub use sortid_engine::lease_file::{Leased, Stretch};

/// A file with the leased node of a machine's generators, opened by its writer, the agent.
///
/// It is for one format, with the options that determine the node (`machine_bits`, `node_bits`) and
/// the ticks (`epoch`, `precision` and others). It has one writer at a time, which issues no ids.
pub type LeaseFile = lease_file::LeaseFile<Sys, Error>;

/// Opens a lease file as its only writer, or creates it. A damaged file gets the ending `.damaged`,
/// and a new one is created in its place.
///
/// # Errors
/// `invalid_option` for a format without an option for a node, and for a namespace that is empty or
/// longer than 64 bytes; `store_locked` if there is another writer; `store_foreign` for a file of
/// another namespace or kind; the other `store_*`.
pub fn open_file(
    path: &Path,
    format: Format,
    options: &Options,
    namespace: &str,
) -> Result<LeaseFile, Error> {
    LeaseFile::open(path, &plan(path, format, options)?, namespace)
}

/// Reads a lease file without becoming its writer. Returns namespace, node, term, and whether the
/// lease is valid.
///
/// # Errors
/// `store_foreign` for a file without a lease; the other `store_*`.
pub fn read_lease(path: &Path) -> Result<(String, Option<u64>, Stretch, bool), Error> {
    Ok(lease_file::read_lease::<Sys>(path)?)
}

/// Retires a state file with a hand-assigned node so that a lease file can continue above it. Later
/// opens fail with `store_foreign`. Idempotent. Returns the end of the last used millisecond, 0 if
/// unused.
///
/// # Errors
/// `store_locked` if a process has the file open; `store_foreign` for another format or other
/// options; the other `store_*`. The file is then unchanged.
pub fn retire(path: &Path, format: Format, options: &Options) -> Result<i64, Error> {
    Ok(lease_file::retire::<Sys>(
        path,
        &plan(path, format, options)?,
    )?)
}

/// The plan of generators with a lease file.
fn plan(path: &Path, format: Format, options: &Options) -> Result<Plan, Error> {
    plans::plan(format, &options.clone().lease_file(path))
}

/// A process. A forked child is another one.
#[derive(Clone, Copy, Debug)]
pub struct Process(Generation);

impl Process {
    /// The calling process.
    pub fn current() -> Self {
        Self(process::generation::<Sys>())
    }
}

impl PartialEq for Process {
    fn eq(&self, other: &Self) -> bool {
        self.0.forks() == other.0.forks()
    }
}

impl Eq for Process {}

/// Milliseconds of a clock that is never set, from an arbitrary start.
pub fn monotonic_ms() -> i64 {
    i64::try_from(Sys::monotonic_ns() / 1_000_000).unwrap_or(i64::MAX)
}

/// 64 random bits of the operating system.
///
/// # Errors
/// `entropy_unavailable`
pub fn random() -> Result<u64, Error> {
    let mut bytes = [0; 8];
    match Sys::entropy(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(_) => Err(Error::new(ErrorCode::EntropyUnavailable)),
    }
}
