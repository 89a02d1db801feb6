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
use crate::console::{Console, seconds};
use crate::languages::{Language, PATIENCE};
use crate::report::{Failure, Section};
use answers::Said;
use pool::Pool;

/// Questions asked before the answers are compared.
const CHUNK: u64 = 5000;

/// The disagreements that are printed and kept; the rest are counted.
const KEPT: usize = 100;

/// Where disagreements are kept as a vector file, below the root.
const FOLDER: &str = "target/suite/disagreements";

/// Asks `questions` questions, made of `cases`, all of the languages.
pub(crate) fn run(
    console: &Console,
    root: &Path,
    languages: &[&'static Language],
    cases: &[Case],
    questions: u64,
) -> Section {
    let mut section = Section::new("differential");
    if languages.len() < 2 {
        console.line("  one language alone has nobody to disagree with: not asked");
        return section;
    }
    let mut talks = Vec::new();
    for language in languages {
        let log = language.log(root, "differential");
        match Conversation::begin(language.command(root), &log, PATIENCE) {
            Ok(conversation) => talks.push((language.name, conversation)),
            Err(error) => section.fail(Failure::new(
                Some(language.name),
                "differential",
                format!("the driver does not start: {error}"),
            )),
        }
    }
    let pool = Pool::new(cases);
    let mut vectors = Vec::new();
    let mut refused = 0;
    let mut first = 0;
    while first < questions && section.failures.len() < KEPT {
        let numbers = first..questions.min(first + CHUNK);
        first = numbers.end;
        let asked: Vec<Case> = numbers
            .filter_map(|number| questions::question(&pool, number))
            .collect();
        let said = ask(&mut talks, &asked);
        let silent = said.iter().flatten().any(Result::is_err);
        for (index, case) in asked.iter().enumerate() {
            let said: Vec<Said<'_>> = talks
                .iter()
                .zip(&said)
                .map(|((language, _), answers)| (*language, &answers[index]))
                .collect();
            refused += u64::from(matches!(said[..], [(_, Ok(Answer::Error { .. })), ..]));
            section.check(answers::disagreement(case, &said).map(|disagreement| {
                vectors.push(disagreement.vector);
                disagreement.failure
            }));
            if said.iter().any(|(_, answer)| answer.is_err()) {
                break;
            }
        }
        if silent {
            console.line("  a driver gave no answer: the rest is not asked");
            break;
        }
    }
    for (language, conversation) in talks {
        let what = "the driver ends with its input";
        let end = conversation.end().err();
        section.check(end.map(|reason| Failure::new(Some(language), what, reason)));
    }
    keep(console, root, &vectors);
    console.line(&format!(
        "  {first} questions to {} languages, {refused} refused by the first, {} disagreements, {}",
        languages.len(),
        vectors.len(),
        seconds(section.started.elapsed()),
    ));
    section
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
fn keep(console: &Console, root: &Path, vectors: &[Value]) {
    let folder = root.join(FOLDER);
    let file = folder.join("differential.json");
    if vectors.is_empty() {
        // There is none, if this was not the first run without.
        let _ = fs::remove_file(file);
        return;
    }
    let text = format!("{:#}\n", json!({"format": "tid", "cases": vectors}));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, text));
    console.line(&match written {
        Ok(()) => format!("  ask them again: cargo suite --vectors {FOLDER}"),
        Err(error) => format!("  {FOLDER}: {error}"),
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
