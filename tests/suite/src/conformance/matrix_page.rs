//! `docs/conformance-matrix.md`, generated from the vectors and the list of languages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::conformance::matrix::{CONVERT_ONLY, Matrix};
use crate::conformance::vectors::{OPS, load};
use crate::languages::{LANGUAGES, Language};

/// The command that writes the page.
const COMMAND: &str = "cargo suite --write-matrix";

pub(crate) fn path(root: &Path) -> PathBuf {
    root.join("docs").join("conformance-matrix.md")
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

/// The text of the page.
pub(crate) fn text(matrix: &Matrix, languages: &[Language]) -> String {
    let sum = |format: &str| OPS.iter().map(|op| matrix.cases(format, op)).sum::<u64>();
    let total: u64 = matrix.formats().map(sum).sum();
    let answers = total * languages.len() as u64;
    let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
    let mut page = format!(
        "# Conformance matrix\n\n\
         The cases of `tests/vectors` by format and operation. Every language answers all of them, through a driver that \
         uses only the public API of its package: {}. These are {total} cases × {} languages = {answers} answers; \
         `cargo suite` fails if one is wrong or missing. Each answer is also compared with a falsified expectation, and \
         must fail.{}\n\n\
         `{COMMAND}` writes this page; the suite fails if it is not current. What the cases show is in \
         [conformance.md](conformance.md). `cargo suite --list` shows the other tests of each language.\n\n",
        names.join(", "),
        names.len(),
        languages.iter().map(lacking).collect::<String>(),
    );
    let headings: Vec<String> = OPS.iter().map(|op| format!("`{op}`")).collect();
    page += &row("format", headings, "all");
    page += &row("---", vec!["--:".to_owned(); OPS.len()], "--:");
    for format in matrix.formats() {
        let cells = OPS.map(|op| count(matrix.cases(format, op)));
        page += &row(&format!("`{format}`"), cells.into(), &count(sum(format)));
    }
    let columns = OPS.map(|op| {
        count(
            matrix
                .formats()
                .map(|format| matrix.cases(format, op))
                .sum(),
        )
    });
    page += &row("all", columns.into(), &count(total));
    let convert_only = CONVERT_ONLY.map(|name| format!("`{name}`")).join(", ");
    page += &format!("\n{convert_only} are not formats: only `convert` accepts them.\n\n");
    page += "| language | driver |\n|---|---|\n";
    for language in languages {
        let (name, driver) = (language.name, language.driver());
        let driver = driver.display().to_string().replace('\\', "/");
        page += &format!("| {name} | [`{driver}`](../{driver}) |\n");
    }
    page
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

fn row(first: &str, cells: Vec<String>, last: &str) -> String {
    format!("| {first} | {} | {last} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::matrix::tests::cases;
    use crate::languages::LANGUAGES;

    #[test]
    fn text_has_every_row_and_sum() {
        let page = text(&Matrix::new(&cases(), true), LANGUAGES);
        assert!(page.contains("| `tid` | 2 | – |"), "{page}");
        assert!(page.contains("These are 3 cases × "), "{page}");
        assert!(
            page.contains(
                "| all | 2 | – | – | – | – | – | – | 1 | – | – | – | – | – | – | – | – | – | – | – | 3 |"
            ),
            "{page}"
        );
        for language in LANGUAGES {
            assert!(
                page.contains(&format!("\n| {} | [`tests/drivers/", language.name)),
                "{page}"
            );
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
