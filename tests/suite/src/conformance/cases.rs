//! The cases of the vectors through every driver, and what the answers are worth.

use crate::conformance::compare::{Difference, Verdict, describe, judge};
use crate::conformance::matrix::Matrix;
use crate::conformance::matrix_page;
use crate::conformance::negative_control::{falsified, unnoticed};
use crate::conformance::request;
use crate::conformance::vectors::Case;
use crate::console::{seconds, shortened};
use crate::languages::{LANGUAGES, Language};
use crate::report::{Failure, Section, print_failures};
use crate::suite::Run;

impl Run<'_> {
    /// Every case through every driver.
    pub(crate) fn vectors(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Vectors");
        let mut matrix = Matrix::new(cases, self.args.vectors.is_none());
        let mut failures = Vec::new();
        for language in ready {
            let mut section = Section::new(format!("vectors, {}", language.name));
            let cases = &language.lacks.expected(cases);
            let session = self.converse(language, lines(cases), "vectors");
            let verdicts: Vec<Verdict> = (cases.iter().zip(&session.answers))
                .map(|(case, answer)| judge(case, answer))
                .collect();
            for (case, verdict) in cases.iter().zip(&verdicts) {
                section.check(case_failure(language.name, case, verdict));
            }
            let end = session.end.err();
            section.check(end.map(|reason| {
                Failure::new(
                    Some(language.name),
                    "the driver ends with its input",
                    reason,
                )
            }));
            let passed = cases.iter().zip(&verdicts);
            let passed = passed.filter(|(_, verdict)| **verdict == Verdict::Pass);
            matrix.record(language.name, passed.map(|(case, _)| case));
            self.tell_cells(language.name, &matrix, &section);
            failures.extend(section.failures.iter().cloned());
            self.report.add(section);
        }
        for line in matrix.lines(self.console) {
            self.console.line(&format!("    {line}"));
        }
        print_failures(self.console, &failures);
        self.holes(&matrix);
        self.report.add_cells(matrix.json());
        if self.args.vectors.is_none() {
            self.page(&matrix);
        }
    }

    /// One line for a language, and its red cells.
    fn tell_cells(&self, language: &str, matrix: &Matrix, section: &Section) {
        let red = matrix.red(language);
        let verdict = match red.len() {
            0 => self.console.good("every cell"),
            cells => self.console.bad(&format!("{cells} cells failed")),
        };
        let (took, passed) = (seconds(section.started.elapsed()), section.passed);
        let red = red.join(", ");
        let line = format!(
            "  {language:<8} {verdict}, {passed} passed, {took}  {}",
            shortened(&red)
        );
        self.console.line(line.trim_end());
    }

    /// Cells without a case.
    fn holes(&mut self, matrix: &Matrix) {
        let mut section = Section::new("cells without a case");
        for (format, op) in matrix.holes() {
            section.fail(Failure::new(None, format!("{format} × {op}"), "no case"));
        }
        if section.failed > 0 {
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }

    /// The matrix as a page.
    fn page(&mut self, matrix: &Matrix) {
        let mut section = Section::new("the matrix as a page");
        let drift = matrix_page::drift(&self.root, &matrix_page::text(matrix, LANGUAGES));
        section.check(drift.map(|drift| Failure::new(None, "docs/conformance-matrix.md", drift)));
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }

    /// Every falsified case through every driver.
    pub(crate) fn negative_control(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Negative control");
        for language in ready {
            let expected = language.lacks.expected(cases);
            let falsified: Vec<Case> = expected.iter().map(falsified).collect();
            let mut section = Section::new(format!("negative control, {}", language.name));
            let session = self.converse(language, lines(&falsified), "negative");
            for (case, answer) in falsified.iter().zip(&session.answers) {
                let reason = unnoticed(&judge(case, answer));
                section.check(reason.map(|reason| {
                    let expected = format!("anything but {}", describe(&case.expected));
                    about(language.name, case, expected, reason)
                }));
            }
            self.console.line(&format!(
                "  {}: negative control: {} of {} mutated cases noticed",
                language.name,
                section.passed,
                falsified.len()
            ));
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }
}

/// The cases as the lines a driver reads.
pub(crate) fn lines(cases: &[Case]) -> Vec<String> {
    let lines = (1..).zip(cases);
    lines.map(|(id, case)| request::line(id, case)).collect()
}

pub(crate) fn case_failure(
    language: &'static str,
    case: &Case,
    verdict: &Verdict,
) -> Option<Failure> {
    match verdict {
        Verdict::Pass => None,
        Verdict::Differs(Difference { expected, got }) => {
            Some(about(language, case, expected.clone(), got.clone()))
        }
        Verdict::NoAnswer(reason) => Some(about(
            language,
            case,
            describe(&case.expected),
            reason.clone(),
        )),
    }
}

fn about(language: &'static str, case: &Case, expected: String, got: String) -> Failure {
    Failure {
        language: Some(language),
        file: Some(case.file.clone()),
        what: case.name.clone(),
        details: vec![
            ("source", case.source.clone()),
            // As a line on its own, ready to be given to the driver by hand.
            ("request", request::line(1, case)),
            ("expected", expected),
            ("got", got),
        ],
    }
}
