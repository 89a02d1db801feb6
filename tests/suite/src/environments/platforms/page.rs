//! `docs/platforms.md`: the results for each platform, and why parts are left out.
//!
//! `cargo suite platforms --write` writes the first two tables. The third, the reasons, is
//! maintained by hand and only read here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::targets::{Kind, Platform};
use super::{PartOutcome, PartResult};

/// The headings of the tables.
const RAN: &str = "## What runs";
const COMPILED: &str = "## What is only compiled";
const LEFT_OUT: &str = "## What is left out, and why";

/// Stands for all platforms whose programs run.
const EVERY: &str = "all";

/// The cell of a part without a result or a reason.
const NOT_RUN: &str = "not run";

/// The command that writes the page.
const COMMAND: &str = "cargo suite platforms --write";

/// The parts that are compiled for a platform whose programs do not run.
pub(super) const COMPILED_PARTS: [&str; 2] = ["core", "C ABI"];

/// A row of the third table, without its reason: only its presence matters.
#[derive(Debug, PartialEq)]
struct LeftOut {
    platforms: Vec<String>,
    part: String,
}

impl LeftOut {
    fn is_for(&self, platform: &str) -> bool {
        let mut names = self.platforms.iter();
        names.any(|name| name == platform || name == EVERY)
    }
}

/// The parsed page.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
    /// The cells of the first two tables, by platform and part.
    cells: BTreeMap<(String, String), String>,
    /// The parts in the first table, in the order of its rows.
    parts: Vec<String>,
    left_out: Vec<LeftOut>,
}

fn path(root: &Path) -> PathBuf {
    root.join("docs").join("platforms.md")
}

impl Page {
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let path = path(root);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self::parse(text))
    }

    fn parse(text: String) -> Self {
        let mut page = Self::default();
        if let [head, rows @ ..] = &table(&text, RAN)[..] {
            for row in rows.iter().skip(1) {
                page.add_row(head, row);
            }
        }
        if let [head, rows @ ..] = &table(&text, COMPILED)[..] {
            for row in rows {
                let cells = head.iter().zip(row).skip(1);
                for (part, cell) in cells {
                    let key = (row[0].clone(), part.clone());
                    page.cells.insert(key, cell.clone());
                }
            }
        }
        for row in table(&text, LEFT_OUT).iter().skip(1) {
            if let [platforms, part, _] = &row[..] {
                let platforms = platforms.split(", ").map(str::to_owned).collect();
                let part = part.trim_matches('`').to_owned();
                page.left_out.push(LeftOut { platforms, part });
            }
        }
        page.text = text;
        page
    }

    fn add_row(&mut self, head: &[String], row: &[String]) {
        let Some((part, cells)) = row.split_first() else {
            return;
        };
        for part in part.split(", ") {
            self.parts.push(part.to_owned());
            for (platform, cell) in head.iter().skip(1).zip(cells) {
                let key = (platform.clone(), part.to_owned());
                self.cells.insert(key, cell.clone());
            }
        }
    }

    /// Whether the page has a reason for leaving out a part, or one that contains it.
    pub(super) fn has_reason(&self, platform: &str, part: &str) -> bool {
        let covers = |row: &LeftOut| {
            let rest = part.strip_prefix(row.part.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
                && row.is_for(platform)
        };
        self.left_out.iter().any(covers)
    }

    /// The names to exclude from a part: single core tests, vector operations or C programs.
    pub(super) fn left_out(&self, platform: &str, part: &str) -> Vec<String> {
        let rows = self.left_out.iter().filter(|row| row.is_for(platform));
        let names = rows.filter_map(|row| {
            let rest = row.part.strip_prefix(part)?.strip_prefix(": ")?;
            // Whole programs of core tests are not compiled, so there is nothing to exclude.
            match (part, rest.split_once(": ")) {
                ("core", Some((_, test))) => Some(test.to_owned()),
                ("core", None) => None,
                _ => Some(rest.to_owned()),
            }
        });
        names.collect()
    }

    /// Checks that the page has a reason if the part did not run, and none if it did.
    pub(super) fn explains(
        &self,
        platform: &str,
        part: &str,
        ended: PartOutcome,
    ) -> Result<(), String> {
        let table = LEFT_OUT.trim_start_matches("## ");
        match (ended, self.has_reason(platform, part)) {
            (PartOutcome::Absent, false) => {
                Err(format!("did not run, and \"{table}\" gives no reason"))
            }
            (PartOutcome::Absent, true) | (_, false) => Ok(()),
            (_, true) => Err(format!("ran, but \"{table}\" still lists it")),
        }
    }

    /// The differences between the page's cells for a platform and the given ones, by part.
    pub(super) fn differences(&self, platform: &str, cells: &[(&str, &str)]) -> Vec<String> {
        let mut differences = Vec::new();
        for (part, new) in cells {
            let old = self.cells.get(&(platform.to_owned(), (*part).to_owned()));
            let old = old.map_or("nothing", String::as_str);
            if old != *new {
                differences.push(format!(
                    "{part}: the page has {old:?}, this run {new:?}; `{COMMAND}` updates it"
                ));
            }
        }
        let ran = self.cells.iter().filter(|((of, _), cell)| {
            of == platform && ![PartOutcome::Absent.cell(), NOT_RUN].contains(&cell.as_str())
        });
        for ((_, part), cell) in ran {
            if !cells.iter().any(|(name, _)| name == part) {
                differences.push(format!("{part}: the page has {cell:?}, this run no result"));
            }
        }
        differences
    }

    /// Replaces all cells of a platform.
    pub(super) fn set_column(&mut self, platform: &str, cells: &[(&str, &str)]) {
        self.cells.retain(|(of, _), _| of != platform);
        for (part, cell) in cells {
            let key = (platform.to_owned(), (*part).to_owned());
            self.cells.insert(key, (*cell).to_owned());
            if !self.parts.iter().any(|known| known == part) && !COMPILED_PARTS.contains(part) {
                self.parts.push((*part).to_owned());
            }
        }
    }

    /// The parts in the first table that have neither a result nor a reason.
    pub(super) fn unexplained(&self, platform: &str, results: &[PartResult]) -> Vec<String> {
        let missing = self
            .parts
            .iter()
            .filter(|part| !results.iter().any(|(name, _)| name == *part));
        let missing = missing.filter(|part| !self.has_reason(platform, part));
        missing.cloned().collect()
    }

    /// The text of the page, with the first two tables written from the cells. Parts with the same
    /// cells share a row.
    fn render(&self, platforms: &[Platform]) -> String {
        let cell = |platform: &str, part: &str| {
            if self.has_reason(platform, part) {
                return PartOutcome::Absent.cell().to_owned();
            }
            let known = self.cells.get(&(platform.to_owned(), part.to_owned()));
            // `Absent` without a reason becomes `NOT_RUN`.
            let known = known.filter(|cell| *cell != PartOutcome::Absent.cell());
            known.map_or(NOT_RUN, String::as_str).to_owned()
        };
        let (mut names, mut runners) = (vec!["part".to_owned()], vec!["by".to_owned()]);
        let mut compiled = vec![row(["platform"].into_iter().chain(COMPILED_PARTS)), rule(3)];
        for platform in platforms {
            match platform.kind {
                Kind::Runs { runner, .. } => {
                    names.push(platform.name.to_owned());
                    runners.push(runner.to_owned());
                }
                _ => {
                    let cells = COMPILED_PARTS.map(|part| cell(platform.name, part));
                    let cells = [vec![platform.name.to_owned()], cells.to_vec()].concat();
                    compiled.push(row(cells.iter().map(String::as_str)));
                }
            }
        }
        let mut ran = vec![row(names.iter().map(String::as_str)), rule(names.len())];
        ran.push(row(runners.iter().map(String::as_str)));
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for part in &self.parts {
            let cells = names.iter().skip(1).map(|platform| cell(platform, part));
            let cells: Vec<String> = cells.collect();
            match rows.iter_mut().find(|(_, same)| *same == cells) {
                Some((parts, _)) => *parts = format!("{parts}, {part}"),
                None => rows.push((part.clone(), cells)),
            }
        }
        for (parts, cells) in &rows {
            let cells = [parts].into_iter().chain(cells).map(String::as_str);
            ran.push(row(cells));
        }
        let text = with_table(&self.text, RAN, &ran);
        with_table(&text, COMPILED, &compiled)
    }

    pub(super) fn write(&self, root: &Path, platforms: &[Platform]) -> Result<(), String> {
        let path = path(root);
        fs::write(&path, self.render(platforms))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn rule(columns: usize) -> String {
    format!("|{}", "---|".repeat(columns))
}

/// The rows of the first table after a heading, split into cells, without the rule.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.lines().skip_while(|line| *line != heading);
    let rows = section.skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| !line.starts_with("|---"));
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

/// The text with the first table after a heading replaced.
fn with_table(text: &str, heading: &str, rows: &[String]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines
        .iter()
        .position(|line| *line == heading)
        .unwrap_or(lines.len());
    let is_row = |line: &&str| line.starts_with('|');
    let first = lines[from..]
        .iter()
        .position(is_row)
        .map_or(lines.len(), |at| from + at);
    let count = lines[first..]
        .iter()
        .take_while(|line| is_row(line))
        .count();
    let new = rows.iter().map(String::as_str);
    let all = lines[..first]
        .iter()
        .copied()
        .chain(new)
        .chain(lines[first + count..].iter().copied());
    all.collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environments::platforms::targets::PLATFORMS;

    const TEXT: &str = "# Platforms

## What runs

| part | s390x | wasm32 |
|---|---|---|
| by | qemu | Node |
| core: fork | ran | – |
| vectors | ran | ran |

words

## What is only compiled

| platform | core | C ABI |
|---|---|---|
| aarch64-apple-ios | checked | checked |

## What is left out, and why

| platform | part | why |
|---|---|---|
| wasm32 | `core` | no processes |
| s390x, armv7 | `core: generator: too_slow` | slow |
| wasm32 | `vectors: threads` | no threads |
";

    #[test]
    fn checked_in_page_is_as_rendered() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let page = Page::read(&root).expect("the page");
        assert_eq!(page.render(PLATFORMS), page.text, "{COMMAND}");
        for row in &page.left_out {
            for name in &row.platforms {
                let is_known = PLATFORMS.iter().any(|platform| platform.name == name);
                assert!(is_known || name == EVERY, "{row:?}");
            }
        }
    }

    #[test]
    fn differences_finds_missing_changed_and_new_cells() {
        let page = Page::parse(TEXT.to_owned());
        let cells = [("core: fork", "ran"), ("vectors", "ran")];
        assert_eq!(page.differences("s390x", &cells), Vec::<String>::new());
        assert_eq!(page.differences("s390x", &cells[..1]).len(), 1, "missing");
        let changed = [("core: fork", "–"), cells[1]];
        assert_eq!(page.differences("s390x", &changed).len(), 1, "changed");
        let more = [cells[0], cells[1], ("core: new", "ran")];
        assert_eq!(page.differences("s390x", &more).len(), 1, "new");
    }

    #[test]
    fn part_that_does_not_run_needs_a_reason() {
        let page = Page::parse(TEXT.to_owned());
        assert!(
            page.explains("s390x", "core: fork", PartOutcome::Absent)
                .is_err()
        );
        assert!(
            page.explains("wasm32", "core: fork", PartOutcome::Absent)
                .is_ok()
        );
        assert!(
            page.explains("wasm32", "core: fork", PartOutcome::Ran(1))
                .is_err()
        );
        assert!(
            page.explains("s390x", "core: fork", PartOutcome::Ran(1))
                .is_ok()
        );
        let results = vec![("vectors".to_owned(), Ok(PartOutcome::Ran(1)))];
        assert_eq!(page.unexplained("s390x", &results), ["core: fork"]);
        assert_eq!(page.unexplained("wasm32", &results), Vec::<String>::new());
    }

    #[test]
    fn left_out_names_single_tests_and_operations() {
        let page = Page::parse(TEXT.to_owned());
        assert_eq!(page.left_out("armv7", "core"), ["too_slow"]);
        assert_eq!(page.left_out("wasm32", "vectors"), ["threads"]);
        assert_eq!(page.left_out("wasm32", "core"), Vec::<String>::new());
    }

    #[test]
    fn set_column_replaces_one_platform_and_render_keeps_the_rest() {
        let mut page = Page::parse(TEXT.to_owned());
        page.set_column(
            "s390x",
            &[("core: fork", "ran"), ("vectors", "ran"), ("C: api", "ran")],
        );
        page.set_column(
            "aarch64-apple-darwin",
            &[("core", "checked"), ("C ABI", "linked")],
        );
        let text = page.render(PLATFORMS);
        assert!(text.contains("\n| C: api | ran | not run |"), "{text}");
        assert!(text.contains("\n| vectors | ran | not run |"), "{text}");
        assert!(
            text.contains("\n| aarch64-apple-darwin | checked | linked |"),
            "{text}"
        );
        assert!(text.contains("\n\nwords\n\n"), "{text}");
        page.set_column("wasm32", &[("vectors", "ran"), ("C: api", "ran")]);
        let shared = page.render(PLATFORMS);
        assert!(
            shared.contains("\n| vectors, C: api | ran | not run |"),
            "{shared}"
        );
        let again = Page::parse(shared.clone());
        assert_eq!(again.render(PLATFORMS), shared);
    }
}
