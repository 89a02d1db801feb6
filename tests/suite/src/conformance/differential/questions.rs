//! Random questions: vector cases with random changes.

use serde_json::{Map, Value, json};

use super::numbers;
use super::pool::Pool;
use super::texts;
use crate::conformance::matrix::CONVERT_ONLY;
use crate::conformance::prng::Prng;
use crate::conformance::vectors::{Case, Expected};

/// The names of the option `node` in vectors and requests.
const NODE_OPTIONS: [&str; 5] = ["clock_id", "machine", "node", "node_id", "shard"];

/// The maximum number of ids in one question.
const MAX_IDS: usize = 24;

/// Question number `number`, without an expectation. The same vectors give the same question.
pub(super) fn question(pool: &Pool, number: u64) -> Option<Case> {
    let mut prng = Prng::of_number(number);
    let template = prng.choose(&pool.templates)?;
    let mut case = Case {
        file: String::new(),
        name: format!("differential {number}"),
        expected: Expected::Ok(Map::new()),
        source: format!("differential, from {}: {}", template.file, template.name),
        ..template.clone()
    };
    if case.op != "convert" && prng.one_in(24) {
        case.format = other_format(pool, &case.format, &mut prng);
    }
    if matches!(case.op, "generate" | "after") {
        script(&mut case.inputs, &mut prng);
    }
    // May be 0 changes: the format or script above may already differ from the template.
    for _ in 0..prng.below(4) {
        change(&mut case, pool, &mut prng);
    }
    Some(case)
}

fn other_format(pool: &Pool, own: &str, prng: &mut Prng) -> String {
    match prng.choose(&pool.formats) {
        // Only `convert` accepts the other names.
        Some(format) if !CONVERT_ONLY.contains(&format.as_str()) => format.clone(),
        _ => own.to_owned(),
    }
}

/// Adds a seed, so that all languages generate the same ids, and limits the count.
fn script(inputs: &mut Map<String, Value>, prng: &mut Prng) {
    if !inputs.contains_key("seed") || prng.one_in(2) {
        let words: String = (0..4).map(|_| format!("{:016x}", prng.bits())).collect();
        inputs.insert("seed".to_owned(), json!(words));
    }
    if inputs.contains_key("count") {
        inputs.insert("count".to_owned(), json!(prng.below(MAX_IDS + 1)));
    }
}

/// Changes one input.
fn change(case: &mut Case, pool: &Pool, prng: &mut Prng) {
    let keys: Vec<String> = case.inputs.keys().cloned().collect();
    let Some(key) = prng.choose(&keys) else {
        return;
    };
    let texts = pool.texts.get(&case.format);
    let texts = texts.map_or(&[][..], Vec::as_slice);
    let Some(value) = case.inputs.get_mut(key) else {
        return;
    };
    match (key.as_str(), &*value) {
        ("text" | "a" | "b" | "prefix", Value::String(text)) => {
            *value = json!(other_text(text, texts, key, prng))
        }
        ("to", Value::String(_)) => *value = json!(prng.choose(&pool.formats)),
        ("hex", Value::String(hex)) => *value = json!(texts::changed_bytes(hex, prng)),
        ("seed", Value::String(seed)) if prng.one_in(8) => {
            *value = json!(texts::changed_bytes(seed, prng))
        }
        (_, Value::Object(time)) if time.contains_key("seconds") => {
            *value = numbers::time(value, prng);
        }
        _ => change_inside(key, value, pool, prng),
    }
}

/// A text of the same format, usually changed. For the key `prefix`, sometimes only its beginning.
fn other_text(text: &str, texts: &[String], key: &str, prng: &mut Prng) -> String {
    let text = match prng.choose(texts) {
        Some(other) if prng.one_in(2) => other,
        _ => text,
    };
    if key == "prefix" && prng.one_in(2) {
        let length = text.chars().count();
        return text.chars().take(prng.below(length + 1)).collect();
    }
    match prng.below(8) {
        0 => text.to_owned(),
        _ => texts::changed(text, texts, prng),
    }
}

fn change_inside(key: &str, value: &mut Value, pool: &Pool, prng: &mut Prng) {
    match (key, value) {
        ("fields", Value::Object(fields)) => change_fields(fields, pool, prng),
        ("options", Value::Object(options)) => change_options(options, pool, prng),
        ("times", Value::Array(times)) => change_times(times, prng),
        _ => {}
    }
}

fn change_fields(fields: &mut Map<String, Value>, pool: &Pool, prng: &mut Prng) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let own = prng.choose(&names).cloned();
    match (prng.below(8), own) {
        (0, Some(name)) => drop(fields.shift_remove(&name)),
        (1, _) | (_, None) => {
            let name = prng.choose(&pool.fields).cloned().unwrap_or_default();
            fields.insert(name, numbers::field(&Value::Null, prng));
        }
        (_, Some(name)) => {
            let value = numbers::field(&fields[&name], prng);
            fields.insert(name, value);
        }
    }
}

fn change_options(options: &mut Map<String, Value>, pool: &Pool, prng: &mut Prng) {
    let names: Vec<String> = options.keys().cloned().collect();
    let own = prng.choose(&names).cloned();
    match (prng.below(4), own) {
        (0, Some(name)) => drop(options.shift_remove(&name)),
        (1, Some(name)) => {
            let value = numbers::option(&options[&name], prng);
            options.insert(name, value);
        }
        _ => {
            if let Some((name, value)) = prng.choose(&pool.options) {
                // Drivers set the same option for each of these names.
                if NODE_OPTIONS.contains(&name.as_str()) {
                    options.retain(|name, _| !NODE_OPTIONS.contains(&name.as_str()));
                }
                options.insert(name.clone(), value.clone());
            }
        }
    }
}

fn change_times(times: &mut Vec<Value>, prng: &mut Prng) {
    let place = prng.below(times.len());
    let Some(old) = times.get(place).cloned() else {
        return;
    };
    let changed = numbers::time(&old, prng);
    match prng.below(4) {
        0 if times.len() < MAX_IDS => times.insert(place + 1, changed),
        1 if times.len() > 1 => drop(times.remove(place)),
        _ => times[place] = changed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::differential::pool::OUTSIDE;
    use crate::conformance::request;
    use crate::conformance::vectors::{OPERATIONS, load};
    use std::collections::BTreeSet;
    use std::path::Path;

    fn pool() -> Pool {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
        Pool::new(&load(&folder).cases)
    }

    #[test]
    fn question_is_deterministic_and_differs_by_number() {
        let pool = pool();
        let line = |number| question(&pool, number).map(|case| request::line(1, &case));
        let lines: BTreeSet<_> = (0..2000).map(line).collect();
        assert!(lines.len() > 1500, "{}", lines.len());
        assert_eq!(line(17), line(17));
        assert!(!lines.contains(&None));
    }

    #[test]
    fn questions_reach_every_operation_and_format() {
        let pool = pool();
        let cases: Vec<Case> = (0..20_000)
            .filter_map(|number| question(&pool, number))
            .collect();
        let ops: BTreeSet<&str> = cases.iter().map(|case| case.op).collect();
        assert_eq!(ops.len(), OPERATIONS.len() - 2);
        let formats: BTreeSet<&String> = cases.iter().map(|case| &case.format).collect();
        assert_eq!(formats.len(), pool.formats.len());
    }

    #[test]
    fn generating_questions_have_seed_times_and_limited_count() {
        let pool = pool();
        let questions = (0..5000).filter_map(|number| question(&pool, number));
        for case in questions.filter(|case| matches!(case.op, "generate" | "after")) {
            assert!(
                case.inputs.contains_key("seed") && case.inputs.contains_key("times"),
                "{case:?}"
            );
            let count = case.inputs.get("count").and_then(Value::as_u64);
            assert!(
                count.is_none_or(|count| count <= MAX_IDS as u64),
                "{case:?}"
            );
            let options = case.inputs.get("options").and_then(Value::as_object);
            for name in OUTSIDE {
                assert!(options.is_none_or(|options| !options.contains_key(name)));
            }
        }
    }
}
