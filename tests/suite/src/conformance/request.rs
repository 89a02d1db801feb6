//! Encodes a case as the request that a driver reads.

use std::fmt::Write;

use serde_json::Value;

use crate::conformance::vectors::Case;

/// The request as one line of JSON, without the newline.
///
/// The id, operation and format come first, which helps when reading logs.
pub(crate) fn line(id: u64, case: &Case) -> String {
    let mut line = format!(
        r#"{{"id":{id},"op":{},"format":{}"#,
        Value::from(case.op),
        Value::from(case.format.as_str())
    );
    let mut inputs = case.inputs.clone();
    for (key, value) in &mut inputs {
        // Sorted, since drivers report the first of several faults and Swift's dictionaries are
        // unordered.
        if let ("fields" | "options", Value::Object(names)) = (key.as_str(), &mut *value) {
            names.sort_keys();
        }
        // Writing into a String cannot fail.
        let _ = write!(line, ",{}:{value}", Value::from(key.as_str()));
    }
    line.push('}');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::case;
    use serde_json::json;

    #[test]
    fn line_contains_inputs_and_no_expectations() {
        let case = case(json!({
            "name": "n", "op": "parse", "text": "a\"\u{e9}\n", "options": {"epoch_unix_ms": "5"},
            "error": "invalid_character", "offset": 1, "texts": [], "source": "s", "ruling": "R-1", "_comment": "c",
        }));
        let sent: Value = serde_json::from_str(&line(7, &case)).expect("JSON");
        assert_eq!(
            sent,
            json!({"id": 7, "op": "parse", "format": "tid", "text": "a\"\u{e9}\n", "options": {"epoch_unix_ms": "5"}})
        );
        assert!(!line(7, &case).contains('\n'));
    }
}
