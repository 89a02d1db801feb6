//! One case: the request, the expected answer, and its source.

use serde_json::{Map, Value};

use super::{ERRORS, OPERATIONS};

/// The keys of a case that are not inputs of its operation.
const CASE_KEYS: [&str; 10] = [
    "name", "op", "format", "expect", "error", "offset", "message", "source", "ruling", "_comment",
];

/// A request and the answer of a correct library.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The file of the case.
    pub(crate) file: String,
    /// Its name, unique in the file.
    pub(crate) name: String,
    /// Its operation, one of [`OPERATIONS`].
    pub(crate) op: &'static str,
    /// Its format.
    pub(crate) format: String,
    /// The operation's inputs.
    pub(crate) inputs: Map<String, Value>,
    /// The expected result or error.
    pub(crate) expected: Expected,
    /// The specification or ruling that requires it.
    pub(crate) source: String,
}

/// The expected result or error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expected {
    /// A result with at least these keys.
    Ok(Map<String, Value>),
    /// An error.
    Error {
        /// Its code, one of [`ERRORS`].
        code: &'static str,
        /// The position in the text, if the case specifies one.
        offset: Option<u64>,
        /// The texts generated before the error, if the case specifies them.
        texts: Option<Vec<Value>>,
        /// The error message, if the case specifies one.
        message: Option<String>,
    },
}

pub(super) fn read_case(
    file: &str,
    file_format: &str,
    file_source: Option<&str>,
    case: Value,
) -> Result<Case, String> {
    let Value::Object(mut case) = case else {
        return Err("not a JSON object".to_owned());
    };
    let name = required_text(&case, "name")?.to_owned();
    let op = required_text(&case, "op")?;
    let mut operations = OPERATIONS.iter();
    let found = operations.find_map(|(name, _)| (*name == op).then_some(*name));
    let op = found.ok_or_else(|| format!("unknown op {op:?}"))?;
    let format = optional_text(&case, "format")?
        .unwrap_or(file_format)
        .to_owned();
    let source = source(&case, file_source)?;
    let expected = read_expected(&case)?;
    let texts_are_expected = matches!(expected, Expected::Error { .. });
    case.retain(|key, _| match key.as_str() {
        "texts" => !texts_are_expected,
        key => !CASE_KEYS.contains(&key),
    });
    if case.contains_key("id") {
        return Err("`id` is the request's own key".to_owned());
    }
    Ok(Case {
        file: file.to_owned(),
        name,
        op,
        format,
        inputs: case,
        expected,
        source,
    })
}

fn read_expected(case: &Map<String, Value>) -> Result<Expected, String> {
    match (case.get("expect"), case.get("error")) {
        (Some(_), Some(_)) => Err("`expect` and `error` exclude each other".to_owned()),
        (None, None) => Err("neither `expect` nor `error`".to_owned()),
        (Some(_), None) if case.contains_key("offset") => {
            Err("`offset` requires `error`".to_owned())
        }
        (Some(Value::Object(expect)), None) => Ok(Expected::Ok(expect.clone())),
        (Some(Value::Null), None) => Ok(Expected::Ok(Map::new())),
        (Some(_), None) => Err("`expect` is not an object".to_owned()),
        (None, Some(code)) => Ok(Expected::Error {
            code: code
                .as_str()
                .and_then(|code| named(&ERRORS, code))
                .ok_or_else(|| format!("unknown error code {code}"))?,
            offset: match case.get("offset") {
                None => None,
                Some(offset) => Some(
                    offset
                        .as_u64()
                        .ok_or_else(|| format!("`offset` {offset} is not a count"))?,
                ),
            },
            texts: match case.get("texts") {
                None => None,
                Some(Value::Array(texts)) => Some(texts.clone()),
                Some(_) => return Err("`texts` is not a list".to_owned()),
            },
            message: optional_text(case, "message")?.map(str::to_owned),
        }),
    }
}

/// The case's own source and ruling, or the file's source.
fn source(case: &Map<String, Value>, file_source: Option<&str>) -> Result<String, String> {
    let own = optional_text(case, "source")?.or(file_source);
    let ruling = match case.get("ruling") {
        None => None,
        Some(Value::String(ruling)) => Some(ruling.clone()),
        Some(Value::Array(rulings)) => Some(
            rulings
                .iter()
                .map(|ruling| ruling.as_str().ok_or("`ruling` is not a text"))
                .collect::<Result<Vec<_>, _>>()?
                .join(", "),
        ),
        Some(_) => return Err("`ruling` is not a text".to_owned()),
    };
    Ok(match (own, ruling) {
        (Some(own), Some(ruling)) => format!("{own}; {ruling}"),
        (Some(own), None) => own.to_owned(),
        (None, Some(ruling)) => ruling,
        (None, None) => String::new(),
    })
}

fn named(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().copied().find(|known| *known == name)
}

pub(super) fn required_text<'a>(
    object: &'a Map<String, Value>,
    key: &str,
) -> Result<&'a str, String> {
    optional_text(object, key)?.ok_or_else(|| format!("`{key}` is missing"))
}

pub(super) fn optional_text<'a>(
    object: &'a Map<String, Value>,
    key: &str,
) -> Result<Option<&'a str>, String> {
    match object.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{key}` is not a text")),
    }
}
