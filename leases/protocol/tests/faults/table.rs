use std::collections::HashMap;
use std::fs;
use std::path::Path;

const DOCUMENT: &str = "../../docs/lease-faults.json";
const STORES: [&str; 4] = ["file", "PostgreSQL", "Redis", "etcd"];
const HOLDERS: [&str; 4] = ["agent", "Python", "Node", "Rust"];
const MOMENTS: [&str; 3] = ["starting", "running", "returning"];
/// The prefix of a reason.
const REASONS: [&str; 3] = ["cannot occur: ", "same as *", "not promised: "];
/// The fault of rows that apply to every fault.
const ANY: &str = "any";

type Cell<'a> = (&'a str, &'a str, &'a str, &'a str);

/// The tables of faults and of the files with their tests.
pub(crate) struct Table {
    /// Fault, store, holder, moment, and tests or a reason.
    pub(crate) rows: Vec<[String; 5]>,
    /// The text of each file with tests.
    files: HashMap<String, String>,
}

impl Table {
    pub(crate) fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(root.join(DOCUMENT)).expect("a table");
        let tables: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let files: Vec<[String; 3]> =
            serde_json::from_value(tables[0]["rows"].clone()).expect("rows of three texts");
        let read = |[name, file, _]: [String; 3]| {
            let path = root.join("../..").join(file.trim_matches('`'));
            let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
            (name.trim_matches('`').to_owned(), text)
        };
        Self {
            rows: serde_json::from_value(tables[1]["rows"].clone()).expect("rows of five texts"),
            files: files.into_iter().map(read).collect(),
        }
    }

    /// The combinations that the simulation runs: fault, store, moment.
    pub(crate) fn simulated(&self) -> Vec<[&str; 3]> {
        let rows = self
            .rows
            .iter()
            .filter(|row| tests(&row[4]).any(|test| test == "faults"));
        let mut cells: Vec<_> = rows
            .flat_map(cells)
            .map(|(fault, store, _, moment)| [fault, store, moment])
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the errors in the table.
    pub(crate) fn faults(&self) -> Vec<String> {
        let named = |fault: &str| self.rows.iter().any(|row| row[0] == fault);
        let mut wrong = Vec::new();
        let mut known: HashMap<Cell<'_>, usize> = HashMap::new();
        for row in &self.rows {
            cells(row).for_each(|cell| *known.entry(cell).or_default() += 1);
            let reason = REASONS.iter().find_map(|begin| row[4].strip_prefix(begin));
            let same = row[4]
                .strip_prefix(REASONS[1])
                .and_then(|rest| rest.split('*').next());
            let is_complete = match reason {
                Some(_) => same.is_none_or(|fault| named(fault) && fault != row[0]),
                None => {
                    tests(&row[4]).next().is_some() && tests(&row[4]).all(|test| self.exists(test))
                }
            };
            if !is_complete {
                wrong.push(format!("{}: no such test or reason: {}", row[0], row[4]));
            }
        }
        for fault in self
            .rows
            .iter()
            .map(|row| row[0].as_str())
            .filter(|fault| *fault != ANY)
        {
            for (store, holder, moment) in product() {
                let count = |fault| known.get(&(fault, store, holder, moment)).copied();
                let what = match (count(ANY), count(fault)) {
                    (Some(_), _) | (None, Some(1)) => continue,
                    (None, None) => "neither a test nor a reason",
                    (None, Some(_)) => "more than one row",
                };
                wrong.push(format!("{fault}, {store}, {holder}, {moment}: {what}"));
            }
        }
        wrong.dedup();
        wrong
    }

    /// Whether a test is in its file: a function, or a quoted name.
    fn exists(&self, test: &str) -> bool {
        let (file, name) = test.split_once("::").unwrap_or((test, ""));
        let Some(text) = self.files.get(file) else {
            return false;
        };
        let ways = [
            format!("fn {name}("),
            format!("def {name}("),
            format!("function {name}("),
            format!("'{name}'"),
            format!("\"{name}\""),
        ];
        name.is_empty() || ways.iter().any(|way| text.contains(way))
    }
}

fn product() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    STORES.into_iter().flat_map(|store| {
        HOLDERS
            .into_iter()
            .flat_map(move |holder| MOMENTS.map(|moment| (store, holder, moment)))
    })
}

/// The combinations of a row.
fn cells(row: &[String; 5]) -> impl Iterator<Item = Cell<'_>> {
    let has =
        |at: usize, word: &str| row[at] == "all" || row[at].split(", ").any(|one| one == word);
    let here = move |&(store, holder, moment): &(&str, &str, &str)| {
        has(1, store) && has(2, holder) && has(3, moment)
    };
    product()
        .filter(here)
        .map(|(store, holder, moment)| (row[0].as_str(), store, holder, moment))
}

/// The tests that a cell names, in code spans.
fn tests(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}
