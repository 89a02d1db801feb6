//! What a program that leases nodes needs of the core; the protocol is the crate `sortid-leasing`.

mod kind;

use crate::error::{Error, ErrorCode};
use crate::sys::process::{self, Generation};
use crate::sys::{Os, Sys};

pub use crate::generator::{LeaseFile, Leased, Stretch, read_lease, retire};
pub use kind::Kind;

/// A process. A forked child is another one.
#[derive(Clone, Copy, Debug)]
pub struct Process(Generation);

impl Process {
    /// The calling process.
    pub fn current() -> Self {
        Self(process::generation())
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
