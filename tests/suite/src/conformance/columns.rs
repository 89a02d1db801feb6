//! Cases of the operation `columns`, derived from the vectors.
//!
//! The `parse` or `from_bytes` cases of a format become the rows of a column. Each row expects what
//! its case expects.
//!
//! # The operation `columns` in a driver
//!
//! A request has `format`, `unit` (`s`, `ms`, `us` or `ns`), optionally `options`, and either
//! `texts` (a list of texts) or `hex` (a list of bytes as hexadecimal digits). Rows have any
//! length; `null` is a missing row. Each message is one line, wrapped here:
//!
//! ```text
//! {"id":1,"op":"columns","format":"tid","unit":"ms",
//!   "texts":["3jzfcijpj2z2a",null,"3jzfcijpj2z21"]}
//! {"id":1,"ok":{"rows":[
//!   {"hex":"17fd6873eaf07c06","text":"3jzfcijpj2z2a","time":"1688137381887"},null,
//!   {"error":"invalid_character","offset":12}],"counts":{"invalid_character":1}}}
//! ```
//!
//! The driver calls the package's column functions, never those for single ids. In each row of the
//! answer, `hex` is the id as bytes, `text` as text, and `time` its time in the given unit: `null`
//! if the format has no time, `{"error":"timestamp_out_of_range"}` if it does not fit 64 bits.
//!
//! For an invalid row, the driver uses the mode in which the package stops at the first invalid
//! row. The row is the reported code, and the offset if there is one. The driver then continues
//! with a column that starts after that row. `counts` comes from the mode in which invalid rows
//! become null: the nonzero error counts of the whole column, by code.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::conformance::vectors::{Case, Expected};

/// Errors that a column function returns for the whole column. Such cases cannot be rows.
const COLUMN_ERRORS: [&str; 3] = ["invalid_option", "unknown_format", "not_applicable"];

/// The number of rows from one inserted `null` to the next.
const NULL_INTERVAL: usize = 5;

/// A column for each format, operation and set of options.
pub(crate) fn of(cases: &[Case]) -> Vec<Case> {
    let mut columns: BTreeMap<(&str, &str, String), Vec<&Case>> = BTreeMap::new();
    for case in cases.iter().filter(|case| is_row(case)) {
        let options = options(case).map_or(String::new(), Value::to_string);
        let key = (case.format.as_str(), case.op, options);
        columns.entry(key).or_default().push(case);
    }
    columns
        .into_values()
        .filter_map(|rows| column(&rows))
        .collect()
}

fn is_row(case: &Case) -> bool {
    let reads_id = matches!(case.op, "parse" | "from_bytes");
    reads_id
        && !matches!(case.expected, Expected::Error { code, .. } if COLUMN_ERRORS.contains(&code))
}

fn options(case: &Case) -> Option<&Value> {
    case.inputs.get("options")
}

fn column(cases: &[&Case]) -> Option<Case> {
    let first = cases.first()?;
    let (key, list) = match first.op {
        "parse" => ("text", "texts"),
        _ => ("hex", "hex"),
    };
    let unit = match (first.op, options(first)) {
        (_, Some(_)) => Unit("us", 1000),
        ("parse", None) => Unit("ms", 1_000_000),
        (_, None) => Unit("ns", 1),
    };
    let (mut inputs, mut rows, mut counts) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (nth, case) in cases.iter().enumerate() {
        if nth % NULL_INTERVAL == 2 {
            inputs.push(Value::Null);
            rows.push(Value::Null);
        }
        inputs.push(case.inputs.get(key)?.clone());
        rows.push(row(&case.expected, &unit));
        if let Expected::Error { code, .. } = case.expected {
            *counts.entry(code).or_insert(0_u64) += 1;
        }
    }
    let mut request = Map::from_iter([
        ("unit".to_owned(), Value::from(unit.0)),
        (list.to_owned(), Value::from(inputs)),
    ]);
    let with = options(first).map(|options| {
        request.insert("options".to_owned(), options.clone());
        format!(" with {options}")
    });
    Some(Case {
        file: first.file.clone(),
        name: format!("{} as a column{}", first.op, with.unwrap_or_default()),
        op: "columns",
        format: first.format.clone(),
        inputs: request,
        expected: Expected::Ok(Map::from_iter([
            ("rows".to_owned(), Value::from(rows)),
            ("counts".to_owned(), json!(counts)),
        ])),
        source: format!("the cases of `{}` in {}", first.op, first.file),
    })
}

/// The name of a time unit, and its length in nanoseconds.
struct Unit(&'static str, i128);

/// The expected row of a case.
fn row(expected: &Expected, unit: &Unit) -> Value {
    let keys = match expected {
        Expected::Ok(keys) => keys,
        Expected::Error {
            code,
            offset: Some(offset),
            ..
        } => return json!({"error": code, "offset": offset}),
        Expected::Error { code, .. } => return json!({"error": code}),
    };
    let mut row = Map::new();
    for key in ["hex", "text"] {
        if let Some(value) = keys.get(key) {
            row.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(time) = keys.get("unix").and_then(|unix| time(unix, unit)) {
        row.insert("time".to_owned(), time);
    }
    Value::from(row)
}

/// The expected `time` of a row. `None` if the case's time is malformed.
fn time(unix: &Value, unit: &Unit) -> Option<Value> {
    if unix.is_null() {
        return Some(Value::Null);
    }
    let part = |key: &str| match unix.get(key)? {
        Value::String(digits) => digits.parse::<i128>().ok(),
        number => number.as_i64().map(i128::from),
    };
    let time = (part("seconds")? * 1_000_000_000 + part("nanos")?).div_euclid(unit.1);
    Some(match i64::try_from(time) {
        Ok(time) => Value::from(time.to_string()),
        Err(_) => json!({"error": "timestamp_out_of_range"}),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::read;

    #[test]
    fn of_groups_cases_by_operation_and_options() {
        let file = json!({"format": "tid", "cases": [
            {"name": "a", "op": "parse", "text": "x", "expect": {"hex": "00", "fields": {}, "unix": {"seconds": "-1", "nanos": 999_999}}},
            {"name": "b", "op": "parse", "text": "y", "error": "invalid_character", "offset": 3},
            {"name": "c", "op": "parse", "text": "z", "error": "invalid_length"},
            {"name": "d", "op": "parse", "text": "v", "expect": {"text": "v", "unix": null}},
            {"name": "e", "op": "parse", "text": "w", "options": {"epoch_unix_ms": "0"}, "expect": {"unix": {"seconds": 9, "nanos": 1500}}},
            {"name": "f", "op": "parse", "text": "w", "options": {"colour": 1}, "error": "invalid_option"},
            {"name": "g", "op": "from_bytes", "hex": "01", "expect": {"unix": {"seconds": "9223372036855", "nanos": 0}}},
            {"name": "h", "op": "is_valid", "text": "u", "expect": {}},
        ]});
        let columns = of(&read(file).cases);
        let requests: Vec<_> = columns
            .iter()
            .map(|column| Value::from(column.inputs.clone()))
            .collect();
        let expected: Vec<_> = columns
            .iter()
            .map(|column| match &column.expected {
                Expected::Ok(keys) => Value::from(keys.clone()),
                Expected::Error { .. } => Value::Null,
            })
            .collect();
        assert_eq!(
            requests,
            [
                json!({"unit": "ns", "hex": ["01"]}),
                json!({"unit": "ms", "texts": ["x", "y", null, "z", "v"]}),
                json!({"unit": "us", "texts": ["w"], "options": {"epoch_unix_ms": "0"}}),
            ]
        );
        assert_eq!(
            expected,
            [
                json!({"rows": [{"time": {"error": "timestamp_out_of_range"}}], "counts": {}}),
                json!({"rows": [
                {"hex": "00", "time": "-1000"}, {"error": "invalid_character", "offset": 3}, null,
                {"error": "invalid_length"}, {"text": "v", "time": null},
            ], "counts": {"invalid_character": 1, "invalid_length": 1}}),
                json!({"rows": [{"time": "9000001"}], "counts": {}}),
            ]
        );
        assert!(
            columns
                .iter()
                .all(|column| column.op == "columns" && column.format == "tid")
        );
    }

    #[test]
    fn every_format_has_columns_of_both_kinds() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
        let cases = crate::conformance::vectors::load(&folder).cases;
        for format in sortid::Format::ALL {
            let columns = || {
                cases
                    .iter()
                    .filter(|case| case.op == "columns" && case.format == format.name())
            };
            for list in ["texts", "hex"] {
                assert!(
                    columns().any(|case| case.inputs.contains_key(list)),
                    "{format} {list}"
                );
            }
        }
    }
}
