//! `docs/platforms.md`: what ran, and what did not and why.
//!
//! Two tables of it are written by `cargo suite platforms --write`; the reasons in a third are written by hand, and read here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::targets::{Kind, Platform};
use super::{Came, Seen};

/// The headings of the tables.
const RAN: &str = "## What runs";
const COMPILED: &str = "## What is compiled alone";
const LEFT_OUT: &str = "## What is left out, and why";

/// In place of the names of all platforms whose programs run.
const EVERY: &str = "all";

/// A cell of which nothing was seen.
const NOT_RUN: &str = "not run";

/// The command that writes the page.
const COMMAND: &str = "cargo suite platforms --write";

/// What is looked at of a platform whose programs do not run.
pub(super) const COMPILED_PARTS: [&str; 2] = ["core", "C ABI"];

/// Why a part is left out.
#[derive(Debug, PartialEq)]
struct Reason {
    platforms: Vec<String>,
    part: String,
}

impl Reason {
    fn is_for(&self, platform: &str) -> bool {
        let mut names = self.platforms.iter();
        names.any(|name| name == platform || name == EVERY)
    }
}

/// The page.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
    /// By platform and part.
    cells: BTreeMap<(String, String), String>,
    /// The parts of what runs, in the order of the rows.
    parts: Vec<String>,
    reasons: Vec<Reason>,
}

fn path(root: &Path) -> PathBuf {
    root.join("docs").join("platforms.md")
}

impl Page {
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let path = path(root);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self::of(text))
    }

    fn of(text: String) -> Self {
        let mut page = Self::default();
        if let [head, rows @ ..] = &table(&text, RAN)[..] {
            for row in rows.iter().skip(1) {
                page.row_of_parts(head, row);
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
                page.reasons.push(Reason { platforms, part });
            }
        }
        page.text = text;
        page
    }

    fn row_of_parts(&mut self, head: &[String], row: &[String]) {
        let Some((part, cells)) = row.split_first() else {
            return;
        };
        self.parts.push(part.clone());
        for (platform, cell) in head.iter().skip(1).zip(cells) {
            let key = (platform.clone(), part.clone());
            self.cells.insert(key, cell.clone());
        }
    }

    /// Whether there is a reason for a part, or for all that it belongs to, to be left out.
    pub(super) fn reason(&self, platform: &str, part: &str) -> bool {
        let covers = |reason: &&Reason| {
            let rest = part.strip_prefix(reason.part.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
                && reason.is_for(platform)
        };
        self.reasons.iter().any(|reason| covers(&reason))
    }

    /// What is left out of a part, by name: tests of the core, operations of the vectors, programs in C.
    pub(super) fn left_out(&self, platform: &str, part: &str) -> Vec<String> {
        let of = self.reasons.iter().filter(|reason| reason.is_for(platform));
        let names = of.filter_map(|reason| {
            let rest = reason.part.strip_prefix(part)?.strip_prefix(": ")?;
            // A whole program of the core's tests is not even compiled.
            match (part, rest.split_once(": ")) {
                ("core", Some((_, test))) => Some(test.to_owned()),
                ("core", None) => None,
                _ => Some(rest.to_owned()),
            }
        });
        names.collect()
    }

    /// Whether the page has a reason for what did not run, and for nothing that did.
    pub(super) fn explains(&self, platform: &str, part: &str, came: Came) -> Result<(), String> {
        match (came, self.reason(platform, part)) {
            (Came::Absent, false) => Err(format!(
                "nothing of it ran, and \"{}\" has no reason",
                LEFT_OUT.trim_start_matches("## ")
            )),
            (Came::Absent, true) | (_, false) => Ok(()),
            (_, true) => Err("it ran: its reason has no place any more".to_owned()),
        }
    }

    /// What is not on the page as it was seen.
    pub(super) fn differs(&self, platform: &str, seen: &[(&str, &str)]) -> Vec<String> {
        let mut differs = Vec::new();
        for (part, word) in seen {
            let cell = self.cells.get(&(platform.to_owned(), (*part).to_owned()));
            let cell = cell.map_or("nothing", String::as_str);
            if cell != *word {
                differs.push(format!(
                    "{part}: the page says {cell}, and it {word}; `{COMMAND}` renews it"
                ));
            }
        }
        let there = self.cells.iter().filter(|((of, _), cell)| {
            of == platform && ![Came::Absent.word(), NOT_RUN].contains(&cell.as_str())
        });
        for ((_, part), cell) in there {
            if !seen.iter().any(|(name, _)| name == part) {
                differs.push(format!(
                    "{part}: the page says {cell}, and nothing was seen of it"
                ));
            }
        }
        differs
    }

    /// Takes what was seen of a platform for what is.
    pub(super) fn note(&mut self, platform: &str, seen: &[(&str, &str)]) {
        self.cells.retain(|(of, _), _| of != platform);
        for (part, word) in seen {
            let key = (platform.to_owned(), (*part).to_owned());
            self.cells.insert(key, (*word).to_owned());
            if !self.parts.iter().any(|known| known == part) && !COMPILED_PARTS.contains(part) {
                self.parts.push((*part).to_owned());
            }
        }
    }

    /// The parts of which nothing was seen on a platform that runs its programs, for no reason.
    pub(super) fn unexplained(&self, platform: &str, seen: &[Seen]) -> Vec<String> {
        let missing = self
            .parts
            .iter()
            .filter(|part| !seen.iter().any(|(name, _)| name == *part));
        let missing = missing.filter(|part| !self.reason(platform, part));
        missing.cloned().collect()
    }

    /// The page with both tables as they were noted.
    fn renewed(&self, platforms: &[Platform]) -> String {
        let cell = |platform: &str, part: &str| {
            if self.reason(platform, part) {
                return Came::Absent.word().to_owned();
            }
            let known = self.cells.get(&(platform.to_owned(), part.to_owned()));
            // What is absent without a reason is not run.
            let known = known.filter(|cell| *cell != Came::Absent.word());
            known.map_or(NOT_RUN, String::as_str).to_owned()
        };
        let (mut names, mut by) = (vec!["part".to_owned()], vec!["by".to_owned()]);
        let mut compiled = vec![row(["platform"].into_iter().chain(COMPILED_PARTS)), rule(3)];
        for platform in platforms {
            match platform.kind {
                Kind::Runs { by: runner, .. } => {
                    names.push(platform.name.to_owned());
                    by.push(runner.to_owned());
                }
                _ => {
                    let cells = COMPILED_PARTS.map(|part| cell(platform.name, part));
                    let cells = [vec![platform.name.to_owned()], cells.to_vec()].concat();
                    compiled.push(row(cells.iter().map(String::as_str)));
                }
            }
        }
        let mut ran = vec![row(names.iter().map(String::as_str)), rule(names.len())];
        ran.push(row(by.iter().map(String::as_str)));
        for part in &self.parts {
            let cells = names.iter().skip(1).map(|platform| cell(platform, part));
            let cells: Vec<String> = [part.clone()].into_iter().chain(cells).collect();
            ran.push(row(cells.iter().map(String::as_str)));
        }
        let text = replaced(&self.text, RAN, &ran);
        replaced(&text, COMPILED, &compiled)
    }

    /// Writes the page.
    pub(super) fn write(&self, root: &Path, platforms: &[Platform]) -> Result<(), String> {
        let path = path(root);
        fs::write(&path, self.renewed(platforms))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn rule(columns: usize) -> String {
    format!("|{}", "---|".repeat(columns))
}

/// The rows of the first table behind a heading, cell by cell, without the rule.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let behind = text.lines().skip_while(|line| *line != heading);
    let rows = behind.skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| !line.starts_with("|---"));
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

/// The text with another table behind a heading.
fn replaced(text: &str, heading: &str, rows: &[String]) -> String {
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

## What is compiled alone

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
    fn the_checked_in_page_is_as_the_command_writes_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let page = Page::read(&root).expect("the page");
        assert_eq!(page.renewed(PLATFORMS), page.text, "{COMMAND}");
        for reason in &page.reasons {
            for name in &reason.platforms {
                let is_known = PLATFORMS.iter().any(|platform| platform.name == name);
                assert!(is_known || name == EVERY, "{reason:?}");
            }
        }
    }

    #[test]
    fn what_is_as_the_page_says_is_well() {
        let page = Page::of(TEXT.to_owned());
        let seen = [("core: fork", "ran"), ("vectors", "ran")];
        assert_eq!(page.differs("s390x", &seen), Vec::<String>::new());
        assert_eq!(page.differs("s390x", &seen[..1]).len(), 1, "not seen");
        assert_eq!(
            page.differs("s390x", &[("core: fork", "–"), seen[1]]).len(),
            1
        );
        let more = [seen[0], seen[1], ("core: new", "ran")];
        assert_eq!(page.differs("s390x", &more).len(), 1, "not on the page");
    }

    #[test]
    fn what_does_not_run_needs_a_reason() {
        let page = Page::of(TEXT.to_owned());
        assert!(page.explains("s390x", "core: fork", Came::Absent).is_err());
        assert!(page.explains("wasm32", "core: fork", Came::Absent).is_ok());
        assert!(page.explains("wasm32", "core: fork", Came::Ran(1)).is_err());
        assert!(page.explains("s390x", "core: fork", Came::Ran(1)).is_ok());
        let seen = vec![("vectors".to_owned(), Ok(Came::Ran(1)))];
        assert_eq!(page.unexplained("s390x", &seen), ["core: fork"]);
        assert_eq!(page.unexplained("wasm32", &seen), Vec::<String>::new());
    }

    #[test]
    fn single_tests_and_operations_are_left_out_by_name() {
        let page = Page::of(TEXT.to_owned());
        assert_eq!(page.left_out("armv7", "core"), ["too_slow"]);
        assert_eq!(page.left_out("wasm32", "vectors"), ["threads"]);
        assert_eq!(page.left_out("wasm32", "core"), Vec::<String>::new());
    }

    #[test]
    fn what_was_seen_is_written_and_the_rest_stays() {
        let mut page = Page::of(TEXT.to_owned());
        page.note(
            "s390x",
            &[("core: fork", "ran"), ("vectors", "ran"), ("C: api", "ran")],
        );
        page.note(
            "aarch64-apple-darwin",
            &[("core", "checked"), ("C ABI", "linked")],
        );
        let text = page.renewed(PLATFORMS);
        assert!(text.contains("\n| C: api | ran | not run |"), "{text}");
        assert!(text.contains("\n| vectors | ran | not run |"), "{text}");
        assert!(
            text.contains("\n| aarch64-apple-darwin | checked | linked |"),
            "{text}"
        );
        assert!(text.contains("\n\nwords\n\n"), "{text}");
        let again = Page::of(text.clone());
        assert_eq!(again.renewed(PLATFORMS), text);
    }
}
