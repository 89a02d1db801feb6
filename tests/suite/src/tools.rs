//! The programs beside the suite, started through it: what they are given, they read themselves.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::environments::emulators;

/// A program of this workspace.
#[derive(Debug, PartialEq)]
pub(crate) struct Tool {
    /// What follows `cargo suite`.
    pub(crate) name: &'static str,
    package: &'static str,
    program: &'static str,
    /// How it is optimised.
    profile: &'static str,
}

const fn tool(name: &'static str, package: &'static str, program: &'static str) -> Tool {
    Tool {
        name,
        package,
        program,
        profile: "release",
    }
}

/// Every program, with its package.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        // As a program is that has our crate: libraries that are shipped alone are optimised as a whole.
        profile: "bench",
        ..tool("bench", "sortid-bench", "sortid-bench")
    },
    tool("faults", "sortid-faults", "sortid-faults"),
    tool("models", "sortid-models", "sortid-models"),
    tool("schedules", "sortid-models", "sortid-schedules"),
    tool("simulate", "sortid-simulate", "sortid-simulate"),
    tool("site", "sortid-site", "sortid-site"),
    tool("worlds", "sortid-simulate", "sortid-worlds"),
];

impl Tool {
    /// The program of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Builds and runs the program, for another processor after `--target`, its output going where ours goes; its exit status is ours.
    pub(crate) fn run(&self, root: &Path, arguments: &[OsString]) -> Result<ExitCode, String> {
        let mut arguments = arguments.to_vec();
        let mut cargo = match processor(&mut arguments)? {
            Some(processor) => emulators::cargo(root, "run", &processor)?,
            None => {
                let mut cargo = Command::new("cargo");
                cargo.arg("run");
                cargo
            }
        };
        let status = cargo
            .args([
                "--quiet",
                "--profile",
                self.profile,
                "--package",
                self.package,
            ])
            .args(["--bin", self.program, "--"])
            .args(arguments)
            .current_dir(root)
            .status()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        // Ended by a signal there is no code: any failure will do.
        let code = status.code().unwrap_or(1);
        Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
    }
}

/// Takes what stands after `--target` out of the arguments.
fn processor(arguments: &mut Vec<OsString>) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|word| word == "--target") else {
        return Ok(None);
    };
    let mut words = arguments.drain(at..arguments.len().min(at + 2)).skip(1);
    let name = words.next().and_then(|name| name.into_string().ok());
    name.map(Some)
        .ok_or_else(|| "--target needs a processor".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_not_the_programs_to_read() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let mut arguments = words(&["core", "--target", "s390x", "--only", "fork"]);
        assert_eq!(processor(&mut arguments), Ok(Some("s390x".to_owned())));
        assert_eq!(arguments, words(&["core", "--only", "fork"]));
        assert_eq!(processor(&mut arguments), Ok(None));
        assert!(processor(&mut words(&["core", "--target"])).is_err());
    }
}
