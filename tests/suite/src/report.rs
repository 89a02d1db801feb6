//! What a run has found: totals by section, every failure, and both as JSON.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::console::{Console, seconds, shortened};
use crate::steps::tail;

/// The most failures printed in one place; the rest are counted, and stand in the `--json` file.
const PRINTED: usize = 40;

/// How many lines of a failure's log stand at the end of a run: a test's name and what it says.
const LOG_LINES: usize = 25;

/// The heading of a detail that is a file below the root.
pub(crate) const LOG: &str = "log";

/// The heading of a detail that is a case ready to be kept: it is printed whole.
pub(crate) const VECTOR: &str = "vector";

/// One failed check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    /// The language it happened in, if in one.
    pub(crate) language: Option<&'static str>,
    /// The vector file, if it is about a case.
    pub(crate) file: Option<String>,
    /// What failed: a step, a case, a cell.
    pub(crate) what: String,
    /// What is to be known about it, each with a heading.
    pub(crate) details: Vec<(&'static str, String)>,
}

impl Failure {
    /// A failure with a reason.
    pub(crate) fn new(
        language: Option<&'static str>,
        what: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            language,
            file: None,
            what: what.into(),
            details: vec![("reason", reason.into())],
        }
    }

    fn print(&self, console: &Console) {
        let place = [self.language, self.file.as_deref(), Some(&self.what)];
        let place: Vec<&str> = place.into_iter().flatten().collect();
        console.line(&format!("  {} {}", console.bad("✗"), place.join(" · ")));
        let told = self.details.iter().filter(|(_, text)| !text.is_empty());
        for (heading, text) in told {
            let text = match *heading {
                VECTOR => text,
                _ => &shortened(text),
            };
            console.line(&format!("      {heading:<9} {text}"));
        }
    }

    fn json(&self) -> Value {
        let mut object = json!({"what": self.what});
        if let Some(language) = self.language {
            object["language"] = json!(language);
        }
        if let Some(file) = &self.file {
            object["file"] = json!(file);
        }
        for (heading, text) in &self.details {
            object[heading] = json!(text);
        }
        object
    }
}

/// Prints failures, as many as a person reads.
pub(crate) fn print_failures(console: &Console, failures: &[Failure]) {
    for failure in failures.iter().take(PRINTED) {
        failure.print(console);
    }
    if failures.len() > PRINTED {
        console.line(&format!(
            "  … and {} more failures",
            failures.len() - PRINTED
        ));
    }
}

/// The checks of one kind.
pub(crate) struct Section {
    /// Its title.
    pub(crate) title: String,
    /// How many checks passed.
    pub(crate) passed: u64,
    /// How many failed. A failure may stand for several: a step counts its failed tests.
    pub(crate) failed: u64,
    /// What failed.
    pub(crate) failures: Vec<Failure>,
    /// When its checks began.
    pub(crate) started: Instant,
}

impl Section {
    /// A section without checks.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            passed: 0,
            failed: 0,
            failures: Vec::new(),
            started: Instant::now(),
        }
    }

    /// Counts a check that passed, or one that did not.
    pub(crate) fn check(&mut self, failure: Option<Failure>) {
        match failure {
            None => self.passed += 1,
            Some(failure) => self.fail(failure),
        }
    }

    /// Counts a check that failed.
    pub(crate) fn fail(&mut self, failure: Failure) {
        self.failed += 1;
        self.failures.push(failure);
    }
}

/// Everything a run has found.
#[derive(Default)]
pub(crate) struct Report {
    /// With what each took.
    sections: Vec<(Section, Duration)>,
    cells: Vec<Value>,
    not_run: Vec<Value>,
}

impl Report {
    /// Takes a finished section.
    pub(crate) fn add(&mut self, section: Section) {
        let took = section.started.elapsed();
        self.sections.push((section, took));
    }

    /// Takes the cells of a matrix.
    pub(crate) fn add_cells(&mut self, cells: Vec<Value>) {
        self.cells.extend(cells);
    }

    /// Takes note of a language that did not run.
    pub(crate) fn not_run(&mut self, language: &str, reason: &str) {
        self.not_run
            .push(json!({"language": language, "reason": reason}));
    }

    /// How many checks passed and failed.
    pub(crate) fn totals(&self) -> (u64, u64) {
        let sum = |count: fn(&Section) -> u64| {
            self.sections
                .iter()
                .map(|(section, _)| count(section))
                .sum()
        };
        (sum(|section| section.passed), sum(|section| section.failed))
    }

    /// Prints again what failed, with the ends of the logs: who has but the end of a run's output learns from it what is to be mended.
    pub(crate) fn print_failures(&self, console: &Console, root: &Path) {
        let sections = self.sections.iter();
        let failures: Vec<&Failure> = sections
            .flat_map(|(section, _)| &section.failures)
            .collect();
        if failures.is_empty() {
            return;
        }
        console.title("Failed");
        for failure in failures.into_iter().take(PRINTED) {
            failure.print(console);
            for (_, log) in failure.details.iter().filter(|(name, _)| *name == LOG) {
                for line in tail(&root.join(log), LOG_LINES) {
                    console.line(&format!("      | {line}"));
                }
            }
        }
    }

    /// A line for each section.
    pub(crate) fn print(&self, console: &Console) {
        let width = self
            .sections
            .iter()
            .map(|(section, _)| section.title.chars().count());
        let width = width.max().unwrap_or(0);
        for (section, took) in &self.sections {
            let failed = format!("{} failed", section.failed);
            let failed = match section.failed {
                0 => failed,
                _ => console.bad(&failed),
            };
            let (title, passed, took) = (&section.title, section.passed, seconds(*took));
            console.line(&format!(
                "  {title:width$}  {took:>8}  {passed:>6} passed, {failed}"
            ));
        }
    }

    /// The whole of it.
    pub(crate) fn json(&self) -> Value {
        let (passed, failed) = self.totals();
        let section = |(section, took): &(Section, Duration)| {
            json!({
                "title": section.title, "seconds": took.as_secs_f64(), "passed": section.passed, "failed": section.failed,
                "failures": section.failures.iter().map(Failure::json).collect::<Vec<_>>(),
            })
        };
        json!({
            "passed": passed,
            "failed": failed,
            "not_run": self.not_run,
            "matrix": self.cells,
            "sections": self.sections.iter().map(section).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_and_json_agree() {
        let mut section = Section::new("cases");
        section.check(None);
        section.check(Some(Failure::new(Some("rust"), "a", "because")));
        let mut report = Report::default();
        report.add(section);
        report.not_run("swift", "no swift");
        assert_eq!(report.totals(), (1, 1));
        let json = report.json();
        assert_eq!((&json["passed"], &json["failed"]), (&json!(1), &json!(1)));
        assert_eq!(
            json["sections"][0]["failures"][0],
            json!({"language": "rust", "what": "a", "reason": "because"})
        );
        assert_eq!(json["not_run"][0]["language"], "swift");
    }
}
