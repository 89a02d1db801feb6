//! Parts of files.

/// How a language writes a comment: its beginning and its end.
type Comment = (&'static str, &'static str);

/// In Rust, JavaScript and TypeScript.
const CODE: Comment = ("// ", "");
/// In Markdown.
const PAGE: Comment = ("<!-- ", " -->");

/// Replaces what stands between `<generated: part>` and `</generated>` by lines, indented as the marks are; nothing where the file
/// lacks the marks.
pub(crate) fn splice(file: &str, part: &str, lines: &str) -> Option<String> {
    replace(file, CODE, part, lines)
}

/// The same in a page.
pub(crate) fn splice_page(file: &str, part: &str, lines: &str) -> Option<String> {
    replace(file, PAGE, part, lines)
}

fn replace(file: &str, (before, after): Comment, part: &str, lines: &str) -> Option<String> {
    let open = format!("{before}<generated: {part}>{after}\n");
    let at = file.find(&open)?;
    let indent = file.get(..at)?.rsplit('\n').next()?;
    let close = format!("{indent}{before}</generated>{after}\n");
    let (before, rest) = file.split_at(at + open.len());
    let (_, after) = rest.split_at(rest.find(&close)?);
    let lines: String = lines
        .lines()
        .map(|line| match line {
            "" => "\n".to_owned(),
            line => format!("{indent}{line}\n"),
        })
        .collect();
    Some(format!("{before}{lines}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_and_nothing_else() {
        let file = "a\n  // <generated: x>\n  old\n  // </generated>\nb\n";
        let new = "a\n  // <generated: x>\n  1\n\n  2\n  // </generated>\nb\n";
        assert_eq!(splice(file, "x", "1\n\n2").as_deref(), Some(new));
        assert_eq!(splice(new, "x", "1\n\n2").as_deref(), Some(new));
    }

    #[test]
    fn a_part_of_a_page_stands_between_its_comments() {
        let file = "a\n<!-- <generated: x> -->\nold\n<!-- </generated> -->\nb\n";
        let new = "a\n<!-- <generated: x> -->\n1\n<!-- </generated> -->\nb\n";
        assert_eq!(splice_page(file, "x", "1").as_deref(), Some(new));
        assert_eq!(splice(file, "x", "1"), None);
    }
}
