//! Differential tests: all drivers must answer random questions alike.
//!
//! The right answer is unknown; only the answers are compared.
//!
//! 1. [`pool`] collects cases from the vectors, and texts, fields and options to put into others.
//! 2. [`questions`] changes a case with [`texts`] and [`numbers`], seeded by the question's number.
//! 3. Every driver answers in a thread of its own, in chunks, so memory use stays bounded.
//! 4. [`answers`] compares the answers. A disagreement becomes a vector, printed and saved below
//!    `target/`.

mod answers;
mod numbers;
mod pool;
mod questions;
mod texts;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

use crate::conformance::answer::Answer;
use crate::conformance::request;
use crate::conformance::session::Driver;
use crate::conformance::vectors::Case;
use crate::languages::ANSWER_TIMEOUT;
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;
use answers::LanguageAnswer;
use pool::Pool;

/// The number of questions between two comparisons.
const CHUNK: u64 = 5000;

/// The number of failures after which no further chunk is sent.
const MAX_FAILURES: usize = 100;

/// The folder for disagreements as a vector file, below the root.
const FOLDER: &str = "target/suite-disagreements";

/// Sends random questions to all built drivers and compares their answers.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let shared = context.shared;
    let (languages, questions) = (shared.ready(), shared.settings.questions);
    if languages.len() < 2 {
        return Outcome::not_run("fewer than two drivers are built, so none can disagree");
    }
    let mut outcome = Outcome::new(Unit::Checks);
    let mut drivers = Vec::new();
    for language in &languages {
        let log = language.log(context.root(), "differential");
        match Driver::start(language.command(context), &log, ANSWER_TIMEOUT) {
            Ok(driver) => drivers.push((language.name, driver)),
            Err(error) => outcome.fail(Failure::new(
                Some(language.name),
                "differential",
                format!("cannot start the driver: {error}"),
            )),
        }
    }
    let pool = Pool::new(&shared.vectors().cases);
    let mut vectors = Vec::new();
    let mut sent = 0;
    while sent < questions && outcome.failures.len() < MAX_FAILURES {
        let chunk = CHUNK.min(questions - sent);
        let first = shared.settings.seed.wrapping_add(sent);
        sent += chunk;
        let cases: Vec<Case> = (0..chunk)
            .filter_map(|number| questions::question(&pool, first.wrapping_add(number)))
            .collect();
        let chunk_answers = ask(&mut drivers, &cases);
        for (index, case) in cases.iter().enumerate() {
            let answers: Vec<LanguageAnswer<'_>> = drivers
                .iter()
                .zip(&chunk_answers)
                .map(|((language, _), answers)| (*language, &answers[index]))
                .collect();
            if let Some(disagreement) = answers::disagreement(case, &answers) {
                vectors.push(disagreement.vector);
                outcome.fail(disagreement.failure);
            }
            if answers.iter().any(|(_, answer)| answer.is_err()) {
                break;
            }
        }
        if chunk_answers.iter().flatten().any(Result::is_err) {
            outcome.note("a driver gave no answer: the remaining questions are skipped");
            break;
        }
    }
    for (language, driver) in drivers {
        if let Err(reason) = driver.finish() {
            let what = "the driver exits at the end of its input";
            outcome.fail(Failure::new(Some(language), what, reason));
        }
    }
    outcome.note(format!(
        "{sent} questions from seed {} to {} languages, {} disagreements",
        shared.settings.seed,
        languages.len(),
        vectors.len(),
    ));
    save(context.root(), &vectors, &mut outcome);
    outcome.passed = u64::from(outcome.failed == 0);
    outcome
}

/// Sends cases to all drivers at the same time. Returns one list of answers for each driver.
fn ask(drivers: &mut [(&'static str, Driver)], cases: &[Case]) -> Vec<Vec<Result<Answer, String>>> {
    // All drivers received the same number of requests, so the ids are the same.
    let Some((_, first)) = drivers.first() else {
        return Vec::new();
    };
    let requests: Arc<[String]> = (first.next_id()..)
        .zip(cases)
        .map(|(id, case)| request::line(id, case))
        .collect();
    thread::scope(|scope| {
        let running: Vec<_> = drivers
            .iter_mut()
            .map(|(_, driver)| {
                let requests = Arc::clone(&requests);
                scope.spawn(move || driver.ask(requests))
            })
            .collect();
        let none = || vec![Err("the runner's own thread failed".to_owned()); cases.len()];
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| none()))
            .collect()
    })
}

/// Saves the disagreements of this run as a vector file, and removes that of an earlier run.
fn save(root: &Path, vectors: &[Value], outcome: &mut Outcome) {
    let folder = root.join(FOLDER);
    let file = folder.join("differential.json");
    if vectors.is_empty() {
        // Fails if there is no such file.
        let _ = fs::remove_file(file);
        return;
    }
    let text = format!("{:#}\n", json!({"format": "tid", "cases": vectors}));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, text));
    outcome.note(match written {
        Ok(()) => format!("to repeat the disagreements: cargo suite --vectors {FOLDER}"),
        Err(error) => format!("{FOLDER}: {error}"),
    });
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::conformance::session::tests::{ALWAYS_OK, log, shell};
    use crate::conformance::vectors::tests::read;
    use std::time::Duration;

    /// Like [`ALWAYS_OK`], except for an error at the second question.
    const DISSENTER: &str = r#"while read -r line; do n=$((n+1));
        if [ $n = 2 ]; then echo "{\"id\":$n,\"error\":\"out_of_range\",\"offset\":5}"; else echo "{\"id\":$n,\"ok\":{}}"; fi; done"#;

    #[test]
    fn disagreement_names_the_question_that_one_driver_answers_differently() {
        let file = json!({"format": "tid", "cases": [
            {"name": "a", "op": "parse", "text": "a", "expect": {}},
            {"name": "b", "op": "parse", "text": "b", "expect": {}},
            {"name": "c", "op": "parse", "text": "c", "expect": {}},
        ]});
        let cases = read(file).cases;
        let start = |name, script| {
            let timeout = Duration::from_secs(20);
            let driver = Driver::start(shell(script), &log(name), timeout).expect("a shell");
            (name, driver)
        };
        let mut drivers = vec![
            start("yes", ALWAYS_OK),
            start("no", DISSENTER),
            start("yes-too", ALWAYS_OK),
        ];
        let all = ask(&mut drivers, &cases);
        let found: Vec<Value> = (0..3)
            .filter_map(|index| {
                let pairs = drivers.iter().zip(&all);
                let answers: Vec<LanguageAnswer<'_>> =
                    pairs.map(|((name, _), all)| (*name, &all[index])).collect();
                answers::disagreement(&cases[index], &answers)
            })
            .map(|disagreement| disagreement.vector)
            .collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["text"], "b");
    }
}
