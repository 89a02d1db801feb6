//! Exit codes, and messages on standard error.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// An error that ends a command.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    reason: String,
}

impl Failure {
    /// An operation failed.
    pub(crate) fn failed(reason: impl Display) -> Self {
        Self {
            code: 1,
            reason: reason.to_string(),
        }
    }

    /// The input is invalid.
    pub(crate) fn refused(reason: impl Display) -> Self {
        Self {
            code: 2,
            reason: reason.to_string(),
        }
    }

    /// An option's value is invalid, or the format does not support the option.
    pub(crate) fn of_option(error: sortid::Error) -> Self {
        Self::refused(match error.subject() {
            Some("namespace") => {
                "invalid name: expected 1 to 64 characters a-z, 0-9, `.`, `_` and `-`".to_owned()
            }
            Some("nodes") => "--nodes: exceeds the format's node field, or 65536 nodes".to_owned(),
            Some("stretch") => {
                "--stretch: expected at least three ticks of the format, at most 24h".to_owned()
            }
            Some("margin") => "--margin: expected 1ms to 24h".to_owned(),
            Some("format") => "--format: ids of this format have no node to lease".to_owned(),
            Some(name) => format!(
                "--{}: invalid, or not supported by this format",
                name.replace('_', "-")
            ),
            None => error.to_string(),
        })
    }

    /// Replaces the exit code by 125, the code of a failed `run`.
    pub(crate) fn of_run(self) -> Self {
        match self.code {
            1 | 2 => Self { code: 125, ..self },
            _ => self,
        }
    }

    pub(crate) fn with_code(code: u8, reason: impl Display) -> Self {
        Self {
            code,
            reason: reason.to_string(),
        }
    }

    pub(crate) fn report(self) -> ExitCode {
        say(&self.reason);
        self.code.into()
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl From<sortid::Error> for Failure {
    fn from(error: sortid::Error) -> Self {
        Self::failed(error)
    }
}

/// Writes a line to standard error. Ignores errors, since standard error may be closed.
pub(crate) fn say(what: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "sortid: {what}");
}
