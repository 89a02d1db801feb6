//! Calls of the system that a signal may cut short.

use std::io::{ErrorKind, Result};

/// Makes a call of the system, again if a signal cut it short. What is made of several calls has each of them made so: the first ones are done.
pub(super) fn uninterrupted<R>(mut call: impl FnMut() -> Result<R>) -> Result<R> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
