//! Are these answers the same?

use serde_json::{Map, Value, json};

use crate::conformance::answer::Answer;
use crate::conformance::compare::alike;
use crate::conformance::vectors::Case;
use crate::outcome::{Failure, VECTOR};

/// What a language said to a question.
pub(super) type Said<'a> = (&'static str, &'a Result<Answer, String>);

/// A question that not all answer alike.
pub(super) struct Disagreement {
    /// The question as a vector, which expects what most say.
    pub(super) vector: Value,
    /// All that was said.
    pub(super) failure: Failure,
}

/// Compares what was said to a question. No answer, or `unsupported`, agrees with nothing.
pub(super) fn disagreement(case: &Case, said: &[Said<'_>]) -> Option<Disagreement> {
    let heard: Vec<Option<Value>> = said.iter().map(|(_, answer)| heard(answer)).collect();
    let (_, first) = said.first()?;
    if said.iter().all(|(_, answer)| answer == first) && heard[0].is_some() {
        return None;
    }
    let agree =
        |a: &Option<Value>, b: &Option<Value>| matches!((a, b), (Some(a), Some(b)) if alike(a, b));
    if heard.iter().all(|one| agree(&heard[0], one)) {
        return None;
    }
    // Of as many the first: that is the core's own language.
    let votes = |one: &Option<Value>| heard.iter().filter(|other| agree(one, other)).count();
    let most = heard
        .iter()
        .rev()
        .max_by_key(|one| votes(one))
        .cloned()
        .flatten();
    let vector = vector(case, most.as_ref());
    let mut details = vec![(VECTOR, vector.to_string())];
    details.extend(
        said.iter()
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

/// An answer without its id, and without keys that say nothing.
fn heard(answer: &Result<Answer, String>) -> Option<Value> {
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
        Ok(Answer::Error { .. }) => heard(answer).unwrap_or_default().to_string(),
        Err(reason) => reason.clone(),
    }
}

fn vector(case: &Case, expected: Option<&Value>) -> Value {
    let mut vector =
        json!({"name": case.name, "op": case.op, "format": case.format, "source": case.source});
    let nothing = Map::new();
    let expected = expected.and_then(Value::as_object).unwrap_or(&nothing);
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
        let said: Vec<Said<'_>> = names.into_iter().zip(&answers).collect();
        disagreement(&case, &said)
    }

    #[test]
    fn the_same_in_another_order_or_number_is_the_same() {
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
    fn every_difference_counts() {
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
    fn nothing_is_no_agreement() {
        for line in ["gibberish", r#"{"id":1,"error":"unsupported"}"#] {
            assert!(differ(&[line, line]).is_some(), "{line}");
        }
    }

    #[test]
    fn the_vector_can_be_read_and_expects_what_most_say() {
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
