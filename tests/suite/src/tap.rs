//! Scripts that print `ok NAME` or `not ok NAME: reason` per check (Test Anything Protocol).
//!
//! A script that lacks a requirement exits with 77 after `NOT RUN: reason`. For a skipped part it
//! prints `left out PART: reason`.

use std::path::Path;

use crate::outcome::{Failure, LOG, Outcome};
use crate::run::execute::{NOT_RUN, why_not};

/// The escape code that resets colours.
const PLAIN: &str = "\u{1b}[0m";

/// The output of a script.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tap {
    /// The names of the checks that passed.
    pub(crate) passed: Vec<String>,
    /// The failed checks, with reasons.
    pub(crate) failed: Vec<String>,
    /// The skipped parts, with reasons.
    pub(crate) left_out: Vec<String>,
    /// Why nothing ran; `None` if something did.
    pub(crate) not_run: Option<String>,
    /// All lines.
    pub(crate) lines: Vec<String>,
}

impl Tap {
    /// Parses the output of a script. `status` is its exit status, or how else it ended.
    pub(crate) fn read(lines: Vec<String>, status: Result<i32, String>) -> Self {
        let after = |prefix: &str| -> Vec<String> {
            // Some programs end with a colour reset and without a newline.
            let plain = lines.iter().map(|line| line.trim_start_matches(PLAIN));
            let found = plain.filter_map(|line| line.strip_prefix(prefix));
            // Deno's summary begins with `ok | `.
            let found = found.filter(|name| !name.starts_with("| "));
            found.map(str::to_owned).collect()
        };
        let mut tap = Self {
            passed: after("ok "),
            failed: after("not ok "),
            left_out: after("left out "),
            ..Self::default()
        };
        let claims_not_run = !after("NOT RUN: ").is_empty();
        let reason = match status {
            Ok(NOT_RUN) if tap.failed.is_empty() => {
                tap.not_run = Some(why_not(lines.iter().map(String::as_str)));
                None
            }
            Ok(0) if claims_not_run => Some("prints NOT RUN, and ends with status 0".to_owned()),
            Ok(0) if tap.passed.is_empty() && tap.failed.is_empty() => {
                Some("checks nothing".to_owned())
            }
            Ok(0) => None,
            // The failed checks are sufficient.
            Ok(_) if !tap.failed.is_empty() => None,
            Ok(code) => Some(format!("ended with exit status {code}")),
            Err(reason) => Some(reason),
        };
        tap.failed.extend(reason);
        tap.lines = lines;
        tap
    }

    /// Adds the checks to the result of a step.
    pub(crate) fn add_to(
        &self,
        outcome: &mut Outcome,
        language: Option<&'static str>,
        step: &str,
        log: &Path,
    ) {
        outcome.passed += self.passed.len() as u64;
        outcome.skipped.extend(self.left_out.iter().cloned());
        for reason in &self.failed {
            let mut failure = Failure::new(language, step, reason);
            failure.details.push((LOG, log.display().to_string()));
            outcome.fail(failure);
        }
        outcome.not_run.clone_from(&self.not_run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(lines: &str, status: i32) -> Tap {
        Tap::read(lines.lines().map(str::to_owned).collect(), Ok(status))
    }

    #[test]
    fn checks_are_read_from_their_lines() {
        let tap = tap(
            "noise\nok one\nnot ok two: because\nok three\nleft out four: no such thing here\nnot okay\n",
            1,
        );
        assert_eq!(tap.passed, ["one", "three"]);
        assert_eq!(tap.failed, ["two: because"]);
        assert_eq!(tap.left_out, ["four: no such thing here"]);
    }

    #[test]
    fn colour_codes_hide_no_check() {
        let tap = tap("ok one\n\u{1b}[0m\u{1b}[0mnot ok two: because\n", 0);
        assert_eq!(tap.failed, ["two: because"]);
    }

    #[test]
    fn failed_check_fails_whatever_the_status() {
        assert_eq!(tap("ok one\nnot ok two: x\n", 0).failed.len(), 1);
        assert_eq!(
            tap("ok | 1 passed | 0 failed (1s)\nok one\n", 0).passed,
            ["one"]
        );
    }

    #[test]
    fn script_with_a_bad_exit_or_without_checks_fails() {
        assert_eq!(tap("ok one\n", 3).failed, ["ended with exit status 3"]);
        assert_eq!(tap("noise\n", 0).failed, ["checks nothing"]);
        assert_eq!(tap("left out all: lazy\n", 0).failed, ["checks nothing"]);
        let killed = Tap::read(
            vec!["ok one".to_owned()],
            Err("ended with a signal".to_owned()),
        );
        assert_eq!(killed.failed, ["ended with a signal"]);
    }

    #[test]
    fn script_that_did_not_run_does_not_pass() {
        assert_eq!(
            tap("NOT RUN: no compiler\n", 77).not_run.as_deref(),
            Some("no compiler")
        );
        assert_eq!(
            tap("", 77).not_run.as_deref(),
            Some("no reason was printed")
        );
        assert_eq!(tap("NOT RUN: no compiler\n", 0).failed.len(), 1);
        // Earlier failures still count.
        let after = tap("not ok one: x\nNOT RUN: no compiler\n", 77);
        assert_eq!((after.not_run, after.failed.len()), (None, 1));
    }
}
