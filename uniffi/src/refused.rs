//! The last error of a thread, for calls that return a status.

use std::cell::Cell;

use sortid::{Error, ErrorCode};

use crate::error::Refusal;

thread_local! {
    static LAST: Cell<Error> = const { Cell::new(Error::new(ErrorCode::Panic)) };
}

/// Stores an error for [`last_refusal`].
#[cold]
pub(crate) fn note(error: Error) {
    LAST.set(error);
}

/// Returns the error that [`note`] stored last on this thread, or that [`keep`] has moved to an
/// address other than 0.
pub(crate) fn last(saved: u64) -> Error {
    match saved {
        0 => LAST.get(),
        // SAFETY: the packages pass each result of `keep` once.
        saved => *unsafe { Box::from_raw(saved as usize as *mut Error) },
    }
}

/// Copies this thread's last error to the heap, and returns its address. A virtual thread of the
/// JVM may change threads before it reads the error.
pub(crate) fn keep() -> u64 {
    Box::into_raw(Box::new(LAST.get())) as u64
}

/// Returns the error of this thread's last call that returned a status other than 0, or the error
/// at the address `saved`. `input` is the rejected text, `prefix` its required prefix.
#[uniffi::export(default(saved = 0))]
pub fn last_refusal(input: Option<String>, prefix: Option<String>, saved: u64) -> Refusal {
    let error = last(saved);
    match (input, prefix) {
        (_, Some(prefix)) if error.code() == ErrorCode::InvalidOption => {
            Refusal::new(error, error.describe(&prefix))
        }
        (Some(input), Some(prefix)) => {
            Refusal::new(error, error.describe(&input).with_prefix(&prefix))
        }
        (Some(input), None) => Refusal::new(error, error.describe(&input)),
        (None, _) => Refusal::new(error, error),
    }
}
