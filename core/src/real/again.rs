//! Calls of the system that a signal may interrupt, and in which a thread may be cancelled.

use std::io::{Error, ErrorKind, Result};

use super::cancel::Uncancellable;

/// Makes a call of the system, again if a signal cut it short. What is made of several calls has each of them made so: the first ones are done.
pub(super) fn uninterrupted<R>(mut call: impl FnMut() -> Result<R>) -> Result<R> {
    let _cancellable_afterwards = Uncancellable::begin();
    loop {
        match call() {
            Err(error) => sifted(error)?,
            done => return done,
        }
    }
}

/// Nothing where a signal is to blame. Written once: who calls the system is compiled for each call.
#[cold]
#[inline(never)]
fn sifted(error: Error) -> Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        _ => Err(error),
    }
}
