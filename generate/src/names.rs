//! Spellings of names in each language.

/// `uuid7_draft01` as `Uuid7Draft01`.
pub(crate) fn pascal(name: &str) -> String {
    name.split('_').map(sentence).collect()
}

/// `uuid7_draft01` as `uuid7Draft01`.
pub(crate) fn camel(name: &str) -> String {
    match name.split_once('_') {
        Some((first, rest)) => first.to_owned() + &pascal(rest),
        None => name.to_owned(),
    }
}

/// `uuid7_draft01` as `UUID7_DRAFT01`.
pub(crate) fn screaming(name: &str) -> String {
    name.to_uppercase()
}

/// A text with a capital letter at its start.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

/// The name of a time option, without its unit.
pub(crate) fn of_date(option: &str) -> Option<&str> {
    option.strip_suffix("_unix_ms")
}

/// The name of an option, without its unit.
pub(crate) fn without_unit(option: &str) -> &str {
    option.trim_end_matches("_ms").trim_end_matches("_ns")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_respelt() {
        assert_eq!(pascal("uid11_ts_seq_rand"), "Uid11TsSeqRand");
        assert_eq!(camel("uuid7_draft01"), "uuid7Draft01");
        assert_eq!(camel("tid"), "tid");
        assert_eq!(screaming("timeid"), "TIMEID");
        assert_eq!(sentence(" an id"), "An id");
        assert_eq!(without_unit("rollback_tolerance_ms"), "rollback_tolerance");
    }
}
