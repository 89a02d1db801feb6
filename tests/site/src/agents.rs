//! `AGENTS.md` of each package: which call for which task, for programs that write code.
//!
//! The calls are those of `docs/calls.json`.

use std::path::Path;

use crate::pages::read;
use crate::tables::{File, Table};
use crate::{Fallible, REPOSITORY};

const CALLS: &str = "docs/calls.json";

/// A package.
pub(crate) struct Package {
    /// The path of its file in the repository.
    pub(crate) path: &'static str,
    /// The title of its file.
    pub(crate) title: &'static str,
    /// Its columns in the tables of calls.
    columns: &'static [&'static str],
    /// How code gets at it.
    setup: &'static str,
    /// How calls fail.
    errors: &'static str,
    /// The name of its guide in `docs/`.
    guide: &'static str,
}

pub(crate) const PACKAGES: [Package; 6] = [
    Package {
        path: "core/AGENTS.md",
        title: "sortid for Rust",
        columns: &["Rust"],
        setup: "Types and functions are `sortid::…`. Features of the crate: `scan` for `inspect` and \
                `find_ids`, `keyed` for ids of a key, `state-file` and `lease` for generators, \
                `columns`, `testing` for clocks.",
        errors: "Errors are `sortid::Error`: match its `code()`, not its sentence.",
        guide: "rust.md",
    },
    Package {
        path: "include/AGENTS.md",
        title: "libsortid for C and C++",
        columns: &["C", "C++"],
        setup: "C includes `<sortid.h>`, C++ from C++17 on `<sortid.hpp>`, whose names are in the \
                namespace `sortid`. Clocks for tests are in `sortid/testing.h` and \
                `sortid/testing.hpp`.",
        errors: "C functions return `SORTID_OK` or another status: check it; the last argument may \
                 be NULL. C++ throws `sortid::Exception`; `try_parse` returns a `Result`.",
        guide: "c.md",
    },
    Package {
        path: "python/sortid/AGENTS.md",
        title: "sortid for Python",
        columns: &["Python"],
        setup: "`import sortid`; types such as `Uuid7` and `IdType` are attributes of it. `ORDER` is \
                `IdType('order')`. Clocks for tests are in `sortid.testing`.",
        errors: "Errors are a `ParseError` (a `ValueError`), `GeneratorError` or `StoreError`: compare \
                 their `code`, not their sentence.",
        guide: "python.md",
    },
    Package {
        path: "node/AGENTS.md",
        title: "sortid for JavaScript",
        columns: &["JavaScript"],
        setup: "`import { uuid7, Uuid7 } from 'sortid'`, in Node, browsers and workers. `orders` is \
                `idType('order')`. Clocks for tests are in `sortid/testing`.",
        errors: "Errors are a `SortidError`: compare its `code`, not its sentence. Arguments of a \
                 wrong type are a `TypeError` or `RangeError`.",
        guide: "node.md",
    },
    Package {
        path: "uniffi/kotlin/AGENTS.md",
        title: "sortid for Kotlin and Java",
        columns: &["Kotlin"],
        setup: "`import sortid.*`; Java calls the same names. Clocks for tests are in \
                `sortid.testing`.",
        errors: "Errors are a `SortidException`: compare its `code`, not its sentence.",
        guide: "kotlin.md",
    },
    Package {
        path: "uniffi/swift/AGENTS.md",
        title: "Sortid for Swift",
        columns: &["Swift"],
        setup: "`import Sortid`.",
        errors: "Throwing functions are `throws(SortidError)`: compare its `code`, not its sentence.",
        guide: "swift.md",
    },
];

/// The tasks of the tables of calls that the files show, in this order.
const TASKS: [&str; 30] = [
    "a new id",
    "the text of a new id",
    "a new id of any format",
    "an id with a given time",
    "the id of a time and a key",
    "an id from text",
    "an id of any format from text",
    "whether a text is valid",
    "the text of an id",
    "an id from bytes",
    "the bytes of an id",
    "an id from an integer",
    "the integer of an id",
    "an id from a UUID",
    "a UUID",
    "the same id in another format",
    "every reading of a text",
    "the ids in a text",
    "the exact time",
    "the language's own time",
    "the ids from a time to before another",
    "the smallest id of a time",
    "whether texts sort as ids",
    "a new prefixed id",
    "a prefixed id from text",
    "a generator",
    "the next id of a generator",
    "texts of the next ids",
    "the times of all rows",
    "a clock that stands still",
];

const ABOUT: &str = "sortid reads, generates, converts and compares time-sortable ids: UUIDv7, ULID, \
    TypeID, Snowflake and dozens of other formats, the same in every language. This page is for \
    programs that write code; people read the [guide].";

/// The sentences below "Do not", with tasks in braces.
const ADVICE: [&str; 8] = [
    "**parse ids by hand**, with regular expressions or shifts: {an id from text} checks them, and \
     {every reading of a text} says what an unknown text is.",
    "**write a 64-bit id as a JSON number**: JavaScript and others [round it] from 2^53 on. Write its text.",
    "**create a generator for each id**: in formats with a node it [uses one up][nodes]. Keep one, or use \
     the plain functions.",
    "**sort texts** if {whether texts sort as ids} is false: [their order][formats] is not that of the ids.",
    "**go on after a restored [snapshot] or a clone** before you call {new randomness after a snapshot}: \
     copies may repeat ids.",
    "**add a `created_at` column only to query by time**: {the ids from a time to before another} has \
     the [two ids][ranges] of `BETWEEN`.",
    "**patch the clock in tests**: {a clock that stands still} sets the time of new ids.",
    "**use an id that sorts where its time must stay hidden**: use [`uuid4`][need].",
];

/// The pages that the sentences link to.
const PAGES: [(&str, &str); 6] = [
    ("formats", "formats.md#formats"),
    ("round it", "64-bit.md"),
    ("nodes", "reliability.md#what-is-not-promised"),
    ("snapshot", "reliability.md#snapshots"),
    ("ranges", "cookbook.md#rows-of-a-day"),
    ("need", "need.md"),
];

/// The length from which a call in a sentence loses its arguments.
const LONG: usize = 30;

/// The width of prose.
const WIDTH: usize = 100;

/// The file of each package.
pub(crate) fn texts(root: &Path) -> Fallible<Vec<File>> {
    let json = read(root, CALLS)?;
    let tables: Vec<Table> =
        serde_json::from_str(&json).map_err(|error| format!("{CALLS}: {error}"))?;
    let texts = PACKAGES.iter().map(|package| {
        let text = package.text(&tables);
        text.map(|text| (package.path.to_owned(), text))
    });
    texts.collect()
}

impl Package {
    /// The path of its file on the site.
    pub(crate) fn place(&self) -> String {
        format!("agents/{}", self.guide)
    }

    fn text(&self, tables: &[Table]) -> Fallible<String> {
        let mut calls = String::new();
        for task in TASKS {
            let cells = self.calls(tables, task)?;
            // A language may lack the call.
            if cells.iter().any(|cell| cell.starts_with('`')) {
                calls.push_str(&format!("| {task} | {} |\n", cells.join(" | ")));
            }
        }
        let (heads, rule) = match self.columns {
            [_] => ("call".to_owned(), "---|".to_owned()),
            columns => (columns.join(" | "), "---|".repeat(columns.len())),
        };
        let Self {
            title,
            setup,
            errors,
            guide,
            ..
        } = self;
        let paragraphs = [ABOUT, setup, errors].map(|text| wrapped(text, ""));
        let mut text = format!("# {title}\n\n{}\n", paragraphs.join("\n"));
        text.push_str(&format!("| to get | {heads} |\n|---|{rule}\n{calls}\n"));
        text.push_str("Other [formats] have the same calls.\n\n## Do not\n\n");
        for advice in ADVICE {
            let mut parts = advice.split('{');
            let mut filled = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (task, rest) = part.split_once('}').unwrap_or_default();
                let cells = self.calls(tables, task)?;
                let names: Vec<String> = cells.iter().map(|cell| shortened(cell)).collect();
                filled.push_str(&names.join(" or "));
                filled.push_str(rest);
            }
            text.push_str(&wrapped(&format!("- {filled}"), "  "));
        }
        let pages = PAGES.into_iter().chain([("guide", *guide)]);
        let targets =
            pages.map(|(name, page)| format!("[{name}]: {REPOSITORY}/blob/main/docs/{page}\n"));
        text.push('\n');
        text.extend(targets);
        Ok(text)
    }

    /// The cells of a task in the package's columns.
    fn calls<'a>(&self, tables: &'a [Table], task: &str) -> Fallible<Vec<&'a str>> {
        let missing = || format!("{CALLS}: no {task:?} for {}", self.title);
        for table in tables {
            let Some(row) = table.rows.iter().find(|row| row[0] == task) else {
                continue;
            };
            let cell = |name: &&str| {
                let place = table.columns.iter().position(|column| column == name)?;
                row.get(place).map(String::as_str)
            };
            let cells: Option<Vec<&str>> = self.columns.iter().map(cell).collect();
            return cells.ok_or_else(missing);
        }
        Err(missing())
    }
}

/// A call as a sentence names it.
fn shortened(cell: &str) -> String {
    let call = cell.trim_matches('`').trim_start_matches("try ");
    let name = match call.split_once('(') {
        Some((name, _)) if call.len() >= LONG => name,
        _ => call,
    };
    format!("`{}`", name.trim_end_matches('?'))
}

/// A paragraph in lines of limited width, the later ones indented.
fn wrapped(text: &str, indent: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            lines.push_str(&format!("\n{indent}"));
            width = indent.len();
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_package_has_its_calls() {
        let texts = texts(&root()).expect("texts");
        let text = |path: &str| &texts.iter().find(|text| text.0 == path).expect("a text").1;
        assert!(text("python/sortid/AGENTS.md").contains("| a new id | `sortid.uuid7()` |\n"));
        assert!(
            text("include/AGENTS.md")
                .contains("| a new id | `sortid_uuid7(&id, &error)` | `uuid7()` |\n")
        );
        assert!(text("node/AGENTS.md").contains("call `reseed()`: "));
        for (path, text) in &texts {
            let rows = text.lines().filter(|line| line.starts_with("| ")).count();
            assert!(
                (25..=TASKS.len() + 1).contains(&rows),
                "{path}: {rows} rows"
            );
        }
    }

    #[test]
    fn long_call_loses_its_arguments() {
        assert_eq!(
            shortened("`try Tid(parsing: text)`"),
            "`Tid(parsing: text)`"
        );
        assert_eq!(
            shortened("`Uuid7::range(from, to)?`"),
            "`Uuid7::range(from, to)`"
        );
        assert_eq!(
            shortened("`sortid_range(from, to, NULL, 0, &error)`"),
            "`sortid_range`"
        );
    }

    #[test]
    fn prose_is_wrapped() {
        let words = ["word"; 30].join(" ");
        let lines = wrapped(&words, "  ");
        assert!(lines.lines().all(|line| line.len() <= WIDTH), "{lines}");
        assert_eq!(lines.lines().nth(1).map(|line| &line[..7]), Some("  word "));
        assert_eq!(lines.split_whitespace().count(), 30);
    }

    #[test]
    fn missing_task_is_reported() {
        let missing = PACKAGES[0].text(&[]);
        assert!(missing.is_err_and(|message| message.contains("\"a new id\"")));
    }
}
