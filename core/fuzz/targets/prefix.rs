//! Text prefixes: the bounds are the first and the last id whose text begins with the prefix.
//!
//! Input: format, a length, and bytes that are both a prefix and an id whose text has prefixes.
#![no_main]

use std::ops::RangeInclusive;

use libfuzzer_sys::fuzz_target;
use sortid::{AnyId, Error, ErrorCode, Form, Format};
use sortid_fuzz::{Input, code, neighbour, span, with_marks};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let length = usize::from(input.byte());
    let bytes = input.rest();
    if !has_prefixes(format) {
        let refused = code(AnyId::prefix_range(bytes, format));
        assert_eq!(refused, Some(ErrorCode::NotApplicable));
        return;
    }
    let _ = judged(format, bytes);
    if let Ok(id) = AnyId::from_bytes(&with_marks(format, bytes), format) {
        let text = id.to_text();
        let prefix = &text.as_bytes()[..1 + length % text.len()];
        for prefix in [prefix.to_vec(), bare(format, prefix)] {
            let ids = judged(format, &prefix).expect("an id begins so");
            assert!(ids.contains(&id), "{id} in {ids:?}");
        }
    }
});

/// Returns whether the format supports prefixes, tested with one of its own texts.
fn has_prefixes(format: Format) -> bool {
    let text = zero(format).to_text();
    AnyId::prefix_range(text.as_bytes(), format).is_ok()
}

fn zero(format: Format) -> AnyId {
    AnyId::from_fields([], format).expect("zero is an id of every format")
}

/// Removes hyphens if they are optional.
fn bare(format: Format, text: &[u8]) -> Vec<u8> {
    let is_bare = format.reads(Form::Compact);
    let kept = |byte: &u8| !is_bare || *byte != b'-';
    text.iter().copied().filter(kept).collect()
}

/// Returns whether letters of the other case give the same id.
fn ignores_case(format: Format) -> bool {
    let fields = format.fields();
    let highest = fields.map(|(name, width)| (name, *span(format, name, width).end()));
    let id = AnyId::from_fields(highest, format).expect("fields that fit");
    let text = id.to_text();
    let other = |byte: &u8| match byte.is_ascii_lowercase() {
        true => byte.to_ascii_uppercase(),
        false => byte.to_ascii_lowercase(),
    };
    let swapped: Vec<u8> = text.as_bytes().iter().map(other).collect();
    AnyId::parse(swapped, format) == Ok(id)
}

fn begins(id: AnyId, prefix: &[u8]) -> bool {
    let format = id.format();
    let text = bare(format, id.to_text().as_bytes());
    let prefix = bare(format, prefix);
    text.get(..prefix.len())
        .is_some_and(|start| match ignores_case(format) {
            false => start == prefix,
            true => start.eq_ignore_ascii_case(&prefix),
        })
}

fn judged(format: Format, prefix: &[u8]) -> Result<RangeInclusive<AnyId>, Error> {
    let range = AnyId::prefix_range(prefix, format);
    match range.clone().map(RangeInclusive::into_inner) {
        Ok((min, max)) => {
            assert!(min <= max);
            for (bound, up) in [(min, false), (max, true)] {
                assert!(begins(bound, prefix), "{bound} of {prefix:?}");
                assert_eq!(AnyId::parse(&*bound.to_text(), format), Ok(bound));
                let outside = neighbour(bound, up);
                assert!(outside.is_none_or(|id| !begins(id, prefix)));
            }
        }
        Err(error) => refused(format, prefix, error),
    }
    // A whole text is the prefix of only one id, in every spelling that prefixes allow.
    if let Ok(id) = AnyId::parse(prefix, format)
        && begins(id, prefix)
    {
        assert_eq!(range, Ok(id..=id));
    }
    range
}

fn refused(format: Format, prefix: &[u8], error: Error) {
    let symbols = bare(format, prefix);
    // The symbols of the zero id.
    let least = bare(format, zero(format).to_text().as_bytes());
    let length = least.len();
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
            let version = (least[12] as char).to_digit(16);
            assert!(nibble(12).is_some() && nibble(12) != version);
        }
        (ErrorCode::OutOfRange, _) => {
            // The smallest text with this prefix is above all ids, or in the gap of timeid.
            let mut text = symbols;
            text.extend(&least[text.len()..]);
            let parsed = AnyId::parse(text, format).map_err(|error| error.code());
            assert_eq!(parsed, Err(ErrorCode::OutOfRange));
        }
        _ => panic!("{format} refuses by {error:?}"),
    }
}
