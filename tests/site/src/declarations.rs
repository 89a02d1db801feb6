//! The documented declarations of a source file, as a page.
//!
//! A declaration is documented by the comment above it.

/// How a language writes documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `/** … */`: C.
    Block,
    /// `///`: C++, Swift.
    Slashes,
}

/// A documented declaration.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    /// The declaration without its body.
    pub(crate) code: String,
    pub(crate) text: String,
    /// Whether it is inside of another one.
    pub(crate) is_member: bool,
}

/// Words that begin declarations hidden from users.
const HIDDEN: [&str; 5] = [
    "private",
    "internal",
    "fileprivate",
    "protected",
    "namespace",
];

/// Words that introduce types.
const TYPES: [&str; 9] = [
    "class",
    "struct",
    "interface",
    "enum",
    "object",
    "protocol",
    "typealias",
    "type",
    "extension",
];

/// The documented declarations of a source, in order.
pub(crate) fn read(source: &str, style: Style) -> Vec<Declaration> {
    let lines: Vec<&str> = source.lines().collect();
    let (mut found, mut at, mut owner) = (Vec::new(), 0, None);
    while at < lines.len() {
        let Some((text, after)) = comment(&lines, at, style) else {
            owner = type_of(lines[at]).or(owner);
            at += 1;
            continue;
        };
        at = after;
        while lines
            .get(at)
            .is_some_and(|line| is_attribute(line.trim_start()))
        {
            at += 1;
        }
        let Some(first) = lines.get(at).filter(|line| !line.trim().is_empty()) else {
            continue;
        };
        let (mut code, mut depth) = (String::new(), 0);
        for line in &lines[at..] {
            depth += line.matches('(').count();
            depth = depth.saturating_sub(line.matches(')').count());
            code.push_str(line.trim());
            code.push(' ');
            if depth == 0 {
                break;
            }
        }
        let code = without_body(&code);
        let is_hidden = HIDDEN.iter().any(|word| code.starts_with(word));
        if let Some(name) = name(&code).filter(|_| !is_hidden) {
            let is_member = first.starts_with([' ', '\t']);
            let name = match owner.as_ref().filter(|_| is_member) {
                Some(owner) => format!("{owner}.{name}"),
                None => name,
            };
            found.push(Declaration {
                name,
                code,
                text,
                is_member,
            });
        }
    }
    found
}

/// The type whose top-level declaration or extension begins at this line.
fn type_of(line: &str) -> Option<String> {
    let is_outermost = !line.starts_with([' ', '\t', '/', '*', '#', '}']);
    let has_type = TYPES
        .iter()
        .any(|word| line.split(' ').any(|other| other == *word));
    name(&without_body(line)).filter(|_| is_outermost && has_type)
}

/// The comment that begins at a line, and the number of the line after it.
fn comment(lines: &[&str], at: usize, style: Style) -> Option<(String, usize)> {
    let first = lines[at].trim_start();
    let mut text = Vec::new();
    if style == Style::Slashes {
        first.strip_prefix("///")?;
        let comment = lines[at..]
            .iter()
            .map_while(|line| line.trim_start().strip_prefix("///"));
        text.extend(comment.map(|line| line.strip_prefix(' ').unwrap_or(line)));
        let after = at + text.len();
        return Some((text.join("\n"), after));
    }
    first.strip_prefix("/**")?;
    for (line, number) in lines[at..].iter().zip(at..) {
        let line = line.trim();
        let is_last = line.ends_with("*/");
        let line = line.trim_end_matches("*/").trim_end();
        let line = line
            .strip_prefix("/**")
            .or_else(|| line.strip_prefix('*'))
            .unwrap_or(line);
        text.push(line.strip_prefix(' ').unwrap_or(line));
        if is_last {
            return Some((text.join("\n"), number + 1));
        }
    }
    None
}

fn is_attribute(line: &str) -> bool {
    let is_macro = line.starts_with("SORTID_") && !line.contains('(');
    line.starts_with('@') || line.starts_with("#if") || line.starts_with("#end") || is_macro
}

/// A declaration up to its body or value.
fn without_body(code: &str) -> String {
    let (mut depth, mut end) = (0usize, code.len());
    for (at, symbol) in code.char_indices() {
        match symbol {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            '{' | ';' if depth == 0 => end = at,
            '=' if depth == 0 && code[at..].starts_with("= ") => end = at,
            _ => continue,
        }
        if end < code.len() {
            break;
        }
    }
    let code = code[..end].trim();
    code.trim_end_matches(',')
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The name that a declaration introduces.
fn name(code: &str) -> Option<String> {
    if let Some(macro_name) = code.strip_prefix("#define ") {
        let end = macro_name.find([' ', '(']).unwrap_or(macro_name.len());
        return Some(macro_name[..end].to_owned());
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '~';
    let words = |text: &str| {
        let words: Vec<String> = text
            .split(|c: char| !is_word(c))
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        words
    };
    let all = words(code);
    let kind = all.iter().position(|word| TYPES.contains(&word.as_str()));
    let is_before_call = |at: usize| {
        let word = &all[at];
        code.find(word.as_str()) < code.find('(').or(Some(code.len()))
    };
    if let Some(at) = kind.filter(|&at| is_before_call(at)) {
        let mut rest = all.iter().skip(at + 1);
        return rest
            .find(|word| !TYPES.contains(&word.as_str()) && *word != "nodiscard")
            .cloned();
    }
    if code.contains("init(") {
        return Some("init".to_owned());
    }
    let head = code.split(['(', ':', '?']).next().unwrap_or_default();
    let head = head.split('<').next().unwrap_or(head);
    words(head).last().cloned()
}

/// Declarations as Markdown.
pub(crate) fn markdown(declarations: &[Declaration], language: &str) -> String {
    let mut page = String::new();
    for Declaration {
        name,
        code,
        text,
        is_member,
    } in declarations
    {
        let level = if *is_member { "###" } else { "##" };
        let name = name.replace('_', "\\_");
        page.push_str(&format!("{level} {name}\n\n```{language}\n{code}\n```\n\n"));
        page.push_str(&prose(text));
        page.push_str("\n\n");
    }
    page
}

/// A comment as Markdown: nothing becomes HTML or a heading.
fn prose(text: &str) -> String {
    let (mut lines, mut in_block) = (Vec::new(), false);
    for line in text.trim().lines() {
        let start = line.trim_start();
        if start.starts_with("```") {
            in_block = !in_block;
        }
        if in_block || start.starts_with("```") {
            lines.push(line.to_owned());
            continue;
        }
        let mut safe = String::new();
        for (piece, number) in line.split('`').zip(0..) {
            if number > 0 {
                safe.push('`');
            }
            let piece = match number % 2 {
                0 => piece.replace('<', "&lt;").replace(['[', ']'], ""),
                _ => piece.to_owned(),
            };
            safe.push_str(&piece);
        }
        lines.push(safe.trim_start_matches('#').to_owned());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, style: Style) -> Vec<(String, String)> {
        let all = read(source, style);
        all.into_iter().map(|one| (one.name, one.code)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |&(name, code): &(&str, &str)| (name.to_owned(), code.to_owned());
        expected.iter().map(owned).collect()
    }

    #[test]
    fn declarations_have_names_and_no_bodies() {
        let c = "/** Three. */\n#define THREE 3\n\n/**\n * Reads.\n */\nint32_t read(const char *text,\n             size_t len);\n\n/** A type. */\nstruct sortid_id {\n  /** Its format. */\n  int format;\n};\n";
        assert_eq!(
            names(c, Style::Block),
            pairs(&[
                ("THREE", "#define THREE 3"),
                ("read", "int32_t read(const char *text, size_t len)"),
                ("sortid_id", "struct sortid_id"),
                ("sortid_id.format", "int format"),
            ])
        );
        let swift = "/// An id.\npublic struct Tid: Sendable {\n    /// Parses.\n    @inlinable\n    public init(_ text: String) throws {\n    /// Hidden.\n    private let raw = 1\n    /// Its time.\n    public var time: Date { get }\n";
        assert_eq!(
            names(swift, Style::Slashes),
            pairs(&[
                ("Tid", "public struct Tid: Sendable"),
                ("Tid.init", "public init(_ text: String) throws"),
                ("Tid.time", "public var time: Date"),
            ])
        );
    }

    #[test]
    fn prose_contains_no_html_and_no_links() {
        assert_eq!(
            prose("A List<Id> of `Vec<Id>`, [Uuid]"),
            "A List&lt;Id> of `Vec<Id>`, Uuid"
        );
    }
}
