//! Tables from data: a page names a JSON file of tables or of benchmark results.

use std::path::Path;

use serde::Deserialize;

use crate::Fallible;
use crate::pages::{read, resolved};
use crate::results::Results;

const BEGIN: &str = "<!-- tables: ";
const END: &str = " -->";

#[derive(Deserialize)]
pub(crate) struct Table {
    title: String,
    text: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Replaces each line `<!-- tables: FILE -->` of the page at `path` with the tables of that file.
pub(crate) fn expand(root: &Path, path: &str, text: &str) -> Fallible<String> {
    let mut expanded = String::new();
    for line in text.lines() {
        let file = line
            .strip_prefix(BEGIN)
            .and_then(|line| line.strip_suffix(END));
        if let Some(file) = file {
            let file = resolved(path, file).ok_or_else(|| format!("{path}: {file} is outside"))?;
            expanded.push_str(&markdown(&file, &read(root, &file)?)?);
        } else {
            expanded.push_str(line);
        }
        expanded.push('\n');
    }
    Ok(expanded)
}

/// The tables of a JSON file as Markdown.
fn markdown(file: &str, json: &str) -> Fallible<String> {
    if json.starts_with('{') {
        let results: Results =
            serde_json::from_str(json).map_err(|error| format!("{file}: {error}"))?;
        return Ok(results.markdown());
    }
    let tables: Vec<Table> =
        serde_json::from_str(json).map_err(|error| format!("{file}: {error}"))?;
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    for table in tables {
        text.push_str(&format!("## {}\n\n", table.title));
        if !table.text.is_empty() {
            text.push_str(&format!("{}\n\n", table.text));
        }
        text.push_str(&row(&table.columns));
        text.push_str(&format!("|{}\n", "---|".repeat(table.columns.len())));
        text.extend(table.rows.iter().map(|cells| row(cells)));
        text.push('\n');
    }
    Ok(text)
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
    fn conformance_page_shows_its_tables() {
        let path = "docs/conformance.md";
        let page = expand(&root(), path, &read(&root(), path).expect("a page"));
        let page = page.expect("tables");
        assert!(page.contains("\n## Rulings\n") && page.contains("\n## Matrix\n"));
        assert!(!page.contains(BEGIN));
        let benchmarks = "docs/benchmarks.md";
        let page = expand(
            &root(),
            benchmarks,
            &read(&root(), benchmarks).expect("a page"),
        );
        assert!(page.expect("figures").contains("| next uuid7 |"));
        assert!(expand(&root(), path, "<!-- tables: nothing.json -->").is_err());
    }
}
