//! The whole run: drivers, their checks, vectors, negative control, summary.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::args::Args;
use crate::compare::{Difference, Verdict, describe, judge};
use crate::console::{Console, seconds, shortened};
use crate::differential;
use crate::fresh;
use crate::languages::{LANGUAGES, Language, PATIENCE};
use crate::manifests;
use crate::matrix::Matrix;
use crate::negative::{falsified, unnoticed};
use crate::page;
use crate::parity;
use crate::report::{Failure, Report, Section, print_failures};
use crate::request;
use crate::scratch;
use crate::session::{Session, talk};
use crate::shared;
use crate::steps::{Outcome, TAIL_LINES, tail};
use crate::vectors::{Case, load};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Writes the matrix as a page; the error says why it cannot be.
pub(crate) fn write_matrix() -> Result<PathBuf, String> {
    let vectors = load(&own_vectors(&root()));
    if let Some(problem) = vectors.problems.first() {
        return Err(format!("tests/vectors: {problem}"));
    }
    let text = page::text(&Matrix::new(&vectors.cases, true), LANGUAGES);
    let path = page::path(&root());
    match fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn own_vectors(root: &Path) -> PathBuf {
    root.join("tests").join("vectors")
}

/// Runs what `args` ask for, and tells whether nothing failed.
pub(crate) fn run(args: &Args, console: &Console) -> bool {
    let mut run = Run {
        args,
        console,
        root: root(),
        report: Report::default(),
        started: Instant::now(),
    };
    let ready = run.build();
    if args.vectors.is_none() {
        run.checks(&ready);
        run.lists(&ready);
    }
    let cases = run.cases();
    run.vectors(&ready, &cases);
    run.negative_control(&ready, &cases);
    if args.questions() > 0 {
        run.differential(&ready, &cases);
    }
    if args.vectors.is_none() {
        run.fresh(&ready);
    }
    run.summary()
}

struct Run<'a> {
    args: &'a Args,
    console: &'a Console,
    root: PathBuf,
    report: Report,
    started: Instant,
}

impl Run<'_> {
    /// Lints and unit tests.
    fn checks(&mut self, ready: &[&'static Language]) {
        self.console.title("Lints and unit tests");
        let mut section = Section::new("lints and unit tests");
        for language in ready {
            for step in language.checks {
                self.console.begin(&format!("  {:<16} ", step.name));
                let outcome = step.run(&self.root);
                self.tell(&outcome);
                section.passed += outcome.passed;
                section.failed += outcome.failed;
                section
                    .failures
                    .extend(failure(language.name, step.name, &outcome));
            }
        }
        self.report.add(section);
    }

    /// Versions, and where each driver's lists end.
    fn lists(&mut self, ready: &[&'static Language]) {
        self.console.title("Versions and closed lists");
        let versions = manifests::check(&self.root);
        let mut section = Section::new("closed lists");
        for language in ready {
            let session = self.converse(language, parity::unknown(), "lists");
            parity::check(language, &session, &mut section);
        }
        self.console.line(&format!(
            "  {} manifests say one version; {} drivers know where their lists end",
            versions.passed,
            section.passed / 3,
        ));
        for section in [versions, section] {
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }

    /// The cases of the vector files.
    fn cases(&mut self) -> Vec<Case> {
        self.console.title("Vector files");
        let own = own_vectors(&self.root);
        let folder = self.args.vectors.as_deref().unwrap_or(&own);
        let vectors = load(folder);
        self.console.line(&format!(
            "  {} cases in {} files",
            vectors.cases.len(),
            vectors.files
        ));
        let mut section = Section::new("vector files");
        if vectors.problems.is_empty() {
            section.passed = vectors.files as u64;
        }
        for problem in vectors.problems {
            section.fail(Failure {
                what: problem,
                ..Failure::default()
            });
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
        vectors.cases
    }

    /// The languages whose driver is built.
    fn build(&mut self) -> Vec<&'static Language> {
        self.console.title("Drivers");
        let mut section = Section::new("drivers built");
        let mut ready = Vec::new();
        let args = self.args;
        let chosen = |language: &&Language| args.chooses(language.name);
        for language in LANGUAGES.iter().filter(chosen) {
            self.console.begin(&format!("  {:<16} ", language.name));
            if let Some(program) = language.missing() {
                let failure = self.not_run(language, &format!("{program} is not installed"));
                section.failures.extend(failure);
                continue;
            }
            let outcome = language.build.run(&self.root);
            self.tell(&outcome);
            match failure(language.name, language.build.name, &outcome) {
                None => {
                    section.passed += 1;
                    ready.push(language);
                }
                Some(failure) => {
                    self.report
                        .not_run(language.name, "its driver cannot be built");
                    section.failures.push(failure);
                }
            }
        }
        if ready.is_empty() && section.failures.is_empty() {
            section
                .failures
                .push(Failure::new(None, "drivers", "no language ran"));
        }
        section.failed = section.failures.len() as u64;
        print_failures(self.console, &section.failures);
        self.report.add(section);
        ready
    }

    /// Every case through every driver.
    fn vectors(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Vectors");
        let mut matrix = Matrix::new(cases, self.args.vectors.is_none());
        let mut failures = Vec::new();
        for language in ready {
            let mut section = Section::new(format!("vectors, {}", language.name));
            let session = self.converse(language, lines(cases), "vectors");
            let verdicts: Vec<Verdict> = (cases.iter().zip(&session.answers))
                .map(|(case, answer)| judge(case, answer))
                .collect();
            for (case, verdict) in cases.iter().zip(&verdicts) {
                section.check(case_failure(language, case, verdict));
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
        let drift = page::drift(&self.root, &page::text(matrix, LANGUAGES));
        section.check(drift.map(|drift| Failure::new(None, "docs/conformance-matrix.md", drift)));
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }

    /// Every falsified case through every driver.
    fn negative_control(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Negative control");
        let falsified: Vec<Case> = cases.iter().map(falsified).collect();
        for language in ready {
            let mut section = Section::new(format!("negative control, {}", language.name));
            let session = self.converse(language, lines(&falsified), "negative");
            for (case, answer) in falsified.iter().zip(&session.answers) {
                let reason = unnoticed(&judge(case, answer));
                section.check(reason.map(|reason| {
                    let expected = format!("anything but {}", describe(&case.expected));
                    about(language, case, expected, reason)
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

    /// Random questions to all drivers at once.
    fn differential(&mut self, ready: &[&'static Language], cases: &[Case]) {
        self.console.title("Differential run");
        let (console, root) = (self.console, &self.root);
        let section = differential::run(console, root, ready, cases, self.args.questions());
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }

    /// Ids of all languages, made at the same time.
    fn fresh(&mut self, ready: &[&'static Language]) {
        self.console.title("Ids of all languages together");
        for run in [fresh::run, shared::run] {
            let section = run(self.console, &self.root, ready);
            print_failures(self.console, &section.failures);
            self.report.add(section);
        }
    }

    /// The totals, and the last line.
    fn summary(&mut self) -> bool {
        if let Some(path) = &self.args.json {
            let text = format!("{:#}\n", self.report.json());
            if let Err(error) = fs::write(path, text) {
                let reason = format!("{}: {error}", path.display());
                let mut section = Section::new("JSON file");
                section.fail(Failure::new(None, "JSON file", reason));
                print_failures(self.console, &section.failures);
                self.report.add(section);
            }
        }
        self.console.title("Summary");
        self.report.print(self.console);
        let (passed, failed) = self.report.totals();
        let took = seconds(self.started.elapsed());
        self.console.line(&format!("  in {took}\n"));
        self.console
            .line(&format!("{passed} passed, {failed} failed"));
        failed == 0
    }

    /// Ends the line of a command that ran.
    fn tell(&self, outcome: &Outcome) {
        let took = seconds(outcome.took);
        if let Some(reason) = &outcome.failure {
            self.console
                .line(&format!("{} {took}, {reason}", self.console.bad("failed")));
            let log = tail(&self.root.join(&outcome.log), TAIL_LINES);
            for line in log {
                self.console.line(&format!("    | {line}"));
            }
            self.console
                .line(&format!("    the whole log: {}", outcome.log.display()));
        } else {
            let checks = match outcome.passed {
                1 => String::new(),
                tests => format!(", {tests} tests"),
            };
            self.console
                .line(&format!("{} {took}{checks}", self.console.good("ok")));
        }
    }

    /// Ends the line of a language that cannot run; a failure unless it was excused.
    fn not_run(&mut self, language: &Language, reason: &str) -> Option<Failure> {
        self.report.not_run(language.name, reason);
        if self.args.without.iter().any(|name| name == language.name) {
            self.console.line(&format!("NOT RUN, as allowed: {reason}"));
            None
        } else {
            self.console
                .line(&format!("{}: {reason}", self.console.bad("NOT RUN")));
            Some(Failure::new(Some(language.name), "NOT RUN", reason))
        }
    }

    /// Asks a driver. One that does not start answers nothing.
    fn converse(&self, language: &Language, requests: Vec<String>, purpose: &str) -> Session {
        let count = requests.len();
        let log = language.log(&self.root, purpose);
        let driver = language.command(&self.root);
        let requests = scratch::placed(requests, &log.with_extension("scratch"));
        let session = requests.and_then(|requests| talk(driver, requests, &log, PATIENCE));
        session.unwrap_or_else(|error| {
            let reason = format!("{} does not start: {error}", language.driver().display());
            Session {
                answers: vec![Err(reason.clone()); count],
                end: Err(reason),
            }
        })
    }
}

/// The cases as the lines a driver reads.
fn lines(cases: &[Case]) -> Vec<String> {
    let lines = (1..).zip(cases);
    lines.map(|(id, case)| request::line(id, case)).collect()
}

fn failure(language: &'static str, name: &str, outcome: &Outcome) -> Option<Failure> {
    let reason = outcome.failure.clone()?;
    let mut failure = Failure::new(Some(language), name, reason);
    failure
        .details
        .push(("log", outcome.log.display().to_string()));
    Some(failure)
}

fn case_failure(language: &Language, case: &Case, verdict: &Verdict) -> Option<Failure> {
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

fn about(language: &Language, case: &Case, expected: String, got: String) -> Failure {
    Failure {
        language: Some(language.name),
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
