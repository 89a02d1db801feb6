//! Compares the table of guards in `docs/guards.json` with the list in
//! `core/engine/src/sys/failpoints.rs`. Reads both as text.

use std::fs;
use std::path::{Path, PathBuf};

const DOCUMENT: &str = "../docs/guards.json";
const LIST: &str = "engine/src/sys/failpoints.rs";

fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the names in the list, in its order. Each is on its own line below `Guard:`.
fn listed(source: &str) -> Vec<&str> {
    let lines = source.lines().skip_while(|line| line.trim() != "Guard:");
    let inside = lines.skip(1).take_while(|line| *line != "}");
    let names = inside.map(str::trim).filter(|line| !line.starts_with("//"));
    names.collect()
}

/// A row of the table: guard, fault that it prevents, file, consequence if it is missing.
type Row = [String; 4];

fn rows(document: &str) -> Vec<Row> {
    let tables: serde_json::Value = serde_json::from_str(document).expect("JSON");
    let rows = tables[0]["rows"].clone();
    serde_json::from_value(rows).expect("rows of four texts")
}

fn unquoted(cell: &str) -> &str {
    let inside = cell
        .strip_prefix('`')
        .and_then(|cell| cell.strip_suffix('`'));
    inside.unwrap_or_else(|| panic!("{cell:?} is not a code span"))
}

#[test]
fn table_and_list_contain_the_same_guards_in_order() {
    let (document, source) = (read(DOCUMENT), read(LIST));
    let listed = listed(&source);
    let rows = rows(&document);
    let in_table: Vec<&str> = rows.iter().map(|row| unquoted(&row[0])).collect();
    assert!(listed.len() > 30, "the list was not found: {listed:?}");
    assert_eq!(in_table, listed);
}

#[test]
fn every_row_is_complete_and_names_the_guards_file() {
    let document = read(DOCUMENT);
    for [guard, against, file, without] in rows(&document) {
        let (guard, file) = (unquoted(&guard), unquoted(&file));
        let source = match file.strip_prefix("leasing/") {
            Some(rule) => read(&format!("../leases/protocol/src/{rule}")),
            None => read(&format!("engine/src/{file}")),
        };
        let check = format!("guard!({guard})");
        assert!(source.contains(&check), "{file} does not check {guard}");
        assert!(!against.is_empty() && !without.is_empty(), "{guard}");
    }
}

#[test]
fn parsers_return_exactly_the_listed_guards_and_rows() {
    let source = "enum Guard {\n}\nlisted! {\n    Guard:\n    /// One.\n    One\n    /// Two.\n    Two\n}\nThree\n";
    assert_eq!(listed(source), ["One", "Two"]);
    let document = r#"[{"rows": [["`One`", "a", "`b.rs`", "c"]]}]"#;
    let row = ["`One`", "a", "`b.rs`", "c"].map(str::to_owned);
    assert_eq!(rows(document), [row]);
}
