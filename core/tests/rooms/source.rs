//! The sources of the library without tests, comments and literals.

use std::fs;
use std::path::Path;

/// A source file.
pub(crate) struct Source {
    /// The path below `src`, with slashes.
    pub(crate) name: String,
    /// The number of lines.
    pub(crate) lines: usize,
    /// The text without comments, tests and literals.
    pub(crate) code: String,
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            lines: text.lines().count(),
            code: without_tests(&without_literals(text)),
        }
    }

    /// Returns the path of the file's module, which is empty for the crate root.
    pub(crate) fn module(&self) -> &str {
        let stem = self.name.trim_end_matches(".rs");
        match stem {
            "lib" => "",
            stem => stem.trim_end_matches("/mod"),
        }
    }

    /// Returns the top-level folder, or the name of a file directly in `src`.
    pub(crate) fn top_module(&self) -> &str {
        self.name.split('/').next().expect("one part at least")
    }

    /// Counts the lines that contain code.
    pub(crate) fn code_lines(&self) -> usize {
        let lines = self.code.lines();
        lines.filter(|line| !line.trim().is_empty()).count()
    }
}

/// Reads all sources but files of tests, sorted by name.
pub(crate) fn all() -> Vec<Source> {
    let mut sources = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    collect(&root, "", &mut sources);
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

fn collect(folder: &Path, above: &str, into: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("text");
        let name = format!("{above}{name}");
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), into);
        } else if name.ends_with(".rs") && !name.ends_with("/tests.rs") {
            let text = fs::read_to_string(entry.path()).expect("text");
            into.push(Source::new(&name, &text));
        }
    }
}

/// Removes comments and literals, and keeps line breaks.
fn without_literals(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => quoted(rest),
            'r' if !code.ends_with(|c: char| c.is_alphanumeric() || c == '_') => raw(rest),
            '\'' => letter(rest),
            _ => 0,
        };
        let taken = if len == 0 { first.len_utf8() } else { len };
        match len {
            0 => code.push(first),
            _ => code.extend(rest[..taken].chars().filter(|&c| c == '\n')),
        }
        rest = &rest[taken..];
    }
    code
}

/// Returns the length of a block comment, with nested ones.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn quoted(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a raw string, or 0 if the text does not begin with one.
fn raw(text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|&byte| byte == b'#').count();
    let begin = 1 + hashes + 1;
    if text.as_bytes().get(begin - 1) != Some(&b'"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    text[begin..]
        .find(&end)
        .map_or(text.len(), |at| begin + at + end.len())
}

/// Returns the length of a character literal, or 0 for a lifetime.
fn letter(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    let (first, second) = (letters.next(), letters.next());
    match (first, second) {
        (Some((_, '\\')), _) => text[3..].find('\'').map_or(0, |at| at + 4),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// Removes test modules.
fn without_tests(code: &str) -> String {
    let Some(begin) = code.find("#[cfg(test)]") else {
        return code.to_owned();
    };
    let (before, tests) = code.split_at(begin);
    let (mut depth, mut end) = (0, tests.len());
    for (at, letter) in tests.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(letter, '}' | ';') {
            end = at + 1;
            break;
        }
    }
    format!("{before}{}", without_tests(&tests[end..]))
}

#[test]
fn source_strips_comments_strings_and_tests_only() {
    let text = r##"
//! libc
use a; // libc
/* libc /* libc */ libc */ fn f<'a>(c: &'a str) { g('"', '\'', "libc \" libc", r#"libc " libc"#); } // '
#[cfg(test)]
mod tests { fn libc() {} }
#[cfg(test)]
mod other;
fn last() {}
"##;
    let source = Source::new("a/mod.rs", text);
    let code: Vec<_> = source.code.lines().map(str::trim).collect();
    let code = code.join("\n");
    assert_eq!(
        code.trim(),
        "use a;\nfn f<'a>(c: &'a str) { g(, , , ); }\n\n\nfn last() {}"
    );
    assert_eq!(source.code_lines(), 3);
    assert_eq!(source.lines, 9);
    assert_eq!(source.module(), "a");
}
