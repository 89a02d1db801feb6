//! Other programs of this repository that `cargo suite NAME` starts. Each parses its own arguments.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::environments::emulators;
use crate::run::build::PROFILE;

/// The text of `cargo suite reliability --help`.
pub(crate) const RELIABILITY_HELP: &str = "\
Usage: cargo suite reliability TOOL [OPTION…]

  simulate     the generator and its files in a simulated system, from seeds
  leases       every order of events of a few lease agents
  models       every order of two or three threads, with weak memory orderings
  schedules    many threads for thousands of steps, in random orders
  conformance  small programs in the simulated and in the real system
  faults       forks, clocks, disks and kills, in the real system

Each has its own --help. tests/reliability/README.md explains when to use which tool.";

/// A program of this repository.
#[derive(Debug, PartialEq)]
pub(crate) struct Tool {
    /// The name after `cargo suite`.
    pub(crate) name: &'static str,
    /// The folder of its crate.
    folder: &'static str,
    program: &'static str,
    /// The cargo profile that it is built with.
    profile: &'static str,
}

const fn tool(name: &'static str, folder: &'static str, program: &'static str) -> Tool {
    Tool {
        name,
        folder,
        program,
        profile: "release",
    }
}

pub(crate) const TOOLS: &[Tool] = &[
    checked("audit", "tests/audit"),
    Tool {
        // Optimised as in a downstream program: `release` uses fat LTO, for the shipped libraries.
        profile: "bench",
        ..tool("bench", "tests/bench", "sortid-bench")
    },
    checked("generate", "generate"),
    tool("site", "tests/site", "sortid-site"),
];

/// The tools of `cargo suite reliability`.
const RELIABILITY: &[Tool] = &[
    checked("conformance", "tests/reliability/simulator"),
    tool("faults", "tests/reliability/fault_injection", "faults"),
    checked("leases", "leases/schedules"),
    checked("models", "tests/reliability/model_checking"),
    checked("schedules", "tests/reliability/model_checking"),
    checked("simulate", "tests/reliability/simulator"),
];

/// A tool built with the suite's profile, which has assertions.
const fn checked(name: &'static str, folder: &'static str) -> Tool {
    Tool {
        profile: PROFILE,
        ..tool(name, folder, name)
    }
}

impl Tool {
    pub(crate) fn named(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The reliability tool with this name.
    ///
    /// # Errors
    /// The help text, if there is no such tool.
    pub(crate) fn of_reliability(name: Option<&str>) -> Result<&'static Tool, String> {
        let named = RELIABILITY.iter().find(|tool| Some(tool.name) == name);
        named.ok_or_else(|| RELIABILITY_HELP.to_owned())
    }

    /// Builds and runs the program with inherited output. Returns its exit status.
    ///
    /// `--target NAME` in the arguments runs it on an emulated platform.
    pub(crate) fn run(&self, root: &Path, arguments: &[OsString]) -> Result<ExitCode, String> {
        let mut arguments = arguments.to_vec();
        let mut cargo = match take_target(&mut arguments)? {
            Some(target) => emulators::cargo(root, "run", &target)?,
            None => {
                let mut cargo = Command::new("cargo");
                cargo.arg("run");
                cargo
            }
        };
        let status = cargo
            .args(["--quiet", "--profile", self.profile])
            .args(["--manifest-path", &format!("{}/Cargo.toml", self.folder)])
            .args(["--bin", self.program, "--"])
            .args(arguments)
            .current_dir(root)
            .status()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        // A process killed by a signal has no exit code: report a general failure.
        let code = status.code().unwrap_or(1);
        Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
    }
}

/// Removes `--target NAME` from the arguments and returns the name.
fn take_target(arguments: &mut Vec<OsString>) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|word| word == "--target") else {
        return Ok(None);
    };
    let mut words = arguments.drain(at..arguments.len().min(at + 2)).skip(1);
    let name = words.next().and_then(|name| name.into_string().ok());
    name.map(Some)
        .ok_or_else(|| "--target needs the name of a platform".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn take_target_removes_the_option_and_its_value() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let mut arguments = words(&["core", "--target", "s390x", "--only", "fork"]);
        assert_eq!(take_target(&mut arguments), Ok(Some("s390x".to_owned())));
        assert_eq!(arguments, words(&["core", "--only", "fork"]));
        assert_eq!(take_target(&mut arguments), Ok(None));
        assert!(take_target(&mut words(&["core", "--target"])).is_err());
    }
}
