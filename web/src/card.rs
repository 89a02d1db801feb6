//! The first id of a text, as a card.

use serde_json::{Value, json};
use sortid::options::Epoch;
use sortid::{AnyId, Correction, Form, Options, Reading, Readings, Timestamp};

/// The readings of the first id, likeliest first; for a text without ids, its near misses.
pub(crate) fn of(text: &[u8], now: Timestamp) -> Value {
    let mut readings = Readings::NONE;
    let mut places = sortid::places(text, now, &mut readings);
    let found = places.next_place().map(|(place, readings)| {
        let at = place.start;
        let word = text.get(place).unwrap_or_default();
        let readings = readings.all().map(|read| reading(read, now));
        json!({
            "at": at,
            "prefix": sortid::prefix_of(word),
            "readings": readings.collect::<Vec<_>>(),
        })
    });
    let near = match found {
        Some(_) => Vec::new(),
        None => near(text.trim_ascii(), now),
    };
    json!({ "found": found, "near": near })
}

fn reading(reading: Reading, now: Timestamp) -> Value {
    let id = &reading.id;
    let format = id.format();
    let likelihood = reading.likelihood(now);
    let time = reading.timestamp().ok();
    let options = match reading.epoch {
        Some(epoch) => Options::new().epoch(epoch),
        None => Options::new(),
    };
    let first = time.and_then(|time| AnyId::min_at_with(time, format, &options).ok());
    let last = time.and_then(|time| AnyId::max_at_with(time, format, &options).ok());
    let bytes = id.to_bytes();
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let parts = format.parts().map(|part| {
        let (at, width) = part.run;
        let digits = bits.get(at as usize..(at + width) as usize);
        json!({
            "role": part.role.name(),
            "field": part.field,
            "at": at,
            "width": width,
            "value": digits.and_then(decimal),
        })
    });
    let (unsigned, signed) = integers(id);
    let canonical = id.to_text();
    let forms = Form::ALL.iter().filter_map(|&form| {
        let is_own = format.reads(form) || form == Form::Typeid;
        let text = id.to_form(form).ok().filter(|_| is_own)?;
        (*text != *canonical).then(|| json!([form.name(), &*text]))
    });
    json!({
        "format": format.name(),
        "epoch": reading.epoch.map(Epoch::name),
        "likelihood": likelihood.word(),
        "reason": likelihood.why(),
        "text": coloured(id),
        "bits": bits,
        "parts": parts.collect::<Vec<_>>(),
        "time": time.map(|time| json!({ "utc": utc(time), "unix_ms": time.unix_ms() })),
        "first": first.map(|first| first.to_string()),
        "last": last.map(|last| last.to_string()),
        "bytes": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "unsigned": unsigned,
        "signed": signed,
        "forms": forms.collect::<Vec<_>>(),
    })
}

/// A time in RFC 3339, with as many digits as needed; `None` beyond the year 9999.
pub(crate) fn utc(time: Timestamp) -> Option<String> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    Some(time.to_string())
}

/// The canonical text, split into runs of one role.
fn coloured(id: &AnyId) -> Vec<(String, Option<&'static str>)> {
    let mut runs: Vec<(String, Option<&str>)> = Vec::new();
    for (symbol, role) in id.to_text().chars().zip(id.text_roles()) {
        let role = role.map(|role| role.name());
        match runs.last_mut() {
            Some((run, of)) if *of == role => run.push(symbol),
            _ => runs.push((symbol.into(), role)),
        }
    }
    runs
}

/// The unsigned integer of an id, and the signed one with the same bits if negative.
fn integers(id: &AnyId) -> (Option<String>, Option<String>) {
    let (unsigned, signed) = match (id.to_u64(), id.to_u128()) {
        (Ok(int), _) => (u128::from(int), i128::from(int.cast_signed())),
        (_, Ok(int)) => (int, int.cast_signed()),
        _ => return (None, None),
    };
    let negative = (signed < 0).then(|| signed.to_string());
    (Some(unsigned.to_string()), negative)
}

/// Converts binary digits to a decimal integer; `None` for more than 128.
fn decimal(digits: &str) -> Option<String> {
    let int = u128::from_str_radix(digits, 2).ok()?;
    Some(int.to_string())
}

fn near(text: &[u8], now: Timestamp) -> Vec<Value> {
    let misses = sortid::inspect_at(text, now).suggestions().map(|miss| {
        let words = miss.corrections.iter().map(Correction::words);
        let differences = match miss.look_alike {
            Some((at, given, expected)) => {
                format!("at byte {at} it has {given}, which looks like {expected}")
            }
            None => format!("it has {}", words.collect::<Vec<_>>().join(", ")),
        };
        json!({
            "format": miss.id.format().name(),
            "suggestion": miss.id.to_string(),
            "differences": differences,
        })
    });
    misses.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_795_132_800_000;

    fn card_of(text: &str) -> Value {
        of(text.as_bytes(), Timestamp::from_unix_ms(NOW_MS))
    }

    #[test]
    fn card_has_all_values_of_the_likeliest_reading() {
        let card = card_of("id={017f22e2-79b0-7cc3-98c4-dc0c0c07398f}");
        assert_eq!(card["found"]["at"], 4);
        let first = &card["found"]["readings"][0];
        assert_eq!(first["format"], "uuid7");
        assert_eq!(first["time"]["unix_ms"], 1_645_557_742_000_i64);
        assert_eq!(first["parts"][0]["value"], "1645557742000");
        assert_eq!(first["bits"].as_str().map(str::len), Some(128));
        assert_eq!(first["text"][0], json!(["017f22e2", "time"]));
    }

    #[test]
    fn card_of_every_format_has_all_bits_and_symbols() {
        let mut formats = 0;
        for &format in sortid::Format::ALL {
            let time = Timestamp::from_unix_ms(1_700_000_000_000);
            let Ok(id) = AnyId::min_at(time, format) else {
                // The format has no time.
                continue;
            };
            formats += 1;
            let card = card_of(&id.to_string());
            let mut readings = card["found"]["readings"].as_array().into_iter().flatten();
            let is_own = |read: &&Value| read["format"] == format.name() && read["epoch"].is_null();
            let own = readings.find(is_own).expect("a likely reading");
            let widths = own["parts"].as_array().into_iter().flatten();
            let width: u64 = widths.filter_map(|part| part["width"].as_u64()).sum();
            assert_eq!(width, u64::from(format.bits()), "{format}");
            assert_eq!(own["first"], id.to_string(), "the first of its tick");
            let runs = coloured(&id).into_iter().map(|(run, _)| run);
            assert_eq!(runs.collect::<String>(), id.to_string());
        }
        assert!(formats > 25, "{formats}");
    }

    #[test]
    fn card_of_a_misspelled_id_has_near_misses() {
        let card = card_of(" 0IARYZ6S41TSV4RRFFQ69G5FAV ");
        assert_eq!(card["found"], Value::Null);
        assert_eq!(card["near"][0]["format"], "ulid");
        assert_eq!(card["near"][0]["suggestion"], "01ARYZ6S41TSV4RRFFQ69G5FAV");
        assert_eq!(card_of("hello")["near"], json!([]));
    }

    #[test]
    fn integers_include_a_negative_one_if_the_first_bit_is_set() {
        let id = |text: &str, format| integers(&AnyId::parse(text, format).expect("an id"));
        let small = id(
            "00000000-0000-4000-8000-000000000007",
            sortid::Format::Uuid4,
        );
        assert_eq!(small, (Some("302240678275694148452359".into()), None));
        let (unsigned, signed) = id(
            "ffffffff-ffff-4fff-bfff-fffffffffff9",
            sortid::Format::Uuid4,
        );
        let unsigned: u128 = unsigned
            .and_then(|int| int.parse().ok())
            .expect("an integer");
        assert_eq!(signed, Some(unsigned.cast_signed().to_string()));
    }
}
