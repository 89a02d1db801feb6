//! Counts files and lines by area, files in import cycles, and the longest functions.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::{Figures, imports};

/// The rounding of figures, so that small changes do not affect `docs/shape.json`.
const ROUNDED: [(&str, u64); 3] = [("files", 10), ("lines", 100), ("longest function", 10)];

const LOCKS: [&str; 3] = ["Cargo.lock", "package-lock.json", "go.sum"];
const TESTS: [&str; 7] = [
    "tests",
    "test",
    "Tests",
    "bench",
    "benches",
    "fuzz",
    "schedules",
];

/// The top folders whose subfolders are separate areas.
const SPLIT: [&str; 4] = ["core", "databases", "leases", "tests"];

/// A path, its kind, and its text. Binary files have an empty one.
pub(super) type File = (String, &'static str, String);

/// Reads the files of the work tree that git does not ignore.
pub(super) fn read(root: &Path) -> Result<Vec<File>, String> {
    let listed = |paths| {
        let options = [
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--",
            paths,
        ];
        let names = git(root, &options)?;
        Ok::<Vec<String>, String>(names.split_terminator('\0').map(str::to_owned).collect())
    };
    let generated = listed(":(attr:linguist-generated)")?;
    let kind = |path: &String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_test = |part: &str| TESTS.contains(&part) || part.contains(".test.");
        match path {
            _ if LOCKS.contains(&name) => "lock files",
            _ if generated.contains(path) => "generated",
            _ if name.ends_with(".md") || path.starts_with("docs/") => "docs",
            _ if path.split('/').any(is_test) || name == "tests.rs" => "tests",
            _ => "product",
        }
    };
    let file = |path: String| {
        let bytes = std::fs::read(root.join(&path)).ok()?;
        Some((
            kind(&path),
            String::from_utf8(bytes).unwrap_or_default(),
            path,
        ))
    };
    let files = listed(":!docs/shape.json")?.into_iter().filter_map(file);
    Ok(files.map(|(kind, text, path)| (path, kind, text)).collect())
}

/// The output of git.
pub(super) fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .output();
    let output = output.map_err(|error| format!("cannot start git: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Returns the figures of the files, and remarks: totals, the longest functions, the cycles.
pub(super) fn measure(files: &[File]) -> (Figures, Vec<String>) {
    let (mut figures, mut remarks) = (Figures::new(), Vec::new());
    let mut kinds: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for (path, kind, text) in files {
        let area = area(path);
        *figures.entry(format!("{area} {kind}: files")).or_default() += 1;
        *figures.entry(format!("{area} {kind}: lines")).or_default() += lines(text);
        kinds.entry(kind).or_default().insert(path, text);
    }
    for (kind, files) in kinds {
        let sum: u64 = files.values().map(|text| lines(text)).sum();
        remarks.push(format!("{kind}: {} files, {sum} lines", files.len()));
        if ["product", "tests"].contains(&kind) {
            let functions = files
                .iter()
                .map(|(path, text)| (longest_function(path, text), path));
            let (longest, path) = functions.max().unwrap_or((0, &""));
            let cycles = imports::cycles(&files);
            let names = cycles.iter().map(|cycle| cycle.join(", "));
            remarks.push(format!("{kind}: a function of {longest} lines in {path}"));
            remarks.extend(names.map(|names| format!("{kind}: an import cycle of {names}")));
            let in_cycles = cycles.iter().map(|cycle| cycle.len() as u64).sum();
            figures.insert(format!("{kind}: files in import cycles"), in_cycles);
            figures.insert(format!("{kind}: longest function"), longest);
        }
    }
    for (name, figure) in &mut figures {
        let unit = ROUNDED.iter().find(|(what, _)| name.ends_with(what));
        *figure = figure.next_multiple_of(unit.map_or(1, |(_, unit)| *unit));
    }
    (figures, remarks)
}

fn lines(text: &str) -> u64 {
    text.lines().count() as u64
}

/// The top folder, with some split one deeper.
fn area(path: &str) -> &str {
    let mut slashes = path.match_indices('/').map(|(at, _)| at);
    let top = slashes.next();
    let is_split = |_: &usize| top.is_some_and(|end| SPLIT.contains(&&path[..end]));
    let end = slashes.next().filter(is_split).or(top);
    end.map_or("root", |end| &path[..end])
}

/// The number of lines of the longest function of a Rust or Python file, as formatters indent it.
fn longest_function(path: &str, text: &str) -> u64 {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str, keyword: &str| {
        let before = line
            .split_once(keyword)
            .map(|(before, _)| before.trim_start());
        let is_modifier = |char: char| char.is_ascii_lowercase() || " ()\"".contains(char);
        before.is_some_and(|before| before.chars().all(is_modifier))
    };
    let indented = |line: &str| line.len() - line.trim_start().len();
    let rust = |lines: &[&str]| {
        let close = format!("{}}}", " ".repeat(indented(lines[0])));
        let end = lines.iter().position(|line| line.starts_with(&close))?;
        // A function without a body ends with a semicolon.
        let head = lines[..end]
            .iter()
            .find(|line| line.ends_with(['{', ';', '}']))?;
        head.ends_with('{').then_some(end + 1)
    };
    let python = |lines: &[&str]| {
        let own = indented(lines[0]);
        let is_in =
            |line: &&&str| line.is_empty() || indented(line) > own || line.trim().starts_with(')');
        Some(1 + lines[1..].iter().take_while(is_in).count())
    };
    let longest = |keyword, length: &dyn Fn(&[&str]) -> Option<usize>| {
        let functions = (0..lines.len()).filter(|at| begins(lines[*at], keyword));
        functions
            .filter_map(|at| length(&lines[at..]))
            .max()
            .unwrap_or(0) as u64
    };
    match path.rsplit_once('.') {
        Some((_, "rs")) => longest("fn ", &rust),
        Some((_, "py")) => longest("def ", &python),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measure_counts_files_lines_and_functions() {
        let rust = "trait T {\n    fn a(\n        &self,\n    );\n    fn b() {}\n}\n\
                    pub(crate) fn c() {\n    if x {\n    }\n}\n";
        let python = "def a(\n    b: int,\n) -> None:\n    c()\n\n    d()\nx = 1\n";
        let files = [
            ("core/src/a.rs", "product", rust),
            ("tests/suite/b.py", "tests", python),
            ("Cargo.lock", "lock files", "1\n2\n"),
        ];
        let files = files.map(|(path, kind, text)| (path.to_owned(), kind, text.to_owned()));
        let (figures, remarks) = measure(&files);
        for (name, figure, remark) in [
            ("core/src product: lines", 100, "product: 1 files, 10 lines"),
            ("root lock files: files", 10, "lock files: 1 files, 2 lines"),
            (
                "product: longest function",
                10,
                "product: a function of 4 lines in core/src/a.rs",
            ),
            (
                "tests: longest function",
                10,
                "tests: a function of 6 lines in tests/suite/b.py",
            ),
            (
                "tests: files in import cycles",
                0,
                "tests: 1 files, 7 lines",
            ),
        ] {
            assert_eq!(figures.get(name), Some(&figure), "{name}");
            assert!(
                remarks.iter().any(|text| text == remark),
                "{remark}: {remarks:?}"
            );
        }
    }

    #[test]
    fn read_finds_the_kind_of_each_file() {
        let files = read(&crate::run::root()).expect("git lists files");
        for (path, kind) in [
            ("core/src/lib.rs", "product"),
            ("core/engine/src/state/tests.rs", "tests"),
            ("package-lock.json", "lock files"),
            ("include/sortid.h", "generated"),
            ("docs/SUMMARY.md", "docs"),
        ] {
            let found = files.iter().find(|(name, ..)| name == path);
            assert_eq!(found.map(|(_, kind, _)| *kind), Some(kind), "{path}");
        }
    }
}
