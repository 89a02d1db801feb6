//! Prefixes: the bounds are the first and the last id whose text begins so.
//! Input: format, a length, and bytes that are a prefix, and an id whose text has prefixes.
#![no_main]

use std::ops::RangeInclusive;

use libfuzzer_sys::fuzz_target;
use sortid::{Error, ErrorCode, Format, Id};
use sortid_fuzz::{Input, neighbour, with_marks};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let length = usize::from(input.byte());
    let bytes = input.rest();
    let _ = judged(format, bytes);
    if let Ok(id) = Id::from_bytes(&with_marks(format, bytes), format) {
        let text = id.to_text();
        let prefix = &text.as_bytes()[..1 + length % text.len()];
        for prefix in [prefix.to_vec(), bare(prefix)] {
            let ids = judged(format, &prefix).expect("an id begins so");
            assert!(ids.contains(&id), "{id} in {ids:?}");
        }
    }
});

/// Without hyphens, in lower case where case is ignored.
fn bare(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|&byte| byte != b'-').collect()
}

fn begins(id: Id, prefix: &[u8]) -> bool {
    let (text, prefix) = (bare(id.to_text().as_bytes()), bare(prefix));
    text.get(..prefix.len())
        .is_some_and(|start| match id.format().bits() {
            64 => start == prefix,
            _ => start.eq_ignore_ascii_case(&prefix),
        })
}

fn judged(format: Format, prefix: &[u8]) -> Result<RangeInclusive<Id>, Error> {
    let range = Id::prefix_range(prefix, format);
    match range.clone().map(RangeInclusive::into_inner) {
        Ok((min, max)) => {
            assert!(min <= max);
            for (bound, up) in [(min, false), (max, true)] {
                assert!(begins(bound, prefix), "{bound} of {prefix:?}");
                assert_eq!(Id::parse(&*bound.to_text(), format), Ok(bound));
                let outside = neighbour(bound, up);
                assert!(outside.is_none_or(|id| !begins(id, prefix)));
            }
        }
        Err(error) => refused(format, prefix, error),
    }
    // A whole text is a prefix of itself alone, in every spelling that prefixes have.
    if let Ok(id) = Id::parse(prefix, format)
        && begins(id, prefix)
    {
        assert_eq!(range, Ok(id..=id));
    }
    range
}

fn refused(format: Format, prefix: &[u8], error: Error) {
    let symbols = bare(prefix);
    let zero = Id::from_fields([], format).expect("zero is an id of every format");
    let length = bare(zero.to_text().as_bytes()).len();
    let nibble = |at: usize| {
        symbols
            .get(at)
            .and_then(|&byte| (byte as char).to_digit(16))
    };
    match (error.code(), error.offset()) {
        (ErrorCode::InvalidLength, Some(offset)) => {
            assert_eq!(offset, prefix.len());
            assert!(prefix.is_empty() || prefix.len() > length);
        }
        (ErrorCode::InvalidCharacter, Some(at)) => assert!(at < prefix.len()),
        (ErrorCode::InvalidVariant, _) => {
            assert!(nibble(16).is_some_and(|nibble| nibble >> 2 != 0b10));
        }
        (ErrorCode::InvalidVersion, _) => {
            let version = match format {
                Format::Uuid6 => 6,
                Format::Uuid8 => 8,
                _ => 7,
            };
            assert!(nibble(12).is_some_and(|nibble| nibble != version));
        }
        (ErrorCode::OutOfRange, _) => {
            // The least text that begins so is above all ids, or stands in a gap of timeid's.
            let least = if format.bits() != 64 {
                panic!("{format} has no text out of range");
            } else if matches!(format, Format::Tid | Format::Timeid) {
                b'2'
            } else {
                b'1'
            };
            let mut text = symbols;
            text.resize(length, least);
            let parsed = Id::parse(text, format).map_err(|error| error.code());
            assert_eq!(parsed, Err(ErrorCode::OutOfRange));
        }
        _ => panic!("{format} refuses by {error:?}"),
    }
}
