//! Ids made at the same time in every language, without seed or script: none twice among all, and every language finds the
//! same order.

use std::collections::HashMap;
use std::thread;

use serde_json::{Value, json};

use crate::conformance::invariants::sort_key;
use crate::conformance::session::{Session, talk};
use crate::languages::{Language, PATIENCE};
use crate::outcome::{Failure, Outcome, Unit};
use crate::run::Context;

/// The formats whose ids of different processes are distinct, with the option that makes them so where chance alone does
/// not. uid11_xid and uid11_ts_seq_rand have neither, and promise nothing between processes.
const FORMATS: [(&str, Option<&str>); 9] = [
    ("tid", Some("clock_id")),
    ("timeid", Some("node")),
    ("uid11_snowish", Some("machine")),
    ("uid11_fullrand", None),
    ("uuid6", None),
    ("uuid7", None),
    ("uuid7_draft01", None),
    ("uuid8", None),
    ("scru160", None),
];

/// Ids a language makes of each format.
const COUNT: usize = 2000;

/// Neighbours in the order of all ids that every language compares, of each format.
const COMPARED: usize = 100;

/// The ids of a format, each with the language that made it.
pub(crate) type Made<'a> = Vec<(&'a str, &'static str)>;

/// Makes and compares.
pub(crate) fn run(context: &Context<'_>) -> Outcome {
    let languages = &context.shared.ready();
    if languages.is_empty() {
        return Outcome::not_run("no driver is built");
    }
    let mut outcome = Outcome::new(Unit::Checks);
    let requests = |language: usize| {
        (1..)
            .zip(FORMATS)
            .map(move |(id, format)| generate(id, format, language))
            .collect()
    };
    let sessions = at_once(context, languages, "fresh", &requests);
    let mut pairs = Vec::new();
    for (index, (format, _)) in FORMATS.into_iter().enumerate() {
        let mut made: Made<'_> = Vec::new();
        for (language, session) in languages.iter().zip(&sessions) {
            let texts = texts(session, index);
            let whole = texts.len() == COUNT;
            let wrong = || {
                Failure::new(
                    Some(language.name),
                    format,
                    format!("{} ids of {COUNT}", texts.len()),
                )
            };
            outcome.check((!whole).then(wrong));
            made.extend(texts.into_iter().map(|text| (text, language.name)));
        }
        outcome.check(twice(format, &made));
        pairs.extend(neighbours(format, &mut made));
    }
    let asked: Vec<String> = (1..)
        .zip(&pairs)
        .map(|(id, pair)| compare(id, pair))
        .collect();
    let compared = at_once(context, languages, "order", &|_| asked.clone());
    for (language, session) in languages.iter().zip(&compared) {
        let orders = session.answers.iter().map(|answer| match answer {
            Ok(crate::conformance::answer::Answer::Ok(ok)) => ok["order"].as_i64(),
            _ => None,
        });
        let wrong = pairs
            .iter()
            .zip(orders)
            .find(|(_, order)| *order != Some(-1));
        outcome.check(wrong.map(|((format, a, b), order)| {
            Failure::new(
                Some(language.name),
                *format,
                format!("{a} is before {b}, and it says {order:?}"),
            )
        }));
    }
    outcome.note(format!(
        "  {COUNT} ids of {} formats in {} languages, {} pairs compared in each",
        FORMATS.len(),
        languages.len(),
        pairs.len()
    ));
    outcome
}

/// Every language its requests, all at the same time.
pub(crate) fn at_once(
    context: &Context<'_>,
    languages: &[&'static Language],
    purpose: &str,
    requests: &(dyn Fn(usize) -> Vec<String> + Sync),
) -> Vec<Session> {
    let one = |(index, language): (usize, &&'static Language)| {
        let log = language.log(context.root(), purpose);
        let asked = requests(index);
        let count = asked.len();
        talk(language.command(context), asked, &log, PATIENCE).unwrap_or_else(|error| Session {
            answers: vec![Err(error.to_string()); count],
            end: Err(error.to_string()),
        })
    };
    thread::scope(|scope| {
        let running: Vec<_> = languages
            .iter()
            .enumerate()
            .map(|one_of| scope.spawn(move || one(one_of)))
            .collect();
        running
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .collect()
    })
}

fn generate(id: u64, (format, node): (&str, Option<&str>), language: usize) -> String {
    let mut request =
        json!({"id": id, "op": "generate", "format": format, "count": COUNT, "options": {}});
    if let Some(node) = node {
        request["options"][node] = json!(language);
    }
    request.to_string()
}

fn compare(id: u64, (format, a, b): &(&str, String, String)) -> String {
    json!({"id": id, "op": "compare", "format": format, "a": a, "b": b}).to_string()
}

pub(crate) fn texts(session: &Session, index: usize) -> Vec<&str> {
    let Some(Ok(crate::conformance::answer::Answer::Ok(ok))) = session.answers.get(index) else {
        return Vec::new();
    };
    let texts = ok["texts"].as_array();
    texts
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// The first id that was made twice.
pub(crate) fn twice(format: &str, made: &Made<'_>) -> Option<Failure> {
    let mut seen = HashMap::new();
    made.iter().find_map(|(text, language)| {
        let first = seen.insert(*text, *language)?;
        Some(Failure::new(
            Some(language),
            format,
            format!("{text} is one of {first} too"),
        ))
    })
}

/// Pairs of neighbours in the order of all ids, those of two languages first.
fn neighbours(format: &'static str, made: &mut Made<'_>) -> Vec<(&'static str, String, String)> {
    made.sort_by_cached_key(|(text, _)| sort_key(format, text));
    made.dedup_by_key(|(text, _)| *text);
    let mut pairs: Vec<_> = made.windows(2).collect();
    pairs.sort_by_key(|pair| pair[0].1 == pair[1].1);
    let few = pairs.into_iter().take(COMPARED);
    few.map(|pair| (format, pair[0].0.to_owned(), pair[1].0.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_two_languages_is_found_with_both() {
        let made = vec![("a", "rust"), ("b", "rust"), ("c", "c"), ("b", "c")];
        let failure = twice("tid", &made).expect("a repetition");
        assert_eq!(failure.language, Some("c"));
        assert!(failure.details[0].1.contains("b is one of rust too"));
        assert!(twice("tid", &made[..3].to_vec()).is_none());
    }

    #[test]
    fn neighbours_of_two_languages_come_first() {
        let mut made = vec![("a", "rust"), ("d", "rust"), ("b", "rust"), ("c", "c")];
        let pairs = neighbours("uuid7", &mut made);
        let pairs: Vec<(&str, &str)> = pairs
            .iter()
            .map(|(_, a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(pairs, [("b", "c"), ("c", "d"), ("a", "b")]);
    }

    #[test]
    fn every_language_has_a_node_of_its_own() {
        assert!(generate(1, ("tid", Some("clock_id")), 5).contains(r#""options":{"clock_id":5}"#));
        assert!(generate(1, ("uuid7", None), 5).contains(r#""options":{}"#));
    }
}
