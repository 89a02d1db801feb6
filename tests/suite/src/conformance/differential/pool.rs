//! Parts of the vectors from which random questions are built.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::conformance::vectors::{Case, Expected};

/// Options for files or the environment. Results with them differ between runs and machines.
pub(super) const OUTSIDE: [&str; 4] = ["state_file", "lease_file", "node_from_env", "node_claim"];

/// Cases to change, and parts to put into them.
pub(super) struct Pool {
    /// The cases with deterministic answers.
    pub(super) templates: Vec<Case>,
    pub(super) formats: Vec<String>,
    /// Every text form of every id, by format.
    pub(super) texts: BTreeMap<String, Vec<String>>,
    /// The names of all fields in the cases, unknown ones included.
    pub(super) fields: Vec<String>,
    /// Every option with each of its values in the cases.
    pub(super) options: Vec<(String, Value)>,
}

impl Pool {
    /// Collects the parts of these cases.
    pub(super) fn new(cases: &[Case]) -> Self {
        let mut texts: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut fields = BTreeSet::new();
        let mut options = BTreeMap::new();
        for case in cases {
            let known = texts.entry(&case.format).or_default();
            if let Expected::Ok(keys) = &case.expected {
                gather(keys, known);
            }
            gather(&case.inputs, known);
            fields.extend(object(case, "fields").keys().cloned());
            for (name, value) in object(case, "options") {
                if !OUTSIDE.contains(&name.as_str()) {
                    options.insert((name.clone(), value.to_string()), value.clone());
                }
            }
        }
        let formats: BTreeSet<&String> = cases.iter().map(|case| &case.format).collect();
        Self {
            templates: cases
                .iter()
                .filter(|case| is_template(case))
                .cloned()
                .collect(),
            formats: formats.into_iter().cloned().collect(),
            texts: texts
                .into_iter()
                .map(|(format, texts)| (format.to_owned(), texts.into_iter().collect()))
                .collect(),
            fields: fields.into_iter().collect(),
            options: options
                .into_iter()
                .map(|((name, _), value)| (name, value))
                .collect(),
        }
    }
}

/// Whether a case's answer is deterministic.
///
/// Generated ids are if the times are scripted and no file is involved; `questions` adds a seed.
/// `columns` repeats the rows of other cases.
fn is_template(case: &Case) -> bool {
    let generates = matches!(case.op, "generate" | "after");
    !matches!(case.op, "threads" | "columns")
        && (!generates || case.inputs.contains_key("times"))
        && !OUTSIDE
            .iter()
            .any(|name| object(case, "options").contains_key(*name))
}

fn object<'a>(case: &'a Case, key: &str) -> &'a Map<String, Value> {
    static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    case.inputs
        .get(key)
        .and_then(Value::as_object)
        .unwrap_or(&EMPTY)
}

/// Collects the texts of ids from the inputs or results of a case.
fn gather(keys: &Map<String, Value>, texts: &mut BTreeSet<String>) {
    const TEXTS: [&str; 13] = [
        "text",
        "a",
        "b",
        "prefix",
        "min",
        "max",
        "canonical",
        "compact",
        "hex",
        "urn",
        "typeid",
        "decimal",
        "base58",
    ];
    let known = keys.iter().filter(|(key, _)| TEXTS.contains(&key.as_str()));
    texts.extend(
        known
            .filter_map(|(_, value)| value.as_str())
            .map(str::to_owned),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::read;
    use serde_json::json;

    #[test]
    fn new_keeps_only_deterministic_templates() {
        let file = json!({"format": "tid", "cases": [
            {"name": "parse", "op": "parse", "text": "x", "expect": {"text": "x", "hex": "00"}},
            {"name": "scripted", "op": "generate", "count": 1, "times": [{"seconds": "1", "nanos": 0}],
             "options": {"clock_id": 5}, "expect": {}},
            {"name": "by the clock", "op": "generate", "count": 1, "expect": {}},
            {"name": "with a file", "op": "generate", "times": [], "options": {"state_file": "f"}, "error": "panic"},
            {"name": "with a lease", "op": "generate", "times": [], "options": {"lease_file": "f"}, "error": "panic"},
            {"name": "threads", "op": "threads", "threads": 1, "per_thread": 1, "expect": {}},
            {"name": "build", "op": "build", "fields": {"clock_id": "1", "colour": "2"}, "error": "invalid_field"},
        ]});
        let pool = Pool::new(&read(file).cases);
        let names: Vec<&str> = pool
            .templates
            .iter()
            .map(|case| case.name.as_str())
            .collect();
        assert_eq!(names, ["parse", "scripted", "build"]);
        assert_eq!(pool.texts["tid"], ["00", "x"]);
        assert_eq!(pool.fields, ["clock_id", "colour"]);
        assert_eq!(pool.options, [("clock_id".to_owned(), json!(5))]);
    }
}
