//! Invariants of generated ids that hold for every case: the requested count, uniqueness, order.

use std::collections::HashSet;

use serde_json::Value;

use crate::conformance::vectors::Case;

/// A violated invariant.
#[derive(Debug, PartialEq)]
pub(crate) struct Violation {
    pub(crate) invariant: String,
    /// The part of the answer that violates it.
    pub(crate) found: String,
}

fn violation(invariant: impl Into<String>, found: impl Into<String>) -> Violation {
    Violation {
        invariant: invariant.into(),
        found: found.into(),
    }
}

/// Checks the result of `generate` or `threads`. Other operations have no invariants.
pub(crate) fn check(case: &Case, ok: &Value) -> Result<(), Violation> {
    match case.op {
        "generate" => {
            let texts = texts(ok.get("texts"))?;
            has_length("texts", texts.len(), requested(case, "count")?)?;
            distinct(texts.iter().copied())?;
            if is_ordered(case) && times_never_decrease(case) {
                increasing(&case.format, &texts)?;
            }
            Ok(())
        }
        "threads" => {
            let Some(Value::Array(lists)) = ok.get("texts") else {
                return Err(violation("texts: a list for each thread", ok.to_string()));
            };
            has_length("texts", lists.len(), requested(case, "threads")?)?;
            let per_thread = requested(case, "per_thread")?;
            let mut all = Vec::new();
            for list in lists {
                let texts = texts(Some(list))?;
                has_length("a thread's list", texts.len(), per_thread)?;
                if is_ordered(case) {
                    increasing(&case.format, &texts)?;
                }
                all.extend(texts);
            }
            distinct(all.into_iter())
        }
        _ => Ok(()),
    }
}

fn texts(list: Option<&Value>) -> Result<Vec<&str>, Violation> {
    list.and_then(Value::as_array)
        .and_then(|list| list.iter().map(Value::as_str).collect())
        .ok_or_else(|| {
            let found = list.map_or("nothing".to_owned(), Value::to_string);
            violation("texts: a list of strings", found)
        })
}

/// An input of the case that is a number of ids or threads.
fn requested(case: &Case, key: &str) -> Result<u64, Violation> {
    let input = case.inputs.get(key);
    input.and_then(Value::as_u64).ok_or_else(|| {
        let found = input.map_or("nothing".to_owned(), Value::to_string);
        violation(format!("`{key}` of the case: a number"), found)
    })
}

fn has_length(what: &str, length: usize, requested: u64) -> Result<(), Violation> {
    if u64::try_from(length) == Ok(requested) {
        Ok(())
    } else {
        Err(violation(
            format!("{what}: {requested} elements, as requested"),
            format!("{length}"),
        ))
    }
}

fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Result<(), Violation> {
    let mut seen = HashSet::new();
    for text in texts {
        if !seen.insert(text) {
            return Err(violation(
                "all ids distinct",
                format!("{text} again after {} distinct ids", seen.len()),
            ));
        }
    }
    Ok(())
}

fn increasing(format: &str, texts: &[&str]) -> Result<(), Violation> {
    for (index, pair) in texts.windows(2).enumerate() {
        if sort_key(format, pair[0]) >= sort_key(format, pair[1]) {
            return Err(violation(
                "each id greater than its predecessor",
                format!(
                    "texts {index} and {}: {} and {}",
                    index + 1,
                    pair[0],
                    pair[1]
                ),
            ));
        }
    }
    Ok(())
}

/// A key by which the canonical texts of a format sort in id order.
///
/// Most formats sort by their bytes. Exceptions: a timeid before 1970 starts with `s` to `z` and
/// sorts first; decimal numbers without leading zeros sort by length first; the alphabet of
/// elasticflake and the layouts of uuid1 and comb_mssql are not in byte order.
pub(crate) fn sort_key(format: &str, text: &str) -> (usize, String) {
    match format {
        "timeid" => (usize::from(text < "s"), text.to_owned()),
        "snowflake" | "sharding_id" | "flake_idgen" | "sonyflake" | "flake" | "mastodon" => {
            (text.len(), text.to_owned())
        }
        "elasticflake" => (0, text.chars().map(in_order_of_ascii).collect()),
        "uuid1" => {
            // time_hi without the version, time_mid, time_low, then bytes 8 to 15.
            let of = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
            let parts = [of(15, 18), of(9, 13), of(0, 8), of(18, text.len())];
            (0, parts.concat())
        }
        "comb_mssql" => {
            let digits: Vec<char> = text.chars().filter(|&byte| byte != '-').collect();
            let bytes: Vec<&[char]> = digits.chunks(2).collect();
            let order = [10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0];
            let each = order.iter().filter_map(|&at| bytes.get(at));
            (0, each.copied().flatten().collect())
        }
        _ => (0, text.to_owned()),
    }
}

/// Maps the symbols of base64url to ASCII characters in the order of their values.
fn in_order_of_ascii(symbol: char) -> char {
    let value = match symbol {
        'A'..='Z' => symbol as u32 - 'A' as u32,
        'a'..='z' => symbol as u32 - 'a' as u32 + 26,
        '0'..='9' => symbol as u32 - '0' as u32 + 52,
        '-' => 62,
        _ => 63,
    };
    char::from_u32(' ' as u32 + value).unwrap_or(symbol)
}

/// Whether generated ids increase. Random formats do only with `order` `monotonic`.
fn is_ordered(case: &Case) -> bool {
    match case.format.as_str() {
        "uid11_fullrand" | "uuid4" => false,
        "uid11_xid" => {
            let order = case
                .inputs
                .get("options")
                .and_then(|options| options.get("order"));
            order.and_then(Value::as_str) == Some("monotonic")
        }
        _ => true,
    }
}

/// Whether a scripted clock never goes backwards. If it does, ids need not increase.
fn times_never_decrease(case: &Case) -> bool {
    let Some(times) = case.inputs.get("times") else {
        return true;
    };
    let instants: Option<Vec<(i128, u64)>> = times
        .as_array()
        .and_then(|times| times.iter().map(instant).collect());
    instants.is_some_and(|instants| instants.windows(2).all(|pair| pair[0] <= pair[1]))
}

fn instant(unix: &Value) -> Option<(i128, u64)> {
    let seconds = match unix.get("seconds")? {
        Value::String(digits) => digits.parse().ok()?,
        number => number.as_i64()?.into(),
    };
    let nanos = match unix.get("nanos") {
        None => 0,
        Some(nanos) => nanos.as_u64()?,
    };
    Some((seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::read;
    use serde_json::json;

    fn generate(format: &str, inputs: Value, texts: Value) -> Result<(), Violation> {
        let mut case = json!({"name": "n", "op": "generate", "expect": {}});
        for (key, value) in inputs.as_object().expect("an object") {
            case[key] = value.clone();
        }
        let vectors = read(json!({"format": format, "cases": [case]}));
        check(&vectors.cases[0], &json!({"texts": texts}))
    }

    #[test]
    fn check_generate_requires_count_uniqueness_and_order() {
        assert_eq!(
            generate("tid", json!({"count": 2}), json!(["a", "b"])),
            Ok(())
        );
        for texts in [
            json!(["a"]),
            json!(["a", "b", "c"]),
            json!(["a", "a"]),
            json!(["b", "a"]),
            json!(["a", 5]),
            json!("ab"),
            json!(null),
        ] {
            assert!(
                generate("tid", json!({"count": 2}), texts.clone()).is_err(),
                "{texts}"
            );
        }
        assert!(generate("tid", json!({}), json!(["a"])).is_err());
    }

    #[test]
    fn check_random_formats_requires_order_only_if_monotonic() {
        let backwards = json!(["b", "a"]);
        let monotonic = json!({"count": 2, "options": {"order": "monotonic"}});
        for format in ["uid11_xid", "uid11_fullrand", "uuid4"] {
            assert!(generate(format, json!({"count": 2}), backwards.clone()).is_ok());
            assert!(generate(format, json!({"count": 2}), json!(["a", "a"])).is_err());
        }
        assert!(generate("uid11_xid", monotonic, backwards).is_err());
    }

    #[test]
    fn check_with_decreasing_times_still_requires_uniqueness() {
        let back = json!({"count": 2, "times": [
            {"seconds": "5", "nanos": 1}, {"seconds": "5", "nanos": 0},
        ]});
        let forth = json!({"count": 2, "times": [{"seconds": "5", "nanos": 1}, {"seconds": "10"}]});
        assert!(generate("tid", back.clone(), json!(["b", "a"])).is_ok());
        assert!(generate("tid", back, json!(["a", "a"])).is_err());
        assert!(generate("tid", forth, json!(["b", "a"])).is_err());
    }

    #[test]
    fn sort_key_puts_timeids_before_1970_first() {
        let two = json!({"count": 2});
        assert!(generate("timeid", two.clone(), json!(["zzzz", "2222"])).is_ok());
        assert!(generate("timeid", two.clone(), json!(["2222", "zzzz"])).is_err());
        assert!(generate("tid", two, json!(["zzzz", "2222"])).is_err());
    }

    #[test]
    fn sort_key_handles_formats_not_in_text_order() {
        let two = json!({"count": 2});
        for (format, low, high) in [
            ("sonyflake", "9", "10"),
            ("elasticflake", "AYvP5WgA", "AYvP5Wg-"),
            (
                "uuid1",
                "ffffffff-ffff-1000-bfff-ffffffffffff",
                "00000000-0000-1001-8000-000000000000",
            ),
            (
                "comb_mssql",
                "ff000000-0000-4000-8000-018bcfe56800",
                "00000000-0000-4000-8000-018bcfe56801",
            ),
        ] {
            assert!(generate(format, two.clone(), json!([low, high])).is_ok());
            assert!(generate(format, two.clone(), json!([high, low])).is_err());
        }
    }

    #[test]
    fn check_threads_requires_counts_uniqueness_and_order() {
        let case =
            json!({"name": "n", "op": "threads", "threads": 2, "per_thread": 2, "expect": {}});
        let vectors = read(json!({"format": "uuid7", "cases": [case]}));
        let check = |texts: Value| check(&vectors.cases[0], &json!({"texts": texts}));
        assert_eq!(check(json!([["b", "d"], ["a", "c"]])), Ok(()));
        for texts in [
            json!([["a", "b"]]),
            json!([["a", "b"], ["c"]]),
            json!([["a", "b"], ["b", "c"]]),
            json!([["b", "a"], ["c", "d"]]),
            json!(["a", "b"]),
            json!({}),
        ] {
            assert!(check(texts.clone()).is_err(), "{texts}");
        }
    }
}
