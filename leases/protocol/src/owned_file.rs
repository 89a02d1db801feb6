//! The agent's view of a lease file on disk.

use std::path::{Path, PathBuf};

use super::{Grant, GrantId, GrantIds, LeaseFile, Namespace, StoredLease};
use sortid::Format;
use sortid::Options;
use sortid::lease::{self, Leased, Stretch};
use sortid::options::OptionValue;
use sortid::{Error, ErrorCode};

/// A lease file on disk that only this process writes.
#[derive(Debug)]
pub struct OwnedFile {
    path: PathBuf,
    namespace: Namespace,
    replaced: u64,
    is_damaged: bool,
    file: lease::LeaseFile,
    /// The last written state. No other process writes it.
    leased: Leased,
}

impl OwnedFile {
    /// Opens a namespace's lease file, creating it if absent. A damaged file gets the ending
    /// `.damaged`, and a new one is created in its place.
    ///
    /// # Errors
    /// `store_locked` if another agent has the file open; `store_foreign` if the file belongs to
    /// another namespace or kind, or is not a lease file; any other `store_*`.
    pub fn open(path: &Path, namespace: &Namespace) -> Result<Self, Error> {
        let (format, options) = meaning(namespace)?;
        let file = lease::open_file(path, format, &options, namespace.name())?;
        let leased = file.held()?;
        Ok(Self {
            path: path.to_owned(),
            namespace: namespace.clone(),
            replaced: u64::from(file.was_damaged()),
            is_damaged: file.was_damaged(),
            file,
            leased,
        })
    }

    /// How often another file was opened or created because this one was removed, replaced or
    /// damaged.
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Whether the last replaced file was damaged, and renamed.
    pub const fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Returns whether a generator has the file open, or may have it open.
    ///
    /// # Errors
    /// `store_*`.
    pub fn is_in_use(&self) -> Result<bool, Error> {
        self.file.is_in_use()
    }

    fn keep(&mut self, leased: Result<Leased, Error>) -> Result<(), Error> {
        self.leased = leased?;
        Ok(())
    }
}

/// Whether an open file no longer has the contents of a lease file.
fn is_damage(error: &Error) -> bool {
    matches!(
        error.code(),
        ErrorCode::StoreForeign | ErrorCode::StoreCorrupt
    )
}

fn held(node: u64, stretch: Stretch, is_valid: bool) -> StoredLease {
    let ids = stretch.ids.map(GrantId::from_random);
    StoredLease {
        node,
        until_ms: stretch.until_ms,
        ids,
        count: stretch.count,
        // A closed lease has no ids left.
        is_valid: is_valid && ids.iter().any(Option::is_some),
    }
}

/// Reads a lease file without becoming its writer. Returns the namespace's name and the last lease.
///
/// # Errors
/// `store_foreign` if the file is not a lease file; any other `store_*`.
pub fn read_lease(path: &Path) -> Result<(String, Option<StoredLease>), Error> {
    let (name, node, stretch, is_valid) = lease::read_lease(path)?;
    Ok((name, node.map(|node| held(node, stretch, is_valid))))
}

/// Retires a state file with a hand-assigned node so that a lease file of the namespace can
/// continue above it. Later opens fail with `store_foreign`. Returns the end of the last
/// millisecond for which an id may have been generated, in Unix milliseconds, or 0 if there was
/// none. Idempotent: a retired file returns the same time again.
///
/// # Errors
/// `store_locked` if a process has the file open; `store_foreign` if it is of another kind; any
/// other `store_*`. Then nothing has changed.
pub fn retire(path: &Path, namespace: &Namespace) -> Result<i64, Error> {
    let (format, options) = meaning(namespace)?;
    lease::retire(path, format, &options)
}

/// Returns the format of a namespace's ids, and the options that they share.
fn meaning(namespace: &Namespace) -> Result<(Format, Options), Error> {
    let (kind, mut options) = (namespace.kind(), Options::new());
    for (name, value) in kind.options() {
        options.set(name, OptionValue::Text(value))?;
    }
    Ok((kind.format(), options))
}

impl LeaseFile for OwnedFile {
    type Error = Error;

    fn held(&self) -> Option<StoredLease> {
        Some(held(
            self.leased.node?,
            self.leased.stretch,
            self.leased.counts,
        ))
    }

    fn mark_ms(&self) -> i64 {
        // Generators move it. If the read fails, the last known value is a lower bound.
        self.file
            .held()
            .map_or(self.leased.used_ms, |leased| leased.used_ms)
    }

    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Error> {
        let goes_on = self
            .held()
            .is_some_and(|held| held.is_valid && held.node == grant.node);
        let stretch = Stretch {
            until_ms: grant.until_ms,
            ids: ids.map(|id| id.map_or(0, GrantId::get)),
            count: grant.count,
        };
        let written = match goes_on {
            true => self.file.extend(stretch),
            false => self.file.turn_to(grant.node, grant.from_ms, stretch),
        };
        self.keep(written)
    }

    fn close(&mut self) -> Result<i64, Error> {
        let closed = self.file.close();
        self.keep(closed)?;
        // The high-water mark is never before the first tick of the lease.
        Ok(self.leased.used_ms)
    }

    fn replace(&mut self) -> bool {
        // After an error, the file may or may not be the old one.
        self.file.replace().unwrap_or(false)
    }

    fn raise(&mut self, above_ms: i64) -> Result<(), Error> {
        let raised = self.file.raise(above_ms);
        self.keep(raised)
    }

    fn refresh(&mut self) -> Result<bool, Error> {
        let mut is_damaged = false;
        if self.file.has_name()? {
            match self.file.held() {
                // Only the agent writes leases, and generators keep the file's format.
                Err(error) if is_damage(&error) => {
                    self.file.set_aside()?;
                    is_damaged = true;
                }
                leased => return self.keep(leased).map(|()| false),
            }
        }
        let opened = Self::open(&self.path, &self.namespace)?;
        *self = Self {
            replaced: self.replaced + 1,
            is_damaged: is_damaged || opened.is_damaged,
            ..opened
        };
        Ok(true)
    }
}
