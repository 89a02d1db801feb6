//! Scripts that tell what they checked: `ok NAME` or `not ok NAME: why`, a line a check.
//!
//! One that something is missing for ends with 77 after `NOT RUN: why`; one that leaves out a part says `left out PART: why`.

use std::path::Path;
use std::process::Command;

use crate::console::Console;
use crate::disk::target;
use crate::steps::{NOT_RUN, TAIL_LINES, logged, tail, why_not};

/// What takes colours back on a terminal.
const PLAIN: &str = "\u{1b}[0m";

/// What a script told.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tap {
    /// The names of the checks that passed.
    pub(crate) passed: Vec<String>,
    /// The checks that failed, and why.
    pub(crate) failed: Vec<String>,
    /// The parts that were left out, and why.
    pub(crate) left_out: Vec<String>,
    /// Why nothing ran, if nothing did.
    pub(crate) not_run: Option<String>,
    /// All that it printed.
    pub(crate) lines: Vec<String>,
    /// Whether the script failed beside its checks: then its log tells more than it did.
    pub(crate) ended_badly: bool,
}

impl Tap {
    /// Runs a script of the root, its output going to `log`. It is given `SORTID_REPO`, the root, and `SORTID_TARGET`, the folder of all that is
    /// built.
    pub(crate) fn by(root: &Path, script: &Path, arguments: &[&str], log: &Path) -> Self {
        let status = run(root, script, arguments, log);
        Self::new(tail(log, usize::MAX), status)
    }

    fn new(lines: Vec<String>, status: Result<i32, String>) -> Self {
        let after = |prefix: &str| -> Vec<String> {
            // Some programs end with what takes colours back, and no new line.
            let plain = lines.iter().map(|line| line.trim_start_matches(PLAIN));
            let told = plain.filter_map(|line| line.strip_prefix(prefix));
            // Deno sums up so what it ran.
            let told = told.filter(|told| !told.starts_with("| "));
            told.map(str::to_owned).collect()
        };
        let mut told = Self {
            passed: after("ok "),
            failed: after("not ok "),
            left_out: after("left out "),
            ..Self::default()
        };
        let says_so = !after("NOT RUN: ").is_empty();
        let reason = match status {
            Ok(NOT_RUN) if told.failed.is_empty() => {
                told.not_run = Some(why_not(lines.iter().map(String::as_str)));
                None
            }
            Ok(0) if says_so => Some("says NOT RUN, and ends as if it had".to_owned()),
            Ok(0) if told.passed.is_empty() && told.failed.is_empty() => {
                Some("checks nothing".to_owned())
            }
            Ok(0) => None,
            // What failed was told.
            Ok(_) if !told.failed.is_empty() => None,
            Ok(code) => Some(format!("ended with exit status {code}")),
            Err(reason) => Some(reason),
        };
        told.ended_badly = reason.is_some();
        told.failed.extend(reason);
        told.lines = lines;
        told
    }

    /// Ends the line that was begun for the script, with a line for each of its checks.
    pub(crate) fn print(&self, console: &Console, took: &str) {
        let verdict = match (&self.not_run, self.failed.len()) {
            (Some(reason), _) => format!("{}: {reason}", console.bad("NOT RUN")),
            (None, 0) => format!("{} {took}", console.good("ok")),
            (None, _) => format!("{} {took}", console.bad("failed")),
        };
        console.line(&verdict);
        for name in &self.passed {
            console.line(&format!("    ok {name}"));
        }
        for part in &self.left_out {
            console.line(&format!("    left out {part}"));
        }
        for reason in &self.failed {
            console.line(&format!("    {} {reason}", console.bad("not ok")));
        }
        if self.ended_badly {
            let first = self.lines.len().saturating_sub(TAIL_LINES);
            for line in &self.lines[first..] {
                console.line(&format!("    | {line}"));
            }
        }
    }
}

/// A script's status, if it ended by itself.
fn run(root: &Path, script: &Path, arguments: &[&str], log: &Path) -> Result<i32, String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let target = std::path::absolute(target(&root)).map_err(|error| error.to_string())?;
    let mut command = Command::new(root.join(script));
    command
        .args(arguments)
        .current_dir(&root)
        .env("SORTID_REPO", &root)
        .env("SORTID_TARGET", target);
    match logged(&mut command, log) {
        Ok(status) => status.code().ok_or_else(|| format!("ended with {status}")),
        Err(error) => Err(format!("cannot run {}: {error}", script.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &str, status: i32) -> Tap {
        Tap::new(lines.lines().map(str::to_owned).collect(), Ok(status))
    }

    #[test]
    fn checks_are_counted_by_their_lines() {
        let told = told(
            "noise\nok one\nnot ok two: because\nok three\nleft out four: no such thing here\nnot okay\n",
            1,
        );
        assert_eq!(told.passed, ["one", "three"]);
        assert_eq!(told.failed, ["two: because"]);
        assert_eq!(told.left_out, ["four: no such thing here"]);
        assert!(!told.ended_badly);
    }

    #[test]
    fn colours_hide_no_check() {
        let told = told("ok one\n\u{1b}[0m\u{1b}[0mnot ok two: because\n", 0);
        assert_eq!(told.failed, ["two: because"]);
    }

    #[test]
    fn a_check_that_failed_fails_whatever_the_status() {
        assert_eq!(told("ok one\nnot ok two: x\n", 0).failed.len(), 1);
        assert_eq!(
            told("ok | 1 passed | 0 failed (1s)\nok one\n", 0).passed,
            ["one"]
        );
    }

    #[test]
    fn a_script_that_ends_badly_or_checks_nothing_fails() {
        assert_eq!(told("ok one\n", 3).failed, ["ended with exit status 3"]);
        assert_eq!(told("noise\n", 0).failed, ["checks nothing"]);
        assert_eq!(told("left out all: lazy\n", 0).failed, ["checks nothing"]);
        assert!(told("", 1).ended_badly);
        let killed = Tap::new(
            vec!["ok one".to_owned()],
            Err("ended with a signal".to_owned()),
        );
        assert_eq!(killed.failed, ["ended with a signal"]);
    }

    #[test]
    fn what_did_not_run_is_no_success() {
        assert_eq!(
            told("NOT RUN: no compiler\n", 77).not_run.as_deref(),
            Some("no compiler")
        );
        assert_eq!(told("", 77).not_run.as_deref(), Some("it does not say why"));
        assert_eq!(told("NOT RUN: no compiler\n", 0).failed.len(), 1);
        // A failure before is not undone.
        let after = told("not ok one: x\nNOT RUN: no compiler\n", 77);
        assert_eq!((after.not_run, after.failed.len()), (None, 1));
    }
}
