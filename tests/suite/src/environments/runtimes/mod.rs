//! The runtimes: other versions and makes of what runs the packages than this machine has.
//!
//! `tests/runtimes/list` names them. `tests/runtimes/run NAME` fetches one, and runs under it what it can of the tests of its language; it tells that
//! as [`Tap`] reads it, and `driver: PROGRAM`, by which the language's driver is then given every vector. What ran and what did not is a row of
//! `docs/runtimes.md`: a part that did not run is a failure unless the row says why.

mod rows;

use std::path::Path;
use std::time::Instant;

use crate::conformance::cases::lines;
use crate::conformance::compare::{Verdict, judge};
use crate::conformance::vectors::Case;
use crate::console::seconds;
use crate::languages::Language;
use crate::report::{Failure, LOG, Section, print_failures};
use crate::steps::LOGS;
use crate::suite::Run;
use crate::tap::Tap;
use crate::test_counts::count;
use rows::Row;

/// The runtimes of the whole suite, one of each ecosystem.
const OF_THE_SUITE: &[&str] = &["bun", "python-3.13", "jdk-25", "bun-wasm"];

const LIST: &str = include_str!("../../../../runtimes/list");

const SCRIPT: &str = "tests/runtimes/run";

/// What begins the line that tells the program for the language's driver.
const DRIVER: &str = "driver: ";

/// The variable that names it to the driver.
const VARIABLE: &str = "SORTID_RUNTIME";

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Runtime {
    /// What it is called here.
    pub(crate) name: &'static str,
    /// The language whose package it runs.
    pub(crate) language: &'static str,
    /// Whose package carries it.
    pub(crate) source: &'static str,
    /// The package.
    pub(crate) package: &'static str,
    /// Its version, or the release of Debian that it is of.
    pub(crate) version: &'static str,
}

/// Every runtime, in the list's order.
pub(crate) fn all() -> Vec<Runtime> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let runtime = |words: Vec<&'static str>| match words[..] {
        [name, language, source, package, version, ..] => Some(Runtime {
            name,
            language,
            source,
            package,
            version,
        }),
        _ => None,
    };
    words.filter_map(runtime).collect()
}

/// Those of the whole suite.
pub(crate) fn of_the_suite() -> Vec<Runtime> {
    let chosen = |runtime: &Runtime| OF_THE_SUITE.contains(&runtime.name);
    all().into_iter().filter(chosen).collect()
}

/// Those that run the package of a language.
pub(crate) fn of_language(language: &str) -> Vec<Runtime> {
    let mut runtimes = all();
    runtimes.retain(|runtime| runtime.language == language);
    runtimes
}

/// The runtimes of these names, every one where there is no name.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<Runtime>, String> {
    let all = all();
    let named = |name: &String| all.iter().find(|runtime| runtime.name == *name).copied();
    match names.iter().find(|name| named(name).is_none()) {
        Some(name) => {
            let there: Vec<&str> = all.iter().map(|runtime| runtime.name).collect();
            Err(format!(
                "unknown runtime {name:?}; there are {}",
                there.join(", ")
            ))
        }
        None if names.is_empty() => Ok(all),
        None => Ok(names.iter().filter_map(named).collect()),
    }
}

impl Run<'_> {
    /// Runs what there is under runtimes whose languages are ready, and holds what ran against the page, once it is written there if that is wished.
    pub(crate) fn runtimes(
        &mut self,
        ready: &[&'static Language],
        runtimes: &[Runtime],
        cases: &[Case],
        write: bool,
    ) {
        self.console.title("Runtimes");
        let mut section = Section::new("runtimes");
        let mut rows = Vec::new();
        for runtime in runtimes {
            let language = ready.iter().find(|ready| ready.name == runtime.language);
            if let Some(language) = language {
                rows.push(under(self, runtime, language, cases, &mut section));
            }
        }
        if write {
            let failed = rows::write(&self.root, &rows).err();
            section.check(failed.map(|reason| Failure::new(None, "the page", reason)));
        }
        for row in &rows {
            let excused = |named: &String| named == row.name || named == row.language;
            if !self.args.without.iter().any(excused) {
                let drift = rows::drift(&self.root, row);
                section.check(drift.map(|drift| Failure::new(Some(row.language), row.name, drift)));
            }
        }
        print_failures(self.console, &section.failures);
        self.report.add(section);
    }
}

/// Runs what there is under one runtime.
fn under(
    run: &mut Run<'_>,
    runtime: &Runtime,
    language: &'static Language,
    cases: &[Case],
    section: &mut Section,
) -> Row {
    let name = runtime.name;
    run.console.begin(&format!("  {name:<16} "));
    let log = Path::new(LOGS).join(format!("runtime-{name}.log"));
    let started = Instant::now();
    let mut told = Tap::by(&run.root, Path::new(SCRIPT), &[name], &run.root.join(&log));
    let program = told.lines.iter().find_map(|line| line.strip_prefix(DRIVER));
    if let Some(program) = program.map(str::to_owned) {
        match vectors(run, name, language, &program, cases) {
            None => told.passed.push("vectors".to_owned()),
            Some(reason) => told.failed.push(format!("vectors: {reason}")),
        }
    }
    told.print(run.console, &seconds(started.elapsed()));
    if let Some(reason) = &told.not_run {
        run.report.not_run(name, reason);
    }
    // Each test of the language's own runner is a check, as it is without this runtime.
    section.passed += told.passed.len() as u64;
    let tests = count(&told.lines.join("\n"), !told.failed.is_empty());
    if tests.0 > 1 {
        run.console.line(&format!("    {} tests", tests.0));
        section.passed += tests.0;
    }
    for reason in &told.failed {
        let mut failure = Failure::new(Some(language.name), name, reason);
        failure.details.push((LOG, log.display().to_string()));
        section.fail(failure);
    }
    Row::new(runtime, language.name, &told)
}

/// What is wrong with the driver's answers under a runtime, if anything is.
fn vectors(
    run: &Run<'_>,
    name: &str,
    language: &'static Language,
    program: &str,
    cases: &[Case],
) -> Option<String> {
    let cases = &language.lacks.expected(cases);
    let mut driver = language.command(&run.root);
    driver.env(VARIABLE, program);
    let session = run.converse_by(driver, language, lines(cases), name);
    let verdicts = session.answers.iter().zip(cases);
    let wrong = verdicts.map(|(answer, case)| (judge(case, answer), case));
    let wrong: Vec<_> = wrong
        .filter(|(verdict, _)| *verdict != Verdict::Pass)
        .collect();
    match (wrong.first(), session.end) {
        (Some((verdict, case)), _) => Some(format!(
            "{} of {} are not as expected, first {} of {}: {verdict:?}",
            wrong.len(),
            cases.len(),
            case.name,
            case.file
        )),
        (None, Err(reason)) => Some(reason),
        (None, Ok(())) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::LANGUAGES;

    #[test]
    fn every_line_of_the_list_is_a_runtime_of_a_language() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), all().len());
        for runtime in all() {
            let named = |language: &Language| language.name == runtime.language;
            assert!(LANGUAGES.iter().any(named), "{}", runtime.name);
        }
    }

    #[test]
    fn the_suite_has_one_of_each_ecosystem() {
        let chosen = of_the_suite();
        assert_eq!(chosen.len(), OF_THE_SUITE.len());
        let mut languages: Vec<&str> = all().iter().map(|runtime| runtime.language).collect();
        languages.dedup();
        let of_the_suite: Vec<&str> = chosen.iter().map(|runtime| runtime.language).collect();
        assert_eq!(of_the_suite, languages);
    }

    #[test]
    fn runtimes_are_named_or_all() {
        assert_eq!(chosen(&[]), Ok(all()));
        let one = chosen(&["bun".to_owned()]).expect("in the list");
        assert_eq!(one[0].name, "bun");
        assert!(chosen(&["cobol-85".to_owned()]).is_err());
    }

    #[test]
    fn the_page_has_rows_of_the_list_and_all_of_the_suite() {
        let named = rows::named(&crate::suite::root()).expect("the page");
        let all = all();
        let rows: Vec<&str> = all.iter().map(|runtime| runtime.name).collect();
        let rows = rows
            .into_iter()
            .filter(|name| named.iter().any(|row| row == name));
        assert_eq!(rows.collect::<Vec<_>>(), named);
        for name in OF_THE_SUITE {
            assert!(named.iter().any(|row| row == name), "{name}");
        }
    }
}
