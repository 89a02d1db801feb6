//! Names in JavaScript's spelling.

/// `uuid7_draft01` as `Uuid7Draft01`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    words.collect()
}

/// `uuid7_draft01` as `uuid7Draft01`.
pub(crate) fn camel(name: &str) -> String {
    match name.split_once('_') {
        Some((first, rest)) => first.to_owned() + &pascal(rest),
        None => name.to_owned(),
    }
}

/// A sentence with a capital letter at its start, and without the stop at its end.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_respelt() {
        assert_eq!(pascal("uid11_ts_seq_rand"), "Uid11TsSeqRand");
        assert_eq!(camel("uid11_ts_seq_rand"), "uid11TsSeqRand");
        assert_eq!(camel("tid"), "tid");
        assert_eq!(sentence(" an id."), "An id");
    }
}
