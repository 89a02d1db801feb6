//! How a command ends: exit codes, and what is said on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::output::FAULT;

/// Something could not be done.
const FAILED: u8 = 1;
/// Bad input or usage, as clap has it.
const REFUSED: u8 = 2;

/// How a command that ran to its end came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Outcome {
    Done,
    /// What was looked for is not there.
    NotFound,
    /// Some of the input was refused, and reported; the rest is done.
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

/// What ends a command early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The caller's input or options make no sense.
    Refused { what: String, why: String },
    /// Generating or reading failed.
    Failed { what: String, why: String },
    /// Another program was to do it, and cannot be started; the exit code says so.
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

    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Refused { what, why } => {
                complain(what, why);
                REFUSED.into()
            }
            Failure::Failed { what, why } => {
                complain(what, why);
                FAILED.into()
            }
            Failure::Missing { what, why, code } => {
                complain(what, why);
                code.into()
            }
            // Whoever read has enough: `sortid new uuid7 -n 1000000 | head`.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                complain("standard output", error);
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

/// A line on standard error.
pub(crate) fn complain(what: impl Display, why: impl Display) {
    let mut stderr = anstream::stderr().lock();
    // Where standard error is closed, nobody can be told so.
    let _ = writeln!(stderr, "{FAULT}sortid:{FAULT:#} {what}: {why}");
}
