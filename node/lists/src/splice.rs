//! Parts of files.

/// Replaces what stands between `<generated: part>` and `</generated>` by lines, indented as the marks are; nothing where the file
/// lacks the marks.
pub(crate) fn splice(file: &str, part: &str, lines: &str) -> Option<String> {
    let open = format!("// <generated: {part}>\n");
    let at = file.find(&open)?;
    let indent = file.get(..at)?.rsplit('\n').next()?;
    let (before, rest) = file.split_at(at + open.len());
    let close = format!("{indent}// </generated>\n");
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
}
