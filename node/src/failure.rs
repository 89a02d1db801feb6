//! Failures of functions, and the content of errors.

use std::fmt::Display;

use sortid::{Error, ErrorCode};

/// The failure of a function.
pub(crate) enum Failure {
    /// A `SortidError`.
    Error(Box<Thrown>),
    /// A `TypeError`, with the expected type.
    Type(&'static str),
    /// An `Error` with the code `ERR_INVALID_STATE`, for example for a closed object.
    State(&'static str),
    /// A failed Node-API call, whose exception may be pending.
    Node,
}

/// The content of a `SortidError`.
pub(crate) struct Thrown {
    pub(super) error: Error,
    pub(super) message: String,
    /// An unknown option or field, which the core cannot name.
    unknown: Option<String>,
    /// The number of valid ids of a fill.
    pub(super) filled: Option<usize>,
    pub(super) row: Option<usize>,
}

impl Thrown {
    /// An error of the core with its message.
    pub(crate) fn new(error: Error, message: &dyn Display) -> Self {
        Self {
            error,
            message: message.to_string(),
            unknown: None,
            filled: None,
            row: None,
        }
    }

    /// An error of the core with the rejected input in its message.
    #[inline(never)]
    pub(crate) fn describing(error: Error, input: &[u8]) -> Self {
        let is_name = matches!(
            error.code(),
            ErrorCode::InvalidOption | ErrorCode::InvalidField
        );
        let name = || String::from_utf8_lossy(input).into_owned();
        Self {
            unknown: is_name.then(name),
            ..Self::new(error, &error.describe(input))
        }
    }

    /// An error in a row of a column.
    pub(crate) fn in_row(error: Error, message: &dyn Display, row: usize) -> Self {
        Self {
            row: Some(row),
            ..Self::new(error, &format_args!("{message}, in row {row}"))
        }
    }

    pub(super) fn subject(&self) -> Option<&str> {
        self.error.subject().or(self.unknown.as_deref())
    }

    pub(super) fn path(&self) -> Option<&'static str> {
        let is_of_store = self.error.code().is_of_store();
        self.error.subject().filter(|_| is_of_store)
    }

    /// Negative, as in Node's own errors.
    pub(super) fn errno(&self) -> Option<i32> {
        self.error.os_error().map(|number| -number)
    }
}

impl From<Thrown> for Failure {
    #[cold]
    #[inline(never)]
    fn from(thrown: Thrown) -> Self {
        Self::Error(Box::new(thrown))
    }
}

impl From<Error> for Failure {
    #[cold]
    #[inline(never)]
    fn from(error: Error) -> Self {
        Thrown::new(error, &error).into()
    }
}
