//! An answer of a driver, taken apart.

use serde_json::{Map, Value};

/// What a driver says to one request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// `{"id": 7, "ok": …}`
    Ok(Value),
    /// `{"id": 7, "error": …}`
    Error {
        /// The code.
        code: String,
        /// The whole answer, for what stands beside the code.
        answer: Map<String, Value>,
    },
}

/// Reads the line that answers the request `id`; the error says what is wrong with it.
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
                "the answer to {given} where the one to {id} belongs: {}",
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
        (None, Some(_)) => Err(format!("`error` is not a text: {}", shown())),
        (Some(_), Some(_)) => Err(format!("`ok` and `error` at once: {}", shown())),
        (None, None) => Err(format!("neither `ok` nor `error`: {}", shown())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn answers_are_read() {
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
    fn what_is_no_answer_is_told() {
        for (line, part) in [
            (&b"hello"[..], "not JSON"),
            (b"\xff", "not JSON"),
            (b"", "not JSON"),
            (b"[]", "not a JSON object"),
            (b"{\"ok\":{}}", "no `id`"),
            (b"{\"id\":6,\"ok\":{}}", "answer to 6"),
            (b"{\"id\":\"7\",\"ok\":{}}", "answer to \"7\""),
            (b"{\"id\":7}", "neither"),
            (b"{\"id\":7,\"ok\":{},\"error\":\"panic\"}", "at once"),
            (b"{\"id\":7,\"error\":5}", "not a text"),
        ] {
            let message = parse(line, 7).expect_err("no answer");
            assert!(message.contains(part), "{message}");
        }
    }
}
