//! Tests of the packages on other versions and implementations of Node, Python and the JVM.
//!
//! `tests/runtimes/list` names the runtimes. `tests/runtimes/run NAME` fetches one and runs the
//! language's tests under it. It prints checks as [`Tap`] reads them, and `driver: PROGRAM`. With
//! that program, this module then starts the language's driver and sends it every vector.
//!
//! `docs/runtimes.md` has a row for each runtime. A part that did not run is a failure unless the
//! row gives the reason.

mod rows;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::conformance::cases::{lines, send_to};
use crate::conformance::compare::{Verdict, judge};
use crate::languages::{LANGUAGES, Language};
use crate::outcome::{Failure, Outcome, Unit};
use crate::plan::{Step, Tier};
use crate::run::execute::environment;
use crate::run::process::{Ended, logged, tail};
use crate::run::{Context, LOGS, lock};
use crate::tap::Tap;
use crate::test_counts::count;
pub(crate) use rows::Row;

/// The time limit for the tests under one runtime.
const TESTS_LIMIT: Duration = Duration::from_secs(3600);

/// The runtimes in `--all`: the oldest that each package promises, and others. `--release` runs all of them.
const IN_ALL: &[&str] = &[
    "node-20",
    "bun",
    "python-3.11",
    "python-3.13",
    "jdk-11",
    "jdk-25",
    "android-26",
    "bun-wasm",
];

const LIST: &str = include_str!("../../../../runtimes/list");

const SCRIPT: &str = "tests/runtimes/run";

/// The prefix of the line that names the runtime's program.
const PROGRAM_PREFIX: &str = "driver: ";

/// The environment variable that passes the runtime's program to the driver.
const PROGRAM_VARIABLE: &str = "SORTID_RUNTIME";

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Runtime {
    pub(crate) name: &'static str,
    /// The language whose package it runs.
    pub(crate) language: &'static str,
    /// The registry of `package`.
    pub(crate) source: &'static str,
    /// The package that contains the runtime.
    pub(crate) package: &'static str,
    /// The version of `package`, or its Debian release.
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

/// A step for each runtime, and one that writes or checks `docs/runtimes.md`.
pub(crate) fn steps() -> Vec<Step> {
    let runtimes = all();
    let mut steps: Vec<Step> = runtimes.iter().map(|&runtime| step(runtime)).collect();
    let mut page = Step::inside("runtimes/page", page).tier(Tier::All);
    for runtime in runtimes {
        page = page.later_than(format!("runtimes/{}", runtime.name));
    }
    steps.push(page);
    steps
}

fn step(runtime: Runtime) -> Step {
    let tier = match IN_ALL.contains(&runtime.name) {
        true => Tier::All,
        false => Tier::Release,
    };
    Step::inside(format!("runtimes/{}", runtime.name), move |context| {
        run_under(context, &runtime)
    })
    .of(runtime.language)
    .released()
    .tier(tier)
    .uses_cargo()
    .after(format!("{}/build-release", runtime.language))
}

/// Runs the tests and vectors of a language under one runtime.
fn run_under(context: &Context<'_>, runtime: &Runtime) -> Outcome {
    let name = runtime.name;
    let mut outcome = Outcome::new(Unit::Tests);
    let Some(language) = LANGUAGES.iter().find(|one| one.name == runtime.language) else {
        let reason = format!("unknown language: {}", runtime.language);
        outcome.fail(Failure::new(None, name, reason));
        return outcome;
    };
    let log = Path::new(LOGS).join(format!("runtimes/{name}-tests.log"));
    let mut script = Command::new(context.root().join(SCRIPT));
    script.arg(name).current_dir(context.root());
    environment(context, &mut script);
    let status = match logged(&mut script, &context.root().join(&log), TESTS_LIMIT) {
        Ok(Ended::Status(status)) => status.code().ok_or_else(|| format!("ended with {status}")),
        Ok(Ended::TimedOut) => Err("killed at its time limit".to_owned()),
        Err(error) => Err(format!("cannot start {SCRIPT}: {error}")),
    };
    let mut tap = Tap::read(tail(&context.root().join(&log), usize::MAX), status);
    let mut lines = tap.lines.iter();
    let program = lines.find_map(|line| line.strip_prefix(PROGRAM_PREFIX));
    if let Some(program) = program.map(str::to_owned) {
        match failed_vectors(context, name, language, &program) {
            None => tap.passed.push("vectors".to_owned()),
            Some(reason) => tap.failed.push(format!("vectors: {reason}")),
        }
    }
    tap.add_to(&mut outcome, Some(language.name), name, &log);
    // The page explains the parts that were left out, so they do not count as skipped.
    outcome.skipped.clear();
    let tests = count(&tap.lines.join("\n"), !tap.failed.is_empty());
    if tests.passed > 1 {
        outcome.passed += tests.passed;
    }
    lock(&context.shared.rows).push(Row::new(runtime, language.name, &tap));
    outcome
}

/// Writes the rows of this run into `docs/runtimes.md`, or compares them with it.
fn page(context: &Context<'_>) -> Outcome {
    let rows = lock(&context.shared.rows);
    let mut outcome = Outcome::new(Unit::Checks);
    if context.shared.settings.write {
        let failed = rows::write(context.root(), &rows).err();
        outcome.check(failed.map(|reason| Failure::new(None, "docs/runtimes.md", reason)));
    }
    for row in rows.iter() {
        let drift = rows::drift(context.root(), row);
        outcome.check(drift.map(|drift| Failure::new(Some(row.language), row.name, drift)));
    }
    outcome
}

/// Sends every vector to the driver under a runtime. Returns a reason if an answer is wrong.
fn failed_vectors(
    context: &Context<'_>,
    name: &str,
    language: &'static Language,
    program: &str,
) -> Option<String> {
    let cases = &language.lacks.expected(&context.shared.vectors().cases);
    let mut driver = language.command(context);
    driver.env(PROGRAM_VARIABLE, program);
    let session = send_to(driver, context, language, lines(cases), name);
    let answers = session.answers.iter().zip(cases);
    let verdicts = answers.map(|(answer, case)| (judge(case, answer), case));
    let wrong: Vec<_> = verdicts
        .filter(|(verdict, _)| *verdict != Verdict::Pass)
        .collect();
    match (wrong.first(), session.end) {
        (Some((verdict, case)), _) => Some(format!(
            "{} of {} cases failed, first {} in {}: {verdict:?}",
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

    #[test]
    fn every_listed_runtime_has_a_known_language() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), all().len());
        for runtime in all() {
            let named = |language: &Language| language.name == runtime.language;
            assert!(LANGUAGES.iter().any(named), "{}", runtime.name);
        }
    }

    #[test]
    fn all_has_a_runtime_of_each_ecosystem() {
        let mut languages: Vec<&str> = all().iter().map(|runtime| runtime.language).collect();
        languages.dedup();
        let in_all = all().into_iter().filter(|one| IN_ALL.contains(&one.name));
        let mut in_all: Vec<&str> = in_all.map(|runtime| runtime.language).collect();
        in_all.dedup();
        assert_eq!(in_all, languages);
    }

    #[test]
    fn page_has_rows_in_list_order_and_every_runtime_of_all() {
        let on_page = rows::names(&crate::run::root()).expect("the page");
        let all = all();
        let listed: Vec<&str> = all.iter().map(|runtime| runtime.name).collect();
        let listed = listed
            .into_iter()
            .filter(|name| on_page.iter().any(|row| row == name));
        assert_eq!(listed.collect::<Vec<_>>(), on_page);
        for name in IN_ALL {
            assert!(on_page.iter().any(|row| row == name), "{name}");
        }
    }
}
