//! The figures on pages, copied from the result files of benchmarks.
//!
//! A page has a line `<!-- figures: ROWS -->`, then the table, then `<!-- end of figures -->`.
//! ROWS are rows of the files of `docs/benchmarks`: `core: next uuid7; python: uuid7()`. The line
//! `<!-- best and worst: FILES -->` is followed by the rows of the lowest and the highest ratio of
//! each file. `docs/benchmarks.md` shows whole files.

use std::cmp::Ordering::Equal;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The command that updates the pages.
const COMMAND: &str = "cargo suite --write-figures";

/// The pages with figures.
pub(crate) const PAGES: [&str; 1] = ["README.md"];

const FOLDER: &str = "docs/benchmarks";
const BEGIN: &str = "<!-- figures: ";
const BEGIN_EXTREMES: &str = "<!-- best and worst: ";
const BEGIN_END: &str = " -->";
const END: &str = "<!-- end of figures -->";

/// A result file, as `cargo suite bench … --json FILE` writes it.
#[derive(Deserialize)]
struct Results {
    rows: Vec<Row>,
}

/// Times are nanoseconds for one id, row or call.
#[derive(Deserialize)]
struct Row {
    what: String,
    ours_ns: f64,
    peer: Option<String>,
    peer_version: Option<String>,
    peer_ns: Option<f64>,
}

/// Updates the pages.
///
/// # Errors
/// If a page or a result file cannot be read or written, or a page selects a row that is absent.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for page in PAGES {
        let text = updated(root, page)?;
        fs::write(root.join(page), text).map_err(|error| format!("{page}: {error}"))?;
    }
    Ok(())
}

/// Compares the tables of a page with the result files. Returns what is wrong, if anything.
pub(crate) fn drift(root: &Path, page: &str) -> Option<String> {
    match updated(root, page) {
        Ok(text) if read(root, page).as_ref() == Ok(&text) => None,
        Ok(_) => Some(format!(
            "figures differ from the files of {FOLDER}; `{COMMAND}` updates them"
        )),
        Err(error) => Some(error),
    }
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The text of a page with current tables.
fn updated(root: &Path, page: &str) -> Result<String, String> {
    let text = read(root, page)?;
    let results = |name: &str| {
        let path = format!("{FOLDER}/{name}.json");
        let json = read(root, &path)?;
        serde_json::from_str(&json).map_err(|error| format!("{path}: {error}"))
    };
    with_tables(&text, &results).map_err(|error| format!("{page}: {error}"))
}

fn with_tables(
    text: &str,
    results: &dyn Fn(&str) -> Result<Results, String>,
) -> Result<String, String> {
    let (mut updated, mut is_inside) = (String::new(), false);
    for line in text.lines() {
        let source = |begin| line.strip_prefix(begin)?.strip_suffix(BEGIN_END);
        if line == END {
            is_inside = false;
        }
        if !is_inside {
            updated.push_str(line);
            updated.push('\n');
        }
        let table = match (source(BEGIN), source(BEGIN_EXTREMES)) {
            (Some(rows), _) => table(rows, results)?,
            (None, Some(files)) => extremes(files, results)?,
            (None, None) => continue,
        };
        updated.push_str(&format!("\n{table}\n"));
        is_inside = true;
    }
    match is_inside {
        false => Ok(updated),
        true => Err(format!("no line {END}")),
    }
}

fn table(
    source: &str,
    results: &dyn Fn(&str) -> Result<Results, String>,
) -> Result<String, String> {
    let mut text = String::new();
    text.push_str("| what | sortid, ns | peer | peer, ns | ratio |\n|---|--:|---|--:|--:|\n");
    let mut file = "";
    for selected in source.split("; ") {
        let what = match selected.split_once(": ") {
            Some((name, what)) => {
                file = name;
                what
            }
            None => selected,
        };
        let rows = results(file)?.rows;
        let row = rows.iter().find(|row| row.what == what);
        let row = row.ok_or_else(|| format!("{FOLDER}/{file}.json has no row {what:?}"))?;
        text.push_str(&markdown(row, language(file)));
    }
    Ok(text)
}

/// A table of the best and the worst row of each file, excluding sortid as its own peer.
fn extremes(
    files: &str,
    results: &dyn Fn(&str) -> Result<Results, String>,
) -> Result<String, String> {
    let mut text = String::from("| best and worst row | peer | ratio |\n|---|---|--:|\n");
    for file in files.split("; ") {
        let mut rows = results(file)?.rows;
        rows.retain(|row| row.peer_version.as_deref() != Some(env!("CARGO_PKG_VERSION")));
        rows.retain(|row| row.ratio().is_some());
        rows.sort_by(|row, other| row.ratio().partial_cmp(&other.ratio()).unwrap_or(Equal));
        let [best, .., worst] = &rows[..] else {
            return Err(format!(
                "{FOLDER}/{file}.json has fewer than two rows with a peer"
            ));
        };
        for row in [best, worst] {
            text.push_str(&format!(
                "| {}{} | {} | {} |\n",
                language(file),
                escaped(&row.what),
                row.peer(),
                row.ratio_text()
            ));
        }
    }
    Ok(text)
}

/// The prefix of a file's rows in a table of several files.
fn language(file: &str) -> &'static str {
    match file {
        "core" => "Rust: ",
        "c" => "C: ",
        "python" => "Python: ",
        "node" => "Node: ",
        "jvm" => "JVM: ",
        "swift" => "Swift: ",
        _ => "",
    }
}

fn markdown(row: &Row, prefix: &str) -> String {
    format!(
        "| {prefix}{} | {:.2} | {} | {} | {} |\n",
        escaped(&row.what),
        row.ours_ns,
        row.peer(),
        row.peer_ns.map(|ns| format!("{ns:.2}")).unwrap_or_default(),
        row.ratio_text(),
    )
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

impl Row {
    /// The peer and its version, as a cell of a table.
    fn peer(&self) -> String {
        match (&self.peer, &self.peer_version) {
            (Some(peer), Some(version)) => escaped(format!("{peer} {version}").trim_end()),
            _ => String::new(),
        }
    }

    fn ratio(&self) -> Option<f64> {
        self.peer_ns.map(|peer| self.ours_ns / peer)
    }

    fn ratio_text(&self) -> String {
        let digits = |ratio: f64| format!("{ratio:.*}", if ratio < 0.1 { 4 } else { 2 });
        self.ratio().map(digits).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    const FILE: &str = r#"{"rows": [
        {"what": "next", "ours_ns": 1, "peer": "p|q", "peer_version": "1", "peer_ns": 4},
        {"what": "alone", "ours_ns": 2.5}]}"#;

    fn results(name: &str) -> Result<Results, String> {
        match name {
            "core" => serde_json::from_str(FILE).map_err(|error| error.to_string()),
            _ => Err(format!("no {name}")),
        }
    }

    #[test]
    fn table_replaces_the_old_one() {
        let page = "a\n<!-- figures: core: next; alone -->\nold\n<!-- end of figures -->\nb\n";
        let updated = with_tables(page, &results).expect("a page");
        assert_eq!(
            updated,
            "a\n<!-- figures: core: next; alone -->\n\n\
             | what | sortid, ns | peer | peer, ns | ratio |\n|---|--:|---|--:|--:|\n\
             | Rust: next | 1.00 | p\\|q 1 | 4.00 | 0.25 |\n| Rust: alone | 2.50 |  |  |  |\n\n\
             <!-- end of figures -->\nb\n"
        );
        assert_eq!(with_tables(&updated, &results).as_ref(), Ok(&updated));
    }

    #[test]
    fn selected_rows_name_their_language() {
        let page = "<!-- figures: core: next -->\n<!-- end of figures -->\n";
        let updated = with_tables(page, &results).expect("a page");
        assert!(updated.contains("| Rust: next | 1.00 |"), "{updated}");
        for wrong in ["core: other", "other", "other: next"] {
            let page = page.replace("core: next", wrong);
            assert!(with_tables(&page, &results).is_err(), "{wrong}");
        }
        let open = page.replace(END, "");
        assert!(with_tables(&open, &results).is_err());
    }

    #[test]
    fn best_and_worst_rows_leave_out_sortid_as_its_own_peer() {
        let own = env!("CARGO_PKG_VERSION");
        let json = format!(
            r#"{{"rows": [
                {{"what": "middle", "ours_ns": 1, "peer": "p", "peer_version": "1", "peer_ns": 2}},
                {{"what": "slow", "ours_ns": 3, "peer": "p", "peer_version": "1", "peer_ns": 2}},
                {{"what": "fast", "ours_ns": 1, "peer": "p", "peer_version": "", "peer_ns": 20}},
                {{"what": "alone", "ours_ns": 9}},
                {{"what": "own", "ours_ns": 9, "peer": "p", "peer_version": "{own}", "peer_ns": 1}}]}}"#
        );
        let results = |_: &str| serde_json::from_str(&json).map_err(|error| error.to_string());
        let page = "<!-- best and worst: core -->\n<!-- end of figures -->\n";
        assert_eq!(
            with_tables(page, &results).expect("a page"),
            "<!-- best and worst: core -->\n\n\
             | best and worst row | peer | ratio |\n|---|---|--:|\n\
             | Rust: fast | p | 0.0500 |\n| Rust: slow | p 1 | 1.50 |\n\n\
             <!-- end of figures -->\n"
        );
    }

    #[test]
    fn drift_names_the_command_that_updates_the_page() {
        let other = drift(&root(), "docs/no-such-page.md").expect("drift");
        assert!(other.contains("no-such-page"), "{other}");
        let folder = std::env::temp_dir().join(format!("sortid-figures-{}", std::process::id()));
        fs::create_dir_all(folder.join(FOLDER)).expect("a folder");
        fs::write(folder.join(FOLDER).join("core.json"), FILE).expect("a result file");
        let page = "<!-- figures: core: next -->\n<!-- end of figures -->\n";
        fs::write(folder.join("page.md"), page).expect("a page");
        let stale = drift(&folder, "page.md").expect("drift");
        assert!(stale.contains(COMMAND), "{stale}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
