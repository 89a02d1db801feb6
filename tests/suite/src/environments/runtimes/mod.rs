//! The runtimes: other versions and makes of what runs the packages than this machine has.
//!
//! `tests/runtimes/list` names them. `tests/runtimes/run NAME` fetches one, and runs under it what it can of the tests of its language; it tells that
//! as [`Tap`] reads it, and `driver: PROGRAM`, by which the language's driver is then given every vector. What ran and what did not is a row of
//! `docs/runtimes.md`: a part that did not run is a failure unless the row says why.

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

/// The longest that the tests under one runtime may take.
const MOST: Duration = Duration::from_secs(3600);

/// The runtimes that `--all` has, one of each ecosystem. `--release` has all of them.
const IN_ALL: &[&str] = &["bun", "python-3.13", "jdk-25", "bun-wasm"];

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

/// A step for each runtime, and one that writes or checks their page.
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
        under(context, &runtime)
    })
    .of(runtime.language)
    .released()
    .tier(tier)
    .uses_cargo()
    .after(format!("{}/build-release", runtime.language))
}

/// Runs what can run under one runtime.
fn under(context: &Context<'_>, runtime: &Runtime) -> Outcome {
    let name = runtime.name;
    let mut outcome = Outcome::new(Unit::Tests);
    let Some(language) = LANGUAGES.iter().find(|one| one.name == runtime.language) else {
        let reason = format!("{} is no language", runtime.language);
        outcome.fail(Failure::new(None, name, reason));
        return outcome;
    };
    let log = Path::new(LOGS).join(format!("runtimes/{name}-tests.log"));
    let mut script = Command::new(context.root().join(SCRIPT));
    script.arg(name).current_dir(context.root());
    environment(context, &mut script);
    let status = match logged(&mut script, &context.root().join(&log), MOST) {
        Ok(Ended::Status(status)) => status.code().ok_or_else(|| format!("ended with {status}")),
        Ok(Ended::TimedOut) => Err("did not end within its time limit, and was killed".to_owned()),
        Err(error) => Err(format!("cannot start {SCRIPT}: {error}")),
    };
    let mut tap = Tap::read(tail(&context.root().join(&log), usize::MAX), status);
    let program = tap.lines.iter().find_map(|line| line.strip_prefix(DRIVER));
    if let Some(program) = program.map(str::to_owned) {
        match vectors(context, name, language, &program) {
            None => tap.passed.push("vectors".to_owned()),
            Some(reason) => tap.failed.push(format!("vectors: {reason}")),
        }
    }
    tap.add_to(&mut outcome, Some(language.name), name, &log);
    // The parts that the page gives a reason for are no skipped tests.
    outcome.skipped.clear();
    let tests = count(&tap.lines.join("\n"), !tap.failed.is_empty());
    if tests.passed > 1 {
        outcome.passed += tests.passed;
    }
    lock(&context.shared.rows).push(Row::new(runtime, language.name, &tap));
    outcome
}

/// Writes the rows of the runtimes that ran into `docs/runtimes.md`, or compares them with it.
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

/// What is wrong with the driver's answers under a runtime, if anything is.
fn vectors(
    context: &Context<'_>,
    name: &str,
    language: &'static Language,
    program: &str,
) -> Option<String> {
    let cases = &language.lacks.expected(&context.shared.vectors().cases);
    let mut driver = language.command(context);
    driver.env(VARIABLE, program);
    let session = send_to(driver, context, language, lines(cases), name);
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
    fn all_has_one_runtime_of_each_ecosystem() {
        let mut languages: Vec<&str> = all().iter().map(|runtime| runtime.language).collect();
        languages.dedup();
        let in_all = all().into_iter().filter(|one| IN_ALL.contains(&one.name));
        let in_all: Vec<&str> = in_all.map(|runtime| runtime.language).collect();
        assert_eq!(in_all, languages);
    }

    #[test]
    fn page_has_rows_of_the_list_and_all_of_a_run() {
        let named = rows::named(&crate::run::root()).expect("the page");
        let all = all();
        let rows: Vec<&str> = all.iter().map(|runtime| runtime.name).collect();
        let rows = rows
            .into_iter()
            .filter(|name| named.iter().any(|row| row == name));
        assert_eq!(rows.collect::<Vec<_>>(), named);
        for name in IN_ALL {
            assert!(named.iter().any(|row| row == name), "{name}");
        }
    }
}
