//! Checks that the Swift package only uses declarations of Apple's oldest supported systems, except
//! inside `@available` declarations.
//!
//! The suite runs on Linux, where compilers ignore availability. So the lists here contain every
//! type that the package uses without declaring it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest supported systems, in the syntax of Package.swift.
const FLOOR: &str = "[.macOS(.v12), .iOS(.v15)]";

/// Newer types, and the attribute that declarations with them require.
const NEWER: &[(&[&str], &str)] = &[
    (
        &["CodingKeyRepresentable"],
        "@available(iOS 15.4, macOS 12.3, tvOS 15.4, watchOS 8.5, *)",
    ),
    (
        &["Duration"],
        "@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)",
    ),
    (
        &["Int128", "UInt128"],
        "@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)",
    ),
];

/// Newer members and type syntax, which the package must not use.
const NEWER_STILL: &[&str] = &[
    ".appending(",
    "URL(filePath:",
    "path(percentEncoded:",
    ".replacing(",
    ".ranges(of:",
    ".firstRange(of:",
    ".trimmingPrefix(",
    "repeat each ",
    "~Copyable",
];

/// Types of the oldest supported systems.
const OLD: &[&str] = &[
    "Actor",
    "Any",
    "Array",
    "ArraySlice",
    "Bits",
    "Bool",
    "CChar",
    "CaseIterable",
    "ClosedRange",
    "Codable",
    "CodingKey",
    "Collection",
    "Comparable",
    "CustomNSError",
    "CustomStringConvertible",
    "Data",
    "Date",
    "DateInterval",
    "Decoder",
    "DecodingError",
    "Double",
    "Encoder",
    "Error",
    "FixedWidthInteger",
    "Foundation",
    "Hashable",
    "Hasher",
    "Index",
    "Int",
    "Int32",
    "Int64",
    "IteratorProtocol",
    "LocalizedError",
    "LosslessStringConvertible",
    "MemoryLayout",
    "NSLocalizedDescriptionKey",
    "OpaquePointer",
    "Optional",
    "RandomAccessCollection",
    "Range",
    "RawRepresentable",
    "Result",
    "Self",
    "Sendable",
    "Sequence",
    "Sortid",
    "SortidGlue",
    "String",
    "Swift",
    "TaskLocal",
    "Thread",
    "Time",
    "Type",
    "UInt",
    "UInt32",
    "UInt64",
    "UInt8",
    "URL",
    "UTF8",
    "UUID",
    "UnsafeBufferPointer",
    "UnsafeMutableBufferPointer",
    "UnsafeMutablePointer",
    "UnsafeMutableRawBufferPointer",
    "UnsafeMutableRawPointer",
    "UnsafePointer",
    "UnsafeRawBufferPointer",
    "UnsafeRawPointer",
    "Void",
];

fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(at_root(path)).expect("a readable file")
}

/// The lines of a folder's sources without comments and string literals, each with its file and
/// number.
fn lines(folder: &str) -> Vec<(String, String)> {
    let folder = at_root("uniffi/swift/Sources").join(folder);
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "swift")
        {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let text = fs::read_to_string(&path).expect("a readable file");
            let code = text.lines().map(code).enumerate();
            lines.extend(code.map(|(at, line)| (format!("{name}:{}", at + 1), line)));
        }
    }
    lines
}

/// Removes the comment and string literals from a line.
fn code(line: &str) -> String {
    let (mut code, mut quoted, mut before) = (String::new(), false, ' ');
    for char in line.chars() {
        if char == '"' && before != '\\' {
            quoted = !quoted;
        } else if !quoted {
            if char == '/' && before == '/' {
                code.pop();
                return code;
            }
            code.push(char);
        }
        before = char;
    }
    code
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|char: char| !char.is_alphanumeric() && char != '_')
        .filter(|word| word.starts_with(|char: char| char.is_ascii_uppercase()))
}

/// The names of types, cases and generic parameters that a line declares.
fn declared(line: &str) -> Vec<String> {
    const KINDS: &[&str] = &["struct", "class", "enum", "protocol", "typealias", "case"];
    let words: Vec<&str> = line
        .split(|char: char| !char.is_alphanumeric() && char != '_')
        .collect();
    let mut declared: Vec<String> = words
        .windows(2)
        .filter(|pair| KINDS.contains(&pair[0]))
        .map(|pair| pair[1].to_owned())
        .collect();
    // A single letter is a generic parameter.
    declared.extend(
        words
            .iter()
            .filter(|word| word.len() == 1)
            .map(|word| (*word).to_owned()),
    );
    declared
}

/// Finds newer types without their attribute, and unlisted types and attributes.
fn faults(lines: &[(String, String)], own: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    // The attributes of the declarations around a line, each with the bracket depth at which it
    // ends.
    let (mut depth, mut open, mut pending) = (0, Vec::<(String, i32)>::new(), None);
    for (place, line) in lines {
        let trimmed = line.trim();
        if trimmed.starts_with("@available(") {
            if !NEWER.iter().any(|(_, mark)| *mark == trimmed) {
                faults.push(format!("{place}: {trimmed} is not in NEWER"));
            }
            pending = Some(trimmed.to_owned());
            continue;
        }
        if !trimmed.is_empty()
            && let Some(mark) = pending.take()
        {
            open.push((mark, depth));
        }
        for word in words(line) {
            let mark = NEWER.iter().find(|(names, _)| names.contains(&word));
            match mark {
                Some((_, mark)) if !open.iter().any(|(open, _)| open == mark) => {
                    faults.push(format!("{place}: {word} requires {mark}"));
                }
                None if !OLD.contains(&word) && !own.contains(word) => {
                    faults.push(format!(
                        "{place}: {word} is in no list: add it to OLD or NEWER"
                    ));
                }
                _ => {}
            }
        }
        let newer = NEWER_STILL.iter().filter(|text| line.contains(*text));
        faults.extend(newer.map(|text| format!("{place}: {text} is newer than {FLOOR}")));
        // The runtime of older systems does not support such types.
        if line.split("any ").skip(1).any(|rest| {
            rest.trim_start_matches(|c: char| c.is_alphanumeric())
                .starts_with('<')
        }) {
            faults.push(format!("{place}: `any` of a generic protocol"));
        }
        depth += line.chars().filter(|char| "([{".contains(*char)).count() as i32;
        depth -= line.chars().filter(|char| ")]}".contains(*char)).count() as i32;
        open.retain(|(_, end)| trimmed.is_empty() || depth > *end);
    }
    faults
}

fn own() -> BTreeSet<String> {
    let lines = [lines("Sortid"), lines("SortidGlue/generated")].concat();
    lines.iter().flat_map(|(_, line)| declared(line)).collect()
}

#[test]
fn newer_declarations_are_marked() {
    let lines = lines("Sortid");
    assert!(lines.len() > 1000);
    assert_eq!(faults(&lines, &own()), Vec::<String>::new());
}

/// Checks only newer declarations: the glue has hundreds of types, and UniFFI's minimum versions.
#[test]
fn glue_uses_no_newer_declarations() {
    let lines = lines("SortidGlue/generated");
    assert!(lines.len() > 1000);
    for (place, line) in &lines {
        let newer = words(line).filter(|word| NEWER.iter().any(|(names, _)| names.contains(word)));
        assert_eq!(newer.collect::<Vec<_>>(), Vec::<&str>::new(), "{place}");
    }
}

#[test]
fn every_file_has_the_same_minimum_versions() {
    assert!(read("Package.swift").contains(&format!("platforms: {FLOOR},")));
    assert!(
        read("uniffi/swift/xcframework")
            .contains("IPHONEOS_DEPLOYMENT_TARGET=15.0 MACOSX_DEPLOYMENT_TARGET=12.0")
    );
    assert!(
        read("uniffi/swift/Info.plist.in")
            .contains("<key>MinimumOSVersion</key>\n\t<string>15.0</string>")
    );
    assert!(read("docs/mobile.md").contains("iOS 15 or macOS 12"));
}

#[test]
fn faults_finds_each_kind() {
    let found = |text: &str| {
        let lines: Vec<_> = text
            .lines()
            .map(|line| ("here".to_owned(), code(line)))
            .collect();
        faults(&lines, &BTreeSet::new()).len()
    };
    let mark = NEWER[1].1;
    assert_eq!(found("let a: String // Duration"), 0);
    assert_eq!(found("let a: Duration"), 1);
    assert_eq!(
        found(&format!("{mark}\nvar a: Duration {{\n    Duration()\n}}")),
        0
    );
    assert_eq!(
        found(&format!(
            "{mark}\nvar a: Duration {{\n    Duration()\n}}\nlet b: Duration"
        )),
        1
    );
    assert_eq!(
        found(&format!(
            "{mark}\nfunc a(\n    b: Duration\n) {{}}\nlet b: Duration"
        )),
        1
    );
    assert_eq!(found("let a: ContinuousClock"), 1);
    assert_eq!(found("@available(iOS 99, *)\nlet a: String"), 1);
    assert_eq!(found("let a: any Collection<Int>"), 1);
    assert_eq!(found("let a = URL(filePath: b)"), 1);
}
