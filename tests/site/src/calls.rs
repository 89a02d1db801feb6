//! Checks `docs/calls.json`: each name in a cell is declared in the public sources of its language.

use std::collections::BTreeSet;

use crate::pages::{below, read};
use crate::root;
use crate::tables::Table;

const FILE: &str = "docs/calls.json";

/// The cell of a language that lacks the call.
const NONE: &str = "–";

/// Types and values that the cells assume: the declared type of a prefix.
const EXAMPLES: [&str; 2] = ["OrderId", "ORDER"];

/// A column of the tables.
struct Language {
    name: &'static str,
    /// The files with its declarations, or a folder and the suffix of its files.
    sources: &'static [(&'static str, &'static str)],
    /// The starts and ends of declarations. A blank line also ends one.
    declarations: &'static [(&'static str, &'static str)],
    /// Names that the language or another package declares.
    foreign: &'static [&'static str],
}

/// Every line: headers and stubs consist of declarations.
const ALL: &[(&str, &str)] = &[("", "\n")];

const LANGUAGES: [Language; 7] = [
    Language {
        name: "Rust",
        sources: &[("core/src/", ".rs")],
        declarations: &[
            ("pub use ", ";"),
            ("pub ", "{"),
            ("typed! {", "\n}"),
            ("crate::id::typed::plain! {", "\n}"),
        ],
        foreign: &[
            "None",
            "SystemTime",
            "Uuid",
            "from",
            "to_string",
            "try_from",
            "uuid",
        ],
    },
    Language {
        name: "C",
        sources: &[("include/", ".h")],
        declarations: ALL,
        foreign: &["NULL"],
    },
    Language {
        name: "C++",
        sources: &[
            ("include/sortid/", ".hpp"),
            ("include/sortid/formats.h", ""),
        ],
        declarations: ALL,
        foreign: &[],
    },
    Language {
        name: "Python",
        sources: &[("python/sortid/", ".pyi"), ("python/sortid/testing.py", "")],
        declarations: ALL,
        foreign: &[],
    },
    Language {
        name: "JavaScript",
        sources: &[("node/index.d.cts", ""), ("node/testing.d.cts", "")],
        declarations: ALL,
        foreign: &[],
    },
    Language {
        name: "Kotlin",
        sources: &[
            ("uniffi/kotlin/src/main/kotlin/", ".kt"),
            // The classes of some formats; a build writes all of them.
            ("generate/golden/kotlin.txt", ""),
        ],
        declarations: &[("public ", " = "), ("override ", " = ")],
        foreign: &[],
    },
    Language {
        name: "Swift",
        sources: &[("uniffi/swift/Sources/Sortid/", ".swift")],
        declarations: &[("public ", "{"), ("case ", "\n")],
        foreign: &["self"],
    },
];

impl Language {
    /// The words of the declarations.
    fn declared(&self) -> BTreeSet<String> {
        let root = root();
        let mut declared = BTreeSet::new();
        for &(path, ending) in self.sources {
            let mut files = vec![path.to_owned()];
            if path.ends_with('/') {
                files.clear();
                below(&root, path, ending, &mut files).expect("a folder");
            }
            let is_public = |file: &&String| {
                let others = ["/internal/", "/generated/"];
                !others.iter().any(|folder| file.contains(folder))
            };
            for file in files.iter().filter(is_public) {
                let source = uncommented(&read(&root, file).expect("a source"));
                for declaration in declarations(&source, self.declarations) {
                    declared.extend(words(declaration).map(|(_, word)| word.to_owned()));
                }
            }
        }
        declared
    }
}

/// A source without comment lines and Python docstrings.
fn uncommented(source: &str) -> String {
    let outside = source.split("\"\"\"").step_by(2).collect::<String>();
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        ["//", "/*", "*", "# "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let lines = outside.lines().filter(|line| !is_comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The declarations of a source, each from the start of a line.
fn declarations<'a>(source: &'a str, kinds: &[(&str, &str)]) -> Vec<&'a str> {
    let starts = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1));
    let rests = starts.map(|start| source[start..].trim_start_matches(' '));
    let declaration = |rest: &'a str| {
        let (_, end) = kinds.iter().find(|(begin, _)| rest.starts_with(begin))?;
        let ends = [rest.find(end), rest.find("\n\n")];
        Some(&rest[..ends.into_iter().flatten().min().unwrap_or(rest.len())])
    };
    rests.filter_map(declaration).collect()
}

/// The identifiers of a text, with the places where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let pieces = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let mut at = 0;
    let placed = pieces.map(move |piece| {
        let start = at;
        at += piece.len()
            + text[start + piece.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        (start, piece)
    });
    placed.filter(|(_, word)| {
        !word.is_empty() && !word.starts_with(|letter: char| letter.is_ascii_digit())
    })
}

/// The names of functions, members, labels, types and constants in a call, not of arguments.
fn names(call: &str) -> Vec<&str> {
    let is_name = |&(start, word): &(usize, &str)| {
        let (before, after) = (&call[..start], &call[start + word.len()..]);
        let is_quoted = before.matches(['"', '\'']).count() % 2 == 1;
        let is_capital = word.starts_with(|letter: char| letter.is_uppercase());
        let is_used = after.starts_with(['(', ':', '<', '=']) || before.ends_with(['.', ':']);
        !is_quoted && (is_capital || is_used)
    };
    words(call).filter(is_name).map(|(_, word)| word).collect()
}

/// The names in a call that are neither declared nor known.
fn undeclared<'a>(call: &'a str, language: &Language, declared: &BTreeSet<String>) -> Vec<&'a str> {
    let is_known = |name: &str| {
        declared.contains(name) || language.foreign.contains(&name) || EXAMPLES.contains(&name)
    };
    let names = names(call).into_iter();
    names.filter(|name| !is_known(name)).collect()
}

fn tables() -> Vec<Table> {
    serde_json::from_str(&read(&root(), FILE).expect("a file")).expect("tables")
}

#[test]
fn every_name_in_a_call_is_declared() {
    let tables = tables();
    for (place, language) in LANGUAGES.iter().enumerate() {
        let declared = language.declared();
        let mut calls = 0;
        for row in tables.iter().flat_map(|table| &table.rows) {
            let cell = &row[place + 1];
            let call = cell
                .strip_prefix('`')
                .and_then(|cell| cell.strip_suffix('`'));
            let Some(call) = call else {
                assert_eq!(cell, NONE, "{}: {}", language.name, row[0]);
                continue;
            };
            let undeclared = undeclared(call, language, &declared);
            assert_eq!(undeclared, [""; 0], "{}: {call}", language.name);
            calls += 1;
        }
        assert!(calls > 30, "{}: {calls} calls", language.name);
    }
}

#[test]
fn tables_have_a_column_for_each_language() {
    let tables = tables();
    let languages = LANGUAGES.iter().map(|language| language.name);
    let columns: Vec<&str> = std::iter::once("to get").chain(languages).collect();
    for table in &tables {
        assert_eq!(table.columns, columns);
        assert!(table.rows.iter().all(|row| row.len() == columns.len()));
    }
    let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
    assert!(rows > 50, "{rows} rows");
}

#[test]
fn names_are_calls_members_labels_types_and_constants() {
    assert_eq!(names("id.convert::<Uuid6>()?"), ["convert", "Uuid6"]);
    assert_eq!(names("sortid_u64(&id, NULL)"), ["sortid_u64", "NULL"]);
    assert_eq!(names("try Id(text, as: .tid)"), ["Id", "as", "tid"]);
    assert_eq!(names("f('x', { clockId: 7 })"), ["f", "clockId"]);
    assert_eq!(names("id.fields[\"clock_id\"]"), ["fields"]);
}

#[test]
fn undeclared_names_are_found() {
    for language in &LANGUAGES {
        let declared = language.declared();
        let undeclared = undeclared("Tid.stringify()", language, &declared);
        assert_eq!(undeclared, ["stringify"], "{}", language.name);
    }
}

#[test]
fn declarations_exclude_comments_bodies_and_private_items() {
    let source = "// one\npub fn two() {\n    three();\n}\n\nfn four() {}\n";
    let source = uncommented(source);
    assert_eq!(
        declarations(&source, LANGUAGES[0].declarations),
        ["pub fn two() "]
    );
    assert_eq!(
        uncommented("def a():\n    \"\"\"b\"\"\"\n"),
        "def a():\n    \n"
    );
}
