//! The negative control: a case with a falsified expectation must fail, else nobody compares anything.

use serde_json::{Map, Number, Value};

use crate::conformance::compare::Verdict;
use crate::conformance::prng::Prng;
use crate::conformance::vectors::{Case, ERRORS, Expected};

/// The same case, expecting what is not so. The name decides which part is falsified, so that over all cases every
/// kind of key has its turn, and every run is the same.
pub(crate) fn falsified(case: &Case) -> Case {
    let mut prng = Prng::of_text(&case.name);
    let expected = match case.expected.clone() {
        Expected::Ok(keys) if keys.is_empty() => Expected::Error {
            code: "invalid_length",
            offset: None,
            texts: None,
        },
        Expected::Ok(mut keys) => {
            flip_one(&mut keys, &mut prng);
            Expected::Ok(keys)
        }
        Expected::Error {
            code,
            offset,
            texts,
        } => flip_error(code, offset, texts, &mut prng),
    };
    Case {
        expected,
        ..case.clone()
    }
}

/// Why a falsified case was not noticed; `None` if it failed, as it must.
///
/// A driver that gives no answer fails every case, and so proves nothing: that counts as not noticed.
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
    prng: &mut Prng,
) -> Expected {
    match (prng.below(3), &mut offset, &mut texts) {
        (0, Some(offset), _) => *offset = offset.wrapping_add(1),
        (1, _, Some(texts)) => flip_list(texts, prng),
        _ => {
            let others: Vec<&str> = ERRORS.into_iter().filter(|other| *other != code).collect();
            return Expected::Error {
                code: others[prng.below(others.len())],
                offset,
                texts,
            };
        }
    }
    Expected::Error {
        code,
        offset,
        texts,
    }
}

/// Changes one leaf of a value.
fn flip(value: &mut Value, prng: &mut Prng) {
    match value {
        Value::Object(keys) if !keys.is_empty() => flip_one(keys, prng),
        // Any object would do where none of its keys is given.
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
        // A fraction, or too large for an integer: no small integer equals it.
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

    /// The answer that says exactly what the case expects.
    fn correct(expectation: &Value) -> Vec<u8> {
        let mut answer = json!({"id": 1});
        for (key, value) in expectation.as_object().expect("an object") {
            let key = if key == "expect" { "ok" } else { key };
            answer[key] = value.clone();
        }
        answer.to_string().into_bytes()
    }

    #[test]
    fn a_correct_answer_fails_every_falsified_case() {
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
    fn every_key_has_its_turn_and_every_run_is_the_same() {
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
    fn what_gives_no_answer_notices_nothing() {
        let case = named(0, &json!({"error": "panic"}));
        for line in [&b"{\"id\":1,\"error\":\"unsupported\"}"[..], b"oops"] {
            let verdict = judge(&falsified(&case), &answer::parse(line, 1));
            assert!(unnoticed(&verdict).is_some());
        }
        assert!(unnoticed(&Verdict::Pass).is_some());
    }
}
