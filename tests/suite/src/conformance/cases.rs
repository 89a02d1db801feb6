//! The steps that test the vectors: send every case to a language's driver and judge its answers.

use std::process::Command;
use std::sync::atomic::Ordering;

use super::closed_lists;
use super::compare::{Difference, Verdict, describe, judge};
use super::matrix::Matrix;
use super::matrix_page;
use super::negative_control::{falsified, unnoticed};
use super::request;
use super::scratch;
use super::session::{Session, run_session};
use super::vectors::Case;
use crate::figures;
use crate::languages::{ANSWER_TIMEOUT, LANGUAGES, Language};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::execute::one_check;
use crate::run::{Context, lock};

/// Reads the vector files. Each mistake in a file is a failure.
pub(crate) fn files(context: &Context<'_>) -> Outcome {
    let vectors = context.shared.vectors();
    let mut outcome = Outcome::new(Unit::Checks);
    outcome.note(format!(
        "{} cases in {} files",
        vectors.cases.len(),
        vectors.files
    ));
    if vectors.problems.is_empty() {
        outcome.passed = 1;
    }
    for problem in &vectors.problems {
        outcome.fail(Failure {
            what: problem.clone(),
            ..Failure::default()
        });
    }
    outcome
}

/// Sends every case to the driver of a language, and compares its answers.
///
/// As a negative control, judges the same answers against falsified cases, which must all fail.
pub(crate) fn through_driver(context: &Context<'_>, language: &'static Language) -> Outcome {
    let mut outcome = Outcome::new(Unit::Cases);
    let lists = send_to_driver(context, language, closed_lists::requests(), "lists");
    closed_lists::check(language, &lists, &mut outcome);
    let cases = &language.lacks.expected(&context.shared.vectors().cases);
    let session = send_to_driver(context, language, lines(cases), "vectors");
    let mut passed = Vec::new();
    for (case, answer) in cases.iter().zip(&session.answers) {
        let verdict = judge(case, answer);
        outcome.check(case_failure(language.name, case, &verdict));
        if verdict == Verdict::Pass {
            passed.push((case, answer));
        }
    }
    if let Err(reason) = session.end {
        let what = "the driver exits at the end of its input";
        outcome.fail(Failure::new(Some(language.name), what, reason));
    }
    for (case, answer) in &passed {
        let falsified = falsified(case);
        if let Some(reason) = unnoticed(&judge(&falsified, answer)) {
            let expected = format!("anything but {}", describe(&falsified.expected));
            outcome.fail(failure(language.name, &falsified, expected, reason));
        }
    }
    let shared = context.shared;
    shared
        .controlled
        .fetch_add(passed.len() as u64, Ordering::Relaxed);
    if !context.is_released {
        let mut matrix = lock(&shared.matrix);
        let whole = shared.settings.vectors.is_none();
        let matrix = matrix.get_or_insert_with(|| Matrix::new(&shared.vectors().cases, whole));
        matrix.record(language.name, passed.into_iter().map(|(case, _)| case));
    }
    outcome
}

/// Checks that the negative control ran at all. The languages' steps report unnoticed cases.
pub(crate) fn negative_control(context: &Context<'_>) -> Outcome {
    let controlled = context.shared.controlled.load(Ordering::Relaxed);
    let reason = "no answer was judged against a falsified case";
    let mut outcome =
        one_check((controlled == 0).then(|| Failure::new(None, "negative control", reason)));
    outcome.note(format!("{controlled} falsified cases"));
    outcome
}

/// Checks that every cell of the matrix has a case, that its file is current, and that the figures
/// on pages match the result files.
pub(crate) fn matrix(context: &Context<'_>) -> Outcome {
    let matrix = Matrix::new(&context.shared.vectors().cases, true);
    let mut outcome = Outcome::new(Unit::Checks);
    for (format, op) in matrix.untested() {
        outcome.fail(Failure::new(None, format!("{format} × {op}"), "no case"));
    }
    let drift = matrix_page::drift(context.root(), &matrix_page::text(&matrix, LANGUAGES));
    outcome.check(drift.map(|drift| Failure::new(None, "docs/conformance-matrix.json", drift)));
    for page in figures::PAGES {
        let drift = figures::drift(context.root(), page);
        outcome.check(drift.map(|drift| Failure::new(None, page, drift)));
    }
    outcome
}

/// The cases as requests, with ids from 1.
pub(crate) fn lines(cases: &[Case]) -> Vec<String> {
    let lines = (1..).zip(cases);
    lines.map(|(id, case)| request::line(id, case)).collect()
}

/// Sends requests to the driver of a language.
///
/// If the driver does not start, every answer is that error.
pub(crate) fn send_to_driver(
    context: &Context<'_>,
    language: &Language,
    requests: Vec<String>,
    purpose: &str,
) -> Session {
    send_to(
        language.command(context),
        context,
        language,
        requests,
        purpose,
    )
}

/// Sends requests to the driver that a command starts, as [`send_to_driver`] does.
pub(crate) fn send_to(
    driver: Command,
    context: &Context<'_>,
    language: &Language,
    requests: Vec<String>,
    purpose: &str,
) -> Session {
    let count = requests.len();
    let log = language.log(context.root(), purpose);
    let requests = scratch::fill_in(requests, &log.with_extension("scratch"));
    let session = requests.and_then(|requests| run_session(driver, requests, &log, ANSWER_TIMEOUT));
    session.unwrap_or_else(|error| {
        let reason = format!("cannot start {}: {error}", language.driver().display());
        Session {
            answers: vec![Err(reason.clone()); count],
            end: Err(reason),
        }
    })
}

/// The failure of a case, unless it passed.
pub(crate) fn case_failure(
    language: &'static str,
    case: &Case,
    verdict: &Verdict,
) -> Option<Failure> {
    match verdict {
        Verdict::Pass => None,
        Verdict::Differs(Difference { expected, got }) => {
            Some(failure(language, case, expected.clone(), got.clone()))
        }
        Verdict::NoAnswer(reason) => Some(failure(
            language,
            case,
            describe(&case.expected),
            reason.clone(),
        )),
    }
}

fn failure(language: &'static str, case: &Case, expected: String, got: String) -> Failure {
    Failure {
        language: Some(language),
        file: Some(case.file.clone()),
        what: case.name.clone(),
        details: vec![
            ("source", case.source.clone()),
            // One line, to be sent to the driver by hand.
            ("request", request::line(1, case)),
            ("expected", expected),
            ("got", got),
        ],
    }
}
