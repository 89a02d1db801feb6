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

/// Returns the error that [`note`] stored last on this thread.
pub(crate) fn last() -> Error {
    LAST.get()
}

/// Returns the error of this thread's last call that returned a status other than 0. `input` is
/// the rejected text, `prefix` the prefix that it must have.
#[uniffi::export]
pub fn last_refusal(input: Option<String>, prefix: Option<String>) -> Refusal {
    let error = last();
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
