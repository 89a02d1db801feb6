//! The rows: what was broken, what was done, what was found.

use std::io::{IsTerminal, Write};
use std::path::Path;

use serde_json::{Value, json};

/// What a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    /// Another library, run beside: told, not judged.
    Peer,
    /// What is not promised: told, not judged.
    Told,
    /// What this machine cannot show: no failure, but no proof either.
    NotRun,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Peer => "peer",
            Verdict::Told => "told",
            Verdict::NotRun => "not run",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let judged = [Verdict::Passed, Verdict::Failed];
        let others = [Verdict::Peer, Verdict::Told, Verdict::NotRun];
        let mut all = judged.into_iter().chain(others);
        all.find(|verdict| verdict.name() == name)
    }

    fn sign(self) -> &'static str {
        match self {
            Verdict::Passed => "✓",
            Verdict::Failed => "✗",
            other => other.name(),
        }
    }
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) fault: String,
    /// The format, or what else it was done to.
    pub(crate) format: String,
    pub(crate) done: String,
    pub(crate) found: String,
    pub(crate) verdict: Verdict,
    pub(crate) seconds: f64,
}

impl Row {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "fault": self.fault,
            "format": self.format,
            "done": self.done,
            "found": self.found,
            "verdict": self.verdict.name(),
            "seconds": (self.seconds * 1000.0).round() / 1000.0,
        })
    }

    /// What `to_json` made, `None` for anything else.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        let text = |name| value.get(name)?.as_str();
        Some(Self {
            fault: text("fault")?.to_owned(),
            format: text("format")?.to_owned(),
            done: text("done")?.to_owned(),
            found: text("found")?.to_owned(),
            verdict: Verdict::named(text("verdict")?)?,
            seconds: value.get("seconds")?.as_f64()?,
        })
    }

    fn cells(&self) -> [&str; 4] {
        [&self.fault, &self.format, &self.done, &self.found]
    }
}

/// The table's way to the reader. Write errors are ignored: when the reader of a pipe has gone,
/// the exit status still tells the result.
pub(crate) struct Report {
    colour: bool,
    rows: Vec<Row>,
}

impl Report {
    /// Colours on a terminal, unless `NO_COLOR` is set.
    pub(crate) fn new() -> Self {
        Self {
            colour: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            rows: Vec::new(),
        }
    }

    /// Prints the rows of a part, if it has any.
    pub(crate) fn part(&mut self, title: &str, rows: Vec<Row>) {
        if rows.is_empty() {
            return;
        }
        let mut widths = [0; 4];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row.cells()) {
                *width = cell.chars().count().max(*width);
            }
        }
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        line(&format!("\n{} ({seconds:.1} s)", self.paint("1", title)));
        for row in &rows {
            let [fault, format, done, found] = row.cells();
            let sign = match row.verdict {
                Verdict::Passed => self.paint("32", row.verdict.sign()),
                Verdict::Failed => self.paint("31", row.verdict.sign()),
                _ => row.verdict.sign().to_owned(),
            };
            line(&format!(
                "  {fault:<a$}  {format:<b$}  {done:<c$}  {found:<d$}  {sign}",
                a = widths[0],
                b = widths[1],
                c = widths[2],
                d = widths[3],
            ));
        }
        self.rows.extend(rows);
    }

    fn count(&self, verdict: Verdict) -> usize {
        let rows = self.rows.iter();
        rows.filter(|row| row.verdict == verdict).count()
    }

    /// Prints the totals; whether the run as a whole passed.
    pub(crate) fn finish(&self, seconds: f64) -> bool {
        let failed: Vec<_> = self
            .rows
            .iter()
            .filter(|row| row.verdict == Verdict::Failed)
            .collect();
        line("");
        for row in &failed {
            line(&format!(
                "{} {} · {}: {}",
                self.paint("31", Verdict::Failed.sign()),
                row.fault,
                row.format,
                row.found
            ));
        }
        let (passed, peers) = (self.count(Verdict::Passed), self.count(Verdict::Peer));
        let (told, not_run) = (self.count(Verdict::Told), self.count(Verdict::NotRun));
        line(&format!(
            "{} rows in {seconds:.1} s, not judged: {peers} of peers, {told} told, {not_run} not run",
            self.rows.len()
        ));
        line(&format!("{passed} passed, {} failed", failed.len()));
        // A filter that nothing passes proves nothing.
        failed.is_empty() && passed > 0
    }

    /// Writes the rows and totals as JSON.
    pub(crate) fn write_json(&self, path: &Path, seconds: f64) -> std::io::Result<()> {
        let rows: Vec<_> = self.rows.iter().map(Row::to_json).collect();
        let whole = json!({
            "rows": rows,
            "passed": self.count(Verdict::Passed),
            "failed": self.count(Verdict::Failed),
            "peers": self.count(Verdict::Peer),
            "told": self.count(Verdict::Told),
            "not_run": self.count(Verdict::NotRun),
            "seconds": (seconds * 1000.0).round() / 1000.0,
        });
        std::fs::write(path, format!("{whole:#}\n"))
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

fn line(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_the_pipe() {
        let row = Row {
            fault: "fork".to_owned(),
            format: "tid".to_owned(),
            done: "20 × 2".to_owned(),
            found: "0 repeats".to_owned(),
            verdict: Verdict::Peer,
            seconds: 0.125,
        };
        assert_eq!(Row::from_json(&row.to_json()), Some(row));
        assert_eq!(Row::from_json(&json!({"fault": "fork"})), None);
    }
}
