//! Tables of the documentation: database columns, and formats with a shared node.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use sortid::{Database, Format};

use crate::api;

/// The databases, as the pages name them.
const NAMES: [&str; 6] = [
    "PostgreSQL",
    "SQLite",
    "MySQL",
    "MariaDB",
    "DuckDB",
    "ClickHouse",
];

/// The column of each format in each database: one row for all formats with the same columns.
pub(crate) fn storage() -> String {
    let mut rows: Vec<(Vec<Format>, Vec<String>)> = Vec::new();
    for format in Format::ALL.iter().copied() {
        let types = types(format, false);
        match rows.iter_mut().find(|row| row.1 == types) {
            Some((formats, _)) => formats.push(format),
            None => rows.push((vec![format], types)),
        }
    }
    rows.sort_by_key(|(formats, _)| {
        widths(formats)
            .first()
            .map(|bits| (!bits.is_multiple_of(64), Reverse(*bits)))
    });
    let mut lines = vec![
        line("ids", NAMES.map(str::to_owned).into_iter()),
        line("---", NAMES.map(|_| "---".to_owned()).into_iter()),
    ];
    for (formats, types) in rows {
        let names: Vec<String> = formats.iter().map(|format| format!("`{format}`")).collect();
        let bits: Vec<String> = widths(&formats).iter().map(u32::to_string).collect();
        let ids = format!("{} bits: {}", bits.join(", "), names.join(", "));
        lines.push(line(&ids, types.into_iter()));
    }
    lines.push(line("any, as text", types(Format::Ulid, true).into_iter()));
    lines.join("\n")
}

/// The formats that have functions and types of their names.
pub(crate) fn known() -> String {
    let names: Vec<String> = api::known().map(|format| format!("`{format}`")).collect();
    names.join(", ") + "."
}

/// The formats with a shared node, and the number of its values.
pub(crate) fn shared_nodes() -> String {
    let mut lines = vec![
        "| format | a drawn node is one of | the option that assigns it |".to_owned(),
        "| --- | --- | --- |".to_owned(),
    ];
    for format in Format::ALL {
        if let Some(node) = format.shared_node() {
            let (values, option) = (node.grouped_values(), node.option);
            lines.push(format!("| `{format}` | {values} | `{option}` |"));
        }
    }
    lines.join("\n")
}

fn line(first: &str, cells: impl Iterator<Item = String>) -> String {
    let cells = cells.collect::<Vec<_>>().join(" | ");
    format!("| {first} | {cells} |")
}

fn widths(formats: &[Format]) -> BTreeSet<u32> {
    formats.iter().map(|format| format.bits()).collect()
}

/// The declared type in each database, with `n` for a length that differs among formats.
fn types(format: Format, as_text: bool) -> Vec<String> {
    let types = Database::ALL.iter().map(|database| {
        let column = format.column_in(*database, as_text);
        let mut name = column.sql_type().to_string();
        if as_text || !format.bits().is_multiple_of(64) {
            name = name.replace(&format!("({})", column.length()), "(n)");
        }
        format!("`{name}`")
    });
    types.collect()
}
