//! A command that must succeed, and how it is run and logged.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::report::{Failure, LOG};
use crate::test_counts::count;

/// The folder of all logs, below the repository's root.
pub(crate) const LOGS: &str = "target/suite/logs";

/// How many lines of a failed step's log are shown.
pub(crate) const TAIL_LINES: usize = 60;

/// The exit status of a program that something is missing for, once it has said what: `NOT RUN: why`.
pub(crate) const NOT_RUN: i32 = 77;

/// One command that must succeed.
pub(crate) struct Step {
    /// Its name, which is its log's too.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) program: &'static str,
    /// The program's arguments.
    pub(crate) args: &'static [&'static str],
    /// Variables set for it.
    pub(crate) env: &'static [(&'static str, &'static str)],
}

impl Step {
    /// One of cargo.
    pub(crate) const fn cargo(name: &'static str, args: &'static [&'static str]) -> Self {
        Self {
            name,
            program: "cargo",
            args,
            env: &[],
        }
    }
}

/// How a step went.
pub(crate) struct Outcome {
    /// Checks that passed: its tests, or the step itself where it has none.
    pub(crate) passed: u64,
    /// Checks that failed.
    pub(crate) failed: u64,
    /// Why the step failed, if it did.
    pub(crate) failure: Option<String>,
    /// Why the step did not run, if it did not: then nothing passed, and nothing failed.
    pub(crate) not_run: Option<String>,
    /// What it took.
    pub(crate) took: Duration,
    /// Its log, relative to the root.
    pub(crate) log: PathBuf,
}

impl Outcome {
    /// The failure of a step of a language, with its log.
    pub(crate) fn failure_of(&self, language: &'static str, name: &str) -> Option<Failure> {
        let mut failure = Failure::new(Some(language), name, self.failure.clone()?);
        let log = self.log.display().to_string();
        failure.details.push((LOG, log));
        Some(failure)
    }
}

impl Step {
    /// Runs the step in `root`, its output going to its log.
    pub(crate) fn run(&self, root: &Path) -> Outcome {
        let log = Path::new(LOGS).join(format!("{}.log", self.name));
        let started = Instant::now();
        let status = self.execute(root, &root.join(&log));
        let text = fs::read(root.join(&log)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let not_run = match &status {
            Ok(status) if status.code() == Some(NOT_RUN) => Some(why_not(text.lines())),
            _ => None,
        };
        let failure = match status {
            Ok(status) if status.success() || not_run.is_some() => None,
            Ok(status) => Some(format!(
                "`{} {}` ended with {status}",
                self.program,
                self.args.join(" ")
            )),
            Err(error) => Some(format!("cannot run {}: {error}", self.program)),
        };
        let (passed, failed) = match not_run {
            None => count(&text, failure.is_some()),
            Some(_) => (0, 0),
        };
        Outcome {
            passed,
            failed,
            failure,
            not_run,
            took: started.elapsed(),
            log,
        }
    }

    fn execute(&self, root: &Path, log: &Path) -> io::Result<ExitStatus> {
        let mut command = Command::new(self.program);
        command
            .args(self.args)
            .envs(self.env.iter().copied())
            .current_dir(root);
        logged(&mut command, log)
    }
}

/// What a program said was missing, by its lines.
pub(crate) fn why_not<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let said = lines.filter_map(|line| line.strip_prefix("NOT RUN: "));
    said.last().unwrap_or("it does not say why").to_owned()
}

/// Runs a command, all of whose output goes to a log.
pub(crate) fn logged(command: &mut Command, log: &Path) -> io::Result<ExitStatus> {
    let out = create(log)?;
    let err = out.try_clone()?;
    command
        // The log is searched for results, which colours would hide.
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .status()
}

/// A new log file, with the folders above it.
pub(crate) fn create(log: &Path) -> io::Result<File> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create(log)
}

/// The last `lines` lines of a log; empty if it cannot be read.
pub(crate) fn tail(log: &Path, lines: usize) -> Vec<String> {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..]
        .iter()
        .map(|line| (*line).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a script of the shell comes to as a step.
    fn ran(args: &'static [&'static str]) -> Outcome {
        let step = Step {
            name: "test-of-steps",
            program: "sh",
            args,
            env: &[],
        };
        step.run(&crate::suite::root())
    }

    #[test]
    fn what_did_not_run_neither_passed_nor_failed() {
        let missing = ran(&["-c", "echo NOT RUN: no tool; exit 77"]);
        assert_eq!(missing.not_run.as_deref(), Some("no tool"));
        assert_eq!((missing.passed, missing.failed), (0, 0));
        assert_eq!(missing.failure, None);
        let silent = ran(&["-c", "exit 77"]).not_run;
        assert_eq!(silent.as_deref(), Some("it does not say why"));
        let failed = ran(&["-c", "echo NOT RUN: no tool; exit 1"]);
        assert_eq!((failed.not_run, failed.failed), (None, 1));
        let passed = ran(&["-c", "true"]);
        assert_eq!((passed.not_run, passed.passed), (None, 1));
    }
}
