//! The differential run: random questions to all drivers at once, whose answers must be equal. Nobody knows the right one.
//!
//! 1. [`pool`] takes the vectors apart: their cases, and texts, fields and options to put into others.
//! 2. [`questions`] changes a case by the number of the question alone, with [`texts`] and [`numbers`].
//! 3. Every driver answers in a thread of its own, a chunk at a time: the memory does not grow with the questions.
//! 4. [`answers`] compares them; a disagreement becomes a vector, printed and kept below `target/`.

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
use crate::conformance::session::Conversation;
use crate::conformance::vectors::Case;
use crate::languages::PATIENCE;
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;
use answers::Said;
use pool::Pool;

/// Questions asked before the answers are compared.
const CHUNK: u64 = 5000;

/// The disagreements that are printed and kept; the rest are counted.
const KEPT: usize = 100;

/// Where disagreements are kept as a vector file, below the root.
const FOLDER: &str = "target/suite-disagreements";

/// Sends random questions, made from the cases of the vectors, to all drivers that are built.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let shared = context.shared;
    let (languages, questions) = (shared.ready(), shared.settings.questions);
    if languages.len() < 2 {
        return Outcome::not_run("fewer than two drivers are built, so none can disagree");
    }
    let mut outcome = Outcome::new(Unit::Checks);
    let mut talks = Vec::new();
    for language in &languages {
        let log = language.log(context.root(), "differential");
        match Conversation::begin(language.command(context), &log, PATIENCE) {
            Ok(conversation) => talks.push((language.name, conversation)),
            Err(error) => outcome.fail(Failure::new(
                Some(language.name),
                "differential",
                format!("the driver does not start: {error}"),
            )),
        }
    }
    let pool = Pool::new(&shared.vectors().cases);
    let mut vectors = Vec::new();
    let mut asked = 0;
    while asked < questions && outcome.failures.len() < KEPT {
        let chunk = CHUNK.min(questions - asked);
        let first = shared.settings.seed.wrapping_add(asked);
        asked += chunk;
        let cases: Vec<Case> = (0..chunk)
            .filter_map(|number| questions::question(&pool, first.wrapping_add(number)))
            .collect();
        let said = ask(&mut talks, &cases);
        for (index, case) in cases.iter().enumerate() {
            let said: Vec<Said<'_>> = talks
                .iter()
                .zip(&said)
                .map(|((language, _), answers)| (*language, &answers[index]))
                .collect();
            if let Some(disagreement) = answers::disagreement(case, &said) {
                vectors.push(disagreement.vector);
                outcome.fail(disagreement.failure);
            }
            if said.iter().any(|(_, answer)| answer.is_err()) {
                break;
            }
        }
        if said.iter().flatten().any(Result::is_err) {
            outcome.note("a driver gave no answer: the rest is not asked");
            break;
        }
    }
    for (language, conversation) in talks {
        if let Err(reason) = conversation.end() {
            let what = "the driver ends with its input";
            outcome.fail(Failure::new(Some(language), what, reason));
        }
    }
    outcome.note(format!(
        "{asked} questions from seed {} to {} languages, {} disagreements",
        shared.settings.seed,
        languages.len(),
        vectors.len(),
    ));
    keep(context.root(), &vectors, &mut outcome);
    outcome.passed = u64::from(outcome.failed == 0);
    outcome
}

/// All answers of each, in the order of the languages.
fn ask(
    talks: &mut [(&'static str, Conversation)],
    asked: &[Case],
) -> Vec<Vec<Result<Answer, String>>> {
    let requests = |conversation: &Conversation| -> Arc<[String]> {
        let ids = conversation.asked() + 1..;
        ids.zip(asked)
            .map(|(id, case)| request::line(id, case))
            .collect()
    };
    // All conversations are equally far.
    let Some(requests) = talks
        .first()
        .map(|(_, conversation)| requests(conversation))
    else {
        return Vec::new();
    };
    thread::scope(|scope| {
        let running: Vec<_> = talks
            .iter_mut()
            .map(|(_, conversation)| {
                let requests = Arc::clone(&requests);
                scope.spawn(move || conversation.ask(requests))
            })
            .collect();
        let none = || vec![Err("the runner's own thread failed".to_owned()); asked.len()];
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| none()))
            .collect()
    })
}

/// Keeps the disagreements of this run as a vector file, and those of no other.
fn keep(root: &Path, vectors: &[Value], outcome: &mut Outcome) {
    let folder = root.join(FOLDER);
    let file = folder.join("differential.json");
    if vectors.is_empty() {
        // Absent, unless an earlier run had disagreements.
        let _ = fs::remove_file(file);
        return;
    }
    let text = format!("{:#}\n", json!({"format": "tid", "cases": vectors}));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, text));
    outcome.note(match written {
        Ok(()) => format!("ask them again: cargo suite --vectors {FOLDER}"),
        Err(error) => format!("{FOLDER}: {error}"),
    });
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::conformance::session::tests::{LIAR, log, shell};
    use crate::conformance::vectors::tests::read;
    use std::time::Duration;

    /// Says yes to everything but the second question.
    const DISSENTER: &str = r#"while read -r line; do n=$((n+1));
        if [ $n = 2 ]; then echo "{\"id\":$n,\"error\":\"out_of_range\",\"offset\":5}"; else echo "{\"id\":$n,\"ok\":{}}"; fi; done"#;

    #[test]
    fn a_driver_that_differs_once_is_found_with_the_question() {
        let file = json!({"format": "tid", "cases": [
            {"name": "a", "op": "parse", "text": "a", "expect": {}},
            {"name": "b", "op": "parse", "text": "b", "expect": {}},
            {"name": "c", "op": "parse", "text": "c", "expect": {}},
        ]});
        let cases = read(file).cases;
        let begin = |name, script| {
            let patience = Duration::from_secs(20);
            (
                name,
                Conversation::begin(shell(script), &log(name), patience).expect("a shell"),
            )
        };
        let mut talks = vec![
            begin("yes", LIAR),
            begin("no", DISSENTER),
            begin("yes-too", LIAR),
        ];
        let said = ask(&mut talks, &cases);
        let found: Vec<Value> = (0..3)
            .filter_map(|index| {
                let pairs = talks.iter().zip(&said);
                let said: Vec<Said<'_>> =
                    pairs.map(|((name, _), all)| (*name, &all[index])).collect();
                answers::disagreement(&cases[index], &said)
            })
            .map(|disagreement| disagreement.vector)
            .collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["text"], "b");
    }
}
