//! Runs the checks of a part. Each check becomes a row, even if it panics.
//!
//! The rows go to standard output, one line of JSON each, for [`crate::supervisor`].

use std::error::Error;
use std::fmt::{self, Display};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde_json::{Value, json};
pub(crate) use sortid_reliability_common::Failure;
use sortid_reliability_common::{Row, Verdict};

use crate::args::Args;
use crate::part::Part;

/// The outcome of a check.
pub(crate) type Checked = Result<Finding, Failure>;

/// The reason why a check is not possible on this machine.
#[derive(Debug)]
pub(crate) struct NotRun(pub(crate) String);

impl Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NOT RUN: {}", self.0)
    }
}

impl Error for NotRun {}

/// An error for a check that is not possible.
pub(crate) fn not_run(why: impl Into<String>) -> Failure {
    Box::new(NotRun(why.into()))
}

/// The description and results of a check.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    done: String,
    good: Vec<String>,
    bad: Vec<String>,
}

impl Finding {
    /// A finding without results. `done` describes the check, with counts.
    pub(crate) fn of(done: impl Into<String>) -> Self {
        Self {
            done: done.into(),
            good: Vec::new(),
            bad: Vec::new(),
        }
    }

    /// Adds an observation.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.good.push(text.into());
    }

    /// Adds a condition that must hold.
    pub(crate) fn require(&mut self, is_so: bool, text: impl Into<String>) {
        if is_so {
            self.good.push(text.into());
        } else {
            self.bad.push(text.into());
        }
    }

    /// Adds a condition only if it was violated.
    pub(crate) fn never(&mut self, happened: bool, text: impl Into<String>) {
        if happened {
            self.bad.push(text.into());
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({ "done": self.done, "good": self.good, "bad": self.bad })
    }

    /// Parses the output of `to_json`; `None` for anything else.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let texts = |name| {
            let texts = value.get(name)?.as_array()?.iter();
            let texts = texts.map(|text| Some(text.as_str()?.to_owned()));
            texts.collect::<Option<Vec<String>>>()
        };
        Some(Self {
            done: value.get("done")?.as_str()?.to_owned(),
            good: texts("good")?,
            bad: texts("bad")?,
        })
    }

    fn found(self) -> String {
        let bad = self.bad.into_iter().map(|text| format!("WRONG: {text}"));
        bad.chain(self.good).collect::<Vec<_>>().join("; ")
    }
}

/// The checks of one part.
pub(crate) struct Run<'a> {
    args: &'a Args,
}

impl Run<'_> {
    /// The number of forks of a fork test, and of kills of a kill test.
    pub(crate) fn rounds(&self) -> usize {
        self.args.rounds
    }

    /// Whether syncs of state files do nothing.
    pub(crate) fn skips_syncs(&self) -> bool {
        self.args.skip_sync
    }

    /// Whether a row of this fault and format is selected.
    pub(crate) fn wants(&self, fault: &str, format: impl Display) -> bool {
        self.args.options.selects(&format!("{fault} {format}"))
    }

    /// Runs a check. An error or a panic is a failure, too.
    pub(crate) fn check(
        &mut self,
        fault: &str,
        format: impl Display,
        check: impl FnOnce() -> Checked,
    ) {
        self.row(fault, &format.to_string(), None, check);
    }

    /// Adds an observation of something that is not guaranteed, without a verdict.
    pub(crate) fn observe(
        &mut self,
        fault: &str,
        format: impl Display,
        check: impl FnOnce() -> Checked,
    ) {
        self.row(fault, &format.to_string(), Some(Verdict::Observed), check);
    }

    /// Adds the result of another library under the same fault, without a verdict.
    pub(crate) fn peer(
        &mut self,
        fault: &str,
        format: impl Display,
        check: impl FnOnce() -> Checked,
    ) {
        self.row(fault, &format.to_string(), Some(Verdict::Peer), check);
    }

    fn row(
        &mut self,
        fault: &str,
        format: &str,
        unjudged: Option<Verdict>,
        check: impl FnOnce() -> Checked,
    ) {
        if !self.wants(fault, format) {
            return;
        }
        send(&json!({ "begins": row_name(fault, format) }));
        let started = Instant::now();
        let checked = catch_unwind(AssertUnwindSafe(check))
            .unwrap_or_else(|panic| Err(format!("panic: {}", message(&*panic)).into()));
        let (done, found, verdict) = match checked {
            Ok(finding) => {
                let judged = match finding.bad.is_empty() {
                    true => Verdict::Passed,
                    false => Verdict::Failed,
                };
                let verdict = unjudged.unwrap_or(judged);
                (finding.done.clone(), finding.found(), verdict)
            }
            Err(trouble) if trouble.is::<NotRun>() => {
                (String::new(), trouble.to_string(), Verdict::NotRun)
            }
            Err(trouble) => {
                let verdict = unjudged.unwrap_or(Verdict::Failed);
                (String::new(), format!("stopped: {trouble}"), verdict)
            }
        };
        let name = row_name(fault, format);
        let repeat = format!("--only '{name}'");
        let details = [done, found].into_iter().filter(|text| !text.is_empty());
        let row = Row {
            name,
            verdict,
            details: details.collect::<Vec<_>>().join("; "),
            seconds: started.elapsed().as_secs_f64(),
            repeat,
        };
        send(&json!({ "row": row.to_json() }));
    }
}

/// The message of a panic.
pub(crate) fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "of no text",
    }
}

/// Runs a part and sends its rows.
pub(crate) fn part(part: &Part, args: &Args) -> Result<(), Failure> {
    // Also initializes the standard library's hash keys while entropy is available.
    send(&json!({ "starts": part.name }));
    (part.run)(&mut Run { args });
    send(&json!({ "ends": true }));
    Ok(())
}

/// The name of a row, to which `--only` applies.
fn row_name(fault: &str, format: &str) -> String {
    format!("{fault} {format}")
}

/// Sends a line to the supervisor. Ignores errors, since the supervisor may have exited.
fn send(line: &Value) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding_survives_json() {
        let mut finding = Finding::of("3 rounds");
        finding.require(true, "0 repeats");
        finding.require(false, "1 inversion");
        assert_eq!(Finding::from_json(&finding.to_json()), Some(finding));
        assert_eq!(Finding::from_json(&json!({ "done": "" })), None);
    }
}
