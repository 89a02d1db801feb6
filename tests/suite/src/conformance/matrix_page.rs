//! `docs/conformance-matrix.json`, generated from the vectors and the list of languages.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use serde_json::{Value, json};

use crate::conformance::matrix::{CONVERT_ONLY, Matrix};
use crate::conformance::vectors::{OPERATIONS, load};
use crate::languages::{LANGUAGES, Language};

/// The command that writes the page.
const COMMAND: &str = "cargo suite --write-matrix";

pub(crate) fn path(root: &Path) -> PathBuf {
    root.join("docs").join("conformance-matrix.json")
}

/// Writes the page and returns its path.
///
/// # Errors
/// If a vector file has a mistake, or the page cannot be written.
pub(crate) fn write(root: &Path) -> Result<PathBuf, String> {
    let vectors = load(&root.join("tests").join("vectors"));
    if let Some(problem) = vectors.problems.first() {
        return Err(format!("tests/vectors: {problem}"));
    }
    let text = text(&Matrix::new(&vectors.cases, true), LANGUAGES);
    let path = path(root);
    match fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Compares the page with its expected text. Returns what is wrong with it, if anything.
pub(crate) fn drift(root: &Path, page: &str) -> Option<String> {
    match fs::read_to_string(path(root)) {
        Ok(text) if text == page => None,
        Ok(_) => Some(format!(
            "not up to date with the vectors; `{COMMAND}` updates it"
        )),
        Err(error) => Some(format!("cannot be read ({error}); `{COMMAND}` writes it")),
    }
}

/// The text of the file: a list with one table, in the form of `docs/conformance.json`.
pub(crate) fn text(matrix: &Matrix, languages: &[Language]) -> String {
    let cells = |format: &str| -> Vec<u64> {
        let operations = OPERATIONS.iter();
        operations.map(|(op, _)| matrix.cases(format, op)).collect()
    };
    let total: u64 = matrix.formats().flat_map(cells).sum();
    let answers = total * languages.len() as u64;
    let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
    let convert_only = CONVERT_ONLY.map(|name| format!("`{name}`")).join(", ");
    let about = format!(
        "The cases of `tests/vectors` by format and operation. Every language answers all of them, \
         through a driver that uses only the public API of its package: {}. These are {total} cases \
         × {} languages = {answers} answers; `cargo suite` fails if one is wrong or missing. Each \
         answer is also compared with a falsified expectation, and must fail.{} {convert_only} are \
         not formats: only `convert` accepts them.",
        names.join(", "),
        names.len(),
        languages.iter().map(lacking).collect::<String>(),
    );
    let operations = OPERATIONS.iter().map(|(op, _)| format!("`{op}`"));
    let columns: Vec<String> = iter::once("format".to_owned())
        .chain(operations)
        .chain(["all".to_owned()])
        .collect();
    let row = |name: String, cells: Vec<u64>| {
        let all = cells.iter().sum();
        let counts = cells.into_iter().chain([all]).map(count);
        json!(iter::once(name).chain(counts).collect::<Vec<_>>())
    };
    let formats = matrix.formats();
    let formats = formats.map(|format| row(format!("`{format}`"), cells(format)));
    let of_all = |op| {
        matrix
            .formats()
            .map(|format| matrix.cases(format, op))
            .sum()
    };
    let of_all = OPERATIONS.iter().map(|(op, _)| of_all(op)).collect();
    let all = row("all".to_owned(), of_all);
    let rows: Vec<Value> = formats.chain([all]).collect();
    let rows: Vec<String> = rows.iter().map(|row| format!("      {row}")).collect();
    format!(
        "[\n  {{\n    \"title\": \"Matrix\",\n    \"text\": {},\n    \"columns\": {},\n    \"rows\": [\n{}\n    ]\n  }}\n]\n",
        json!(about),
        json!(columns),
        rows.join(",\n")
    )
}

/// A sentence about the features that a language lacks; empty if it has all.
fn lacking(language: &Language) -> String {
    let mut exceptions = Vec::new();
    if !language.lacks.operations.is_empty() {
        let operations = language.lacks.operations.iter();
        let operations: Vec<_> = operations.map(|op| format!("`{op}`")).collect();
        exceptions.push(format!("{} is `not_applicable`", operations.join(", ")));
    }
    if language.lacks.files {
        exceptions.push("a state file or lease file is `store_io`".to_owned());
    }
    match exceptions.is_empty() {
        true => String::new(),
        false => format!(
            " In {}, {}; such cases also run and count.",
            language.name,
            exceptions.join(", ")
        ),
    }
}

fn count(cases: u64) -> String {
    match cases {
        0 => "–".to_owned(),
        cases => cases.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::matrix::tests::cases;
    use crate::languages::LANGUAGES;

    #[test]
    fn text_has_every_row_and_sum() {
        let text = text(&Matrix::new(&cases(), true), LANGUAGES);
        let tables: Value = serde_json::from_str(&text).expect("JSON");
        let about = tables[0]["text"].as_str().expect("a text");
        assert!(about.contains("These are 3 cases × "), "{about}");
        let rows = tables[0]["rows"].as_array().expect("rows");
        let cells = |name: &str| {
            let found = rows.iter().find(|row| row[0] == name).expect("a row");
            let cells = found.as_array().expect("cells").iter().skip(1);
            cells
                .filter(|cell| *cell != "–")
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(cells("`tid`")[0], "2");
        assert_eq!(cells("all"), ["2", "1", "3"]);
        for language in LANGUAGES {
            assert!(about.contains(language.name), "{about}");
        }
    }

    #[test]
    fn drift_names_the_command_that_updates_the_page() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let other = drift(&root, "another text").expect("drift");
        let absent = drift(Path::new("no/such/folder"), "").expect("drift");
        assert!(
            other.contains(COMMAND) && absent.contains(COMMAND),
            "{other} {absent}"
        );
    }
}
