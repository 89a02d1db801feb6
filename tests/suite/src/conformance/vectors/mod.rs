//! Reads the vector files and reports their errors.

mod case;
mod derive;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::conformance::columns;
use crate::conformance::matrix::CONVERT_ONLY;
pub(crate) use case::{Case, Expected};
use case::{optional_text, read_case, required_text};

/// Every operation and its heading in the matrix, in report order.
pub(crate) const OPERATIONS: &[(&str, &str)] = &[
    // <generated: operations>
    ("parse", "parse"),
    ("from_bytes", "bytes"),
    ("build", "build"),
    ("forms", "forms"),
    ("parse_form", "form"),
    ("byte_order", "order"),
    ("keyed", "keyed"),
    ("parse_lenient", "len"),
    ("near_misses", "near"),
    ("prefix", "prefix"),
    ("at", "at"),
    ("range", "range"),
    ("convert", "conv"),
    ("inspect", "inspect"),
    ("find_ids", "find"),
    ("compare", "cmp"),
    ("step", "step"),
    ("is_valid", "valid"),
    ("formats", "format"),
    ("prefixed_parse", "pfx"),
    ("prefixed_text", "pfx txt"),
    ("prefix_of", "pfx of"),
    ("generate", "gen"),
    ("after", "after"),
    ("threads", "thr"),
    ("columns", "cols"),
    // </generated>
];

/// Every error code.
pub(crate) const ERRORS: [&str; 26] = [
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
    "lead_exceeded",
    "store_io",
    "store_corrupt",
    "store_foreign",
    "store_locked",
    "store_read_only",
    "store_full",
    "lease_expired",
    "null_argument",
    "buffer_too_small",
    "panic",
];

const FILE_KEYS: [&str; 5] = ["format", "source", "derive", "cases", "_comment"];

/// The cases of a folder, and the errors in its files.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    /// Every case that could be read.
    pub(crate) cases: Vec<Case>,
    /// The number of files.
    pub(crate) files: usize,
    /// One message for each error, with the file and the case.
    pub(crate) problems: Vec<String>,
}

/// Reads every `*.json` of a folder, sorted by name.
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
    let mut files = Vec::new();
    for path in paths {
        vectors.files += 1;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        match fs::read_to_string(&path) {
            Ok(text) => files.push((file.into_owned(), text)),
            Err(error) => vectors
                .problems
                .push(format!("{file}: cannot be read: {error}")),
        }
    }
    vectors.read_files(&files);
    let columns = columns::of(&vectors.cases);
    vectors.cases.extend(columns);
    vectors
}

impl Vectors {
    /// Reads files of the same folder, which refer to each other's formats.
    fn read_files(&mut self, files: &[(String, String)]) {
        let mut roots = Vec::new();
        for (file, text) in files {
            match read_root(text) {
                Ok(root) => roots.push((file, root)),
                Err(problem) => self.problems.push(format!("{file}: {problem}")),
            }
        }
        let described = roots.iter().filter(|(_, root)| root.contains_key("derive"));
        let formats: BTreeSet<&str> = described
            .filter_map(|(_, root)| root.get("format")?.as_str())
            .collect();
        let names: Vec<String> = formats
            .into_iter()
            .chain(CONVERT_ONLY)
            .map(str::to_owned)
            .collect();
        for (file, root) in roots {
            if let Err(problem) = self.read_cases(file, root, &names) {
                self.problems.push(format!("{file}: {problem}"));
            }
        }
    }

    /// Reads all valid cases; returns an error if no case can be read.
    fn read_cases(
        &mut self,
        file: &str,
        mut root: Map<String, Value>,
        names: &[String],
    ) -> Result<(), String> {
        for key in root.keys().filter(|key| !FILE_KEYS.contains(&key.as_str())) {
            self.problems.push(format!("{file}: unknown key {key:?}"));
        }
        let format = required_text(&root, "format")?.to_owned();
        let source = optional_text(&root, "source")?.map(str::to_owned);
        let derived = derive::cases(&root, names)?;
        let cases = match root.remove("cases") {
            Some(Value::Array(cases)) => cases,
            Some(_) => return Err("`cases` is not a list".to_owned()),
            None => return Err("`cases` is missing".to_owned()),
        };
        if cases.is_empty() {
            return Err("`cases` is empty".to_owned());
        }
        let mut names = HashSet::new();
        for (index, case) in cases.into_iter().chain(derived).enumerate() {
            let label = match case.get("name").and_then(Value::as_str) {
                Some(name) => format!("case {name:?}"),
                None => format!("case number {}", index + 1),
            };
            match read_case(file, &format, source.as_deref(), case) {
                Ok(case) if !names.insert(case.name.clone()) => self
                    .problems
                    .push(format!("{file}: {label}: duplicate name")),
                Ok(case) => self.cases.push(case),
                Err(problem) => self.problems.push(format!("{file}: {label}: {problem}")),
            }
        }
        Ok(())
    }
}

fn read_root(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text).map_err(|e| format!("not JSON: {e}"))? {
        Value::Object(root) => Ok(root),
        _ => Err("not a JSON object".to_owned()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::{Map, json};

    /// Reads the cases of one file in memory.
    pub(crate) fn read(file: Value) -> Vectors {
        let mut vectors = Vectors::default();
        vectors.read_files(&[("t.json".to_owned(), file.to_string())]);
        vectors
    }

    /// Reads one valid case of the format `tid`.
    pub(crate) fn case(case: Value) -> Case {
        let mut vectors = read(json!({"format": "tid", "cases": [case]}));
        assert_eq!(vectors.problems, Vec::<String>::new());
        vectors.cases.remove(0)
    }

    #[test]
    fn case_inherits_and_overrides_keys_of_the_file() {
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
    fn errors_in_a_case_are_reported_and_hide_no_other_case() {
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
                "requires `error`",
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
    fn errors_in_a_file_are_reported() {
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
                "case \"a\": duplicate name",
            ),
        ] {
            let vectors = read(file);
            assert_eq!(vectors.problems.len(), 1, "{:?}", vectors.problems);
            assert!(vectors.problems[0].contains(part), "{:?}", vectors.problems);
        }
        let mut vectors = Vectors::default();
        vectors.read_files(&[("t.json".to_owned(), "{\n  oops".to_owned())]);
        assert!(
            vectors.problems[0].contains("t.json: not JSON: ")
                && vectors.problems[0].contains("line 2")
        );
    }

    /// The Python reference derives cases independently. Both must derive the same ones.
    #[cfg(unix)]
    #[test]
    fn reference_in_python_reads_the_same_cases() {
        let new_enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"];
        let version = std::process::Command::new("python3")
            .args(new_enough)
            .status();
        if !version.is_ok_and(|status| status.success()) {
            eprintln!("SKIPPED reference_in_python_reads_the_same_cases: no Python 3.11 or later");
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
        let mut python = std::process::Command::new("python3");
        let output = python.arg(folder.join("reference")).arg("cases").output();
        let output = output.expect("Python starts");
        let listed = String::from_utf8(output.stdout).expect("UTF-8");
        let theirs: Vec<Value> = listed
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let cases = load(&folder).cases;
        let ours: Vec<Value> = cases
            .iter()
            .filter(|case| case.op != "columns")
            .map(line)
            .collect();
        assert_eq!(ours.len(), theirs.len());
        for (our, their) in ours.iter().zip(&theirs) {
            assert_eq!(our, their);
        }
    }

    /// A case in the reference's output format.
    #[cfg(unix)]
    fn line(case: &Case) -> Value {
        let mut request = case.inputs.clone();
        request.insert("op".to_owned(), Value::from(case.op));
        request.insert("format".to_owned(), Value::from(case.format.clone()));
        let expected = match &case.expected {
            Expected::Ok(keys) => json!({"expect": keys}),
            Expected::Error {
                code,
                offset,
                texts,
                ..
            } => {
                let mut expected = json!({"error": code});
                if let Some(offset) = offset {
                    expected["offset"] = json!(offset);
                }
                if let Some(texts) = texts {
                    expected["texts"] = json!(texts);
                }
                expected
            }
        };
        json!([case.file, case.name, request, expected])
    }

    /// If two errors shared a message, users could not tell which one they made.
    #[test]
    fn error_messages_are_unique() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
        let mut sentences = std::collections::BTreeMap::new();
        let vectors = load(&folder);
        for case in &vectors.cases {
            if let Expected::Error {
                message: Some(message),
                ..
            } = &case.expected
            {
                let other = sentences.insert(message.clone(), &case.name);
                assert_eq!(other, None, "{message}");
            }
        }
        assert!(sentences.len() > 60, "{}", sentences.len());
    }

    #[test]
    fn missing_folder_is_reported() {
        let vectors = load(Path::new("no/such/folder"));
        assert!(vectors.problems[0].starts_with("no/such/folder: cannot be read"));
    }
}
