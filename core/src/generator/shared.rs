//! The process-wide default generators, one per format, behind the plain functions.

use std::sync::OnceLock;

use super::{Generator, nodes, process};
use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;
use crate::options::Options;

static DEFAULTS: [OnceLock<Generator<Id>>; Format::ALL.len()] =
    [const { OnceLock::new() }; Format::ALL.len()];

/// The process-wide generator of a format, with its default options.
///
/// # Errors
/// `entropy_unavailable`, at the first call for a format.
///
/// ```
/// use sortid::{Format, default_generator};
///
/// let before = default_generator(Format::Tid)?.status().ids;
/// sortid::tid()?;
/// assert!(default_generator(Format::Tid)?.status().ids > before);
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn default_generator(format: Format) -> Result<&'static Generator<Id>, Error> {
    // Codes count from 1 without gaps: a test of the registry says so.
    let slot = &DEFAULTS[format.code() as usize - 1];
    match slot.get() {
        Some(generator) => Ok(generator),
        None => {
            let fresh = Generator::dynamic(format, &Options::new())?;
            Ok(slot.get_or_init(|| fresh))
        }
    }
}

/// A new id of a format that is known only at run time, from its default generator.
///
/// # Errors
/// As [`Generator::next`]; `entropy_unavailable`.
///
/// ```
/// use sortid::{Format, new_id};
///
/// assert_eq!(new_id(Format::Scru160)?.to_text().len(), 32);
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn new_id(format: Format) -> Result<Id, Error> {
    default_generator(format)?.next()
}

/// Makes every generator of this process draw everything anew before its next id, as after a fork.
///
/// For a process that was resumed from a snapshot or checkpoint, whose copies would go on alike.
/// Seeded generators, and those that only a node of the user's tells apart, answer
/// `forked_generator` until reseeded one by one, unless made with `allow_fork`.
///
/// # Errors
/// `entropy_unavailable`.
///
/// ```
/// sortid::reseed()?;
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn reseed() -> Result<(), Error> {
    nodes::reshuffle()?;
    process::advance();
    Ok(())
}
