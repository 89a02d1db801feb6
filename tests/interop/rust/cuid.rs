use cuid::{cuid1, is_cuid1};
use sortid::{AnyId, ErrorCode, Format};

use super::{
    COUNT, assert_in_order, assert_now, assert_refused, assert_same_order, field, ours, read,
};

/// The value of base-36 digits, most significant first.
fn digits(text: &str) -> u128 {
    u128::from_str_radix(text, 36).expect("digits")
}

fn assert_fields(text: &str, id: &AnyId) {
    assert_eq!(field(id, "timestamp_ms"), digits(&text[1..9]));
    assert_eq!(field(id, "counter"), digits(&text[9..13]));
    assert_eq!(field(id, "fingerprint"), digits(&text[13..17]));
    assert_eq!(field(id, "random"), digits(&text[17..25]));
    let time = id.timestamp().expect("a time").try_into();
    assert_now(time.expect("a time of the system"));
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    let theirs = (0..COUNT).map(|_| {
        let theirs = cuid1();
        let id = read(&theirs, Format::Cuid);
        assert_fields(&theirs, &id);
        (theirs, id)
    });
    let theirs: Vec<_> = theirs.collect();
    let one = |(_, id): &(String, AnyId)| field(id, "fingerprint");
    assert!(theirs.iter().all(|other| one(other) == one(&theirs[0])));
    assert_same_order(theirs);
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Cuid).into_iter().map(|id| {
        let text = id.to_string();
        assert!(is_cuid1(&text), "{text}");
        assert_fields(&text, &id);
        text
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

/// The peer accepts every text of 25 or 26 characters that begins with `c`.
#[test]
fn peer_accepts_any_text_that_begins_with_c() {
    for (text, code, offset) in [
        (
            "c-------------not-a-cuid!",
            ErrorCode::InvalidCharacter,
            Some(1),
        ),
        (
            "cjld2cjxh0000qzrmn831i7r!",
            ErrorCode::InvalidCharacter,
            Some(24),
        ),
        (
            "c100000000000000000000000k",
            ErrorCode::InvalidLength,
            Some(26),
        ),
    ] {
        assert!(is_cuid1(text), "{text}");
        assert_refused(text, Format::Cuid, code, offset);
    }
}
