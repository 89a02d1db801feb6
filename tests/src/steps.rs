//! The checks besides the vectors: a table of commands, and how one of them is run and counted.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The folder of all logs, below the repository's root.
pub(crate) const LOGS: &str = "target/suite/logs";

/// How many lines of a failed step's log are shown.
pub(crate) const TAIL_LINES: usize = 60;

/// One command that must succeed.
pub(crate) struct Step {
    /// The language it checks; `--only` chooses by it.
    pub(crate) language: &'static str,
    /// Its name, which is its log's too.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) program: &'static str,
    /// The program's arguments.
    pub(crate) args: &'static [&'static str],
    /// Variables set for it.
    pub(crate) env: &'static [(&'static str, &'static str)],
}

const fn cargo(name: &'static str, args: &'static [&'static str]) -> Step {
    Step {
        language: "rust",
        name,
        program: "cargo",
        args,
        env: &[],
    }
}

/// Every step, in order.
#[rustfmt::skip]
pub(crate) const STEPS: &[Step] = &[
    cargo("fmt", &["fmt", "--all", "--check", "--", "--color", "never"]),
    cargo("clippy", &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    cargo("clippy-no-std", &["clippy", "-p", "sortid", "--no-default-features", "--", "-D", "warnings"]),
    cargo("test", &["test", "--workspace", "--all-features"]),
    cargo("test-no-std", &["test", "-p", "sortid", "--no-default-features"]),
    Step {
        env: &[("RUSTDOCFLAGS", "-Dwarnings")],
        ..cargo("doc", &["doc", "--workspace", "--no-deps", "--all-features"])
    },
];

/// How a step went.
pub(crate) struct Outcome {
    /// Checks that passed: its tests, or the step itself where it has none.
    pub(crate) passed: u64,
    /// Checks that failed.
    pub(crate) failed: u64,
    /// Why the step failed, if it did.
    pub(crate) failure: Option<String>,
    /// What it took.
    pub(crate) took: Duration,
    /// Its log, relative to the root.
    pub(crate) log: PathBuf,
}

impl Step {
    /// Runs the step in `root`, its output going to its log.
    pub(crate) fn run(&self, root: &Path) -> Outcome {
        let log = Path::new(LOGS).join(format!("{}.log", self.name));
        let started = Instant::now();
        let failure = self.execute(root, &root.join(&log));
        let text = fs::read(root.join(&log)).unwrap_or_default();
        let (passed, failed) = count(&String::from_utf8_lossy(&text), failure.is_some());
        Outcome {
            passed,
            failed,
            failure,
            took: started.elapsed(),
            log,
        }
    }

    fn execute(&self, root: &Path, log: &Path) -> Option<String> {
        let attempt = || -> io::Result<_> {
            let out = create(log)?;
            let err = out.try_clone()?;
            Command::new(self.program)
                .args(self.args)
                .envs(self.env.iter().copied())
                // The log is searched for test results, which colours would hide.
                .env("CARGO_TERM_COLOR", "never")
                .current_dir(root)
                .stdin(Stdio::null())
                .stdout(out)
                .stderr(err)
                .status()
        };
        match attempt() {
            Ok(status) if status.success() => None,
            Ok(status) => Some(format!(
                "`{} {}` ended with {status}",
                self.program,
                self.args.join(" ")
            )),
            Err(error) => Some(format!("cannot run {}: {error}", self.program)),
        }
    }
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

/// The checks a step stands for: the tests of its log, and the step itself where the tests do not tell its result.
fn count(log: &str, step_failed: bool) -> (u64, u64) {
    let (passed, failed) = log
        .lines()
        .filter_map(test_result)
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    match (passed, failed, step_failed) {
        (_, 0, true) => (passed, 1),
        (0, 0, false) => (1, 0),
        _ => (passed, failed),
    }
}

/// Reads `test result: ok. 12 passed; 0 failed; …`.
fn test_result(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut parts = counts.split("; ");
    let passed = parts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = parts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: &str = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out";
    const BAD: &str = "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured";

    #[test]
    fn tests_are_counted_over_all_binaries() {
        assert_eq!(count(&format!("x\n{OK}\ny\n{OK}\n"), false), (24, 0));
        assert_eq!(count(&format!("{OK}\n{BAD}\n"), true), (15, 2));
    }

    #[test]
    fn a_step_without_tests_is_one_check() {
        assert_eq!(count("Checking sortid\n", false), (1, 0));
        assert_eq!(count("error: oh\n", true), (0, 1));
        assert_eq!(
            count("test result: ok. 0 passed; 0 failed; 0 ignored", false),
            (1, 0)
        );
    }

    #[test]
    fn a_step_that_fails_beside_its_tests_fails() {
        assert_eq!(count(OK, true), (12, 1));
    }

    #[test]
    fn step_names_are_distinct() {
        let mut names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
