//! The result of a step: the number of passed checks, failures with details, and skipped tests.

use serde_json::{Value, json};

/// The heading of a detail that is a log file below the root.
pub(crate) const LOG: &str = "log";

/// The heading of a detail that is a vector ready to check in. It is printed in full.
pub(crate) const VECTOR: &str = "vector";

/// The unit of a step's checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    /// Vector cases. Each counts once per language.
    Cases,
    /// Tests of a language's own test runner.
    Tests,
    /// Programs in C or C++ that were compiled and run.
    Programs,
    /// Everything else: a linter, a consumer project, a property.
    Checks,
}

/// One failed check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    /// The language, if the failure is specific to one.
    pub(crate) language: Option<&'static str>,
    /// The vector file, if the failure concerns a case.
    pub(crate) file: Option<String>,
    /// What failed: a test, a case, a cell of the matrix.
    pub(crate) what: String,
    /// Details, each with a heading.
    pub(crate) details: Vec<(&'static str, String)>,
}

impl Failure {
    pub(crate) fn new(
        language: Option<&'static str>,
        what: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            language,
            what: what.into(),
            details: vec![("reason", reason.into())],
            ..Self::default()
        }
    }

    /// The language, the file and what failed, as one line.
    pub(crate) fn title(&self) -> String {
        let place = [self.language, self.file.as_deref(), Some(&self.what)];
        let place: Vec<&str> = place.into_iter().flatten().collect();
        place.join(" · ")
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

/// The result of a step.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// The unit of `passed`.
    pub(crate) unit: Unit,
    /// The number of passed checks.
    pub(crate) passed: u64,
    /// The number of failed checks. One failure may stand for several tests.
    pub(crate) failed: u64,
    /// What failed.
    pub(crate) failures: Vec<Failure>,
    /// The tests that did not run, each with its reason.
    pub(crate) skipped: Vec<String>,
    /// Why the step did not run; `None` if it did.
    pub(crate) not_run: Option<String>,
    /// Lines about a step that ran, for its log.
    pub(crate) notes: Vec<String>,
}

impl Outcome {
    pub(crate) fn new(unit: Unit) -> Self {
        Self {
            unit,
            passed: 0,
            failed: 0,
            failures: Vec::new(),
            skipped: Vec::new(),
            not_run: None,
            notes: Vec::new(),
        }
    }

    /// The outcome of a step that did not run.
    pub(crate) fn not_run(reason: impl Into<String>) -> Self {
        Self {
            not_run: Some(reason.into()),
            ..Self::new(Unit::Checks)
        }
    }

    /// Counts a check; `None` means that it passed.
    pub(crate) fn check(&mut self, failure: Option<Failure>) {
        match failure {
            None => self.passed += 1,
            Some(failure) => self.fail(failure),
        }
    }

    pub(crate) fn fail(&mut self, failure: Failure) {
        self.failed += 1;
        self.failures.push(failure);
    }

    /// Adds a line to the step's log.
    pub(crate) fn note(&mut self, line: impl Into<String>) {
        self.notes.push(line.into());
    }

    /// Whether the step ran without failures.
    pub(crate) fn is_good(&self) -> bool {
        self.failed == 0 && self.not_run.is_none()
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "not_run": self.not_run,
            "failures": self.failures.iter().map(Failure::json).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_counts_passed_and_failed_checks() {
        let mut outcome = Outcome::new(Unit::Checks);
        outcome.check(None);
        outcome.check(Some(Failure::new(Some("rust"), "a", "because")));
        assert_eq!((outcome.passed, outcome.failed), (1, 1));
        assert!(!outcome.is_good());
        let failure = &outcome.json()["failures"][0];
        assert_eq!(
            *failure,
            json!({"language": "rust", "what": "a", "reason": "because"})
        );
    }

    #[test]
    fn step_that_did_not_run_is_not_good() {
        assert!(!Outcome::not_run("no compiler").is_good());
        assert!(Outcome::new(Unit::Tests).is_good());
    }
}
