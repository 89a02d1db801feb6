//! Compares answers with the expectations of their cases.

use serde_json::{Number, Value, json};

use crate::conformance::answer::Answer;
use crate::conformance::invariants;
use crate::conformance::vectors::{Case, Expected};

/// The result of a case.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The answer is what the case expects.
    Pass,
    /// The driver answered something else.
    Differs(Difference),
    /// The driver gave no comparable answer. Not enough for the negative control.
    NoAnswer(String),
}

/// The first difference between an answer and its expectation.
///
/// Each side starts with the path of the value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl Difference {
    fn new(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self {
            expected: expected.into(),
            got: got.into(),
        }
    }

    fn at(path: &str, expected: &Value, got: &Value) -> Self {
        Self::new(format!("{path} = {expected}"), format!("{path} = {got}"))
    }
}

/// Judges the answer to a case.
pub(crate) fn judge(case: &Case, answer: &Result<Answer, String>) -> Verdict {
    let answer = match answer {
        Ok(Answer::Error { code, .. }) if code == "unsupported" => {
            return Verdict::NoAnswer("unsupported".to_owned());
        }
        Ok(answer) => answer,
        Err(reason) => return Verdict::NoAnswer(reason.clone()),
    };
    match difference(case, answer) {
        None => Verdict::Pass,
        Some(difference) => Verdict::Differs(difference),
    }
}

/// The expectation in readable form.
pub(crate) fn describe(expected: &Expected) -> String {
    match expected {
        Expected::Ok(keys) => format!("ok {}", Value::from(keys.clone())),
        Expected::Error {
            code,
            offset,
            texts,
            message,
        } => {
            let mut text = format!("error {code}");
            if let Some(offset) = offset {
                text += &format!(" at offset {offset}");
            }
            if let Some(texts) = texts {
                text += &format!(" after {}", Value::from(texts.clone()));
            }
            if let Some(message) = message {
                text += &format!(" with the message {message:?}");
            }
            text
        }
    }
}

fn difference(case: &Case, answer: &Answer) -> Option<Difference> {
    match (&case.expected, answer) {
        (Expected::Ok(keys), Answer::Ok(ok)) => subset("ok", &Value::from(keys.clone()), ok)
            .or_else(|| {
                let violation = invariants::check(case, ok).err()?;
                Some(Difference::new(violation.invariant, violation.found))
            }),
        (
            Expected::Error {
                code,
                offset,
                texts,
                message,
            },
            Answer::Error {
                code: got_code,
                answer,
            },
        ) => {
            if code != got_code {
                return Some(Difference::new(
                    format!("error {code}"),
                    format!("error {got_code}"),
                ));
            }
            let detail = |key: &str, expected: &Option<Value>| {
                let expected = expected.as_ref()?;
                subset(key, expected, answer.get(key).unwrap_or(&Value::Null))
            };
            detail("offset", &offset.map(Value::from))
                .or_else(|| detail("texts", &texts.clone().map(Value::from)))
                .or_else(|| detail("message", &message.clone().map(Value::from)))
                .or_else(|| vagueness(case, answer.get("message")?.as_str()?))
        }
        (expected, Answer::Ok(ok)) => Some(Difference::new(describe(expected), format!("ok {ok}"))),
        (expected, Answer::Error { answer, .. }) => {
            let mut answer = answer.clone();
            answer.retain(|key, _| key != "id");
            Some(Difference::new(
                describe(expected),
                json!(answer).to_string(),
            ))
        }
    }
}

/// What is wrong with an error's sentence: it offers several causes, or lacks the rejected text.
fn vagueness(case: &Case, message: &str) -> Option<Difference> {
    const SEVERAL: [&str; 3] = [
        "the option or its value",
        "the field or its value",
        "of the format lack this",
    ];
    let is_plain = |text: &&str| text.chars().all(|char| char.is_ascii_alphanumeric());
    let given = case.inputs.get("text").and_then(Value::as_str);
    let is_about_text = message.contains(" is not a valid ");
    let missing = given.filter(|_| is_about_text).filter(is_plain);
    let missing = missing.map(|text| &text[..text.len().min(40)]);
    if SEVERAL.iter().any(|vague| message.contains(vague)) {
        return Some(Difference::new("a message with one cause", message));
    }
    let missing = missing.filter(|text| !message.contains(text));
    missing.map(|text| Difference::new(format!("a message with {text:?}"), message))
}

/// Whether two values are equal, with numbers compared by value.
pub(crate) fn alike(a: &Value, b: &Value) -> bool {
    a == b || (subset("", a, b).is_none() && subset("", b, a).is_none())
}

/// The first difference. Additional keys in objects are ignored; lists must match fully.
fn subset(path: &str, expected: &Value, got: &Value) -> Option<Difference> {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            expected.iter().find_map(|(key, value)| {
                let path = format!("{path}.{key}");
                match got.get(key) {
                    Some(got) => subset(&path, value, got),
                    None => Some(Difference::new(
                        format!("{path} = {value}"),
                        format!("no {path}"),
                    )),
                }
            })
        }
        (Value::Array(expected), Value::Array(got)) => expected
            .iter()
            .zip(got)
            .enumerate()
            .find_map(|(index, (expected, got))| subset(&format!("{path}[{index}]"), expected, got))
            .or_else(|| {
                (expected.len() != got.len()).then(|| {
                    Difference::new(
                        format!("{path} has {} elements", expected.len()),
                        format!("{path} has {} elements", got.len()),
                    )
                })
            }),
        (Value::Number(a), Value::Number(b)) if same_number(a, b) => None,
        (expected, got) if expected == got => None,
        (expected, got) => Some(Difference::at(path, expected, got)),
    }
}

/// Compares by value: some languages write a whole number as `1.0`.
fn same_number(a: &Number, b: &Number) -> bool {
    match (a.is_f64(), b.is_f64()) {
        (false, false) => a == b,
        _ => a.as_f64() == b.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::answer;
    use crate::conformance::vectors::tests::case;

    fn verdict(expectation: Value, answer: Value) -> Verdict {
        let mut whole = json!({"name": "n", "op": "parse", "text": "x"});
        for (key, value) in expectation.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        let mut line = answer;
        line["id"] = json!(1);
        judge(&case(whole), &answer::parse(line.to_string().as_bytes(), 1))
    }

    fn passes(expectation: Value, answer: Value) -> bool {
        verdict(expectation, answer) == Verdict::Pass
    }

    #[test]
    fn judge_ignores_keys_without_expectation() {
        let ok = json!({"ok": {"text": "a", "fields": {"x": "1", "y": "2"}, "unix": null, "n": 5}});
        for expect in [
            json!({}),
            json!({"text": "a"}),
            json!({"fields": {"y": "2"}}),
            json!({"fields": {}, "unix": null, "n": 5}),
            json!({"n": 5.0}),
        ] {
            assert!(passes(json!({"expect": expect}), ok.clone()), "{expect}");
        }
        for expect in [
            json!({"text": "A"}),
            json!({"text": null}),
            json!({"fields": {"y": 2}}),
            json!({"fields": {"z": "2"}}),
            json!({"fields": null}),
            json!({"unix": {}}),
            json!({"hex": null}),
            json!({"n": "5"}),
            json!({"n": 6}),
        ] {
            assert!(!passes(json!({"expect": expect}), ok.clone()), "{expect}");
        }
    }

    #[test]
    fn judge_compares_list_lengths_and_elements_by_key() {
        let ok = json!({"ok": {"l": [{"a": 1, "b": 2}, {"a": 3}]}});
        assert!(passes(
            json!({"expect": {"l": [{"a": 1}, {"a": 3}]}}),
            ok.clone()
        ));
        for list in [
            json!([]),
            json!([{"a": 1}]),
            json!([{"a": 3}, {"a": 1}]),
            json!([{"a": 1}, {"a": 3}, {}]),
        ] {
            assert!(
                !passes(json!({"expect": {"l": list}}), ok.clone()),
                "{list}"
            );
        }
    }

    #[test]
    fn difference_names_the_path() {
        let verdict = verdict(
            json!({"expect": {"l": [1, {"a": "x"}]}}),
            json!({"ok": {"l": [1, {"a": "y"}]}}),
        );
        let difference = Difference::new(r#"ok.l[1].a = "x""#, r#"ok.l[1].a = "y""#);
        assert_eq!(verdict, Verdict::Differs(difference));
    }

    #[test]
    fn judge_compares_error_code_and_expected_details() {
        let error = json!({"error": "clock_rollback", "offset": 3, "texts": ["a"]});
        for expectation in [
            json!({"error": "clock_rollback"}),
            json!({"error": "clock_rollback", "offset": 3}),
            json!({"error": "clock_rollback", "texts": ["a"]}),
        ] {
            assert!(passes(expectation.clone(), error.clone()), "{expectation}");
        }
        for expectation in [
            json!({"error": "panic"}),
            json!({"error": "clock_rollback", "offset": 4}),
            json!({"error": "clock_rollback", "texts": []}),
            json!({"error": "clock_rollback", "message": "the clock was set back"}),
            json!({"expect": {}}),
        ] {
            assert!(!passes(expectation.clone(), error.clone()), "{expectation}");
        }
        assert!(!passes(
            json!({"error": "panic", "offset": 0}),
            json!({"error": "panic"})
        ));
        assert!(!passes(json!({"error": "panic"}), json!({"ok": {}})));
    }

    #[test]
    fn judge_rejects_messages_that_are_vague() {
        let of = |message: &str| {
            let answer = json!({"error": "panic", "message": message});
            passes(json!({"error": "panic"}), answer)
        };
        assert!(of("\"x\" is not a valid tid") && of("no clock"));
        assert!(!of("\"y\" is not a valid tid"));
        assert!(!of("invalid_option: the option or its value is not valid"));
    }

    #[test]
    fn alike_is_symmetric() {
        let (small, large) = (json!({"a": 1}), json!({"b": 2, "a": 1.0}));
        assert!(!alike(&small, &large) && !alike(&large, &small));
        assert!(alike(&large, &json!({"a": 1, "b": 2})));
    }

    #[test]
    fn judge_treats_unsupported_as_no_answer() {
        for expectation in [json!({"expect": {}}), json!({"error": "panic"})] {
            assert!(matches!(
                verdict(expectation, json!({"error": "unsupported"})),
                Verdict::NoAnswer(_)
            ));
        }
    }
}
