//! Tables of pages, written from JSON files of tables or of benchmark results.
//!
//! A page has a line `<!-- tables: FILE -->`, then the tables of that file, then
//! `<!-- end of tables -->`.

use std::path::Path;

use serde::Deserialize;

use crate::Fallible;
use crate::pages::{below, read, resolved};
use crate::results::Results;

const BEGIN: &str = "<!-- tables: ";
const BEGIN_END: &str = " -->";
const END: &str = "<!-- end of tables -->";

/// The number of rows from which a table is folded.
const LONG: usize = 100;

/// The path of a file, and its text.
pub(crate) type File = (String, String);

#[derive(Deserialize)]
pub(crate) struct Table {
    title: String,
    text: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The pages with tables, updated.
pub(crate) fn pages(root: &Path) -> Fallible<Vec<File>> {
    let mut paths = Vec::new();
    below(root, "docs/", ".md", &mut paths)?;
    let mut pages = Vec::new();
    for path in paths {
        let text = read(root, &path)?;
        if text.contains(BEGIN) {
            let text = updated(root, &path, &text)?;
            pages.push((path, text));
        }
    }
    Ok(pages)
}

/// The text of a page with current tables.
fn updated(root: &Path, path: &str, text: &str) -> Fallible<String> {
    let (mut updated, mut is_inside) = (String::new(), false);
    for line in text.lines() {
        is_inside &= line != END;
        if is_inside {
            continue;
        }
        updated.push_str(line);
        updated.push('\n');
        let file = line.strip_prefix(BEGIN);
        if let Some(file) = file.and_then(|line| line.strip_suffix(BEGIN_END)) {
            let file = resolved(path, file).ok_or_else(|| format!("{path}: {file} is outside"))?;
            let tables = markdown(&file, &read(root, &file)?)?;
            updated.push_str(&format!("\n{}\n\n", tables.trim_end()));
            is_inside = true;
        }
    }
    match is_inside {
        false => Ok(updated),
        true => Err(format!("{path}: no line {END}")),
    }
}

/// The tables of a JSON file as Markdown.
fn markdown(file: &str, json: &str) -> Fallible<String> {
    let failure = |error| format!("{file}: {error}");
    if json.starts_with('{') {
        let results: Results = serde_json::from_str(json).map_err(failure)?;
        return Ok(results.markdown());
    }
    let tables: Vec<Table> = serde_json::from_str(json).map_err(failure)?;
    Ok(tables.iter().map(Table::markdown).collect())
}

impl Table {
    fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut text = format!("## {}\n\n", self.title);
        if !self.text.is_empty() {
            text.push_str(&format!("{}\n\n", self.text));
        }
        let count = self.rows.len();
        let is_long = count >= LONG;
        if is_long {
            text.push_str(&format!("<details>\n<summary>{count} rows</summary>\n\n"));
        }
        text.push_str(&row(&self.columns));
        text.push_str(&format!("|{}\n", "---|".repeat(self.columns.len())));
        text.extend(self.rows.iter().map(|cells| row(cells)));
        text.push_str(if is_long { "\n</details>\n\n" } else { "\n" });
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn table_is_heading_text_and_rows() {
        let json = r#"[{"title": "A", "text": "t", "columns": ["x", "y"], "rows": [["1", ""]]}]"#;
        let text = "## A\n\nt\n\n| x | y |\n|---|---|\n| 1 |  |\n\n";
        assert_eq!(markdown("f", json).as_deref(), Ok(text));
        assert!(markdown("f", "[{}]").is_err());
    }

    #[test]
    fn long_table_is_folded() {
        let table = |rows| Table {
            title: "A".to_owned(),
            text: String::new(),
            columns: vec!["x".to_owned()],
            rows: vec![vec!["1".to_owned()]; rows],
        };
        let long = table(LONG).markdown();
        assert!(
            long.contains("\n<summary>100 rows</summary>\n\n| x |\n"),
            "{long}"
        );
        assert!(long.ends_with("| 1 |\n\n</details>\n\n"), "{long}");
        assert!(!table(LONG - 1).markdown().contains("details"));
    }

    #[test]
    fn tables_replace_the_old_ones() {
        let (root, path) = (root(), "docs/new.md");
        let page = "a\n<!-- tables: benchmarks/c.json -->\nold\n<!-- end of tables -->\nb\n";
        let new = updated(&root, path, page).expect("a page");
        assert!(
            new.starts_with("a\n<!-- tables: benchmarks/c.json -->\n\n`"),
            "{new}"
        );
        assert!(new.ends_with(" |\n\n<!-- end of tables -->\nb\n"), "{new}");
        assert!(
            new.contains("\n| what | sortid, ns |") && !new.contains("old"),
            "{new}"
        );
        assert_eq!(updated(&root, path, &new).as_ref(), Ok(&new));
        assert!(updated(&root, path, &page.replace(END, "")).is_err());
        assert!(updated(&root, path, &page.replace("c.json", "nothing.json")).is_err());
    }
}
