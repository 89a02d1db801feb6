//! Names in other spellings, and parts of files.

/// `uuid7_draft01` as `Uuid7Draft01`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(1.min(word.len()));
        first.to_uppercase() + rest
    });
    words.collect()
}

/// `uuid7_draft01` as `uuid7Draft01`.
pub(crate) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let (first, rest) = pascal.split_at(1.min(pascal.len()));
    first.to_lowercase() + rest
}

/// `uuid7_draft01` as `UUID7_DRAFT01`.
pub(crate) fn screaming(name: &str) -> String {
    name.to_uppercase()
}

/// The name of an option that is a time, without its unit.
pub(crate) fn of_date(name: &str) -> Option<&str> {
    name.strip_suffix("_unix_ms")
}

/// An option's name without its unit.
pub(crate) fn without_unit(name: &str) -> &str {
    name.trim_end_matches("_ms").trim_end_matches("_ns")
}

/// A sentence with a capital letter at its start.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

/// Replaces what stands between `<generated: part>` and `</generated>` by lines, indented as the marks are.
///
/// A file without the marks is given back as it is: then what is compared with it shows what is missing.
pub(crate) fn splice(file: &str, part: &str, lines: &str) -> String {
    let (open, close) = (format!("<generated: {part}>"), "</generated>");
    let mut result = String::new();
    let mut inside = false;
    for line in file.lines() {
        if inside
            && line
                .trim_start()
                .trim_start_matches("<!-- ")
                .trim_start_matches("// ")
                .starts_with(close)
        {
            inside = false;
        }
        if !inside {
            result += line;
            result.push('\n');
        }
        if line.contains(&open) {
            inside = true;
            let indent = &line[..line.len() - line.trim_start().len()];
            for line in lines.lines() {
                let line = if line.is_empty() {
                    String::new()
                } else {
                    format!("{indent}{line}")
                };
                result += line.trim_end();
                result.push('\n');
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_respelt() {
        assert_eq!(pascal("uid11_ts_seq_rand"), "Uid11TsSeqRand");
        assert_eq!(camel("uuid7_draft01"), "uuid7Draft01");
        assert_eq!(screaming("timeid"), "TIMEID");
        assert_eq!(without_unit("rollback_tolerance_ms"), "rollback_tolerance");
    }

    #[test]
    fn only_text_between_the_marks_changes() {
        let file = "a\n  // <generated: x>\n  old\n  // </generated>\nb\n";
        let expected = "a\n  // <generated: x>\n  new\n\n  newer\n  // </generated>\nb\n";
        assert_eq!(splice(file, "x", "new\n\nnewer"), expected);
        assert_eq!(splice(file, "y", "new"), file);
    }
}
