//! Exit codes, and messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::style::{ERROR, FAINT, WARNING};

/// Exit code: an operation failed.
const FAILED: u8 = 1;
/// Exit code: invalid input or usage, as in clap.
const REFUSED: u8 = 2;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Outcome {
    Done,
    /// Nothing was found.
    NotFound,
    /// Some of the input was rejected and reported; the rest was processed.
    SomeRefused,
}

impl Outcome {
    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::NotFound => FAILED.into(),
            Outcome::SomeRefused => REFUSED.into(),
        }
    }

    pub(crate) fn and(self, other: Outcome) -> Outcome {
        match (self, other) {
            (Outcome::Done, other) => other,
            (Outcome::NotFound, Outcome::SomeRefused) => other,
            (one, _) => one,
        }
    }
}

/// An error that ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the options are invalid.
    Refused { what: String, why: String },
    /// Generating or reading failed.
    Failed { what: String, why: String },
    /// The program that does the work cannot be started. `code` is the exit code.
    Missing { what: String, why: String, code: u8 },
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn refused(what: impl Display, why: impl Display) -> Self {
        Failure::Refused {
            what: what.to_string(),
            why: why.to_string(),
        }
    }

    pub(crate) fn failed(what: impl Display, why: impl Display) -> Self {
        Failure::Failed {
            what: what.to_string(),
            why: why.to_string(),
        }
    }

    /// Reports the failure, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Refused { what, why } => {
                report(Level::Error, what, why);
                REFUSED.into()
            }
            Failure::Failed { what, why } => {
                report(Level::Error, what, why);
                FAILED.into()
            }
            Failure::Missing { what, why, code } => {
                report(Level::Error, what, why);
                code.into()
            }
            // The reader has closed the pipe: `sortid new uuid7 -n 1000000 | head`.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                report(Level::Error, "standard output", error);
                FAILED.into()
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// The severity of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    Error,
    Warning,
    /// Additional information about an error.
    Note,
}

/// Writes a message about `what` to standard error.
pub(crate) fn report(level: Level, what: impl Display, why: impl Display) {
    let (name, style) = match level {
        Level::Error => ("error", ERROR),
        Level::Warning => ("warning", WARNING),
        Level::Note => ("note", FAINT),
    };
    let mut stderr = anstream::stderr().lock();
    // Ignore errors, since standard error may be closed.
    let _ = writeln!(stderr, "{style}{name}:{style:#} {what}: {why}");
}
