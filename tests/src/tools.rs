//! The programs beside the suite, started through it: what they are given, they read themselves.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

/// A program of this workspace.
#[derive(Debug, PartialEq)]
pub(crate) struct Tool {
    /// What follows `cargo suite`.
    pub(crate) name: &'static str,
    package: &'static str,
}

/// Every program, with its package.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "bench",
        package: "sortid-bench",
    },
    Tool {
        name: "faults",
        package: "sortid-faults",
    },
    Tool {
        name: "simulate",
        package: "sortid-simulate",
    },
];

impl Tool {
    /// The program of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Builds and runs the program, its output going where ours goes; its exit status is ours.
    pub(crate) fn run(&self, root: &Path, arguments: &[OsString]) -> Result<ExitCode, String> {
        let status = Command::new("cargo")
            .args([
                "run",
                "--quiet",
                "--release",
                "--package",
                self.package,
                "--",
            ])
            .args(arguments)
            .current_dir(root)
            .status()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        // Ended by a signal there is no code: any failure will do.
        let code = status.code().unwrap_or(1);
        Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
    }
}
