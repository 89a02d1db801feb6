//! Parses the answers of drivers.

use serde_json::{Map, Value};

/// A driver's answer to one request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// `{"id": 7, "ok": …}`
    Ok(Value),
    /// `{"id": 7, "error": …}`
    Error {
        code: String,
        /// The whole answer, except the code.
        answer: Map<String, Value>,
    },
}

/// Parses the line that answers request `id`.
///
/// # Errors
/// If the line breaks the protocol. The message contains the line.
pub(crate) fn parse(line: &[u8], id: u64) -> Result<Answer, String> {
    let shown = || String::from_utf8_lossy(line).trim_end().to_owned();
    let value: Value =
        serde_json::from_slice(line).map_err(|error| format!("not JSON ({error}): {}", shown()))?;
    let Value::Object(mut answer) = value else {
        return Err(format!("not a JSON object: {}", shown()));
    };
    match answer.get("id") {
        Some(given) if given.as_u64() == Some(id) => {}
        Some(given) => {
            return Err(format!(
                "got the answer to {given}, expected the answer to {id}: {}",
                shown()
            ));
        }
        None => return Err(format!("no `id`: {}", shown())),
    }
    match (answer.remove("ok"), answer.get("error")) {
        (Some(ok), None) => Ok(Answer::Ok(ok)),
        (None, Some(Value::String(code))) => Ok(Answer::Error {
            code: code.clone(),
            answer,
        }),
        (None, Some(_)) => Err(format!("`error` is not a string: {}", shown())),
        (Some(_), Some(_)) => Err(format!("both `ok` and `error`: {}", shown())),
        (None, None) => Err(format!("neither `ok` nor `error`: {}", shown())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parse_accepts_ok_and_error() {
        assert_eq!(
            parse(b"{\"id\":7,\"ok\":{\"a\":1}}\n", 7),
            Ok(Answer::Ok(json!({"a": 1})))
        );
        let Ok(Answer::Error { code, answer }) =
            parse(b"{\"id\":7,\"error\":\"panic\",\"offset\":3}", 7)
        else {
            panic!("an error")
        };
        assert_eq!((code.as_str(), &answer["offset"]), ("panic", &json!(3)));
    }

    #[test]
    fn parse_rejects_malformed_answers() {
        for (line, part) in [
            (&b"hello"[..], "not JSON"),
            (b"\xff", "not JSON"),
            (b"", "not JSON"),
            (b"[]", "not a JSON object"),
            (b"{\"ok\":{}}", "no `id`"),
            (b"{\"id\":6,\"ok\":{}}", "got the answer to 6"),
            (b"{\"id\":\"7\",\"ok\":{}}", "got the answer to \"7\""),
            (b"{\"id\":7}", "neither"),
            (b"{\"id\":7,\"ok\":{},\"error\":\"panic\"}", "both"),
            (b"{\"id\":7,\"error\":5}", "not a string"),
        ] {
            let message = parse(line, 7).expect_err("no answer");
            assert!(message.contains(part), "{message}");
        }
    }
}
