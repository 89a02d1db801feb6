//! Random numbers, times and option values, mostly at boundaries where parsers fail.

use serde_json::{Value, json};

use crate::conformance::prng::Prng;

const NANOS: i128 = 1_000_000_000;

/// A number of at most `bits` bits and either sign: around a power of two, near `old`, or any.
pub(super) fn number(old: i128, bits: usize, prng: &mut Prng) -> i128 {
    let power = 1i128 << prng.below(bits + 1).min(126);
    let top = 1i128 << bits.min(126);
    let number = match prng.below(8) {
        0 => power,
        1 => power - 1,
        2 => power + 1,
        3 => old.saturating_add(1),
        4 => old.saturating_sub(1),
        5 => -power,
        6 => 0,
        _ => wide(prng) % power,
    };
    number.clamp(-top, top - 1)
}

fn wide(prng: &mut Prng) -> i128 {
    let (high, low) = (i128::from(prng.bits() >> 2), i128::from(prng.bits()));
    (high << 64) | low
}

/// A field's value as a decimal text, sometimes wider than 128 bits.
pub(super) fn field(old: &Value, prng: &mut Prng) -> Value {
    if prng.one_in(16) {
        return json!(
            [
                "340282366920938463463374607431768211456",
                "-170141183460469231731687303715884105729"
            ][prng.below(2)]
        );
    }
    let old = old.as_str().and_then(|old| old.parse().ok()).unwrap_or(0);
    json!(number(old, 126, prng).to_string())
}

/// A time near `old`, at a tick boundary, or anywhere in 64 bits of seconds.
pub(super) fn time(old: &Value, prng: &mut Prng) -> Value {
    let seconds = old["seconds"]
        .as_str()
        .and_then(|seconds| seconds.parse::<i128>().ok());
    let nanos = old["nanos"].as_i64().unwrap_or(0);
    let old = seconds.unwrap_or(0) * NANOS + i128::from(nanos);
    const STEPS: [i128; 9] = [1, 99, 100, 999, 1000, 999_999, 1_000_000, NANOS, 10 * NANOS];
    let step = prng.choose(&STEPS).copied().unwrap_or(1);
    let moved = match prng.below(8) {
        0 | 1 => old + step,
        2 | 3 => old - step,
        4 => old.div_euclid(step) * step,
        5 => old.div_euclid(step) * step - 1,
        6 => old.div_euclid(NANOS) * NANOS + i128::from(prng.bits() % 1_000_000_000),
        _ => number(0, 63, prng) * NANOS + i128::from(prng.bits() % 1_000_000_000),
    };
    let seconds = moved
        .div_euclid(NANOS)
        .clamp(i64::MIN.into(), i64::MAX.into());
    json!({"seconds": seconds.to_string(), "nanos": moved.rem_euclid(NANOS) as i64})
}

/// An option's value: a small number, one around 64 bits, a text, or another type.
pub(super) fn option(old: &Value, prng: &mut Prng) -> Value {
    match (old.as_i64(), prng.below(8)) {
        (Some(old), 0..=3) => json!(number(old.into(), 17, prng) as i64),
        // As text: JSON numbers above 2^53 lose precision in some languages.
        (Some(old), 4) => json!(number(old.into(), 66, prng).to_string()),
        (Some(old), 5) => json!(old.to_string()),
        (None, 0) => json!(number(0, 17, prng) as i64),
        // Not `true`, which is a boolean where all options are texts.
        (_, 6) => json!(["", "x", "+1", " 1", "0x1", "١"][prng.below(6)]),
        (_, 7) => json!(prng.one_in(2)),
        _ => old.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn field_reaches_boundaries() {
        let fields: BTreeSet<String> = (0..4000)
            .filter_map(|seed| {
                field(&json!("1023"), &mut Prng::of_number(seed))
                    .as_str()
                    .map(str::to_owned)
            })
            .collect();
        for edge in [
            "0",
            "-1",
            "1022",
            "1024",
            "18446744073709551615",
            "18446744073709551616",
        ] {
            assert!(fields.contains(edge), "{edge}");
        }
        assert!(fields.iter().any(|field| field.parse::<i128>().is_err()));
    }

    #[test]
    fn time_is_valid_and_reaches_neighbours_and_limits() {
        let old = json!({"seconds": "-1", "nanos": 999_999_999});
        let mut all = BTreeSet::new();
        for seed in 0..2000 {
            let time = time(&old, &mut Prng::of_number(seed));
            let seconds: i64 = time["seconds"]
                .as_str()
                .and_then(|text| text.parse().ok())
                .expect("seconds");
            let nanos = time["nanos"].as_i64().expect("nanos");
            assert!((0..1_000_000_000).contains(&nanos), "{time}");
            all.insert((seconds, nanos));
        }
        assert!(all.contains(&(0, 0)) && all.contains(&(-1, 999_999_998)));
        assert!(
            all.iter()
                .any(|(seconds, _)| *seconds == i64::MAX || *seconds == i64::MIN)
        );
    }

    #[test]
    fn option_reaches_other_types() {
        let all: Vec<Value> = (0..200)
            .map(|seed| option(&json!(5), &mut Prng::of_number(seed)))
            .collect();
        assert!(all.iter().any(Value::is_string) && all.iter().any(Value::is_boolean));
        assert!(all.iter().any(|value| value.as_i64() == Some(6)));
    }
}
