//! Generated parts of files that are otherwise written by hand.

use std::ops::Range;

/// The lines between the comments `<generated: part>` and `</generated>` of any language. `None` if
/// a mark is missing.
fn part_of(file: &str, part: &str) -> Option<Range<usize>> {
    let mark = file.find(&format!("<generated: {part}>"))?;
    let line = file[..mark].rfind('\n').map_or(0, |end| end + 1);
    let start = mark + file[mark..].find('\n')? + 1;
    // The end mark has the same indentation and comment syntax.
    let close = format!("\n{}</generated>", &file[line..mark]);
    let end = start + file[start - 1..].find(&close)?;
    Some(start..end)
}

/// Replaces the lines of a part, with the indentation of its marks. `None` if a mark is missing.
pub(crate) fn splice(file: &str, part: &str, lines: &str) -> Option<String> {
    let range = part_of(file, part)?;
    let mark = file[..range.start - 1].lines().next_back()?;
    let indent = &mark[..mark.len() - mark.trim_start().len()];
    let lines: String = lines
        .lines()
        .map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n")
        .collect();
    Some([&file[..range.start], &lines, &file[range.end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_between_the_marks_change() {
        let file = "a\n  // <generated: x>\n  old\n  // </generated>\nb\n";
        let new = "a\n  // <generated: x>\n  1\n\n  2\n  // </generated>\nb\n";
        assert_eq!(splice(file, "x", "1\n\n2").as_deref(), Some(new));
        assert_eq!(splice(new, "x", "1\n\n2").as_deref(), Some(new));
    }

    #[test]
    fn part_of_a_page_is_between_its_comments() {
        let file = "<!-- <generated: x> -->\n<!-- </generated> -->\nb\n";
        let new = "<!-- <generated: x> -->\n1\n<!-- </generated> -->\nb\n";
        assert_eq!(splice(file, "x", "1").as_deref(), Some(new));
    }

    #[test]
    fn missing_mark_is_an_error() {
        assert_eq!(
            splice("// <generated: a>\n// </generated>\n", "b", "x"),
            None
        );
        assert_eq!(splice("// <generated: a>\n", "a", "x"), None);
    }
}
