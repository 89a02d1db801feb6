//! The report of a run: one line per check, then the failures again, then the totals.

use std::io::{IsTerminal, Write};
use std::time::Instant;

use serde_json::{Value, json};

use crate::options::{Failure, Options, Tool};

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The check held.
    Passed,
    /// The check failed, or could not be completed.
    Failed,
    /// The result of another library under the same conditions, without a verdict.
    Peer,
    /// An observation of something that is not guaranteed, without a verdict.
    Observed,
    /// The check is not possible on this machine: neither failure nor proof.
    NotRun,
}

impl Verdict {
    const ALL: [Verdict; 5] = [
        Verdict::Passed,
        Verdict::Failed,
        Verdict::Peer,
        Verdict::Observed,
        Verdict::NotRun,
    ];

    fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Peer => "peer",
            Verdict::Observed => "observed",
            Verdict::NotRun => "not run",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let mut all = Verdict::ALL.into_iter();
        all.find(|verdict| verdict.name() == name)
    }
}

/// One check and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The check's name, to which `--only` applies.
    pub name: String,
    /// Its outcome.
    pub verdict: Verdict,
    /// The work and its result.
    pub details: String,
    /// The duration.
    pub seconds: f64,
    /// The arguments to repeat only this check, see [`Tool::repeat`]; empty if there are none.
    pub repeat: String,
}

impl Row {
    /// A check that passed or failed.
    pub fn judged(name: impl Into<String>, passed: bool, details: impl Into<String>) -> Self {
        let verdict = match passed {
            true => Verdict::Passed,
            false => Verdict::Failed,
        };
        Self {
            name: name.into(),
            verdict,
            details: details.into(),
            seconds: 0.0,
            repeat: String::new(),
        }
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "verdict": self.verdict.name(),
            "details": self.details,
            "seconds": rounded(self.seconds),
            "repeat": self.repeat,
        })
    }

    /// Parses the output of [`Row::to_json`]; `None` for anything else.
    pub fn from_json(value: &Value) -> Option<Self> {
        let text = |name| value.get(name)?.as_str().map(str::to_owned);
        Some(Self {
            name: text("name")?,
            verdict: Verdict::named(&text("verdict")?)?,
            details: text("details")?,
            seconds: value.get("seconds")?.as_f64()?,
            repeat: text("repeat")?,
        })
    }
}

/// The checks of a run. Write errors are ignored: if the reader of a pipe has closed it, the exit
/// status still reports the result.
#[derive(Debug)]
pub struct Report {
    tool: Tool,
    begun: Instant,
    has_colour: bool,
    rows: Vec<Row>,
    /// The number of passed checks without their own row.
    passed: u64,
}

impl Report {
    /// An empty report. Its lines are coloured on a terminal, unless `NO_COLOR` is set.
    pub fn new(tool: Tool) -> Self {
        Self {
            tool,
            begun: Instant::now(),
            has_colour: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            rows: Vec::new(),
            passed: 0,
        }
    }

    /// Prints a heading.
    pub fn heading(&self, title: &str) {
        line(&format!("\n{}", self.paint("1", title)));
    }

    /// Prints a check, and how to repeat it if it failed.
    pub fn add(&mut self, row: Row) {
        let verdict = format!("{:<8}", row.verdict.name());
        let verdict = match row.verdict {
            Verdict::Passed => self.paint("32", &verdict),
            Verdict::Failed => self.paint("31", &verdict),
            _ => verdict,
        };
        line(&format!(
            "{verdict} {:7.1} s  {}: {}",
            row.seconds, row.name, row.details
        ));
        if row.verdict == Verdict::Failed && !row.repeat.is_empty() {
            line(&format!("  {}", self.tool.repeat(&row.repeat)));
        }
        self.rows.push(row);
    }

    /// Counts passed checks without their own row, such as seeds.
    pub fn add_passed(&mut self, checks: u64) {
        self.passed += checks;
    }

    fn count(&self, verdict: Verdict) -> u64 {
        let rows = self.rows.iter().filter(|row| row.verdict == verdict);
        let others = match verdict {
            Verdict::Passed => self.passed,
            _ => 0,
        };
        rows.count() as u64 + others
    }

    /// Prints the failures again and the totals, and writes the file of `--json`. Returns whether
    /// the run passed, which requires at least one passed check.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(self, options: &Options) -> Result<bool, Failure> {
        line("");
        let failures = self.rows.iter();
        for row in failures.filter(|row| row.verdict == Verdict::Failed) {
            line(&format!(
                "{}: {}: {}",
                self.paint("31", "failed"),
                row.name,
                row.details
            ));
            if !row.repeat.is_empty() {
                line(&format!("  {}", self.tool.repeat(&row.repeat)));
            }
        }
        let [passed, failed, peer, observed, not_run] =
            Verdict::ALL.map(|verdict| self.count(verdict));
        let seconds = self.begun.elapsed().as_secs_f64();
        if peer + observed + not_run > 0 {
            line(&format!(
                "not judged: {peer} of peers, {observed} observed, {not_run} not run"
            ));
        }
        line(&format!("{seconds:.1} s"));
        if let Some(path) = &options.json {
            let rows: Vec<_> = self.rows.iter().map(Row::to_json).collect();
            let whole = json!({
                "tool": self.tool.name,
                "rows": rows,
                "passed": passed,
                "failed": failed,
                "peers": peer,
                "observed": observed,
                "not_run": not_run,
                "seconds": rounded(seconds),
            });
            std::fs::write(path, format!("{whole:#}\n"))?;
        }
        line(&format!("{passed} passed, {failed} failed"));
        Ok(failed == 0 && passed > 0)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        match self.has_colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_survives_json() {
        let mut row = Row::judged("fork: tid", false, "1 repeat");
        (row.seconds, row.repeat) = (0.125, "--only tid".to_owned());
        assert_eq!(Row::from_json(&row.to_json()), Some(row));
        assert_eq!(Row::from_json(&json!({"name": "fork"})), None);
    }

    #[test]
    fn finish_fails_without_a_passed_check() {
        let tool = Tool {
            name: "sample",
            about: "",
            words: "",
            shared: &[],
            own: &[],
        };
        let finished = |report: Report| report.finish(&Options::default()).expect("no file");
        assert!(!finished(Report::new(tool)));
        let mut report = Report::new(tool);
        report.add_passed(3);
        assert!(finished(report));
        let mut report = Report::new(tool);
        report.add_passed(3);
        report.add(Row::judged("one", false, "broken"));
        assert!(!finished(report));
    }
}
