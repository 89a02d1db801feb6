//! The vector files: reading them, and telling what is wrong with them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::columns;

/// Every operation, in the order of the report.
pub(crate) const OPS: [&str; 19] = [
    "parse",
    "from_bytes",
    "build",
    "forms",
    "prefix",
    "at",
    "range",
    "convert",
    "inspect",
    "compare",
    "is_valid",
    "formats",
    "prefixed_parse",
    "prefixed_text",
    "prefix_of",
    "generate",
    "after",
    "threads",
    "columns",
];

/// Every error code.
pub(crate) const ERRORS: [&str; 24] = [
    "invalid_length",
    "invalid_character",
    "out_of_range",
    "invalid_variant",
    "invalid_version",
    "timestamp_out_of_range",
    "invalid_field",
    "invalid_option",
    "unknown_format",
    "not_applicable",
    "clock_rollback",
    "counter_exhausted",
    "entropy_unavailable",
    "forked_generator",
    "wrong_prefix",
    "store_io",
    "store_corrupt",
    "store_foreign",
    "store_locked",
    "store_read_only",
    "store_full",
    "null_argument",
    "buffer_too_small",
    "panic",
];

const FILE_KEYS: [&str; 4] = ["format", "source", "cases", "_comment"];

/// What of a case is about it, not an input of its operation.
const CASE_KEYS: [&str; 9] = [
    "name", "op", "format", "expect", "error", "offset", "source", "ruling", "_comment",
];

/// One question and what a correct library answers.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The file it stands in.
    pub(crate) file: String,
    /// Its name, unique in the file.
    pub(crate) name: String,
    /// Its operation, one of [`OPS`].
    pub(crate) op: &'static str,
    /// Its format.
    pub(crate) format: String,
    /// The operation's inputs.
    pub(crate) inputs: Map<String, Value>,
    /// What must come back.
    pub(crate) expected: Expected,
    /// The specification or ruling that says so.
    pub(crate) source: String,
}

/// What must come back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expected {
    /// A result with at least these keys.
    Ok(Map<String, Value>),
    /// An error.
    Error {
        /// Its code, one of [`ERRORS`].
        code: &'static str,
        /// Where in the text, if the case says so.
        offset: Option<u64>,
        /// The texts made before it, if the case says so.
        texts: Option<Vec<Value>>,
    },
}

/// The cases of a folder, and what is wrong with its files.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    /// Every case that could be read.
    pub(crate) cases: Vec<Case>,
    /// How many files there are.
    pub(crate) files: usize,
    /// One message for each mistake, with the file and the case.
    pub(crate) problems: Vec<String>,
}

/// Reads every `*.json` of a folder, in the order of their names.
pub(crate) fn load(folder: &Path) -> Vectors {
    let mut vectors = Vectors::default();
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "json")
            })
            .collect(),
        Err(error) => {
            let problem = format!("{}: cannot be read: {error}", folder.display());
            vectors.problems.push(problem);
            return vectors;
        }
    };
    paths.sort();
    if paths.is_empty() {
        let problem = format!("{}: no vector files (*.json)", folder.display());
        vectors.problems.push(problem);
    }
    for path in paths {
        vectors.files += 1;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        match fs::read_to_string(&path) {
            Ok(text) => vectors.read_file(&file, &text),
            Err(error) => vectors
                .problems
                .push(format!("{file}: cannot be read: {error}")),
        }
    }
    let columns = columns::of(&vectors.cases);
    vectors.cases.extend(columns);
    vectors
}

impl Vectors {
    fn read_file(&mut self, file: &str, text: &str) {
        if let Err(problem) = self.read_cases(file, text) {
            self.problems.push(format!("{file}: {problem}"));
        }
    }

    /// Reads what it can; the error is one that leaves no cases to read.
    fn read_cases(&mut self, file: &str, text: &str) -> Result<(), String> {
        let root: Value = serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))?;
        let Value::Object(mut root) = root else {
            return Err("not a JSON object".to_owned());
        };
        for key in root.keys().filter(|key| !FILE_KEYS.contains(&key.as_str())) {
            self.problems.push(format!("{file}: unknown key {key:?}"));
        }
        let format = required_text(&root, "format")?.to_owned();
        let source = optional_text(&root, "source")?.map(str::to_owned);
        let cases = match root.remove("cases") {
            Some(Value::Array(cases)) => cases,
            Some(_) => return Err("`cases` is not a list".to_owned()),
            None => return Err("`cases` is missing".to_owned()),
        };
        if cases.is_empty() {
            return Err("`cases` is empty".to_owned());
        }
        let mut names = HashSet::new();
        for (index, case) in cases.into_iter().enumerate() {
            let label = match case.get("name").and_then(Value::as_str) {
                Some(name) => format!("case {name:?}"),
                None => format!("case number {}", index + 1),
            };
            match read_case(file, &format, source.as_deref(), case) {
                Ok(case) if !names.insert(case.name.clone()) => self
                    .problems
                    .push(format!("{file}: {label}: the name stands twice")),
                Ok(case) => self.cases.push(case),
                Err(problem) => self.problems.push(format!("{file}: {label}: {problem}")),
            }
        }
        Ok(())
    }
}

fn read_case(
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
    let op = named(&OPS, op).ok_or_else(|| format!("unknown op {op:?}"))?;
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
            Err("`offset` stands beside `error` only".to_owned())
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

fn required_text<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a str, String> {
    optional_text(object, key)?.ok_or_else(|| format!("`{key}` is missing"))
}

fn optional_text<'a>(object: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, String> {
    match object.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{key}` is not a text")),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// The cases of one file in memory.
    pub(crate) fn read(file: Value) -> Vectors {
        let mut vectors = Vectors::default();
        vectors.read_file("t.json", &file.to_string());
        vectors
    }

    /// One valid case, of the format `tid`.
    pub(crate) fn case(case: Value) -> Case {
        let mut vectors = read(json!({"format": "tid", "cases": [case]}));
        assert_eq!(vectors.problems, Vec::<String>::new());
        vectors.cases.remove(0)
    }

    #[test]
    fn a_case_takes_what_the_file_says_and_may_override_it() {
        let file = json!({"format": "tid", "source": "the text", "_comment": "c", "cases": [
            {"name": "a", "op": "parse", "text": "x", "expect": {}},
            {"name": "b", "op": "convert", "format": "uuid1", "source": "own", "ruling": "R-1", "expect": null},
        ]});
        let vectors = read(file);
        assert_eq!(vectors.problems, Vec::<String>::new());
        let [a, b] = &vectors.cases[..] else {
            panic!("two cases")
        };
        assert_eq!((a.format.as_str(), a.source.as_str()), ("tid", "the text"));
        assert_eq!(
            (b.format.as_str(), b.source.as_str()),
            ("uuid1", "own; R-1")
        );
        assert_eq!(b.expected, Expected::Ok(Map::new()));
    }

    #[test]
    fn mistakes_in_a_case_are_named_and_hide_no_other_case() {
        let wrong = [
            (
                json!({"op": "parse", "expect": {}}),
                "case number 1: `name` is missing",
            ),
            (
                json!({"name": "x", "op": "fry", "expect": {}}),
                "unknown op \"fry\"",
            ),
            (json!({"name": "x", "op": "parse"}), "neither"),
            (
                json!({"name": "x", "op": "parse", "expect": {}, "error": "panic"}),
                "exclude",
            ),
            (
                json!({"name": "x", "op": "parse", "error": "bad_luck"}),
                "bad_luck",
            ),
            (
                json!({"name": "x", "op": "parse", "error": "panic", "offset": -1}),
                "`offset` -1",
            ),
            (
                json!({"name": "x", "op": "parse", "expect": {}, "offset": 1}),
                "beside `error`",
            ),
            (
                json!({"name": "x", "op": "parse", "expect": 5}),
                "not an object",
            ),
            (
                json!({"name": "x", "op": "parse", "expect": {}, "id": 5}),
                "`id`",
            ),
            (
                json!({"name": "x", "op": "parse", "expect": {}, "ruling": 5}),
                "`ruling`",
            ),
            (json!([]), "case number 1: not a JSON object"),
        ];
        for (case, part) in wrong {
            let good = json!({"name": "good", "op": "parse", "expect": {}});
            let vectors = read(json!({"format": "tid", "cases": [case, good]}));
            assert_eq!(vectors.cases.len(), 1, "{part}");
            assert_eq!(vectors.problems.len(), 1, "{:?}", vectors.problems);
            assert!(
                vectors.problems[0].starts_with("t.json: case"),
                "{:?}",
                vectors.problems
            );
            assert!(vectors.problems[0].contains(part), "{:?}", vectors.problems);
        }
    }

    #[test]
    fn mistakes_in_a_file_are_named() {
        let twice = json!({"name": "a", "op": "parse", "expect": {}});
        for (file, part) in [
            (json!([]), "not a JSON object"),
            (json!({"cases": [twice]}), "`format` is missing"),
            (json!({"format": "tid"}), "`cases` is missing"),
            (
                json!({"format": "tid", "cases": {}}),
                "`cases` is not a list",
            ),
            (json!({"format": "tid", "cases": []}), "`cases` is empty"),
            (
                json!({"format": "tid", "cases": [twice], "casses": []}),
                "unknown key \"casses\"",
            ),
            (
                json!({"format": "tid", "cases": [twice, twice]}),
                "case \"a\": the name stands twice",
            ),
        ] {
            let vectors = read(file);
            assert_eq!(vectors.problems.len(), 1, "{:?}", vectors.problems);
            assert!(vectors.problems[0].contains(part), "{:?}", vectors.problems);
        }
        let mut vectors = Vectors::default();
        vectors.read_file("t.json", "{\n  oops");
        assert!(
            vectors.problems[0].contains("t.json: not JSON: ")
                && vectors.problems[0].contains("line 2")
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_a_problem() {
        let vectors = load(Path::new("no/such/folder"));
        assert!(vectors.problems[0].starts_with("no/such/folder: cannot be read"));
    }
}
