//! Failures of functions, and the errors that JavaScript sees.

use sortid::{Error, ErrorCode};

/// Why a function has no result.
pub(crate) enum Failure {
    /// An error of the core.
    Core(Error),
    /// An error of the core, with a message that names the rejected input.
    Explained(Error, String),
    /// An error found before calling the core, with the option or field at fault.
    Code(ErrorCode, Option<&'static str>),
    /// A fill that ended before its memory did: the error, and how many ids are valid.
    Short(Error, usize),
    /// An invalid row of a column: the error, a message that names what the row holds, and its number.
    Row(Error, String, usize),
    /// Memory of a column that does not hold a row, and the row's number.
    Memory(ErrorCode, usize),
    /// An argument of the wrong type: a mistake in the program that calls.
    Type(&'static str),
    /// An object that is not, or no longer, to be used so: a mistake in the program that calls.
    State(&'static str),
    /// Node refused; its own exception may be pending.
    Node,
}

/// An exception.
pub(crate) enum Thrown {
    /// A `SortidError`.
    Error(Told),
    /// A `TypeError`, with the expected type.
    Type(&'static str),
    /// An `Error` of the code `ERR_INVALID_STATE`.
    State(&'static str),
    /// Whatever is pending.
    Nodes,
}

impl From<Failure> for Thrown {
    fn from(failure: Failure) -> Self {
        Self::Error(match failure {
            Failure::Core(error) => Told::from(error),
            Failure::Explained(error, message) => Told {
                message,
                ..Told::from(error)
            },
            Failure::Short(error, filled) => Told {
                filled: Some(filled),
                ..Told::from(error)
            },
            Failure::Row(error, message, row) => Told {
                message,
                ..Told::from(error)
            }
            .in_row(row),
            Failure::Memory(code, row) => Told::code(code, Some("memory")).in_row(row),
            Failure::Code(code, subject) => Told::code(code, subject),
            Failure::Type(expected) => return Self::Type(expected),
            Failure::State(problem) => return Self::State(problem),
            Failure::Node => return Self::Nodes,
        })
    }
}

/// What an error says.
pub(crate) struct Told {
    pub(super) code: ErrorCode,
    pub(super) message: String,
    pub(super) offset: Option<usize>,
    pub(super) subject: Option<&'static str>,
    pub(super) filled: Option<usize>,
    pub(super) path: Option<&'static str>,
    /// Negative, as in Node's own errors.
    pub(super) errno: Option<i32>,
    pub(super) row: Option<usize>,
}

impl Told {
    fn code(code: ErrorCode, subject: Option<&'static str>) -> Self {
        let message = match subject {
            Some(subject) => format!("{}: {} ({subject})", code.name(), code.message()),
            None => format!("{}: {}", code.name(), code.message()),
        };
        Self {
            code,
            message,
            offset: None,
            subject,
            filled: None,
            path: None,
            errno: None,
            row: None,
        }
    }

    fn in_row(self, row: usize) -> Self {
        Self {
            message: format!("{}, in row {row}", self.message),
            row: Some(row),
            ..self
        }
    }
}

impl From<Error> for Told {
    fn from(error: Error) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            offset: error.offset(),
            subject: error.subject(),
            filled: None,
            path: error.subject().filter(|_| error.code().is_of_store()),
            errno: error.os_error().map(|number| -number),
            row: None,
        }
    }
}
