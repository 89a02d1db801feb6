//! The outcomes of a run: totals, the summary line, and everything as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::outcome::{Outcome, Unit};

/// A finished step.
pub(crate) struct Finished {
    /// Its name.
    pub(crate) name: String,
    /// The tested language, if any.
    pub(crate) language: Option<&'static str>,
    /// The result.
    pub(crate) outcome: Outcome,
    /// Its wall time.
    pub(crate) took: Duration,
    /// Whether `--without` allows the step to be skipped.
    pub(crate) excused: bool,
}

/// The outcomes of all steps of a run.
#[derive(Default)]
pub(crate) struct Report {
    /// The steps, in the order in which they ended.
    pub(crate) steps: Vec<Finished>,
    /// The cells of the matrix, as JSON.
    pub(crate) cells: Vec<Value>,
}

/// The numbers of checks that passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Report {
    /// The totals. A check that passed in `X` and in `X-release` or `X-all` counts once.
    ///
    /// A step that did not run counts as one skipped check; if `strict` and not excused, as failed.
    pub(crate) fn totals(&self, strict: bool) -> Totals {
        let mut totals = Totals {
            passed: self.passed().map(|(_, passed)| passed).sum(),
            ..Totals::default()
        };
        for step in &self.steps {
            totals.failed += step.outcome.failed;
            totals.skipped += step.outcome.skipped.len() as u64;
            match step.outcome.not_run {
                Some(_) if strict && !step.excused => totals.failed += 1,
                Some(_) => totals.skipped += 1,
                None => {}
            }
        }
        totals
    }

    /// The passed counts by unit: `11,492 cases x 8 languages, 1,950 tests, 41 C programs, 60
    /// checks`.
    pub(crate) fn summary(&self) -> String {
        let mut sums: BTreeMap<Unit, u64> = BTreeMap::new();
        for (unit, passed) in self.passed() {
            *sums.entry(unit).or_default() += passed;
        }
        let sum = |unit| sums.get(&unit).copied().unwrap_or(0);
        let others = [
            (sum(Unit::Tests), "tests"),
            (sum(Unit::Programs), "C programs"),
            (sum(Unit::Checks), "checks"),
        ];
        let others = others.into_iter().filter(|(count, _)| *count > 0);
        let others = others.map(|(count, what)| format!("{} {what}", thousands(count)));
        let parts: Vec<String> = self.cases().into_iter().chain(others).collect();
        parts.join(", ")
    }

    /// The passed counts of the steps. Of steps that repeat each other, only the highest.
    fn passed(&self) -> impl Iterator<Item = (Unit, u64)> {
        let mut most: BTreeMap<(&str, Unit), u64> = BTreeMap::new();
        for step in &self.steps {
            let passed = most.entry((subject(&step.name), step.outcome.unit));
            let passed = passed.or_default();
            *passed = step.outcome.passed.max(*passed);
        }
        most.into_iter().map(|((_, unit), passed)| (unit, passed))
    }

    /// The number of cases, given once if it is the same for every language.
    fn cases(&self) -> Option<String> {
        let cases = self.passed().filter(|(unit, _)| *unit == Unit::Cases);
        let counts: Vec<u64> = cases
            .map(|(_, passed)| passed)
            .filter(|passed| *passed > 0)
            .collect();
        let first = *counts.first()?;
        Some(match counts.len() {
            1 => format!("{} cases", thousands(first)),
            languages if counts.iter().all(|count| *count == first) => {
                format!("{} cases x {languages} languages", thousands(first))
            }
            languages => {
                let sum = counts.iter().sum();
                format!("{} cases in {languages} languages", thousands(sum))
            }
        })
    }

    /// Everything as JSON.
    pub(crate) fn json(&self, strict: bool) -> Value {
        let totals = self.totals(strict);
        let step = |step: &Finished| {
            let mut object = step.outcome.json();
            object["name"] = json!(step.name);
            object["language"] = json!(step.language);
            object["seconds"] = json!(step.took.as_secs_f64());
            object
        };
        json!({
            "passed": totals.passed,
            "failed": totals.failed,
            "skipped": totals.skipped,
            "summary": self.summary(),
            "matrix": self.cells,
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

/// The subject of a step: `X-release` and `X-all` test the same as `X` in the release build.
fn subject(step: &str) -> &str {
    let suffixes = ["-release", "-all"];
    let stripped = suffixes.iter().find_map(|suffix| step.strip_suffix(suffix));
    stripped.unwrap_or(step)
}

/// A number with commas between groups of three digits.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Failure;

    fn finished(name: &str, outcome: Outcome) -> Finished {
        Finished {
            name: name.to_owned(),
            language: None,
            outcome,
            took: Duration::from_secs(1),
            excused: false,
        }
    }

    fn passed(unit: Unit, passed: u64) -> Outcome {
        Outcome {
            passed,
            ..Outcome::new(unit)
        }
    }

    #[test]
    fn summary_names_each_unit_once() {
        let mut report = Report::default();
        for (name, unit, count) in [
            ("rust/vectors", Unit::Cases, 11_492),
            ("c/vectors", Unit::Cases, 11_492),
            ("python/test", Unit::Tests, 1_000),
            ("node/test", Unit::Tests, 950),
            ("c/test", Unit::Programs, 41),
            ("fmt", Unit::Checks, 1),
        ] {
            report.steps.push(finished(name, passed(unit, count)));
        }
        let expected = "11,492 cases x 2 languages, 1,950 tests, 41 C programs, 1 checks";
        assert_eq!(report.summary(), expected);
    }

    #[test]
    fn repeated_steps_count_once() {
        let mut report = Report::default();
        for (name, unit, count) in [
            ("rust/vectors", Unit::Cases, 11_492),
            ("rust/vectors-release", Unit::Cases, 11_492),
            ("c/vectors-release", Unit::Cases, 11_492),
            ("node/test", Unit::Tests, 20),
            ("node/test-all", Unit::Tests, 23),
        ] {
            report.steps.push(finished(name, passed(unit, count)));
        }
        assert_eq!(report.summary(), "11,492 cases x 2 languages, 23 tests");
        assert_eq!(report.totals(true).passed, 2 * 11_492 + 23);
    }

    #[test]
    fn step_that_did_not_run_fails_a_strict_run_unless_excused() {
        let mut report = Report::default();
        report
            .steps
            .push(finished("swift/build", Outcome::not_run("no swift")));
        assert_eq!(report.totals(false).skipped, 1);
        assert_eq!(report.totals(true).failed, 1);
        report.steps[0].excused = true;
        let totals = report.totals(true);
        assert_eq!((totals.failed, totals.skipped), (0, 1));
    }

    #[test]
    fn skipped_tests_do_not_count_as_passed() {
        let mut outcome = passed(Unit::Tests, 3);
        outcome.skipped.push("a: no unshare".to_owned());
        outcome.fail(Failure::new(None, "b", "because"));
        let mut report = Report::default();
        report.steps.push(finished("rust/lease", outcome));
        let expected = Totals {
            passed: 3,
            failed: 1,
            skipped: 1,
        };
        assert_eq!(report.totals(true), expected);
        assert_eq!(report.json(true)["steps"][0]["name"], "rust/lease");
    }

    #[test]
    fn thousands_are_grouped() {
        let numbers = [0, 999, 1_000, 91_936, 1_234_567].map(thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "91,936", "1,234,567"]);
    }
}
