//! Ids with a prefix, past UniFFI.

use sortid::shape::NOT_APPLICABLE;
use sortid::{ErrorCode, Format, PrefixedId};
use sortid_uniffi::prefixed::*;
use sortid_uniffi::value::Words;

/// A code and an offset.
type Said = (i32, Option<u32>);

fn said<T>(outcome: i64, value: T) -> Result<T, Said> {
    match outcome {
        0 => Ok(value),
        _ => Err((outcome as i32, u32::try_from(outcome >> 32).ok())),
    }
}

fn parse(text: &str, format: Format, prefix: Option<&str>) -> Result<([u64; 3], u64), Said> {
    let (mut words, mut found) = ([0; 3], u64::MAX);
    let length = prefix.map_or(-1, |prefix| prefix.len() as i64);
    let prefix = prefix.map_or(std::ptr::null(), str::as_ptr);
    // SAFETY: the texts have the given lengths; memory for three words and one.
    let outcome = unsafe {
        let (bytes, out) = (text.as_ptr(), words.as_mut_ptr());
        let code = format.code();
        sortid_prefixed_parse(
            code,
            bytes,
            text.len() as u64,
            prefix,
            length,
            out,
            &raw mut found,
        )
    };
    said(outcome, (words, found))
}

fn text(words: Words, prefix: &str) -> Result<String, Said> {
    let (mut bytes, mut length) = ([0; 112], 0);
    let Words {
        format,
        high,
        middle,
        low,
    } = words;
    // SAFETY: the prefix has the given length; memory for 112 bytes and a length.
    let outcome = unsafe {
        let (start, out) = (prefix.as_ptr(), bytes.as_mut_ptr());
        let prefix_length = prefix.len() as u64;
        sortid_prefixed_text(
            format,
            high,
            middle,
            low,
            start,
            prefix_length,
            out,
            &raw mut length,
        )
    };
    let text = String::from_utf8_lossy(&bytes[..length as usize]).into_owned();
    said(outcome, text)
}

#[test]
fn a_prefix_is_read_and_written() {
    let longest = "x".repeat(63);
    let sid = format!("{longest}_01BX5ZZKBKACTAV9WEVGEMMVRZ");
    for (given, format) in [
        ("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7),
        ("01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7),
        ("order_0AWE5HZP3SKTK", Format::Tsid),
        (&sid, Format::Ulid),
    ] {
        let ours = PrefixedId::parse(given, format).expect("a text with a prefix");
        let words = Words::from(ours.id());
        let expected = (
            [words.high, words.middle, words.low.into()],
            ours.prefix().as_str().len() as u64,
        );
        assert_eq!(parse(given, format, None), Ok(expected));
        assert_eq!(
            parse(given, format, Some(ours.prefix().as_str())),
            Ok(expected)
        );
        assert_eq!(
            text(words, ours.prefix().as_str()),
            Ok(ours.to_text().to_string())
        );
    }
}

#[test]
fn what_is_refused_is_a_code_and_an_offset() {
    let order = "order_01fwhe4ydgfk1shh6w1g60eecf";
    let wrong = Err((ErrorCode::WrongPrefix as i32, Some(0)));
    assert_eq!(parse(order, Format::Uuid7, Some("user")), wrong);
    assert_eq!(parse(order, Format::Uuid7, Some("")), wrong);
    let option = Err((ErrorCode::InvalidOption as i32, None));
    assert_eq!(parse(order, Format::Uuid7, Some("User")), option);
    let reason = NOT_APPLICABLE
        .iter()
        .position(|(subject, _)| *subject == "prefix");
    let not_applicable = (
        ErrorCode::NotApplicable as i32,
        reason.map(|place| place as u32),
    );
    assert_eq!(parse(order, Format::PushId, None), Err(not_applicable));
    let words = |format: Format| Words {
        format: format.code(),
        high: 0,
        middle: 0,
        low: 0,
    };
    assert_eq!(text(words(Format::PushId), "a"), Err(not_applicable));
    assert_eq!(
        text(words(Format::Tid), "a_").map_err(|(code, _)| code),
        Err(ErrorCode::InvalidOption as i32)
    );
    for (prefix, expected) in [("", Ok(())), ("a_b", Ok(())), ("_", Err(()))] {
        // SAFETY: the prefix has the given length.
        let outcome = unsafe { sortid_prefixed_check(prefix.as_ptr(), prefix.len() as u64) };
        assert_eq!(said(outcome, ()).map_err(drop), expected);
    }
}
