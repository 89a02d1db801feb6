//! The negative control: a case with a falsified expectation must fail.
//!
//! If it passes, the runner or the driver does not compare what it claims to.

use serde_json::{Map, Number, Value};

use crate::conformance::compare::Verdict;
use crate::conformance::prng::Prng;
use crate::conformance::vectors::{Case, ERRORS, Expected};

/// The same case with one wrong value in its expectation.
///
/// The case's name seeds the choice of the value, so that runs are reproducible and every kind of
/// key is falsified in some case.
pub(crate) fn falsified(case: &Case) -> Case {
    let mut prng = Prng::of_text(&case.name);
    let expected = match case.expected.clone() {
        Expected::Ok(keys) if keys.is_empty() => Expected::Error {
            code: "invalid_length",
            offset: None,
            texts: None,
            message: None,
        },
        Expected::Ok(mut keys) => {
            flip_one(&mut keys, &mut prng);
            Expected::Ok(keys)
        }
        Expected::Error {
            code,
            offset,
            texts,
            message,
        } => flip_error(code, offset, texts, message, &mut prng),
    };
    Case {
        expected,
        ..case.clone()
    }
}

/// The reason why a falsified expectation was not noticed; `None` if it was.
///
/// A missing answer counts as not noticed: it fails every case, so it proves nothing.
pub(crate) fn unnoticed(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Differs(_) => None,
        Verdict::Pass => Some("the falsified case passed".to_owned()),
        Verdict::NoAnswer(reason) => Some(format!("no answer to compare: {reason}")),
    }
}

fn flip_error(
    code: &'static str,
    mut offset: Option<u64>,
    mut texts: Option<Vec<Value>>,
    mut message: Option<String>,
    prng: &mut Prng,
) -> Expected {
    if let Some(message) = &mut message {
        message.push('!');
    }
    match (prng.below(3), &mut offset, &mut texts) {
        (0, Some(offset), _) => *offset = offset.wrapping_add(1),
        (1, _, Some(texts)) => flip_list(texts, prng),
        _ => {
            let others: Vec<&str> = ERRORS.into_iter().filter(|other| *other != code).collect();
            return Expected::Error {
                code: others[prng.below(others.len())],
                offset,
                texts,
                message,
            };
        }
    }
    Expected::Error {
        code,
        offset,
        texts,
        message,
    }
}

/// Changes one leaf of a value.
fn flip(value: &mut Value, prng: &mut Prng) {
    match value {
        Value::Object(keys) if !keys.is_empty() => flip_one(keys, prng),
        // An empty object matches any object, so replace it by another type.
        Value::Object(_) => *value = Value::Null,
        Value::Null => *value = Value::from("not null"),
        Value::Bool(truth) => *truth = !*truth,
        Value::Number(number) => *number = flip_number(number),
        Value::String(text) => *text = flip_text(text, prng),
        Value::Array(list) => flip_list(list, prng),
    }
}

fn flip_one(keys: &mut Map<String, Value>, prng: &mut Prng) {
    let chosen = prng.below(keys.len());
    if let Some((_, value)) = keys.iter_mut().nth(chosen) {
        flip(value, prng);
    }
}

fn flip_list(list: &mut Vec<Value>, prng: &mut Prng) {
    if list.is_empty() || prng.below(2) == 0 {
        list.push(Value::from("one more"));
    } else {
        let chosen = prng.below(list.len());
        flip(&mut list[chosen], prng);
    }
}

fn flip_number(number: &Number) -> Number {
    match (number.as_i64(), number.as_u64()) {
        (Some(signed), _) => signed.wrapping_add(1).into(),
        (None, Some(unsigned)) => (unsigned - 1).into(),
        // A fraction, or larger than any integer type: never equal to 1.
        (None, None) => 1.into(),
    }
}

fn flip_text(text: &str, prng: &mut Prng) -> String {
    let length = text.chars().count();
    if length == 0 {
        return "x".to_owned();
    }
    let chosen = prng.below(length);
    let flipped = |(index, old)| match (index == chosen, old) {
        (false, _) => old,
        (true, '2') => '3',
        (true, _) => '2',
    };
    text.chars().enumerate().map(flipped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::answer;
    use crate::conformance::compare::judge;
    use crate::conformance::vectors::tests::case;
    use serde_json::json;
    use std::collections::BTreeSet;

    fn named(index: usize, expectation: &Value) -> Case {
        let mut whole = json!({"name": format!("case {index}"), "op": "parse", "text": "x"});
        for (key, value) in expectation.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        case(whole)
    }

    /// The answer that the case expects.
    fn correct(expectation: &Value) -> Vec<u8> {
        let mut answer = json!({"id": 1});
        for (key, value) in expectation.as_object().expect("an object") {
            let key = if key == "expect" { "ok" } else { key };
            answer[key] = value.clone();
        }
        answer.to_string().into_bytes()
    }

    #[test]
    fn correct_answer_fails_every_falsified_case() {
        for expectation in [
            json!({"expect": {}}),
            json!({"expect": {"unix": null}}),
            json!({"expect": {"text": "", "valid": false, "fields": {}, "list": []}}),
            json!({"expect": {"a": 0, "b": -1, "c": u64::MAX, "d": i64::MAX, "e": 1.5, "f": 1e300}}),
            json!({"expect": {"readings": [{"format": "tid", "unix": {"seconds": "1", "nanos": 2}}]}}),
            json!({"expect": {"texts": ["2222222222222", "3"], "text": "é2"}}),
            json!({"error": "invalid_length"}),
            json!({"error": "invalid_character", "offset": 0}),
            json!({"error": "clock_rollback", "texts": ["a", "b"], "offset": 7}),
            json!({"error": "clock_rollback", "texts": []}),
            json!({"error": "clock_rollback", "message": "a"}),
        ] {
            for index in 0..200 {
                let case = named(index, &expectation);
                let answer = answer::parse(&correct(&expectation), 1);
                assert_eq!(judge(&case, &answer), Verdict::Pass);
                let verdict = judge(&falsified(&case), &answer);
                assert_eq!(unnoticed(&verdict), None, "{:?}", falsified(&case).expected);
            }
        }
    }

    #[test]
    fn falsified_is_deterministic_and_reaches_every_value() {
        let expectation = json!({"expect": {"text": "abc", "hex": "ff", "unix": {"seconds": "1", "nanos": 2}, "l": [1, 2]}});
        let answer = answer::parse(&correct(&expectation), 1);
        let mut places = BTreeSet::new();
        for index in 0..200 {
            let case = falsified(&named(index, &expectation));
            assert_eq!(
                case.expected,
                falsified(&named(index, &expectation)).expected
            );
            let Verdict::Differs(difference) = judge(&case, &answer) else {
                panic!("a difference")
            };
            let place = difference.got.split(' ').next().expect("a word").to_owned();
            places.insert(place);
        }
        let all = [
            "ok.hex",
            "ok.l",
            "ok.l[0]",
            "ok.l[1]",
            "ok.text",
            "ok.unix.nanos",
            "ok.unix.seconds",
        ];
        assert_eq!(places, all.into_iter().map(str::to_owned).collect());
    }

    #[test]
    fn unnoticed_reports_missing_answers() {
        let case = named(0, &json!({"error": "panic"}));
        for line in [&b"{\"id\":1,\"error\":\"unsupported\"}"[..], b"oops"] {
            let verdict = judge(&falsified(&case), &answer::parse(line, 1));
            assert!(unnoticed(&verdict).is_some());
        }
        assert!(unnoticed(&Verdict::Pass).is_some());
    }
}
