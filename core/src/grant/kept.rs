//! The lease file on the disk, as the agent's rules see it.

use std::path::{Path, PathBuf};

use super::{Grant, GrantId, Held, LeaseFile, Mine, Namespace};
use crate::error::Error;
use crate::formats::Format;
use crate::generator::{self, Leased, Stretch};
use crate::options::{OptionValue, Options};

/// A lease file on the disk, kept by this process alone.
#[derive(Debug)]
pub struct KeptFile {
    path: PathBuf,
    namespace: Namespace,
    replaced: u64,
    file: generator::LeaseFile,
    /// As it was written last: nobody else writes it.
    leased: Leased,
}

impl KeptFile {
    /// Opens the file of a namespace, making it if there is none.
    ///
    /// # Errors
    /// `store_locked` where another agent keeps the file; `store_foreign` for a file of another namespace or kind, or without a lease; the other `store_*`.
    pub fn open(path: &Path, namespace: &Namespace) -> Result<Self, Error> {
        let (format, options) = meaning(namespace)?;
        let file = generator::LeaseFile::open(path, format, &options, namespace.name())?;
        let leased = file.held()?;
        Ok(Self {
            path: path.to_owned(),
            namespace: namespace.clone(),
            replaced: 0,
            file,
            leased,
        })
    }

    /// How often the file was removed or replaced, and another one opened or created in its place.
    pub const fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Whether a generator has the file open, or may.
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

fn held(node: u64, stretch: Stretch, counts: bool) -> Held {
    let mine = stretch.ids.map(GrantId::from_random);
    Held {
        node,
        until_ms: stretch.until_ms,
        mine,
        count: stretch.count,
        // What was closed has no numbers left.
        counts: counts && mine.iter().any(Option::is_some),
    }
}

/// What a lease file says, without keeping it: the name of its namespace, and its last grant.
///
/// # Errors
/// `store_foreign` for a file without a lease; the other `store_*`.
pub fn look(path: &Path) -> Result<(String, Option<Held>), Error> {
    let (name, node, stretch, counts) = generator::look(path)?;
    Ok((name, node.map(|node| held(node, stretch, counts))))
}

/// Ends a state file for good, whose node was given by hand so far, so that a lease file of the namespace can go on above it: whoever opens it from now on finds
/// a file of others (`store_foreign`). Above which time it goes on, in Unix milliseconds: the end of the last one that an id may have been made for, 0 where
/// none was. A file that was ended before tells that again.
///
/// # Errors
/// `store_locked` where somebody has it open; `store_foreign` for a file of another kind; the other `store_*`. Then nothing has changed.
pub fn retire(path: &Path, namespace: &Namespace) -> Result<i64, Error> {
    let (format, options) = meaning(namespace)?;
    generator::retire(path, format, &options)
}

/// The format of a namespace's ids, and the options that they have in common.
fn meaning(namespace: &Namespace) -> Result<(Format, Options), Error> {
    let (kind, mut options) = (namespace.kind(), Options::new());
    for (name, value) in kind.options() {
        options.set(name, OptionValue::Text(value))?;
    }
    Ok((kind.format(), options))
}

impl LeaseFile for KeptFile {
    type Error = Error;

    fn held(&self) -> Option<Held> {
        Some(held(
            self.leased.node?,
            self.leased.stretch,
            self.leased.counts,
        ))
    }

    fn mark_ms(&self) -> i64 {
        // Generators move it. What cannot be read now was there before.
        self.file
            .held()
            .map_or(self.leased.used_ms, |leased| leased.used_ms)
    }

    fn write(&mut self, grant: &Grant, mine: &Mine) -> Result<(), Error> {
        let goes_on = self
            .held()
            .is_some_and(|held| held.counts && held.node == grant.node);
        let stretch = Stretch {
            until_ms: grant.until_ms,
            ids: mine.map(|id| id.map_or(0, GrantId::get)),
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
        // The mark is never before the first tick of the grant.
        Ok(self.leased.used_ms)
    }

    fn raise(&mut self, above_ms: i64) -> Result<(), Error> {
        let raised = self.file.raise(above_ms);
        self.keep(raised)
    }

    fn refresh(&mut self) -> Result<bool, Error> {
        if self.file.has_name()? {
            let leased = self.file.held();
            return self.keep(leased).map(|()| false);
        }
        *self = Self {
            replaced: self.replaced + 1,
            ..Self::open(&self.path, &self.namespace)?
        };
        Ok(true)
    }
}
