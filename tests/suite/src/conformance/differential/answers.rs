//! Compares the answers of all languages to one question.

use serde_json::{Map, Value, json};

use crate::conformance::answer::Answer;
use crate::conformance::compare::alike;
use crate::conformance::vectors::Case;
use crate::outcome::{Failure, VECTOR};

/// A language and its answer to a question.
pub(super) type LanguageAnswer<'a> = (&'static str, &'a Result<Answer, String>);

/// A question with different answers.
pub(super) struct Disagreement {
    /// The question as a vector that expects the most frequent answer.
    pub(super) vector: Value,
    /// The failure, with the vector and all answers.
    pub(super) failure: Failure,
}

/// Compares the answers to a question.
///
/// A missing answer or `unsupported` equals nothing, not even itself.
pub(super) fn disagreement(case: &Case, answers: &[LanguageAnswer<'_>]) -> Option<Disagreement> {
    let mut comparable: Vec<Option<Value>> = (answers.iter())
        .map(|(_, answer)| comparable(answer))
        .collect();
    match may_have_several_mistakes(case) {
        true => drop_messages_of_options(&mut comparable),
        false => add_messages(&mut comparable),
    }
    let (_, first) = answers.first()?;
    if answers.iter().all(|(_, answer)| answer == first) && comparable[0].is_some() {
        return None;
    }
    let agree =
        |a: &Option<Value>, b: &Option<Value>| matches!((a, b), (Some(a), Some(b)) if alike(a, b));
    if comparable.iter().all(|one| agree(&comparable[0], one)) {
        return None;
    }
    let votes = |one: &Option<Value>| comparable.iter().filter(|other| agree(one, other)).count();
    // `max_by_key` returns the last maximum, so reverse: in a tie, Rust's answer comes first.
    let most_frequent = comparable
        .iter()
        .rev()
        .max_by_key(|one| votes(one))
        .cloned()
        .flatten();
    let vector = vector(case, most_frequent.as_ref());
    let mut details = vec![(VECTOR, vector.to_string())];
    details.extend(
        answers
            .iter()
            .map(|(language, answer)| (*language, shown(answer))),
    );
    let failure = Failure {
        language: None,
        file: None,
        what: format!("the answers differ: {}", case.name),
        details,
    };
    Some(Disagreement { vector, failure })
}

/// Returns whether each of several options may be wrong. Languages check them in different orders.
fn may_have_several_mistakes(case: &Case) -> bool {
    let options = case.inputs.get("options").and_then(Value::as_object);
    let seed = case.inputs.get("seed").and_then(Value::as_str);
    let is_odd_seed = seed.is_some_and(|seed| seed.len() != 64);
    options.map_or(0, Map::len) + usize::from(is_odd_seed) > 1
}

fn drop_messages_of_options(answers: &mut [Option<Value>]) {
    for answer in answers
        .iter_mut()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        if answer
            .get("error")
            .is_some_and(|code| code == "invalid_option")
        {
            answer.shift_remove("message");
        }
    }
}

/// Copies the message of the other errors to those without one: Python's TypeError has its own.
fn add_messages(answers: &mut [Option<Value>]) {
    let message = |answer: &Value| answer.get("message").cloned();
    let known = answers.iter().flatten().find_map(message);
    let errors = answers.iter_mut().flatten();
    for error in errors.filter(|answer| answer.get("error").is_some()) {
        if let (None, Some(known)) = (error.get("message"), &known) {
            error["message"] = known.clone();
        }
    }
}

/// The parts of an answer to compare: without its id and without null details of errors.
fn comparable(answer: &Result<Answer, String>) -> Option<Value> {
    match answer {
        Ok(Answer::Ok(ok)) => Some(json!({ "expect": ok })),
        Ok(Answer::Error { code, .. }) if code == "unsupported" => None,
        Ok(Answer::Error { answer, .. }) => {
            let mut answer: Map<String, Value> = answer.clone();
            answer.retain(|key, value| key != "id" && !value.is_null());
            Some(Value::Object(answer))
        }
        Err(_) => None,
    }
}

fn shown(answer: &Result<Answer, String>) -> String {
    match answer {
        Ok(Answer::Ok(ok)) => format!("ok {ok}"),
        Ok(Answer::Error { code, .. }) if code == "unsupported" => code.clone(),
        Ok(Answer::Error { .. }) => comparable(answer).unwrap_or_default().to_string(),
        Err(reason) => reason.clone(),
    }
}

fn vector(case: &Case, expected: Option<&Value>) -> Value {
    let mut vector =
        json!({"name": case.name, "op": case.op, "format": case.format, "source": case.source});
    let empty = Map::new();
    let expected = expected.and_then(Value::as_object).unwrap_or(&empty);
    for (key, value) in case.inputs.iter().chain(expected) {
        vector[key] = value.clone();
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::answer::parse;
    use crate::conformance::vectors::tests::{case, read};

    fn differ(lines: &[&str]) -> Option<Disagreement> {
        let case = case(json!({"name": "n", "op": "parse", "text": "x", "expect": {}}));
        let answers: Vec<_> = lines.iter().map(|line| parse(line.as_bytes(), 1)).collect();
        let names = ["rust", "c", "python"];
        let answers: Vec<LanguageAnswer<'_>> = names.into_iter().zip(&answers).collect();
        disagreement(&case, &answers)
    }

    #[test]
    fn disagreement_ignores_key_order_and_number_notation() {
        for lines in [
            [
                r#"{"id":1,"ok":{"a":1,"b":[{"c":null}]}}"#,
                r#"{"id": 1, "ok": {"b": [{"c": null}], "a": 1.0}}"#,
            ],
            [
                r#"{"id":1,"error":"panic","offset":3}"#,
                r#"{"offset":3,"error":"panic","id":1}"#,
            ],
            [
                r#"{"id":1,"error":"panic"}"#,
                r#"{"id":1,"error":"panic","offset":null}"#,
            ],
        ] {
            assert!(differ(&lines).is_none(), "{lines:?}");
        }
    }

    #[test]
    fn messages_are_compared_unless_several_options_may_be_wrong() {
        let lines = ["a must be true", "b must be 0"].map(|message| {
            json!({"id": 1, "error": "invalid_option", "message": message}).to_string()
        });
        let answers = lines.each_ref().map(|line| parse(line.as_bytes(), 1));
        let differ = |options: Value, seed: &str| {
            let question = json!({
                "name": "n", "op": "generate", "options": options, "seed": seed, "expect": {}
            });
            let answers: Vec<LanguageAnswer<'_>> =
                ["c", "node"].into_iter().zip(&answers).collect();
            disagreement(&case(question), &answers).is_some()
        };
        let seed = "0".repeat(64);
        assert!(differ(json!({"a": 1}), &seed));
        assert!(!differ(json!({"a": 1, "b": 2}), &seed));
        assert!(!differ(json!({"a": 1}), "00"));
    }

    #[test]
    fn disagreement_finds_every_difference() {
        let ok = r#"{"id":1,"ok":{"a":1,"b":[1,2]}}"#;
        for other in [
            r#"{"id":1,"ok":{"a":2,"b":[1,2]}}"#,
            r#"{"id":1,"ok":{"a":1}}"#,
            r#"{"id":1,"ok":{"a":1,"b":[1,2],"c":3}}"#,
            r#"{"id":1,"ok":{"a":1,"b":[1]}}"#,
            r#"{"id":1,"ok":{"a":1,"b":[2,1]}}"#,
            r#"{"id":1,"error":"panic"}"#,
            r#"{"id":1,"error":"unsupported"}"#,
            "gibberish",
        ] {
            assert!(
                differ(&[ok, other]).is_some() && differ(&[other, ok]).is_some(),
                "{other}"
            );
        }
        let (here, there) = (
            r#"{"id":1,"error":"panic","offset":3}"#,
            r#"{"id":1,"error":"panic","offset":4}"#,
        );
        assert!(
            differ(&[here, there]).is_some()
                && differ(&[here, r#"{"id":1,"error":"panic"}"#]).is_some()
        );
    }

    #[test]
    fn missing_answers_never_agree() {
        for line in ["gibberish", r#"{"id":1,"error":"unsupported"}"#] {
            assert!(differ(&[line, line]).is_some(), "{line}");
        }
    }

    #[test]
    fn vector_is_readable_and_expects_the_most_frequent_answer() {
        let (no, yes) = (
            r#"{"id":1,"error":"out_of_range","offset":3}"#,
            r#"{"id":1,"ok":{"a":1}}"#,
        );
        for (lines, key, value) in [
            ([no, yes, yes], "expect", json!({"a": 1})),
            ([yes, no, no], "error", json!("out_of_range")),
            ([yes, no, "gibberish"], "expect", json!({"a": 1})),
        ] {
            let found = differ(&lines).expect("a disagreement");
            assert_eq!(found.vector[key], value);
            let vectors = read(json!({"format": "uuid7", "cases": [found.vector]}));
            assert_eq!(vectors.problems, Vec::<String>::new());
            assert_eq!(vectors.cases[0].format, "tid");
            assert_eq!(found.failure.details.len(), 1 + lines.len());
        }
    }
}
